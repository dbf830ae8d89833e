"""A sheet: its cells, and what stands behind them, whatever the file it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..address import Area, cell_name
from ..crosstable import Grid
from ..errors import InputError, Problem

__all__ = ["MOST_CELLS", "Position", "Sheet", "shown", "used"]

_RESULT = re.compile(r"=[+=-]*(?:[WBNF]\d{1,4}|BYE|HPB|PAB|FN)", re.IGNORECASE)
"""A result that a spreadsheet took for a formula: ``+W12`` became ``=+W12``, ``=B3`` points at a cell."""
MOST_CELLS = 3_000_000
"""The largest rectangle of cells that is looked at; a thousand players in twenty rounds take less than 30,000."""

Position = tuple[int, int]
"""Row and column, counted from 0."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of a workbook, or a text file, which is one. Rows and columns count from 0.

    ``formulas``: cell → formula, for every cell that shows the result of one, all cells of an array formula included.
    ``merged``: the areas of merged cells.
    """

    grid: Grid
    formulas: Mapping[Position, str] = field(default_factory=dict)
    merged: tuple[Area, ...] = ()

    def value(self, row: int, column: int) -> Any:
        """What a cell holds, None outside of the grid."""
        return self.column(column, (row,))[0]

    def column(self, column: int, rows: Iterable[int]) -> list[Any]:
        """What the cells of a column hold in some rows."""
        cells, c = self.grid.rows, column - self.grid.left
        inside = (row - self.grid.top for row in rows)
        return [cells[r][c] if 0 <= r < len(cells) and 0 <= c < len(cells[r]) else None for r in inside]


def shown(value: object, formula: str) -> object:
    """What a cell with a formula says: the value that the file remembers, or the text of the formula where there is
    none, and where the text is a result. An empty text is one that the file does not give."""
    return formula if formula and (value is None or value == "" or _RESULT.fullmatch(formula)) else value


def used(*positions: Position) -> Area:
    """From A1 to the last row and the last column of some cells; InputError where one of them stands so far out that
    this cannot be a table."""
    bottom = max((row for row, _ in positions), default=0)
    right = max((column for _, column in positions), default=0)
    if (bottom + 1) * (right + 1) > MOST_CELLS:
        why = f"the cell stands so far out that the sheet has {bottom + 1:,} rows and {right + 1:,} columns"
        far = cell_name(*max(positions, key=max))
        raise InputError([Problem("too-large", (far,), "", why, "delete it, or name the table with --range")])
    return Area(0, 0, bottom, right)
