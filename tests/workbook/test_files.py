"""Files of every kind as grids: other workbooks, delimiters, listings, encodings."""

import csv
import shutil
import struct
import subprocess
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from tests.workbook.test_convert import by_number, facts
from xl_tiebreak.address import Area
from xl_tiebreak.errors import InputError, RequestError
from xl_tiebreak.workbook import Asked, Sheet, open_sheets, open_tables
from xl_tiebreak.workbook.encodings import decode
from xl_tiebreak.workbook.text import grid_of

RUSSIAN = "№;Фамилия Имя;1;2;Оч\n1;Невский, Ярослав;2w1;3b1/2;1,5\n2;Хан, Ирина;1b0;+;1\n3;Ли, Ян;-;1w=;0,5\n"


def contents(sheet: Sheet) -> dict[tuple[int, int], Any]:
    """Position → value of every filled cell; numbers as floats."""
    cells = {(r, c): value for r, row in enumerate(sheet.grid.rows) for c, value in enumerate(row)}
    return {
        key: float(value) if isinstance(value, int) and not isinstance(value, bool) else value
        for key, value in cells.items()
        if value not in (None, "", " ")
    }


# --- workbooks


@pytest.fixture(scope="module")
def saved(soffice: str, shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with workbooks of the corpus as LibreOffice saves them in other formats."""
    folder = tmp_path_factory.mktemp("saved")
    names = "dmitrov2008 cr_rr_matrix6_typed_halves vega_crosstable_latecomer_formulas sp_limerick2009".split()  # noqa: SIM905
    for name in names:
        shutil.copy(shared / f"corpus/{name}.xlsx", folder)
    for ending in ("ods", "xls"):
        command = [soffice, f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless"]
        command += ["--convert-to", ending, "--outdir", str(folder), *(f"{folder / name}.xlsx" for name in names)]
        subprocess.run(command, capture_output=True, check=True, timeout=240)
    return folder


@pytest.mark.parametrize("name", ["dmitrov2008", "cr_rr_matrix6_typed_halves", "sp_limerick2009"])
@pytest.mark.parametrize("ending", [".ods", ".xls"])
def test_other_workbooks_have_the_same_cells(name: str, ending: str, saved: Path) -> None:
    sheets, others = (open_sheets(saved / f"{name}{end}") for end in (".xlsx", ending))
    assert [sheet.grid.sheet for sheet in sheets] == [sheet.grid.sheet for sheet in others]
    for sheet, other in zip(sheets, others):
        assert contents(sheet) == contents(other)


def test_results_taken_for_formulas_are_found_in_ods(saved: Path) -> None:
    (sheet,), (other,) = (open_sheets(saved / f"vega_crosstable_latecomer_formulas{end}") for end in (".xlsx", ".ods"))
    assert len(sheet.formulas) == 27
    assert {key: text.upper() for key, text in other.formulas.items()} == dict(sheet.formulas)
    assert (other.value(6, 6), other.value(6, 7), other.value(7, 8)) == ("=+W5", "=B2", "=-B4")


def test_results_taken_for_formulas_are_refused_in_xls(saved: Path) -> None:
    path = saved / "vega_crosstable_latecomer_formulas.xls"
    (sheet,) = open_sheets(path)
    assert set(sheet.formulas) == {(r, c) for r in range(6, 15) for c in (6, 7, 8)}
    (table,) = open_tables(path, Asked())
    assert table.standings is None
    assert str(table.problems[0]) == (
        "G7 and H7 and I7 and G8 and H8: holds a formula, of which this kind of file gives the value only; it may have "
        "been a result such as =B3; open the file in Excel or LibreOffice and save it as .xlsx"
    )


def record(kind: int, data: bytes) -> bytes:
    """A record of BIFF12."""
    head = bytes([kind]) if kind < 128 else bytes([kind & 0x7F | 0x80, kind >> 7])
    return head + bytes([len(data)]) + data


def wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def write_xlsb(path: Path, cells: bytes) -> None:
    """A binary workbook with one sheet of these records."""
    sheet = record(129, b"") + record(148, struct.pack("<4I", 1, 1, 1, 3)) + record(145, b"") + cells
    sheet += record(146, b"") + record(130, b"")
    book = record(131, b"") + record(143, b"") + record(156, struct.pack("<2I", 0, 1) + wide("rId1") + wide("Лист1"))
    book += record(144, b"") + record(132, b"")
    kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", f'<Types xmlns="{package}/content-types"/>')
        archive.writestr("xl/workbook.bin", book)
        archive.writestr("xl/worksheets/sheet1.bin", sheet)
        archive.writestr(
            "xl/_rels/workbook.bin.rels",
            f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" Type="{kinds}/worksheet" '
            'Target="worksheets/sheet1.bin"/></Relationships>',
        )


def test_binary_workbook(tmp_path: Path) -> None:
    """A text, a number and a formula in the second row."""
    cells = record(0, struct.pack("<I", 1) + bytes(21)) + record(6, struct.pack("<2I", 1, 0) + wide("№"))
    cells += record(5, struct.pack("<2Id", 2, 0, 2.5)) + record(9, struct.pack("<2Id", 3, 0, 7.0) + bytes(10))
    write_xlsb(tmp_path / "binary.xlsb", cells)
    (sheet,) = open_sheets(tmp_path / "binary.xlsb")
    assert sheet.grid.sheet == "Лист1"
    assert contents(sheet) == {(1, 1): "№", (1, 2): 2.5, (1, 3): 7.0}
    assert dict(sheet.formulas) == {(1, 3): ""}


def test_shared_and_array_formulas(tmp_path: Path) -> None:
    book = Workbook()
    book.active["A1"] = 1
    book.save(tmp_path / "plain.xlsx")
    cells = (
        '<c r="A1"><f t="shared" ref="A1:A3" si="0">+W5</f><v>0</v></c></row>'
        '<row r="2"><c r="A2"><f t="shared" si="0"/><v>0</v></c>'
        '<c r="B2"><f t="array" ref="B2:C2">A1:B1</f><v>4</v></c><c r="C2"><v>5</v></c></row>'
        '<row r="3"><c r="A3"><f t="shared" si="0"/><v>0</v></c>'
    )
    path = tmp_path / "formulas.xlsx"
    with zipfile.ZipFile(tmp_path / "plain.xlsx") as plain, zipfile.ZipFile(path, "w") as archive:
        for name in plain.namelist():
            data = plain.read(name)
            if "sheet1" in name:
                data = data.replace(b'<c r="A1" t="n"><v>1</v></c>', cells.encode())
                assert b"shared" in data
            archive.writestr(name, data)
    (sheet,) = open_sheets(path)
    assert dict(sheet.formulas) == {
        (0, 0): "=+W5",
        (1, 0): "=+W6",
        (2, 0): "=+W7",
        (1, 1): "=A1:B1",
        (1, 2): "=A1:B1",
    }
    assert [list(row) for row in sheet.grid.rows] == [["=+W5", None, None], ["=+W6", 4, 5], ["=+W7", None, None]]


def test_both_ways_to_read_a_workbook_agree(shared: Path) -> None:
    from xl_tiebreak.workbook.read import _sheets

    compared = 0
    for path in sorted((shared / "corpus").glob("*.xlsx")):
        for sheet, other in zip(open_sheets(path), _sheets(path, path.read_bytes(), None, None), strict=True):
            ours, theirs = contents(sheet), contents(other)
            assert ours.keys() <= theirs.keys(), path.name
            assert (sheet.formulas, sheet.merged) == (other.formulas, other.merged)
            compared += len(ours)
            for key, value in ours.items():
                same = value == theirs[key] or str(theirs[key]).startswith(str(value))  # a date has no time
                assert same, (path.name, key)
    assert compared > 30_000


# --- texts


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (RUSSIAN, "utf-8"),
        (RUSSIAN, "utf-8-sig"),
        (RUSSIAN, "utf-16"),
        (RUSSIAN, "utf-16-le"),
        (RUSSIAN, "utf-16-be"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN.upper(), "cp1251"),
        (RUSSIAN.replace("№", "N"), "koi8-r"),
        (RUSSIAN.replace("№", "N"), "cp866"),
        (RUSSIAN, "mac-cyrillic"),
        ("No;Name\n1;Größe, Jürgen 2w½\n2;Été, François\n", "cp1252"),
        ("No;Name\n1;Größe, Jürgen\n2;Weiß, Jörg 2w½\n", "cp850"),
        ("No;Nombre\n1;Muñoz, José\n2;Ñandú, Íñigo\n", "latin-1"),
        ("Nr;Nimi\n1;Pelääjä, Väinö\n", "latin-1"),
        ("Lp;Nazwisko\n1;Łącki, Paweł\n2;Źródło, Żaneta\n", "cp1250"),
    ],
)
def test_encodings(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)) == text


def test_a_damaged_byte_leaves_the_other_letters() -> None:
    content = RUSSIAN.encode("utf-8")
    assert decode(content[:-3] + b"\xff;0") == RUSSIAN[:-3] + "\ufffd;0"
    cut = content[: content.index("Хан".encode()) + 1]
    assert decode(cut) == RUSSIAN[: RUSSIAN.index("Хан")] + "\ufffd"


def test_halves_that_an_encoding_lacks(tmp_path: Path) -> None:
    path = tmp_path / "lost.csv"
    path.write_bytes("№;Имя;1;2\n1;Адамс;2w½;+\n2;Бейкер;1b½;-\n".encode("cp1251", "replace"))
    (table,) = open_tables(path, Asked())
    assert str(table.problems[0]) == (
        "C2: '2w?' has a ? for its result, which is what some programs save instead of ½; write opponent, colour and "
        "result, such as 8w½, or save the file again as 'CSV UTF-8' or .xlsx"
    )


def test_encoding_of_the_corpus(shared: Path) -> None:
    text = decode((shared / "corpus/trf_krause_valid.trf").read_bytes())
    assert "Größe002,Mañana" in text
    assert "Pelääjä005,Été" in text


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("№;Имя;1;2\n1;Хан, Ирина;2w0,5;+\n2;Ли;1b0,5;-\n", ["№", "Имя", 1, 2]),
        ('No,Name,1,2\n1,"Khan, Irina",2w1,+\n2,Lee,1b0,-\n', ["No", "Name", 1, 2]),
        ("No\tName\t1\t2\n1\tKhan, Irina\t2w1\t+\n2\tLee\t1b0\t-\n", ["No", "Name", 1, 2]),
        ('No|Name|1|2\n1|Khan, "Irina|2w1|+\n2|Lee|1b0|-\n', ["No", "Name", 1, 2]),
        ("sep=;\nNo;Name;1;2\n1;Khan;2w1;+\n2;Lee;1b0;-\n", ["No", "Name", 1, 2]),
        ("Open 2026\n\nNo;Name;1;2\r\n1;Khan;2w1;+\r\n2;Lee;1b0;-", ["Open 2026"]),
    ],
)
def test_delimiters(text: str, first: list[Any]) -> None:
    grid = grid_of(text, "table")
    assert grid.sheet == "table"
    assert list(grid.rows[0]) == first
    assert len(grid.rows[-1]) == 4
    assert grid.rows[-1][2] in ("1b0", "1b0,5")


def test_fields_with_line_ends_keep_the_rows_of_a_spreadsheet() -> None:
    grid = grid_of('No,Name,1,2\n1,"Khan\nIrina",2w1,+\n2,Lee,1b0,-\n', "table")
    assert [row[0] for row in grid.rows] == ["No", 1, 2]


def test_whole_numbers_are_numbers_and_everything_else_is_text() -> None:
    grid = grid_of("No,Name,1,2,3,4,5\n12,Khan,-1,00,0,7.5,+1\n13,Lee,½,1/2,-0,011,1 \n", "table")
    assert [list(row) for row in grid.rows[1:]] == [
        [12, "Khan", -1, "00", 0, "7.5", "+1"],
        [13, "Lee", "½", "1/2", "-0", "011", "1 "],
    ]


@pytest.mark.parametrize(("delimiter", "encoding"), [(";", "utf-8-sig"), (",", "utf-8"), ("\t", "utf-16")])
def test_tables_of_the_corpus_as_text(delimiter: str, encoding: str, shared: Path, tmp_path: Path) -> None:
    compared = []
    for path in sorted((shared / "corpus").glob("*.xlsx")):
        if path.name == "cr_rr_matrix6_typed_halves.xlsx":  # dates, which have no one form in a text
            continue
        (table,) = open_tables(path, Asked())
        sheet = load_workbook(path)[str(table.sheet.grid.sheet)]
        target = tmp_path / f"{path.stem}.csv"
        with target.open("w", encoding=encoding, newline="") as file:
            writer = csv.writer(file, delimiter=delimiter)
            writer.writerows([as_text(value, delimiter) for value in row] for row in sheet.iter_rows(values_only=True))
        (again,) = open_tables(target, Asked())
        t, other = (one.reading.tournament_or_raise() for one in (table, again))
        assert (by_number(other), facts(other)) == (by_number(t), facts(t)), path.name
        compared.append(path.name)
    assert len(compared) == 19


def as_text(value: object, delimiter: str) -> str:
    """A cell as a spreadsheet writes it into a text file."""
    if isinstance(value, float):
        return f"{value:g}".replace(".", "," if delimiter == ";" else ".")
    return "" if value is None else str(value)


def listing(rows: Iterable[Sequence[object]], parted_by: str) -> str:
    """Rows as a program prints them: numbers end, texts begin where their column does."""
    table = [["" if cell is None else str(cell) for cell in row] for row in rows]
    of_tables = [row for row in table if sum(map(bool, row)) > 2]
    widths = [max(map(len, column)) for column in zip(*of_tables)]
    lines = []
    for row, texts in zip(rows, table):
        cells = [
            text.rjust(width) if isinstance(value, int | float) else text.ljust(width)
            for value, text, width in zip(row, texts, widths)
        ]
        lines.append(parted_by.join(cells) if texts in of_tables else "".join(texts))
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("name", "sheet", "first_column", "parted_by"),
    [
        ("vega_sydneyblitz2024", "Sheet1", 1, " "),
        ("sp_limerick2009", "Crosstable", 2, " "),
        ("sp_limerick2009", "Crosstable", 2, "\t"),
        ("uscf_wintd_64x7", "Wall chart", 1, "|"),
        ("go_opengotha_4x3", "H9", 1, " "),
        ("rr2_rounds_wz_2014", "Sheet1", 1, "  "),
        ("cr_swiss_naantali2015_fi", "Sheet1", 1, "  "),
    ],
)
def test_listings_of_the_corpus(
    name: str, sheet: str, first_column: int, parted_by: str, shared: Path, tmp_path: Path
) -> None:
    path = shared / f"corpus/{name}.xlsx"
    rows = list(load_workbook(path)[sheet].iter_rows(min_col=first_column, values_only=True))
    (tmp_path / "listing.txt").write_text(listing(rows, parted_by), encoding="utf-8")
    (table,), (again,) = open_tables(path, Asked()), open_tables(tmp_path / "listing.txt", Asked())
    t, other = (one.reading.tournament_or_raise() for one in (table, again))
    assert (by_number(other), facts(other)) == (by_number(t), facts(t))


VEGA = """\
Open Weekend

 Cross Table at round 3

 Pos  NAME                 Rtg   Fed   Pts |  1    2    3   | User
--------------------------------------------------------------------
   1  Player001,Sigma      2367  OS    2.5 | +W108=B12 +W3  | 0
   2  Player 002,Uni Form        NSW   1   | -B12  --  +BYE | 0
   3  Spieler 003, Litera  2141  NSW   0.5 | =HPB  --  -B1  | 0
  12  Größe 004            2001  NSW   1.5 | +W2  =W1   --  | 0
 108  Été 005              1999  NSW   0   | -B1   --   --  | 0
"""


def test_listing_in_columns_of_characters() -> None:
    grid = grid_of(VEGA, "listing")
    assert grid.sheet is None
    rows = [list(row) for row in grid.rows]
    assert rows[4] == ["Pos", "NAME", "Rtg", "Fed", "Pts", "1", "2", "3", "User"]
    assert rows[6] == ["1", "Player001,Sigma", "2367", "OS", "2.5", "+W108", "=B12", "+W3", "0"]
    assert rows[7] == ["2", "Player 002,Uni Form", None, "NSW", "1", "-B12", "--", "+BYE", "0"]
    assert rows[9] == ["12", "Größe 004", "2001", "NSW", "1.5", "+W2", "=W1", "--", "0"]
    assert rows[0] == ["Open Weekend"]


LONG = """\
N. NAME                       Fed Pts   1    2    3
1. Adams, John                ENG 2.5  +W2  =B3  +W4
{}
{}
4. Davis, Mary-Ann de la Cruz     0.5  =W3  -B2  -B1
"""
BAKER = "2. Baker, William W               1.0  -B1  +W4  -B3"
CLARK = "3. O'Neil                     IRL 2.0  =B4  =W1  +W2"


@pytest.mark.parametrize("rows", [(BAKER, CLARK), (CLARK, BAKER)])
@pytest.mark.parametrize("bars", [False, True], ids=["blanks", "bars between the rounds"])
def test_one_long_name_opens_no_columns(rows: tuple[str, str], bars: bool, tmp_path: Path) -> None:
    text = LONG.format(*rows)
    if bars:
        text = "\n".join("|".join([line[:37], line[37:42], line[42:47], line[47:]]) for line in text.splitlines())
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    cells = [list(row) for row in grid_of(text, "a").rows]
    assert cells[0] == ["N.", "NAME", "Fed", "Pts", "1", "2", "3"]
    assert cells[4] == ["4.", "Davis, Mary-Ann de la Cruz", None, "0.5", "=W3", "-B2", "-B1"]
    (table,) = open_tables(tmp_path / "a.txt", Asked())
    t = table.reading.tournament_or_raise()
    assert dict(zip(t.numbers, t.scores())) == {"1": 2.5, "2": 1, "3": 2, "4": 0.5}
    assert dict(zip(t.numbers, t.names))["2"] == "Baker, William W"


def test_games_without_blanks_between_them() -> None:
    lines = ["No  Name    1    2    3   Pts", " 1. Adams 115:W102:D 13:L 1.5", " 2. Baker  13:L115:W102:D 1.5"]
    rows = grid_of("\n".join(lines), "listing").rows
    assert list(rows[0]) == ["No", "Name", "1", "2", "3", "Pts"]
    assert list(rows[1]) == ["1.", "Adams", "115:W", "102:D", "13:L", "1.5"]


WALL_CHART = """\
-----------------------------------------------------------------
 Pair | Player Name                     |Total|Round|Round|
 Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |  2  |
-----------------------------------------------------------------
    1 | PLAYER WHISKY 001               |1.5  |W   2|H    |
   ON | 00000000 / R: 1794   ->1817     |     |W    |     |
-----------------------------------------------------------------
    2 | SPIELER O'KILO 002              |0.0  |L   1|U    |
   MI | 00000000 / R: 1553   ->1663     |     |B    |     |
"""


def test_wall_chart() -> None:
    grid = grid_of(WALL_CHART, "chart")
    assert [cell and cell.strip() for cell in grid.rows[4][:5]] == ["1", "PLAYER WHISKY 001", "1.5", "W   2", "H"]
    assert grid.rows[8][3].strip() == "B"


def test_text_files_are_sheets(tmp_path: Path) -> None:
    path = tmp_path / "Группа.csv"
    path.write_bytes(RUSSIAN.encode("cp1251"))
    (table,) = open_tables(path, Asked())
    assert table.place == "Группа!A1:E4"
    assert table.reading.tournament_or_raise().scores() == [1.5, 1, 0.5]
    (sheet,) = open_sheets(path, "группа", Area.parse("A2:C3"))
    assert [list(row) for row in sheet.grid.rows] == [[1, "Невский, Ярослав", "2w1"], [2, "Хан, Ирина", "1b0"]]
    with pytest.raises(RequestError, match="is a text file and has no sheet 'Лист1'; leave --sheet out"):
        open_sheets(path, "Лист1")


def test_tournament_report(shared: Path) -> None:
    (table,) = open_tables(shared / "corpus/trf_krause_valid.trf", Asked())
    assert (table.place, table.reading.layout) == ("lines 10-21", "trf")
    assert len(table.reading.tournament_or_raise()) == 12


def test_text_without_a_table(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear arbiter,\nplease find the table attached.\n", encoding="utf-8")
    with pytest.raises(InputError, match="no crosstable was found in the text"):
        open_tables(path, Asked())
