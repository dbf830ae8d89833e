"""A sheet: its cells, and what stands behind them, whatever the file it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..address import Area, cell_name
from ..crosstable import Grid
from ..errors import InputError, Problem

__all__ = ["Position", "Sheet", "used"]

_MOST_CELLS = 3_000_000
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
        r, c = row - self.grid.top, column - self.grid.left
        inside = 0 <= r < len(self.grid.rows) and 0 <= c < len(self.grid.rows[r])
        return self.grid.rows[r][c] if inside else None


def used(*positions: Position) -> Area:
    """From A1 to the last row and the last column of some cells; InputError where one of them stands so far out that
    this cannot be a table."""
    bottom = max((row for row, _ in positions), default=0)
    right = max((column for _, column in positions), default=0)
    if (bottom + 1) * (right + 1) > _MOST_CELLS:
        why = f"the cell stands so far out that the sheet has {bottom + 1:,} rows and {right + 1:,} columns"
        far = cell_name(*max(positions, key=max))
        raise InputError([Problem("too-large", (far,), "", why, "delete it, or name the table with --range")])
    return Area(0, 0, bottom, right)
