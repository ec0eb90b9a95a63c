"""The player's card (art=9): two tables, the facts and the rounds. Reference: sections 6 and 7.1.

Byes are known by the start number (-, -1, -2), never by the name: real players are called Bye, and
the Turkish bye is called "Tur", like the round.
"""

from decimal import Decimal

from scraper import vocabulary
from scraper.errors import CardWithoutRounds, NotACard, NotStarted, PageChanged, UnknownWords
from scraper.model import Colour, Kind, Opponent, Player, PlayerCard, Published, Round, Source
from scraper.page import Page
from scraper.tables import Row, Table, number, rating, whole
from scraper.views.kind import refuse, view_of
from scraper.views.results import COLOUR_BOXES, FORFEITS, SCORES, UNPLAYED

_NO_OPPONENT = frozenset({"-", "-1", "-2"})
_NOT_PAIRED = "-2"
# The result letter of the old layout and of the export; "s" is black in every language seen,
# "b" is white (beyaz) in the Turkish export.
_LETTERS = {"w": Colour.WHITE, "s": Colour.BLACK}
_TURKISH_LETTERS = _LETTERS | {"b": Colour.WHITE}


def read(page: Page) -> PlayerCard:
    """Read a card.

    Raises NotACard on any other view, NotStarted where the player is there and no round is
    paired, CardWithoutRounds where the rounds are missing, UnknownWords in an unknown language.
    """
    if view_of(page) != "card":
        if page.fact_words:
            raise UnknownWords(words=", ".join(page.fact_words[:3]))
        refuse(page, NotACard)
    language = vocabulary.language_of(
        [*page.fact_words, *(word for table in page.tables for word in table.header)]
    )
    player = _player(page)
    rounds = next(
        (t for t in page.tables if t.has("round", "result", "name", "start_number")), None
    )
    if rounds is None:
        if page.tables:
            raise UnknownWords(words=", ".join(filter(None, page.tables[-1].header)))
        if player.name and not {"points", "rank"} & page.facts.keys():
            raise NotStarted(name=player.name)
        raise CardWithoutRounds
    return PlayerCard(
        player=player,
        rounds=tuple(_rounds(rounds, language)),
        points=number(page.facts.get("points", ""), "points"),
        rank=whole(page.facts.get("rank", ""), "rank"),
        performance=rating(page.facts.get("performance", ""), "performance"),
        fide_change=number(page.facts.get("fide_change", ""), "FIDE rtg +/-"),
        language=language,
    )


def _player(page: Page) -> Player:
    facts = page.facts
    birth = facts.get("birth_year", "")
    return Player(
        start_number=whole(facts.get("start_number", ""), "start number"),
        name=facts.get("name") or None,
        title=facts.get("title") or None,
        federation=facts.get("federation") or None,
        fide_id=whole(facts.get("fide_id", ""), "FIDE id") or None,
        birth_year=int(birth[:4]) if birth[:4].isdecimal() and birth[:4] != "0" else None,
        club=facts.get("club") or None,
        rating=rating(facts.get("rating", ""), "rating"),
        fide=rating(facts.get("fide", ""), "rating international"),
        national=rating(facts.get("national", ""), "rating national"),
    )


def _rounds(table: Table, language: str) -> list[Round]:
    rounds = [_round(row, language) for row in table.rows if row.text("round")]
    if not rounds:
        raise CardWithoutRounds
    return rounds


def _round(row: Row, language: str) -> Round:
    round_number = row.whole("round")
    if round_number is None or not row.has("result"):
        raise PageChanged(what="round", met=" ".join(row.texts))
    start_number = row.text("start_number")
    colour, token = _colour_and_token(row.box("result"), row.text("result"), language)
    kind, score, rated = _outcome(token, start_number)
    board = row.text("board")
    return Round(
        round=round_number,
        kind=kind,
        score=score,
        board=int(board) if board.isdecimal() else board or None,
        colour=colour,
        opponent=None if start_number in _NO_OPPONENT else _opponent(row),
        published=_published(row),
        rated=rated,
    )


def _colour_and_token(box: str, text: str, language: str) -> tuple[Colour | None, str]:
    """Split a result cell into the colour and the bare result: "s ½", "- 1", "+ 1K"."""
    colour = COLOUR_BOXES.get(box)
    words = text.split()
    letters = _TURKISH_LETTERS if language == "tr" else _LETTERS
    if colour is None and words and words[0] in letters:
        colour = letters[words.pop(0)]
    elif len(words) == 2 and words[0] in ("-", "+"):
        words.pop(0)  # the placeholder of the colour, no sign
    return colour, " ".join(words)


def _outcome(token: str, start_number: str) -> tuple[Kind, Decimal | None, bool]:
    """Return what happened, the score for the card's player, and whether it may be rated."""
    if start_number in _NO_OPPONENT:
        if token in ("", "-"):
            return (Kind.NOT_PAIRED if start_number == _NOT_PAIRED else Kind.BYE), None, True
        score = SCORES.get(token.removesuffix("K"))
        if score is None:
            raise PageChanged(what="result", met=token)
        return UNPLAYED[score], score, True
    if token == "":
        return Kind.PENDING, None, True
    if token in FORFEITS:
        kind, score = FORFEITS[token]
        return kind, score, True
    score = SCORES.get(token.removesuffix("U"))
    if score is None:
        raise PageChanged(what="result", met=token)
    return Kind.GAME, score, not token.endswith("U")


def _opponent(row: Row) -> Opponent:
    fide = row.rating("fide")
    national = row.rating("national")
    return Opponent(
        start_number=row.whole("start_number"),
        name=row.text("name") or None,
        title=row.text("title") or None,
        federation=row.text("federation") or None,
        club=row.text("club") or None,
        points=row.number("points"),
        rating=row.rating("rating"),
        fide=fide,
        national=national,
        fide_source=None if fide is None else Source.CARD,
        national_source=None if national is None else Source.CARD,
    )


def _published(row: Row) -> Published | None:
    k = row.whole("k") or None  # 0 is the file's way of saying that K is unknown
    change, expected = row.number("change"), row.number("expected")
    if k is None and change is None and expected is None:
        return None
    return Published(k=k, change=change, expected=expected)
