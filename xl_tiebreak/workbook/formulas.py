"""What stands behind the values of a workbook file: formulas, and how far out its cells reach.

Both are read from the XML of .xlsx and .ods files, in passing: a sheet without formulas is not parsed at all.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ..address import Area, parse_cell
from ..errors import RequestError
from .biff import formulas_of_xls, formulas_of_xlsb
from .sheet import Position

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["Behind", "behind_binary", "behind_ods", "behind_xlsx", "refuse_large", "shown"]

_RESULT = re.compile(r"=[+=-]*(?:[WBNF]\d{1,4}|BYE|HPB|PAB|FN)", re.IGNORECASE)
"""A result that a spreadsheet took for a formula: ``+W12`` became ``=+W12``, ``=B3`` points at a cell."""
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s>/]")
_FILLED = re.compile(rb'<(?:\w+:)?c\s(?:[^>]*\s)?r="([A-Z]{1,3})([1-9]\d{0,6})"[^>]*(?<!/)>')
_LARGEST_PART = 100_000_000
"""Bytes of a part unpacked. A thousand players in twenty rounds take one million of them."""
_REFERENCE = re.compile(r"\[\.?([^\]\[]*)\]")


@dataclass(frozen=True, slots=True)
class Behind:
    """The formulas of a sheet, and the last filled cell of every column, where that is known."""

    formulas: Mapping[Position, str] = field(default_factory=dict)
    last: tuple[Position, ...] = ()


def shown(value: object, formula: str) -> object:
    """What a cell with a formula says: the value that the file remembers, or the text of the formula where there is
    none, and where the text is a result. An empty text is one that the file does not give."""
    return formula if formula and (value is None or value == "" or _RESULT.fullmatch(formula)) else value


def refuse_large(path: Path, content: bytes) -> None:
    """RequestError where a part that would be read has more bytes than any table needs, whatever it is packed into."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        for part in package.infolist():
            if part.file_size > _LARGEST_PART and part.filename.endswith((".xml", ".bin")):
                raise RequestError(f"'{path}' is too large: its part {part.filename} has {part.file_size:,} bytes")


def behind_xlsx(content: bytes, titles: Sequence[str]) -> dict[str, Behind]:
    """Title → what stands behind the sheet."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        parts = _parts(package)
        return {title: _behind(package.read(parts[title])) for title in titles}


def behind_ods(content: bytes) -> dict[str, Behind]:
    """Title → the formulas of an OpenDocument spreadsheet, in the spelling of Excel."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        data = package.read("content.xml")
    if b"table:formula" not in data:
        return {}
    tables = (element for element in _tree(data).iter("{*}table") if _get(element, "name"))
    return {_get(table, "name"): Behind(dict(_formulas_of_table(table))) for table in tables}


def behind_binary(content: bytes, kind: Literal["xls", "xlsb"]) -> dict[str, Behind]:
    """Title → where the formulas of an old or a binary workbook are; their texts are empty, for it gives none."""
    if kind == "xls":
        found = formulas_of_xls(content)
    else:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            found = formulas_of_xlsb(package)
    return {title: Behind(dict.fromkeys(positions, "")) for title, positions in found.items()}


# --- Open XML


def _parts(package: zipfile.ZipFile) -> dict[str, str]:
    """Title of a sheet → the name of its part, along the relationships of the package."""
    book = next(target for kind, target in _related(package, "").values() if kind == "officeDocument")
    related = _related(package, book)
    sheets = _tree(package.read(book)).iter("{*}sheet")
    return {_get(sheet, "name"): related[_get(sheet, "id")][1] for sheet in sheets}


def _related(package: zipfile.ZipFile, part: str) -> dict[str, tuple[str, str]]:
    """Id of a relationship → its kind and the part that it leads to; of the package itself where the part is empty."""
    folder, name = posixpath.split(part)
    root = _tree(package.read(posixpath.join(folder, "_rels", f"{name}.rels")))
    return {
        _get(relation, "Id"): (
            posixpath.basename(_get(relation, "Type")),
            posixpath.normpath(posixpath.join("/", folder, _get(relation, "Target"))).lstrip("/"),
        )
        for relation in root.iter("{*}Relationship")
    }


def _behind(data: bytes) -> Behind:
    last: dict[bytes, int] = {}
    for letters, row in _FILLED.findall(data):
        last[letters] = max(last.get(letters, 0), int(row))
    formulas = dict(_formulas_of_sheet(_tree(data))) if _FORMULA.search(data) else {}
    return Behind(formulas, tuple(parse_cell(f"{letters.decode()}{row}") for letters, row in last.items()))


def _formulas_of_sheet(root: _Element) -> Iterator[tuple[Position, str]]:
    """Cell → formula; the other cells of an array formula have that of its first, and those that share a formula have
    it with their own references."""
    masters: dict[str, tuple[str, str]] = {}
    for formula in root.iter("{*}f"):
        cell = formula.getparent()
        address = _get(cell, "r") if cell is not None else ""
        if not address:
            continue
        text, kind, group = f"={formula.text or ''}", _get(formula, "t"), _get(formula, "si")
        if kind == "shared" and formula.text:
            masters[group] = text, address
        elif kind == "shared" and group in masters:
            text = _translated(*masters[group], address)
        yield parse_cell(address), text
        if kind == "array" and _get(formula, "ref"):
            array = Area.parse(_get(formula, "ref"))
            for row in range(array.top, array.bottom + 1):
                yield from (((row, column), text) for column in range(array.left, array.right + 1))


def _translated(formula: str, origin: str, address: str) -> str:
    from openpyxl.formula.translate import Translator

    return str(Translator(formula, origin).translate_formula(address))


# --- OpenDocument


def _formulas_of_table(table: _Element) -> Iterator[tuple[Position, str]]:
    r = 0
    for row in table.iter("{*}table-row"):
        c = 0
        for cell in row:
            if formula := _get(cell, "formula"):
                yield (r, c), "=" + _REFERENCE.sub(r"\1", formula.partition("=")[2])
            c += int(_get(cell, "number-columns-repeated") or 1)
        r += int(_get(row, "number-rows-repeated") or 1)


# --- XML


def _tree(data: bytes) -> _Element:
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    return etree.fromstring(data, parser)


def _get(element: _Element, name: str) -> str:
    """An attribute whatever its namespace, empty where there is none."""
    return next((str(v) for k, v in element.attrib.items() if str(k).rpartition("}")[2] == name), "")
