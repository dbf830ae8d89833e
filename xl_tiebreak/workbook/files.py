"""What a file is, told by its content and not by its name; one sentence where it cannot be read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from ..errors import RequestError
from .archive import PROTECTED, Archive
from .encodings import UTF16_MARKS, decode, unmarked_wide
from .raw import too_large

__all__ = ["Kind", "WorkbookKind", "kind_of"]

WorkbookKind = Literal["xlsx", "xlsb", "xls", "ods"]
Kind = WorkbookKind | Literal["text"]

_REMEDY = "save the table as .xlsx in Excel or LibreOffice"
_COPY = "copy the table into a sheet of Excel or LibreOffice"
_UNPACK = "unpack it and name the file that was in it"

_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_STREAMS: tuple[tuple[str, Kind | None, str], ...] = (
    ("EncryptedPackage", None, PROTECTED),
    ("Workbook", "xls", ""),
    ("Book", "xls", ""),
    ("WordDocument", None, f"is a Word document, not a workbook; {_COPY}"),
)
"""A stream that only such an old Office file has → its kind, or what it is as the end of a sentence."""
_PARTS: tuple[tuple[str, Kind | None, str], ...] = (
    ("xl/workbook.bin", "xlsb", ""),
    ("xl/workbook.xml", "xlsx", ""),
    ("content.xml", "ods", ""),
    ("word/document.xml", None, f"is a Word document, not a workbook; {_COPY}"),
    ("ppt/presentation.xml", None, f"is a presentation, not a workbook; {_COPY}"),
    ("Index/Document.iwa", None, f"is a Numbers document; {_REMEDY}"),
)
"""The same for the parts of a zip file."""
_XML = rb"\s*(?:<\?[^>]*>\s*)*(?:<!--.*?-->\s*)*"
_WEB_PAGE = f"is a web page; open it in a browser, copy the table, or {_REMEDY}"
_FOREIGN_STARTS = (
    (rb"%PDF", f"is a PDF; {_REMEDY}"),
    (rb"\x89PNG|\xff\xd8\xff|GIF8|BM.{4}\0\0\0\0|II\*\0|MM\0\*", f"is a picture; {_REMEDY}"),
    (rb"\x1f\x8b|BZh|7z\xbc\xaf|Rar!|\xfd7zXZ", f"is a packed archive; {_UNPACK}"),
    (rb"\t[\0\2\4][\4\6]\0", f"is a workbook of Excel 4 or older; {_REMEDY}"),
    (rb"\{\\rtf", f"is a text document (.rtf); {_REMEDY}"),
    (rb"ID;P|TABLE\r?\n0,1\r?\n", f"is a table in an old format of exchange (SYLK or DIF); {_REMEDY}"),
    (_XML + rb"<(?:!doctype html|html|head|meta|style|title|body|center|div|table)\b|mime-version:", _WEB_PAGE),
    (_XML + rb"<(?:\w+:)?workbook\b", f"is an XML spreadsheet of 2003; {_REMEDY}"),
    (_XML + rb"<office:document\b", f"is an OpenDocument file in a single piece (.fods); {_REMEDY}"),
    (rb"\s*<\?xml\b", "is an XML file, not a table; export the crosstable"),
    (rb"\s*\[Event ", "is a list of games (PGN), not a table; export the crosstable"),
    (rb"\s*[{\[]\s*[\"{\[\]}]", f"holds JSON, not a table; {_REMEDY}"),
)
"""How a file begins that holds no table for us → what it is, as the end of a sentence."""
_START = 4000


_LARGEST_TEXT = 20_000_000
"""Bytes; a thousand players in twenty rounds take 200,000."""


def kind_of(path: Path, content: bytes) -> Kind:
    """What the content is; RequestError says what it is where no table can be in it."""
    if content.startswith(b"PK"):
        kind, why = _kind_of_archive(path, content)
    elif content.startswith(_OLE):
        found = ((kind, why) for stream, kind, why in _STREAMS if stream.encode("utf-16-le") in content)
        kind, why = next(found, (None, f"is no workbook, whatever its name says; {_REMEDY}"))
    else:
        kind, why = _kind_of_text(content)
    if kind is None:
        raise RequestError(f"'{path}' {why}")
    if kind == "text" and len(content) > _LARGEST_TEXT:
        raise too_large(path, len(content))
    return kind


def _kind_of_text(content: bytes) -> tuple[Kind | None, str]:
    start, wide = content[:_START], content.startswith(UTF16_MARKS) or unmarked_wide(content) is not None
    plain = decode(start).encode() if wide else start.removeprefix(b"\xef\xbb\xbf")
    for begin, why in _FOREIGN_STARTS:
        if any(re.match(begin, form, re.IGNORECASE | re.DOTALL) for form in (start, plain)):
            return None, why
    return (None, f"is neither a workbook nor a text; {_REMEDY}") if b"\0" in start and not wide else ("text", "")


def _kind_of_archive(path: Path, content: bytes) -> tuple[Kind | None, str]:
    archive = Archive(path, content)
    names = archive.names
    if "content.xml" in names and ("mimetype" not in names or b"spreadsheet" not in archive.read("mimetype")):
        return None, f"is an OpenDocument file, but no spreadsheet; {_COPY}"
    manifest = "META-INF/manifest.xml"
    if manifest in names and b"encryption-data" in archive.read(manifest):
        return None, PROTECTED
    for part, kind, why in _PARTS:
        if part in names:
            return kind, why
    if "[Content_Types].xml" in names and any(name.startswith("xl/worksheets/") for name in names):
        return "xlsx", ""
    return None, f"is a zip archive without a workbook in it; {_UNPACK}"
