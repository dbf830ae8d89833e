"""A matrix that lacks the row or the column of a player: his results stand on one side only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..errors import Problem
from .games import DIAGONAL, is_result
from .grid import decimal_of, is_blank, text_of, whole_of
from .reading import Table

__all__ = ["lacking", "marked_cells"]

_FEWEST = 3
"""So many players at least make a matrix that is missed a row or a column in."""


def lacking(table: Table, matrix: Table | None) -> Problem | None:
    """What is to be said of a table that is a matrix without the row or the column of some player; ``matrix`` is what
    it would be read as without his results."""
    if not _are_results(table, table.columns.rounds):
        return None
    columns = list(_numbered(table))
    if len(columns) == len(table.rows) or min(len(columns), len(table.rows)) < _FEWEST - 1:
        return None
    if not _are_results(table, columns):
        return None
    own = marked_cells(table, columns)
    if len(own) == len(columns) < len(table.rows):
        rows = [p for p in range(len(table.rows)) if p not in own and _is_filled(table.cells[c][p] for c in columns)]
        return _without_column(table, rows[0], columns) if rows else None
    taken = [*own.values()] if len(own) == len(table.rows) else list(matrix.columns.rounds) if matrix else []
    if not len(taken) == len(table.rows) < len(columns):
        return None
    alone = [c for c in columns if c not in taken and _is_numbered(table, c) and _goes_on(table, c, taken)]
    return _without_row(table, alone[0]) if alone else None


def marked_cells(table: Table, columns: Sequence[int]) -> Mapping[int, int]:
    """Player → the column in which he would meet himself, as the signs there say, or, where there are none, the only
    cell of his row and of the column that is empty. Empty where they do not tell."""
    for is_own in (_is_sign, is_blank):
        own: dict[int, int] = {}
        rows = range(len(table.rows))
        marked = [(p, c) for c in columns for p in rows if is_own(table.cells[c][p])]
        own = dict(marked)
        if marked and len(own) == len(marked) == len({*own.values()}) == min(len(rows), len(columns)):
            return own
    return {}


def _is_sign(value: object) -> bool:
    """Is a cell marked as one where a player would meet himself, and can be no result?"""
    return text_of(value).lower() in DIAGONAL and not is_result(value)


def _are_results(table: Table, columns: Sequence[int]) -> bool:
    """Is nothing else in some columns, but signs where players would meet themselves?"""
    return all(is_result(value) or _is_sign(value) for c in columns for value in table.cells[c])


def _is_filled(cells: Iterator[object]) -> bool:
    return any(not is_blank(value) and value != 0 for value in cells)


def _is_numbered(table: Table, column: int) -> bool:
    return column in table.columns.rounds or bool(whole_of(table.columns.others.get(column)))


def _numbered(table: Table) -> Iterator[int]:
    """The columns of the rounds, with those beside them that are headed by numbers as well, or hold nothing but results
    and a sign where a player would meet himself."""
    for column in range(table.left, table.right + 1):
        cells = table.cells[column]
        if _is_numbered(table, column) or (any(map(_is_sign, cells)) and _are_results(table, [column])):
            yield column


def _goes_on(table: Table, column: int, taken: Sequence[int]) -> bool:
    """Do the same results stand in a column as in those of the other players? Their sums are points."""
    cells = [value for value in table.cells[column] if not is_blank(value)]
    if not any(cells) and _are_blanks(table, [column, *taken]):
        return False
    known = {text_of(value) for c in taken for value in table.cells[c]}
    sums = [sum(decimal_of(table.cells[c][p]) or 0 for c in taken) for p in range(len(table.rows))]
    if list(map(decimal_of, table.cells[column])) == sums:
        return False
    return 2 * sum(text_of(value) in known for value in cells) > len(cells)


def _are_blanks(table: Table, columns: Sequence[int]) -> bool:
    """Are zeros what xlwings Lite makes of empty cells? They stand in rows of nobody as well."""
    below = range(max([-1, *table.heading_rows]) + 1, len(table.grid.rows))
    return any(table.grid.rows[row][column] == 0 for row in {*below} - {*table.rows} for column in columns)


def _without_row(table: Table, column: int) -> Problem:
    heading = table.heading_of(column)
    row = table.heading_rows[-1] if table.heading_rows else table.rows[0]
    cell = table.grid.name(table.grid.top + row, table.grid.left + column)
    why = f"heads a column with results, but there is no row {heading}"
    return Problem("no-row", (cell,), heading, why, f"add the row of player {heading}")


def _without_column(table: Table, player: int, columns: Sequence[int]) -> Problem:
    identity = (table.columns.name, table.columns.number, table.columns.place, columns[0])
    column = next(c for c in identity if c is not None)
    text = text_of(table.cells[column][player])
    why, hint = "has a row with results, but no column", "add his column, in the order of the rows"
    return Problem("no-column", (table.cell(player, column),), text, why, hint)
