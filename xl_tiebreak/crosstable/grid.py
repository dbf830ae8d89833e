"""Cells as they arrive from a spreadsheet: a grid of raw values, where it lies, and what a single cell says.

A cell is whatever openpyxl or xlwings delivers: text, int, float, None, bool, a date or a time.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import repeat, takewhile
from operator import eq

from ..address import cell_name

__all__ = ["Grid", "decimal_of", "is_blank", "plain", "text_of", "whole_of", "wholes_of"]

_SPACES = "\t\n\r\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_PLAIN: dict[int, int | str | None] = {
    **_FULL_WIDTH,
    **dict.fromkeys(map(ord, _SPACES), " "),
    **dict.fromkeys(map(ord, _DASHES), "-"),
    **dict.fromkeys(map(ord, _UNSEEN)),
}

_SAYING = re.compile(rf"[^\s{_UNSEEN}]")
_WHOLE = re.compile(r"(\d{1,7})\.?")
_DECIMAL = re.compile(r"(\d{0,6})(?:[.,](\d{1,6})| ?(½|(?<!\d)1/2|(?<= )1/2))?")


@dataclass(frozen=True, slots=True)
class Grid:
    """A rectangle of raw cell values; its first cell is row ``top``, column ``left`` of the sheet, counted from 0.

    Without ``sheet`` the grid is a bare range that cannot know its address; its rows are then counted within it.
    """

    rows: Sequence[Sequence[object]]
    top: int = 0
    left: int = 0
    sheet: str | None = None

    @property
    def width(self) -> int:
        """Columns of a squared grid."""
        return len(self.rows[0]) if self.rows else 0

    def name(self, row: int, column: int) -> str:
        """How a person finds the cell at an absolute position: ``D7``, without a sheet ``row 7, column 4``."""
        if self.sheet is not None:
            return cell_name(row, column)
        return f"row {row - self.top + 1}, column {column - self.left + 1}"

    def line_name(self, row: int) -> str:
        """How a person finds a line of text at an absolute row: ``line 7``, where it is a cell of a sheet ``A7``."""
        return f"line {row - self.top + 1}" if self.sheet is None else cell_name(row, self.left)

    def squared(self) -> Grid:
        """The same cells without the blank rows below them, every row as long as the longest one."""
        rows = self.rows
        if not set(map(type, rows)) <= {list, tuple}:
            rows = [row if isinstance(row, (list, tuple)) else [row] for row in rows]
        rows = rows[: _occupied(rows)]
        lengths = set(map(len, rows))
        if len(lengths) > 1:
            width = max(lengths)
            rows = [[*row, *repeat(None, width - len(row))] for row in rows]
        return replace(self, rows=rows)


def _occupied(rows: Sequence[Sequence[object]]) -> int:
    """The number of rows down to the last one that says something; zeros alone say nothing (xlwings Lite).

    A whole column selected brings a million equal rows, which are compared with the last one only.
    """
    count = len(rows)
    while count and all(
        value is None or value == "" or value == 0 or text_of(value) == "" for value in rows[count - 1]
    ):
        blank = rows[count - 1]
        count -= sum(1 for _ in takewhile(partial(eq, blank), map(rows.__getitem__, range(count - 1, -1, -1))))
    return count


def plain(text: str) -> str:
    """``text`` with every kind of space, dash and digit in its common form, without surplus spaces."""
    if text.isascii():
        return " ".join(text.split())
    return " ".join(text.translate(_PLAIN).split())


def text_of(value: object) -> str:
    """What a cell says: 8.0 → ``8``, None → empty, a date in ISO form."""
    if value is None:
        return ""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        if math.isnan(value):
            return ""
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return value.date().isoformat()
    return str(value)


def is_blank(value: object) -> bool:
    """Does a cell say nothing?"""
    if type(value) is str:
        return _SAYING.search(value) is None
    return value is None or text_of(value) == ""


def whole_of(value: object) -> int | None:
    """The whole number in a cell, also as text (``8``, ``8.``); None where there is none."""
    if type(value) is int:
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    match = _WHOLE.fullmatch(plain(value)) if isinstance(value, str) else None
    return int(match[1]) if match else None


def wholes_of(column: Sequence[object]) -> Sequence[int | None]:
    """The whole number in every cell of a column."""
    kinds = set(map(type, column))
    if kinds == {int}:
        return column  # type: ignore[return-value]
    if kinds == {float} and all(map(float.is_integer, column)):  # type: ignore[arg-type]
        return list(map(int, column))  # type: ignore[arg-type]
    return list(map(whole_of, column))


def decimal_of(value: object) -> float | None:
    """The number in a cell, also as text (``7,5`` ``7½`` ``7 1/2`` ``½``); None where there is none."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return None if math.isnan(value) else float(value)
    text = plain(value) if isinstance(value, str) else ""
    match = _DECIMAL.fullmatch(text)
    if not text or not match:
        return None
    digits, decimals, half = match.groups()
    return float(f"{digits or 0}.{decimals or 0}") + (0.5 if half else 0.0)
