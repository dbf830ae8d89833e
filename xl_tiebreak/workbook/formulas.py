"""What stands behind the values of a workbook file: formulas, and how far out its cells reach.

Both are read from the XML of .xlsx and .ods files, in passing: a sheet without formulas is not parsed at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..address import Area, parse_cell
from ..functions import FUNCTIONS
from .archive import Archive
from .biff import cells_of_xls, cells_of_xlsb
from .package import Package
from .sheet import Position, used
from .splice import Element, document

if TYPE_CHECKING:
    from openpyxl.formula.translate import Translator

__all__ = [
    "Behind",
    "FormulaCell",
    "behind_ods",
    "behind_xls",
    "behind_xlsb",
    "behind_xlsx",
    "calls_ours",
    "formula_cells",
    "has_formulas",
    "last_filled",
]

_CALL = re.compile(rf"(?:{'|'.join(FUNCTIONS)})\(".encode(), re.IGNORECASE)
_FORMULA = re.compile(rb"f(?<=[<:]f)[\s>/]")
"""How a formula begins; a letter that comes first is found fast."""
_ODD_VALUE = re.compile(rb"<(?:\w+:)?v(?:\s[^<>]*)?>[^<]*<!")
_FILLED = re.compile(rb"<(?:\w+:)?c\s(?:[^>]*\s)?r\s*=\s*[\"']([A-Za-z]+)(\d+)[\"'][^>]*(?<!/)>")
_NUMBERED_ROW = re.compile(rb"<(?:\w+:)?row\s(?:[^>]*\s)?r\s*=\s*[\"'](\d+)")
_ODD_NAME = re.compile(rb'r(?<=\sr)(?:\s|=(?!")|="(?:[A-Za-z]{3}|[A-Za-z]*(?:[a-z]|[0-9]{6})))')
_WIDE, _LONG = re.compile(rb'r="[A-Z]{2}'), re.compile(rb'r="[A-Z]*[0-9]{4}')
_NOT_NEAR = re.compile(rb'r(?<=\sr)(?:\s|=(?!"[A-Z]?[0-9]{1,3}"))')
"""How the name of a cell or a row begins that is written in a way of its own or stands far out; beyond column Z; below
row 999; any of these."""
_READ_WHOLE = re.compile(r"(?:sharedstrings|styles)\.xml$", re.IGNORECASE)
"""Parts that are read whatever the sheet."""
_REFERENCE = re.compile(r"\[\.?([^\]\[]*)\]")


@dataclass(frozen=True, slots=True)
class Behind:
    """The formulas of a sheet, and where some are far out the last filled cells of its columns or rows, if known;
    whether comments or CDATA stand in values, which calamine does not understand."""

    formulas: Mapping[Position, str] = field(default_factory=dict)
    last: tuple[Position, ...] = ()
    odd_values: bool = False


def behind_xlsx(package: Package) -> Iterator[tuple[str, Behind]]:
    """Title and what stands behind it, for every worksheet. RequestError where a part is damaged or far too large; that
    is told before anything else reads the file."""
    for name in package.names:
        if _READ_WHOLE.search(name):
            with package.part(name):
                pass
    for title, part in package.sheets.items():
        with package.part(part) as data:
            yield title, _behind(data)


def behind_ods(path: Path, content: bytes) -> Iterator[tuple[str, Behind]]:
    """Title and formulas of every table of an OpenDocument spreadsheet, in the spelling of Excel."""
    data = Archive(path, content).read("content.xml")
    if b"table:formula" in data:
        for table in document(data).iter("{*}table"):
            yield _get(table, "name"), Behind(dict(_formulas_of_table(table)))


def behind_xls(content: bytes) -> Iterator[tuple[str, Behind]]:
    """Title and where the formulas of an old workbook are; their texts are empty, for it gives none."""
    for title, (formulas, last) in cells_of_xls(content).items():
        yield title, Behind(dict.fromkeys(formulas, ""), (last,))


def behind_xlsb(path: Path, content: bytes) -> Iterator[tuple[str, Behind]]:
    """The same of a binary workbook."""
    archive = Archive(path, content)
    parts = {name: archive.read(name) for name in archive.names if name.startswith("xl/") and name.endswith(".bin")}
    for title, (formulas, last) in cells_of_xlsb(parts).items():
        yield title, Behind(dict.fromkeys(formulas, ""), (last,))


# --- Open XML


def _behind(data: bytes) -> Behind:
    last = last_filled(data) if _is_far_out(data) else ()
    formulas = dict(_shown_by_formulas(data)) if has_formulas(data) else {}
    return Behind(formulas, last, b"!" in data and _ODD_VALUE.search(data) is not None)


def _is_far_out(data: bytes) -> bool:
    """May a cell stand so far out that its place is to be looked at? Mostly the names of the cells alone say no."""
    if not _NOT_NEAR.search(data):
        return False
    return bool(_ODD_NAME.search(data) or (_WIDE.search(data) and _LONG.search(data)))


def last_filled(data: bytes) -> tuple[Position, ...]:
    """The last filled cell of every column of a sheet. ValueError where a cell or a row is in no sheet."""
    _position(f"A{max(map(int, _NUMBERED_ROW.findall(data)), default=1)}")
    last: dict[bytes, int] = {}
    for letters, row in _FILLED.findall(data):
        last[letters] = max(last.get(letters, 0), int(row))
    return tuple(_position(f"{letters.decode()}{row}") for letters, row in last.items())


def has_formulas(data: bytes) -> bool:
    """May there be a formula in a sheet? Where there is one, this is true."""
    return _FORMULA.search(data) is not None


def calls_ours(data: bytes) -> bool:
    """Does a sheet name a function of ours as formulas do that call it?"""
    return _CALL.search(data) is not None


def _position(address: str) -> Position:
    """Where a cell is; ValueError where no sheet has one."""
    try:
        return parse_cell(address)
    except ValueError:
        raise ValueError(f"is damaged: it has a cell {address}, and no sheet has one there") from None


def _shown_by_formulas(data: bytes) -> Iterator[tuple[Position, str]]:
    """Cell → formula; the other cells of an array formula have that of its first."""
    for cell in formula_cells(document(data)):
        yield cell.position, cell.text
        if cell.array:
            used((cell.array.bottom, cell.array.right))
            yield from dict.fromkeys(cell.array.cells(), cell.text).items()


class FormulaCell(NamedTuple):
    """A cell with a formula: its text from ``=`` on; for an array formula all of its cells, and whether it spills over
    as many as it needs; the number of the group that shares the formula; the element of the cell."""

    position: Position
    text: str
    array: Area | None
    spills: bool
    group: str
    element: Element


def formula_cells(root: Element) -> Iterator[FormulaCell]:
    """Every cell of a sheet that has a formula of its own or shares one, then with its own references."""
    from openpyxl.formula.translate import Translator

    masters: dict[str, Translator] = {}
    for formula in root.iter("{*}f"):
        cell = formula.getparent()
        address = _get(cell, "r") if cell is not None else ""
        if cell is None or not address:
            continue
        text, kind, group, ref = f"={formula.text or ''}", *(_get(formula, name) for name in ("t", "si", "ref"))
        if kind == "shared" and formula.text:
            masters[group] = Translator(text, address)
        elif kind == "shared" and group in masters:
            text = str(masters[group].translate_formula(address))
        position = _position(address)
        array = Area.parse(ref) if kind == "array" and ref else None
        if array and array[:2] != position:  # a damaged file: an array formula stands in the first of its cells
            array = None
        yield FormulaCell(position, text, array, bool(_get(cell, "cm")), group, cell)


# --- OpenDocument


def _formulas_of_table(table: Element) -> Iterator[tuple[Position, str]]:
    r = 0
    for row in table.iter("{*}table-row"):
        c = 0
        for cell in row:
            if formula := _get(cell, "formula"):
                yield (r, c), "=" + _REFERENCE.sub(r"\1", formula.partition("=")[2])
            c += int(_get(cell, "number-columns-repeated") or 1)
        r += int(_get(row, "number-rows-repeated") or 1)


def _get(element: Element, name: str) -> str:
    """An attribute whatever its namespace, empty where there is none."""
    return next((str(v) for k, v in element.attrib.items() if str(k).rpartition("}")[2] == name), "")
