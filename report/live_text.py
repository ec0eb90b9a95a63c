"""What is followed, and how an event went, as text for people."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from rich.table import Table
from rich.text import Text

from live.model import Follow
from live.view import Following, ListedChannel, ListedEvent, Moment
from rating.assumptions import Note
from report.facts import standing_of
from report.figures import place_figure, total_figure
from report.flow import Flow, Piece
from report.phrases import SYSTEMS, Phrases, clock, joined, points_of
from report.refusals import sentence_of
from report.tables import left, name_column, plain_table, right
from report.text import TextReport
from report.words import HAPPENINGS, PHASES
from scraper.model import Tournament

# What happened can be several things; below this width the figures stand under it.
_TABLE_FROM = 100


class LiveText(TextReport):
    """Writes follows and histories to a stream, in one language."""

    def follows(self, following: Following) -> None:
        """Write the events with their players and channels, and what became of the notices."""
        t = self._words
        now = datetime.now(UTC)
        flow = Flow(self._console, self._console.width)
        if not following.events:
            self._sentence(t("Nobody is followed."))
        for event in following.events:
            self._lines(self._event(event, now, flow))
            for player in event.players:
                follow = player.follow
                name = Text(follow.name, style="bold")
                number = Text(self._number(follow), style="dim")
                k = Text("" if follow.k_by_hand is None else f"K {follow.k_by_hand}", style="dim")
                self._lines(flow.flowed([[name, number, k]], 2))
                for channel in player.channels:
                    self._lines(flow.folded(Text(f"→ {self._channel(channel)}"), 4, 6))
            self._lines(self._failing(event, flow))
            self._print()
        notices = following.notices
        if following.events or any(notices):
            text = t(
                "Notices: {waiting} waiting, {told} told, {doubtful} perhaps told twice",
                waiting=notices.waiting,
                told=notices.told,
                doubtful=notices.perhaps_repeated,
            )
            self._sentence(text, style="dim")
        if following.holder is None:
            self._sentence(t("Nobody looks at present: tnrate follow starts it."), style="yellow")
        else:
            self._sentence(
                t("Being followed by process {holder}", holder=following.holder), style="dim"
            )

    def history(
        self,
        follow: Follow,
        tournament: Tournament,
        moments: Sequence[Moment],
        notes: Sequence[Note],
    ) -> None:
        """Write a line for each time at which something changed."""
        t = self._words
        self._tournament(tournament)
        number = f" · {self._number(follow)}"
        self._print(Text(follow.name, style="bold").append(number, style="not bold"))
        self._print()
        if not moments:
            self._sentence(t("Nothing was seen yet."))
        elif self._console.width < _TABLE_FROM:
            self._stacked(moments)
        else:
            self._print(self._table(moments))
        self._notes(notes)

    def _number(self, follow: Follow) -> str:
        t = self._words
        if not follow.is_listed:
            return t("not in the list")
        return t("no. {number}", number=follow.start_number)

    def _event(self, event: ListedEvent, now: datetime, flow: Flow) -> list[Text]:
        t = self._words
        facts = [
            str(event.id),
            t("not read yet") if event.phase is None else t(PHASES[event.phase]),
        ]
        if event.as_of is not None:
            time = clock(event.as_of, now, t)
            facts.append(t("as of {time}, {age} ago", time=time, age=t.age(now - event.as_of)))
        if event.next_look is not None and not (event.phase and event.phase.is_over):
            facts.append(t("next look {time}", time=clock(event.next_look, now, t)))
        lines = flow.folded(Text(event.name or f"tnr{event.id}", style="bold cyan"))
        lines += flow.flowed([[Text(fact, style="dim")] for fact in facts], 0, " · ")
        if event.trouble is not None:
            since = event.trouble_since or event.as_of or now
            text = t(
                "⚠ old since {time}: {why}",
                time=clock(since, now, t),
                why=sentence_of(*event.trouble, t),
            )
            lines += flow.folded(Text(text, style="yellow"))
        return lines

    def _failing(self, event: ListedEvent, flow: Flow) -> list[Text]:
        """Say which channels do not take their notices, each once."""
        t = self._words
        channels = (channel for player in event.players for channel in player.channels)
        lines = dict.fromkeys(
            t("⚠ {channel}: {why}", channel=each.address, why=sentence_of(*each.trouble, t))
            for each in channels
            if each.trouble is not None
        )
        return [part for line in lines for part in flow.folded(Text(line, style="yellow"), 2, 4)]

    def _channel(self, channel: ListedChannel) -> str:
        t = self._words
        facts = [channel.language]
        if channel.quiet is not None:
            facts.append(t("quiet {hours}", hours=channel.quiet))
        return f"{joined([channel.kind, channel.address], ' ')} ({', '.join(facts)})"

    def _table(self, moments: Sequence[Moment]) -> Table:
        t = self._words
        standings = [standing_of(moment.rated) for moment in moments]
        systems = [name for name in SYSTEMS if any(each[name] for each in standings)]
        phrases = Phrases(t)
        heads = {
            name: phrases.head(name, [each for each in standings if each[name]]) for name in systems
        }
        table = plain_table(
            left(t("Time")),
            right(t("Rd")),
            name_column(t("What")),
            right(t("Points")),
            right(t("Place")),
            *(left(heads[name]) for name in systems),
        )
        for moment, standing, day in zip(moments, standings, self._times(moments), strict=True):
            table.add_row(
                Text(day),
                Text(str(moment.round or "")),
                Text(self._what(moment)),
                Text(t.points(moment.points)),
                Text(place_figure(moment.place, moment.round, t)),
                *(total_figure(name, standing, t) for name in systems),
            )
        return table

    def _stacked(self, moments: Sequence[Moment]) -> None:
        t = self._words
        phrases = Phrases(t)
        flow = Flow(self._console, self._console.width)
        for moment, day in zip(moments, self._times(moments), strict=True):
            standing = standing_of(moment.rated)
            number = t("R{round}", round=moment.round) if moment.round else ""
            head = [Text(day, style="dim"), Text(number), Text(self._what(moment), style="bold")]
            self._lines(flow.flowed([[part] for part in head]))
            place = place_figure(moment.place, moment.round, t)
            pieces: list[Piece] = [
                [Text(points_of(moment.points, t))],
                [Text(t("place {rank}", rank=place) if place else "")],
            ]
            for name in SYSTEMS:
                if standing[name] is not None:
                    label = Text(f"{phrases.name(name, standing)} ")
                    pieces.append([label.append_text(total_figure(name, standing, t))])
            self._lines(flow.flowed(pieces, 2))

    def _times(self, moments: Iterable[Moment]) -> list[str]:
        """Write the times by the clock of this computer."""
        local = [moment.at.astimezone() for moment in moments]
        return [f"{self._words.day(each.date())} {each:%H:%M}" for each in local]

    def _what(self, moment: Moment) -> str:
        t = self._words
        return ", ".join(t(HAPPENINGS[what]) for what in dict.fromkeys(moment.what))

    def _lines(self, lines: Iterable[Text]) -> None:
        for line in lines:
            self._print(line)
