"""The order of the rounds is that of their numbers."""

import pytest

from xl_tiebreak.crosstable import read

from .tables import cell_texts, changed, sheet, texts

TABLE = [
    ["No", "Name", "R1", "R2", "R3", "Pts"],
    [1, "Adams", "2w1", "3b½", "+", 2.5],
    [2, "Baker", "1b0", "4w1", "3w½", 1.5],
    [3, "Clark", "4b1", "1w½", "2b½", 2],
    [4, "Davis", "3w0", "2b0", "-", 0],
]


def arranged(*order):
    return [[*row[:2], *(row[1 + r] for r in order), row[-1]] for row in TABLE]


@pytest.mark.parametrize("order", [(3, 2, 1), (1, 3, 2), (2, 3, 1)], ids=str)
def test_rounds_in_another_order(order):
    reading = read(sheet(arranged(*order)))
    assert cell_texts(reading) == cell_texts(read(sheet(TABLE)))
    (note,) = reading.problems
    written = ", ".join(map(str, order))
    assert (note.severity, str(note)) == (
        "note",
        f"C1: 'R{order[0]}' heads the first of rounds that stand in the order {written}; "
        "they were read in the order of their numbers",
    )
    assert reading.columns.points == 5
    assert reading.where(0, 0) == f"{'CDE'[order.index(1)]}2"


def test_a_round_without_a_column_is_a_warning():
    reading = read(sheet([row[:3] + row[4:5] for row in TABLE]))
    (problem,) = [problem for problem in reading.problems if problem.severity == "warning"]
    assert str(problem).startswith("D1: 'R3' comes after round 1, and there is no column of round 2;")
    assert reading.tournament_or_raise().rounds == 2


def test_days_of_a_calendar_are_no_numbers_of_rounds():
    days = changed(TABLE, (0, 2, 26), (0, 3, 3), (0, 4, 10))
    assert texts(read(sheet(days))) == []
    assert cell_texts(read(sheet(days))) == cell_texts(read(sheet(TABLE)))


def test_a_round_with_few_games_before_one_without_a_column():
    few = [[*row[:2], *row[4:1:-1], row[-1]] for row in TABLE]
    few[0] = ["No", "Name", "R1", "R3", "R4", "Pts"]
    assert read(sheet(few)).columns.rounds == (2, 3, 4)
