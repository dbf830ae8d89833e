"""Tables that cannot be used: one sentence each that names the cell, quotes it and says what to do."""

import pytest

from xl_tiebreak.crosstable import Grid, find, read
from xl_tiebreak.errors import InputError

from .tables import DMITROV, changed, only_error, sheet, texts

SENTENCES = [
    ([(1, 4, "8w½x")], "E2: '8w½x' is not a result; write opponent, colour and result, such as 8w½"),
    (
        [(1, 4, "w½")],
        "E2: 'w½' is not a result; write opponent, colour and result, such as 8w½, or + ½ - for a bye",
    ),
    (
        [(1, 4, 8)],
        "E2: '8' has neither colour nor result; write opponent, colour and result, such as 8w½, or + ½ - for a bye",
    ),
    (
        [(1, 4, 1)],
        "E2: '1' may be a bye worth a point or a game against player 1;"
        " write opponent, colour and result, such as 8w½, or + for the bye",
    ),
    ([(1, 4, "18w½")], "E2: '18w½' names opponent 18, but the numbers go from 1 to 11; correct the number"),
    (
        [(1, 4, "8w1")],
        "E2 and E3: '8w1' contradicts '10b½', the cell of opponent 8;"
        " one game needs two results that fit: 1 and 0, ½ and ½, + and -, or none in both",
    ),
    (
        [(2, 4, "10b1")],
        "E3 and E2: '10b1' contradicts '8w½', the cell of opponent 10;"
        " one game needs two results that fit: 1 and 0, ½ and ½, + and -, or none in both",
    ),
    (
        [(1, 4, "10w½")],
        "E2 and E3: '10w½' is a game of number 10 against himself; write the number of the opponent, probably 8",
    ),
    (
        [(1, 4, "9w½")],
        "E2 and E11 and E3: '9w½' names opponent 9, whose own cell says '+', while 8 names 10 as opponent;"
        " probably the opponent here is 8",
    ),
    ([(1, 4, None)], "E3 and E2: '10b½' names opponent 10, whose own cell is empty; correct one of the two"),
    ([(1, 4, "+")], "E3 and E2: '10b½' names opponent 10, whose own cell says '+'; correct one of the two"),
    ([(2, 0, 10)], "A2 and A3: '10' is the number of two players; give every player a number of his own"),
    ([(2, 0, None)], "A3: the player has no number; write the number the opponents use"),
    ([(2, 0, "8x")], "A3: '8x' is no player's number; write a whole number"),
]


@pytest.mark.parametrize(("edits", "sentence"), SENTENCES, ids=[text.split(":")[0] for _, text in SENTENCES])
def test_one_sentence_that_names_the_cell(edits, sentence):
    assert only_error(changed(DMITROV, *edits)) == sentence


def test_without_a_sheet_the_row_and_the_round_are_named():
    for row, column, value, place in ((1, 4, "8w½x", "row 2, round 3"), (11, 10, "z", "row 12, round 9")):
        (sentence,) = texts(read(changed(DMITROV, (row, column, value))))
        assert sentence.startswith(f"{place}: '{value}' is not a result")
    (sentence,) = texts(read([[], *changed(DMITROV, (2, 0, 10))]))
    assert sentence.startswith("row 3, column 1 and row 4, column 1: '10' is the number of two players")


def test_a_missing_row_is_one_problem_with_all_its_cells():
    sentence = only_error([row for row in DMITROV if row[0] != 5])
    assert sentence.startswith("C11 and D3 and E8 and F7 and G6 and I2 and J10 and K5: '5b0' names opponent 5,")
    assert sentence.endswith("but no player has the number 5; add the row of player 5 or correct the numbers")


def test_every_slip_is_told():
    reading = read(sheet(changed(DMITROV, (1, 4, "?"), (3, 5, "8b1"), (4, 2, "6w0"), (6, 10, "zz"))))
    assert [problem.cells[0] for problem in reading.problems] == ["E2", "K7", "C5", "F4"]
    assert [problem.code for problem in reading.problems] == ["unreadable"] * 2 + ["contradiction"] * 2
    with pytest.raises(InputError, match=r"^E2: '\?' is not a result; .* \(and 3 more\)$"):
        reading.tournament_or_raise()


def test_a_table_whose_opponents_fit_nothing():
    renumbered = [DMITROV[0]] + [[99 - row[0], *row[1:]] for row in DMITROV[1:]]
    sentence = only_error(renumbered)
    assert "cells whose opponent does not name the player back, by number, place or row" in sentence


def test_an_unknown_notation_is_one_problem():
    rows = [DMITROV[0]] + [[*row[:2], *(f"?{v}?" for v in row[2:11]), *row[11:]] for row in DMITROV[1:]]
    assert only_error(rows).startswith("C2: '?1b0?' is one of 99 cells, out of 99, that are in no notation known here")


def test_two_readings_that_both_fit_are_an_error():
    rows = [["А", 1, 2, "3w½"], ["Б", 2, 1, "4w½"], ["В", 3, 4, "1b½"], ["Г", 4, 3, "2b½"]]
    sentence = only_error(rows)
    assert sentence.startswith(
        "opponents may be given by the number in B1 and below or the number in C1 and below, and"
    )
    assert sentence.endswith("both agree with the results; write the players' numbers in a column headed № or No.")
    headed = read([["Имя", "№", "Место", 1], *rows])
    assert headed.opponents == "number"
    assert headed.tournament_or_raise().opponents[0][0] == 2


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([], "the sheet is empty"),
        ([[]], "the sheet is empty"),
        ([[None, ""], [" ", "\u00a0"]], "the sheet is empty"),
        (
            [["Приз", "Кубок"], [1, 2]],
            "there is no crosstable in the sheet; it needs a row for every player and a column for every round (8w½) or"
            " every opponent (1, ½, 0)",
        ),
        (
            [["№", "Имя", 1, 2, 3]],
            "the table has no players yet; write number, name and results of every player in a row",
        ),
        (
            [["№", "Имя", 1, 2, 3], *([i, None, None, None, None] for i in range(1, 25))],
            "the table has no players yet; write number, name and results of every player in a row",
        ),
    ],
)
def test_no_table(rows, sentence):
    assert only_error(rows) == sentence


def test_find_gives_nothing_where_there_is_nothing():
    assert find(Grid([["Prize", 1], ["Cup", 2]], sheet="Prizes")) == []
    assert find([]) == find([[]]) == []
    assert find([5, None, "x"]) == []


def test_results_without_opponents_are_told_once():
    rows = [["№", "Name", 1, 2, 3], [1, "Adams", 1, "½", 0], [2, "Baker", 0, 1, "½"], [3, "Clark", "½", 0, 1]]
    assert only_error([[*row, None] for row in [*rows, [4, "Davis", "½", "½", "½"]]]) == (
        "C2: '1' is one of 12 results, none of which names an opponent;"
        " write the opponents with the results: opponent, colour and result, such as 8w½;"
        " or a column for every opponent"
    )
