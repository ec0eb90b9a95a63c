"""Norms for GM, IM, WGM and WIM: every condition of article 1.4, and the best choice of games.

Of more than nine rounds not all have to count (1.4.1): games that were won may be left out, and so
may those after a result that is already enough; each full point above what is needed counts as a
game more of the 27. All admissible choices are compared, and the best one is told with what it
leaves out. While rounds are to come, a condition that they can still fill is possible. What stands
on no page, as the rounds of a day, is unknown, and does not decide.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice

from rating import norm_rules as terms
from rating.conversion import percentage, rating_difference, round_half_up
from rating.first_rating import HALF
from rating.game import ZERO
from rating.norm_choices import DRAWN_UP, Choice, choices, has_granted, least_games
from rating.norm_facts import (
    Condition,
    Form,
    Norm,
    NormEvent,
    NormFigures,
    NormGame,
    Omitted,
    Opposition,
    Outlook,
    Raised,
    State,
)
from rating.norm_rules import NormLimits, NormRules, NormTitle, average_needed, norm_rules
from scraper.time_control import TimeControl

# Nobody has ever been rated as high: what asks for more of an opponent is out of reach.
HIGHEST_RATING = 2900
# More choices than any event of thirteen rounds has.
MOST_CHOICES = 5000


# Conditions that no page of an event tells, and what the page does not have to say.
_ASIDE = frozenset({"standard", "rated", "rounds_a_day", "thinking_time"})
# Conditions on the federations of the opponents, and all on who they are.
FEDERATIONS = frozenset({"foreign", "own_federation", "one_federation"})
_MIX = FEDERATIONS | {"holders", "required", "players"}


def norm(
    title: NormTitle, games: Sequence[NormGame], event: NormEvent, own_federation: str | None
) -> Norm:
    """Judge a norm by the best admissible choice of games, given in the order of the rounds."""
    rules = norm_rules(event.start)
    judge = _Judge(title, rules, event, own_federation)
    played = [one for one in games if one.score is not None]
    coming = [one for one in games if one.score is None]
    full = judge.judged(Choice(played, coming, event.unpaired))
    if not rules.known:
        return full
    if event.form in DRAWN_UP and _mix_fails(full):
        return full  # the whole event must make a norm possible (1.4.1f)
    others = choices(played, coming, event, rules.limits[title])
    tried = map(judge.judged, islice(others, MOST_CHOICES))
    best = max((full, *filter(_is_admissible, tried)), key=_worth)
    return best if next(others, None) is None else replace(best, all_tried=False)


def _mix_fails(norm: Norm) -> bool:
    return any(one.state is State.NOT_MET for one in norm.conditions if one.code in _MIX)


def _is_admissible(norm: Norm) -> bool:
    """Later games are left out after a result that is enough, and only then (1.4.1e)."""
    leaves_later = any(one.reason is Omitted.LATER for one in norm.left_out)
    return not leaves_later or all(
        norm.condition(code).state is State.MET for code in ("average", "score", "performance")
    )


def _worth(norm: Norm) -> tuple[int, ...]:
    """Order choices: the norm first, then what comes nearest, with the most games."""
    states = Counter(one.state for one in norm.conditions if one.code not in _ASIDE)
    order = (State.NOT_MET, State.UNKNOWN, State.POSSIBLE, State.MET)
    return (
        order.index(norm.state),
        -states[State.NOT_MET],
        norm.games_credited or 0,
        -states[State.UNKNOWN],
        -states[State.POSSIBLE],
        norm.to_come,
        -len(norm.left_out),
        0 if norm.figures is None else norm.figures.performance,
    )


@dataclass(frozen=True, slots=True)
class _Judge:
    """The conditions of one title in one event, for any choice of games."""

    title: NormTitle
    rules: NormRules
    event: NormEvent
    own: str | None

    @property
    def limits(self) -> NormLimits:
        return self.rules.limits[self.title]

    def judged(self, choice: Choice) -> Norm:
        """Judge one choice of games."""
        figures = self._figures(choice.kept)
        if self.rules.known:
            outlook = self._outlook(choice)
            conditions = (
                *self._of_the_event(),
                self._games(choice),
                *self._federations(choice),
                *self._titles(choice),
                *self._strength(choice, figures, outlook),
            )
        else:
            outlook = ()
            conditions = (*self._of_the_event(), *self._of_unknown_rules(choice, figures))
        state = _state_of(conditions)
        if state is State.MET and any(one.reason is Omitted.IF_WON for one in choice.left_out):
            state = State.POSSIBLE
        is_whole = choice.to_come == 0
        needed = None
        if is_whole and figures is not None and self.rules.known:
            needed = terms.score_needed(self.limits, figures.total, figures.games)
        credited, extra = None, 0
        if state is State.MET and figures is not None and needed is not None:
            extra = int(figures.score - needed)
            credited = self._credited(figures.games) + extra
        return Norm(
            title=self.title,
            rules=self.rules,
            limits=self.limits,
            state=state,
            conditions=conditions,
            counted=tuple(choice.kept),
            to_come=choice.to_come,
            left_out=tuple(choice.left_out),
            figures=figures,
            score_needed=needed,
            outlook=() if is_whole else outlook,
            games_credited=credited,
            extra=extra,
            with_coming=self._with_coming(choice),
        )

    def _credited(self, games: int) -> int:
        if has_granted(self.event) or self.event.form is Form.WORLD_CUP:
            games = max(games, terms.LEAST_GAMES)
        return min(games, terms.MOST_GAMES_COUNTED)

    def _of_the_event(self) -> Iterator[Condition]:
        is_standard = self.event.time_control is TimeControl.STANDARD
        rated = {True: State.MET, False: State.NOT_MET, None: State.UNKNOWN}[self.event.rated]
        standard = State.UNKNOWN if self.event.assumed else State.MET
        yield Condition("standard", "0.5", standard if is_standard else State.NOT_MET)
        yield Condition("rated", "1.4", rated)
        yield Condition("rounds_a_day", "1.1.3", State.UNKNOWN, needed=2, at_most=True)
        yield Condition("thinking_time", "1.1.3", State.UNKNOWN, needed=120)

    def _games(self, choice: Choice) -> Condition:
        least = least_games(self.event)
        article = "1.4.1a"
        if self.event.form in (Form.WORLD_TEAM, Form.WORLD_CUP):
            article = "1.4.1b"
        elif least < terms.LEAST_GAMES:
            article = "1.4.1c"
        return _least("games", article, least, len(choice.kept), to_come=choice.to_come)

    def _federations(self, choice: Choice) -> Iterator[Condition]:
        known = [one.federation for one in choice.known]
        named = [one for one in known if one not in (None, terms.NO_FEDERATION)]
        unclear = known.count(None)
        counts = Counter(named)
        most_of_one = max(counts.values(), default=0)
        own_most = terms.at_most(terms.MOST_OWN, choice.games)
        one_most = terms.at_most(terms.MOST_OF_ONE, choice.games)
        to_come = choice.unpaired
        if self.own is None:
            for one in (
                Condition("foreign", "1.4.3", State.UNKNOWN, terms.LEAST_FOREIGN),
                Condition("own_federation", "1.4.4", State.UNKNOWN, own_most, at_most=True),
            ):
                yield self._unless_exempt(one)
        else:
            foreign = len(set(named) - {self.own})
            yield self._unless_exempt(
                _least("foreign", "1.4.3", terms.LEAST_FOREIGN, foreign, unclear, to_come)
            )
            own = counts[self.own]
            yield self._unless_exempt(
                _most("own_federation", "1.4.4", own_most, own, unclear, to_come)
            )
        yield self._unless_exempt(
            _most("one_federation", "1.4.4", one_most, most_of_one, unclear, to_come)
        )

    def _unless_exempt(self, condition: Condition) -> Condition:
        """Judge a condition on federations where the event can be exempt (1.4.3 a-d)."""
        if self.event.exempt:
            return replace(condition, state=State.MET)
        if self.event.exempt is None and condition.state is State.NOT_MET:
            return replace(condition, state=State.UNKNOWN)
        return condition

    def _titles(self, choice: Choice) -> Iterator[Condition]:
        to_come = choice.unpaired
        holders = sum(one.title in terms.HOLDERS for one in choice.known)
        needed = terms.at_least(terms.LEAST_HOLDERS, choice.games)
        yield _least("holders", "1.4.5a", needed, holders, to_come=to_come)
        article = self.limits.required_article
        if self.event.form is not Form.DOUBLE_ROUND_ROBIN:
            required = sum(one.title in self.limits.required for one in choice.known)
            share = terms.at_least(terms.LEAST_REQUIRED, choice.games)
            needed = max(terms.LEAST_REQUIRED_COUNT, share)
            yield _least("required", article, needed, required, to_come=to_come)
            return
        # Everybody is met twice there, and counts once.
        opponents = {one.opponent: one.title for one in choice.known}
        unmet = -(-choice.unpaired // 2)
        required = sum(title in self.limits.required for title in opponents.values())
        needed = terms.at_least(terms.LEAST_REQUIRED_DOUBLE, len(opponents) + unmet)
        yield _least("required", "1.4.5", needed, required, to_come=unmet)
        players = 1 + len(opponents)
        yield _least("players", "1.4.5", terms.LEAST_PLAYERS_DOUBLE, players, to_come=unmet)

    # Ratings

    def _counted(self, games: Sequence[NormGame]) -> tuple[int, Raised | None] | None:
        """Add ratings as they count; None where one is not known."""
        ratings = []
        for one in games:
            if one.rating is None:
                return None
            ratings.append(one.rating or self.rules.unrated or 0)
        floor = self.limits.floor
        if not ratings or floor is None or min(ratings) >= floor:
            return sum(ratings), None
        lowest = min(ratings)
        raised = Raised(games[ratings.index(lowest)], lowest, floor)
        return sum(ratings) - lowest + floor, raised

    def _with_coming(self, choice: Choice) -> Opposition | None:
        counted = self._counted(choice.known)
        if counted is None or not choice.coming:
            return None
        games = len(choice.known)
        return Opposition(games, *counted, round_half_up(counted[0], games))

    def _figures(self, kept: Sequence[NormGame]) -> NormFigures | None:
        counted = self._counted(kept)
        if not kept or counted is None or (not self.rules.known and _has_unrated(kept)):
            return None
        total, raised = counted
        score = _score(kept)
        average = round_half_up(total, len(kept))
        percent = percentage(score, len(kept))
        difference = rating_difference(percent)
        return NormFigures(
            games=len(kept),
            total=total,
            raised=raised,
            average=average,
            score=score,
            percent=percent,
            difference=difference,
            performance=average + difference,
        )

    def _outlook(self, choice: Choice) -> tuple[Outlook, ...]:
        """Say which points still to come are enough, and against whom."""
        counted = self._counted(choice.known)
        if counted is None or not choice.games:
            return ()
        found = []
        so_far = _score(choice.kept)
        for halves in range(2 * choice.to_come + 1):
            points = halves * HALF
            average = average_needed(self.limits, so_far + points, choice.games)
            if average is None:
                continue
            lacking = _total_needed(average, choice.games) - counted[0]
            if choice.unpaired:
                each = -(-lacking // choice.unpaired)
                if each <= HIGHEST_RATING:
                    found.append(Outlook(points, so_far + points, max(0, each)))
            elif lacking <= 0:
                found.append(Outlook(points, so_far + points, None))
        return tuple(found)

    def _strength(
        self, choice: Choice, figures: NormFigures | None, outlook: Sequence[Outlook]
    ) -> Iterator[Condition]:
        yield self._average(choice)
        needed = terms.least_score(choice.games)
        score = _score(choice.kept)
        yield _least("score", "1.4.8b", needed, score, to_come=choice.to_come)
        found = None if figures is None else figures.performance
        if self._counted(choice.known) is None:
            state = State.UNKNOWN
        elif len(outlook) == 2 * choice.to_come + 1 and not choice.unpaired:
            state = State.MET
        else:
            state = State.POSSIBLE if outlook else State.NOT_MET
        if not choice.to_come and figures is not None:
            enough = figures.performance >= self.limits.performance
            state = State.MET if enough else State.NOT_MET
        yield Condition("performance", "1.4.8", state, self.limits.performance, found)

    def _average(self, choice: Choice) -> Condition:
        least = self.limits.average
        counted = self._counted(choice.known)
        if counted is None or least is None:
            return Condition("average", "1.4.8a", State.UNKNOWN, least)
        known = len(choice.known)
        found = round_half_up(counted[0], known) if known else None
        if choice.unpaired:
            lacking = _total_needed(least, choice.games) - counted[0]
            is_possible = lacking <= HIGHEST_RATING * choice.unpaired
            state = State.POSSIBLE if is_possible else State.NOT_MET
        else:
            state = State.MET if found is not None and found >= least else State.NOT_MET
        return Condition("average", "1.4.8a", state, least, found)

    def _of_unknown_rules(self, choice: Choice, figures: NormFigures | None) -> Iterator[Condition]:
        """Judge what is known of a time whose rules are not: the performance."""
        for code, article in (
            ("games", "1.4.1"), ("foreign", "1.4.3"), ("own_federation", "1.4.4"),
            ("one_federation", "1.4.4"), ("holders", "1.4.5a"), ("required", "1.4.5"),
            ("average", "1.4.8a"), ("score", "1.4.8b"),
        ):  # fmt: skip
            yield Condition(code, article, State.UNKNOWN)
        found = None if figures is None else figures.performance
        is_enough = found is not None and found >= self.limits.performance and not choice.to_come
        # A raised opponent could have made it more, never less.
        state = State.MET if is_enough else State.UNKNOWN
        yield Condition("performance", "1.4.8", state, self.limits.performance, found)


def _state_of(conditions: Sequence[Condition]) -> State:
    """Return how the norm stands by its conditions; those that no page tells do not decide."""
    states = {one.state for one in conditions if one.code not in _ASIDE}
    states |= {one.state for one in conditions if one.state is State.NOT_MET}
    for state in (State.NOT_MET, State.POSSIBLE, State.UNKNOWN):
        if state in states:
            return state
    return State.MET


def _least(
    code: str,
    article: str,
    needed: Decimal | int,
    found: Decimal | int,
    unclear: int = 0,
    to_come: int = 0,
) -> Condition:
    """Judge a minimum; `unclear` may count or not, `to_come` can still be made to."""
    if found >= needed:
        state = State.MET
    elif found + unclear + to_come < needed:
        state = State.NOT_MET
    else:
        state = State.POSSIBLE if found + to_come >= needed else State.UNKNOWN
    return Condition(code, article, state, needed, found)


def _most(
    code: str, article: str, needed: int, found: int, unclear: int, to_come: int
) -> Condition:
    """Judge a maximum; `unclear` may count or not, `to_come` need not."""
    if found > needed:
        state = State.NOT_MET
    elif found + unclear + to_come <= needed:
        state = State.MET
    else:
        state = State.UNKNOWN if found + unclear > needed else State.POSSIBLE
    return Condition(code, article, state, needed, found, at_most=True)


def _total_needed(average: int, games: int) -> int:
    """Return the smallest sum of ratings whose mean rounds to that average, halves up."""
    return -(-(2 * average - 1) * games // 2)


def _has_unrated(games: Sequence[NormGame]) -> bool:
    return any(one.rating == 0 for one in games)


def _score(games: Sequence[NormGame]) -> Decimal:
    return sum((one.score for one in games if one.score is not None), ZERO)
