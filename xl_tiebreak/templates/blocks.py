"""The working sheet as data: named blocks of columns, one row a player, and their addresses in formulas.

A block has a formula per column. Formulas are written once, for any row: ``ROW`` stands for the row of the working
sheet, ``TABLE`` for the player's row on the tournament sheet. So a formula can name any block, whether it stands left
or right of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..address import column_letters

__all__ = [
    "FIRST_ROW",
    "PREFIX",
    "ROW",
    "SCALARS",
    "TABLE",
    "Block",
    "Formula",
    "Scalar",
    "Value",
    "Working",
    "filled_in",
    "value_block",
]

Value = str | int | float
"""What a cell shows; the empty text is an empty cell."""

ROW, TABLE = "§", "¤"
FIRST_ROW = 4
"""The first player's row on the working sheet, counted from 0: above it stand title, note, helper and heading."""
SCALARS = 1
"""The column of the single values' labels; their values stand right of them."""
FIRST_COLUMN = 4
"""The second block's column. The first block, the players' labels, stands in the first column, so that it stays in
sight; between them stand the single values."""
PREFIX = "tb_"
"""Begins every defined name, so that none can be taken for a cell or a function."""

Formula = Callable[[int], str]
"""Column of a block, counted from 0 → its formula."""


@dataclass(frozen=True, slots=True)
class Block:
    """A run of columns: its name, its first column, how many it has, and what it shows for a row without a player."""

    name: str
    column: int
    width: int
    blank: Value


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value of the working sheet: its name, its formula, and what it shows while the table is empty."""

    name: str
    formula: str
    blank: Value


class Working:
    """Where everything stands on the working sheet of ``players`` rows, as formulas write it.

    ``widths`` are the blocks in order: name → (columns, value of an empty row).
    """

    def __init__(self, players: int, widths: Mapping[str, tuple[int, Value]]) -> None:
        self.players = players
        self.blocks: dict[str, Block] = {}
        column = 0
        for name, (width, blank) in widths.items():
            self.blocks[name] = Block(name, column, width, blank)
            column = max(FIRST_COLUMN, column + width)

    @property
    def first_row(self) -> int:
        """The row before the first player's, as formulas count."""
        return FIRST_ROW

    @property
    def last_row(self) -> int:
        """The last player's row, as formulas count."""
        return FIRST_ROW + self.players

    def letters(self, name: str, j: int = 0) -> str:
        """The letters of a block's column; the last one for -1."""
        block = self.blocks[name]
        return column_letters(block.column + (j if j >= 0 else block.width + j))

    def cell(self, name: str, j: int = 0) -> str:
        """The cell of this row."""
        return f"{self.letters(name, j)}{ROW}"

    def row(self, name: str, until: str | None = None) -> str:
        """This row of a block, or of all blocks from one to another."""
        return f"{self.cell(name)}:{self.cell(until or name, -1)}"

    def column(self, name: str, j: int = 0) -> str:
        """A whole column."""
        return self._range(self.letters(name, j), self.letters(name, j))

    def all(self, name: str) -> str:
        """All cells of a block."""
        return self._range(self.letters(name), self.letters(name, -1))

    def helper(self, name: str, j: int = 0) -> str:
        """The cell above a column that holds what the whole column needs."""
        return f"{self.letters(name, j)}${FIRST_ROW - 1}"

    def helpers(self, name: str) -> str:
        """All helper cells of a block."""
        return f"{self.letters(name)}${FIRST_ROW - 1}:{self.letters(name, -1)}${FIRST_ROW - 1}"

    def as_far_as_here(self, name: str, j: int = 0) -> str:
        """The column from the first player to this one."""
        letters = self.letters(name, j)
        return f"{letters}${FIRST_ROW + 1}:{letters}{ROW}"

    def _range(self, first: str, last: str) -> str:
        return f"{first}${FIRST_ROW + 1}:{last}${self.last_row}"

    def absolute(self, name: str) -> str:
        """All cells of a block, for other sheets."""
        return f"${self.letters(name)}${FIRST_ROW + 1}:${self.letters(name, -1)}${self.last_row}"


def filled_in(formula: str, player: int) -> str:
    """The formula in a player's row, players counted from 0."""
    row = FIRST_ROW + 1 + player
    return formula.replace(ROW, str(row)).replace(TABLE, str(player + 2))


def value_block(code: str) -> str:
    """The block that holds the values of a code: BH-C1 → v_bh_c1."""
    return "v_" + code.lower().replace("-", "_")
