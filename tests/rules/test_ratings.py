"""Values made of ratings: the published tables, and sums by hand."""

from __future__ import annotations

import pytest

from tests.rules.tables import E03, table
from xl_tiebreak.model import Scoring
from xl_tiebreak.standings import evaluate
from xl_tiebreak.tiebreaks.ratings import difference, expected_percent, perfect, performance


@pytest.mark.parametrize(
    ("points", "games", "expected"),
    [
        (9, 9, 800),
        (0, 9, -800),
        (4.5, 9, 0),
        (6.5, 9, 166),  # 72.2 %
        (2.5, 9, -166),  # 27.8 %
        (1, 8, -322),  # 12.5 % is 13 %, halves go up
        (7, 8, 336),  # 87.5 % is 88 %
        (99, 100, 677),
        (1, 100, -677),
        (2, 3, 125),  # 66.7 %
    ],
)
def test_difference_of_a_score(points: float, games: int, expected: int) -> None:
    assert difference(points, games) == expected


@pytest.mark.parametrize(
    ("ahead", "percent"),
    [
        *[(0, 50), (3, 50), (4, 51), (10, 51), (11, 52), (46, 56), (47, 57), (98, 63), (99, 64), (344, 88), (345, 89)],
        *[(391, 91), (392, 92), (619, 98), (620, 99), (735, 99), (736, 100), (2000, 100)],
        *[(-3, 50), (-4, 49), (-98, 37), (-735, 1), (-736, 0), (-2000, 0)],
    ],
)
def test_expected_score(ahead: int, percent: int) -> None:
    assert expected_percent(ahead) == percent


def test_the_tables_fit_together() -> None:
    """The difference that goes with a percentage has that expected score, for all but the last steps of the table."""
    for percent in range(1, 100):
        assert expected_percent(difference(percent, 100)) == percent
    steps = [expected_percent(ahead) for ahead in range(-800, 801)]
    assert steps == sorted(steps)
    assert all(one + other == 100 for one, other in zip(steps, reversed(steps), strict=True))


def test_performance_by_hand() -> None:
    assert performance(2.5, [2000, 2100, 1901]) == 2000 + 273  # 2000.33 and 83 %
    assert performance(1, [2000, 2001]) == 2001  # 2000.5 goes up
    assert performance(0, []) is None


def test_perfect_performance_by_hand() -> None:
    """One point of two against 2000 and 2200: at 2099 he expects 64 + 36 hundredths, at 2098 only 63 + 36."""
    assert perfect(1, [2000, 2200]) == 2099
    assert perfect(0, [2000, 2200]) == 1200
    assert perfect(2, [2000, 2200]) == 2200 + 736
    assert perfect(0, []) is None


def test_perfect_performance_is_the_lowest_rating() -> None:
    ratings = [1431.0, 1892, 2014, 2203, 2555]
    for half_points in range(1, 11):
        found = perfect(half_points / 2, ratings)
        assert found is not None
        assert sum(expected_percent(found - int(r)) for r in ratings) >= 50 * half_points
        assert sum(expected_percent(found - 1 - int(r)) for r in ratings) < 50 * half_points


RATED = table(E03, ratings=[2001, 2100, 1900, 2200, 1800, 1700])


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # over the board: 1 met 4 2 3 5; 2 met 5 1 6; 3 met 6 1; 4 met 1 5; 5 met 2 6 4 1; 6 met 3 5 2
        ("ARO", [2000, 1834, 1851, 1901, 2000, 1933]),  # 1833.67, 1850.5, 1900.5, 2000.25, 1933.33
        ("ARO-C1", [2067, 1901, 2001, 2001, 2100, 2000]),  # 1900.5
        ("ARO-M1", [2000, 1800, None, None, 2051, 1900]),  # 2050.5
        ("TPR", [2000 + 336, 1834 + 125, 1851, 1901 - 800, 2000 + 95, 1933 - 800]),
        ("RTNG", [2001, 2100, 1900, 2200, 1800, 1700]),
    ],
)
def test_averages_by_hand(code: str, expected: list[int | None]) -> None:
    assert evaluate(RATED, code) == expected


def test_averages_of_performances() -> None:
    tpr = [2336, 1959, 1851, 1101, 2095, 1133]
    ptp = evaluate(RATED, "PTP")
    met = ([3, 1, 2, 4], [4, 0, 5], [5, 0], [0, 4], [1, 5, 3, 0], [2, 4, 1])

    def means(values: list[int]) -> list[int]:
        return [int(sum(values[q] for q in row) / len(row) + 0.5) for row in met]

    assert evaluate(RATED, "TPR") == tpr
    assert evaluate(RATED, "APRO") == means(tpr)
    assert evaluate(RATED, "APPO") == means([int(value or 0) for value in ptp])


def test_performances_go_by_outcome_on_any_scale() -> None:
    football = table(E03, scoring=Scoring(3, 1, 0), ratings=RATED.ratings)
    for code in ("TPR", "PTP", "APRO"):
        assert evaluate(football, code) == evaluate(RATED, code)
