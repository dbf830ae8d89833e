"""Formulas that call our functions, in every form that people write: what the file holds as their results after fill.

Every expected value comes from the bodies of the functions, called with the rows of the tables.
"""

from __future__ import annotations

import csv
import math
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from openpyxl import load_workbook
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.formula import ArrayFormula
from python_calamine import CalamineWorkbook

from tests.workbook.compare import part, parts_that_differ, sheet_differences
from tests.workbook.conftest import DMITROV, SMALL
from xl_tiebreak.functions import FUNCTIONS
from xl_tiebreak.workbook import Asked, Outcome, fill_file
from xl_tiebreak.workbook.package import Package

ROOT = Path(__file__).resolve().parents[2]
MAIN, OTHER, FORMS_SHEET, HIDDEN = "Группа Е", "O'Neil 2", "Формы", "скрытый"
STALE = 4711
Rows = list[list[Any]]

TABLE: Rows = [list(row) for row in load_workbook(ROOT / DMITROV).worksheets[0].iter_rows(max_col=13, values_only=True)]
BODY = TABLE[1:]
ALL, OF_OTHER = "'Группа Е'!$A$1:$M$12", "'O''Neil 2'!$A$1:$G$5"


def engine(name: str, rows: Rows, *arguments: object) -> Any:
    return FUNCTIONS[name].body(rows, *arguments)


def numbers(name: str, rows: Rows, *arguments: object) -> list[float]:
    """A column of values without its heading."""
    return [value for (value,) in engine(name, rows, *arguments) if not isinstance(value, str)]


def rounded(name: str, rows: Rows, *arguments: object) -> Rows:
    return [[math.floor(value + 0.5)] for value in numbers(name, rows, *arguments)]


@dataclass(frozen=True)
class Form:
    """A formula and what it gives: a value in one cell, or rows. ``kind``: a plain formula, an array formula entered
    with Ctrl+Shift+Enter, a dynamic array. ``{row}``, from 1, and ``{above}``, the row of the form before, are put
    in."""

    name: str
    formula: str
    gives: Any
    kind: str = "plain"
    sheet: str = FORMS_SHEET

    @property
    def rows(self) -> Rows:
        return self.gives if self.kind != "plain" else [[self.gives]]


FORMS = [
    Form("by number", f"BUCHHOLZ({ALL},10)", engine("BUCHHOLZ", TABLE, 10)),
    Form("by name", f'BUCHHOLZ({ALL},"Веселов, Иван")', engine("BUCHHOLZ", TABLE, 8)),
    Form("by cell", f"BERGER({ALL},'Группа Е'!A5)", engine("BERGER", TABLE, TABLE[4][0])),
    Form("a whole column in one cell", f"BERGER({ALL})", engine("BERGER", TABLE)[0][0]),
    Form("index by row", f"INDEX(BERGER({ALL}),ROW()-{{row}}+3)", engine("BERGER", TABLE)[2][0]),
    Form("index by row and column", f"INDEX(KOYA({ALL}),4,1)", engine("KOYA", TABLE)[3][0]),
    Form("rounded, of a table", "ROUND(TRUNCBUCHHOLZ(Table1,2),1)", numbers("TRUNCBUCHHOLZ", BODY, 2)[0]),
    Form("defined name", "BUCHHOLZ(Турнир,8)", engine("BUCHHOLZ", TABLE, 8)),
    Form("name that is a formula", "SHMULYAN(Растущий,8)", engine("SHMULYAN", TABLE, 8)),
    Form("name of this sheet", "BUCHHOLZ(Малый,1)", engine("BUCHHOLZ", SMALL, 1)),
    Form("table with headings", "BUCHHOLZ(Table1[#All],10)", engine("BUCHHOLZ", TABLE, 10)),
    Form("columns of a table", "PROGRESSIVE(table1[[#All],[№]:[Оч]],10)", engine("PROGRESSIVE", TABLE, 10)),
    Form("sum over a column of a table", "SUM(Table1[Оч])+BERGER(Table1[#All],8)",
         sum(row[11] for row in BODY) + engine("BERGER", TABLE, 8)),
    Form("row of a table", f"Table1[[#This Row],[Оч]]+BUCHHOLZ({ALL},$A2)",
         TABLE[1][11] + engine("BUCHHOLZ", TABLE, 10), sheet=MAIN),
    Form("sheet with an apostrophe", f"BUCHHOLZ({OF_OTHER},1)", engine("BUCHHOLZ", SMALL, 1)),
    Form("mixed reference", "BUCHHOLZ('Группа Е'!$A1:M$12,10)", engine("BUCHHOLZ", TABLE, 10), sheet=MAIN),
    Form("whole columns", "BERGER('Группа Е'!A:M,10)", engine("BERGER", TABLE, 10)),
    Form("as Lite writes it", f"_xldudf_BUCHHOLZ({ALL},10)", engine("BUCHHOLZ", TABLE, 10)),
    Form("unknown at saving", f"_xludf.BUCHHOLZ({ALL},8)", engine("BUCHHOLZ", TABLE, 8)),
    Form("small letters", f"buchholz({ALL},10)", engine("BUCHHOLZ", TABLE, 10)),
    Form("spaces", f" BUCHHOLZ( {ALL} , 10 )", engine("BUCHHOLZ", TABLE, 10)),
    Form("left out argument", f"SUM(BUCHHOLZ({ALL},,2024))", sum(numbers("BUCHHOLZ", TABLE, None, "2024"))),
    Form("left out number", f"TRUNCBUCHHOLZ({ALL},,10)", engine("TRUNCBUCHHOLZ", TABLE, 1, 10)),
    Form("three arguments", f'BUCHHOLZ({ALL},10,"2024")', engine("BUCHHOLZ", TABLE, 10, "2024")),
    Form("four arguments", f'MEDIANBUCHHOLZ({ALL},2,8,"2009")', engine("MEDIANBUCHHOLZ", TABLE, 2, 8, "2009")),
    Form("any code", f'TIEBREAK({ALL},"BH-C1",10)', engine("TIEBREAK", TABLE, "BH-C1", 10)),
    Form("blank cell for the player", f"SUM(BUCHHOLZ({ALL},$ZZ$1))", sum(numbers("BUCHHOLZ", TABLE))),
    Form("sum", "SUM(BUCHHOLZ(Table1))", sum(numbers("BUCHHOLZ", BODY))),
    Form("maximum", f"MAX(BERGER({ALL}),0)", max(numbers("BERGER", TABLE))),
    Form("choice", f'IF(BUCHHOLZ({ALL},10)>BUCHHOLZ({ALL},8),"выше","ниже")', "выше"),
    Form("in the place of an error", f'IFERROR(BUCHHOLZ({ALL},99),"нет")', "нет"),
    Form("text", f'"Б: "&BUCHHOLZ({ALL},8)&" < 41"', f"Б: {engine('BUCHHOLZ', TABLE, 8)} < 41"),
    Form("format", f'TEXT(BUCHHOLZ({ALL},10),"0.00")', f"{engine('BUCHHOLZ', TABLE, 10):.2f}"),
    Form("truth", f"BUCHHOLZ({ALL},10)=46", True),
    Form("place", f'INDEX(PLACES({ALL},"PTS, BH"),MATCH(8,\'Группа Е\'!A1:A12,0))', 2),
    Form("shared place", f'INDEX(PLACES({ALL},"PTS, BH"),7)&""', "6-7"),
    Form("chain in cells", f"INDEX(PLACES({ALL},'O''Neil 2'!$J$1:$J$2),3)", engine("PLACES", TABLE, "PTS, SB")[2][0]),
    Form("look-up", f'VLOOKUP(2,STANDINGS({ALL},"PTS, BH"),3,FALSE)', engine("STANDINGS", TABLE, "PTS, BH")[2][2]),
    Form("explanation", f'EXPLAINTIEBREAK({ALL},10,"BH")', engine("EXPLAINTIEBREAK", TABLE, 10, "BH")),
    Form("check", f"CHECKTABLE({ALL})", engine("CHECKTABLE", TABLE)[0][0]),
    Form("indirect", "BUCHHOLZ(INDIRECT(\"'Группа Е'!A1:M12\"),10)", engine("BUCHHOLZ", TABLE, 10)),
    Form("counted", "SUMPRODUCT((BUCHHOLZ(Table1)>=40)*1)", sum(value >= 40 for value in numbers("BUCHHOLZ", BODY))),
    Form("own variable", f"_xlfn.LET(_xlpm.x,BUCHHOLZ({ALL},10),_xlpm.x*2)", 2 * engine("BUCHHOLZ", TABLE, 10)),
    Form("of a hidden sheet", f"BUCHHOLZ({ALL},10)", engine("BUCHHOLZ", TABLE, 10), sheet=HIDDEN),
    Form("name of another sheet", "BUCHHOLZ(Формы!Малый,2)", engine("BUCHHOLZ", SMALL, 2), sheet=HIDDEN),
    Form("depends on a call", "'скрытый'!B1+1", engine("BUCHHOLZ", TABLE, 10) + 1),
    Form("depends on that", "B{above}*2", 2 * (engine("BUCHHOLZ", TABLE, 10) + 1)),
    Form("depends on what is filled", "SUM('Группа Е'!N:N)", sum(numbers("BUCHHOLZ", TABLE))),
    Form("rank in what is filled", "RANK('Группа Е'!N3,'Группа Е'!N2:N12)",
         1 + sum(value > engine("BUCHHOLZ", TABLE, 8) for value in numbers("BUCHHOLZ", TABLE))),
    Form("array", f"BUCHHOLZ({ALL})", engine("BUCHHOLZ", TABLE), "array"),
    Form("array of another sheet", f"BERGER({OF_OTHER})", engine("BERGER", SMALL), "array"),
    Form("array, rounded", "ROUND(MEDIANBUCHHOLZ(Table1),0)", rounded("MEDIANBUCHHOLZ", BODY), "array"),
    Form("array of texts", f"LEFT(PLACES({ALL}),1)&\".\"",
         [[f"{str(place)[:1]}."] for (place,) in engine("PLACES", TABLE)], "array"),
    Form("array of one cell", f"INDEX(BUCHHOLZ({ALL}),ROW()-{{row}}+2)", [[engine("BUCHHOLZ", TABLE)[1][0]]], "array"),
    Form("array of choices", "IF('Группа Е'!L2:L12>5,BUCHHOLZ(Table1),0)",
         [[value if row[11] > 5 else 0] for value, row in zip(numbers("BUCHHOLZ", BODY), BODY)], "array"),
    Form("spilled", f"BUCHHOLZ({ALL})", engine("BUCHHOLZ", TABLE), "dynamic"),
    Form("what was spilled", "SUM(_xlfn.ANCHORARRAY(E{above}))", [[sum(numbers("BUCHHOLZ", TABLE))]], "dynamic"),
    Form("spilled as Lite writes it", f"_xldudf_BERGER({ALL})", engine("BERGER", TABLE), "dynamic"),
    Form("spilled table", f'STANDINGS({ALL},"PTS, BH, SB")', engine("STANDINGS", TABLE, "PTS, BH, SB"), "dynamic"),
    Form("spilled and sorted", "_xlfn._xlws.SORT(BUCHHOLZ(Table1),1,-1)",
         [[value] for value in sorted(numbers("BUCHHOLZ", BODY), reverse=True)], "dynamic"),
    Form("sum of doubled values", "SUM(BUCHHOLZ(Table1)*2)", [[2 * sum(numbers("BUCHHOLZ", BODY))]], "array"),
]  # fmt: skip


class Placed(dict[str, tuple[str, int, int]]):
    """Form → sheet, row and column, from 0."""


def build(path: Path) -> Placed:
    """The workbook with all forms, each with a stale result."""
    placed = Placed()
    with xlsxwriter.Workbook(path) as book:
        book.use_zip64()
        sheets = {title: book.add_worksheet(title) for title in (MAIN, OTHER, FORMS_SHEET, HIDDEN)}
        sheets[HIDDEN].hide()
        for title, rows in ((MAIN, TABLE), (OTHER, SMALL)):
            for r, row in enumerate(rows):
                sheets[title].write_row(r, 0, row)
        headings = [{"header": str(cell)} for cell in TABLE[0]]
        sheets[MAIN].add_table("A1:M12", {"name": "Table1", "columns": headings})
        sheets[OTHER].write_column("J1", ["PTS", "SB"])
        book.define_name("Турнир", f"={ALL}")
        book.define_name("Растущий", "=OFFSET('Группа Е'!$A$1,0,0,COUNTA('Группа Е'!$A$1:$A$12),13)")
        book.define_name(f"{FORMS_SHEET}!Малый", f"={OF_OTHER}")
        free = dict.fromkeys(sheets, 0) | {MAIN: 1}
        above = 0
        for form in FORMS:
            row, column = free[form.sheet], {MAIN: 20}.get(form.sheet, 1 if form.kind == "plain" else 4)
            formula = "=" + form.formula.format(row=row + 1, above=above)
            sheet, last = sheets[form.sheet], (row + len(form.rows) - 1, column + len(form.rows[0]) - 1)
            if form.kind == "plain":
                sheet.write_formula(row, column, formula, None, STALE)
            elif form.kind == "array":
                sheet.write_array_formula(row, column, *last, f"{{{formula}}}", None, STALE)
            else:
                sheet.write_dynamic_array_formula(row, column, *last, formula, None, STALE)
            placed[form.name] = (form.sheet, row, column)
            above, free[form.sheet] = row + 1, last[0] + (1 if form.sheet != FORMS_SHEET else 2)
    return placed


CALCULATED_ANEW = ["name that is a formula", "indirect", "truth"]
"""What LibreOffice calculates at opening, whatever the file says: functions that may refer to anything, and truths."""


@dataclass(frozen=True)
class Done:
    """The workbook before and after, and what the fill said."""

    before: Path
    after: Path
    placed: Placed
    outcome: Outcome


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Done:
    folder = tmp_path_factory.mktemp("forms")
    before, after = folder / "forms.xlsx", folder / "filled.xlsx"
    placed = build(before)
    return Done(before, after, placed, fill_file(before, after, Asked("BH", sheet=MAIN)))


@pytest.fixture(scope="module")
def opened(done: Done) -> dict[str, Any]:
    """The filled file in the eyes of openpyxl, as formulas and as values, and of calamine."""
    calamine = CalamineWorkbook.from_path(done.after)
    return {
        "formulas": load_workbook(done.after),
        "before": load_workbook(done.before),
        "values": load_workbook(done.after, data_only=True),
        "calamine": {
            name: calamine.get_sheet_by_name(name).to_python(skip_empty_area=False) for name in calamine.sheet_names
        },
    }


def cells(form: Form, placed: Placed) -> Iterator[tuple[int, int, Any]]:
    _, row, column = placed[form.name]
    for r, values in enumerate(form.rows):
        for c, value in enumerate(values):
            yield row + r, column + c, value


def test_there_are_enough_forms() -> None:
    assert len(FORMS) >= 50
    assert len({form.formula for form in FORMS}) >= 45


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_form_keeps_its_formula_and_has_its_value(form: Form, done: Done, opened: dict[str, Any]) -> None:
    for row, column, value in cells(form, done.placed):
        found = opened["values"][form.sheet].cell(row + 1, column + 1).value
        assert (found or "") == value or found == pytest.approx(value), (row, column)
        assert opened["calamine"][form.sheet][row][column] == pytest.approx(value)
    _, row, column = done.placed[form.name]
    old, new = (opened[name][form.sheet].cell(row + 1, column + 1).value for name in ("before", "formulas"))
    if form.kind == "plain":
        assert old == new
        assert isinstance(new, str)
        assert new.startswith("=")
    else:
        assert isinstance(new, ArrayFormula)
        assert (old.text, old.ref) == (new.text, new.ref)


def written(done: Done) -> dict[str, list[str]]:
    """Sheet → names of the cells that fill wrote."""
    edits: dict[str, list[str]] = {MAIN: [_name(edit) for plan in done.outcome.plans for edit in plan.edits]}
    for sheet, renewed in done.outcome.renewal.edits.items():
        edits.setdefault(sheet, []).extend(map(_name, renewed))
    return edits


def _name(edit: Any) -> str:
    return f"{letter(edit.column + 1)}{edit.row + 1}"


def test_nothing_else_changes(done: Done, check_xlsx: Callable[[Path], None]) -> None:
    check_xlsx(done.after)
    assert done.outcome.renewal.left == {}
    edits = written(done)
    of_forms = {title: set() for title in edits}  # type: dict[str, set[str]]
    for form in FORMS:
        of_forms[form.sheet] |= {f"{letter(column + 1)}{row + 1}" for row, column, _ in cells(form, done.placed)}
    planned = {_name(edit) for plan in done.outcome.plans for edit in plan.edits}
    package = Package(done.before)
    parts = {package.sheets[title]: title for title in edits}
    assert set(parts) < parts_that_differ(done.before, done.after) <= {*parts, "xl/styles.xml", "xl/workbook.xml"}
    for name, title in parts.items():
        assert set(edits[title]) <= of_forms[title] | (planned if title == MAIN else set())
        assert sheet_differences(part(done.before, name), part(done.after, name), edits[title]) == []
    assert b'fullCalcOnLoad="0"' in part(done.after, "xl/workbook.xml")


def test_second_fill_changes_no_byte(done: Done, tmp_path: Path) -> None:
    again = fill_file(done.after, tmp_path / "again.xlsx", Asked("BH", sheet=MAIN))
    assert not any(again.renewal.edits.values())
    assert (tmp_path / "again.xlsx").read_bytes() == done.after.read_bytes()


def test_libreoffice_without_our_functions_shows_the_values(done: Done, soffice: str, tmp_path: Path) -> None:
    """Those of formulas in single cells: LibreOffice calculates arrays anew, whatever the file says."""
    export = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [soffice, profile, "--headless", "--convert-to", export, "--outdir", str(tmp_path), str(done.after)]
    subprocess.run(command, capture_output=True, check=True, timeout=180)
    shown = {}
    for title in (MAIN, FORMS_SHEET, HIDDEN):
        with (tmp_path / f"filled-{title}.csv").open(encoding="utf-8", newline="") as file:
            shown[title] = list(csv.reader(file))
    for form in FORMS:
        title, row, column = done.placed[form.name]
        if form.kind == "plain" and form.name not in CALCULATED_ANEW:
            text, wanted = shown[title][row][column], form.gives
            assert text == wanted if isinstance(wanted, str) else float(text) == pytest.approx(wanted), form.name
    assert {shown[t][r][c] for t, r, c in map(done.placed.__getitem__, CALCULATED_ANEW)} == {"#NAME?"}
