"""``fill`` in a workbook with formulas that call our functions: the summary, and values in their place."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from openpyxl import load_workbook

from tests.workbook.conftest import SMALL

Run = Callable[..., Any]


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small table, two calls, what depends on them, and one cell that cannot be calculated."""
    monkeypatch.chdir(tmp_path)
    with xlsxwriter.Workbook("book.xlsx") as workbook:
        sheet = workbook.add_worksheet("S")
        for r, row in enumerate(SMALL):
            sheet.write_row(r, 0, row)
        formulas = {"J1": "BUCHHOLZ($A$1:$G$5,1)", "J2": "BERGER(A1:G5,2)", "J3": "J1+J2", "J4": "XLOOKUP2(J1)"}
        for name, formula in formulas.items():
            sheet.write_formula(name, f"={formula}", None, 1)
    return Path("book.xlsx")


def cells(path: str, *, values: bool = True) -> list[Any]:
    sheet = load_workbook(path, data_only=values).active
    assert sheet is not None
    return [sheet[name].value for name in ("J1", "J2", "J3", "J4")]


def test_results_are_renewed_and_counted(run: Run, book: Path) -> None:
    done = run("fill", book, "--chain", "PTS, SB")
    assert (done.status, done.err) == (0, "")
    assert "; 3 results of formulas renewed" in done.out
    assert done.out.splitlines()[-1] == "  left as it was: S!J4 (function XLOOKUP2 is not known)"
    assert cells("book_filled.xlsx") == [3.5, 2.25, 5.75, 1]
    assert cells("book_filled.xlsx", values=False)[0] == "=BUCHHOLZ($A$1:$G$5,1)"


def test_values_in_the_place_of_calls(run: Run, book: Path) -> None:
    done = run("fill", book, "--chain", "PTS, SB", "--values")
    assert "; 2 cells with our functions made values; 1 result of formulas renewed" in done.out
    assert cells("book_filled.xlsx", values=False) == [3.5, 2.25, "=J1+J2", "=XLOOKUP2(J1)"]
    assert cells("book_filled.xlsx")[2] == 5.75


def test_for_programs(run: Run, book: Path) -> None:
    done = json.loads(run("fill", book, "--json", "--chain", "PTS, SB").out)
    assert done["formulas"] == {
        "renewed": ["S!J1", "S!J2", "S!J3"],
        "left": [{"cells": ["S!J4"], "reason": "function XLOOKUP2 is not known"}],
    }


def test_calls_without_a_table_that_can_be_filled(run: Run, book: Path) -> None:
    workbook = load_workbook(book)
    sheet = workbook.active
    assert sheet is not None
    sheet.delete_rows(1)
    sheet["J6"] = "=SUM(BUCHHOLZ(A1:E4))"
    workbook.save("bare.xlsx")
    done = run("fill", "bare.xlsx", "--in-place")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("bare.xlsx: no table with headings; ")
