"""What references in formulas mean: cells of a sheet, of a table, of an array."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ...address import LAST_COLUMN, LAST_ROW, Area, cell_name, column_number
from ..package import TablePart
from ..sheet import MOST_CELLS

__all__ = ["Book", "Cell", "area_of", "part_of_table", "quoted", "reference", "sheet_and_rest"]


class Cell(NamedTuple):
    """A cell of a workbook, counted from 0."""

    sheet: str
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Book:
    """What references of a workbook may mean. All keys are in small letters: sheets by title, defined names by name and
    sheet ("": every sheet), tables by name, each with its sheet; the areas of array formulas by their first cell.
    ``last`` gives the last row and column of a sheet that are in use."""

    sheets: Mapping[str, str]
    names: Mapping[tuple[str, str], str]
    tables: Mapping[str, tuple[str, TablePart]]
    arrays: Mapping[Cell, Area]
    last: Callable[[str], tuple[int, int]]

    def is_too_large(self, sheet: str, area: Area) -> bool:
        """Are there more cells in use than anybody can look through?"""
        if area.size <= MOST_CELLS:
            return False
        bottom, right = self.last(sheet)
        return area._replace(bottom=min(area.bottom, bottom), right=min(area.right, right)).size > MOST_CELLS


_SHEET = re.compile(r"(?:'((?:[^']|'')+)'|([^'!\[\]]+))!(.+)", re.DOTALL)
_ONE_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d*"
_CELLS = re.compile(rf"{_ONE_CELL}(?::{_ONE_CELL})?")
_COLUMNS = re.compile(r"\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})")
_ROWS = re.compile(r"\$?([1-9]\d*):\$?([1-9]\d*)")
_ITEM = re.compile(r"\[((?:'.|[^\[\]'])*)\]", re.DOTALL)


def sheet_and_rest(token: str) -> tuple[str, str]:
    """The sheet that a reference names, "" if none, and the rest of the reference."""
    match = _SHEET.fullmatch(token)
    return ((match[1] or "").replace("''", "'") or match[2], match[3]) if match else ("", token)


def reference(sheet: str, area: Area) -> str:
    """A reference to cells in the simplest spelling."""
    first, last = cell_name(*area[:2]), cell_name(*area[2:])
    return f"{quoted(sheet)}!{first}" + (f":{last}" if first != last else "")


def quoted(sheet: str) -> str:
    """The title of a sheet as it stands in references."""
    return "'" + sheet.replace("'", "''") + "'"


def area_of(text: str) -> Area | None:
    """The cells that ``A1``, ``A1:B2``, ``A:B`` or ``1:2`` means; None for anything else."""
    try:
        if _CELLS.fullmatch(text):
            return Area.parse(text)
        if columns := _COLUMNS.fullmatch(text):
            left, right = sorted(map(column_number, columns.groups()))
            return Area(0, left, LAST_ROW - 1, right)
    except ValueError:  # beyond the last cell: a name
        return None
    if rows := _ROWS.fullmatch(text):
        top, bottom = sorted(int(row) - 1 for row in rows.groups())
        return Area(top, 0, bottom, LAST_COLUMN - 1)
    return None


def part_of_table(table: TablePart, inside: str, row: int) -> Area | None:
    """The cells of a table that the inside of ``[…]`` means, in the formula of a row; None where there are none such.

    Without a section those are the rows of data, without a column all columns.
    """
    area = table.area
    data = (area.top + table.headings, area.bottom - table.totals)
    sections = {
        "#all": (area.top, area.bottom),
        "#data": data,
        "#headers": (area.top, area.top + table.headings - 1),
        "#totals": (area.bottom - table.totals + 1, area.bottom),
        "#this row": (row, row) if data[0] <= row <= data[1] else (0, -1),
    }
    items = _ITEM.findall(inside) if "[" in re.sub("'.", "", inside) else [inside] if inside else []
    rows = [sections.get(item.casefold(), (0, -1)) for item in items if item.startswith("#")] or [data]
    names = [column.casefold() for column in table.columns]
    wanted = [re.sub("'(.)", r"\1", item).casefold() for item in items if not item.startswith("#")]
    if any(name not in names for name in wanted) or any(top > bottom for top, bottom in rows):
        return None
    columns = [area.left + names.index(name) for name in wanted] or [area.left, area.right]
    return Area(min(rows)[0], min(columns), max(bottom for _, bottom in rows), max(columns))
