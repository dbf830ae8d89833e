"""A workbook file as sheets of cells.

A cell with a formula gives the value the file remembers. Its text it gives where the file remembers none, and where
the text is a result that the spreadsheet took for a formula (``+W12`` became ``=+W12``, ``=B3`` points at a cell). A
file that is no workbook is refused with one sentence that says what it is instead.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..address import Area, cell_name
from ..crosstable import Grid
from ..errors import InputError, Problem, RequestError, nearest

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

__all__ = ["Sheet", "load", "open_sheets", "read_bytes", "sheet_of"]

_MOST_CELLS = 3_000_000
"""The largest rectangle of cells that is looked at; a thousand players in twenty rounds take less than 30,000."""

_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_REMEDY = "save it as .xlsx in Excel or LibreOffice"
_FOREIGN_PARTS = {
    "xl/workbook.bin": f"is a binary workbook (.xlsb); {_REMEDY}",
    "content.xml": f"is an OpenDocument file (.ods); {_REMEDY}",
    "word/document.xml": "is a Word document, not a workbook",
    "Index/Document.iwa": f"is a Numbers document; {_REMEDY}",
}
"""A part that only such a file has → what the file is, as the end of a sentence."""

_RESULT = re.compile(r"=[+=-]*(?:[WBNF]\d{1,4}|BYE|HPB|PAB|FN)", re.IGNORECASE)

_Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: its cells, and what stands behind them. Rows and columns count from 0.

    ``formulas``: cell → formula, for every cell that shows the result of one, all cells of an array formula included.
    ``merged``: the areas of merged cells.
    """

    grid: Grid
    formulas: Mapping[_Cell, str]
    merged: tuple[Area, ...]

    def value(self, row: int, column: int) -> Any:
        """What a cell holds, None outside of the grid."""
        r, c = row - self.grid.top, column - self.grid.left
        inside = 0 <= r < len(self.grid.rows) and 0 <= c < len(self.grid.rows[r])
        return self.grid.rows[r][c] if inside else None


def open_sheets(path: Path, sheet: str | None = None, area: Area | None = None) -> list[Sheet]:
    """The visible sheets of a workbook in their order, or the one called ``sheet``, hidden or not; of each only the
    cells inside ``area``.

    RequestError in one sentence where there is no such file, it is no workbook, or it has no such sheet. InputError
    where a stray cell makes a sheet so large that it cannot be a table.
    """
    content = read_bytes(path)
    sheets = _chosen(load(path, content), sheet)
    formulas = {ws.title: _formulas(ws) for ws in sheets}
    remembered = load(path, content, values=True) if any(formulas.values()) else None
    results = {ws.title: _values(remembered[ws.title]) for ws in sheets} if remembered is not None else {}
    return [_sheet(ws, formulas[ws.title], results.get(ws.title, {}), area) for ws in sheets]


def sheet_of(worksheet: Worksheet) -> Sheet:
    """An openpyxl worksheet as it was loaded, which remembers either the formulas or their values."""
    return _sheet(worksheet, _formulas(worksheet), {}, None)


def read_bytes(path: Path) -> bytes:
    """The content of a file; RequestError where it cannot be read or is no Excel workbook (.xlsx, .xlsm)."""
    if path.is_dir():
        raise RequestError(f"'{path}' is a folder; name the workbooks in it")
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise RequestError(f"there is no file '{path}'") from None
    except OSError as error:
        raise RequestError(f"'{path}' cannot be read: {error.strerror}") from error
    if foreign := _foreign(content):
        raise RequestError(f"'{path}' {foreign}")
    return content


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
        raise RequestError(f"'{path}' is damaged and cannot be read as a workbook: {reason}") from error


def _foreign(content: bytes) -> str | None:
    """What a file is that is no Open XML workbook, as the end of a sentence; None for a workbook."""
    if not content:
        return "is empty (0 bytes)"
    if content.startswith(_OLE):
        locked = _ENCRYPTED in content
        return "is protected by a password; save a copy without it" if locked else f"is an old .xls file; {_REMEDY}"
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            names = package.namelist()
    except zipfile.BadZipFile:
        cut = content.startswith(b"PK")
        return "is damaged, its end is missing" if cut else f"is no workbook, whatever its name says; {_REMEDY}"
    if "[Content_Types].xml" in names and any(name.startswith("xl/") and name.endswith(".xml") for name in names):
        return None
    known = (words for part, words in _FOREIGN_PARTS.items() if part in names)
    return next(known, "is a zip archive without a workbook in it")


def _chosen(book: Workbook, sheet: str | None) -> list[Worksheet]:
    if sheet is None:
        return [ws for ws in book.worksheets if ws.sheet_state == "visible"]
    names = {ws.title.casefold(): ws for ws in book.worksheets}
    if sheet.casefold() not in names:
        raise RequestError(f"there is no sheet '{sheet}'; {nearest(sheet, [ws.title for ws in book.worksheets])}")
    return [names[sheet.casefold()]]


def _cells(ws: Worksheet) -> Iterator[tuple[_Cell, Any]]:
    """(row, column) counted from 0, and the cell, for every cell that exists. Each public way to walk over a sheet
    makes the cells it passes, and one stray cell in row 1,048,576 would fill the memory."""
    for (row, column), cell in ws._cells.items():
        yield (row - 1, column - 1), cell


def _values(ws: Worksheet) -> dict[_Cell, Any]:
    return {key: cell.value for key, cell in _cells(ws)}


def _formulas(ws: Worksheet) -> dict[_Cell, str]:
    """Cell → formula; the other cells of an array formula have that of its first."""
    found: dict[_Cell, str] = {}
    for key, cell in _cells(ws):
        if cell.data_type != "f":
            continue
        found[key] = cell.value if isinstance(cell.value, str) else str(getattr(cell.value, "text", None) or "=")
        reference = getattr(cell.value, "ref", None)
        if reference:
            array = Area.parse(reference)
            inside = ((r, c) for r in range(array.top, array.bottom + 1) for c in range(array.left, array.right + 1))
            found.update(dict.fromkeys(inside, found[key]))
    return found


def _sheet(ws: Worksheet, formulas: Mapping[_Cell, str], results: Mapping[_Cell, Any], area: Area | None) -> Sheet:
    """A sheet with what its formulas resulted in."""
    filled = {key: value for key, value in _values(ws).items() if value is not None}
    for key, text in formulas.items():
        value = results.get(key)
        filled[key] = text if value is None or _RESULT.fullmatch(text) else value
    if area is None:
        area = _used(filled)
    table: list[list[Any]] = [[None] * (area.right - area.left + 1) for _ in range(area.bottom - area.top + 1)]
    for (row, column), value in filled.items():
        if area.top <= row <= area.bottom and area.left <= column <= area.right:
            table[row - area.top][column - area.left] = value
    merged = tuple(Area.parse(str(cells)) for cells in ws.merged_cells.ranges)
    return Sheet(Grid(table, area.top, area.left, ws.title), formulas, merged)


def _used(filled: Mapping[_Cell, Any]) -> Area:
    """From A1 to the last row and the last column that hold anything."""
    bottom = max((row for row, _ in filled), default=0)
    right = max((column for _, column in filled), default=0)
    if (bottom + 1) * (right + 1) > _MOST_CELLS:
        why = f"the cell stands so far out that the sheet has {bottom + 1:,} rows and {right + 1:,} columns"
        far = cell_name(*max(filled, key=max))
        raise InputError([Problem("too-large", (far,), "", why, "delete it, or name the table with --range")])
    return Area(0, 0, bottom, right)
