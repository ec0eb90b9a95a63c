"""Norms and titles of one player: `norm`."""

from typing import Any

import click

from commands import options
from commands.running import gathering, output_in


@click.command()
@click.argument("source")
@options.player
@options.norm
@options.start_list
@options.by_hand
@options.fetching
@options.calculated
def norm(  # noqa: PLR0913 - one parameter an option
    *,
    source: str,
    title: tuple[str, ...],
    event: str | None,
    exempt: bool | None,
    rounds: int | None,
    as_json: bool,
    lang: str | None,
    explains: bool,
    **choices: Any,
) -> None:
    """Show how a player stands to norms and titles.

    Each condition of the FIDE Title Regulations is told: met, not met, still possible, or unknown.
    Without --title, the norms above the player's title; women's titles for women.

    \b
    tnrate norm "https://chess-results.com/tnr1234567.aspx?art=9&snr=12"
    tnrate norm 1234567 --player "sahin irem" --title WGM
    """
    from commands.rating_cards import rated_card
    from rating.norm_card import norms_of_card

    fetching = options.taken_for_fetching(choices)
    with (
        output_in(lang, as_json, explains=explains) as out,
        gathering(out, **fetching) as gatherer,
    ):
        rated = rated_card(source, gatherer, out.words, **choices)
        titles, form = options.norm_titles(title), options.event_form(event)
        out.norms(norms_of_card(rated, titles, form, exempt, rounds))
