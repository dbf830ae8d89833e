"""What is renewed in a filled file, what is left as it was and why, and calls that become values."""

from __future__ import annotations

import gc
import re
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from openpyxl import load_workbook

from tests.workbook.compare import part, parts_that_differ
from tests.workbook.conftest import SMALL
from xl_tiebreak.address import Area
from xl_tiebreak.errors import InputError
from xl_tiebreak.functions import FUNCTIONS
from xl_tiebreak.workbook import Asked, Edit, Outcome, fill_file
from xl_tiebreak.workbook.calculation.engine import Engine
from xl_tiebreak.workbook.calculation.located import Located
from xl_tiebreak.workbook.write import write

SHEET, PART = "S", "xl/worksheets/sheet1.xml"
TABLE = "$A$1:$G$5"
BUCHHOLZ = [value for (value,) in FUNCTIONS["BUCHHOLZ"].body(SMALL)]
FIRST = BUCHHOLZ[1]

Cells = Mapping[str, tuple[str, Any]]
"""Cell → formula and what the file holds as its result; an array formula has the name of its range."""
Make = Callable[..., Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """A workbook with the small table and formulas: ``make({"J1": ("A1+1", 5)})``."""

    def build(cells: Cells, table: list[list[Any]] = SMALL, *, dynamic: bool = False) -> Path:
        path = tmp_path / "book.xlsx"
        with xlsxwriter.Workbook(path) as book:
            sheet = book.add_worksheet(SHEET)
            for r, row in enumerate(table):
                sheet.write_row(r, 0, row)
            for name, (formula, old) in cells.items():
                if ":" in name and dynamic:
                    sheet.write_dynamic_array_formula(name, f"={formula}", None, old)
                elif ":" in name:
                    sheet.write_array_formula(name, f"{{={formula}}}", None, old)
                else:
                    sheet.write_formula(name, f"={formula}", None, old)
        return path

    return build


def fill(path: Path, *, values: bool = False) -> tuple[Outcome, dict[str, Any]]:
    """Fill the workbook; what was done, and the values of the filled file by cell."""
    target = path.with_name("filled.xlsx")
    outcome = fill_file(path, target, Asked("BH"), values=values)
    again = path.with_name("again.xlsx")
    fill_file(target, again, Asked("BH"), values=values)
    assert again.read_bytes() == target.read_bytes()
    sheet = load_workbook(target, data_only=True)[SHEET]
    return outcome, {cell.coordinate: cell.value for row in sheet.iter_rows() for cell in row if cell.value is not None}


def without_results(path: Path, *names: str) -> None:
    """Take away what the file holds as results of formulas in these cells."""
    rewrite(path, *((rf'(<c r="{name}"[^>]*>(?:<f[^>]*/>|<f[^>]*>[^<]*</f>))<v>[^<]*</v>', r"\1") for name in names))


def rewrite(path: Path, *changes: tuple[str, str], member: str = PART) -> None:
    """Change the XML of a part; each change must match once."""
    with zipfile.ZipFile(path) as package:
        members = {name: package.read(name) for name in package.namelist()}
    for pattern, new in changes:
        text, count = re.subn(pattern, new, members[member].decode())
        assert count == 1, pattern
        members[member] = text.encode()
    with zipfile.ZipFile(path, "w") as package:
        for name, content in members.items():
            package.writestr(name, content)


@pytest.mark.parametrize("ref", ["J1:J2", "J2:J4", "I3:I3"])
def test_array_formula_that_does_not_stand_in_the_first_of_its_cells(ref: str, make: Make) -> None:
    path = make({"J3:J4": ("BUCHHOLZ(A1:G5)", 7)})
    rewrite(path, ('ref="J3:J4"', f'ref="{ref}"'))
    outcome, values = fill(path)
    assert (values["J3"], values["J4"]) == ("Бухгольц (ФИДЕ 1998)", 0)
    assert not outcome.renewal.left


CALL = {"J1": (f"BUCHHOLZ({TABLE},1)", 0)}

LEFT = [
    ("XLOOKUP2(J1)", "function XLOOKUP2 is not known"),
    ("IFERROR(XLOOKUP2(J1),0)", "function XLOOKUP2 is not known"),
    ("_xlfn.MAP(J1,1)", "function MAP is not known"),
    ("J1+RAND()", "RAND gives another value every time"),
    ("J1+NOW()", "NOW gives another value every time"),
    ('CELL("address",J1)&J1', "CELL asks for more than values"),
    ("SUBTOTAL(9,J1:J2)", "SUBTOTAL asks which rows are shown"),
    ("TIMEVALUE(J1)", "TIMEVALUE depends on the language of Excel"),
    ('TEXT(J1,"0,0")', "the format of TEXT depends on the language of Excel"),
    ("MATCH(99,J1:J2,0)", "it gives #N/A"),
    ("1/(J1-J1)", "it gives #DIV/0!"),
    ("[1]Лист!A1+J1", "it refers to another workbook"),
    ("[1]!ЧУЖАЯ(J1)", "function ЧУЖАЯ is one of another workbook"),
    ("нет!A1+J1", "there is no sheet 'нет' with cells"),
    ("J1+Неизвестное", "the name 'Неизвестное' is not known"),
    ("A2:A5*J1", "it has several cells where one is expected"),
    ("ABS(A2:A5)+J1", "it has several cells where one is expected"),
    ("MATCH(A2:A5,A2:A5,0)+J1", "MATCH gets several cells where it takes one"),
    ("SUM(A1:B2 A2:B3)+J1", "it joins or cuts ranges"),
    ("INDEX(A2:B5,0,1)+J1*0", "it gives several values in one cell"),
    ("J1+", "it cannot be read"),
    ("J1" + "+1" * 450, "it cannot be read"),
    ("(" * 100 + "J1" + ")" * 100, "it cannot be read"),
    ("SUM('S:S'!J1)", "it refers to several sheets at once"),
    ("SUM(S:S!J1)", "it refers to several sheets at once"),
    ("LOOKUP(2,1/(J1:J2>0),J1:J2)", "LOOKUP finds another value in every program where what it searches is not sorted"),
]


@pytest.mark.parametrize(("formula", "reason"), LEFT, ids=[formula[:30] for formula, _ in LEFT])
def test_dependent_that_cannot_be_calculated_keeps_its_value(formula: str, reason: str, make: Make) -> None:
    outcome, values = fill(make(CALL | {"L2": (formula, 17), "L3": ("L2+J1", 0)}))
    assert outcome.renewal.left == {reason: ["S!L2"]}
    assert (values["J1"], values["L2"], values["L3"]) == (FIRST, 17, 17 + FIRST)


AS_IN_EXCEL = [
    ('IF("да"="ДА",J1,0)', 3.5),
    ('IF(B2="НЕВСКИЙ",J1,0)', 3.5),
    ('IF("ё"<"ж",J1,0)', 3.5),
    ('IF("Б"&"в"<>"бв",J1,0)', 0),
    ("IF(J1=3.5,1,2)", 1),
    ("0.1+0.2=0.3+J1*0", True),
    ("J1>B2", False),
    ("K9=J1*0", True),
    ('K9=""&LEFT(J1,0)', True),
    ("TRUE>J1", True),
    ('J1/3&"!"', "1.16666666666667!"),
    ('1E21*J1&""', "3.5E+21"),
    ("J1*2&B2&K9&(J1>3)", "7НевскийTRUE"),
    ('IF(J1>3,J1&", "&J1+1)', "3.5, 4.5"),
    ('UPPER("иван "&J1)', "ИВАН 3.5"),
    ('LOWER("ИВАН "&J1)', "иван 3.5"),
    ('PROPER("иВАН о\'нил "&J1)', "Иван О'Нил 3.5"),
    ('SEARCH("Н*й",B2&J1)', 1),
    ('SEARCH("3~?5","3.5 3?5"&J1)', 5),
    ('SWITCH("Да","дА",J1,0)', 3.5),
    ("SWITCH(J1,1,2,3)", 3),
    ("B2&CHAR(10)&J1", "Невский\n3.5"),
    ('SUMPRODUCT((B2:B5="НЕВСКИЙ")*F2:F5)+J1*0', 2.5),
    ("ROUND(2.675+J1*0,2)", 2.68),
    ("-J1^2", 12.25),
    ("J1%", 0.035),
    ('VLOOKUP("хАН",B2:F5,5,FALSE)+J1*0', 0.5),
    ('COUNTIF(B2:B5,"*В*")+J1*0', 3),
]
"""What formualizer alone gives otherwise, or might: letters beyond English, the last bits of numbers, empty cells."""


@pytest.mark.parametrize(("formula", "value"), AS_IN_EXCEL, ids=[formula for formula, _ in AS_IN_EXCEL])
def test_dependent_gives_what_it_gives_in_excel(formula: str, value: Any, make: Make) -> None:
    outcome, values = fill(make(CALL | {"L2": (formula, "old")}))
    assert outcome.renewal.left == {}
    assert values["L2"] == pytest.approx(value) if isinstance(value, float) else values["L2"] == value


def test_circle_keeps_its_values(make: Make) -> None:
    outcome, values = fill(make(CALL | {"L2": ("L3+J1", 5), "L3": ("L2+1", 6), "L4": ("L3*2", 0)}))
    assert outcome.renewal.left == {"it refers to itself in a circle": ["S!L2", "S!L3", "S!L4"]}
    assert [values[name] for name in ("L2", "L3", "L4")] == [5, 6, 0]


def test_call_inside_its_own_table_keeps_its_value(make: Make) -> None:
    outcome, values = fill(make({"G2": (f'INDEX(PLACES({TABLE},"PTS, SB"),2)', 17), "J1": ("G2+1", 0)}))
    assert outcome.renewal.left == {"it refers to itself in a circle": ["S!G2"]}
    assert (values["G2"], values["J1"]) == (17, 18)


def test_table_that_cannot_be_read_changes_nothing(make: Make) -> None:
    """Not even where the formula puts something in the place of errors; only the table that fill finds is filled."""
    bad = [[None] * 12 + row for row in SMALL]
    bad[2][15] = "1w½x"
    table = [row + other[7:] for row, other in zip(SMALL, bad)]
    call = "BUCHHOLZ($M$1:$S$5,2)"
    cells = {"V1": (call, 3.5), "V2": (f'IFERROR({call},"")', 3.5), "V3": ("V1+V2", 0), "V4": (f"BERGER({TABLE},1)", 0)}
    path = make(cells, table)
    target = path.with_name("filled.xlsx")
    outcome = fill_file(path, target, Asked("BH", area=Area.parse("A1:G5"), sheet=SHEET))
    ((reason, left),) = outcome.renewal.left.items()
    assert "1w½x" in reason
    assert left == ["S!V1", "S!V2"]
    sheet = load_workbook(target, data_only=True)[SHEET]
    assert [sheet[name].value for name in ("V1", "V2", "V3", "V4")] == [3.5, 3.5, 7, FUNCTIONS["BERGER"].body(SMALL, 1)]


def test_player_who_is_not_there(make: Make) -> None:
    call = f"BUCHHOLZ({TABLE},99)"
    outcome, values = fill(make({"J1": (call, 3.5), "J2": (f'IFERROR({call},"нет")', 3.5), "J3": ("J1+1", 0)}))
    assert outcome.renewal.left == {"no player '99' in the table; give a number or a whole name": ["S!J1"]}
    assert [values[name] for name in ("J1", "J2", "J3")] == [3.5, "нет", 4.5]


@pytest.mark.parametrize("old", ["#NAME?", "#VALUE!"])
def test_error_that_stays_one_is_not_touched(old: str, make: Make) -> None:
    path = make(CALL | {"L2": ("MATCH(99,J1:J2,0)", old), "L3": ("IFERROR(L2,J1)", 0)})
    outcome, values = fill(path)
    assert outcome.renewal.left == {}
    assert (values["L2"], values["L3"]) == (old, FIRST)


def test_error_gives_way_to_a_value(make: Make) -> None:
    _, values = fill(make({"J1": (f"BUCHHOLZ({TABLE},1)", "#NAME?"), "J2": ("J1=3.5", "#NAME?")}))
    assert (values["J1"], values["J2"]) == (FIRST, True)


def test_formulas_without_results_get_them_beside_calls(make: Make) -> None:
    cells = {"J1": (f"BUCHHOLZ({TABLE},J2)", 0), "J2": ("1+1", 0), "J3": ("XLOOKUP2(1)", 0), "J4": ("J3+1", 0)}
    path = make(cells)
    without_results(path, "J1", "J2", "J3", "J4")
    outcome, values = fill(path)
    assert outcome.renewal.left == {
        "function XLOOKUP2 is not known": ["S!J3"],
        "it depends on S!J3, which has no value": ["S!J4"],
    }
    assert (values["J1"], values["J2"]) == (BUCHHOLZ[2], 2)
    assert "J3" not in values
    assert "J4" not in values


def test_workbook_without_calls(make: Make) -> None:
    """What depends on filled cells is renewed, and nothing else is touched or even calculated."""
    cells = {"J1": ("MAX(H2:H5)", 0), "J2": ("1+1", 17), "J3": ("XLOOKUP2(A1)", 17), "J4": ("J1*2", 0)}
    path = make(cells)
    outcome, values = fill(path)
    assert (outcome.renewal.calls, outcome.renewal.left) == (0, {})
    assert b'fullCalcOnLoad="1"' in part(path.with_name("filled.xlsx"), "xl/workbook.xml")
    assert [values[name] for name in ("J1", "J2", "J3", "J4")] == [max(BUCHHOLZ[1:]), 17, 17, 2 * max(BUCHHOLZ[1:])]


def test_sum_that_differs_in_its_last_digit_is_the_same(make: Make) -> None:
    path = make({"J1": (f"BUCHHOLZ({TABLE},1)*0+0.1+0.2", 0.3), "J2": ('J1&""', "0,3"), "J3": ('J1+0.2&""', "0,4")})
    outcome, values = fill(path)
    assert [(edit.row, edit.column) for edit in outcome.renewal.edits[SHEET]] == [(2, 9)]
    assert values["J3"] == "0,5"  # a comma where the old text had one


@pytest.mark.parametrize("prefix", ["[1]!", "'C:\\add-ins\\[tie.xlam]S'!", "_xlfn.", "_xldudf_"])
def test_whatever_a_program_puts_before_the_name(prefix: str, make: Make) -> None:
    _, values = fill(make({"J1": (f"{prefix}BUCHHOLZ({TABLE},1)", 0)}))
    assert values["J1"] == FIRST


def test_function_of_the_same_name_in_the_workbook_is_not_ours(make: Make) -> None:
    path = make({"J1": (f"BUCHHOLZ({TABLE},1)", 17), "J2": ("MAX(H2:H5)", 0)})
    with_name = '<definedNames><definedName name="BUCHHOLZ">_xlfn.LAMBDA(_xlpm.x,1)</definedName></definedNames>'
    rewrite(path, (r"</sheets>", rf"</sheets>{with_name}"), member="xl/workbook.xml")
    outcome, values = fill(path)
    assert outcome.renewal.calls == 0
    assert outcome.renewal.left == {"function BUCHHOLZ is defined in the workbook": ["S!J1"]}
    assert (values["J1"], values["J2"]) == (17, max(BUCHHOLZ[1:]))


def test_data_table_is_left_alone(make: Make) -> None:
    path = make(CALL | {"L2": ("J1+1", 17), "L3": ("L2+1", 17)})
    rewrite(path, (r"<f>J1\+1</f>", '<f t="dataTable" ref="L2:L2" dt2D="0" dtr="0" r1="J1"/>'))
    outcome, values = fill(path)
    assert outcome.renewal.left == {"it is a data table, or shares a text that is missing": ["S!L2"]}
    assert values["L3"] == 18
    without_results(path, "L2")
    outcome, values = fill(path)
    assert outcome.renewal.left == {
        "it is a data table, or shares a text that is missing": ["S!L2"],
        "it depends on S!L2, which has no value": ["S!L3"],
    }
    assert values["J1"] == FIRST


def test_call_that_many_formulas_have_is_made_once(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def body(*arguments: Any) -> Any:
        made.append(arguments)
        return FUNCTIONS["BERGER"].body(*arguments)

    monkeypatch.setitem(FUNCTIONS, "BUCHHOLZ", replace(FUNCTIONS["BUCHHOLZ"], body=body))
    path = make({f"J{row}": (f"INDEX(BUCHHOLZ({TABLE}),ROW())", 0) for row in range(2, 6)})
    fill_file(path, path.with_name("filled.xlsx"), Asked("BH"))
    assert len(made) == 1


def test_nothing_stays_in_the_memory(make: Make) -> None:
    """formualizer holds our functions, and Python cannot see what it holds."""
    fill(make({"J1": (f"BUCHHOLZ({TABLE},99)", 3.5), "J2:J6": (f"BUCHHOLZ({TABLE})", 0)}))
    gc.collect()
    assert [kept for kept in gc.get_objects() if isinstance(kept, Located | Engine)] == []


def test_interruption_is_heeded(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    path = make(CALL)
    monkeypatch.setitem(FUNCTIONS, "BUCHHOLZ", replace(FUNCTIONS["BUCHHOLZ"], body=interrupt))
    with pytest.raises(KeyboardInterrupt):
        fill(path)
    assert not path.with_name("filled.xlsx").exists()


def test_column_of_calls_under_a_heading_that_is_known(make: Make) -> None:
    calls = {f"H{row}": (f"INDEX(BUCHHOLZ({TABLE}),ROW())", 17) for row in range(2, 6)}
    outcome, values = fill(make(calls, [[*SMALL[0], "Бухгольц"], *SMALL[1:]]))
    assert [values[f"H{row}"] for row in range(2, 6)] == BUCHHOLZ[1:]
    (planned,) = outcome.plans
    assert [column.code for column in planned.columns if column.new] == []
    assert planned.notes == ("one column keeps its formulas: H 'Бухгольц'",)


# --- calls that become values

ARRAY = {"J1:J5": (f"BUCHHOLZ({TABLE})", 0)}


@pytest.mark.parametrize("dynamic", [False, True])
def test_array_becomes_values(dynamic: bool, make: Make, check_xlsx: Callable[[Path], None]) -> None:
    path = make(ARRAY | {"L1": ("SUM(J2:J5)", 0), "L2": (f"BERGER({TABLE},1)", 0)}, dynamic=dynamic)
    outcome, values = fill(path, values=True)
    assert outcome.renewal.left == {}
    assert [values[f"J{row}"] for row in range(1, 6)] == BUCHHOLZ
    filled = path.with_name("filled.xlsx")
    check_xlsx(filled)
    sheet = load_workbook(filled)[SHEET]
    assert [sheet[name].value for name in ("J1", "J2", "L1")] == [BUCHHOLZ[0], FIRST, "=SUM(J2:J5)"]
    assert sheet["L2"].data_type == "n"
    assert b" cm=" not in part(filled, PART)


def shared(path: Path, *, one_fails: bool = False) -> None:
    """Make the formulas in J2:J5 share one text."""
    rewrite(
        path,
        (r"<f>(BUCHHOLZ[^<]*A2\))</f>", r'<f t="shared" ref="J2:J5" si="0">\1</f>'),
        *((rf"<f>BUCHHOLZ[^<]*A{row}\)</f>", '<f t="shared" si="0"/>') for row in (3, 4, 5)),
    )


def calls_by_row(*old: Any) -> dict[str, tuple[str, Any]]:
    return {f"J{row}": (f"BUCHHOLZ({TABLE},A{row})", value) for row, value in zip(range(2, 6), old)}


def test_shared_formula(make: Make, check_xlsx: Callable[[Path], None]) -> None:
    path = make(calls_by_row(0, 0, 0, 0))
    shared(path)
    outcome, values = fill(path)
    assert [values[f"J{row}"] for row in range(2, 6)] == BUCHHOLZ[1:]
    assert part(path.with_name("filled.xlsx"), PART).count(b'si="0"') == 4
    _, values = fill(path, values=True)
    assert [values[f"J{row}"] for row in range(2, 6)] == BUCHHOLZ[1:]
    assert b"shared" not in part(path.with_name("filled.xlsx"), PART)
    check_xlsx(path.with_name("filled.xlsx"))
    assert outcome.renewal.calls == 4


def test_shared_formula_with_a_call_that_fails_stays_whole(make: Make) -> None:
    path = make(calls_by_row(0, 0, 0, 17) | {"L1": (f"BERGER({TABLE},1)", 0)})
    rewrite(path, (r"(A)5\)</f>", r"\g<1>9)</f>"))
    rewrite(
        path,
        (r"<f>(BUCHHOLZ[^<]*A2\))</f>", r'<f t="shared" ref="J2:J9" si="0">\1</f>'),
        *((rf"<f>BUCHHOLZ[^<]*A{row}\)</f>", '<f t="shared" si="0"/>') for row in (3, 4)),
    )
    outcome, values = fill(path, values=True)
    assert values["J2"] == FIRST
    sheet = load_workbook(path.with_name("filled.xlsx"))[SHEET]
    assert outcome.renewal.calls == 5
    assert sheet["L1"].data_type == "n"


def test_array_cell_alone_is_not_replaced(make: Make) -> None:
    path = make(ARRAY)
    with pytest.raises(InputError, match=r"^J2: belongs to a formula that fills several cells"):
        write(path, path.with_name("x.xlsx"), {SHEET: [Edit(1, 9, 5, formula="")]})


# --- arrays of other sizes


def test_array_with_more_cells_than_values(make: Make) -> None:
    _, values = fill(make({"J1:J7": (f"BUCHHOLZ({TABLE})", 17)}))
    assert [values[f"J{row}"] for row in range(1, 8)] == [*BUCHHOLZ, "#N/A", "#N/A"]


def test_spilled_array_that_shrinks_or_grows(make: Make) -> None:
    outcome, values = fill(make({"J1:J7": (f"BUCHHOLZ({TABLE})", 17)}, dynamic=True))
    assert [values.get(f"J{row}") for row in range(1, 8)] == [*BUCHHOLZ, None, None]
    assert outcome.renewal.left == {}
    outcome, values = fill(make({"J8:J10": (f"BUCHHOLZ({TABLE})", 17)}, dynamic=True))
    assert outcome.renewal.left == {"it gives more than its cells hold": ["S!J8"]}
    assert [values.get(f"J{row}") for row in range(8, 12)] == [*BUCHHOLZ[:3], None]


def test_reference_to_far_too_many_cells(make: Make) -> None:
    """A stray cell in the last corner of a sheet makes whole columns unreadable, here as in Excel."""
    path = make(CALL | {"L2": ("SUM(A:XFD)+J1", 17)} | {"J3": ("BUCHHOLZ(X:XFD)", 17)})
    rewrite(path, (r"</sheetData>", r'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'))
    outcome = fill_file(path, path.with_name("filled.xlsx"), Asked("BH", sheet=SHEET, area=Area.parse("A1:G5")))
    assert outcome.renewal.left["it refers to more cells than can be looked through"] == ["S!L2", "S!J3"]


# --- workbooks without a table that fill finds


def test_calls_need_no_table_with_headings(make: Make) -> None:
    table = [row[1:6] for row in SMALL[1:]]
    call = "BUCHHOLZ($A$1:$D$4)"
    path = make({"J1": (f"SUM({call})", 0)}, [row[:4] for row in table])
    outcome, values = fill(path)
    assert outcome.plans == ()
    assert values["J1"] == sum(v for (v,) in FUNCTIONS["BUCHHOLZ"].body([row[:4] for row in table]) if v != "")
    assert parts_that_differ(path, path.with_name("filled.xlsx")) <= {PART, "xl/workbook.xml"}


def test_without_calls_and_table_nothing_is_written(make: Make) -> None:
    path = make({"A3": ("UPPER(A2)", "АДАМС")}, [["Список"], ["Адамс"]])
    with pytest.raises(InputError, match="no crosstable was found"):
        fill(path)
    assert not path.with_name("filled.xlsx").exists()
