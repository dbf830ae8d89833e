"""Damaged tables: every slip is told once, at the cell or the pair of cells where it is."""

import datetime

import pytest

from xl_tiebreak.crosstable import read

from .tables import DMITROV, MATRIX, changed, sheet

ROUND_5 = 6


def column(values, at=ROUND_5):
    """Edits that write a column."""
    return [(row, at, value) for row, value in enumerate(values, 1)]


COLUMN = [row[ROUND_5] for row in DMITROV[1:]]
DAMAGED = [
    ("a typo in a result", [(1, 4, "8w1")], ["E2", "E3"], "'8w1' contradicts '10b½', the cell of opponent 8"),
    (
        "both won",
        [(3, 2, "10w1"), (1, 2, "1b1"), (1, 11, 7.5)],
        ["C2", "C4"],
        "'1b1' contradicts '10w1', the cell of opponent 1",
    ),
    (
        "a typo in an opponent",
        [(1, 4, "9w½")],
        ["E2", "E11", "E3"],
        "'9w½' names opponent 9, whose own cell says '+', while 8 names 10 as opponent; probably the opponent here is",
    ),
    (
        "an opponent who is not there",
        [(1, 4, "88w½")],
        ["E2"],
        "'88w½' names opponent 88, but the numbers go from 1 to 11",
    ),
    ("a player against himself", [(1, 4, "10w½")], ["E2", "E3"], "'10w½' is a game of number 10 against himself"),
    ("an empty cell", [(1, 4, None)], ["E3", "E2"], "'10b½' names opponent 10, whose own cell is empty"),
    ("a bye instead of a game", [(1, 4, "+")], ["E3", "E2"], "'10b½' names opponent 10, whose own cell says '+'"),
    ("a result typed twice", [(1, 4, "8w½½")], ["E2"], "'8w½½' is not a result"),
    ("a game typed twice", [(1, 4, "8w½8w½")], ["E2"], "'8w½8w½' is not a result"),
    (
        "the game of the round before",
        [(1, 5, "8w½")],
        ["F2", "F3", "F11"],
        "'8w½' names opponent 8, whose own cell says '1w1'",
    ),
    ("a letter for a digit", [(1, 4, "8wO")], ["E2"], "'8wO' is not a result"),
    ("a result on another scale", [(1, 4, "8w2")], ["E2"], "'8w2' is not a result"),
    ("a colour and a result missing", [(1, 4, 8)], ["E2"], "'8' has neither colour nor result"),
    (
        "an error of the spreadsheet",
        [(1, 4, "#NAME?")],
        ["E2"],
        "'#NAME?' is an error of the spreadsheet, which took a text such as +BYE for a formula",
    ),
    (
        "a date",
        [(1, 4, datetime.datetime(2026, 8, 3))],
        ["E2"],
        "'2026-08-03' is a date or a time that the spreadsheet made of a text; format the cell as text",
    ),
    (
        "two cells of a round exchanged",
        [(1, ROUND_5, COLUMN[1]), (2, ROUND_5, COLUMN[0])],
        ["G2", "G3", "G6", "G8"],
        "'2b1' and '4w1' look exchanged: each fits in the place of the other; exchange the two cells, or G6 and G8",
    ),
    (
        "two cells of a player exchanged",
        [(1, 4, "9b1"), (1, 5, "8w½")],
        ["E2", "F2"],
        "'9b1' and '8w½' look exchanged: each fits in the place of the other",
    ),
    (
        "a round shifted down by a row",
        column([None, *COLUMN[:-1]]),
        ["G3", "G12"],
        "round 5 is shifted: from here on the cells stand one row too low; move them up by one row",
    ),
    (
        "a round shifted up by a row",
        column([*COLUMN[1:], None]),
        ["G2", "G10"],
        "round 5 is shifted: from here on the cells stand one row too high; move them down by one row",
    ),
    (
        "a round shifted from some row on",
        column([*COLUMN[:4], None, *COLUMN[4:-1]]),
        ["G7", "G12"],
        "round 5 is shifted: from here on the cells stand one row too low",
    ),
    ("a number twice", [(2, 0, 10)], ["A2", "A3"], "'10' is the number of two players"),
    ("no number", [(2, 0, None)], ["A3"], "the player has no number"),
    ("a wrong number", [(2, 0, 80)], ["A3"], "'80' is probably 8: whoever the player names, names that number"),
    (
        "two numbers exchanged",
        [(3, 0, 5), (4, 0, 1)],
        ["A4", "A5"],
        "'5' and 1 look exchanged: whoever one of the two players names, names the other",
    ),
    (
        "two rows of cells exchanged",
        [edit for c in range(2, 11) for edit in ((3, c, DMITROV[4][c]), (4, c, DMITROV[3][c]))],
        ["A4", "A5"],
        "'1' and 5 look exchanged",
    ),
]


@pytest.mark.parametrize(("edits", "cells", "sentence"), [row[1:] for row in DAMAGED], ids=[row[0] for row in DAMAGED])
def test_the_slip_is_told_once_where_it_is(edits, cells, sentence):
    reading = read(sheet(changed(DMITROV, *edits)))
    assert reading.tournament is None
    (problem,) = reading.errors
    if cells[-1] == "G12":  # the bye at the end may belong to either side
        assert problem.cells[0] == cells[0]
    else:
        assert list(problem.cells) == cells
    assert problem.message.startswith(sentence)


def test_a_missing_player_is_told_with_all_who_met_him():
    (problem,) = read(sheet([row for row in DMITROV if row[0] != 5])).errors
    assert problem.cells == ("C11", "D3", "E8", "F7", "G6", "I2", "J10", "K5")
    assert problem.message.startswith("'5b0' names opponent 5, but no player has the number 5; add the row of player 5")


def test_a_row_twice_is_told_at_both():
    (problem,) = read(sheet([*DMITROV[:3], DMITROV[2], *DMITROV[3:]])).errors
    assert problem.cells == ("A3", "A4")


@pytest.mark.parametrize(
    ("edits", "cells", "sentence"),
    [
        ([(1, 11, 8)], ["L2"], "'8' is printed, but the rounds add up to 7.5"),
        ([(2, 4, "10w½")], ["E2", "E3"], "'8w½' has the same colour as '10w½', the cell of the opponent"),
    ],
)
def test_what_does_not_block_is_a_warning(edits, cells, sentence):
    reading = read(sheet(changed(DMITROV, *edits)))
    (problem,) = reading.problems
    assert (list(problem.cells), problem.severity) == (cells, "warning")
    assert problem.message.startswith(sentence)
    assert reading.tournament is not None


def test_of_two_cells_the_one_whose_points_do_not_add_up_comes_first():
    wrong_loser = changed(DMITROV, (3, 2, "10w½"))
    (problem,) = read(sheet(wrong_loser)).errors
    assert problem.cells == ("C4", "C2")
    wrong_winner = changed(DMITROV, (1, 2, "1b½"))
    (problem,) = read(sheet(wrong_winner)).errors
    assert problem.cells == ("C2", "C4")


def test_a_damaged_matrix_names_the_pair():
    for edits, cells in (([(1, 3, "½")], ("D2", "C3")), ([(2, 3, "1")], ("D3",)), ([(4, 2, None)], ("F2", "C5"))):
        (problem,) = read(sheet(changed(MATRIX, *edits))).errors
        assert problem.cells == cells


def test_of_two_exchanges_that_explain_the_same_the_one_whose_points_do_not_add_up_comes_first():
    exchanged = changed(DMITROV, (1, ROUND_5, COLUMN[7]), (8, ROUND_5, COLUMN[0]))
    (problem,) = read(sheet(exchanged)).errors
    assert problem.cells == ("G2", "G9", "G4", "G8")


def test_several_slips_are_told_one_by_one():
    slips = changed(DMITROV, (1, 4, "8w1"), (4, 9, "77w1"), (6, 10, "zz"), (10, 6, "+"))
    assert [problem.cells[0] for problem in read(sheet(slips)).errors] == ["K7", "J5", "E2", "G12"]
