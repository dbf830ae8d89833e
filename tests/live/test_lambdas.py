"""Functions as LAMBDA names, evaluated by ironcalc, which knows LAMBDA as Excel 365 does."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ironcalc
import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.formula import ArrayFormula

from xl_tiebreak.errors import RequestError
from xl_tiebreak.functions import FUNCTIONS
from xl_tiebreak.lambdas import for_lambda, names
from xl_tiebreak.lite import for_lite

from . import tables
from .test_excel import refused

RULES = "1998:swiss"
CALLS: dict[str, Callable[[tables.Rows], list[list[Any]]]] = {
    "POINTS({})": lambda table: FUNCTIONS["TIEBREAK"].body(table, "PTS", None, RULES),
    "BUCHHOLZ({})": lambda table: FUNCTIONS["BUCHHOLZ"].body(table, None, RULES),
    "TRUNCBUCHHOLZ({},1)": lambda table: FUNCTIONS["TRUNCBUCHHOLZ"].body(table, 1, None, RULES),
    "TRUNCBUCHHOLZ({},2)": lambda table: FUNCTIONS["TRUNCBUCHHOLZ"].body(table, 2, None, RULES),
    "BERGER({})": lambda table: FUNCTIONS["BERGER"].body(table, None, RULES),
    "PLACES({})": lambda table: FUNCTIONS["PLACES"].body(table, None, RULES),
}
"""A call in a cell → what the engine says."""


def book_of(table: tables.Rows, *calls: str) -> bytes:
    """A workbook with the table and the calls beside it, as columns."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in table:
        sheet.append(row)
    area = f"$A$1:${letter(len(table[0]))}${len(table)}"
    for n, call in enumerate(calls, start=len(table[0]) + 2):
        sheet[f"{letter(n)}1"] = ArrayFormula(f"{letter(n)}1:{letter(n)}{len(table)}", "=" + call.format(area))
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def evaluated(workbook: bytes, folder: Path, columns: int, rows: int) -> list[list[str]]:
    """The texts of the columns of calls on the first sheet."""
    path = folder / "lambda.xlsx"
    path.write_bytes(workbook)
    model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
    model.evaluate()
    last = model.get_sheet_dimensions(0)[3]
    found = range(last - columns + 1, last + 1)
    return [[model.get_formatted_cell_value(0, row, column) for row in range(1, rows + 1)] for column in found]


def text(cell: object) -> str:
    return f"{cell:g}" if isinstance(cell, float) else str(cell)


@pytest.mark.parametrize("seed", range(50))
def test_equals_the_engine(seed: int, tmp_path: Path) -> None:
    table = tables.swiss(6 + seed % 15, 3 + seed % 6, seed, by_place=seed % 2 == 0, finished=seed % 5 != 0)
    book = for_lambda(book_of(table, *CALLS))
    shown = evaluated(book, tmp_path, len(CALLS), len(table))
    assert shown == [[text(cell) for (cell,) in engine(table)] for engine in CALLS.values()]


@pytest.mark.parametrize("last", ["+ ½ - -", "½ - - -", "2w 1b ½ +", "- 3b 2w ½", ". . . .", "2w1 1b0 4w 3b"])
def test_last_round_counts_as_in_the_engine(last: str, tmp_path: Path) -> None:
    before = ["3w1", "4b½", "1b0", "2w½"]
    cells = [None if cell == "." else cell for cell in last.split()]
    table: tables.Rows = [["№", "Фамилия Имя", 1, 2, "Оч", "М"]]
    table += [[p + 1, f"Игрок {p + 1}", before[p], cells[p], None, None] for p in range(4)]
    shown = evaluated(for_lambda(book_of(table, *list(CALLS)[:2])), tmp_path, 2, 5)
    assert shown == [[text(cell) for (cell,) in engine(table)] for engine in list(CALLS.values())[:2]]


def test_document(tmp_path: Path) -> None:
    table = tables.document()
    (shown,) = evaluated(for_lambda(book_of(table, "BUCHHOLZ({})")), tmp_path, 1, 12)
    assert shown == ["Бухгольц (ФИДЕ 1998)", "46", "40.5", "42.5", "41", "43.5", "41", "41", "39.5", "37", "36.5", "37"]


@pytest.mark.parametrize(("cell", "seen"), [("8w½x", "#"), ("99w1", "#"), ("hello", "#"), ("8w=", "46"), ("8б½", "46")])
def test_unreadable_cell_is_an_error(cell: str, seen: str, tmp_path: Path) -> None:
    table = tables.document()
    table[1][4] = cell
    (shown,) = evaluated(for_lambda(book_of(table, "BUCHHOLZ({})")), tmp_path, 1, 12)
    assert shown[1].startswith(seen)


@pytest.mark.parametrize("n", [0, 9, 12])
def test_cut_that_leaves_nothing_is_an_error(n: int, tmp_path: Path) -> None:
    book = for_lambda(book_of(tables.document(), f"TRUNCBUCHHOLZ({{}},{n})"))
    assert evaluated(book, tmp_path, 1, 12)[0][1].startswith("#")


def test_rows_without_a_number_are_empty(tmp_path: Path) -> None:
    table = [*tables.document(), *([[None] * 13] * 3)]
    (shown,) = evaluated(for_lambda(book_of(table, "PLACES({})")), tmp_path, 1, 15)
    assert shown[1:] == [*map(str, range(1, 12)), "", "", ""]


def test_names_are_possible() -> None:
    for name, (comment, formula) in names().items():
        assert refused(name) in ("", "a built-in function")
        assert len(comment) <= 255
        assert len(formula) < 8192
        parameters = set(re.findall(r"_xlpm\.(\w+)", formula))
        assert not [p for p in parameters if len(p) < 2 or p.upper() in names()]


def test_file_is_sound_and_the_same_twice(
    check_xlsx: Callable[[Path], None], templates: dict[str, bytes], tmp_path: Path
) -> None:
    for name, workbook in {**templates, "calls": book_of(tables.document(), *CALLS)}.items():
        book = for_lambda(workbook)
        assert book == for_lambda(workbook)
        path = tmp_path / f"{name}.xlsx"
        path.write_bytes(book)
        check_xlsx(path)
        assert "BUCHHOLZ" in load_workbook(path).defined_names


def test_call_without_a_name_is_refused() -> None:
    with pytest.raises(RequestError, match="the workbook calls KOYA; as names there are only POINTS, BUCHHOLZ"):
        for_lambda(book_of(tables.document(), "BUCHHOLZ({})", "KOYA({})"))


def test_never_together_with_lite() -> None:
    book = book_of(tables.document(), "BUCHHOLZ({})")
    with pytest.raises(RequestError, match="web extension"):
        for_lambda(for_lite(book))
    with pytest.raises(RequestError, match="defines the name BUCHHOLZ"):
        for_lite(for_lambda(book))
    with pytest.raises(RequestError, match="defines the name TIE_PLAYED already"):
        for_lambda(for_lambda(book))
