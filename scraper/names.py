"""Finding a player by what a person types: any order, any case, with or without accents."""

import unicodedata
from collections.abc import Iterable, Sequence

from scraper.errors import PlayerAmbiguous, PlayerMissing
from scraper.model import Player

# Letters that Unicode does not decompose into a letter and an accent.
_PLAIN = str.maketrans(
    {"ı": "i", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
)
_MATCHES_SHOWN = 12


def fold(text: str) -> frozenset[str]:
    """Return the words of a name without accents, case, order and punctuation.

    "Şahin, İrem", "IREM SAHIN" and "irem şahin" fold to the same words.
    """
    return frozenset(plain_words(text))


def plain_words(text: str) -> list[str]:
    """Return the words of a text in order, without accents, case and punctuation."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in decomposed if not unicodedata.combining(c)).translate(_PLAIN)
    return "".join(c if c.isalnum() else " " for c in plain).split()


def matching(wanted: str, players: Iterable[Player]) -> list[Player]:
    """Return the players that a text fits: a start number, a FIDE id, or words of the name.

    A name that equals the text in full beats names that only contain it; then whole words beat
    beginnings of words.
    """
    wanted = wanted.strip()
    if wanted.isdecimal():
        return [p for p in players if int(wanted) in (p.start_number, p.fide_id)]
    words = fold(wanted)
    if not words:
        return []
    folded = [(player, fold(player.name or "")) for player in players]
    for fits in (
        lambda name: words == name,
        lambda name: words <= name,
        lambda name: begins(words, name),
    ):
        found = [player for player, name in folded if fits(name)]
        if found:
            return found
    return []


def begins(words: Iterable[str], name: Iterable[str]) -> bool:
    """Say whether each word is the beginning of a word of the name."""
    return all(any(part.startswith(word) for part in name) for word in words)


def find(wanted: str, players: Sequence[Player]) -> Player:
    """Return the one player that the text fits.

    Raises PlayerMissing for none, and PlayerAmbiguous with the list for several: never guesses.
    """
    found = matching(wanted, players)
    if not found:
        raise PlayerMissing(wanted=wanted)
    if len(found) > 1:
        lines = [f"  {describe(player)}" for player in found[:_MATCHES_SHOWN]]
        if len(found) > _MATCHES_SHOWN:
            lines.append("  …")
        raise PlayerAmbiguous(wanted=wanted, count=len(found), matches="\n".join(lines))
    return found[0]


def describe(player: Player) -> str:
    """Return one line that tells namesakes apart: start number, name, rating, club."""
    parts = [f"{player.start_number or '–'}", player.name or "", player.federation or ""]
    rating = player.rating or player.fide or player.national
    parts += [str(rating) if rating else "", player.club or ""]
    return "  ".join(filter(None, parts))
