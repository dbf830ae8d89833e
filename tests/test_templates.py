"""The workbooks in templates/: as the builder makes them, as the document prints them, and as Excel wants them."""

import importlib.util
import io
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest

from xl_tiebreak.errors import RequestError
from xl_tiebreak.templates import TEMPLATES, Template, main, swiss, workbook

ROOT = Path(__file__).parents[1]
CHECKER = ROOT / "../shared/tools/check_xlsx.py"
DOCUMENT = ROOT / "../shared/reference/buchholz_fide1998_dmitrov2008.txt"
needs_checker = pytest.mark.skipif(not CHECKER.exists(), reason="the shared folder with check_xlsx.py is not here")
needs_document = pytest.mark.skipif(not DOCUMENT.exists(), reason="the shared folder with the document is not here")

POINTS = {"0": 0.0, "½": 0.5, "1": 1.0, "+": 1.0}
ROUNDS = list(range(1, 10))
RU = ["№", "Фамилия Имя", *ROUNDS, "Оч", "М"]
EN = ["No.", "Name", *ROUNDS, "Pts", "Place"]
HEADINGS = {
    "dmitrov2008": RU,
    "swiss_ru": [*RU, "Бухгольц", "Ус. Бухгольц-1", "Бергер"],
    "swiss_en": [*EN, "Buchholz", "Buchholz Cut 1", "Berger"],
}
NAMES = sorted(HEADINGS)


def committed(name):
    return (ROOT / "templates" / f"{name}.xlsx").read_bytes()


def parts(data):
    """Part name → (date, bytes). Parts rather than the file: another zlib may pack the same parts into other bytes."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {info.filename: (info.date_time, archive.read(info)) for info in archive.infolist()}


def sheet_of(data):
    (sheet,) = openpyxl.load_workbook(io.BytesIO(data)).worksheets
    return sheet


def findings(data, folder):
    spec = importlib.util.spec_from_file_location("check_xlsx", CHECKER)
    checker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(checker)
    path = folder / "book.xlsx"
    path.write_bytes(data)
    return checker.check(path)


def test_the_folder_holds_every_template_and_nothing_else():
    assert sorted(TEMPLATES) == NAMES
    assert sorted(path.name for path in (ROOT / "templates").glob("[!~.]*")) == [f"{name}.xlsx" for name in NAMES]


@pytest.mark.parametrize("name", NAMES)
def test_committed_file_equals_a_fresh_build(name):
    fresh = workbook(TEMPLATES[name])
    assert parts(committed(name)) == parts(fresh), "run python -m xl_tiebreak.templates and commit the files"
    assert fresh == workbook(TEMPLATES[name])


def test_the_command_writes_the_folder(tmp_path):
    main(str(tmp_path / "new"))
    for name in NAMES:
        assert parts((tmp_path / "new" / f"{name}.xlsx").read_bytes()) == parts(committed(name))


@needs_checker
@pytest.mark.parametrize("name", NAMES)
def test_excel_would_have_nothing_to_repair(name, tmp_path):
    assert findings(committed(name), tmp_path) == []


@needs_checker
@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (300, 15)])
@pytest.mark.parametrize("language", ["ru", "en"])
def test_other_sizes(players, rounds, language, tmp_path):
    data = workbook(swiss(players, rounds, language))
    assert findings(data, tmp_path) == []
    sheet = sheet_of(data)
    assert (sheet.max_row, sheet.max_column) == (players + 1, rounds + 7)


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ((1, 9, "en"), "a Swiss template has 2 to 300 players, not 1"),
        ((301, 9, "en"), "a Swiss template has 2 to 300 players, not 301"),
        ((24, 0, "en"), "a Swiss template has 1 to 15 rounds, not 0"),
        ((24, 16, "en"), "a Swiss template has 1 to 15 rounds, not 16"),
        ((24, 9, "fr"), "there is no template in the language 'fr'; known are ru, en"),
        ((24, 9, "en", ("BH", "BH-C9")), "a template has no column for 'BH-C9'; did you mean BH-C1?"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(request_, sentence):
    with pytest.raises(RequestError) as refusal:
        swiss(*request_)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("name", NAMES)
def test_headings_and_numbers(name):
    sheet = sheet_of(committed(name))
    assert [cell.value for cell in sheet[1]] == HEADINGS[name]
    if name != "dmitrov2008":
        assert [cell.value for cell in sheet["A"][1:]] == list(range(1, 25))
        assert {cell.value for row in sheet["B2:P25"] for cell in row} == {None}


def test_dmitrov_stands_where_the_examples_say():
    sheet = sheet_of(committed("dmitrov2008"))
    assert (sheet.title, sheet.dimensions) == ("Группа Е", "A1:M12")
    numbers = [cell.value for column in "ALM" for cell in sheet[column][1:]]
    assert all(isinstance(value, int | float) for value in numbers)


@needs_document
def test_dmitrov_is_the_document_cell_for_cell():
    lines = [line.strip() for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if line.strip()]
    start = lines.index("№")
    printed = lines[start : start + 12 * 13]
    cells = [cell.value for row in sheet_of(committed("dmitrov2008")).iter_rows() for cell in row]
    assert [value if isinstance(value, str) else f"{value:g}".replace(".", ",") for value in cells] == printed


def test_dmitrov_agrees_with_itself():
    """Every game stands in both rows with opposite colour and complementary result; the points are their sum."""
    rows = {row[0]: row for row in sheet_of(committed("dmitrov2008")).iter_rows(min_row=2, values_only=True)}
    assert [row[12] for row in rows.values()] == list(range(1, 12))
    games = 0
    for number, row in rows.items():
        assert sum(POINTS[cell[-1]] for cell in row[2:11]) == row[11]
        for played, cell in enumerate(row[2:11], start=2):
            if cell != "+":
                opponent, colour, result = re.fullmatch(r"(\d+)([wb])([01½])", cell).groups()
                answer = {"w": "b", "b": "w"}[colour] + {"0": "1", "1": "0", "½": "½"}[result]
                assert rows[int(opponent)][played] == f"{number}{answer}"
                games += 1
    assert games == 90


@pytest.mark.parametrize("name", NAMES)
def test_what_is_typed_stays_and_what_is_computed_shows(name):
    sheet = sheet_of(committed(name))
    players, points = sheet.max_row - 1, sheet["L"]
    rounds = [cell for row in sheet.iter_rows(min_row=2, min_col=3, max_col=11) for cell in row]
    assert len(rounds) == 9 * players
    assert {cell.number_format for cell in rounds} == {"@"}
    assert {cell.number_format for cell in points[1:]} == {"0.0"}
    assert {cell.number_format for cell in sheet["M"][1:]} == {"General"}
    if name != "dmitrov2008":
        assert [sheet.cell(2, column).number_format for column in (14, 15, 16)] == ["0.0", "0.0", "0.00"]


@pytest.mark.parametrize("name", NAMES)
def test_the_prompt_helps_and_never_refuses(name):
    sheet = sheet_of(committed(name))
    (rule,) = sheet.data_validations.dataValidation
    assert str(rule.sqref) == f"C2:K{sheet.max_row}"
    assert rule.type in (None, "none")
    assert rule.showInputMessage
    starts = [line.split("  ")[0] for line in rule.prompt.splitlines()]
    assert starts == ["8w½", "8w1, 8b0", "5w+, 5b-", "+", "½", "-"]
    assert bool(re.search("[а-я]", rule.prompt)) == (name != "swiss_en")


@pytest.mark.parametrize("name", NAMES)
def test_page_and_panes(name):
    sheet = sheet_of(committed(name))
    assert (sheet.freeze_panes, sheet.print_title_rows) == ("C2", "$1:$1")
    assert (sheet.page_setup.orientation, int(sheet.page_setup.paperSize)) == ("landscape", 9)
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.page_setup.fitToHeight == 0
    title = "Дмитров-2008, группа «Е»" if name == "dmitrov2008" else "&A"
    header = parts(committed(name))["xl/worksheets/sheet1.xml"][1].decode()
    assert f"<oddHeader>&amp;C&amp;14&amp;B{title.replace('&', '&amp;')}</oddHeader>" in header


@pytest.mark.parametrize("name", NAMES)
def test_opening_forces_no_recalculation(name):
    _, book = parts(committed(name))["xl/workbook.xml"]
    assert re.findall(rb"<calcPr[^>]*>", book) == [b'<calcPr calcId="191029"/>']


@pytest.mark.parametrize("name", NAMES)
def test_the_font_is_the_one_named(name):
    _, styles = parts(committed(name))["xl/styles.xml"]
    assert set(re.findall(rb'<name val="([^"]*)"', styles)) == {b"Arial"}
    assert b"<scheme" not in styles


def test_texts_are_texts_and_titles_are_titles():
    data = workbook(Template("en", 1, ((1, "=1+1", "-1"), (2, "http://example.org", "½")), title="Tea & Chess"))
    sheet = sheet_of(data)
    assert [(cell.value, cell.data_type) for cell in sheet["B"][1:]] == [("=1+1", "s"), ("http://example.org", "s")]
    assert (sheet["C2"].value, sheet["C2"].data_type) == ("-1", "s")
    assert sheet["B3"].hyperlink is None
    assert b"&amp;BTea &amp;&amp; Chess" in parts(data)["xl/worksheets/sheet1.xml"][1]
