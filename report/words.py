"""The sentences of the program, by code, and their translation.

English stands here (and in scraper/errors.py, for refusals) as the key; Turkish in
locale/tr/LC_MESSAGES/tnrate.po. Codes are stable, sentences are not.
"""

import gettext
import locale
import os
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Protocol, cast

LANGUAGES = ("en", "tr")
_DOMAIN = "tnrate"
_LOCALE = Path(__file__).parent / "locale"
_MINUS = "\u2212"

REASONS = {
    "unrated": "unrated",
    "forfeit": "forfeit",
    "bye": "bye",
    "not_paired": "not paired",
    "pending": "to play",
    "own_rating_missing": "own rating?",
    "own_unrated": "no rating",
    "opponent_rating_missing": "rating?",
    "result_not_rated": "not rated",
    "gap_600": "gap 600+",
}

K_REASONS = {
    "printed": "printed on the card",
    "by_hand": "given by hand",
    "listed": "FIDE's list of {month}",
    "same_for_all": "the same for everybody under these rules",
    "top": "2400 or more (FIDE 8.3.3)",
    "junior": "born {birth_year}, a junior below 2300 (FIDE 8.3.3)",
    "junior_listed": "born {birth_year} by FIDE's list of {month}: a junior below 2300 (FIDE 8.3.3)",  # noqa: E501
    "birth_year_unknown": "unknown; assumed, since the birth year is not known either",
    "games_unknown": "unknown; assumed for 30 games played and never 2400",
}

NOTES = {
    "time_unknown": "Time control unknown: {assumed} assumed. Settle it with --time.",
    "time_from_name": "Time control unknown: {assumed} assumed, because the tournament's name says so. Settle it with --time.",  # noqa: E501
    "start_from_update": "Start date unknown: the rules of {assumed} assumed, the day of the last update. Settle it with --on.",  # noqa: E501
    "start_unknown": "Start date unknown: the rules of {assumed} assumed, today. Settle it with --on.",  # noqa: E501
    "rated_unknown": "Unknown whether the tournament is rated: the page does not show its details.",
    "not_rated_fide": "The page says that FIDE does not rate this tournament: the FIDE change is what it would be.",  # noqa: E501
    "not_rated_national": "The page says that the tournament does not count for the national rating: the UKD change is what it would be.",  # noqa: E501
    "rules_unsure": "No public source settles every case of these rules: single games may differ.",
    "long_event": "The tournament lasts more than {days} days: FIDE rates it in parts, each with its own list.",  # noqa: E501
    "fide_own_unrated": "No FIDE change: the player is unrated (the page prints 0). If that is wrong, give --fide.",  # noqa: E501
    "fide_own_missing": "No FIDE change: the page does not give the player's FIDE rating. Settle it with --fide.",  # noqa: E501
    "ukd_own_unrated": "No UKD change: the player has no national rating (the page prints 0).",
    "ukd_own_missing": "No UKD change: the page does not give the player's national rating. Settle it with --ukd.",  # noqa: E501
    "own_by_hand": "The own rating is the one given by hand.",
    "own_fide_from_rating": "The page does not say which list the own rating {rating} is from; it is taken as FIDE's.",  # noqa: E501
    "own_national_from_rating": "The page does not say which list the own rating {rating} is from; it is taken as the UKD.",  # noqa: E501
    "fide_from_rtg": "The opponents' FIDE ratings come from the column Rtg, which can hold the national or the higher one.",  # noqa: E501
    "national_from_rtg": "The opponents' UKD is taken from the column Rtg, which is often the FIDE rating: uncertain.",  # noqa: E501
    "national_from_starting_rank": "The opponents' UKD comes from the starting rank, by start number.",  # noqa: E501
    "national_1000": "A national rating of 1000 can be a default instead of an earned one.",
    "not_turkish": "The national rating is that of {federation}, not the Turkish UKD; by the UKD's rules it would change by {change}.",  # noqa: E501
    "ukd_estimate": "The UKD is an estimate: the federation's procedure is not public.",
    "k_unknown": "K is unknown: {k} assumed. It is {new} for fewer than 30 games and for juniors, 10 once 2400 was reached. Settle it with --k.",  # noqa: E501
    "list_of_other_month": "FIDE's list of {wanted} is not imported; that of {month} was used.",
    "lists_unusable": "The imported rating lists were not used. {why}",
    "k_not_used": "The card prints K {k}; --k {given} is used only where the card prints none.",
    "k_lowered": "K is {k} instead of {from}: {games} games times K would be more than 700 (FIDE 8.3.3).",  # noqa: E501
    "k_may_be_lowered": "More than {most} rated games in one month, all tournaments together, lower K {k} (FIDE 8.3.3).",  # noqa: E501
    "rounds_open": "Not in the totals yet, because the result is not in: round {rounds}.",
    "opponents_unlisted": "{count} opponents are not in the starting rank under their number and name.",  # noqa: E501
    "points_from_tb": "The page has no column of points: they are taken from {column}.",
    "columns_unread": "Columns that tnrate does not know, and did not read: {columns}.",
    "colours_assumed": "The page does not mark the colours: White at home on the odd boards is assumed.",  # noqa: E501
    "colours_unread": "The letters of the colours are not known in this language: choose English on the site.",  # noqa: E501
    "no_table": "The page has no table: nothing is published there yet.",
    "other_title": "One of the pages is of “{title}”: is it the same tournament?",
    "nothing_compared": "The pages have nothing in common that could be compared.",
    "no_rows": "The table of the page has no rows.",
    "search_form": "This is the search form of the site, not what it found.",
    "site_says": "The site says: “{message}”",
    "list_cut": "The list stops at 150 rows, where the site cuts lists: players may be missing.",
    "start_list_unread": "The starting rank could not be read, so ratings may be missing. {why}",
    "offline": "Offline: nothing was fetched; the pages are up to {age} old.",
    "stale": "Not up to date: a page of {age} ago is shown, because the newest could not be read. {why}",  # noqa: E501
    "store_unusable": "The store of fetched pages cannot be used, so every page is fetched anew. TNRATE_HOME names another folder for it.",  # noqa: E501
    "unrated_left_out": "Games against unrated opponents, left out: {count}.",
    "first_zero": "Event {event}: left out, because a first event without a point against rated opponents is disregarded (FIDE {article}).",  # noqa: E501
    "first_falls_short": "Event {event}: left out, because a first event needs at least one point against rated opponents, and of those at least {opponents} (FIDE {article}).",  # noqa: E501
    "first_too_old": "Event {event}: left out, because only the last {periods} months are pooled, that of the last event among them.",  # noqa: E501
    "first_below_floor": "{value} is below {floor}: FIDE publishes no rating below that.",
    "first_at_most": "A first rating is at most {maximum}.",
    "first_from_standard": "In rapid and blitz a standard rating stands in for a missing one, the player's own and the opponents'.",  # noqa: E501
    "first_unsure": "No public source settles every detail of these rules: the first rating may differ.",  # noqa: E501
    "formula_not_fide": "FIDE rates by its table 8.1.2, not by this formula.",
    "pools_differ": "Numbers of different rating pools (FIDE, a federation, a server) are not comparable.",  # noqa: E501
    "no_games": "Without a game the rating stays, and RD grows with the rating periods that pass.",
    "lichess_constants": "The constants are those of lichess's public code, and lichess changes them at times. Source: {source}",  # noqa: E501
    "demo": "This is the bundled event; everybody in it is invented.",
}

CHECKS = {
    "published_change": "⚠ Round {round}: the page prints a change of {site}, we find {ours}.",
    "published_expected": "⚠ Round {round}: the page expects {site}, we find {ours}.",
    "published_total": "⚠ The page prints a total change of {site}, we find {ours}.",
    "points": "⚠ The page prints {site} points, the rounds add up to {ours}.",
}

CHECK_HINT = "The reason can be another rating list, other rules (--time, --on), or a page that changed while it was read."  # noqa: E501

VIEWS = {
    "card": "a player's card",
    "startlist": "a starting rank",
    "alphabetical": "an alphabetical list",
    "ranking": "a ranking",
    "crosstable": "a crosstable",
    "pairings": "the pairings of a round",
    "notpaired": "who was not paired",
    "schedule": "the playing schedule",
    "statistics": "statistics",
    "teamlist": "a starting rank of teams",
    "teamranking": "a ranking of teams",
    "teampairings": "matches of teams",
    "boardpairings": "the boards of the matches",
    "composition": "teams with their players",
    "bestplayers": "the best players",
    "playerlist": "the players of a team event",
    "tournament_search": "tournaments found",
    "player_search": "players found",
    "form": "a search form",
    "missing": "no such tournament",
    "empty": "no table",
    "other": "something that tnrate has no name for",
}

# The heads of the columns of `read`, by field; a number follows "r" (a round), "v" (an opponent)
# and "tb".
COLUMNS = {
    "rank": "Rank",
    "start_number": "No.",
    "name": "Name",
    "sex": "Sex",
    "type": "Type",
    "group": "Group",
    "federation": "FED",
    "national": "National",
    "club": "Club/City",
    "team": "Team",
    "board": "Board",
    "points": "Points",
    "games": "Games",
    "score": "Score",
    "expected": "Expected",
    "change": "Change",
    "captain": "Captain",
    "round": "Rd",
    "date": "Date",
    "time": "Time",
    "result": "Result",
    "kind": "Kind",
    "colour": "Colour",
    "match": "Match",
    "home": "Home",
    "away": "Away",
    "home_score": "Res",
    "away_score": "Res",
    "white_name": "White",
    "black_name": "Black",
    "opponent_name": "Opponent",
    "opponent_points": "Opponent's points",
    "id": "Tournament no.",
    "tournament": "Tournament",
    "tournament_id": "Tournament no.",
    "last_update": "Last update",
    "start": "From",
    "end": "To",
    "location": "Location",
    "time_control": "Time control",
    "state": "State",
    "rounds": "Rounds",
    "players": "Players",
    "fide_event_id": "FIDE event",
    "tb": "TB{number}",
    "r": "Rd {number}",
}

# Those that are the same in every language.
COLUMN_SIGNS = {
    "title": "",
    "fide_id": "FIDE-ID",
    "rating": "Rtg",
    "fide": "FIDE",
    "performance": "Rp",
    "difference": "±",
    "k": "K",
    "percent": "%",
    "rating_average": "Ø Rtg",
    "wins": "+",
    "draws": "=",
    "losses": "-",
    "match_points": "MP",
    "v": "{number}",
}

FACT_CHECKS = {
    "row_total": "Points against the rounds",
    "row_games": "Games against the rounds",
    "change_total": "Total change against the rounds",
    "mutual": "Cells against the opponents' cells",
    "board_total": "Matches against their boards",
    "paired_once": "Players paired once a round",
    "rating_difference": "Score minus expected score",
    "rating_change": "Change against K and difference",
    "crosstable_round": "Crosstable against the round's page",
    "card_crosstable": "Crosstable against the card",
    "notpaired_crosstable": "Crosstable against the not-paired grid",
    "ranking_points": "Points of the crosstable against the ranking",
}

KINDS = {
    "game": "game",
    "forfeit_win": "won by forfeit",
    "forfeit_loss": "lost by forfeit",
    "double_forfeit": "forfeited by both",
    "bye": "bye",
    "half_bye": "half-point bye",
    "not_paired": "not paired",
    "pending": "to play",
}

# What can happen to somebody who is followed, as the title of a notice says it.
HAPPENINGS = {
    "pairing": "pairing",
    "pairing_changed": "pairing changed",
    "pairing_withdrawn": "pairing withdrawn",
    "not_paired": "no game",
    "result": "result",
    "result_corrected": "result corrected",
    "rating_corrected": "rating corrected",
    "round_finished": "round finished",
    "renumbered": "start number changed",
    "withdrawn": "no longer in the list",
    "event_finished": "tournament finished",
    "event_incomplete": "results missing",
    "event_missing": "tournament gone from the site",
    "baseline": "first look",
}

PHASES = {
    "before": "not started",
    "pairing_awaited": "pairing awaited",
    "playing": "playing",
    "late_results": "results still to come",
    "settling": "finished; corrections are awaited",
    "finished": "finished",
    "incomplete": "over, results missing",
    "missing": "gone from the site",
}

# A played game by its score.
OUTCOMES = {"1": "won", "0.5": "drew", "0": "lost"}

COLOURS = {"white": "White", "black": "Black"}

SCENARIOS = {"win": "Win", "draw": "Draw", "loss": "Loss"}

# What `follow` says of itself.
FOLLOWING = {
    "over": "All events are over.",
    "reader": "Process {holder} follows already; here you see what it tells.",
    "waits": "All events are over; notices still wait for their channels, and are kept.",
    "began": "Following. Players: {players}, tournaments: {events}.",
    "nobody": "Nobody is followed any more.",
    "took_over": "The other process has ended; this one follows now.",
}

AGES = {
    "seconds": "{count} s",
    "minutes": "{count} min",
    "hours": "{count} h",
    "days": "{count} days",
}

TIME_CONTROLS = {"standard": "standard", "rapid": "rapid", "blitz": "blitz"}

# Which of FIDE's rating lists.
LIST_KINDS = TIME_CONTROLS | {"combined": "standard, rapid and blitz"}


# Words that refusals carry as facts.
FACTS = {
    text: text
    for text in (
        "The page",
        "The standard input",
        "the player",
        "a PDF file",
        "a picture",
        "packed data",
        "binary data",
        "an old Excel or Word file",
        "a file that is no Excel export of the site",
        "there is no such file",
        "it is a folder",
    )
}


# Only these facts are words of ours; what a person typed and what a page says stay as they are.
_FACTS_BY_NAME: dict[str, dict[str, str]] = {
    "assumed": TIME_CONTROLS,
    "kind": FACTS,
    "name": FACTS,
    "reason": FACTS,
    "view": VIEWS,
    "what": FACTS,
}


class Refusal(Protocol):
    """What the words need of a refusal."""

    code: str
    text: str
    hint: str
    facts: dict[str, object]


class Words:
    """Sentences and numbers in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        languages = [language] if language != "en" else []
        self._catalogue = gettext.translation(_DOMAIN, _LOCALE, languages, fallback=True)

    def __call__(self, text: str, **facts: object) -> str:
        """Translate a template and fill it."""
        template = self._catalogue.gettext(text) if text else ""
        return template.format(**facts) if facts else template

    def note(self, code: str, facts: dict[str, object]) -> str:
        """Say a note."""
        return self(NOTES[code], **self._translated(facts))

    def refusal(self, error: Refusal) -> str:
        """Say what was met."""
        return self(error.text, **self._translated(error.facts))

    def hint(self, error: Refusal) -> str:
        """Say what the person can do."""
        return self(error.hint, **error.facts)

    def signed(self, value: Decimal) -> str:
        """Write a change with its sign and two decimals, in the language's own way."""
        text = f"{abs(value):.2f}"
        sign = "" if text == "0.00" else ("+" if value > 0 else _MINUS)
        return sign + self.localised(text)

    def whole(self, value: int) -> str:
        """Write a whole number with a real minus sign."""
        return f"{_MINUS if value < 0 else ''}{abs(value)}"

    def points(self, value: Decimal) -> str:
        """Write points with ½."""
        whole, half = divmod(value, 1)
        if half not in (0, Decimal("0.5")):
            return self.localised(str(value))
        return f"{whole if whole or not half else ''}{'½' if half else ''}"

    def decimal(self, value: Decimal) -> str:
        """Write an expected score with two decimals."""
        return self.localised(f"{value:.2f}")

    def day(self, day: date | None) -> str:
        """Write a date in the language's own way; nothing for None."""
        if day is None:
            return ""
        return f"{day:%d.%m.%Y}" if self.language == "tr" else day.isoformat()

    def age(self, age: timedelta) -> str:
        """Write an age in the greatest unit that says enough."""
        seconds = max(0, round(age.total_seconds()))
        if seconds < 60:
            return self(AGES["seconds"], count=seconds)
        if seconds < 3600:
            return self(AGES["minutes"], count=seconds // 60)
        if seconds < 48 * 3600:
            return self(AGES["hours"], count=seconds // 3600)
        return self(AGES["days"], count=seconds // 86_400)

    def localised(self, text: str) -> str:
        """Write a decimal with the language's own point."""
        return text.replace(".", ",") if self.language == "tr" else text

    def _translated(self, facts: dict[str, object]) -> dict[str, object]:
        return {name: self._fact(name, value) for name, value in facts.items()}

    def _fact(self, name: str, value: object) -> object:
        if isinstance(value, Decimal):
            return self.signed(value)
        if isinstance(value, date):
            return self.day(value)
        if isinstance(value, timedelta):
            return self.age(value)
        if isinstance(value, Exception) and hasattr(value, "facts"):
            return self.refusal(cast("Refusal", value))
        known = _FACTS_BY_NAME.get(name, {})
        return self(known[value]) if isinstance(value, str) and value in known else value


def language_of_environment() -> str:
    """Return "tr" where the locale is Turkish, else "en"."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        value = os.environ.get(name)
        if value:
            return _supported(value)
    return _supported(locale.getlocale()[0] or "")


def _supported(name: str) -> str:
    return "tr" if name.lower().startswith("tr") else "en"
