"""Rounds that take several cells each: three columns, two lines; and rounds in which nothing is finished."""

import pytest

from xl_tiebreak.crosstable import find, read

from .tables import cell_texts, changed, sheet, texts

THREE = [
    ["No.", "Name", "Round 1", "", "", "Round 2", "", "", "Pts"],
    ["", "", "Opp", "Col", "Res", "Opp", "Col", "Res", ""],
    [1, "Adams", 2, "w", 1, 3, "b", 0.5, 1.5],
    [2, "Baker", 1, "b", 0, "bye", "", 1, 1],
    [3, "Clark", "", "", 0.5, 1, "w", "½", 1],
    [4, "Davis", "", "", "", "", "", "", ""],
]
GAMES = {"1": ["2w1", "3b½"], "2": ["1b0", "+"], "3": ["½", "1w½"], "4": ["-", "-"]}
LINES = [
    ["№", "Фамилия", 1, 2, "Очки"],
    [1, "Адамов", "2б", "3ч", 1.5],
    ["", "", 1, "½", ""],
    [2, "Белов", "1ч", "4б", 1],
    ["", "", 0, 1, ""],
    [3, "Громов", "4б", "1б", 1],
    ["", "", "½", "½", ""],
    [4, "Дёмин", "3ч", "2ч", 0.5],
    ["", "", "½", 0, ""],
]


def _as_texts(rows):
    return [list(map(str, row)) for row in rows]


@pytest.mark.parametrize("rows", [THREE, _as_texts(THREE)], ids=["numbers", "texts"])
def test_opponent_colour_and_result_in_three_columns(rows):
    reading = read(sheet(rows))
    assert cell_texts(reading) == GAMES
    assert reading.proof == "4 of 4 rows consistent, points equal in 3 of 3"
    titled = ["No.", "Name", "Opp1", "Col1", "Res1", "Opp2", "Col2", "Res2", "Pts"]
    assert cell_texts(read(sheet([titled, *rows[2:]]))) == GAMES


def test_problems_of_three_columns_quote_all_of_them():
    (sentence,) = texts(read(sheet(changed(THREE, (2, 4, 0)))), "error")
    assert sentence.startswith("C3 and C4: '2 w 0' contradicts '1 b 0', the cell of opponent 2")


@pytest.mark.parametrize("rows", [LINES, _as_texts(LINES)], ids=["numbers", "texts"])
def test_results_below_the_opponents(rows):
    (reading,) = find(sheet(rows))
    assert cell_texts(reading) == {
        "1": ["2w1", "3b½"],
        "2": ["1b0", "4w1"],
        "3": ["4w½", "1w½"],
        "4": ["3b½", "2b0"],
    }
    assert reading.proof == "4 of 4 rows consistent, points equal in 4 of 4"


def test_problems_of_two_lines_quote_both():
    (sentence,) = texts(read(sheet(changed(LINES, (2, 2, 0)))), "error")
    assert sentence.startswith("C2 and C4: '2б 0' contradicts '1ч 0', the cell of opponent 2")


def test_rounds_without_a_finished_game_are_a_warning():
    table = [["No", "Name", 1], [1, "Adams", "2w"], [2, "Baker", "1b"]]
    reading = read(sheet(table))
    (problem,) = reading.problems
    assert (problem.severity, problem.cells) == ("warning", ("C2",))
    assert str(problem).startswith("C2: '2w' is one of 2 cells in the rounds, none of which is a finished game")
    assert read(sheet([*table[:1], [1, "Adams", ""], [2, "Baker", 0]])).problems == ()


def test_a_rating_below_the_name_is_no_player():
    chart = [
        ["Rk.", "Name", "R1", "R2", "Pts"],
        [1, "Adams", "2w1", "3b½", 1.5],
        ["", 2100, 1, "1½", ""],
        [2, "Baker", "1b0", "4w1", 1],
        ["", 2050, 0, 1, ""],
        [3, "Clark", "4w½", "1w½", 1],
        ["", 2000, "½", 1, ""],
        [4, "Davis", "3b½", "2b0", 0.5],
        ["", 1950, "½", "½", ""],
    ]
    for rows in (chart, _as_texts(chart)):
        assert read(sheet(rows)).proof == "4 of 4 rows consistent, points equal in 4 of 4"
