"""A workbook file as grids of cells, one grid a sheet.

Of a cell with a formula both sides are kept: the value the file remembers and the text of the formula, for the reader of
tables to choose from. A file that is no workbook is refused with one sentence that says what it is instead.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..address import Area, cell_name
from ..crosstable import Grid
from ..errors import InputError, Problem, RequestError, nearest

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

__all__ = ["grid_of", "load", "open_grids", "read_bytes"]

MOST_CELLS = 3_000_000
"""The largest rectangle of cells that is looked at; a thousand players in twenty rounds take less than 30,000."""

_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_PLAIN = "save it as .xlsx in Excel or LibreOffice"
_FOREIGN_PARTS = {
    "xl/workbook.bin": f"is a binary workbook (.xlsb); {_PLAIN}",
    "content.xml": f"is an OpenDocument file (.ods); {_PLAIN}",
    "word/document.xml": "is a Word document, not a workbook",
    "Index/Document.iwa": f"is a Numbers document; {_PLAIN}",
}


def open_grids(path: Path, sheet: str | None = None) -> list[Grid]:
    """The visible sheets of a workbook in their order, or the one called ``sheet``, hidden or not.

    RequestError in one sentence where there is no such file, it is no workbook, or it has no such sheet.
    """
    content = read_bytes(path)
    book = load(path, content)
    sheets = _chosen(book, sheet)
    formulas = {ws.title: _formulas(ws) for ws in sheets}
    remembered: Workbook | None = None
    if any(formulas.values()):
        remembered = load(path, content, values=True)
    grids = []
    for ws in sheets:
        values = {key: cell.value for key, cell in _cells(ws) if key not in formulas[ws.title]}
        if remembered is not None:
            computed = {key: cell.value for key, cell in _cells(remembered[ws.title])}
            values |= {key: computed[key] for key in formulas[ws.title] if computed.get(key) is not None}
        grids.append(_grid(ws, values, formulas[ws.title]))
    return grids


def grid_of(worksheet: Worksheet) -> Grid:
    """The grid of an openpyxl worksheet as it was loaded: cells with formulas are without a value."""
    formulas = _formulas(worksheet)
    return _grid(worksheet, {key: cell.value for key, cell in _cells(worksheet) if key not in formulas}, formulas)


def read_bytes(path: Path) -> bytes:
    """The content of a file; RequestError where it cannot be read or is no .xlsx or .xlsm at all."""
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
    """The openpyxl workbook in ``content``; with ``values``, what formulas last gave in place of their texts."""
    from openpyxl import load_workbook

    macros = path.suffix.lower() in (".xlsm", ".xltm")
    try:
        return load_workbook(io.BytesIO(content), data_only=values, keep_vba=macros and not values)
    except Exception as error:  # openpyxl lets every kind of exception out of a damaged file
        raise RequestError(f"'{path}' is damaged and cannot be read as a workbook: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _foreign(content: bytes) -> str | None:
    """What a file is that is no Open XML workbook, as the end of a sentence; None for a workbook."""
    if not content:
        return "is empty (0 bytes)"
    if content.startswith(_OLE):
        encrypted = _ENCRYPTED in content
        return "is protected by a password; save a copy without it" if encrypted else f"is an old .xls file; {_PLAIN}"
    try:
        names = zipfile.ZipFile(io.BytesIO(content)).namelist()
    except zipfile.BadZipFile:
        what = "is damaged: its end is missing" if content.startswith(b"PK") else "is no workbook, whatever its name says"
        return f"{what}; {_PLAIN}"
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


def _cells(ws: Worksheet) -> Iterator[tuple[tuple[int, int], Any]]:
    """(row, column) counted from 0 and the cell, for cells that exist. Every public way to walk over a sheet creates
    the cells it passes, and one stray cell in row 1,048,576 would fill the memory."""
    for (row, column), cell in ws._cells.items():
        yield (row - 1, column - 1), cell


def _formulas(ws: Worksheet) -> dict[tuple[int, int], str]:
    """The formula of every cell that shows the result of one, the other cells of an array formula included."""
    found: dict[tuple[int, int], str] = {}
    for key, cell in _cells(ws):
        if cell.data_type != "f":
            continue
        text = cell.value if isinstance(cell.value, str) else str(getattr(cell.value, "text", None) or "=")
        found[key] = text
        reference = getattr(cell.value, "ref", None)
        if reference:
            area = Area.parse(reference)
            inside = ((r, c) for r in range(area.top, area.bottom + 1) for c in range(area.left, area.right + 1))
            found.update(dict.fromkeys(inside, text))
    return found


def _grid(ws: Worksheet, values: dict[tuple[int, int], Any], formulas: dict[tuple[int, int], str]) -> Grid:
    filled = {key: value for key, value in values.items() if value is not None}
    rows = 1 + max((row for row, _ in [*filled, *formulas]), default=-1)
    columns = 1 + max((column for _, column in [*filled, *formulas]), default=-1)
    if rows * columns > MOST_CELLS:
        last: Callable[[tuple[int, int]], int] = max
        far = max(filled, key=last, default=(rows - 1, columns - 1))
        raise InputError([_too_large(far, rows, columns)])
    table: list[list[Any]] = [[None] * columns for _ in range(rows)]
    for (row, column), value in filled.items():
        table[row][column] = value
    merged = [Area.parse(str(area)) for area in ws.merged_cells.ranges]
    return Grid(table, sheet=ws.title, formulas=formulas, merged=merged)


def _too_large(far: tuple[int, int], rows: int, columns: int) -> Problem:
    return Problem(
        "too-large",
        (cell_name(*far),),
        "",
        f"stands so far out that the sheet has {rows:,} rows and {columns:,} columns",
        "delete it, or name the table with --range",
    )
