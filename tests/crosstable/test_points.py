"""What the printed points may say about the worth of results, and when they are wrong instead."""

import pytest

from xl_tiebreak.crosstable import read

from .tables import changed, sheet, texts

ONE_BYE = [
    ["No", "Name", 1, 2, 3, "Pts"],
    [1, "Adams", "2w1", "3b½", "+", 2.5],
    [2, "Baker", "1b0", "4w1", "3w½", 1.5],
    [3, "Clark", "4b1", "1w½", "2b½", 2],
    [4, "Davis", "3w0", "2b0", "-", 0],
]
TWO_BYES = [
    ["No", "Name", 1, 2, 3, "Pts"],
    [1, "Adams", "2w1", "+", "3b1", 2],
    [2, "Baker", "1b0", "3w1", "+", 1],
    [3, "Clark", "-", "2b0", "1w0", 0],
]
UNUSUAL = [
    ["No", "Name", 1, 2, "Pts"],
    [1, "Adams", "2w1", "3w1", 8],
    [2, "Baker", "1b0", "4w1", 4],
    [3, "Clark", "4b1", "1b0", 4],
    [4, "Davis", "3w0", "2b0", 0],
    [5, "Evans", "6w1", "7w1", 8],
    [6, "Frank", "5b0", "8w½", 1],
    [7, "Ghosh", "8b1", "5b0", 4],
    [8, "Hills", "7w0", "6b½", 1],
]
"""A win counts 4 and a draw 1."""


@pytest.mark.parametrize("printed", [5.5, 3, 1, 2.25])
def test_a_bye_does_not_make_wrong_points_right(printed):
    reading = read(sheet(changed(ONE_BYE, (1, 5, printed))))
    assert texts(reading) == [
        f"F2: '{printed}' is printed, but the rounds add up to 2.5; correct the points or a result"
    ]
    assert reading.tournament_or_raise().scores()[0] == 2.5


@pytest.mark.parametrize(("printed", "bye"), [(2, "0.5"), (1.5, "0")])
def test_what_a_single_bye_counts_is_told(printed, bye):
    reading = read(sheet(changed(ONE_BYE, (1, 5, printed))))
    (note,) = reading.problems
    assert (note.severity, str(note)) == (
        "note",
        f"a bye counts {bye} here and a win 1, as the points say; correct the points where that is wrong",
    )
    assert reading.tournament_or_raise().scores()[0] == printed


def test_a_single_bye_says_nothing_where_other_points_are_wrong():
    reading = read(sheet(changed(ONE_BYE, (1, 5, 2), (3, 5, 1))))
    assert [problem.cells for problem in reading.problems] == [("F2",), ("F4",)]


def test_most_players_with_byes_say_what_one_counts():
    assert read(sheet(TWO_BYES)).tournament_or_raise().scores() == [2, 1, 0]
    divided = read(sheet(changed(TWO_BYES, (2, 5, 2))))
    assert [problem.cells for problem in divided.problems] == [("F2",)]


def test_an_unusual_scale_is_told():
    reading = read(sheet(UNUSUAL))
    assert [str(problem) for problem in reading.problems] == [
        "a win counts 4 here and a draw 1, as the points say; correct the points where that is wrong"
    ]
    assert reading.tournament_or_raise().scores() == [row[4] for row in UNUSUAL[1:]]


def test_few_players_do_not_bend_the_scale():
    table = [
        ["No", "Name", 1, 2, 3, "Pts"],
        [1, "Adams", "2w1", "4b1", "", 3],
        [2, "Baker", "1b0", "3w1", "", 1.5],
        [3, "Clark", "-", "2b0", "", 0],
        [4, "Davis", "+", "1w0", "", 1.5],
    ]
    reading = read(sheet(table))
    assert [problem.cells for problem in reading.problems] == [("F2",), ("F3",), ("F5",)]
    assert reading.tournament_or_raise().scores() == [2, 1, 0, 1]


def test_a_corner_of_a_matrix_without_a_heading_is_told():
    """There is no heading whose text might be kept."""
    (problem,) = read(sheet([[None] * 5, [None, None, -1], [None, "A", 1, 0]])).problems
    assert str(problem).startswith("D3 and E2: '0' stands against an empty cell")
