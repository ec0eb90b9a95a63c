"""One player's facts, gathered and rated: what every command that rates somebody begins with."""

from typing import TYPE_CHECKING, Any

from commands.running import chooser, notes_on_fetching, today

if TYPE_CHECKING:
    from datetime import datetime

    from commands.listed import Lists
    from rating.assumptions import Note, Settings
    from rating.card import RatedCard
    from report.words import Words
    from scraper.gather import CardFacts, Gatherer
    from scraper.model import Opponent


def rated_card(  # noqa: PLR0913 - one parameter an option
    source: str,
    gatherer: "Gatherer",
    words: "Words",
    *,
    player: str | None = None,
    start_list: str | None = None,
    next_opponent: "Opponent | None" = None,
    notes: "tuple[Note, ...]" = (),
    **by_hand: Any,
) -> "RatedCard":
    """Gather the facts of one player and rate them; `by_hand` are the options of that name.

    Raises the refusals of links, pages and names.
    """
    from commands.listed import Lists

    settings = settings_of(**by_hand)
    lists = Lists()
    facts: CardFacts = gatherer.card(
        source, player, start_list, chooser(words), with_ids=lists.want_ids(settings)
    )
    return rated_facts(facts, gatherer, lists, settings, next_opponent, notes)


def rated_facts(
    facts: "CardFacts",
    gatherer: "Gatherer",
    lists: "Lists",
    settings: "Settings",
    next_opponent: "Opponent | None" = None,
    notes: "tuple[Note, ...]" = (),
) -> "RatedCard":
    """Rate a card with what the imported lists add, and note what could not be had."""
    from dataclasses import replace

    from rating.assumptions import Note
    from rating.card import rate_card

    found = lists.of(facts, settings)
    rated = rate_card(
        found.card, facts.tournament, today(), settings, next_opponent,
        listed=found.own, listed_national=found.national,
    )  # fmt: skip
    notes = (*found.notes, *notes)
    if facts.unlisted:
        notes = (*notes, Note("opponents_unlisted", {"count": facts.unlisted}))
        if facts.cut:
            notes = (*notes, Note("list_cut"))
    if facts.unread is not None:
        notes = (*notes, Note("start_list_unread", {"why": facts.unread}))
    return replace(rated, notes=rated.notes + notes + notes_on_fetching(gatherer))


def settings_of(
    k: int | None = None,
    fide: int | None = None,
    ukd: int | None = None,
    time_control: str | None = None,
    on: "datetime | None" = None,
) -> "Settings":
    """Return what the options of a command settle by hand."""
    from rating.assumptions import Settings
    from scraper.model import TimeControl

    return Settings(
        k=k,
        fide=fide,
        national=ukd,
        time_control=None if time_control is None else TimeControl(time_control),
        on=None if on is None else on.date(),
    )
