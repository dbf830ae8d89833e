"""Edits in the XML of a sheet: where cells and rows go, what they hold, what is refused, what keeps every byte."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from tests.workbook.compare import sheet_differences
from xl_tiebreak.address import Area, cell_name
from xl_tiebreak.errors import InputError
from xl_tiebreak.workbook.edits import Edit, Style
from xl_tiebreak.workbook.looks import Looks
from xl_tiebreak.workbook.sheet_part import Filling, Surroundings, fill_sheet

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
TEXTS = ["Очки", "Бухгольц"]


def sheet(rows: str, *, before: str = '<dimension ref="A1:B2"/>', after: str = "") -> bytes:
    return f'<worksheet xmlns="{MAIN}">{before}<sheetData>{rows}</sheetData>{after}</worksheet>'.encode()


def fill(data: bytes, *edits: Edit, headings: Sequence[tuple[Area, str]] = ()) -> Filling:
    return fill_sheet(data, edits, Surroundings(Looks(None), TEXTS.__getitem__, headings))


def rows(data: bytes) -> str:
    return re.search(rb"<sheetData>(.*)</sheetData>", data, re.DOTALL)[1].decode()  # type: ignore[index]


def refusal(data: bytes, *edits: Edit, headings: Sequence[tuple[Area, str]] = ()) -> str:
    with pytest.raises(InputError) as caught:
        fill(data, *edits, headings=headings)
    return str(caught.value)


CDATA = '<is><t><![CDATA[<c r="B1"></c>]]></t></is>'
A2_D2 = '<row r="2" spans="1:4"><c r="A2"><v>1</v></c><c r="D2"><v>4</v></c></row>'


@pytest.mark.parametrize(
    ("old", "edit", "new"),
    [
        (A2_D2, Edit(1, 4, 5), '<row r="2"><c r="A2"><v>1</v></c><c r="D2"><v>4</v></c><c r="E2"><v>5</v></c></row>'),
        (A2_D2, Edit(1, 2, 3), '<row r="2"><c r="A2"><v>1</v></c><c r="C2"><v>3</v></c><c r="D2"><v>4</v></c></row>'),
        (A2_D2, Edit(1, 0, 2), '<row r="2"><c r="A2"><v>2</v></c><c r="D2"><v>4</v></c></row>'),
        (A2_D2, Edit(0, 1, 1), '<row r="1"><c r="B1"><v>1</v></c></row>' + A2_D2),
        (A2_D2, Edit(8, 1, 1), A2_D2 + '<row r="9"><c r="B9"><v>1</v></c></row>'),
        ('<row r="2"/>', Edit(1, 1, 1), '<row r="2"><c r="B2"><v>1</v></c></row>'),
        ('<row r="2" ht="9" />', Edit(1, 1, 1), '<row r="2" ht="9" ><c r="B2"><v>1</v></c></row>'),
        (
            '<row r="2"></row><row r="4"/>',
            Edit(2, 0, 1),
            '<row r="2"></row><row r="3"><c r="A3"><v>1</v></c></row><row r="4"/>',
        ),
        ("", Edit(0, 0, 1), '<row r="1"><c r="A1"><v>1</v></c></row>'),
        (
            "<row r='1'><c r='B1' s='3'><v>1</v></c></row>",
            Edit(0, 0, 5),
            "<row r='1'><c r=\"A1\"><v>5</v></c><c r='B1' s='3'><v>1</v></c></row>",
        ),
        ("<row r='1'><c r='B1' s='3'/></row>", Edit(0, 1, 5), "<row r='1'><c r='B1' s=\"3\"><v>5</v></c></row>"),
        (
            '<row r="1"><!-- <c r="C1"/> --><c r="A1"/><?c r="D1"?><extLst><ext uri="u"/></extLst></row>',
            Edit(0, 1, 5),
            '<row r="1"><!-- <c r="C1"/> --><c r="A1"/><c r="B1"><v>5</v></c><?c r="D1"?>'
            '<extLst><ext uri="u"/></extLst></row>',
        ),
        (
            f'<row r="1"><c r="A1" t="inlineStr">{CDATA}</c></row><!-- <row r="9"> -->',
            Edit(0, 1, 5),
            f'<row r="1"><c r="A1" t="inlineStr">{CDATA}</c><c r="B1"><v>5</v></c></row><!-- <row r="9"> -->',
        ),
        ('<row r="1" ph="1" a=">"/>', Edit(0, 0, 1), '<row r="1" ph="1" a=">"><c r="A1"><v>1</v></c></row>'),
        ('<row r="5"><c r="A5"/></row >', Edit(4, 1, 1), '<row r="5"><c r="A5"/><c r="B5"><v>1</v></c></row >'),
        ('<row r="5"><c r="A5"/>\n</row>\n', Edit(4, 1, 1), '<row r="5"><c r="A5"/><c r="B5"><v>1</v></c>\n</row>\n'),
    ],
)
def test_where_cells_and_rows_go(old: str, edit: Edit, new: str) -> None:
    filled = fill(sheet(old), edit)
    assert rows(filled.data) == new
    assert filled.cells == 1
    assert sheet_differences(sheet(old), filled.data, [cell_name(edit.row, edit.column)]) == []


def test_rows_and_cells_without_names_follow_one_another() -> None:
    old = "<row><c><v>1</v></c><c><v>2</v></c></row><row><c/></row>"
    filled = fill(sheet(old), Edit(0, 1, 5), Edit(1, 2, 6), Edit(2, 0, 7))
    assert rows(filled.data) == (
        '<row><c><v>1</v></c><c><v>5</v></c></row><row><c/><c r="C2"><v>6</v></c></row>'
        '<row r="3"><c r="A3"><v>7</v></c></row>'
    )


def test_sheet_without_cells() -> None:
    data = f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData /></x:worksheet>'.encode()
    filled = fill(data, Edit(2, 1, "да")).data.decode()
    cells = '<x:row r="3"><x:c r="B3" t="inlineStr"><x:is><x:t>да</x:t></x:is></x:c></x:row>'
    assert filled == f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData >{cells}</x:sheetData></x:worksheet>'


def test_prefix_of_the_sheet() -> None:
    old = '<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1"><x:f>A1</x:f><x:v>1</x:v></x:c></x:row>'
    data = f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>{old}</x:sheetData></x:worksheet>'.encode()
    new = old.replace("<x:v>1<", "<x:v>2<").replace("</x:row>", '<x:c r="C1"><x:v>3</x:v></x:c></x:row>')
    assert fill(data, Edit(0, 1, 2), Edit(0, 2, 3), Edit(0, 0, "Очки")).data == data.replace(old.encode(), new.encode())


@pytest.mark.parametrize(
    ("ref", "edit", "wide"),
    [
        ("A1:B2", Edit(0, 0, 1), "A1:B2"),
        ("A1:B2", Edit(4, 27, 1), "A1:AB5"),
        ("B2", Edit(0, 0, 1), "A1:B2"),
        ("$B$2:C9", Edit(5, 5, 1), "B2:F9"),
    ],
)
def test_dimension_holds_the_new_cells(ref: str, edit: Edit, wide: str) -> None:
    data = fill(sheet("", before=f"<dimension ref='{ref}'/>"), edit).data
    assert f"<dimension ref='{wide}'/>".encode() in data


VALUES = [
    (46.0, "<v>46</v>"),
    (40.5, "<v>40.5</v>"),
    (-0.1, "<v>-0.1</v>"),
    (1e300, "<v>1e+300</v>"),
    (10**15, "<v>1000000000000000.0</v>"),
    ("6-7", "<is><t>6-7</t></is>"),
    ("", "<is><t></t></is>"),
    ("=A1", "<is><t>=A1</t></is>"),
    ("a & <b>", "<is><t>a &amp; &lt;b&gt;</t></is>"),
    (" a", '<is><t xml:space="preserve"> a</t></is>'),
    ("a\r\x00_x0041_", "<is><t>a_x000D__x0000__x005F_x0041_</t></is>"),
]


@pytest.mark.parametrize(("value", "xml"), VALUES)
def test_what_a_cell_holds(value: float | str, xml: str) -> None:
    kind = ' t="inlineStr"' if xml.startswith("<is>") else ""
    once = fill(sheet(""), Edit(0, 0, value)).data
    assert rows(once) == f'<row r="1"><c r="A1"{kind}>{xml}</c></row>'
    again = fill(once, Edit(0, 0, value))
    assert (again.data, again.cells) == (once, 0)


@pytest.mark.parametrize(
    ("value", "attribute", "result"),
    [
        (7.5, "", "7.5"),
        ("6-7", ' t="str"', "6-7"),
        ("#N/A", ' t="e"', "#N/A"),
        (True, ' t="b"', "1"),
        ("<", ' t="str"', "&lt;"),
    ],
)
def test_formula_stays_and_its_result_is_renewed(value: float | str, attribute: str, result: str) -> None:
    formula = "<f t='array' ref=\"A1\">X('a&amp;b'!B1)</f>"
    old = f'<row r="1"><c r="A1" s="2" t="s" cm="1" vm="2">{formula}<v>0</v></c></row>'
    new = f'<row r="1"><c r="A1" cm="1" s="2"{attribute}>{formula}<v>{result}</v></c></row>'
    filled = fill(sheet(old), Edit(0, 0, value))
    assert rows(filled.data) == new
    assert (filled.cells, filled.formulas, filled.results) == (1, False, True)
    assert fill(filled.data, Edit(0, 0, value)).cells == 0


def test_result_is_taken_away() -> None:
    filled = fill(sheet('<row r="1"><c r="A1" t="str"><f>X()</f><v>a</v></c></row>'), Edit(0, 0, None))
    assert rows(filled.data) == '<row r="1"><c r="A1"><f>X()</f></c></row>'


def test_cells_of_an_array_take_results_only() -> None:
    array = (
        '<row r="1"><c r="A1"><f t="array" ref="A1:A3">X()</f><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>'
    )
    filled = fill(sheet(array), Edit(1, 0, "6-7"), Edit(2, 0, 3))
    assert rows(filled.data).endswith(
        '<row r="2"><c r="A2" t="str"><v>6-7</v></c></row><row r="3"><c r="A3"><v>3</v></c></row>'
    )
    assert filled.results
    several = "belongs to a formula that fills several cells and cannot be replaced in one of them"
    assert refusal(sheet(array), Edit(1, 0, 3, formula="")) == f"A2: {several}"
    assert refusal(sheet(array), Edit(0, 0, 3, formula="")) == f"A1: '=X()' {several}"
    assert refusal(sheet(array), Edit(2, 0, 3, formula="B1")) == "A3: is a formula, and no other one is written over it"


SHARED = (
    '<row r="1"><c r="A1"><f t="shared" ref="A1:A2" si="0">B1*2</f><v>1</v></c></row>'
    '<row r="2"><c r="A2"><f t="shared" si="0"/><v>2</v></c></row>'
)


def test_shared_formula() -> None:
    filled = fill(sheet(SHARED), Edit(0, 0, 5), Edit(1, 0, 6))
    assert rows(filled.data) == SHARED.replace("<v>1", "<v>5").replace("<v>2", "<v>6")
    other = fill(sheet(SHARED), Edit(1, 0, 6, formula=""))
    assert rows(other.data).endswith('<row r="2"><c r="A2"><v>6</v></c></row>')
    assert other.formulas
    assert refusal(sheet(SHARED), Edit(0, 0, 5, formula="")) == (
        "A1: '=B1*2' belongs to a formula that fills several cells and cannot be replaced in one of them"
    )


def test_formula_is_written_where_there_is_none() -> None:
    filled = fill(sheet(A2_D2), Edit(1, 0, 3, formula="1+2<4"), Edit(1, 1, "a", formula='"a"'))
    assert rows(filled.data) == (
        '<row r="2"><c r="A2"><f>1+2&lt;4</f><v>3</v></c><c r="B2" t="str"><f>"a"</f><v>a</v></c>'
        '<c r="D2"><v>4</v></c></row>'
    )
    assert (filled.cells, filled.formulas, filled.results) == (2, True, True)
    assert fill(filled.data, Edit(1, 0, 3, formula="1+2<4")).cells == 0
    assert fill(filled.data, Edit(1, 0, 4, formula="1+2<4")).formulas is False
    sentence = "A2: '=1+2<4' is a formula, and no other one is written over it"
    assert refusal(filled.data, Edit(1, 0, 3, formula="1+2")) == sentence


def test_value_in_the_place_of_a_formula() -> None:
    old = '<row r="1"><c r="A1" s="4" t="str" cm="1"><f>X()</f><v>a</v><extLst><ext uri="u"/></extLst></c></row>'
    filled = fill(sheet(old), Edit(0, 0, 40.5, formula=""))
    assert rows(filled.data) == '<row r="1"><c r="A1" s="4"><v>40.5</v><extLst><ext uri="u"/></extLst></c></row>'
    assert (filled.formulas, filled.results) == (True, False)


RICH = '<is><r><rPr><b/></rPr><t>Бух</t></r><r><t>гольц</t></r><rPh sb="0" eb="1"><t>!</t></rPh></is>'
UNCHANGED = [
    ('<c r="A1" t="s"><v>1</v></c>', "Бухгольц"),
    ('<c r="A1"><v>4.50</v></c>', 4.5),
    ('<c r="A1" t="n"><v>46.0</v></c>', 46),
    (f'<c r="A1" t="inlineStr">{RICH}</c>', "Бухгольц"),
    ('<c r="A1" t="str"><v>a&#38;b_x000A_</v></c>', "a&b\n"),
    ('<c r="A1" t="b"><v>1</v></c>', True),
    ('<c r="A1" s="3"/>', None),
    ('<c r="A1" t="s"/>', None),
    ('<c r="A1" t="inlineStr"></c>', None),
    ('<c r="A1" t="e"><f>X()</f><v>#N/A</v></c>', "#N/A"),
]


@pytest.mark.parametrize(("cell", "value"), UNCHANGED)
def test_what_is_there_already_keeps_every_byte(cell: str, value: float | str | None) -> None:
    data = sheet(f'<row r="1" spans="1:1">{cell}</row>')
    filled = fill(data, Edit(0, 0, value), Edit(5, 5, None))
    assert (filled.data, filled.cells) == (data, 0)


def test_truth_is_no_number_and_no_text() -> None:
    assert fill(sheet('<row r="1"><c r="A1"><v>1</v></c></row>'), Edit(0, 0, True)).cells == 1
    assert fill(sheet('<row r="1"><c r="A1" t="str"><v>1</v></c></row>'), Edit(0, 0, 1)).cells == 1


def test_headings_of_a_table_stay() -> None:
    data = sheet('<row r="1"><c r="A1" t="s"><v>0</v></c></row>')
    headings = [(Area(0, 0, 0, 1), "Таблица1")]
    assert fill(data, Edit(0, 0, "Очки"), headings=headings).cells == 0
    problem = refusal(data, Edit(0, 0, "PTS"), Edit(0, 1, "BH"), headings=headings)
    assert problem == "A1: 'Очки' is a heading of the table 'Таблица1' (and 1 more)"


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (Edit(4, 2, float("nan")), "C5: 'nan' is no number that a cell can hold"),
        (Edit(4, 2, float("-inf")), "C5: '-inf' is no number that a cell can hold"),
        (Edit(4, 2, "ы" * 32768), f"C5: '{'ы' * 59}…' has 32,768 characters, a cell holds 32,767"),
        (Edit(4, 2, 1, formula="A" * 8193), f"C5: '={'A' * 58}…' is longer than a formula may be (8,192 characters)"),
    ],
)
def test_what_no_cell_can_hold(edit: Edit, sentence: str) -> None:
    assert refusal(sheet(A2_D2), edit) == sentence


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (sheet('<row r="2"/><row r="1"/>'), "is damaged: row 1 stands after row 2"),
        (sheet('<row r="9"/><row r="8"/>'), "is damaged: row 8 stands after row 9"),
        (sheet('<row r="7"><row r="8"/></row>'), "is damaged: a row stands in another"),
        (sheet('<row r="7"><c r="A8"/></row>'), "is damaged: A8 stands in row 7"),
        (sheet("<row r='7'><c r='D6'/></row>"), "is damaged: D6 stands in row 7"),
        (sheet("<row r='7'><c r='7D'/></row>"), "is damaged: no cell is called '7D'"),
        (sheet('<row r="7"><c s="1" r="B7"/><c r="A7"/></row>'), "is damaged: A7 stands behind B7"),
        (b"<chartsheet/>", "has no sheetData"),
    ],
)
def test_damaged_sheet(data: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{reason}$"):
        fill(data, Edit(6, 3, 1))


def test_no_cell_is_made_twice_where_they_are_out_of_order() -> None:
    out_of_order = sheet('<row r="7"><c r="D7"/><c r="C7"><v>1</v></c></row>')
    assert rows(fill(out_of_order, Edit(6, 3, 3)).data).startswith('<row r="7"><c r="D7"><v>3</v></c><c r="C7">')
    with pytest.raises(ValueError, match="is damaged: C7 stands behind D7"):
        fill(out_of_order, Edit(6, 3, 3, formula="1+2"))


def test_last_edit_of_a_cell_counts() -> None:
    assert rows(fill(sheet(""), Edit(0, 0, 1), Edit(0, 0, 2)).data) == '<row r="1"><c r="A1"><v>2</v></c></row>'


CELLS = st.dictionaries(st.tuples(st.integers(0, 6), st.integers(0, 30)), st.integers(0, 99), max_size=20)


@given(CELLS, CELLS)
def test_any_cells_in_any_sheet(old: dict[tuple[int, int], int], new: dict[tuple[int, int], int]) -> None:
    """The sheet then holds the new values over the old ones, in order, and what was not written is as it was."""
    table = {row: sorted((c, v) for (r, c), v in old.items() if r == row) for row in sorted({r for r, _ in old})}
    xml = "".join(
        f'<row r="{row + 1}">' + "".join(f'<c r="{cell_name(row, c)}"><v>{v}</v></c>' for c, v in cells) + "</row>"
        for row, cells in table.items()
    )
    filled = fill(sheet(xml), *(Edit(row, column, value) for (row, column), value in new.items())).data
    found = {}
    for row in etree.fromstring(filled).iter(f"{{{MAIN}}}row"):
        for cell in row:
            assert cell.get("r").endswith(row.get("r"))
            found[cell.get("r")] = int(cell[0].text)
    expected = {cell_name(*cell): value for cell, value in sorted((old | new).items())}
    assert list(found.items()) == list(expected.items())
    assert sheet_differences(sheet(xml), filled, [cell_name(*cell) for cell in new]) == []


KINDS = ['r="{}"/', 'r="{}" s="3"/', 'r="{}" s="1"><v>7</v></c', 'r="{}" t="s" s="2"><v>1</v></c', 'r="{}"><f>1</f></c']
ROW_TAGS = ['<row r="{}">', '<row r="{}" spans="1:9" ht="20">', '<row ht="20" r="{}" >', "<row r='{}'>"]
SHEETS = st.dictionaries(st.integers(0, 6), st.dictionaries(st.integers(0, 30), st.sampled_from(KINDS), max_size=8))
EDITS = st.builds(
    Edit,
    st.integers(0, 8),
    st.integers(0, 30),
    st.sampled_from([None, 7, 2.5, "Бухгольц", True]),
    st.just(Style(like=2)),
    st.none(),
)


@given(SHEETS, st.lists(EDITS, max_size=12), st.lists(st.sampled_from(ROW_TAGS), min_size=7, max_size=7))
def test_sheets_written_in_the_usual_way_are_filled_as_all_others(
    cells: dict[int, dict[int, str]], edits: list[Edit], tags: list[str]
) -> None:
    """A comment keeps the rows from being taken for plain ones."""
    xml = ""
    for row, kinds in sorted(cells.items()):
        inside = "".join(f"<c {kind.format(cell_name(row, column))}>" for column, kind in sorted(kinds.items()))
        xml += tags[row].format(row + 1) + inside + "</row>"
    plain, other = fill(sheet(xml), *edits), fill(sheet("<!---->" + xml), *edits)
    assert plain.data == other.data.replace(b"<!---->", b"")
    assert plain.cells == other.cells


@given(st.text(max_size=20))
def test_any_text_comes_back(text: str) -> None:
    data = fill(sheet(""), Edit(0, 0, text)).data
    found = "".join(etree.fromstring(data).itertext(f"{{{MAIN}}}t"))
    assert re.sub("_x([0-9A-F]{4})_", lambda code: chr(int(code[1], 16)), found) == text
    assert fill(data, Edit(0, 0, text)).cells == 0
