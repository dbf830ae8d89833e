"""Edits applied with openpyxl, to a worksheet that a script holds."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from ..address import Area
from .edits import Edit, number_format, suits

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

__all__ = ["apply_edits", "table_headings"]


def apply_edits(worksheet: Worksheet, edits: Sequence[Edit]) -> None:
    """Write the edits into an openpyxl worksheet; nothing else in it changes but the widths of new columns.

    openpyxl holds a formula or what it gave, not both: a formula that stays is without a result until the workbook is
    calculated.
    """

    def at(row: int, column: int) -> Any:
        return worksheet.cell(row + 1, column + 1)

    for edit in edits:
        cell = at(edit.row, edit.column)
        if edit.formula is None and cell.data_type == "f":
            continue
        style = edit.style
        if style.like is not None and not cell.has_style:
            cell._style = copy(at(edit.row, style.like)._style)  # copying font, border … one by one is ten times slower
            if style.format_like is not None:
                cell.number_format = at(edit.row, style.format_like).number_format
        cell.value = f"={edit.formula}" if edit.formula else edit.value
        if isinstance(edit.value, str) and not edit.formula:
            cell.data_type = "s"  # openpyxl takes a text that begins with = for a formula
        elif isinstance(edit.value, int | float) and not suits(cell.number_format, style):
            cell.number_format = number_format(style)
        if style.title:
            alignment = copy(cell.alignment)
            alignment.wrap_text = True
            cell.alignment = alignment
            _widen(worksheet, edit.column, str(edit.value), _lines(worksheet, edit.row))


def table_headings(worksheet: Worksheet) -> list[tuple[Area, str]]:
    """Where the headings of Excel's tables stand, which openpyxl writes once more, and the names of the tables."""
    tables = [table for table in worksheet.tables.values() if table.headerRowCount]
    areas = [Area.parse(table.ref) for table in tables]
    return [(area._replace(bottom=area.top), table.displayName) for area, table in zip(areas, tables)]


def _lines(worksheet: Worksheet, row: int) -> int:
    """How many lines of text a heading row has room for; one without a height of its own grows with its text."""
    height = worksheet.row_dimensions[row + 1].height
    return 1 if height is not None and height < 26 else 2


def _widen(worksheet: Worksheet, column: int, title: str, lines: int) -> None:
    """Make a new column wide enough for its title on one line, or on two where the rules go below the name."""
    name, bracket, rules = title.partition(" (")
    needed = (max(len(name), len(rules) + 1) if bracket and lines > 1 else len(title)) * 1.15 + 2
    dimension = _own_dimension(worksheet, column + 1)
    if needed > (dimension.width or worksheet.sheet_format.baseColWidth or 0):
        dimension.width = needed


def _own_dimension(worksheet: Worksheet, column: int) -> Any:
    """The dimension of one column (from 1), cut out of the range of columns that shares one."""
    from openpyxl.utils import get_column_letter

    dimensions = worksheet.column_dimensions
    for shared in list(dimensions.values()):
        first, last = shared.min or 0, shared.max or 0
        if first < last and first <= column <= last:
            del dimensions[shared.index]
            for low, high in ((first, column - 1), (column, column), (column + 1, last)):
                if low <= high:
                    part = copy(shared)
                    part.index, part.min, part.max = get_column_letter(low), low, high
                    dimensions[part.index] = part
    return dimensions[get_column_letter(column)]
