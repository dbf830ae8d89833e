"""Edits applied with openpyxl: looks, number formats, widths; and the same cells where the file itself is written."""

from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.worksheet import Worksheet

from tests.workbook.compare import cells
from xl_tiebreak.workbook import Asked, Edit, fill_file, fill_worksheet
from xl_tiebreak.workbook.edits import Style, suits
from xl_tiebreak.workbook.openpyxl_writer import apply_edits

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
    assert suits(format_code, Style(decimals, whole)) is expected


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
    assert fill_file(dmitrov, target, Asked()).target == target
    check_xlsx(target)
    sheet = load_workbook(dmitrov).active
    fill_worksheet(sheet)
    assert cells(load_workbook(target).active) == cells(sheet)
    assert (sheet["N2"].value, sheet["N3"].value) == (46, 40.5)


@pytest.mark.parametrize("chain", ["BH, BH-C1, SB", "WIN, ARO, SB"])
def test_file_and_worksheet_of_any_look_are_filled_alike(chain: str, styled: Worksheet, tmp_path: Path) -> None:
    styled["H1"], styled["H3"] = "Бухгольц", "=1+1"
    styled["H2"].number_format, styled["H4"].number_format = "0", "dd.mm.yyyy"
    path, target = tmp_path / "styled.xlsx", tmp_path / "filled.xlsx"
    styled.parent.save(path)
    fill_file(path, target, Asked(chain))
    sheet = load_workbook(path).active
    fill_worksheet(sheet, chain)
    assert cells(load_workbook(target).active) == cells(sheet)


def test_filling_twice_changes_no_byte(dmitrov: Path, tmp_path: Path) -> None:
    once, twice = tmp_path / "once.xlsx", tmp_path / "twice.xlsx"
    fill_file(dmitrov, once, Asked())
    fill_file(once, twice, Asked())
    assert twice.read_bytes() == once.read_bytes()
    before = once.stat()
    fill_file(once, once, Asked())
    assert once.stat().st_mtime_ns == before.st_mtime_ns
