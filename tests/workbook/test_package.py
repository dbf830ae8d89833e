"""Files that are no workbooks, damaged or hostile: one sentence each, little memory, nothing written."""

from __future__ import annotations

import io
import re
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xl_tiebreak.errors import TiebreakError
from xl_tiebreak.workbook.edits import Edit, Style
from xl_tiebreak.workbook.package import Package
from xl_tiebreak.workbook.write import write

ROOT = Path(__file__).resolve().parents[2]
DMITROV = ROOT / "tests/sheets/dmitrov2008.xlsx"
SHEET = "Группа Е"
SHEET_PART = "xl/worksheets/sheet1.xml"
OLE = bytes.fromhex("d0cf11e0a1b11ae1")
MEMORY = 300 * 2**20
SECONDS = 10

Parts = dict[str, bytes]


def parts() -> Parts:
    with zipfile.ZipFile(DMITROV) as package:
        return {name: package.read(name) for name in package.namelist()}


def packed(members: Parts, **options: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", **({"compression": zipfile.ZIP_DEFLATED} | options)) as package:
        for name, content in members.items():
            package.writestr(name, content)
    return buffer.getvalue()


def changed(name: str, old: bytes, new: bytes) -> bytes:
    """The table of the 1998 document with other bytes in a part."""
    members = parts()
    assert old in members[name]
    return packed(members | {name: members[name].replace(old, new, 1)})


def refusal(content: bytes, folder: Path, *edits: Edit) -> str:
    path = folder / "x.xlsx"
    path.write_bytes(content)
    with pytest.raises(TiebreakError) as caught:
        write(path, folder / "y.xlsx", {SHEET: edits or [Edit(0, 15, 1)]})
    assert sorted(file.name for file in folder.iterdir()) == ["x.xlsx"]
    assert "\n" not in str(caught.value)
    return str(caught.value).replace(str(path), "x.xlsx")


def patched(content: bytes, at: int, values: bytes) -> bytes:
    return content[:at] + values + content[at + len(values) :]


ENTITIES = b'<!DOCTYPE a [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = b'<!DOCTYPE a SYSTEM "file:///etc/hostname">'


def declaring(name: str, doctype: bytes) -> bytes:
    """The table of the 1998 document with a document type in a part."""
    root = re.search(rb"<[A-Za-z]+", parts()[name])
    assert root
    return changed(name, root[0], doctype + root[0])


def without(name: str) -> bytes:
    return packed({other: content for other, content in parts().items() if other != name})


def in_utf_16() -> bytes:
    text = parts()[SHEET_PART].decode().replace("UTF-8", "UTF-16")
    return packed(parts() | {SHEET_PART: text.encode("utf-16")})


def of_part(name: str, why: str) -> str:
    return f"cannot be used: its part '{name}' {why}"


REMEDY = "save it as .xlsx in Excel or LibreOffice"
REPAIR = "open it in Excel or LibreOffice, which may repair it, and save it as .xlsx"
DOCTYPE = "declares a document type, which no spreadsheet program does"
UTF_8 = "is not written in UTF-8, which every spreadsheet program uses"
WAY_OUT = "which leads out of the file; no spreadsheet writes that"
BREAKS = "and the signature would break; remove it, or fill a copy without"
ENCRYPTED = OLE + bytes(512) + "EncryptedPackage".encode("utf-16-le")

REFUSED: list[tuple[Callable[[], bytes], str]] = [
    (lambda: b"", "is empty (0 bytes)"),
    (lambda: "№;Имя;1\n".encode(), f"is no workbook, whatever its name says; {REMEDY}"),
    (lambda: OLE + bytes(512), f"is an old .xls file; {REMEDY}"),
    (lambda: ENCRYPTED, "is protected by a password; save a copy without it"),
    (lambda: packed(parts() | {"xl/workbook.bin": b""}), f"is a binary workbook (.xlsb); {REMEDY}"),
    (lambda: packed({"content.xml": b"<a/>"}), f"is an OpenDocument file (.ods); {REMEDY}"),
    (lambda: packed({"word/document.xml": b"<a/>"}), "is a Word document, not a workbook"),
    (lambda: packed({"a.txt": b"a"}), "is a zip archive without a workbook in it"),
    (lambda: DMITROV.read_bytes()[:-30], "is damaged: its end is missing; copy or download it again"),
    (lambda: DMITROV.read_bytes()[:2000], "is damaged: its end is missing; copy or download it again"),
    (lambda: without("xl/workbook.xml"), of_part("xl/workbook.xml", "is missing")),
    (lambda: without(SHEET_PART), of_part(SHEET_PART, "is missing")),
    (lambda: without("_rels/.rels"), "is a zip archive without a workbook in it"),
    (lambda: packed(parts() | {"../../evil.xml": b""}), f"holds a part named '../../evil.xml', {WAY_OUT}"),
    (lambda: packed(parts() | {"xl\\..\\evil": b""}), rf"holds a part named 'xl\\..\\evil', {WAY_OUT}"),
    (lambda: declaring(SHEET_PART, ENTITIES), of_part(SHEET_PART, DOCTYPE)),
    (lambda: declaring("xl/styles.xml", ENTITIES), of_part("xl/styles.xml", DOCTYPE)),
    (lambda: declaring("_rels/.rels", ENTITIES), of_part("_rels/.rels", DOCTYPE)),
    (lambda: declaring("xl/workbook.xml", OUTSIDE), of_part("xl/workbook.xml", DOCTYPE)),
    (lambda: changed(SHEET_PART, b"</sheetData>", b""), of_part(SHEET_PART, "is damaged: mismatched tag: line 2, ")),
    (in_utf_16, of_part(SHEET_PART, UTF_8)),
    (lambda: packed(parts(), compression=zipfile.ZIP_BZIP2), f"is packed in a way that no spreadsheet uses; {REMEDY}"),
    (lambda: packed(parts() | {"xl/vbaProjectSignature.bin": b""}), f"has signed macros, {BREAKS} macros"),
    (lambda: packed(parts() | {"_xmlsignatures/sig1.xml": b""}), f"is digitally signed, {BREAKS} it"),
]


@pytest.mark.parametrize(("make", "sentence"), REFUSED, ids=[sentence[:50] for _, sentence in REFUSED])
def test_one_sentence(make: Callable[[], bytes], sentence: str, tmp_path: Path) -> None:
    assert refusal(make(), tmp_path).startswith(f"'x.xlsx' {sentence}")


@pytest.mark.parametrize(
    ("where", "values", "sentence"),
    [
        ("record", (0, b"PK\1\2"), "is damaged: 'SHEET' is not where it should be"),
        ("record", (30, b"yl"), "is damaged: another part lies where 'SHEET' should be"),
        ("record", (90, bytes([255] * 9)), "is damaged: 'SHEET' cannot be unpacked"),
        ("entry", (20, struct.pack("<L", 2**24)), "is damaged: 'SHEET' reaches into the part that follows"),
        ("entry", (16, bytes(4)), "is damaged: 'SHEET' is not what was packed"),
        ("entry", (24, struct.pack("<L", 99)), "is damaged: 'SHEET' is not what was packed"),
        (
            "entry",
            (24, struct.pack("<L", 2**31)),
            "is too large: its part 'SHEET' unpacks to 2,048 MB, the limit is 64 MB",
        ),
        ("entry", (8, b"\1"), "is protected by a password; save a copy without it"),
    ],
)
def test_damaged_records(where: str, values: tuple[int, bytes], sentence: str, tmp_path: Path) -> None:
    """Of the sheet, either the record before it or its entry in the directory is wrong."""
    content = DMITROV.read_bytes()
    name = SHEET_PART.encode()
    begin = content.index(name) - 30 if where == "record" else content.rindex(name) - 46
    damaged = patched(content, begin + values[0], values[1])
    remedy = f"; {REPAIR}" if "is damaged" in sentence else ""
    assert refusal(damaged, tmp_path) == f"'x.xlsx' {sentence}{remedy}".replace("SHEET", SHEET_PART)


def test_two_parts_of_one_name(tmp_path: Path) -> None:
    content = packed(parts() | {"xl/worksheets/sheet2.xml": b"<worksheet/>"})
    same = content.replace(b"xl/worksheets/sheet2.xml", SHEET_PART.encode())
    assert refusal(same, tmp_path) == "'x.xlsx' is damaged: two of its parts have one name; " + REPAIR


def test_what_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(TiebreakError, match=re.escape(f"'{tmp_path}' is a folder; name the files in it")):
        Package(tmp_path)
    with pytest.raises(TiebreakError, match=re.escape(f"there is no file '{tmp_path / 'no.xlsx'}'")):
        Package(tmp_path / "no.xlsx")


def test_sheet_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(TiebreakError, match=r"^there is no sheet 'Группа F' with cells; did you mean Группа Е\?$"):
        write(DMITROV, tmp_path / "y.xlsx", {"Группа F": [Edit(0, 0, 1)]})


@pytest.mark.parametrize("kind", ["descriptor", "stored", "zip64", "absolute", "strokes", "comment", "stub", "upper"])
def test_zip_files_as_programs_write_them(kind: str, tmp_path: Path, check_xlsx: Callable[[Path], None]) -> None:
    """Sizes behind the data, members that are not packed, records for 4 GB, absolute names, …: filled all the same."""
    members, path = parts(), tmp_path / "x.xlsx"
    match kind:
        case "descriptor":
            with path.open("wb") as file:
                file.seekable = lambda: False  # type: ignore[method-assign]
                with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
                    for name, content in members.items():
                        package.writestr(name, content)
        case "stored":
            path.write_bytes(packed(members, compression=zipfile.ZIP_STORED))
        case "zip64":
            with zipfile.ZipFile(path, "w") as package:
                for name, content in members.items():
                    with package.open(name, "w", force_zip64=True) as file:
                        file.write(content)
        case "absolute":
            path.write_bytes(packed({f"/{name}": content for name, content in members.items()}))
        case "strokes":
            path.write_bytes(packed({name.replace("/", "\\"): content for name, content in members.items()}))
        case "comment":
            path.write_bytes(packed(members))
            with zipfile.ZipFile(path, "a") as package:
                package.comment = b"a comment"
        case "stub":
            path.write_bytes(b"#!/bin/sh\n" + packed(members))
        case "upper":
            path.write_bytes(packed({name.replace("sheet1", "Sheet1"): content for name, content in members.items()}))
    target = tmp_path / "y.xlsx"
    assert write(path, target, {SHEET: [Edit(0, 15, "да")]}) == 1
    with zipfile.ZipFile(path) as before, zipfile.ZipFile(target) as after:
        assert after.testzip() is None
        assert after.namelist() == before.namelist()
        assert after.comment == before.comment
        differ = [name for name in before.namelist() if before.read(name) != after.read(name)]
    assert [name.replace("\\", "/").lstrip("/").lower() for name in differ] == [SHEET_PART]
    if kind not in ("absolute", "strokes", "upper"):
        check_xlsx(target)


def sheet_with(rows: bytes) -> bytes:
    """The table of the 1998 document with more rows below."""
    return changed(SHEET_PART, b"</sheetData>", rows + b"</sheetData>")


def bomb() -> bytes:
    return packed(parts() | {SHEET_PART: bytes(2**28)})


def lying_bomb() -> bytes:
    content = bomb()
    return patched(content, content.rindex(SHEET_PART.encode()) - 46 + 24, struct.pack("<L", 2**16))


def crowd() -> bytes:
    """A zip of 300,000 members."""
    members, name = [], b"xl/%06d"
    entry = struct.pack("<4s4B4HL2L5H2L", b"PK\1\2", *[0] * 4, *[0] * 4, 0, 0, 0, 9, *[0] * 4, 0, 0)
    members = [entry + name % number for number in range(300_000)]
    directory = b"".join(members)
    return directory + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 65535, 65535, len(directory), 0, 0)


def sparse_rows() -> bytes:
    return sheet_with(b"".join(b'<row r="%d"/>' % row for row in range(100, 1_048_577)))


def long_text(row: int, cell: bytes) -> bytes:
    return sheet_with(b'<row r="%d">%s</row>' % (row, cell % (b"&#38;x" * 2 * 10**6)))


def many_attributes() -> bytes:
    attributes = b" ".join(b'a%d="1"' % number for number in range(10**6))
    return changed(SHEET_PART, b"<sheetData>", b"<sheetData %s>" % attributes)


def deep() -> bytes:
    return changed(SHEET_PART, b"</worksheet>", b"<a>" * 10**6 + b"</a>" * 10**6 + b"</worksheet>")


TOO_MUCH = "holds more than can be looked through"
COLUMNS = f"is damaged: row 500 has more cells than a sheet has columns; {REPAIR}"
LOOKS = "has more than 65,490 looks of cells, which Excel does not open"
A_MILLION = 10**6
FILLED = "1"

HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "a bomb": (bomb, f"is too large: its part '{SHEET_PART}' unpacks to 256 MB, the limit is 64 MB"),
    "a bomb that lies": (lying_bomb, f"is damaged: '{SHEET_PART}' is not what was packed; {REPAIR}"),
    "a million rows": (sparse_rows, FILLED),
    "a cell far out": (lambda: sheet_with(b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'), FILLED),
    "10 MB elsewhere": (lambda: long_text(99, b'<c t="inlineStr"><is><t>%s</t></is></c>'), FILLED),
    "10 MB in the cell": (lambda: long_text(500, b'<c t="inlineStr"><is><t>%s</t></is></c>'), FILLED),
    "cells": (lambda: sheet_with(b'<row r="500">%s</row>' % (b"<c/>" * A_MILLION)), of_part(SHEET_PART, COLUMNS)),
    "attributes": (many_attributes, of_part(SHEET_PART, TOO_MUCH)),
    "a million deep": (deep, FILLED),
    "members": (crowd, f"is damaged and cannot be opened: its directory is too large; {REPAIR}"),
    "sheets": (
        lambda: changed("xl/workbook.xml", b"</sheets>", b"<sheet/>" * A_MILLION + b"</sheets>"),
        of_part("xl/workbook.xml", TOO_MUCH),
    ),
    "looks": (
        lambda: changed("xl/styles.xml", b"</cellXfs>", b"<xf/>" * A_MILLION + b"</cellXfs>"),
        of_part("xl/styles.xml", LOOKS),
    ),
}


PROGRAM = r"""
import re, sys
from pathlib import Path
from xl_tiebreak.errors import TiebreakError
from xl_tiebreak.workbook.edits import Edit, Style
from xl_tiebreak.workbook.write import write
try:
    edits = [Edit(0, 15, 1, Style(decimals=1, like=11)), Edit(499, 0, 7)]
    print(min(1, write(Path(sys.argv[1]), Path(sys.argv[2]), {"Группа Е": edits})))
except TiebreakError as error:
    print(error)
print(re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())[1])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_files_cost_little(kind: str, tmp_path: Path) -> None:
    make, answer = HOSTILE[kind]
    path, target = tmp_path / "x.xlsx", tmp_path / "y.xlsx"
    path.write_bytes(make())
    command = [sys.executable, "-c", PROGRAM, path, target]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=SECONDS)
    said, memory = done.stdout.splitlines()
    assert said.removeprefix(f"'{path}' ").startswith(answer)
    assert int(memory) * 1024 < MEMORY


PLACES = st.integers(0, DMITROV.stat().st_size - 1)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(PLACES, st.binary(min_size=1, max_size=4)), max_size=4))
def test_any_damage_gives_a_sentence_or_a_file(
    tmp_path_factory: pytest.TempPathFactory, damage: list[tuple[int, bytes]]
) -> None:
    folder = tmp_path_factory.getbasetemp()
    path, target = folder / "damaged.xlsx", folder / "filled.xlsx"
    content = DMITROV.read_bytes()
    for at, values in damage:
        content = patched(content, at, values)[: len(content)]
    path.write_bytes(content)
    target.unlink(missing_ok=True)
    sentence = ""
    try:
        write(path, target, {SHEET: [Edit(0, 15, "да", Style(like=0, title=True)), Edit(1, 1, "нет")]})
    except TiebreakError as error:
        sentence = str(error)
    assert "\n" not in sentence
    assert target.exists() is not bool(sentence)
