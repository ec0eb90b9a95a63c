"""Short phrases made of facts: an opponent, a seat, a total, scenarios, points.

They read documents (see docs/json.md), so that a fact that was kept says the same as a fresh one.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from report.tables import NOTHING
from report.words import COLOURS, KINDS, LIST_NAMES, REASONS, TIME_CONTROLS, Words
from scraper.model import Kind

Document = Mapping[str, Any]
SYSTEMS = ("fide", "ukd")
_FREE = (Kind.BYE, Kind.HALF_BYE, Kind.NOT_PAIRED)
_HALF = Decimal("0.5")
# The notes of a rating, the own or an opponent's, that was taken from the column Rtg.
FROM_RTG = {
    "fide": frozenset({"fide_from_rtg", "own_fide_from_rating"}),
    "ukd": frozenset({"national_from_rtg", "own_national_from_rating"}),
}


class Phrases:
    """Says pieces of documents in one language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def opponent(self, opponent: Document | None, standing: Document) -> str:
        """Say who somebody is, with the ratings that matter for a player of that standing."""
        t = self._words
        if opponent is None:
            return t("an opponent")
        who = " ".join(filter(None, (opponent.get("title"), opponent["name"])))
        fide = opponent["rating"] if opponent["fide"] is None else opponent["fide"]
        ratings = [] if fide is None else [str(fide) if fide else t("unrated")]
        if standing["ukd"] is not None and opponent["national"]:
            ratings.append(f"{national_name(standing)} {opponent['national']}")
        if not ratings:
            ratings.append(t("rating not known"))
        return f"{who or t('an opponent')} ({', '.join(ratings)})"

    def seat(self, game: Document, standing: Document) -> str:
        """Say against whom somebody sits, and where; of a free round what it is worth."""
        t = self._words
        if game["opponent"] is None and game["kind"] in _FREE:
            return self.free(game)
        who = self.opponent(game["opponent"], standing)
        if game["colour"]:
            text = t("{colour} against {who}", colour=t(COLOURS[game["colour"]]), who=who)
        else:
            text = t("Against {who}", who=who)
        return (
            text if game["board"] is None else f"{text}, {t('board {board}', board=game['board'])}"
        )

    def outcome(self, game: Document, standing: Document) -> str:
        """Say what came of a game; one that is to be played is said as a seat."""
        if game["kind"] == Kind.PENDING:
            return self.seat(game, standing)
        if game["opponent"] is None and game["kind"] in _FREE:
            return self.free(game)
        t = self._words
        who = self.opponent(game["opponent"], standing)
        if game["kind"] == Kind.DOUBLE_FORFEIT:
            return t("{result}, against {who}", result=self.score(game), who=who)
        return t("{result} against {who}", result=self.score(game), who=who)

    def score(self, game: Document) -> str:
        """Say the score of a game as ½, and a forfeit in words."""
        t = self._words
        if game["kind"] != Kind.GAME:
            return t(KINDS[game["kind"]])
        score = NOTHING if game["score"] is None else t.points(Decimal(game["score"]))
        return score if game["rated"] else t("{score} (not rated)", score=score)

    def free(self, game: Document) -> str:
        """Say a round without an opponent; its score tells a half-point bye from an absence."""
        score = None if game["score"] is None else Decimal(game["score"])
        kind = game["kind"]
        if kind == Kind.NOT_PAIRED and score == _HALF:
            kind = Kind.HALF_BYE
        text = self._words(KINDS[kind])
        return text if score is None else f"{text}, {points_of(score, self._words)}"

    def name(self, system: str, standing: Document) -> str:
        """Return the name of a rating, with a question mark where it rests on the column Rtg."""
        name = "FIDE" if system == "fide" else national_name(standing)
        is_vague = not FROM_RTG[system].isdisjoint(standing["notes"])
        return f"{name}?" if is_vague else name

    def head(self, system: str, standings: Iterable[Document]) -> str:
        """Return the name over a column of ratings, with the question mark of any of them."""
        return max((self.name(system, each) for each in standings), key=len, default="")

    def total(self, system: str, standing: Document) -> str | None:
        """Say the change so far and the rating after it; None where there is nothing to say."""
        found = standing[system]
        if found is None:
            return self.why_none(system, standing)
        name = self.name(system, standing)
        if not found["games"]:
            rating = found["rating"]
            text = self._words("{name} {rating}: no game counts so far", name=name, rating=rating)
            return text + self.marks(system, standing)
        return f"{name} {self.change(found)}{self.marks(system, standing)}"

    def total_with_game(self, system: str, document: Document) -> str | None:
        """Say what one game changes, and all of them so far."""
        t = self._words
        result = (document["result"] or {}).get(system)
        found = document[system]
        if (
            result is None
            or found is None
            or not found["games"]
            or result.get("reason") == "pending"
        ):
            return self.total(system, document)
        name, total = self.name(system, document), self.change(found)
        if result["counted"]:
            change = t.signed(Decimal(result["change"]))
            text = t("{name} {change}, so far {total}", name=name, change=change, total=total)
        else:
            reason = t(REASONS[result["reason"]])
            text = t("{name} no change ({reason}), so far {total}", name=name, reason=reason,
                     total=total)  # fmt: skip
        return text + self.marks(system, document)

    def change(self, found: Document) -> str:
        """Write a change and the rating after it."""
        return f"{self._words.signed(Decimal(found['change']))} → {found['new_rating']}"

    def scenarios(self, system: str, standing: Document) -> str | None:
        """Say what win, draw and loss of the next game do; None where there is nothing to say."""
        t = self._words
        found = next_of(system, standing)
        if found is None:
            return None
        name = self.name(system, standing)
        if "reason" in found:
            return t("{name}: no change ({reason})", name=name, reason=t(REASONS[found["reason"]]))
        each = {result: self.change(scenario) for result, scenario in found.items()}
        text = t("{name}: win {win}, draw {draw}, loss {loss}", name=name, **each)
        return text + self.marks(system, standing)

    def marks(self, system: str, standing: Document) -> str:
        """Say in parentheses what a figure rests on that is no fact; nothing where all is."""
        t = self._words
        notes = standing["notes"]
        marks = []
        if system == "fide" and standing["fide"] is not None:
            if standing["fide"]["k_source"] == "unknown":
                marks.append(t("K {k} assumed", k=standing["fide"]["k"]))
            if "time_unknown" in notes or "time_from_name" in notes:
                control = t(TIME_CONTROLS[standing["fide"]["time_control"]])
                marks.append(t("{control} assumed", control=control))
            if "not_rated_fide" in notes:
                marks.append(t("not rated by FIDE"))
        if system == "ukd" and "not_rated_national" in notes:
            marks.append(t("not rated nationally"))
        return f" ({', '.join(marks)})" if marks else ""

    def place(self, place: Document) -> str:
        """Say a place and the round that it is after."""
        return self._words(
            "place {rank} after round {round}", rank=place["rank"], round=place["after_round"]
        )

    def why_none(self, system: str, standing: Document) -> str | None:
        """Say why there is no such rating; None where nobody misses it."""
        t = self._words
        notes = standing["notes"]
        if f"{system}_own_unrated" in notes:
            return t("{name}: unrated", name=self.name(system, standing))
        if system == "fide" and "fide_own_missing" in notes:
            return t("{name}: own rating not known", name=self.name(system, standing))
        return None


def next_of(system: str, standing: Document) -> Document | None:
    """Return what the next game does to a rating; None where there is nothing to say.

    Nothing is said of a national rating that is not known: most players of the world have none.
    """
    if standing["next"] is None or (system == "ukd" and "ukd_own_missing" in standing["notes"]):
        return None
    found: Document | None = standing["next"][system]
    return found


def national_name(standing: Document) -> str:
    """Return the name of the Turkish list that the event counts for."""
    return LIST_NAMES[standing.get("national_list") or "ukd"]


def points_of(points: Decimal, words: Words) -> str:
    """Say points with their noun: 4½ points."""
    if 0 < points <= 1:
        return words("{points} point", points=words.points(points))
    return words("{points} points", points=words.points(points))


def points_so_far(standing: Document, words: Words) -> str | None:
    """Say the points, and of how many rounds they are; None before the first."""
    if standing["points"] is None or not standing["played"]:
        return None
    points = words.points(Decimal(standing["points"]))
    return words("{points} of {rounds}", points=points, rounds=standing["played"])


def capital(sentence: str, words: Words) -> str:
    """Begin a sentence with a capital letter; the Turkish i has a dot."""
    first = "İ" if words.language == "tr" and sentence.startswith("i") else sentence[:1].upper()
    return first + sentence[1:]


def clock(moment: datetime, now: datetime, words: Words) -> str:
    """Write a time by the clock of this computer, with the day where it is not today."""
    local, today = moment.astimezone(), now.astimezone().date()
    if local.date() == today:
        return f"{local:%H:%M}"
    return f"{words.day(local.date())} {local:%H:%M}"


def joined(parts: Iterable[str | None], gap: str = " · ") -> str:
    """Join what is there."""
    return gap.join(part for part in parts if part)
