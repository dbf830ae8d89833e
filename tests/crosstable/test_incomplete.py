"""Matrices that lack a row or a column, that have just begun, or whose columns stand in another order."""

import pytest

from xl_tiebreak.crosstable import read

from .tables import changed, only_error, sheet, texts

TABLE = [
    ["Pl", "Name", 1, 2, 3, 4, 5, 6],
    [1, "Adams", "x", 1, 1, 1, 1, 1],
    [2, "Baker", 0, "x", 0.5, 1, 0.5, 1],
    [3, "Clark", 0, 0.5, "x", 0, 1, 1],
    [4, "Davis", 0, 0, 1, "x", 0.5, 0.5],
    [5, "Evans", 0, 0.5, 0, 0.5, "x", 0.5],
    [6, "Frank", 0, 0, 0, 0.5, 0.5, "x"],
]
POINTS = ["Pts", 5, 3, 2.5, 2, 1.5, 1]
WITH_POINTS = [[*row, points] for row, points in zip(TABLE, POINTS)]
BLANK = [[None if value == "x" else value for value in row] for row in TABLE]
BEGUN = [
    ["Pl", "Name", 1, 2, 3, 4],
    [1, "Adams", "", 0.5, "", ""],
    [2, "Baker", 0.5, "", "", ""],
    [3, "Clark", "", "", "", 0.5],
    [4, "Davis", "", "", 0.5, ""],
]


@pytest.mark.parametrize("table", [TABLE, WITH_POINTS, BLANK], ids=["marked", "points", "blank"])
@pytest.mark.parametrize("missing", range(1, 7))
def test_a_missing_row_is_told_once(table, missing):
    cell = f"{'BCDEFGH'[missing]}1"
    assert only_error(table[:missing] + table[missing + 1 :]) == (
        f"{cell}: '{missing}' heads a column with results, but there is no row {missing}; "
        f"add the row of player {missing}"
    )


@pytest.mark.parametrize("table", [TABLE, WITH_POINTS], ids=["marked", "points"])
@pytest.mark.parametrize("missing", range(1, 7))
def test_a_missing_column_is_told_once(table, missing):
    sentence = only_error([row[: missing + 1] + row[missing + 2 :] for row in table])
    name = TABLE[missing][1]
    assert sentence == (
        f"B{missing + 1}: '{name}' has a row with results, but no column; add his column, in the order of the rows"
    )


def test_the_column_of_somebody_not_entered_is_no_missing_row():
    spare = [[*row, value] for row, value in zip(TABLE, [7, *[None] * 6])]
    assert read(sheet(spare)).problems == ()


def test_points_headed_by_a_number_are_no_missing_row():
    numbered = changed(WITH_POINTS, (0, 8, 7))
    assert read(sheet(numbered)).tournament_or_raise().scores() == POINTS[1:]


def test_drawn_games_of_a_first_round():
    reading = read(sheet(BEGUN))
    assert (reading.layout, reading.problems) == ("matrix", ())
    assert reading.tournament_or_raise().scores() == [0.5] * 4


def test_signs_tell_the_order_of_the_columns():
    order = [3, 1, 5, 2, 6, 4]
    by_place = [WITH_POINTS[0]] + [[place, *WITH_POINTS[p][1:]] for place, p in enumerate(order, 1)]
    reading = read(sheet(by_place))
    assert reading.proof == "6 of 6 rows consistent, points equal in 6 of 6"
    assert reading.columns.rounds == tuple(p + 1 for p in order)


def test_columns_headed_by_the_names_in_another_order():
    names = [row[1] for row in TABLE[1:]]
    by_place = [["Pl", "Name", *names, "Pts"]] + [[p, *WITH_POINTS[p][1:]] for p in (3, 1, 5, 2, 6, 4)]
    reading = read(sheet(by_place))
    assert reading.proof == "6 of 6 rows consistent, points equal in 6 of 6"
    assert reading.columns.rounds == (4, 2, 6, 3, 7, 5)
    assert reading.tournament_or_raise().scores() == [2.5, 5, 1.5, 3, 1, 2]


@pytest.mark.parametrize("value", [11, 2, "11"])
@pytest.mark.parametrize("table", [TABLE, WITH_POINTS], ids=["no points", "points"])
def test_a_result_typed_twice_is_told_at_the_pair(table, value):
    reading = read(sheet(changed(table, (2, 5, value))))
    assert texts(reading) == [
        f"F3 and D5: '{value}' means two games where every other pair has one; "
        "write one result, unless there were more games"
    ]
    assert reading.problems[0].severity == "warning"


def test_a_second_game_that_the_points_confirm_is_none():
    assert read(sheet(changed(WITH_POINTS, (2, 5, 11), (2, 8, 4)))).problems == ()


def test_a_matrix_that_lies_on_its_side_is_told_once():
    turned = [[*row[:2], *(TABLE[q][p + 1] for q in range(1, 7)), POINTS[p]] for p, row in enumerate(TABLE) if p]
    assert only_error([WITH_POINTS[0], *turned]) == (
        "I2: '5' and 5 more of 6 points are the sums of the columns, not of the rows; "
        "write the results of every player into his row"
    )
