"""A file as sheets of cells: workbooks of every kind, tables in text files, tournament reports.

A cell with a formula gives the value the file remembers. Its text it gives where the file remembers none, and where
the text is a result that the spreadsheet took for a formula (``+W12`` became ``=+W12``, ``=B3`` points at a cell). A
file without a table in it is refused with one sentence that says what it is instead.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..address import Area
from ..crosstable import Grid
from ..errors import RequestError, nearest
from .archive import REPAIR
from .encodings import decode
from .files import kind_of
from .raw import content_of
from .sheet import Position, Sheet, shown, used
from .text import grid_of

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

    from .package import Package

__all__ = ["Sheet", "load", "open_sheets", "open_to_fill", "openpyxl_sheets", "sheet_of"]

_CONVERT = "convert it first: xl-tiebreak convert"


def open_sheets(
    path: Path, sheet: str | None = None, area: Area | None = None, package: Package | None = None
) -> list[Sheet]:
    """The visible sheets of a workbook in their order, or the one called ``sheet``, hidden or not; of each only the
    cells inside ``area``. A text file is one sheet. ``package`` is the file where it is open already.

    RequestError in one sentence where there is no such file, no table can be in it, or it has no such sheet. InputError
    where a stray cell makes a sheet so large that it cannot be a table.
    """
    content = package.content if package else content_of(path)
    kind = "xlsx" if package else kind_of(path, content)
    if kind == "text":
        return [_text_sheet(path, content, sheet, area)]
    if kind == "xlsx" and area is not None:  # openpyxl holds the cells that exist, however far out others stand
        return openpyxl_sheets(path, content, sheet, area)
    from .binary import workbook_sheets

    return workbook_sheets(path, content, kind, sheet, area, package)


def _text_sheet(path: Path, content: bytes, sheet: str | None, area: Area | None) -> Sheet:
    grid = grid_of(decode(content), path.stem)
    if sheet is not None and (grid.sheet or "").casefold() != sheet.casefold():
        raise RequestError(f"'{path}' is a text file and has no sheet '{sheet}'; leave --sheet out")
    if area is None:
        return Sheet(grid)
    rows = [list(row[area.left : area.right + 1]) for row in grid.rows[area.top : area.bottom + 1]]
    return Sheet(Grid(rows, area.top, area.left, grid.sheet))


def openpyxl_sheets(path: Path, content: bytes, sheet: str | None, area: Area | None) -> list[Sheet]:
    """The sheets of an .xlsx as `open_sheets` gives them, read by openpyxl, which is slow and knows all of XML."""
    sheets = _chosen(load(path, content), sheet)
    formulas = {ws.title: _formulas(ws) for ws in sheets}
    remembered = load(path, content, values=True) if any(formulas.values()) else None
    results = {ws.title: _values(remembered[ws.title]) for ws in sheets} if remembered is not None else {}
    return [_sheet(ws, formulas[ws.title], results.get(ws.title, {}), area) for ws in sheets]


def sheet_of(worksheet: Worksheet) -> Sheet:
    """An openpyxl worksheet as it was loaded, which remembers either the formulas or their values."""
    return _sheet(worksheet, _formulas(worksheet), {}, None)


def open_to_fill(path: Path) -> Package:
    """A workbook that can be filled (.xlsx, .xlsm); RequestError for any other file."""
    from .package import Package

    content = content_of(path)
    try:
        return Package(path, content)
    except RequestError:
        if kind_of(path, content) == "xlsx":
            raise
    raise RequestError(
        f"'{path}' is no .xlsx workbook and cannot be filled; {_CONVERT} {path} -o {path.stem}_table.xlsx"
    )


def load(path: Path, content: bytes, *, values: bool = False) -> Workbook:
    """The openpyxl workbook in ``content``, with all that openpyxl can keep; with ``values``, to read from only, what
    formulas last gave in place of their texts."""
    from openpyxl import load_workbook

    macros = not values and b"vbaProject.bin" in content
    try:
        with warnings.catch_warnings(action="ignore"):  # what openpyxl cannot keep, the writer counts and tells
            return load_workbook(io.BytesIO(content), data_only=values, keep_vba=macros)
    except Exception as error:  # openpyxl lets every kind of exception out of a damaged file
        reason = " ".join(str(error).split()) or type(error).__name__
        raise RequestError(f"'{path}' is damaged and cannot be read as a workbook ({reason}); {REPAIR}") from error


def _chosen(book: Workbook, sheet: str | None) -> list[Worksheet]:
    if sheet is None:
        return [ws for ws in book.worksheets if ws.sheet_state == "visible"]
    names = {ws.title.casefold(): ws for ws in book.worksheets}
    if sheet.casefold() not in names:
        raise RequestError(f"there is no sheet '{sheet}'; {nearest(sheet, [ws.title for ws in book.worksheets])}")
    return [names[sheet.casefold()]]


def _cells(ws: Worksheet) -> Iterator[tuple[Position, Any]]:
    """(row, column) counted from 0, and the cell, for every cell that exists. Each public way to walk over a sheet
    makes the cells it passes, and one stray cell in row 1,048,576 would fill the memory."""
    for (row, column), cell in ws._cells.items():
        yield (row - 1, column - 1), cell


def _values(ws: Worksheet) -> dict[Position, Any]:
    return {key: cell.value for key, cell in _cells(ws)}


def _formulas(ws: Worksheet) -> dict[Position, str]:
    """Cell → formula; the other cells of an array formula have that of its first."""
    found: dict[Position, str] = {}
    for key, cell in _cells(ws):
        if cell.data_type != "f":
            continue
        found[key] = cell.value if isinstance(cell.value, str) else str(getattr(cell.value, "text", None) or "=")
        reference = getattr(cell.value, "ref", None)
        if reference:
            array = Area.parse(reference)
            used((array.bottom, array.right))
            inside = ((r, c) for r in range(array.top, array.bottom + 1) for c in range(array.left, array.right + 1))
            found.update(dict.fromkeys(inside, found[key]))
    return found


def _sheet(
    ws: Worksheet, formulas: Mapping[Position, str], results: Mapping[Position, Any], area: Area | None
) -> Sheet:
    """A sheet with what its formulas resulted in."""
    filled = {key: value for key, value in _values(ws).items() if value is not None}
    for key, text in formulas.items():
        filled[key] = shown(results.get(key), text)
    if area is None:
        area = used(*filled)
    table: list[list[Any]] = [[None] * (area.right - area.left + 1) for _ in range(area.bottom - area.top + 1)]
    for (row, column), value in filled.items():
        if area.top <= row <= area.bottom and area.left <= column <= area.right:
            table[row - area.top][column - area.left] = value
    merged = tuple(Area.parse(str(cells)) for cells in ws.merged_cells.ranges)
    return Sheet(Grid(table, area.top, area.left, ws.title), formulas, merged)
