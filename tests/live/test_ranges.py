"""Ranges as people select them, and blank cells as hosts hand them over."""

from typing import Any

import pytest

from xl_tiebreak import functions
from xl_tiebreak.functions import FUNCTIONS, clear_caches
from xl_tiebreak.ranges import SPARE_ROWS, used_rows

from . import tables

BLANKS = [None, "", 0, 0.0]
"""xlwings, LibreOffice, xlwings Lite."""


def blank_rows(blank: object, count: int) -> list[list[Any]]:
    return [[blank] * 13] * count


@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize(("spare", "rows"), [(0, 12), (1, 13), (SPARE_ROWS, 12 + SPARE_ROWS), (SPARE_ROWS + 1, 12)])
def test_result_stands_beside_the_range(blank: object, spare: int, rows: int) -> None:
    table = tables.document()
    shown = FUNCTIONS["BUCHHOLZ"].body(table + blank_rows(blank, spare))
    assert len(shown) == rows
    assert shown[:12] == FUNCTIONS["BUCHHOLZ"].body(table)
    assert all(row == [""] for row in shown[12:])


@pytest.mark.parametrize("blank", BLANKS)
def test_whole_columns_are_read_as_the_table(blank: object, monkeypatch: pytest.MonkeyPatch) -> None:
    read_rows: list[int] = []
    read = functions.read
    monkeypatch.setattr(functions, "read", lambda rows: read_rows.append(len(rows)) or read(rows))
    clear_caches()
    for _ in range(3):
        FUNCTIONS["PLACES"].body(tables.document() + blank_rows(blank, 2**20 - 12))
    assert read_rows == [12]


@pytest.mark.parametrize("blank", BLANKS)
def test_used_rows(blank: object) -> None:
    table = [[1, "x"], [0, 0]]
    many = [[blank, blank]] * (SPARE_ROWS + 1)
    assert used_rows([*table[:1], *many]) == table[:1]
    assert used_rows(many * 2) == many[:1]
    assert used_rows([*table, *many, [0, 5]]) == [*table, *many, [0, 5]]
    assert used_rows(table) == table  # a row of zeros may be a player who lost every game
    assert used_rows([*table, *many]) == (table[:1] if blank == 0 else table)  # but then many more are none


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("code", ["PTS", "BH", "BH-C1", "SB", "PS", "WIN"])
def test_blank_cells_that_arrive_as_zeros_change_no_number(seed: int, code: str) -> None:
    table = tables.swiss(9, 5, seed)
    table = [[None if cell == "-" else cell for cell in row] for row in table]  # absences left blank
    zeros = [[0 if cell is None else cell for cell in row] for row in table]
    assert FUNCTIONS["TIEBREAK"].body(zeros, code) == FUNCTIONS["TIEBREAK"].body(table, code)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("diagonal", ["*", None])
def test_blank_diagonal_that_arrives_as_zeros_changes_no_number(seed: int, diagonal: str | None) -> None:
    table = [[diagonal if cell == "*" else cell for cell in row] for row in tables.double_round_robin(6, seed)]
    zeros = [[0 if cell is None else cell for cell in row] for row in table]
    for code in ("PTS", "SB", "WIN"):
        assert FUNCTIONS["TIEBREAK"].body(zeros, code) == FUNCTIONS["TIEBREAK"].body(table, code)


@pytest.mark.parametrize("blank", BLANKS)
def test_title_and_gaps_around_the_table(blank: object) -> None:
    table = tables.document()
    title: list[Any] = ["Первенство города", *[blank] * 12]
    shown = FUNCTIONS["BUCHHOLZ"].body([title, [blank] * 13, *table, *blank_rows(blank, 5)])
    assert shown[2:14] == FUNCTIONS["BUCHHOLZ"].body(table)
    assert [row for row in shown[:2] + shown[14:] if row != [""]] == []
