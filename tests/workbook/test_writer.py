"""Edits applied with openpyxl: looks, number formats, widths; files that appear whole or not at all."""

import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.worksheet import Worksheet

from xl_tiebreak.errors import RequestError
from xl_tiebreak.workbook import Asked, Edit, fill_file, fill_worksheet
from xl_tiebreak.workbook.edits import suits
from xl_tiebreak.workbook.openpyxl_writer import apply_edits, save_copy

THIN = Border(left=Side(style="thin"), bottom=Side(style="double"))
YELLOW = PatternFill("solid", fgColor="FFFFEE00")


@pytest.fixture
def styled(small: Worksheet) -> Worksheet:
    """The small table with a look: the places bold on yellow, the points with one decimal."""
    for row in range(1, 6):
        place = small.cell(row, 7)
        place.font, place.border, place.fill = Font(name="Times New Roman", bold=True), THIN, YELLOW
        place.alignment = Alignment(horizontal="center")
        small.cell(row, 6).number_format = "0.0"
    return small


def test_new_columns_take_the_look_of_the_table(styled: Worksheet) -> None:
    fill_worksheet(styled, "BH, SB")
    for row in range(1, 6):
        for column in (8, 9):
            cell, model = styled.cell(row, column), styled.cell(row, 7)
            assert repr((cell.font, cell.border, cell.fill)) == repr((model.font, model.border, model.fill))
            assert cell.alignment.horizontal == "center"
    assert styled["H1"].value == "Бухгольц (ФИДЕ 1998)"
    assert styled["H1"].alignment.wrap_text
    assert not styled["H2"].alignment.wrap_text
    assert [styled[f"{column}2"].number_format for column in "FGHI"] == ["0.0", "General", "0.0", "0.00"]


def test_own_look_and_number_format_stay_where_they_show_the_value(styled: Worksheet) -> None:
    styled["H1"], styled["I1"] = "Бухгольц", "Бергер"
    for row in range(2, 6):
        styled.cell(row, 8).fill = PatternFill("solid", fgColor="FF00FF00")
        styled.cell(row, 8).number_format = "#,##0.000"
        styled.cell(row, 9).number_format = "0"
    fill_worksheet(styled, "BH, SB")
    assert styled["H2"].fill.fgColor.rgb == "FF00FF00"
    assert styled["H2"].number_format == "#,##0.000"
    assert styled["I2"].number_format == "0.00"  # the whole numbers of before would hide the quarters


@pytest.mark.parametrize(
    ("format_code", "decimals", "whole", "expected"),
    [
        ("General", 2, False, True),
        ("0.00", 2, False, True),
        ("0.0", 2, False, False),
        ("0", 1, False, False),
        ("0", 0, False, True),
        ("#,##0.0;[Red]-#,##0.0", 1, False, True),
        ('0.0" очка"', 1, False, True),
        ("_-* #,##0.00_-", 2, False, True),
        ("0.0", 0, True, False),
        ("0", 0, True, True),
        ("0%", 0, False, False),
        ("dd.mm.yyyy", 0, False, False),
        ("@", 0, False, False),
        ("0,", 0, False, False),
    ],
)
def test_number_formats_that_show_a_value(format_code: str, decimals: int, whole: bool, expected: bool) -> None:
    assert suits(format_code, Edit(0, 0, 1.5, decimals, whole)) is expected


@pytest.mark.parametrize("text", ["=1+1", "+W12", "-", "@home", "=cmd|' /C calc'!A0"])
def test_text_is_never_a_formula(text: str, tmp_path: Path, check_xlsx: Callable[[Path], None]) -> None:
    book = Workbook()
    apply_edits(book.active, [Edit(0, 0, text)])
    book.save(tmp_path / "text.xlsx")
    cell = load_workbook(tmp_path / "text.xlsx").active["A1"]
    assert (cell.value, cell.data_type) == (text, "s")
    check_xlsx(tmp_path / "text.xlsx")


def test_new_column_is_wide_enough_and_its_neighbours_keep_their_width(
    styled: Worksheet, tmp_path: Path, check_xlsx: Callable[[Path], None]
) -> None:
    shared = styled.column_dimensions["C"]  # as LibreOffice writes it: one width for C up to the end
    shared.min, shared.max, shared.width = 3, 1024, 5
    fill_worksheet(styled, "BH")
    styled.parent.save(tmp_path / "wide.xlsx")
    check_xlsx(tmp_path / "wide.xlsx")
    sheet = load_workbook(tmp_path / "wide.xlsx").active
    widths = {(d.min, d.max): d.width for d in sheet.column_dimensions.values()}
    assert widths.keys() == {(3, 7), (8, 8), (9, 1024)}
    assert widths[3, 7] == widths[9, 1024] == 5
    assert 13 < widths[8, 8] < 20


def test_file_and_worksheet_are_filled_alike(dmitrov: Path, tmp_path: Path, check_xlsx: Callable[[Path], None]) -> None:
    target = tmp_path / "filled.xlsx"
    outcome = fill_file(dmitrov, target, Asked())
    assert (outcome.target, outcome.lost) == (target, ())
    check_xlsx(target)
    filled = load_workbook(target).active
    sheet = load_workbook(dmitrov).active
    fill_worksheet(sheet)
    assert [[c.value for c in row] for row in filled.iter_rows()] == [
        [c.value for c in row] for row in sheet.iter_rows()
    ]
    assert [[c.style_id for c in row] for row in filled.iter_rows()] == [
        [c.style_id for c in row] for row in sheet.iter_rows()
    ]
    assert (filled["N2"].value, filled["N3"].value) == (46, 40.5)


def test_filling_twice_changes_no_byte(dmitrov: Path, tmp_path: Path) -> None:
    once, twice = tmp_path / "once.xlsx", tmp_path / "twice.xlsx"
    fill_file(dmitrov, once, Asked())
    fill_file(once, twice, Asked())
    assert twice.read_bytes() == once.read_bytes()
    before = once.stat()
    fill_file(once, once, Asked())
    assert once.stat().st_mtime_ns == before.st_mtime_ns


def test_opening_forces_no_calculation_unless_values_were_dropped(changed: Callable[..., Path], tmp_path: Path) -> None:
    def calc(path: Path) -> bytes:
        fill_file(path, tmp_path / "filled.xlsx", Asked())
        with zipfile.ZipFile(tmp_path / "filled.xlsx") as package:
            return package.read("xl/workbook.xml")

    assert b'<calcPr calcId="191029"/>' in calc(changed())
    with_formulas = calc(changed(B20="=SUM(1,2)"))
    assert b'<calcPr calcId="124519"/>' in with_formulas  # older than any Excel of today


MACROS = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"


def with_part(source: Path, target: Path, part: str, part_type: str, relation: str, *, macros: bool = False) -> Path:
    """A copy of a workbook with one more part, as small as it may be."""
    override = f'<Override PartName="/{part}" ContentType="application/{part_type}"/></Types>'.encode()
    relationship = f'<Relationship Id="rIdNew" Type="{relation}" Target="/{part}"/></Relationships>'.encode()
    with zipfile.ZipFile(source) as plain, zipfile.ZipFile(target, "w") as package:
        for name in plain.namelist():
            content = plain.read(name)
            if name == "[Content_Types].xml":
                content = content.replace(b"</Types>", override)
                if macros:
                    old = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
                    content = content.replace(old, MACROS)
            if name == "xl/_rels/workbook.xml.rels":
                content = content.replace(b"</Relationships>", relationship)
            package.writestr(name, content)
        package.writestr(part, b"<part/>")
    return target


def test_macros_stay(dmitrov: Path, tmp_path: Path, check_xlsx: Callable[[Path], None]) -> None:
    kind = "http://schemas.microsoft.com/office/2006/relationships/vbaProject"
    part, part_type = "xl/vbaProject.bin", "vnd.ms-office.vbaProject"
    source = with_part(dmitrov, tmp_path / "macros.xlsm", part, part_type, kind, macros=True)
    check_xlsx(source)
    target = tmp_path / "filled.xlsm"
    assert fill_file(source, target, Asked()).lost == ()
    check_xlsx(target)
    with zipfile.ZipFile(target) as package:
        assert package.read("xl/vbaProject.bin") == b"<part/>"
        assert MACROS in package.read("[Content_Types].xml")


@pytest.fixture
def slicer(dmitrov: Path, tmp_path: Path) -> Path:
    """A workbook with a part that openpyxl drops."""
    kind = "http://schemas.microsoft.com/office/2007/relationships/slicer"
    return with_part(dmitrov, tmp_path / "slicer.xlsx", "xl/slicers/slicer1.xml", "vnd.ms-excel.slicer+xml", kind)


def test_what_a_copy_cannot_keep_is_told(slicer: Path, tmp_path: Path) -> None:
    assert fill_file(slicer, tmp_path / "copy.xlsx", Asked()).lost == ("slicers",)


def test_shapes_and_sparklines_are_told(small: Worksheet, tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    import xlsxwriter

    with xlsxwriter.Workbook(str(tmp_path / "rich.xlsx")) as book:
        sheet = book.add_worksheet()
        for row, cells in enumerate(small.values):
            sheet.write_row(row, 0, cells)
        sheet.insert_textbox("A9", "Спонсор")
        sheet.add_sparkline("A8", {"range": "F2:F5"})
    lost = fill_file(tmp_path / "rich.xlsx", tmp_path / "copy.xlsx", Asked()).lost
    assert lost == ("sparklines or extended formats of cells", "shapes and text boxes")
    assert not recwarn.list


def test_nothing_is_lost_of_the_file_itself(slicer: Path) -> None:
    before = slicer.read_bytes()
    with pytest.raises(RequestError, match=r"slicer.xlsx' holds slicers, which would be lost; fill a copy"):
        fill_file(slicer, slicer, Asked())
    assert slicer.read_bytes() == before


def test_failed_write_leaves_the_old_file_and_no_other(
    dmitrov: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "target.xlsx"
    target.write_bytes(b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RequestError, match=r"target.xlsx' cannot be written: No space left on device$"):
        save_copy(dmitrov, target, {"Группа Е": [Edit(0, 13, "x")]})
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_folder_that_cannot_be_made(dmitrov: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_bytes(b"a file")
    with pytest.raises(RequestError, match=r"x.xlsx' cannot be written: File exists$"):
        fill_file(dmitrov, tmp_path / "taken" / "x.xlsx", Asked())


def test_copy_has_the_permissions_of_the_original(dmitrov: Path, tmp_path: Path) -> None:
    source = tmp_path / "source.xlsx"
    source.write_bytes(dmitrov.read_bytes())
    source.chmod(0o640)
    fill_file(source, tmp_path / "copy.xlsx", Asked())
    assert (tmp_path / "copy.xlsx").stat().st_mode & 0o777 == 0o640
