"""Edits applied with openpyxl: to a worksheet that a script holds, and to a file by loading and saving it.

What openpyxl cannot keep when it saves is counted by comparing the parts of both files, and told. The new file appears
under its name only when it is complete: written beside it, synced, renamed.
"""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import RequestError
from .edits import Edit, number_format, suits
from .read import load, read_bytes

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

__all__ = ["apply_edits", "save_copy"]

_CALCULATED, _TO_CALCULATE = 191029, 124519
"""The calcId that Excel itself writes, and an older one, which makes it calculate everything at opening."""

_PARTS = {
    "xl/charts/chart": "charts",
    "xl/media/": "pictures",
    "xl/slicers/": "slicers",
    "xl/timelines/": "timelines",
    "xl/threadedComments/": "threaded comments",
    "xl/webextensions/": "code of Office add-ins",
    "xl/ctrlProps/": "form controls",
    "xl/activeX/": "ActiveX controls",
    "xl/diagrams/": "SmartArt",
    "xl/pivotTables/": "pivot tables",
    "xl/externalLinks/": "links to other workbooks",
    "xl/metadata.xml": "dynamic arrays",
    "customXml/item": "custom XML",
}
"""Beginning of a part's name → what is lost with it."""
_MARKS = {
    "xl/drawings/": ("shapes and text boxes", (b"<xdr:sp>", b"<xdr:sp ", b"<xdr:grpSp>")),
    "xl/worksheets/": ("sparklines or extended formats of cells", (b"<extLst",)),
}
"""Folder of parts → what is lost of a part in which one of the marks stands."""


def apply_edits(worksheet: Worksheet, edits: Sequence[Edit]) -> None:
    """Write the edits into an openpyxl worksheet; nothing else in it changes but the widths of new columns."""

    def at(row: int, column: int) -> Any:
        return worksheet.cell(row + 1, column + 1)

    for edit in edits:
        cell = at(edit.row, edit.column)
        if edit.like is not None and not cell.has_style:
            cell._style = copy(at(*edit.like)._style)  # copying font, border, fill … one by one is ten times slower
            if edit.format_like is not None:
                cell.number_format = at(*edit.format_like).number_format
        cell.value = edit.value
        if isinstance(edit.value, str):
            cell.data_type = "s"  # openpyxl takes a text that begins with = for a formula
        elif edit.value is not None and not suits(cell.number_format, edit):
            cell.number_format = number_format(edit)
        if edit.title:
            alignment = copy(cell.alignment)
            alignment.wrap_text = True
            cell.alignment = alignment
            _widen(worksheet, edit.column, str(edit.value), _lines(worksheet, edit.row))


def save_copy(source: Path, target: Path, edits: Mapping[str, Sequence[Edit]]) -> tuple[str, ...]:
    """Write ``source`` with the edits of every sheet to ``target``, which may be the same file; its folder is made if
    need be. Returned are the kinds of things that openpyxl did not keep.

    Without edits the copy is exact, and a file that is its own target is not touched. RequestError where something
    would be lost of a file that is its own target, and where the target cannot be written; nothing has changed then.
    """
    content = read_bytes(source)
    if not any(edits.values()):
        if target != source:
            _replace(target, content, source)
        return ()
    book = load(source, content)
    for title, sheet_edits in edits.items():
        apply_edits(book[title], sheet_edits)
    filled = _saved(book)
    lost = _lost(content, filled)
    if lost and target == source:
        raise RequestError(f"'{source}' holds {', '.join(lost)}, which would be lost; fill a copy instead of the file")
    _replace(target, filled, source)
    return lost


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


def _saved(book: Workbook) -> bytes:
    """The file as openpyxl writes it, but so that opening it does not force a calculation: a function of an add-in
    that is not there would turn into an error. Formulas, whose values openpyxl drops, are calculated all the same."""
    formulas = any(cell.data_type == "f" for ws in book.worksheets for cell in ws._cells.values())
    book.calculation.fullCalcOnLoad = None
    book.calculation.calcId = _TO_CALCULATE if formulas else _CALCULATED
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def _lost(before: bytes, after: bytes) -> tuple[str, ...]:
    """What is in one file and no longer in the other."""
    old, new = _inventory(before), _inventory(after)
    return tuple(what for what, count in old.items() if count > new.get(what, 0))


def _inventory(content: bytes) -> dict[str, int]:
    """Kinds of things in a workbook that openpyxl may not keep → how many parts hold them."""
    found: dict[str, int] = {}
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        for name in package.namelist():
            kinds = [what for start, what in _PARTS.items() if name.startswith(start) and "/_rels/" not in name]
            for folder, (what, marks) in _MARKS.items():
                if name.startswith(folder) and name.endswith(".xml"):
                    part = package.read(name)
                    kinds += [what] if any(mark in part for mark in marks) else []
            for what in kinds:
                found[what] = found.get(what, 0) + 1
    return found


def _replace(target: Path, content: bytes, model: Path) -> None:
    """Put ``content`` under its name at once: a reader sees the old file or the whole new one, never a part of it."""
    temporary = None
    try:
        mode = model.stat().st_mode & 0o777
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
            temporary = Path(file.name)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(target)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()
        raise RequestError(f"'{target}' cannot be written: {error.strerror}") from error
