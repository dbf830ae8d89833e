"""Spreadsheet addresses: ``B3`` ↔ (row 2, column 1), both counted from 0."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

__all__ = ["LAST_COLUMN", "LAST_ROW", "Area", "cell_name", "column_letters", "column_number", "parse_cell"]

_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})")
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384


@cache
def column_letters(column: int) -> str:
    """Letters of a column counted from 0: 0 → ``A``, 26 → ``AA``."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


@cache
def column_number(letters: str) -> int:
    """The column, from 0, that letters name: ``AA`` → 26; ValueError where they name none."""
    return parse_cell(f"{letters}1")[1]


def cell_name(row: int, column: int) -> str:
    """The A1 name of a cell counted from 0: (2, 1) → ``B3``."""
    return f"{column_letters(column)}{row + 1}"


def parse_cell(text: str) -> tuple[int, int]:
    """(row, column) counted from 0 of an A1 name, with or without ``$``; ValueError where it is none."""
    match = _CELL.fullmatch(text.strip())
    if match:
        column = 0
        for letter in match[1].upper():
            column = column * 26 + ord(letter) - 64
        if column <= LAST_COLUMN and int(match[2]) <= LAST_ROW:
            return int(match[2]) - 1, column - 1
    raise ValueError(f"'{text}' is not a cell address such as B3")


class Area(NamedTuple):
    """A rectangle of cells, counted from 0, both ends included."""

    top: int
    left: int
    bottom: int
    right: int

    @classmethod
    def parse(cls, text: str) -> Area:
        """``A1:M12`` or a single cell; ValueError where it is neither."""
        first, _, last = text.partition(":")
        (r1, c1), (r2, c2) = parse_cell(first), parse_cell(last or first)
        return cls(min(r1, r2), min(c1, c2), max(r1, r2), max(c1, c2))

    @property
    def size(self) -> int:
        """How many cells there are, none where an end stands before the other."""
        return max(0, self.bottom - self.top + 1) * max(0, self.right - self.left + 1)

    def cells(self) -> Iterator[tuple[int, int]]:
        """Every cell, row by row."""
        return product(range(self.top, self.bottom + 1), range(self.left, self.right + 1))

    def holds(self, row: int, column: int) -> bool:
        """Is the cell one of them?"""
        return self.top <= row <= self.bottom and self.left <= column <= self.right

    def __str__(self) -> str:
        return f"{cell_name(self.top, self.left)}:{cell_name(self.bottom, self.right)}"
