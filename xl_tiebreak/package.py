"""An Office file as its parts: read, changed by name, written again with the same bytes for the same parts.

Only what a part says changes, the other parts stay as they are. Dates are fixed.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from xml.sax.saxutils import quoteattr

from .errors import RequestError

__all__ = [
    "CONTENT_TYPES",
    "FORMULA",
    "WORKBOOK",
    "Parts",
    "add_relationship",
    "add_type",
    "insert",
    "read_parts",
    "sheets",
    "write_parts",
]

Parts = dict[str, bytes]
"""Name of a part → its bytes, in the order of the file."""

CONTENT_TYPES, WORKBOOK = "[Content_Types].xml", "xl/workbook.xml"
FORMULA = re.compile(r"(<f(?:\s[^>]*)?>)([^<]*)(</f>)")
"""A formula in a sheet: before it, its text, after it."""
_MIDNIGHT = (1980, 1, 1, 0, 0, 0)  # the oldest date a zip can hold
_RELATIONSHIPS = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>"""


def read_parts(workbook: bytes) -> Parts:
    """The parts of a workbook; RequestError where the bytes are none."""
    try:
        with zipfile.ZipFile(io.BytesIO(workbook)) as file:
            parts = {name: file.read(name) for name in file.namelist()}
    except zipfile.BadZipFile:
        raise RequestError("this is no workbook: .xlsx, .xlsm and .xlam files are zip files") from None
    if WORKBOOK not in parts:
        raise RequestError(f"this is no workbook: it has no part {WORKBOOK}")
    return parts


def sheets(parts: Parts) -> list[str]:
    """The names of the parts that are sheets."""
    return [name for name in parts if re.fullmatch(r"xl/worksheets/[^/]+\.xml", name)]


def write_parts(parts: Parts) -> bytes:
    """The file that holds the parts."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as file:
        for name, data in parts.items():
            file.writestr(zipfile.ZipInfo(name, _MIDNIGHT), data, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def insert(parts: Parts, name: str, before: str, xml: str) -> None:
    """Put XML into a part before the first place where `before`, a regular expression, matches."""
    text = parts[name].decode()
    match = re.search(before, text)
    if match is None:
        raise RequestError(f"the workbook's part {name} has an unknown form: no {before} in it")
    parts[name] = (text[: match.start()] + xml + text[match.start() :]).encode()


def add_type(parts: Parts, part: str, content_type: str) -> None:
    """Say what kind of part it is."""
    xml = f"<Override PartName={quoteattr('/' + part)} ContentType={quoteattr(content_type)}/>"
    insert(parts, CONTENT_TYPES, "</Types>", xml)


def add_relationship(parts: Parts, source: str, kind: str, target: str) -> str:
    """Relate a part ("" for the whole file) to another one; the id of the relationship."""
    folder, name = posixpath.split(source)
    home = posixpath.join(folder, "_rels", f"{name}.rels")
    parts.setdefault(home, _RELATIONSHIPS.encode())
    taken = set(re.findall(r'Id="([^"]*)"', parts[home].decode()))
    identity = next(f"rId{n}" for n in range(1, len(taken) + 2) if f"rId{n}" not in taken)
    xml = f"<Relationship Id={quoteattr(identity)} Type={quoteattr(kind)} Target={quoteattr(target)}/>"
    insert(parts, home, "</Relationships>", xml)
    return identity
