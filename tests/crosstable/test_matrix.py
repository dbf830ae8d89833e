"""N×N matrices: single and double, finished or not, marked or blank diagonals."""

import datetime

import pytest

from xl_tiebreak.crosstable import read
from xl_tiebreak.crosstable.games import DIAGONAL, EXAMPLES
from xl_tiebreak.crosstable.matrix import PAIRS
from xl_tiebreak.model import Kind

from .tables import MATRIX, changed, only_error, sheet, texts


def met(reading):
    """{(player, opponent)} → points of their games, from the tournament."""
    tournament = reading.tournament_or_raise()
    games = {}
    for p in range(len(tournament)):
        for r in range(tournament.rounds):
            kind, opponent, _, points = tournament.round(p, r)
            if opponent is not None and kind is not Kind.PENDING:
                games.setdefault((p, opponent), []).append(points)
    return {pair: sorted(points) for pair, points in games.items()}


@pytest.mark.parametrize(("cells", "games"), EXAMPLES.items(), ids=lambda value: repr(value))
def test_examples(cells, games):
    pair, turned = PAIRS[cells], PAIRS[cells[::-1]]
    assert (sorted(pair.games), pair.complaint) == (sorted(games), "")
    assert sorted(turned.games) == sorted(game[::-1] for game in games)


def test_a_single_matrix():
    reading = read(sheet(MATRIX))
    tournament = reading.tournament_or_raise()
    assert (reading.problems, reading.layout, reading.opponents, reading.language) == ((), "matrix", "row", "ru")
    assert (tournament.system, tournament.ordered, tournament.rounds) == ("rr", False, 3)
    assert tournament.scores() == [2.5, 1.5, 1.5, 0.5]
    assert reading.proof == "4 of 4 rows consistent, points equal in 4 of 4"
    assert met(reading)[0, 2] == [0.5]
    for r in range(3):
        assert reading.where(0, r) == f"{'CDEF'[tournament.opponents[0][r]]}2"


@pytest.mark.parametrize("sign", [*sorted(DIAGONAL), "X", "Х", "■", "—"])
def test_every_sign_of_the_diagonal(sign):
    table = changed(MATRIX, *((i, i + 1, sign) for i in range(1, 5)))
    assert read(table).tournament_or_raise().scores() == [2.5, 1.5, 1.5, 0.5]


def test_without_headings():
    for table in (
        [row[:] for row in MATRIX[1:]],
        [["Турнир", *[None] * 6], ["№", "Игроки клуба", *[None] * 5], *MATRIX[1:]],
    ):
        reading = read(table)
        assert reading.tournament_or_raise().scores() == [2.5, 1.5, 1.5, 0.5]
        assert (reading.layout, reading.columns.number, reading.columns.name, reading.columns.points) == (
            "matrix",
            0,
            1,
            6,
        )
    assert read([row[2:6] for row in MATRIX[1:]]).tournament_or_raise().scores() == [2.5, 1.5, 1.5, 0.5]


def test_a_blank_diagonal_without_headings():
    table = [row[1:6] for row in changed(MATRIX, *((i, i + 1, None) for i in range(1, 5)))[1:]]
    assert read(table).tournament_or_raise().scores() == [2.5, 1.5, 1.5, 0.5]


def test_rows_in_order_of_place_and_columns_by_number():
    reading = read([MATRIX[0], MATRIX[4], MATRIX[2], MATRIX[1], MATRIX[3]])
    assert reading.tournament_or_raise().scores() == [0.5, 1.5, 2.5, 1.5]
    assert reading.columns.rounds == (5, 3, 2, 4)


def test_a_game_not_played_yet_is_pending():
    table = [row[:6] for row in changed(MATRIX, (1, 3, None), (2, 2, ""))]
    tournament = read(table).tournament_or_raise()
    assert sum(row.count(Kind.PENDING) for row in tournament.kinds) == 2
    assert tournament.scores() == [1.5, 1.5, 1.5, 0.5]
    marked = [row[:6] for row in changed(MATRIX, (1, 3, "?"), (2, 2, "."))]
    assert read(marked).tournament_or_raise().scores() == [1.5, 1.5, 1.5, 0.5]


def test_an_odd_field_has_a_free_round_each():
    table = [row[:5] for row in MATRIX[:4]]
    tournament = read(table).tournament_or_raise()
    assert [row.count(Kind.REST) for row in tournament.kinds] == [1, 1, 1]
    assert tournament.rounds == 3


@pytest.mark.parametrize(
    "cells",
    [
        ("1½", "0½", "11", "00", "½½", "½½"),
        ("1 ½", "0 ½", "1 1", "0 0", "½ ½", "= ="),
        ("1.5-0.5", "0.5-1.5", "2-0", "0-2", "½ ½", "½ ½"),
        ("1,5:0,5", "0,5:1,5", "2:0", "0:2", "½=", "=½"),
        (1.5, 0.5, 2, 0, "½½", "½½"),
        ("1½", "½", 11, 0, "½ ½", "½ ½"),
    ],
)
def test_double_matrices(cells):
    ab, ba, ac, ca, bc, cb = cells
    table = [
        ["№", "Name", 1, 2, 3, "Pts"],
        [1, "A", "*", ab, ac, 3.5],
        [2, "B", ba, "*", bc, 1.5],
        [3, "C", ca, cb, "*", 1],
    ]
    reading = read(table)
    assert reading.problems == ()
    assert met(reading) == {
        (0, 1): [0.5, 1],
        (0, 2): [1, 1],
        (1, 0): [0, 0.5],
        (1, 2): [0.5, 0.5],
        (2, 0): [0, 0],
        (2, 1): [0.5, 0.5],
    }
    assert reading.tournament_or_raise().rounds == 6


def test_a_second_game_that_only_some_have_played():
    table = [["№", "Name", 1, 2, 3], [1, "A", "", "1½", "1"], [2, "B", "0½", "", ""], [3, "C", "0", "", ""]]
    tournament = read(table).tournament_or_raise()
    assert tournament.rounds == 6
    assert [row.count(Kind.PENDING) for row in tournament.kinds] == [1, 2, 3]


def test_forfeits():
    tournament = read(
        changed(MATRIX, (1, 3, "+"), (2, 2, "-"), (3, 5, "−"), (4, 4, "-"), (3, 6, 0.5))
    ).tournament_or_raise()
    kinds = sorted(kind for row in tournament.kinds for kind in row if kind is not Kind.PLAYED)
    assert kinds == [Kind.FORFEIT_WIN, *[Kind.FORFEIT_LOSS] * 3]


def test_rows_not_entered_yet():
    table = [
        ["№", "Name", 1, 2, 3, 4],
        [1, "A", "x", 1],
        [2, "B", 0, "x"],
        [3, None, None, None, "x"],
        [4, None, None, None, None, "x"],
    ]
    reading = read(table)
    assert texts(reading) == []
    assert len(reading.tournament_or_raise()) == 2


GAPS = [
    ["№", "Name", 1, 2, 3, 4, 5, 6],
    [1, "A", "x", None, 1, "½"],
    [2, None, None, "x"],
    [3, "B", 0, None, "x", 0],
    [4, "C", "½", None, 1, "x"],
    [5, None, None, None, None, None, "x"],
    [6, None, None, None, None, None, None, "x"],
]
"""Number 2 did not come; 5 and 6 are rows to spare."""


@pytest.mark.parametrize("name", [False, True], ids=["unnamed", "named"])
@pytest.mark.parametrize("cleared", [(), (2,), (2, 5, 6), (5, 6)], ids=str)
@pytest.mark.parametrize("blank", [None, "", 0], ids=repr)
def test_rows_left_empty_between_the_others(name, cleared, blank):
    rows = [[*row, *[None] * (8 - len(row))] for row in GAPS]
    rows = [row if r not in cleared else [None] * 8 for r, row in enumerate(rows)]
    rows = [[blank if v is None or (c == 1 and not name) else v for c, v in enumerate(row)] for row in rows]
    reading = read(rows)
    tournament = reading.tournament_or_raise()
    assert (reading.layout, reading.rows, reading.columns.rounds) == ("matrix", [1, 3, 4], (2, 4, 5))
    assert (tournament.numbers, tournament.scores()) == (["1", "3", "4"], [1.5, 0.0, 1.5])
    assert met(reading) == {(0, 1): [1], (1, 0): [0], (0, 2): [0.5], (2, 0): [0.5], (1, 2): [0], (2, 1): [1]}


def test_rows_left_empty_and_the_others_in_order_of_place():
    reading = read([GAPS[0], GAPS[4], GAPS[1], GAPS[2], GAPS[3]])
    assert (reading.columns.rounds, reading.tournament_or_raise().scores()) == ((5, 2, 4), [1.5, 1.5, 0.0])


@pytest.mark.parametrize("numbers", [(1, 2, 3, 4), (4, 3, 2, 1), (101, 102, 103, 104), (2, 3, 5, 9)], ids=str)
def test_who_lost_every_game_is_a_player_without_a_name(numbers):
    table = [
        ["№", "Name", 1, 2, 3, 4],
        [numbers[0], None, "x", 1, 1, 1],
        [numbers[1], None, 0, "x", 0, 1],
        [numbers[2], None, 0, 1, "x", 1],
        [numbers[3], None, 0, 0, 0, "x"],
    ]
    assert read(table).tournament_or_raise().scores() == [3.0, 1.0, 2.0, 0.0]


def test_problems_name_the_cell_behind_a_row_left_empty():
    table = changed([[*row, None, None] for row in GAPS], (1, 4, "½"))
    assert only_error(table).startswith("E2 and C4: '½' contradicts")


@pytest.mark.parametrize(
    ("edits", "sentence"),
    [
        ([(1, 3, "z")], "D2: 'z' is not a result; write 1, ½ or 0, or several games such as ½ 1"),
        ([(2, 2, "z")], "C3: 'z' is not a result; write 1, ½ or 0, or several games such as ½ 1"),
        ([(1, 3, "½")], "D2 and C3: '½' contradicts '0', the cell of the opponent"),
        ([(1, 3, 0)], "D2 and C3: '0' contradicts '0', the cell of the opponent"),
        ([(1, 3, "+")], "D2 and C3: '+' contradicts '0', the cell of the opponent"),
        ([(1, 3, None)], "C3 and D2: '0' stands against an empty cell; write the result in both cells or in neither"),
        (
            [(1, 3, "1:1"), (2, 2, "1:1")],
            "D2 and C3: '1:1' against '1:1', the cell of the opponent, may mean the games",
        ),
        ([(1, 3, True)], "D2: 'TRUE' is not a result"),
        (
            [(1, 3, datetime.datetime(2026, 1, 2))],
            "D2 and C3: '2026-01-02' is a date that the spreadsheet made of a text and contradicts '0'",
        ),
        ([(2, 0, 1)], "A2 and A3: '1' is the number of two players; give every player a number of his own"),
    ],
)
def test_problems_name_the_cell(edits, sentence):
    assert only_error(changed(MATRIX, *edits)).startswith(sentence)


def test_a_result_against_oneself():
    sentence = only_error(changed(MATRIX, (2, 3, 1)))
    assert sentence == "D3: '1' is a result of a player against himself; leave the diagonal empty"


def test_printed_points_that_differ():
    reading = read(sheet(changed(MATRIX, (3, 6, 2))))
    assert texts(reading) == ["G4: '2' is printed, but the rounds add up to 1.5; correct the points or a result"]
    assert reading.tournament is not None


@pytest.mark.parametrize("absent", ["н/я", "Неявка"])
def test_who_did_not_come_has_lost_by_forfeit(absent):
    reading = read(sheet(changed(MATRIX, (1, 3, "+"), (2, 2, absent))))
    assert reading.tournament_or_raise().scores() == [2.5, 1.5, 1.5, 0.5]


def test_a_player_at_the_end_without_a_column_is_told_and_left_out():
    reading = read(sheet([*MATRIX, [5, "Д", *[None] * 5], [None, "Судья", *[None] * 5]]))
    assert len(reading.tournament_or_raise()) == 4
    assert texts(reading) == ["B6: 'Д' has no results and was not taken for a player; add his column if he is one"]
