"""Two versions of a workbook compared: which parts differ, and which nodes of a sheet besides the cells written."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Collection, Iterator
from pathlib import Path

from lxml import etree
from openpyxl.worksheet.worksheet import Worksheet

__all__ = ["cells", "packed", "part", "parts_that_differ", "sheet_differences"]

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
LOCAL_HEADER = struct.Struct("<26x2H")


def packed(path: Path) -> dict[str, tuple[object, bytes]]:
    """Member → what the directory says of it, and its bytes as they are packed."""
    members = {}
    with zipfile.ZipFile(path) as package, path.open("rb") as file:
        for info in package.infolist():
            file.seek(info.header_offset)
            begin = info.header_offset + 30 + sum(LOCAL_HEADER.unpack(file.read(30)))
            file.seek(begin)
            facts = (info.date_time, info.compress_type, info.CRC, info.file_size, info.external_attr, info.comment)
            members[info.filename] = (facts, file.read(info.compress_size))
    return members


def cells(sheet: Worksheet) -> dict[str, tuple[object, ...]]:
    """Everything that openpyxl knows of each cell that has a value or a look."""
    looks = ("font", "fill", "border", "alignment", "protection", "number_format")
    return {
        cell.coordinate: (cell.value, cell.data_type, *(repr(getattr(cell, name)) for name in looks))
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None or cell.has_style
    }


def part(path: Path, name: str) -> bytes:
    with zipfile.ZipFile(path) as package:
        return package.read(name)


def parts_that_differ(before: Path, after: Path) -> set[str]:
    """The members that are new, gone, or packed in other bytes."""
    old, new = packed(before), packed(after)
    return {name for name in {*old, *new} if old.get(name) != new.get(name)}


def sheet_differences(before: bytes, after: bytes, written: Collection[str]) -> list[str]:
    """Nodes that differ between two versions of a sheet part, but for the cells named in ``written``, the ``spans`` of
    their rows and the dimension."""
    old, new = list(_nodes(before, written)), list(_nodes(after, written))
    pairs = [f"{a}\n → {b}" for a, b in zip(old, new) if a != b]
    return pairs[:5] or ([f"{len(old)} nodes → {len(new)}"] if len(old) != len(new) else [])


def _nodes(data: bytes, written: Collection[str]) -> Iterator[tuple[object, ...]]:
    root = etree.fromstring(data)
    yield "around", *(etree.tostring(node) for node in _siblings(root)), data[: _root_begins(data)]
    rows = {name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for name in written}
    for row in root.iter(f"{MAIN}row"):
        for cell in [cell for cell in row if cell.get("r") in written]:
            _take_out(cell)
        if row.get("r") in rows:
            row.attrib.pop("spans", None)
            if len(row) == 0 and len(row.attrib) == 1 and not row.tail:
                row.getparent().remove(row)
    for dimension in root.iter(f"{MAIN}dimension"):
        dimension.attrib.pop("ref")
    for node in root.iter():
        name = getattr(node, "target", node.tag)  # an instruction has its name there
        yield name, sorted(node.attrib.items()), dict(node.nsmap), node.text, node.tail


def _take_out(node: etree._Element) -> None:
    """Remove a node but not the text behind it."""
    before, parent = node.getprevious(), node.getparent()
    if before is not None:
        before.tail = (before.tail or "") + (node.tail or "") or None
    else:
        parent.text = (parent.text or "") + (node.tail or "") or None
    parent.remove(node)


def _root_begins(data: bytes) -> int:
    """Where the declaration ends, and what else stands before the outermost element."""
    return data.index(b"<worksheet")


def _siblings(root: etree._Element) -> Iterator[etree._Element]:
    yield from root.itersiblings(preceding=True)
    yield from root.itersiblings()
