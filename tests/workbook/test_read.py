"""Workbooks as sheets of cells, and files without a table in them."""

import re
import zipfile
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.formula import ArrayFormula

from xl_tiebreak.address import Area
from xl_tiebreak.errors import InputError, RequestError
from xl_tiebreak.workbook import open_sheets
from xl_tiebreak.workbook.read import sheet_of

CONTENT_TYPES = "[Content_Types].xml"


@pytest.fixture
def remembering(tmp_path: Path) -> Path:
    """A workbook whose formulas have remembered values, which openpyxl cannot write."""
    import xlsxwriter

    path = tmp_path / "formulas.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("Итоги")
        sheet.write_row(0, 0, ["№", 1, 2.5])
        sheet.write_formula("A2", "=A1&1", None, "№1")
        sheet.write_formula("B2", "=+W12", None, 0)
        sheet.write_formula("C2", "=SUM(1,2)", None, 3)
        sheet.write_array_formula("D1:D2", "{=B1:B2*2}", None, 7)
        book.add_worksheet("Скрытый").hide()
    return path


def test_values_and_what_stands_behind_them(remembering: Path) -> None:
    (sheet,) = open_sheets(remembering)
    assert sheet.grid.sheet == "Итоги"
    assert [list(row) for row in sheet.grid.rows] == [["№", 1, 2.5, 7], ["№1", "=+W12", 3, 0]]
    assert set(sheet.formulas) == {(1, 0), (1, 1), (1, 2), (0, 3), (1, 3)}
    assert sheet.formulas[1, 2] == "=SUM(1,2)"
    assert sheet.value(0, 2) == 2.5
    assert sheet.value(7, 7) is None


@pytest.mark.parametrize("value", [b"<v><![CDATA[\\1]]></v>", b"<v><!-- one -->\\1</v>"], ids=["CDATA", "comment"])
def test_values_with_markup_in_them(value: bytes, remembering: Path) -> None:
    expected = open_sheets(remembering)
    with zipfile.ZipFile(remembering) as package:
        members = {name: package.read(name) for name in package.namelist()}
    part = "xl/worksheets/sheet1.xml"
    members[part], count = re.subn(rb"<v>([^<]*)</v>", value, members[part])
    with zipfile.ZipFile(remembering, "w") as package:
        for name, content in members.items():
            package.writestr(name, content)
    assert count == 8
    assert open_sheets(remembering) == expected


def test_formula_without_a_remembered_value_gives_its_text(tmp_path: Path) -> None:
    book = Workbook()
    book.active["B1"] = "=SUM(1,2)"
    book.save(tmp_path / "new.xlsx")
    (sheet,) = open_sheets(tmp_path / "new.xlsx")
    assert [list(row) for row in sheet.grid.rows] == [[None, "=SUM(1,2)"]]


def test_worksheet_in_memory_gives_the_same_formulas() -> None:
    worksheet = Workbook().active
    worksheet["A1"], worksheet["B1"] = 5, "=A1"
    worksheet["C1"] = ArrayFormula("C1:C2", "=A1:A2")
    worksheet.merge_cells("E1:F2")
    sheet = sheet_of(worksheet)
    assert dict(sheet.formulas) == {(0, 1): "=A1", (0, 2): "=A1:A2", (1, 2): "=A1:A2"}
    assert sheet.merged == (Area(0, 4, 1, 5),)


def test_hidden_sheet_is_read_only_by_name(remembering: Path) -> None:
    assert [sheet.grid.sheet for sheet in open_sheets(remembering)] == ["Итоги"]
    assert [sheet.grid.sheet for sheet in open_sheets(remembering, "скрытый")] == ["Скрытый"]
    with pytest.raises(RequestError, match="there is no sheet 'Итог'; did you mean Итоги\\?"):
        open_sheets(remembering, "Итог")


def test_area_cuts_the_sheet_and_keeps_addresses(remembering: Path) -> None:
    (sheet,) = open_sheets(remembering, area=Area.parse("B1:C2"))
    assert [list(row) for row in sheet.grid.rows] == [[1, 2.5], ["=+W12", 3]]
    assert (sheet.grid.top, sheet.grid.left) == (0, 1)
    assert sheet.value(0, 2) == 2.5


def test_stray_cell_far_out_is_named_and_a_range_helps(tmp_path: Path) -> None:
    book = Workbook()
    book.active["A1"], book.active["XFD1048576"] = 1, 1
    book.save(tmp_path / "far.xlsx")
    with pytest.raises(InputError) as caught:
        open_sheets(tmp_path / "far.xlsx")
    assert str(caught.value) == (
        "XFD1048576: the cell stands so far out that the sheet has 1,048,576 rows and 16,384 columns; "
        "delete it, or name the table with --range"
    )
    (sheet,) = open_sheets(tmp_path / "far.xlsx", area=Area.parse("A1:B2"))
    assert sheet.value(0, 0) == 1


def zipped(path: Path, **parts: str) -> None:
    with zipfile.ZipFile(path, "w") as package:
        for name, text in parts.items():
            package.writestr(name, text)


OLE = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(512)
REMEDY = "; save the table as .xlsx in Excel or LibreOffice"
UNREADABLE = "is damaged and cannot be read as a workbook"
REPAIR = "open it in Excel or LibreOffice, which may repair it, and save it as .xlsx"
COPY = "; copy the table into a sheet of Excel or LibreOffice"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "'x.xlsx' is empty (0 bytes)"),
        (b"%PDF-1.7\n", "'x.xlsx' is a PDF" + REMEDY),
        (b"<html><table>", "'x.xlsx' is a web page; open it in a browser, copy the table, or " + REMEDY[2:]),
        (
            b'<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:x">',
            "'x.xlsx' is an XML spreadsheet of 2003" + REMEDY,
        ),
        (b'[Event "Open"]\n', "'x.xlsx' is a list of games (PGN), not a table; export the crosstable"),
        (b'{"players": []}', "'x.xlsx' holds JSON, not a table" + REMEDY),
        (b"\x89PNG\r\n\x1a\n\0\0", "'x.xlsx' is a picture" + REMEDY),
        (OLE, "'x.xlsx' is no workbook, whatever its name says" + REMEDY),
        (
            OLE + "EncryptedPackage".encode("utf-16-le"),
            "'x.xlsx' is protected by a password; save a copy without it",
        ),
        (OLE + "Workbook".encode("utf-16-le"), f"'x.xlsx' {UNREADABLE} (its records end early); {REPAIR}"),
        (
            {"a.txt": "hello"},
            "'x.xlsx' is a zip archive without a workbook in it; unpack it and name the file that was in it",
        ),
        ({"content.xml": "<a/>"}, "'x.xlsx' is an OpenDocument file, but no spreadsheet" + COPY),
        ({CONTENT_TYPES: "<a/>", "xl/workbook.bin": ""}, f"'x.xlsx' {UNREADABLE}; {REPAIR}"),
        ({CONTENT_TYPES: "<a/>", "word/document.xml": ""}, "'x.xlsx' is a Word document, not a workbook" + COPY),
        (
            {CONTENT_TYPES: "<Types/>", "xl/workbook.xml": "<no"},
            "'x.xlsx' is a zip archive without a workbook in it",
        ),
    ],
)
def test_file_that_is_no_workbook(
    content: bytes | dict[str, str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("x.xlsx")
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        zipped(path, **content)
    with pytest.raises(RequestError) as caught:
        open_sheets(path)
    assert str(caught.value) == sentence


def test_file_cut_short(dmitrov: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.xlsx"
    path.write_bytes(dmitrov.read_bytes()[:4000])
    with pytest.raises(RequestError, match=r"cut.xlsx' is damaged: its end is missing; copy or download it again$"):
        open_sheets(path)


def test_damaged_sheet_is_a_sentence(dmitrov: Path, tmp_path: Path) -> None:
    path = tmp_path / "torn.xlsx"
    with zipfile.ZipFile(dmitrov) as whole, zipfile.ZipFile(path, "w") as torn:
        for name in whole.namelist():
            content = whole.read(name)
            torn.writestr(name, content[: len(content) // 2] if "sheet1" in name else content)
    with pytest.raises(
        RequestError, match=r"torn.xlsx' cannot be used: its part 'xl/worksheets/sheet1.xml' is damaged: "
    ):
        open_sheets(path)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match=r"^there is no file '.*none.xlsx'$"):
        open_sheets(tmp_path / "none.xlsx")
    with pytest.raises(RequestError, match=r"is a folder; name the files in it$"):
        open_sheets(tmp_path)
