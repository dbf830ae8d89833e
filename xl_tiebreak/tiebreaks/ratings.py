"""Tie-breaks made of ratings: averages of opponents, performances, and the published tables behind them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from ..model import PLAYED
from ..terms import Terms, Value, floats
from ..unplayed import Ledger
from .opponents import of_opponents
from .registry import Modifiers, tiebreak

__all__ = ["difference", "expected_percent", "met", "perfect", "performance", "scores_over_the_board"]

# FIDE Rating Regulations (Handbook B.02), article 8.1.1: the rating difference that goes with a score of 50 % to 100 %.
# Below 50 % the same differences are negative.
_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800),
)

# The same, article 8.1.2: the highest rating difference with an expected score of 50 %, 51 %, … 99 % for the stronger
# player. What lies above the last one is 100 %.
_UP_TO = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)


def difference(points: float, games: int) -> int:
    """The rating difference that goes with so many points of so many games, the percentage rounded half up."""
    percent = int((200 * points + games) // (2 * games))
    return _DIFFERENCES[percent - 50] if percent >= 50 else -_DIFFERENCES[50 - percent]


class _Expected(dict[int, int]):
    """The second table spread out: rating difference → expected score in hundredths."""

    def __init__(self) -> None:
        for percent, (previous, last) in enumerate(pairwise((-1, *_UP_TO)), 50):
            for ahead in range(previous + 1, last + 1):
                self[ahead], self[-ahead] = percent, 100 - percent

    def __missing__(self, ahead: int) -> int:
        return 100 if ahead > 0 else 0


_EXPECTED = _Expected()


def expected_percent(ahead: int) -> int:
    """The expected score, in hundredths, of a player ``ahead`` so many rating points (behind, if negative). The whole
    table counts: no difference is taken for 400."""
    return _EXPECTED[ahead]


@cache
def _least_ahead(percent: int) -> int:
    """The least rating difference with an expected score of at least so many hundredths."""
    return bisect_left(range(-800, 801), percent, key=expected_percent) - 800


def performance(points: float, ratings: Sequence[float]) -> int | None:
    """Tournament performance: the average of the opponents and the difference that goes with the score; None where
    nobody was met."""
    if not ratings:
        return None
    games = len(ratings)
    return int((2 * sum(ratings) + games) // (2 * games)) + difference(points, games)


def perfect(points: float, ratings: Sequence[float]) -> int | None:
    """Perfect performance: the lowest rating whose expected score against these opponents reaches the points; without a
    point, 800 below the lowest opponent; None where nobody was met."""
    if not ratings:
        return None
    opponents = [int(rating) for rating in ratings]
    wanted = 100 * points
    if not points:
        return min(opponents) - 800
    ahead = _least_ahead(-int(-wanted // len(opponents)))

    def expected(own: int) -> int:
        return sum([_EXPECTED[own - opponent] for opponent in opponents])

    guess = sum(opponents) // len(opponents) + ahead  # nearly always within a few points
    candidates = range(guess - 16, guess + 17)
    if not expected(candidates[0]) < wanted <= expected(candidates[-1]):
        candidates = range(min(opponents) + ahead, max(opponents) + ahead + 1)
    return candidates[bisect_left(candidates, wanted, key=expected)]


def _rated(ledger: Ledger, modifiers: Modifiers) -> list[float] | None:
    """Everybody's rating, that of ``-U`` where there is none; None while somebody is unrated and nothing is assumed."""
    ratings = [modifiers.unrated if rating is None else rating for rating in ledger.tournament.ratings]
    known = [float(rating) for rating in ratings if rating is not None]
    return known if len(known) == len(ratings) else None


def met(ledger: Ledger, modifiers: Modifiers) -> Terms | None:
    """A term per game over the board: the opponent's rating; None where ratings are missing."""
    ratings = _rated(ledger, modifiers)
    return None if ratings is None else of_opponents(ledger, ratings)


def scores_over_the_board(ledger: Ledger) -> list[float]:
    """What every player scored in his games over the board by outcome: win 1, draw ½, loss 0."""
    t = ledger.tournament
    return [sum([outcome for kind, outcome in zip(*row) if kind is PLAYED]) for row in zip(t.kinds, t.outcomes())]


@tiebreak(
    "RTNG",
    kind="value",
    title="Rating",
    title_ru="Рейтинг",
    heading="Rating",
    heading_ru="Рейтинг",
    formula="own rating",
    source="C.07 (2026) article 10.6",
    modifiers="R",
    needs_ratings=True,
)
def rating(ledger: Ledger, modifiers: Modifiers) -> Sequence[Value]:
    """The player's own rating. Undefined while any player of the event has none."""
    return _rated(ledger, modifiers) or [None] * len(ledger.tournament)


@tiebreak(
    "ARO",
    title="Average rating of opponents",
    title_ru="Средний рейтинг соперников",
    heading="Average rating",
    heading_ru="Средн. рейтинг соп.",
    formula="mean of the ratings of the opponents, halves up",
    source="C.07 article 10.1",
    modifiers="C M U",
    needs_ratings=True,
)
def average_rating(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The mean rating of the opponents met over the board, rounded, halves up. Cuts take away the lowest ratings,
    medians the highest as well."""
    terms = met(ledger, modifiers)
    return _undefined(ledger) if terms is None else replace(terms, mean="half-up")


@tiebreak(
    "TPR",
    kind="value",
    title="Tournament performance rating",
    title_ru="Турнирный перформанс",
    heading="Performance",
    heading_ru="Перформанс",
    formula="ARO + rating difference of the percentage score",
    source="C.07 article 10.2; Handbook B.02, table 8.1.1",
    modifiers="U",
    needs_ratings=True,
)
def tournament_performance(ledger: Ledger, modifiers: Modifiers) -> list[Value]:
    """The average rating of the opponents met over the board, and the rating difference that goes with the percentage
    score against them."""
    return _performances(ledger, modifiers, performance)


@tiebreak(
    "PTP",
    kind="value",
    title="Perfect tournament performance",
    title_ru="Идеальный турнирный перформанс",
    heading="Perfect performance",
    heading_ru="Идеальн. перформанс",
    formula="lowest rating whose expected score reaches the points",
    source="C.07 article 10.3; Handbook B.02, table 8.1.2",
    modifiers="U",
    needs_ratings=True,
)
def perfect_performance(ledger: Ledger, modifiers: Modifiers) -> list[Value]:
    """The lowest rating whose expected score against the opponents met over the board is at least the score made;
    without a point, 800 below the lowest opponent."""
    return _performances(ledger, modifiers, perfect)


@tiebreak(
    "APRO",
    title="Average performance rating of opponents",
    title_ru="Средний перформанс соперников",
    heading="Average performance",
    heading_ru="Средн. перформанс",
    formula="mean of TPR(opponent), halves up",
    source="C.07 article 10.4",
    modifiers="U",
    needs_ratings=True,
)
def average_performance(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The mean performance rating of the opponents met over the board, rounded, halves up."""
    return _averaged(ledger, tournament_performance(ledger, modifiers))


@tiebreak(
    "APPO",
    title="Average perfect performance of opponents",
    title_ru="Средний идеальный перформанс соперников",
    heading="Average perfect perf.",
    heading_ru="Средн. ид. перформанс",
    formula="mean of PTP(opponent), halves up",
    source="C.07 article 10.5",
    modifiers="U",
    needs_ratings=True,
)
def average_perfect_performance(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The mean perfect performance of the opponents met over the board, rounded, halves up."""
    return _averaged(ledger, perfect_performance(ledger, modifiers))


def _performances(
    ledger: Ledger, modifiers: Modifiers, rule: Callable[[float, Sequence[float]], int | None]
) -> list[Value]:
    """A performance of every player, worked out once."""
    key = rule, modifiers.unrated
    if key not in ledger.performances:
        terms = met(ledger, modifiers)
        if terms is None:
            return [None] * len(ledger.tournament)
        ledger.performances[key] = list(map(rule, scores_over_the_board(ledger), terms.scores))
    return ledger.performances[key]


def _averaged(ledger: Ledger, values: Sequence[Value]) -> Terms:
    """The mean over the opponents met of a value that is undefined only where nobody was met, or for everybody."""
    if all(value is None for value in values):
        return _undefined(ledger)
    return replace(of_opponents(ledger, floats(values)), mean="half-up")


def _undefined(ledger: Ledger) -> Terms:
    """No terms to average, for anybody."""
    nobody: list[list[int]] = [[] for _ in range(len(ledger.tournament))]
    return Terms(nobody, nobody, mean="half-up")
