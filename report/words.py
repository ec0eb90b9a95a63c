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

# What the federation calls its lists, in every language.
LIST_NAMES = {"ukd": "UKD", "uhs": "UHS", "uys": "UYS"}

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
    "stands_in": "new in this class: the standard rating stands in (FIDE 7.2.1)",
    "title": "{title}: a standard rating has been 2400 or more",
    "same_for_all": "the same for everybody under these rules",
    "top": "2400 or more",
    "junior": "born {birth_year}, a junior below 2300",
    "junior_listed": "born {birth_year} by FIDE's list of {month}: a junior below 2300",
    "junior_listed_national": "born {birth_year} by the federation's list of {month}: a junior below 2300",  # noqa: E501
    "games_listed": "{games} rated games in FIDE's lists up to {month}, no junior, and 2400 never seen",  # noqa: E501
    "birth_year_unknown": "unknown; assumed, since the birth year is not known either",
    "top_games_unknown": "unknown; assumed for 30 games played, with 2400 or more",
    "games_unknown": "unknown; assumed for 30 games played and never 2400",
}

# Where K comes from, as a table says it.
K_SOURCES = {
    "card": "printed",
    "option": "by hand",
    "list": "FIDE's list",
    "derived": "by the rules",
    "unknown": "assumed",
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
    "own_fide_listed": "The page has no FIDE rating of the player, or prints 0: {rating} is from FIDE's list of {month}.",  # noqa: E501
    "own_fide_differs": "The page prints the own FIDE rating {page}, FIDE's list of {month} has {listed}: the page's is used. Settle it with --fide.",  # noqa: E501
    "own_standard_stands_in": "No rating of the player for {assumed} in FIDE's list of {month}: the standard rating {rating} stands in (FIDE 7.2.1).",  # noqa: E501
    "own_national_listed": "The page has no national rating of the player, or prints 0: {rating} is from the federation's list of {month}.",  # noqa: E501
    "own_national_by_name": "The page gives no national rating of the player: {rating} is from the federation's list of {month}, where the player was found by name, which is a guess. Settle it with --ukd.",  # noqa: E501
    "national_list_of_other_month": "The federation's list of {wanted} is not imported; that of {month} was used.",  # noqa: E501
    "opponents_listed": "Opponents without a FIDE rating on the page, or with 0, whom FIDE's list of {month} rates: {count}.",  # noqa: E501
    "opponents_standard": "Opponents unrated in this class whose standard rating stands in, by FIDE's list of {month} (FIDE 7.2.1): {count}.",  # noqa: E501
    "opponents_national_listed": "Opponents without a UKD on the page, or with 0, who have one in the federation's list of {month}: {count}.",  # noqa: E501
    "opponents_without_ids": "Opponents without a rating and without a FIDE id on the page, so that the imported lists could not be asked: {count}. A starting rank has the ids: give --start-list (rate, next), or the link in place of a saved page.",  # noqa: E501
    "list_of_other_month": "FIDE's list of {wanted} is not imported; that of {month} was used.",
    "list_rows_unread": "Rows of the list that could not be read, and were left out: {count}.",
    "list_values_unread": "Values of the list that are no numbers in the range of a rating, and were left out: {count}.",  # noqa: E501
    "lists_unusable": "The imported rating lists were not used. {why}",
    "k_not_of_rules": "By these rules K is one of {known}; {k}, given by hand, is used all the same.",  # noqa: E501
    "below_floor": "{rating} is below {floor}, the lowest rating of FIDE's lists: the player is unrated from the next list on.",  # noqa: E501
    "no_list_yet": "FIDE has rated rapid and blitz since {since}: this is by its first rules for {assumed}.",  # noqa: E501
    "k_not_used": "The card prints K {k}; --k {given} is used only where the card prints none.",
    "k_lowered": "K is {k} instead of {from}: {games} games times K would be more than 700 ({article}).",  # noqa: E501
    "k_may_be_lowered": "More than {most} rated games in one month, all tournaments together, lower K {k} ({article}).",  # noqa: E501
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
    "month_end_unknown": "The last day is unknown: {day} is taken, the first one. It decides which list the event enters.",  # noqa: E501
    "month_in_progress": "Not over before {day}; the list is the one after the announced end.",
    "month_games_open": "Games without a result yet, which will change the sums: {count}.",
    "month_listed_twice": "{name} was given twice, and is counted once.",
    "month_unnamed": "Pages that name no player, taken to be of this one: {count}.",
    "month_base_assumed": "The rating of the list of {month} is not known: {rating} is taken, that of the last event.",  # noqa: E501
    "month_k_differs": "The events have different K ({ks}); {k} is used for all, the K of the list before, as far as it is known.",  # noqa: E501
    "month_ratings_differ": "The events show different own ratings of the list of {month}: {ratings}. Each is rated with its own.",  # noqa: E501
    "month_one_point": "FIDE's list can differ by 1, mostly after corrections of the starting rating.",  # noqa: E501
    "month_raised_list": "With the list of March 2024 FIDE raised all ratings below 2000 by 0.4 × (2000 − rating): {rating} became {raised}.",  # noqa: E501
    "month_raised_base": "The own rating {rating} is from before March 2024, when FIDE raised ratings below 2000: the change is added to {raised}.",  # noqa: E501
    "month_raised_events": "Events that began before March 2024 are rated with the ratings from before FIDE's increase.",  # noqa: E501
    "month_near_standard": "With the list of October 2022 rapid and blitz ratings more than 100 below the standard rating became standard − 100: not worked out here.",  # noqa: E501
    "month_ukd_rounding": "Unknown whether the national list cuts off after each event or once; the month of its events is taken to be FIDE's.",  # noqa: E501
    "month_ukd_k": "k is {k} for all events, by {rating}, the rating of the last list.",
    "official_games": "FIDE rated {listed} games for this list, {games} are here: an event is missing, or one entered another list.",  # noqa: E501
    "official_other_event": "Another event may have entered the list of {month}, or one of these another list.",  # noqa: E501
    "official_k": "With K {k} the change comes out as {change}.",
    "official_k_unknown": "K is a guess here; --k settles it.",
    "official_one_point": "A single point is mostly a correction, or rounding.",
    "official_correction": "FIDE may have started from a corrected rating instead of {rating}.",
    "unrated_left_out": "Games against unrated opponents, left out: {count}.",
    "first_zero": "Event {event}: left out, because a first event without a point against rated opponents is disregarded (FIDE {article}).",  # noqa: E501
    "first_falls_short": "Event {event}: left out, because a first event needs at least one point against rated opponents, and of those at least {opponents} (FIDE {article}).",  # noqa: E501
    "first_too_old": "Event {event}: left out, because only the last {periods} months are pooled, that of the last event among them.",  # noqa: E501
    "first_below_floor": "{value} is below {floor}: FIDE publishes no rating below that.",
    "first_at_most": "A first rating is at most {maximum}.",
    "first_from_standard": "In rapid and blitz a standard rating stands in for a missing one, the player's own and the opponents'.",  # noqa: E501
    "first_unsure": "No public source settles every detail of these rules: the first rating may differ.",  # noqa: E501
    "norm_not_standard": "No norm and no title here: only standard games and ratings count (Title Regulations 0.5).",  # noqa: E501
    "norm_not_rated": "No norm here: the page says that FIDE does not rate this tournament (Title Regulations 1.4).",  # noqa: E501
    "norm_ask": "What stands on no page is unknown here, and left out of the judgement: ask the arbiter.",  # noqa: E501
    "norm_rules_unknown": "The rules of that time are not known here, but for the performance; those since {day} are.",  # noqa: E501
    "norm_unrated_unknown": "Opponents without a rating: {count}. How they counted in the rules of that time is not known here, so there is no performance.",  # noqa: E501
    "norm_exempt": "The rules on federations do not hold in national championships, zonals, and Swiss events with enough foreign players (1.4.3). Settle it with --exempt or --no-exempt.",  # noqa: E501
    "norm_rounds_unknown": "How many rounds the tournament has is not known: the rounds here are taken for all. Settle it with --rounds.",  # noqa: E501
    "norm_federation_missing": "The player's own federation is not known, so the federations of the opponents cannot be judged.",  # noqa: E501
    "norm_federations_unknown": "Opponents whose federation is not known: {count}.",
    "norm_ratings_unknown": "Opponents whose FIDE rating is not known: {count}; without it there is no average.",  # noqa: E501
    "norm_not_all_tried": "There are more ways to leave out games than the {count} that were compared: a better one is possible.",  # noqa: E501
    "norm_left_out": "Games uploaded as not to be rated, left out: {count}.",
    "norm_conditions": "All conditions of a norm, and the options for what no page tells of them: tnrate norm SOURCE.",  # noqa: E501
    "title_rating": "A title's rating counts once it is reached, also inside a tournament; FIDE confirms it when the month's events are rated (1.5.3a). CM, FM, WCM and WFM take 30 rated games (1.3).",  # noqa: E501
    "first_ukd_unsure": "The formula of the first UKD is not public: this is the mean of the events' performances above 1000, as in 2010 to 2012. That {games} games are enough is likely, not sure.",  # noqa: E501
    "first_ukd_none": "None of the events' performances is above {floor}.",
    "formula_not_fide": "FIDE rates by its table 8.1.2, not by this formula.",
    "pools_differ": "Numbers of different rating pools (FIDE, a federation, a server) are not comparable.",  # noqa: E501
    "no_games": "Without a game the rating stays, and RD grows with the rating periods that pass.",
    "lichess_constants": "The constants are those of lichess's public code, and lichess changes them at times. Source: {source}",  # noqa: E501
    "absent_shown": "Left out of round {round}, because the site shows them as absent or with a requested bye: {count}.",  # noqa: E501
    "absent_assumed": "Nobody is shown as absent from the next round; whoever missed round {round} without a point is taken to be: {count}.",  # noqa: E501
    "absent_unknown": "Nobody is shown as absent from the next round, and nobody missed the newest one: all are taken to play.",  # noqa: E501
    "own_absence": "The player missed round {round}; it is assumed that the next one is played.",
    "own_game_open": "The player's own game is still open: the changes do not have its result yet.",
    "no_engine": "No engine that pairs is installed (pip install 'tnrate[pairings]', or bbpPairings on the PATH): these are the players with the same points who were not met yet, without probabilities.",  # noqa: E501
    "pairings_accelerated": "⚠ Round 1 was paired inside the halves of the field: accelerated pairings. The prediction does not hold for them.",  # noqa: E501
    "pairings_differ": "⚠ Of round {round} the engine pairs {same} of {boards} boards as the event did: another system, or by hand. The prediction does not hold.",  # noqa: E501
    "draws_assumed": "Open games end by the expected score of table 8.1.2, with an assumed share of draws, in per cent by the average rating ({rates}). Settle it with --draw-rate.",  # noqa: E501
    "draws_by_hand": "Open games end by the expected score of table 8.1.2, with the given share of draws: {percent} %.",  # noqa: E501
    "open_unrated": "Open games with an unrated player, taken for equal: {count}.",
    "simulation_settled": "Stopped after {runs} simulations: every probability is known to within 5 points.",  # noqa: E501
    "simulation_interrupted": "Interrupted: this is what {runs} simulations gave.",
    "simulation_process_ended": "⚠ A process that pairs was ended from outside: this is what {runs} simulations gave.",  # noqa: E501
    "trf_open": "Games without a result, whose field is blank: {count}. Pairing programs need them.",  # noqa: E501
    "engine_rules": "{engine} pairs by the Dutch system until 31 January 2026; its downfloats of absentees are put right for the rules since then.",  # noqa: E501
    "opposition_mean": "Rounds to come without a known opponent: {count}. {system} {rating} is taken, the average of the opponents so far. Settle it with --opposition, or --opposition-ukd.",  # noqa: E501
    "opposition_own": "Rounds to come without a known opponent: {count}. {system} {rating} is taken, the own rating, because no opponent so far has one. Settle it with --opposition, or --opposition-ukd.",  # noqa: E501
    "outlook_rounds_unknown": "How many rounds the tournament has is not known: only paired games are looked at. Settle it with --rounds.",  # noqa: E501
    "demo": "This is the bundled event; everybody in it is invented.",
    "event_by_ranking": "The pages at hand do not have the games of round {rounds}: the figures are those of the site's ranking, and there is no UKD.",  # noqa: E501
    "event_rounds_missing": "The pages at hand do not have the games of round {rounds}: they are not in the figures.",  # noqa: E501
    "event_not_begun": "No round is paired yet: nothing changes so far.",
    "event_strangers": "Rows of the other pages that fit nobody in the list, left out: {count}.",
    "event_ranking_unread": "The site's ranking could not be read, so nothing is compared with it. {why}",  # noqa: E501
    "event_fide_from_rtg": "Players whose FIDE rating, or an opponent's, is taken from the column Rtg, which can hold the national or the higher one: {count}.",  # noqa: E501
    "event_national_from_rtg": "Players whose UKD, or an opponent's, is taken from the column Rtg, which is often the FIDE rating: {count}.",  # noqa: E501
    "event_unrated": "Players without a FIDE rating, and so without a FIDE change: {count}.",
    "event_own_listed": "Players without a FIDE rating on the pages, or with 0, whom FIDE's imported list rates: {count}.",  # noqa: E501
    "event_own_differs": "Players whose FIDE rating is another one in FIDE's imported list; the page's is used: {count}.",  # noqa: E501
    "event_stands_in": "Players unrated in this class, whose standard rating stands in (FIDE 7.2.1): {count}.",  # noqa: E501
    "event_national_listed": "Players without a UKD on the pages, or with 0, who have one in the federation's imported list: {count}.",  # noqa: E501
    "event_national_by_name": "Players whose UKD is from the federation's list by name alone, which is a guess: {count}.",  # noqa: E501
    "event_k_unknown": "Players whose K is unknown and assumed, marked with “?”: {count}. An imported FIDE list settles most of them.",  # noqa: E501
    "event_below_floor": "Players whose new rating is below the lowest one of FIDE's lists, so that they are unrated from the next list on: {count}.",  # noqa: E501
    "event_k_lowered": "Players whose K is lowered, since games times K would be more than 700 ({article}): {count}.",  # noqa: E501
    "event_k_not_used": "Players whose K the site prints; --k is used only for the others: {count}.",  # noqa: E501
    "event_k_limit": "More rated games in one month, all tournaments together, can lower K: games times K are at most 700 ({article}).",  # noqa: E501
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
    "new_rating": "New",
    "k_source": "K is",
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
    "published_games": "n of the ranking against the games",
    "published_score": "w of the ranking against the games",
    "published_expected": "we of the ranking against the games",
    "published_k": "K of the ranking against the rules",
    "published_total": "rtg+/- of the ranking against the games",
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

# The conditions of a norm; {titles} are those of which the opponents must have enough.
CONDITIONS = {
    "standard": "Standard time control",
    "rated": "Rated by FIDE",
    "rounds_a_day": "Rounds a day",
    "thinking_time": "Minutes for 60 moves",
    "games": "Games",
    "foreign": "Foreign federations",
    "own_federation": "Opponents of own federation",
    "one_federation": "Opponents of one federation",
    "holders": "Title holders (not CM, WCM)",
    "required": "Of them {titles}",
    "players": "Players",
    "average": "Average of opponents",
    "score": "Points, 35 %",
    "performance": "Performance",
}

NORM_STATES = {
    "met": "met",
    "possible": "still possible",
    "unknown": "unknown",
    "not_met": "not met",
}

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

# Where the rating comes from that the change of a period is added to.
BASES = {
    "list": "FIDE's list of {month}",
    "event": "the own rating in the last event, of the list of {month}",
    "expected": "what is expected of the list of {month}",
    "assumed": "the own rating in the last event, of the list of {month}; assumed",
}

# The same where the rating of an event is a standard one.
STANDARD_BASES = BASES | {
    "event": "the standard rating of the list of {month}, which stands in (FIDE 7.2.1)",
    "assumed": "the standard rating of the list of {month}, which stands in (FIDE 7.2.1); assumed",
}

# Which of FIDE's rating lists.
LIST_KINDS = TIME_CONTROLS | {"combined": "standard, rapid and blitz", "ukd": "UKD, UHS and UYS"}


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
        "a name or a FIDE id",
        "UKD, UHS or UYS",
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
