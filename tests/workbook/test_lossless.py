"""Filling a file changes the cells it fills and nothing else: in a workbook with everything, and in real ones."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from python_calamine import CalamineWorkbook

from tests.workbook import torture
from tests.workbook.compare import part, parts_that_differ, sheet_differences
from xl_tiebreak.workbook import Asked, fill_file
from xl_tiebreak.workbook.edits import Edit, Style
from xl_tiebreak.workbook.package import Package
from xl_tiebreak.workbook.write import write

Check = Callable[[Path], None]

pytestmark = pytest.mark.filterwarnings("ignore:.* not supported and will be removed:UserWarning")

ROOT = Path(__file__).resolve().parents[2]
NEW = torture.TABLE_RIGHT + 1
BUCHHOLZ = [46, 40.5, 38, 44.5, 41, 39.5, 37, 33, 35.5, 30.25, 29.5]
COLUMN = [
    Edit(0, NEW, "Бухгольц (ФИДЕ 1998)", Style(like=NEW - 1, title=True)),
    *(
        Edit(row, NEW, value, Style(decimals=1, like=NEW - 1, format_like=NEW - 2))
        for row, value in enumerate(BUCHHOLZ, start=1)
    ),
]
RESULTS = [Edit(1, 16, 46.0), Edit(2, 16, "=нет"), Edit(3, 16, "#N/A"), Edit(4, 16, True), Edit(2, 18, 7.5)]
"""What formulas gave: a number, a text, an error, a truth value, and a cell into which a dynamic array spills."""
TEXTS = [
    Edit(13, 0, "=1+1"),
    Edit(13, 3, " два  пробела "),
    Edit(29, 2, "строка\r\nи \x07 _x000D_ <&>\"'"),
    Edit(29, 400, -0.5),
    Edit(13, 15, None),
]


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("torture") / "torture.xlsm"
    torture.build(path)
    return path


def names(edits: Sequence[Edit]) -> list[str]:
    return [f"{get_column_letter(edit.column + 1)}{edit.row + 1}" for edit in edits]


def sheet_part(path: Path, title: str) -> str:
    return Package(path).sheet(title)


def value_read(path: Path, title: str) -> dict[str, Any]:
    """Cell → value, as openpyxl reads the file."""
    sheet = load_workbook(path, data_only=True, keep_vba=path.suffix == ".xlsm")[title]
    return {cell.coordinate: cell.value for row in sheet.iter_rows() for cell in row if cell.value is not None}


def test_torture_workbook_is_sound_and_has_everything(everything: Path, check_xlsx: Check) -> None:
    check_xlsx(everything)
    kinds = {name.split("/")[1] for name in Package(everything).names if name.startswith("xl/")}
    assert kinds >= {
        "calcChain.xml", "charts", "chartsheets", "comments1.xml", "ctrlProps", "drawings", "externalLinks",
        "featurePropertyBag", "media", "metadata.xml", "persons", "pivotCache", "pivotTables", "printerSettings",
        "richData", "slicerCaches", "slicers", "tables", "threadedComments", "vbaProject.bin", "webextensions",
    }  # fmt: skip
    sheet = part(everything, "xl/worksheets/sheet1.xml")
    marks = ["<x14:sparkline>", "x14:dataBar", "x14:dataValidation ", "<control ", ' vm="', ' cm="', "<picture"]
    assert [mark for mark in marks if mark.encode() not in sheet] == []
    assert b"_xlfn.LAMBDA" in part(everything, "xl/workbook.xml")
    assert b"<xdr:sp " in part(everything, "xl/drawings/drawing1.xml")


@pytest.mark.parametrize(
    "edits", [COLUMN, RESULTS, TEXTS, COLUMN + RESULTS + TEXTS], ids=["new", "results", "texts", "all"]
)
def test_only_the_cells_change(everything: Path, edits: list[Edit], tmp_path: Path, check_xlsx: Check) -> None:
    target = tmp_path / "filled.xlsm"
    assert write(everything, target, {torture.SHEET: edits}) == len(edits)
    assert parts_that_differ(everything, target) == {"xl/worksheets/sheet1.xml"}
    before, after = (part(path, "xl/worksheets/sheet1.xml") for path in (everything, target))
    assert sheet_differences(before, after, names(edits)) == []
    check_xlsx(target)
    assert write(target, tmp_path / "again.xlsm", {torture.SHEET: edits}) == 0
    assert (tmp_path / "again.xlsm").read_bytes() == target.read_bytes()


def test_table_is_read_ranked_and_filled(everything: Path, tmp_path: Path, check_xlsx: Check) -> None:
    target = tmp_path / "filled.xlsm"
    outcome = fill_file(everything, target, Asked("BH, SB", sheet=torture.SHEET))
    (planned,) = outcome.plans
    renewed = outcome.renewal.edits[torture.SHEET]
    assert parts_that_differ(everything, target) <= {"xl/worksheets/sheet1.xml", "xl/styles.xml"}
    before, after = (part(path, "xl/worksheets/sheet1.xml") for path in (everything, target))
    assert sheet_differences(before, after, names([*planned.edits, *renewed])) == []
    assert only_added(part(everything, "xl/styles.xml"), part(target, "xl/styles.xml"))
    read = value_read(target, torture.SHEET)
    assert [read[name] for name in ("N2", "N3", "O2", "M7")] == [46, 40.5, 33.25, 6]
    assert names(renewed) == ["Q2"]  # =BUCHHOLZ(A1:M12,1)
    assert read["Q2"] == 42.5
    check_xlsx(target)
    fill_file(target, tmp_path / "again.xlsm", Asked("BH, SB", sheet=torture.SHEET))
    assert (tmp_path / "again.xlsm").read_bytes() == target.read_bytes()


def test_new_formula_takes_the_calculation_chain_along(everything: Path, tmp_path: Path, check_xlsx: Check) -> None:
    target = tmp_path / "filled.xlsm"
    formula = Edit(1, 20, 46.0, formula='BUCHHOLZ($A$1:$M$12,1)&"<"')
    assert write(everything, target, {torture.SHEET: [formula]}) == 1
    assert parts_that_differ(everything, target) == {
        "[Content_Types].xml",
        "xl/_rels/workbook.xml.rels",
        "xl/calcChain.xml",
        "xl/worksheets/sheet1.xml",
    }
    check_xlsx(target)
    for name, pattern in (
        ("[Content_Types].xml", rb'<Override PartName="/xl/calcChain.xml"[^>]*/>'),
        ("xl/_rels/workbook.xml.rels", rb'<Relationship [^>]*Target="/xl/calcChain.xml"/>'),
    ):
        assert re.sub(pattern, b"", part(everything, name)) == part(target, name)
    cell = load_workbook(target, keep_vba=True)[torture.SHEET]["U2"]
    assert cell.value == '=BUCHHOLZ($A$1:$M$12,1)&"<"'
    assert value_read(target, torture.SHEET)["U2"] == 46


def test_other_programs_read_the_values(everything: Path, soffice: str, tmp_path: Path) -> None:
    target = tmp_path / "filled.xlsm"
    write(everything, target, {torture.SHEET: COLUMN + RESULTS + TEXTS})
    expected = {
        "N1": "Бухгольц (ФИДЕ 1998)",
        **{f"N{row}": value for row, value in enumerate(BUCHHOLZ, start=2)},
        **{"Q2": 46, "Q3": "=нет", "Q4": "#N/A", "Q5": True, "S3": 7.5, "A14": "=1+1", "D14": " два  пробела "},
        "OK30": -0.5,
    }
    read = value_read(target, torture.SHEET)
    assert {name: read.get(name) for name in expected} == expected
    assert read["C30"].startswith("строка")
    rows = CalamineWorkbook.from_path(target).get_sheet_by_name(torture.SHEET).to_python(skip_empty_area=False)
    for name, value in expected.items():
        row, column = re.fullmatch(r"([A-Z]+)(\d+)", name).group(2, 1)  # type: ignore[union-attr]
        found = rows[int(row) - 1][sum((ord(c) - 64) * 26**i for i, c in enumerate(reversed(column))) - 1]
        assert found == (value if value != "#N/A" else ""), name  # calamine gives errors no text
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [
        soffice,
        profile,
        "--headless",
        "--convert-to",
        "xlsx:Calc MS Excel 2007 XML",
        "--outdir",
        tmp_path / "lo",
    ]
    subprocess.run([*command, target], capture_output=True, check=True, timeout=120)
    opened = value_read(tmp_path / "lo/filled.xlsx", torture.SHEET)
    for name in (*(f"N{row}" for row in range(1, 13)), "A14", "D14", "OK30"):
        assert opened[name] == expected[name], name
    untouched = value_read(everything, torture.SHEET)
    assert all(opened[name] == untouched[name] for name in ("B2", "L2", "M12", "B15"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'<row r="5" ', b'<row r="5" hidden="1" '),
        (b'<c r="B2" s="2" t="s"><v>4<', b'<c r="B2" s="2" t="s"><v>5<'),
        (b'<c r="B2" s="2"', b'<c r="B2" s="1"'),
        (b'<c r="B2" s="2" t="s"><v>4</v></c>', b""),
        (b'customWidth="1"', b'customWidth="0"'),
        (b"<!-- end -->", b"<!-- end-->"),
        (b"<?app ", b"<?ape "),
        (b" xmlns:x14ac=", b' xmlns:x16="x" xmlns:x14ac='),
        (b'standalone="yes"', b'standalone="no"'),
    ],
)
def test_comparison_sees_what_changed(everything: Path, old: bytes, new: bytes) -> None:
    sheet = part(everything, "xl/worksheets/sheet1.xml")
    assert sheet_differences(sheet, sheet, ["A1"]) == []
    assert sheet_differences(sheet, sheet.replace(old, new, 1), ["A1"]) != []


@pytest.mark.parametrize("path", sorted(ROOT.glob("templates/*.xlsx")), ids=lambda path: path.stem)
def test_templates(path: Path, tmp_path: Path, check_xlsx: Check) -> None:
    fill_every_sheet(path, tmp_path, check_xlsx)


@pytest.mark.parametrize("path", sorted((ROOT / "../shared/corpus").glob("*.xlsx")), ids=lambda path: path.stem)
def test_workbooks_that_people_have(path: Path, tmp_path: Path, check_xlsx: Check) -> None:
    fill_every_sheet(path, tmp_path, check_xlsx)


def fill_every_sheet(path: Path, tmp_path: Path, check_xlsx: Check) -> None:
    """Every sheet gets new columns to the right of all it has, a row below, and a value in the place of another one."""
    chance = random.Random(path.stem)
    edits: dict[str, list[Edit]] = {}
    for sheet in load_workbook(path).worksheets:
        rows, right = sheet.max_row, sheet.max_column
        edits[sheet.title] = [
            Edit(0, right, "=заголовок", Style(like=right - 1)),
            *(Edit(row, right, row / 2, Style(decimals=1, like=right - 1)) for row in range(1, rows)),
            *(Edit(row, right + 1, chance.choice(["", "6-7", None, 12])) for row in range(rows)),
            Edit(rows + 2, 0, "под таблицей"),
        ]
    target = tmp_path / path.name
    assert write(path, target, edits) > 0
    sheets = {sheet_part(path, title): title for title in edits}
    changed = parts_that_differ(path, target)
    assert changed >= set(sheets)
    assert changed <= {*sheets, "xl/styles.xml"}
    for name, title in sheets.items():
        assert sheet_differences(part(path, name), part(target, name), names(edits[title])) == []
        old, new = value_read(path, title), value_read(target, title)
        written = dict(zip(names(edits[title]), (edit.value for edit in edits[title])))
        assert new == old | {name: value for name, value in written.items() if value is not None}
    assert only_added(part(path, "xl/styles.xml"), part(target, "xl/styles.xml"))
    check_xlsx(target)
    assert write(target, tmp_path / "again.xlsx", edits) == 0
    assert (tmp_path / "again.xlsx").read_bytes() == target.read_bytes()


def only_added(before: bytes, after: bytes) -> bool:
    """Whether one styles part is the other with looks and number formats behind those that were there."""
    old, new = etree.fromstring(before), etree.fromstring(after)
    for name in ("numFmts", "cellXfs"):
        table, grown = (root.find(f"{{*}}{name}") for root in (old, new))
        if grown is not None:
            kept = 0 if table is None else len(table)
            assert int(grown.get("count", len(grown))) == len(grown)
            for added in list(grown)[kept:]:
                grown.remove(added)
            grown.set("count", str(kept))
            if table is None:
                new.remove(grown)
    return etree.tostring(old, method="c14n") == etree.tostring(new, method="c14n")
