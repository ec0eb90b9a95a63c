"""The live table of a terminal: who is followed, what the game in hand can do, how old it all is.

Lines are laid out here instead of by rich's tables, because a player's line of figures and the
lines about the game below it have different columns, and only what fits the screen is made.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import islice

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from live.view import FollowRow
from rating.card import RatedCard
from report.document import played_facts
from report.facts import standing_of
from report.figures import change_figure, place_figure, total_figure
from report.flow import NARROW, Flow, Piece
from report.phrases import SYSTEMS, Document, Phrases, clock, joined, next_of, points_so_far
from report.refusals import sentence_of
from report.words import COLOURS, PHASES, REASONS, Words
from scraper.model import Kind

# So long a player with something new stands before all others.
_NEWS = timedelta(minutes=15)
_GAP = 2
# Names give way to figures, down to so many letters; then the figures stand under the name.
_LEAST_NAME = 14
# So many of the newest lines, and together at most a fourth of the screen.
_RECENT = 5
_SCORES = {"win": "1", "draw": "½", "loss": "0"}


class LiveTable:
    """Renders the followed players in one language.

    `width` and `height` are those of the terminal where they are not given, and are then asked for
    anew at each rendering. In a pipe everybody is shown.
    """

    def __init__(self, words: Words, width: int | None = None, height: int | None = None) -> None:
        self._words = words
        self._width = width
        self._height = height

    def render(
        self, rows: Sequence[FollowRow], recent: Sequence[str], now: datetime
    ) -> RenderableType:
        """Return what is to be shown at a time (UTC); of `recent` lines the newest is the last."""
        return _Screen(self._words, (rows, recent, now), (self._width, self._height))


class _Screen:
    """One picture, laid out when the size of the terminal is known."""

    def __init__(
        self, words: Words, content: tuple[Sequence[FollowRow], Sequence[str], datetime],
        size: tuple[int | None, int | None],
    ) -> None:  # fmt: skip
        self._words = words
        self._content = content
        self._size = size

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width, height = self._size
        if height is None and console.is_terminal:
            height = options.max_height
        rows, recent, now = self._content
        flow = Flow(console, min(width or options.max_width, options.max_width))
        yield from _Picture(self._words, flow, now).lines(rows, recent, height)


class _Picture:
    """The lines of one picture, at one width and time."""

    def __init__(self, words: Words, flow: Flow, now: datetime) -> None:
        self._words = words
        self._phrases = Phrases(words)
        self._flow = flow
        self._now = now

    def lines(
        self, rows: Sequence[FollowRow], recent: Sequence[str], height: int | None
    ) -> list[Text]:
        """Return what fits a height; all of it for None."""
        if not rows:
            return [Text(self._words("Nobody is followed."))]
        news = self._news(recent, height)
        room = None if height is None else max(1, height - len(news) - 1)
        lines, shown, events = self._events(self._groups(rows), room)
        if shown < len(rows):
            lines = [*lines[:room], self._more(len(rows) - shown, events)]
        return [*lines, *news]

    def _more(self, count: int, events: int) -> Text:
        t = self._words
        text = t(
            "… and {count} more player" if count == 1 else "… and {count} more players",
            count=count,
        )
        if events:
            text += t(
                ", {count} tournament not shown"
                if events == 1
                else ", {count} tournaments not shown",
                count=events,
            )
        return self._flow.cut(Text(text, style="dim"))

    def _news(self, recent: Sequence[str], height: int | None) -> list[Text]:
        """Fold the newest lines to the width, as far as they have room."""
        room = None if height is None else height // 4
        lines: list[Text] = []
        for line in recent[: -_RECENT - 1 : -1]:
            folded = self._flow.folded(Text(line))
            if room is not None and len(lines) + len(folded) > room and lines:
                break
            lines = [*folded[:room], *lines]
        return [Text(""), *lines] if lines else []

    def _events(
        self, groups: Sequence[Sequence[FollowRow]], room: int | None
    ) -> tuple[list[Text], int, int]:
        """Return the lines that have room, how many players they show, and events left out."""
        lines: list[Text] = []
        shown = 0
        for number, rows in enumerate(groups):
            head = [*([Text("")] if lines else []), *self._head(rows[0])]
            left = None if room is None else room - len(lines) - len(head)
            if left is not None and left < 1 and lines:
                return lines, shown, len(groups) - number
            for block in self._players(rows, left):
                if room is not None and shown and len(lines) + len(head) + len(block) > room:
                    skipped = len(groups) - number - (0 if head else 1)
                    return lines, shown, skipped
                lines += [*head, *block]
                head = []
                shown += 1
        return lines[:room], shown, 0

    def _groups(self, rows: Sequence[FollowRow]) -> list[list[FollowRow]]:
        groups: dict[int, list[FollowRow]] = {}
        for row in sorted(rows, key=self._rank):
            groups.setdefault(row.follow.event, []).append(row)
        return list(groups.values())

    def _rank(self, row: FollowRow) -> tuple[bool, bool, bool]:
        """Order players: something new first, then an open game, events that are over last."""
        is_new = row.news_at is not None and self._now - row.news_at < _NEWS
        is_open = row.rated is not None and row.rated.next is not None
        return not is_new, not is_open, row.phase.is_over

    def _head(self, row: FollowRow) -> list[Text]:
        t, event = self._words, row.tournament
        name = event.name or f"tnr{row.follow.event}"
        number = None
        if row.newest_round and event.rounds:
            number = t("round {round} of {rounds}", round=row.newest_round, rounds=event.rounds)
        elif row.newest_round:
            number = t("round {round}", round=row.newest_round)
        facts = [number, t(PHASES[row.phase]), self._as_of(row), self._next_look(row)]
        lines = [self._flow.cut(Text(name, style="bold cyan"))]
        lines += self._flow.flowed([[Text(fact, style="dim")] for fact in facts if fact], 0, " · ")
        return [*lines, *self._trouble(row)]

    def _as_of(self, row: FollowRow) -> str:
        t = self._words
        if row.as_of is None:
            return t("not read yet")
        time = clock(row.as_of, self._now, t)
        return t("as of {time}, {age} ago", time=time, age=t.age(self._now - row.as_of))

    def _next_look(self, row: FollowRow) -> str | None:
        if row.next_look is None or row.phase.is_over:
            return None
        return self._words("next look {time}", time=clock(row.next_look, self._now, self._words))

    def _trouble(self, row: FollowRow) -> list[Text]:
        if row.trouble is None:
            return []
        t = self._words
        sentence = sentence_of(*row.trouble, t)
        if row.trouble_since is None:
            text = t("⚠ old: {why}", why=sentence)
        else:
            since = clock(row.trouble_since, self._now, t)
            text = t("⚠ old since {time}: {why}", time=since, why=sentence)
        return self._flow.folded(Text(text, style="yellow"))

    def _players(self, rows: Sequence[FollowRow], room: int | None) -> Iterable[list[Text]]:
        """Give the lines of each player; columns are those of the players that can have room."""
        likely = list(islice(rows, room if room is None else max(1, room)))
        cells = {id(row): self._cells(row, row.rated) for row in likely if row.rated is not None}
        heads = [Text(head, style="dim") for head in self._heads(likely)]
        columns = zip(heads, *cells.values(), strict=True)
        widths = [max(part.cell_len for part in column) for column in columns]
        spare = self._flow.width - sum(widths[1:]) - _GAP * len(widths)
        widths[0] = min(widths[0], spare)
        if self._flow.width < NARROW or spare < _LEAST_NAME:
            yield from map(self._stacked, rows)
            return
        above = [self._aligned(heads, widths)] if cells else []
        for row in likely:
            known = cells.get(id(row))
            line = self._without_card(row) if known is None else [self._aligned(known, widths)]
            yield [*above, *line, *self._flow.flowed(self._game(row), 2 * _GAP)]
            above = []

    def _without_card(self, row: FollowRow) -> list[Text]:
        """Say why there is nothing to say of a player."""
        t = self._words
        why = t("no data yet") if row.as_of is None else t("not in the list")
        return self._flow.flowed([[_name(row)], [Text(why, style="dim")]], _GAP)

    def _heads(self, rows: Iterable[FollowRow]) -> list[str]:
        t = self._words
        standings = [standing_of(row.rated) for row in rows if row.rated is not None]
        names = []
        for system in SYSTEMS:
            shown = [each for each in standings if total_figure(system, each, t)]
            names.append(self._phrases.head(system, shown))
        return ["", t("Points"), t("Place"), *names]

    def _aligned(self, cells: Sequence[Text], widths: Sequence[int]) -> Text:
        line = Text()
        for cell, width in zip(cells, widths, strict=True):
            if width:
                shown = cell.copy()
                shown.truncate(width, overflow="ellipsis", pad=True)
                line.append(" " * _GAP).append_text(shown)
        line.rstrip()
        return line

    def _stacked(self, row: FollowRow) -> list[Text]:
        """Return a player's lines with a label before each figure."""
        t = self._words
        if row.rated is None:
            return self._without_card(row)
        standing = standing_of(row.rated)
        name, points, place, *totals = self._cells(row, row.rated)
        who = [name, points, Text(t("place {rank}", rank=place.plain) if place else "")]
        pieces: list[Piece] = []
        for system, total in zip(SYSTEMS, totals, strict=True):
            if total:
                label = self._phrases.name(system, standing)
                pieces.append([Text(f"{label} ").append_text(total)])
        return [
            *self._flow.flowed([[part] for part in who], _GAP),
            *self._flow.flowed(pieces, _GAP),
            *self._flow.flowed(self._game(row), 2 * _GAP),
        ]

    def _cells(self, row: FollowRow, rated: RatedCard) -> list[Text]:
        """Return name, points, place, FIDE and UKD; what is not known is empty."""
        t = self._words
        standing = standing_of(rated)
        place = place_figure(row.place, row.newest_round, t)
        totals = [total_figure(system, standing, t) for system in SYSTEMS]
        return [_name(row), Text(points_so_far(standing, t) or ""), Text(place), *totals]

    def _game(self, row: FollowRow) -> list[Piece]:
        """Return the game in hand with what it can do; where there is none, the last round."""
        t, rated = self._words, row.rated
        if rated is None or not rated.card.rounds:
            return []
        standing = standing_of(rated)
        upcoming = standing["next"]
        if upcoming is not None:
            where = [
                t(COLOURS[upcoming["colour"]]) if upcoming["colour"] else None,
                t("board {board}", board=upcoming["board"]) if upcoming["board"] else None,
            ]
            number = "" if upcoming["round"] is None else t("R{round}", round=upcoming["round"])
            seat = Text().append(number, style="bold").append(f" {joined(where, ', ')}")
            who = Text(self._phrases.opponent(upcoming["opponent"], standing))
            return [[seat, who], *(self._scenarios(system, standing) for system in SYSTEMS)]
        last = max(rated.card.rounds, key=lambda played: played.round)
        game = played_facts(last) | {"rated": last.rated}
        said = self._phrases.outcome(game, standing)
        piece = [Text(f"{t('R{round}', round=last.round)} {said}", style="dim")]
        if last.round < row.newest_round and last.kind is not Kind.PENDING:
            missing = t("no pairing in round {round}", round=row.newest_round)
            return [piece, [Text(missing, style="dim")]]
        return [piece]

    def _scenarios(self, system: str, standing: Document) -> Piece:
        t = self._words
        found = next_of(system, standing)
        if found is None:
            return []
        name = self._phrases.name(system, standing)
        if "reason" in found:
            reason = t(REASONS[found["reason"]])
            return [Text(t("{name}: no change ({reason})", name=name, reason=reason), style="dim")]
        parts = [
            Text().append(f"{score} ", style="bold").append_text(change_figure(found[result], t))
            for result, score in _SCORES.items()
        ]
        return [Text(f"{name}  ").append_text(parts[0]), *parts[1:]]


def _name(row: FollowRow) -> Text:
    title = None if row.rated is None else row.rated.card.player.title
    return Text(joined([title, row.follow.name], " "), style="bold")
