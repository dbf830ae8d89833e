"""What a file is, told by its content and not by its name; one sentence where it cannot be read."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Literal

from ..errors import RequestError
from .encodings import unmarked_wide

__all__ = ["Kind", "WorkbookKind", "content_of", "kind_of"]

WorkbookKind = Literal["xlsx", "xlsb", "xls", "ods"]
Kind = WorkbookKind | Literal["text"]

_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED, _BOOKS = (
    "EncryptedPackage".encode("utf-16-le"),
    ("Workbook".encode("utf-16-le"), "Book".encode("utf-16-le")),
)
_REMEDY = "save the table as .xlsx in Excel or LibreOffice"
_PARTS: tuple[tuple[str, Kind], ...] = (
    ("xl/workbook.bin", "xlsb"),
    ("xl/workbook.xml", "xlsx"),
    ("content.xml", "ods"),
)
"""A part that only such a file has → its kind."""
_FOREIGN_PARTS = {
    "word/document.xml": "is a Word document, not a workbook",
    "ppt/presentation.xml": "is a presentation, not a workbook",
    "Index/Document.iwa": f"is a Numbers document; {_REMEDY}",
}
_FOREIGN_STARTS = (
    (rb"%PDF", f"is a PDF; {_REMEDY}"),
    (rb"\{\\rtf", f"is a text document (.rtf); {_REMEDY}"),
    (
        rb"\s*(?:<!doctype html|<html|<table|<head|<meta)",
        f"is a web page; open it in a browser, copy the table, or {_REMEDY}",
    ),
    (rb"\s*(?:<\?xml[^>]*>\s*)?(?:<\?mso[^>]*>\s*)?<(?:\w+:)?workbook\b", f"is an XML spreadsheet of 2003; {_REMEDY}"),
    (rb"\s*\[Event ", "is a list of games (PGN), not a table; export the crosstable"),
    (rb"\s*[{\[]\s*[\"{\[\]}]", f"holds JSON, not a table; {_REMEDY}"),
)
"""How a text begins that is no table → what it is, as the end of a sentence."""
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


_LARGEST = 200_000_000


def content_of(path: Path) -> bytes:
    """The content of a file; RequestError where it cannot be read or holds nothing."""
    if path.is_dir():
        raise RequestError(f"'{path}' is a folder; name the files in it")
    try:
        if path.stat().st_size > _LARGEST:
            raise RequestError(f"'{path}' is too large to be a table: it has {path.stat().st_size:,} bytes")
        content = path.read_bytes()
    except FileNotFoundError:
        raise RequestError(f"there is no file '{path}'") from None
    except OSError as error:
        raise RequestError(f"'{path}' cannot be read: {error.strerror}") from error
    if not content:
        raise RequestError(f"'{path}' is empty (0 bytes)")
    return content


def kind_of(path: Path, content: bytes) -> Kind:
    """What the content is; RequestError says what it is where no table can be in it."""
    kind, why = _kind(content)
    if kind is None:
        raise RequestError(f"'{path}' {why}")
    return kind


def _kind(content: bytes) -> tuple[Kind | None, str]:
    if content.startswith(_OLE):
        if _ENCRYPTED in content:
            return None, "is protected by a password; save a copy without it"
        return (
            ("xls", "") if any(book in content for book in _BOOKS) else (None, "is no workbook, whatever its name says")
        )
    if content.startswith(b"PK"):
        return _kind_of_archive(content)
    for start, why in _FOREIGN_STARTS:
        if re.match(start, content.removeprefix(b"\xef\xbb\xbf"), re.IGNORECASE):
            return None, why
    if b"\0" in content[:2000] and not content.startswith(_UTF16) and unmarked_wide(content) is None:
        return None, f"is neither a workbook nor a text; {_REMEDY}"
    return "text", ""


def _kind_of_archive(content: bytes) -> tuple[Kind | None, str]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            names = set(package.namelist())
            if "content.xml" in names and b"spreadsheet" not in (
                package.read("mimetype") if "mimetype" in names else b""
            ):
                return None, "is an OpenDocument file, but no spreadsheet"
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError):
        return None, "is damaged, its end is missing"
    for part, kind in _PARTS:
        if part in names:
            return kind, ""
    if "[Content_Types].xml" in names and any(name.startswith("xl/worksheets/") for name in names):
        return "xlsx", ""
    foreign = (why for part, why in _FOREIGN_PARTS.items() if part in names)
    return None, next(foreign, "is a zip archive without a workbook in it")
