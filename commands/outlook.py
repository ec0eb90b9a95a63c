"""The rounds to come: what the options ask for, and when there is nothing to look ahead to."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from decimal import Decimal
    from typing import Self

    from rating.card import RatedCard
    from rating.outlook import CardOutlook
    from rating.targets import Target
    from report.output import Output

_NORM = re.compile(r"norm:(GM|IM|WGM|WIM)", re.IGNORECASE)
_HIGHEST = 4000


@dataclass(frozen=True)
class Ahead:
    """What the options say of the rounds to come."""

    tree: bool
    targets: "tuple[Target, ...]"
    opposition: int | None
    opposition_ukd: int | None
    rounds: int | None

    @classmethod
    def taken_from(cls, choices: dict[str, Any]) -> "Self":
        """Take the options out of all that was chosen. Raises BadParameter and UsageError."""
        targets = [target_named(one) for one in choices.pop("target")]
        targets += [national_target_named(one) for one in choices.pop("target_ukd")]
        found = cls(
            tree=choices.pop("tree"),
            targets=tuple(dict.fromkeys(targets)),
            opposition=choices.pop("opposition"),
            opposition_ukd=choices.pop("opposition_ukd"),
            rounds=choices.pop("rounds"),
        )
        given = {
            "--opposition": found.opposition,
            "--opposition-ukd": found.opposition_ukd,
            "--rounds": found.rounds,
        }
        idle = [name for name, value in given.items() if value is not None]
        if idle and not found.is_wanted:
            raise click.UsageError(f"{idle[0]} belongs to --tree and --target.")
        if found.is_wanted and (choices["predict"] or choices["pairs"]):
            raise click.UsageError("--tree and --target exclude --predict and --pairs.")
        return found

    @property
    def is_wanted(self) -> bool:
        """Whether anything of the rounds to come is asked for."""
        return self.tree or bool(self.targets)

    def say(self, out: "Output", rated: "RatedCard", draw_rate: "Decimal | None") -> None:
        """Look ahead and say it; `draw_rate` is a share of draws given by hand.

        Raises OwnRatingNeeded, NothingToCome, RoundsUnknown, TargetWithoutRating and
        TitleNotStandard.
        """
        from fractions import Fraction

        from rating.outlook import Assumed, outlook_of
        from rating.targets import target_outlook
        from scraper.errors import NothingToCome, OwnRatingNeeded, RoundsUnknown

        draws = None if draw_rate is None else Fraction(draw_rate)
        found = outlook_of(rated, Assumed(self.opposition, self.opposition_ukd, draws, self.rounds))
        name = rated.card.player.name or "the player"
        if not found.to_come and found.rounds is None:
            raise RoundsUnknown(name=name)
        if not found.to_come:
            raise NothingToCome(name=name, rounds=found.rounds)
        if not found.ratings:
            raise OwnRatingNeeded(name=name)
        for target in self.targets:
            _refuse_groundless(target, found, name)
        targets = tuple(target_outlook(found, target) for target in self.targets)
        out.outlook(found, targets, self.tree)


def target_named(text: str) -> "Target":
    """Return what is meant by 1800, FM, norm:IM or keep. Raises BadParameter."""
    from rating.targets import Goal, Target
    from rating.titles import ORDER

    norm = _NORM.fullmatch(text)
    if norm:
        return Target(Goal.NORM, title=norm[1].upper())
    if text.upper() in ORDER:
        return Target(Goal.TITLE, title=text.upper())
    return _rating(text, is_national=False) or _refused(
        text, "a rating, a title, norm:IM (GM, WGM, WIM) or keep", "--target"
    )


def national_target_named(text: str) -> "Target":
    """Return what is meant by 1800 or keep, of the Turkish rating. Raises BadParameter."""
    return _rating(text, is_national=True) or _refused(text, "a rating or keep", "--target-ukd")


def _rating(text: str, *, is_national: bool) -> "Target | None":
    from rating.targets import Goal, Target

    if text.lower() == "keep":
        return Target(Goal.KEEP, is_national=is_national)
    if text.isascii() and text.isdecimal() and 0 < int(text) <= _HIGHEST:
        return Target(Goal.RATING, rating=int(text), is_national=is_national)
    return None


def _refused(text: str, wanted: str, option: str) -> "Target":
    raise click.BadParameter(f"“{text}” is not {wanted}.", param_hint=option)


def _refuse_groundless(target: "Target", found: "CardOutlook", name: str) -> None:
    """Refuse what has nothing to start from."""
    from rating.targets import Goal
    from scraper.errors import TargetWithoutRating, TitleNotStandard
    from scraper.model import TimeControl

    control = found.rated.basis.time_control
    if target.goal in (Goal.TITLE, Goal.NORM) and control is not TimeControl.STANDARD:
        raise TitleNotStandard(assumed=control)
    has_rating = found.ukd if target.is_national else found.fide
    if target.goal is not Goal.NORM and has_rating is None:
        raise TargetWithoutRating(name=name, target=target.title or target.rating or "–")
