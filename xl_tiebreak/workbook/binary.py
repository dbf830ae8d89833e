"""Workbooks of Excel and LibreOffice, read by calamine, thirty times as fast as openpyxl.

calamine gives what cells show. What their formulas are it does not tell, and a typed result such as ``=B3`` is a
formula whose value says nothing; `formulas` finds those of .xlsx and .ods files.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from ..address import Area
from ..crosstable import Grid
from ..errors import RequestError, TiebreakError, nearest
from .archive import PROTECTED, REPAIR
from .files import WorkbookKind
from .formulas import Behind, behind_ods, behind_xls, behind_xlsb, behind_xlsx
from .package import Package
from .read import openpyxl_sheets
from .sheet import Sheet, shown, used

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

__all__ = ["workbook_sheets"]

_ONE_AT_A_TIME = Lock()


def workbook_sheets(
    path: Path, content: bytes, kind: WorkbookKind, sheet: str | None, area: Area | None, package: Package | None = None
) -> list[Sheet]:
    """The visible sheets of a workbook in their order, or the one called ``sheet``, hidden or not; of each only the
    cells inside ``area``. ``package`` is an .xlsx that is open already. Errors as `read.open_sheets`."""
    try:
        return _sheets(path, content, kind, sheet, area, package)
    except (TiebreakError, KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a damaged file makes calamine raise errors of every kind, and Rust panic
        if type(error).__name__ == "PasswordError":  # calamine's or that of `biff`
            raise RequestError(f"'{path}' {PROTECTED}") from None
        reason = " ".join(str(error).split()).removeprefix("is damaged: ") or type(error).__name__
        why = "" if "Cannot detect" in reason else f" ({reason})"  # calamine's word for whatever it cannot open
        raise RequestError(f"'{path}' is damaged and cannot be read as a workbook{why}; {REPAIR}") from None


def _sheets(
    path: Path, content: bytes, kind: WorkbookKind, sheet: str | None, area: Area | None, package: Package | None
) -> list[Sheet]:
    from python_calamine import CalamineWorkbook

    match kind:
        case "xlsx":
            behind = dict(behind_xlsx(package or Package(path, content)))
            if any(one.odd_values for one in behind.values()):
                return openpyxl_sheets(path, content, sheet, area)
        case "ods":
            behind = dict(behind_ods(path, content))
        case "xlsb":
            behind = dict(behind_xlsb(path, content))
        case "xls":
            behind = dict(behind_xls(content))
            used(*(cell for one in behind.values() for cell in one.last))  # calamine reads them all at once
    with _panics_unsaid():
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        return [_sheet(book, title, behind.get(title, Behind()), area) for title in _chosen(book, sheet)]


@contextmanager
def _panics_unsaid() -> Iterator[None]:
    """Rust writes a panic on standard error, past Python, before it becomes an error here."""
    with _ONE_AT_A_TIME:
        try:
            kept = os.dup(2)
        except OSError:  # there is none, as in a program with windows
            yield
            return
        try:
            with open(os.devnull, "wb") as nothing:
                os.dup2(nothing.fileno(), 2)
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def _chosen(book: CalamineWorkbook, sheet: str | None) -> list[str]:
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    known = [m for m in book.sheets_metadata if m.typ == SheetTypeEnum.WorkSheet]
    if sheet is None:
        return [m.name for m in known if m.visible == SheetVisibleEnum.Visible]
    titles = [m.name for m in known if m.name.casefold() == sheet.casefold()]
    if not titles:
        raise RequestError(f"there is no sheet '{sheet}'; {nearest(sheet, [m.name for m in known])}")
    return titles[:1]


def _sheet(book: CalamineWorkbook, title: str, behind: Behind, area: Area | None) -> Sheet:
    used(*behind.last)  # before calamine fills the memory with every cell as far as that
    cells = book.get_sheet_by_name(title)
    if area is None:
        area = used(*filter(None, [cells.end, *behind.formulas]))
    rows = _rows(cells, area)
    for (row, column), formula in behind.formulas.items():
        if area.top <= row <= area.bottom and area.left <= column <= area.right:
            r, c = row - area.top, column - area.left
            rows[r][c] = shown(rows[r][c], formula)
    merged = [Area(*first, *last) for first, last in cells.merged_cell_ranges or []]
    return Sheet(Grid(rows, area.top, area.left, title), behind.formulas, tuple(merged))


def _rows(cells: CalamineSheet, area: Area) -> list[list[Any]]:
    """The values of an area, None for an empty cell."""
    width = area.right - area.left + 1
    rows = cells.to_python(skip_empty_area=False, nrows=area.bottom + 1)[area.top :]
    table = [[None if value == "" else value for value in row[area.left : area.right + 1]] for row in rows]
    table = [row + [None] * (width - len(row)) for row in table]
    return table + [[None] * width for _ in range(area.bottom - area.top + 1 - len(table))]
