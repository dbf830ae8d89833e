"""Our workbooks in formualizer, a spreadsheet engine that takes Python functions: a fast pass over real .xlsx files."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import formualizer
import pytest
from openpyxl import load_workbook
from openpyxl.utils import get_column_letter as letter

from xl_tiebreak.functions import FUNCTIONS
from xl_tiebreak.lite import for_lite
from xl_tiebreak.templates import TEMPLATES as TEMPLATES_AS_DATA
from xl_tiebreak.templates import workbook

from . import tables
from .test_calc import ARGUMENTS, call, expected

ERROR = "an error, whose text this engine keeps to itself"
TEMPLATES = sorted((Path(__file__).parents[1] / "sheets").glob("*.xlsx"))


def registered(path: Path, prefix: str = "") -> Any:
    """The workbook, with our functions under their names in files."""
    book = formualizer.Workbook.from_path(str(path))
    for function in FUNCTIONS.values():
        least = sum(not argument.optional for argument in function.arguments)
        book.register_function(prefix + function.name, function.body, min_args=least, max_args=len(function.arguments))
    book.evaluate_all()
    return book


def with_calls(template: Path, path: Path) -> tuple[str, dict[tuple[int, int], object]]:
    """Save the template with a call of every function in each row beside its table; cell → what the engine says."""
    book = load_workbook(template)
    sheet = book.worksheets[0]
    if template.stem.startswith("swiss"):
        for row, cells in enumerate(tables.swiss(24, 9, seed=24, by_place=False)[1:], start=2):
            for column, cell in enumerate(cells[1:11], start=2):
                sheet.cell(row, column).value = cell
    table = [list(row) for row in sheet.iter_rows(values_only=True)]
    area = f"$A$1:${letter(sheet.max_column)}${sheet.max_row}"
    wanted: dict[tuple[int, int], object] = {}
    for column, name in enumerate(FUNCTIONS, start=sheet.max_column + 2):
        arguments = ARGUMENTS.get(name, ())
        try:
            values = expected(name, table, *arguments)
        except ValueError:
            values = [[ERROR]]
        for row, cells in enumerate(values[: len(table)], start=1):
            sheet.cell(row, column).value = f"=INDEX({call(name, area, *arguments)[1:]},{row},1)"
            wanted[row, column] = cells[0]
    book.save(path)
    return sheet.title, wanted


def shown(value: object) -> object:
    """A value as a cell shows it."""
    return ERROR if isinstance(value, dict) else "" if value is None else value


@pytest.mark.parametrize("spelling", [None, for_lite], ids=["plain", "lite"])
@pytest.mark.parametrize("template", TEMPLATES, ids=[path.stem for path in TEMPLATES])
def test_every_call_has_the_engine_s_value(
    template: Path, spelling: Callable[[bytes], bytes] | None, tmp_path: Path
) -> None:
    path = tmp_path / template.name
    title, wanted = with_calls(template, path)
    if spelling:
        path.write_bytes(spelling(path.read_bytes()))
    book = registered(path, "_xldudf_" if spelling else "")
    found = {(row, column): shown(book.evaluate_cell(title, row, column)) for row, column in wanted}
    assert found == wanted
    assert 10 * list(wanted.values()).count(ERROR) < len(wanted)


def text(value: object) -> str:
    """A value as a text: a number that is one, since this engine takes the text 10 for the number."""
    return "" if value is None else f"{value:g}" if isinstance(value, int | float) else str(value)


@pytest.mark.parametrize("spelling", [None, for_lite], ids=["plain", "lite"])
def test_template_with_functions_has_the_values_it_was_saved_with(
    spelling: Callable[[bytes], bytes] | None, tmp_path: Path
) -> None:
    path = tmp_path / "functions.xlsx"
    path.write_bytes(workbook(replace(TEMPLATES_AS_DATA["dmitrov2008"], style="functions")))
    texts, saved = load_workbook(path), load_workbook(path, data_only=True)
    if spelling:
        path.write_bytes(spelling(path.read_bytes()))
    book = registered(path, "_xldudf_" if spelling else "")
    compared = 0
    for sheet in texts:
        for row in sheet.iter_rows():
            for cell in row:
                if isinstance(cell.value, str) and any(f"{name}(" in cell.value for name in FUNCTIONS):
                    found = shown(book.evaluate_cell(sheet.title, cell.row, cell.column))
                    wanted = saved[sheet.title][cell.coordinate].value
                    if wanted is None and sheet is not texts.worksheets[0]:
                        continue  # saved without a value, to be computed when opened
                    assert text(found) == text(wanted), (sheet.title, cell.coordinate, cell.value)
                    compared += 1
    assert compared > 100


def test_no_heading_counts_as_a_place(root: Path) -> None:
    """Like Excel, this engine counts the text 6 as the number, and numbers head the columns of the working sheet."""
    path = root / "templates" / "dmitrov2008.xlsx"
    places = load_workbook(path, data_only=True)["Места"]
    book = registered(path)
    names = {cell.coordinate: cell.value for cell in places["C"] if cell.value is not None}
    assert {name: book.get_value("Места", places[name].row, 3) for name in names} == names
