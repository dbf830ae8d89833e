"""Rounds that take two cells each, read as one text: two lines a player (US Chess), two columns a round (Denmark)."""

from __future__ import annotations

from collections.abc import Sequence

from .grid import is_blank, text_of
from .notations import Notation
from .reading import Table

__all__ = ["round_cells"]


def round_cells(table: Table, notation: Notation) -> list[Sequence[object]] | None:
    """The cells of every round as a notation takes them; None where the table has no second cells for it, or hardly any
    are filled."""
    columns = table.columns.rounds
    if notation.spread == "below":
        if not table.below:
            return None
        rows = table.grid.rows
        return [_joined(table.cells[c], [rows[row][c] for row in table.below]) for c in columns]
    if notation.spread == "beside":
        second = [c + 1 for c in columns]
        known = {table.columns.number, table.columns.name, table.columns.place, *columns}
        if not known.isdisjoint(second) or second[-1] >= len(table.cells):
            return None
        if 2 * _filled(table, second) < _filled(table, columns):
            return None
        return [_joined(table.cells[c], table.cells[c + 1]) for c in columns]
    return [table.cells[column] for column in columns]


def _filled(table: Table, columns: Sequence[int]) -> int:
    return sum(not is_blank(value) for c in columns for value in table.cells[c])


def _joined(first: Sequence[object], second: Sequence[object]) -> list[object]:
    return [f"{text_of(one)} {text_of(other)}" for one, other in zip(first, second)]
