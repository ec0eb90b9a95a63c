"""Fact documents in words: a message for a telephone, a line for a pipe."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from live.model import FactKind
from report.phrases import (
    SYSTEMS,
    Document,
    Phrases,
    capital,
    clock,
    joined,
    national_name,
    points_of,
    points_so_far,
)
from report.refusals import sentence_of
from report.tables import NOTHING
from report.words import HAPPENINGS, KINDS, OUTCOMES, Words
from scraper.model import Kind

_GAP = "  "
# In a line these are told by their sentences alone; all others say first what happened.
_TOLD_BY_SENTENCE = frozenset(
    {
        FactKind.PAIRING,
        FactKind.NOT_PAIRED,
        FactKind.RESULT,
        FactKind.RENUMBERED,
        FactKind.WITHDRAWN,
        FactKind.EVENT_INCOMPLETE,
        FactKind.EVENT_MISSING,
    }
)


class Message(NamedTuple):
    """A notice: one line that says it all, and a few that say the rest."""

    title: str
    body: str


class _Told(NamedTuple):
    """A fact in pieces: what happened in a word or two, its sentences, the ratings, what is next.

    `so_far` says whether the points belong to it, `of_round` whether the round does.
    """

    what: str
    sentences: list[str | None]
    ratings: list[str | None]
    upcoming: Sequence[str | None] = ()
    so_far: bool = True
    of_round: bool = True


def message_of(document: Document, words: Words) -> Message:
    """Put a fact document into a short message."""
    told = _Teller(document, words).told()
    number = document["round"] if told.of_round else None
    what = told.what
    if number is not None:
        what = words("Round {round}: {what}", round=number, what=what)
    points = points_so_far(document, words) if told.so_far else None
    lines = [
        *(sentence and capital(sentence, words) for sentence in told.sentences),
        None if points is None else words("So far: {points}", points=points),
        *told.ratings,
        *told.upcoming,
        _event(document),
        _doubt(document, words),
    ]
    return Message(joined([_name(document, words), what]), joined(lines, "\n"))


def line_of(document: Document, words: Words, at_local: datetime, with_event: bool = False) -> str:
    """Put a fact document into one line; `at_local` is its time by the reader's clock."""
    told = _Teller(document, words).told()
    number = document["round"] if told.of_round else None
    parts = [
        f"{at_local:%H:%M}",
        _name(document, words),
        None if number is None else words("R{round}", round=number),
        None if document["kind"] in _TOLD_BY_SENTENCE and any(told.sentences) else told.what,
        *told.sentences,
        points_so_far(document, words) if told.so_far else None,
        *told.ratings,
        *told.upcoming[:1],
        _event(document) if with_event else None,
        _doubt(document, words),
    ]
    return joined(parts, _GAP)


def status_line(
    words: Words,
    event: str,
    trouble: tuple[str, Mapping[str, object]],
    since: datetime,
    now: datetime,
) -> str:
    """Say that the pages of an event cannot be read at present; times are UTC."""
    return _GAP.join(
        (
            clock(now, now, words),
            words("⚠ {event}: not up to date since {time}.", event=event,
                  time=clock(since, now, words)),
            sentence_of(*trouble, words),
        )
    )  # fmt: skip


def recovered_line(words: Words, event: str, since: datetime, now: datetime) -> str:
    """Say that an event is read again; `since` is from when on it was not."""
    text = words("{event}: up to date again, after {age}.", event=event, age=words.age(now - since))
    return f"{clock(now, now, words)}{_GAP}{text}"


class _Teller:
    """Says one fact; a method a kind."""

    def __init__(self, document: Document, words: Words) -> None:
        self._document = document
        self._words = words
        self._phrases = Phrases(words)

    def told(self) -> _Told:
        """Return the fact in pieces."""
        by_kind: dict[str, Callable[[], _Told]] = {
            FactKind.PAIRING: self._pairing,
            FactKind.PAIRING_CHANGED: self._pairing_changed,
            FactKind.PAIRING_WITHDRAWN: self._pairing_withdrawn,
            FactKind.NOT_PAIRED: self._not_paired,
            FactKind.RESULT: self._result,
            FactKind.RESULT_CORRECTED: self._result_corrected,
            FactKind.RATING_CORRECTED: self._rating_corrected,
            FactKind.ROUND_FINISHED: self._round_finished,
            FactKind.RENUMBERED: self._renumbered,
            FactKind.WITHDRAWN: self._withdrawn,
            FactKind.EVENT_FINISHED: self._event_finished,
            FactKind.EVENT_INCOMPLETE: self._event_incomplete,
            FactKind.EVENT_MISSING: self._event_missing,
        }
        return by_kind[self._document["kind"]]()

    @property
    def _what(self) -> str:
        return self._words(HAPPENINGS[self._document["kind"]])

    def _pairing(self) -> _Told:
        game = self._document["game"]
        if game is not None and game["kind"] != Kind.PENDING:
            return _Told(self._words(KINDS[game["kind"]]), [self._seat(game)], self._totals())
        return _Told(self._what, [self._seat(game)], self._of_this_game(), so_far=False)

    def _pairing_changed(self) -> _Told:
        now, before = (self._seat(self._document[name]) for name in ("game", "before"))
        sentences = [self._now(now), self._was(before)]
        return _Told(self._what, sentences, self._of_this_game(), so_far=False)

    def _pairing_withdrawn(self) -> _Told:
        return _Told(self._what, [self._was(self._seat(self._document["before"]))], [])

    def _not_paired(self) -> _Told:
        t, game = self._words, self._document["game"]
        if game is None:
            return _Told(self._what, [], self._totals())
        free = self._phrases.free(game)
        is_half = game["score"] is not None and Decimal(game["score"]) > 0
        why = None if is_half else t("The site does not say why.")
        return _Told(self._what, [free, why], self._totals())

    def _result(self) -> _Told:
        game = self._document["game"]
        if game is None:
            return _Told(self._what, [], self._totals_with_game())
        sentence = self._phrases.outcome(game, self._document)
        return _Told(self._outcome(game), [sentence], self._totals_with_game(), self._next_game())

    def _result_corrected(self) -> _Told:
        t, game, before = self._words, self._document["game"], self._document["before"]
        now = None if game is None else self._phrases.outcome(game, self._document)
        if game is not None and game["kind"] == Kind.PENDING:
            now = t("open again, {seat}", seat=now)
        was = None
        if before is not None:
            same = game is not None and game["opponent"] == before["opponent"]
            is_short = same and before["kind"] not in (Kind.PENDING, Kind.NOT_PAIRED)
            was = (
                self._phrases.score(before)
                if is_short
                else self._phrases.outcome(before, self._document)
            )
        sentences = [self._now(now), self._was(was), self._place()]
        return _Told(self._what, sentences, self._totals_with_game(), self._next_game())

    def _rating_corrected(self) -> _Told:
        t, subject = self._words, self._document["subject"]
        if subject is None:
            return _Told(self._what, [], self._totals(), self._next_game())
        changes = self._changes(subject, subject["before"] or {})
        if subject["start_number"] == self._document["player"]["start_number"]:
            sentence = t("Own rating: {changes}", changes=changes)
        else:
            who = joined([subject["title"], subject["name"]], " ") or t("an opponent")
            sentence = t("Rating of {who}: {changes}", who=who, changes=changes)
        return _Told(self._what, [sentence], self._totals(), self._next_game())

    def _changes(self, now: Document, before: Document) -> str:
        """Say which ratings changed; the column Rtg only where no other did."""
        t = self._words
        lists = {"rating": "Rtg", "fide": "FIDE", "national": self._national}
        found = [
            f"{name} {_rating(before.get(field), t)} → {_rating(now[field], t)}"
            for field, name in lists.items()
            if now[field] != before.get(field)
        ]
        return ", ".join(found[1:] if len(found) > 1 and found[0].startswith("Rtg") else found)

    @property
    def _national(self) -> str:
        if self._document.get("national_list") is None:
            return self._words("National")
        return national_name(self._document)

    def _round_finished(self) -> _Told:
        place = self._place()
        if place is None and not self._is_for_teams:
            place = self._words("Place not known yet.")
        return _Told(self._what, [place, self._own_game()], self._totals())

    def _renumbered(self) -> _Told:
        before, now = self._document["number_before"], self._document["player"]["start_number"]
        if before is None or now is None:
            return _Told(self._what, [], [], so_far=False, of_round=False)
        text = self._words("Start number: {before} → {now}", before=before, now=now)
        return _Told(self._what, [text], [], so_far=False, of_round=False)

    def _withdrawn(self) -> _Told:
        text = self._words("The player is no longer in the tournament's list.")
        return _Told(self._what, [text], [], of_round=False)

    def _event_finished(self) -> _Told:
        t, place, points = self._words, self._document["place"], self._document["points"]
        if self._is_for_teams:
            rank = None
        elif place is None:
            rank = t("final place not known")
        else:
            rank = t("final place {rank}", rank=place["rank"])
        total = None if points is None else points_of(Decimal(points), t)
        sentences = [joined([rank, total]), self._own_game()]
        return _Told(self._what, sentences, self._totals(), so_far=False, of_round=False)

    def _event_incomplete(self) -> _Told:
        text = self._words("The last day is over, and results are still missing: no more looks.")
        return _Told(self._what, [text], self._totals(), of_round=False)

    def _event_missing(self) -> _Told:
        text = self._words("The site no longer has this tournament: no more looks.")
        return _Told(self._what, [text], [], so_far=False, of_round=False)

    @property
    def _is_for_teams(self) -> bool:
        """Whether it is an event of teams: its players have no places of their own."""
        return "team" in (self._document["tournament"].get("type") or "").casefold()

    def _place(self) -> str | None:
        place = self._document["place"]
        return None if place is None or self._is_for_teams else self._phrases.place(place)

    def _own_game(self) -> str | None:
        """Say that a round goes on for this player, which is over for the others."""
        game = self._document["game"]
        is_open = game is not None and game["kind"] == Kind.PENDING
        return self._words("The own game is still open.") if is_open else None

    def _seat(self, game: Document | None) -> str | None:
        return None if game is None else self._phrases.seat(game, self._document)

    def _now(self, what: str | None) -> str | None:
        return None if what is None else self._words("Now: {what}", what=what)

    def _was(self, what: str | None) -> str | None:
        return None if what is None else self._words("Before: {what}", what=what)

    def _outcome(self, game: Document) -> str:
        """Say a result in a word."""
        if game["kind"] != Kind.GAME:
            return self._words(KINDS[game["kind"]])
        return self._words(OUTCOMES[game["score"]]) if game["score"] in OUTCOMES else self._what

    def _totals(self) -> list[str | None]:
        return [self._phrases.total(system, self._document) for system in SYSTEMS]

    def _totals_with_game(self) -> list[str | None]:
        return [self._phrases.total_with_game(system, self._document) for system in SYSTEMS]

    def _of_this_game(self) -> list[str | None]:
        """Say the scenarios of the game that was paired, and what is not in them yet."""
        upcoming, paired = self._document["next"], self._document["round"]
        if upcoming is None or upcoming["round"] != paired:
            return []
        rounds = ", ".join(map(str, self._document["open"]))
        is_open = self._words("Without round {rounds}, which is still open.", rounds=rounds)
        return [*self._scenarios(), is_open if rounds else None]

    def _next_game(self) -> list[str | None]:
        upcoming = self._document["next"]
        if upcoming is None:
            return []
        if upcoming["round"] == self._document["round"] and self._document["game"] is not None:
            return self._scenarios()
        seat = self._phrases.seat(upcoming | {"kind": Kind.PENDING}, self._document)
        if upcoming["round"] is None:
            return [self._words("Next: {seat}", seat=seat), *self._scenarios()]
        text = self._words("Next, round {round}: {seat}", round=upcoming["round"], seat=seat)
        return [text, *self._scenarios()]

    def _scenarios(self) -> list[str | None]:
        return [self._phrases.scenarios(system, self._document) for system in SYSTEMS]


def _name(document: Document, words: Words) -> str:
    return document["player"]["name"] or words("Player without a name")


def _event(document: Document) -> str | None:
    event = document["tournament"]
    return event["name"] or (None if event["id"] is None else f"tnr{event['id']}")


def _doubt(document: Document, words: Words) -> str | None:
    return words("(perhaps told before)") if document.get("maybe_repeated") else None


def _rating(value: int | None, words: Words) -> str:
    if value is None:
        return NOTHING
    return str(value) if value else words("unrated")
