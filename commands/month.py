"""Several events of one player by rating period: `month`."""

from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from commands import options
from commands.running import gathering, notes_on_fetching, output_in, today

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from rating.assumptions import Note
    from rating.card import RatedCard
    from rating.period import Period
    from report.words import Words
    from scraper.gather import Gatherer
    from scraper.model import Player


@click.command()
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
@options.player
@click.option(
    "--list",
    "wanted",
    type=click.DateTime(["%Y-%m"]),
    metavar="MONTH",
    help="Show only what enters this list, as 2026-06.",
)
@click.option(
    "--official",
    type=options.RATING,
    metavar="N",
    help="The FIDE rating that the list shows, to be compared with the expected one.",
)
@options.by_hand
@options.fetching
@options.explain
@options.output
def month(  # noqa: PLR0913 - one parameter an option
    *,
    sources: tuple[str, ...],
    player: str | None,
    wanted: "datetime | None",
    official: int | None,
    as_json: bool,
    as_csv: bool,
    lang: str | None,
    explains: bool,
    **choices: Any,
) -> None:
    """Add up several events of one player, list by list.

    FIDE adds all events that enter one list, standard, rapid and blitz apart, lowers K where there
    are many games, and rounds once. The player of the first SOURCE is looked for in links that name
    nobody. What is given by hand holds for every SOURCE.

    \b
    tnrate month 1234567 1234890 --player "sahin irem"
    tnrate month card1.html card2.html --list 2026-06 --official 1823
    """
    from commands.listed import Lists
    from rating.events import counted_once, event_of
    from rating.official import Compared, official_of
    from rating.period import periods_of

    if choices["on"] is not None and len(sources) > 1:
        raise click.UsageError("--on is the first day of one tournament: give one SOURCE with it.")
    fetching = options.taken_for_fetching(choices)
    with (
        output_in(lang, as_json, as_csv, explains=explains) as out,
        gathering(out, **fetching) as gatherer,
    ):
        cards = _cards(sources, gatherer, out.words, player, choices)
        person = _one_player([card.card.player for card in cards])
        events, copies = counted_once(event_of(card, today()) for card in cards)
        listings, nationals, notes = Lists().of_player(person)
        notes = (*_card_notes(cards, notes), *notes)
        periods = _chosen(periods_of(events, listings, nationals), wanted, official)
        compared: list[Compared] = [
            Compared(period, official_of(period, listings, official)) for period in periods
        ]
        out.month(person, compared, (*_copy_notes(copies), *notes, *notes_on_fetching(gatherer)))


def _cards(
    sources: "Sequence[str]",
    gatherer: "Gatherer",
    words: "Words",
    player: str | None,
    by_hand: dict[str, Any],
) -> "list[RatedCard]":
    """Gather and rate the player of each source: one that names him first, then all others."""
    from contextlib import nullcontext

    from commands.rating_cards import rated_card
    from report.progress import progress_bar
    from scraper.gather import link_of

    if player is None:
        sources = sorted(sources, key=_names_nobody)
    cards = [rated_card(sources[0], gatherer, words, player=player, **by_hand)]
    links = any(link_of(source) is not None for source in sources[1:])
    with progress_bar(words, fetching=True) if links else nullcontext() as progress:
        for done, source in enumerate(sources[1:], 1):
            if progress is not None:
                progress(done, len(sources))
            cards.append(_of_the_same(source, gatherer, words, cards[0].card.player, by_hand))
    return cards


def _of_the_same(
    source: str,
    gatherer: "Gatherer",
    words: "Words",
    player: "Player",
    by_hand: dict[str, Any],
) -> "RatedCard":
    """Gather and rate a source; one that names nobody by the player's FIDE id, else by name."""
    from commands.rating_cards import rated_card
    from scraper.errors import PlayerMissing

    if not _names_nobody(source):
        return rated_card(source, gatherer, words, **by_hand)
    if player.fide_id:
        try:
            return rated_card(source, gatherer, words, player=str(player.fide_id), **by_hand)
        except PlayerMissing:
            if not player.name:
                raise
    return rated_card(source, gatherer, words, player=player.name, **by_hand)


def _names_nobody(source: str) -> bool:
    """Say whether a source is a link without a player."""
    from scraper.gather import link_of

    link = link_of(source)
    return link is not None and link.start_number is None


def _one_player(players: "Sequence[Player]") -> "Player":
    """Return the player whom all cards are of, with a FIDE id where one has it."""
    from scraper.errors import DifferentPlayers

    named = [one for one in players if not _is_nobody(one)]
    person = next((one for one in named if one.fide_id), next(iter(named), players[0]))
    for other in players:
        if not _same(person, other):
            raise DifferentPlayers(first=_called(person), second=_called(other))
    return person


def _same(one: "Player", other: "Player") -> bool:
    """Say whether two cards are of one player: by FIDE id, else by name.

    A card that names nobody is taken to be of whom all others are.
    """
    from scraper.names import fold

    if one.fide_id and other.fide_id:
        return one.fide_id == other.fide_id
    if _is_nobody(one) or _is_nobody(other):
        return True
    return fold(one.name or "") == fold(other.name or "")


def _is_nobody(player: "Player") -> bool:
    return not player.fide_id and not player.name


def _card_notes(cards: "Sequence[RatedCard]", said: "Sequence[Note]") -> "Iterator[Note]":
    """Say how many cards name nobody, and once what is wrong with the lists."""
    from rating.assumptions import Note

    unnamed = sum(_is_nobody(card.card.player) for card in cards)
    if unnamed and len(cards) > 1:
        yield Note("month_unnamed", {"count": unnamed})
    if not any(note.code == "lists_unusable" for note in said):
        notes = (note for card in cards for note in card.notes if note.code == "lists_unusable")
        yield from islice(notes, 1)


def _called(player: "Player") -> str:
    name = player.name or "?"
    return f"{name} ({player.fide_id})" if player.fide_id else name


def _chosen(
    periods: "Sequence[Period]", wanted: "datetime | None", official: int | None
) -> "Sequence[Period]":
    """Return the periods of the list that is wanted; a published rating needs just one."""
    from scraper.errors import NoSuchPeriod, OfficialForOnePeriod

    if wanted is not None:
        month = wanted.date()
        lists = ", ".join(dict.fromkeys(f"{period.month:%Y-%m}" for period in periods))
        periods = [period for period in periods if period.month == month]
        if not periods:
            raise NoSuchPeriod(wanted=f"{month:%Y-%m}", lists=lists)
    count = sum(period.fide is not None for period in periods)
    if official is not None and count != 1:
        raise OfficialForOnePeriod(count=count)
    return periods


def _copy_notes(copies: "Sequence[Any]") -> "tuple[Note, ...]":
    from rating.assumptions import Note

    return tuple(
        Note("month_listed_twice", {"name": copy.tournament.name or copy.tournament.id or "?"})
        for copy in copies
    )
