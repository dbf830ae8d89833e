"""The workbooks in templates/: as the builder makes them, as the document prints them, and as Excel wants them."""

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import openpyxl
import pytest
from openpyxl.workbook import Workbook

from xl_tiebreak.errors import RequestError
from xl_tiebreak.functions import FUNCTIONS
from xl_tiebreak.standings import rank
from xl_tiebreak.templates import TEMPLATES, Design, blank, main, new, workbook
from xl_tiebreak.templates.ranking import UNBROKEN

from .tools import Event

NAMES = sorted(TEMPLATES)
BLANK = [name for name in NAMES if name != "dmitrov2008"]

EXTREMES = [("swiss", 2, 1, 1), ("swiss", 300, 15, 1), ("rr", 3, 0, 1), ("rr", 30, 0, 2)]

EVERYWHERE = {
    *("AND", "CHOOSE", "COLUMN", "COUNT", "COUNTIF", "COUNTIFS", "FIND", "IF", "IFERROR", "INDEX", "INT", "ISNUMBER"),
    *("LARGE", "LEFT", "LEN", "LOWER", "MATCH", "MAX", "MID", "N", "OR", "RIGHT", "ROUND", "ROW", "SMALL"),
    *("SUBSTITUTE", "SUM", "SUMIF", "SUMPRODUCT", "TRIM", "VALUE"),
}
"""Functions of Excel 2010, LibreOffice 7 and Google Sheets, with the same meaning and without arrays that spill."""


def committed(root: Path, name: str) -> bytes:
    return (root / "templates" / f"{name}.xlsx").read_bytes()


def parts(data: bytes) -> dict[str, tuple[object, bytes]]:
    """Part name → (date, bytes). Parts rather than the file: another zlib may pack the same parts into other bytes."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {info.filename: (info.date_time, archive.read(info)) for info in archive.infolist()}


built = cache(workbook)


@cache
def opened(data: bytes, *, values: bool = False) -> Workbook:
    return openpyxl.load_workbook(io.BytesIO(data), data_only=values)


def test_the_folder_holds_every_template_and_nothing_else(root: Path) -> None:
    there = sorted(path.name for path in (root / "templates").glob("[!~.]*") if not path.stem.endswith("_filled"))
    assert there == [f"{name}.xlsx" for name in NAMES]


@pytest.mark.parametrize("name", NAMES)
def test_committed_file_equals_a_fresh_build(root: Path, name: str) -> None:
    fresh = built(TEMPLATES[name])
    assert parts(committed(root, name)) == parts(fresh), "run python -m xl_tiebreak.templates and commit the files"
    assert fresh == workbook(TEMPLATES[name])


def test_the_command_writes_the_folder(root: Path, tmp_path: Path) -> None:
    main(str(tmp_path / "new"))
    for name in NAMES:
        assert parts((tmp_path / "new" / f"{name}.xlsx").read_bytes()) == parts(committed(root, name))


@pytest.mark.parametrize("name", NAMES)
def test_excel_would_have_nothing_to_repair(root: Path, check_xlsx: Callable[[Path], None], name: str) -> None:
    check_xlsx(root / "templates" / f"{name}.xlsx")


@pytest.mark.parametrize(
    ("size", "style"),
    [*((size, "formulas") for size in EXTREMES), (("swiss", 40, 15, 1), "functions"), (("rr", 3, 0, 2), "functions")],
)
def test_other_sizes(check_xlsx: Callable[[Path], None], tmp_path: Path, size: tuple[object, ...], style: str) -> None:
    system, players, rounds, cycles = size
    path = tmp_path / "book.xlsx"
    path.write_bytes(new(system, players, rounds, "ru", cycles, style))  # type: ignore[arg-type]
    check_xlsx(path)
    assert path.stat().st_size < 1_000_000  # 2 MB are allowed


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        (("swiss", 1, 9), "a Swiss template has 2 to 300 players, not 1"),
        (("swiss", 301, 9), "a Swiss template has 2 to 300 players, not 301"),
        (("swiss", 24, 0), "a Swiss template has 1 to 15 rounds, not 0"),
        (("swiss", 24, 16), "a Swiss template has 1 to 15 rounds, not 16"),
        (("rr", 2), "a round robin template has 3 to 30 players, not 2"),
        (("rr", 31), "a round robin template has 3 to 30 players, not 31"),
        (("rr", 10, 9, "en", 3), "a round robin template has 1 to 2 cycles, not 3"),
        (("swiss", 24, 9, "fr"), "there is no template in the language 'fr'; known are ru, en"),
        (("swiss", 24, 9, "en", 1, "vba"), "there is no template in the style 'vba'; known are formulas, functions"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(request_: tuple[object, ...], sentence: str) -> None:
    with pytest.raises(RequestError) as refusal:
        new(*request_)  # type: ignore[arg-type]
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("name", BLANK)
def test_blank_template_is_blank(name: str) -> None:
    design = TEMPLATES[name]
    typed, shown = opened(built(design)).worksheets[0], opened(built(design), values=True).worksheets[0]
    assert [cell.value for cell in typed["A"][1 : design.players + 1]] == list(range(1, design.players + 1))
    for row in shown.iter_rows(2, design.players + 1, 2, design.check_column + 1):
        diagonal = "x" if design.system == "rr" else None
        expected = [diagonal if cell.column == cell.row + 1 else None for cell in row]
        assert [cell.value for cell in row] == expected


@pytest.mark.parametrize("name", NAMES)
def test_headings_are_those_that_fill_knows(name: str) -> None:
    design = TEMPLATES[name]
    headings = [" ".join(str(cell.value).split()) for cell in opened(built(design)).worksheets[0][1]]
    first = design.place_column + 1
    assert headings[first : first + len(design.codes)] == [design.heading(code) for code in design.codes]


def test_dmitrov_is_the_document_cell_for_cell(shared: Path) -> None:
    """Numbers, names and results as typed; points and places as the formulas have them in the file."""
    text = (shared / "reference/buchholz_fide1998_dmitrov2008.txt").read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    start = lines.index("№")
    sheet = opened(built(TEMPLATES["dmitrov2008"]), values=True).worksheets[0]
    assert sheet.title == "Группа Е"
    cells = [cell.value for row in sheet["A1:M12"] for cell in row]
    shown = [value if isinstance(value, str) else f"{value:g}".replace(".", ",") for value in cells]
    assert shown == lines[start : start + 12 * 13]


def test_dmitrov_shows_the_documents_buchholz_without_a_recalculation() -> None:
    design = TEMPLATES["dmitrov2008"]
    sheet = opened(built(design), values=True).worksheets[0]
    columns = {sheet.cell(1, c).value.replace("\n", " "): c for c in range(14, design.check_column + 1)}
    value = {row[1].value: row for row in sheet.iter_rows(2, 12)}
    assert value["Невский, Ярослав"][columns["Бухгольц"] - 1].value == 46
    assert value["Веселов, Иван"][columns["Бухгольц"] - 1].value == 40.5
    truncated = columns["Посл. усечение"] - 1
    for name in ("Медведева, Юлия", "Хан, Оксана"):  # the tie that truncation cannot break
        assert value[name][truncated].value == UNBROKEN
        assert value[name][columns["Решило"] - 1].value == "Бергер"
    shared_places = rank(Event(design, [list(row) for row in design.rows], "", ()).tournament(), "PTS, BH, BH-CX")
    assert shared_places.places[5:7] == ["6-7", "6-7"]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_typed_stays_text_and_only_that_is_unlocked(name: str) -> None:
    design = TEMPLATES[name]
    book = opened(built(design))
    sheet = book.worksheets[0]
    for row in sheet.iter_rows(2, design.players + 1, 1, design.check_column + 1):
        for position, cell in enumerate(row):
            typed = position < design.points_column and not (design.system == "rr" and cell.column == cell.row + 1)
            assert cell.protection.locked is not typed, cell.coordinate
            if typed and position > 1:
                assert cell.number_format == "@"
    for sheet in book.worksheets:
        assert sheet.protection.sheet
        assert sheet.protection.password is None


@pytest.mark.parametrize("name", NAMES)
def test_prompts_and_lists(name: str) -> None:
    design = TEMPLATES[name]
    book = opened(built(design))
    (prompt,) = book.worksheets[0].data_validations.dataValidation
    assert prompt.type in (None, "none")
    assert prompt.showInputMessage
    assert str(prompt.sqref).startswith("C2:")
    assert bool(re.search("[а-я]", prompt.prompt)) == (design.language == "ru")
    lists = book[design.texts.settings].data_validations.dataValidation
    assert [rule.type for rule in lists] == ["list"] * (2 if design.system == "swiss" else 1)
    assert all("!" not in rule.formula1 for rule in lists)  # a list on its own sheet works in every program


@pytest.mark.parametrize("name", NAMES)
def test_page_and_panes(name: str) -> None:
    design = TEMPLATES[name]
    book = opened(built(design))
    sheet = book.worksheets[0]
    assert (sheet.freeze_panes, sheet.print_title_rows) == ("C2", "$1:$1")
    assert [int(sheet.page_setup.paperSize) for sheet in book.worksheets] == [9] * 6
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    standings = book[design.texts.standings]
    assert standings.page_setup.orientation == "portrait"
    assert "&D" in standings.oddFooter.left.text


@pytest.mark.parametrize(("style", "calculation"), [("formulas", b' fullCalcOnLoad="1"'), ("functions", b"")])
def test_only_ordinary_formulas_are_computed_at_opening(style: str, calculation: bytes) -> None:
    """Formulas that every program knows may; calls of an add-in that may be missing would lose their values."""
    _, book = parts(new("swiss", 6, 5, style=style))["xl/workbook.xml"]  # type: ignore[arg-type]
    assert re.findall(rb"<calcPr[^>]*>", book) == [b'<calcPr calcId="191029"' + calculation + b"/>"]


def formulas(data: bytes) -> Iterator[str]:
    """Every formula of a file: in cells, conditional formats, lists, names."""
    for name, (_, part) in parts(data).items():
        if name.startswith("xl/worksheets/") or name == "xl/workbook.xml":
            pattern = r"<(?:f|formula|formula1|definedName)(?: [^>]*)?>([^<]+)<"
            yield from re.findall(pattern, part.decode())


def functions_in(formula: str) -> set[str]:
    bare = re.sub(r'(&quot;|").*?\1', "", formula)
    return set(re.findall(r"(?<![\w.])([A-Z][A-Z0-9.]*)\(", bare))


@pytest.mark.parametrize("size", EXTREMES)
def test_formulas_use_only_what_every_program_has(size: tuple[object, ...]) -> None:
    system, players, rounds, cycles = size
    data = new(system, players, rounds, "en", cycles)  # type: ignore[arg-type]
    used = set().union(*map(functions_in, formulas(data)))
    assert used <= EVERYWHERE
    text = b"".join(part for name, (_, part) in parts(data).items() if name.startswith("xl/worksheets/"))
    assert b't="array"' not in text
    assert b" cm=" not in text


def test_the_list_of_functions_has_no_spare() -> None:
    used = set().union(*(functions_in(formula) for name in NAMES for formula in formulas(built(TEMPLATES[name]))))
    assert used == EVERYWHERE


def test_functions_style_calls_our_functions() -> None:
    used: set[str] = set()
    for design in (blank("swiss", 8, 5, "en", style="functions"), blank("rr", 6, 0, "ru", style="functions")):
        used |= set().union(*map(functions_in, formulas(built(design))))
    ours = {
        "BUCHHOLZ",
        "BERGER",
        "SHMULYAN",
        "KOYA",
        "PROGRESSIVE",
        "TIEBREAK",
        "PLACES",
        "STANDINGS",
        "EXPLAINTIEBREAK",
    }
    assert used - EVERYWHERE == ours
    assert ours <= set(FUNCTIONS)


@pytest.mark.parametrize("name", NAMES)
def test_the_font_is_the_one_named(name: str) -> None:
    _, styles = parts(built(TEMPLATES[name]))["xl/styles.xml"]
    assert set(re.findall(rb'<name val="([^"]*)"', styles)) == {b"Arial"}
    assert b"<scheme" not in styles


def test_every_step_of_the_calculation_has_a_name() -> None:
    for design in (TEMPLATES["swiss_en"], TEMPLATES["round_robin_ru"]):
        names = opened(built(design)).defined_names
        for step in ("text", "flaw", "points", "score", "rank", "place", "tier_1"):
            assert design.texts.working in names[f"tb_{step}"].attr_text


def test_texts_are_texts_and_titles_are_titles() -> None:
    design = Design("swiss", 2, 1, rows=((1, "=1+1", "2w½"), (2, "http://example.org", "1b½")), title="Tea & Chess")
    data = built(design)
    sheet = opened(data).worksheets[0]
    assert [(cell.value, cell.data_type) for cell in sheet["B"][1:3]] == [("=1+1", "s"), ("http://example.org", "s")]
    assert sheet["B3"].hyperlink is None
    assert b"&amp;BTea &amp;&amp; Chess" in parts(data)["xl/worksheets/sheet1.xml"][1]
