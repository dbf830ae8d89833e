"""Damaged, foreign and hostile files: each is read, or refused in one sentence that says what to do."""

import random
import re
import struct
import subprocess
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from tests.workbook.conftest import SMALL
from tests.workbook.test_files import record, write_xlsb
from xl_tiebreak.errors import InputError, RequestError, TiebreakError
from xl_tiebreak.workbook import Asked, open_sheets, open_tables
from xl_tiebreak.workbook.biff import cells_of_xls

TABLE = "sheet1.xml"
WORKBOOKS = (".xlsx", ".ods", ".xls", ".xlsb")


def small_xlsb(path: Path) -> None:
    """The small table as a binary workbook, its points as formulas."""
    cells = b""
    for r, row in enumerate(SMALL):
        cells += record(0, struct.pack("<I", r) + bytes(21))
        for c, value in enumerate(row):
            if isinstance(value, str):
                cells += record(6, struct.pack("<3I", c, 0, len(value)) + value.encode("utf-16-le"))
            else:
                cells += record(9 if c == 5 else 5, struct.pack("<2Id", c, 0, value) + bytes(10))
    write_xlsb(path, cells)


@pytest.fixture(scope="module")
def workbooks(soffice: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the small table in a workbook of every kind, and in texts."""
    folder = tmp_path_factory.mktemp("small")
    book = Workbook()
    for row in SMALL:
        book.active.append(row)
    book.active["F2"] = "=2+0.5"
    book.save(folder / "small.xlsx")
    for ending in ("ods", "xls"):
        command = [soffice, f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless"]
        command += ["--convert-to", ending, "--outdir", str(folder), str(folder / "small.xlsx")]
        subprocess.run(command, capture_output=True, check=True, timeout=240)
    small_xlsb(folder / "small.xlsb")
    return folder


def outcome(path: Path) -> str:
    """``read``, or the kind of error whose text is one sentence with something to do."""
    try:
        open_tables(path, Asked())
    except TiebreakError as error:
        sentence, kind = str(error), type(error).__name__
    else:
        return "read"
    assert "\n" not in sentence
    assert len(sentence) < 400
    return kind


@pytest.mark.parametrize("ending", WORKBOOKS)
def test_workbooks_cut_at_every_tenth(ending: str, workbooks: Path, tmp_path: Path) -> None:
    whole = (workbooks / f"small{ending}").read_bytes()
    path = tmp_path / f"cut{ending}"
    for tenth in range(10):
        path.write_bytes(whole[: len(whole) * tenth // 10])
        with pytest.raises(RequestError, match=r"^'.*cut\.\w+' .*(?:; |\(0 bytes\))"):
            open_tables(path, Asked())
    path.write_bytes(whole)
    assert outcome(path) == "read"


def damaged(content: bytes, choice: random.Random) -> bytes:
    """Some bytes changed, taken out, put in."""
    data = bytearray(content)
    for _ in range(choice.choice((1, 1, 3, 20))):
        at = choice.randrange(len(data) or 1)
        match choice.randrange(4):
            case 0:
                del data[at : at + choice.randrange(1, 20)]
            case 1:
                data[at:at] = choice.randbytes(5)
            case _:
                data[at : at + 1] = choice.randbytes(1)
    return bytes(data)


@pytest.mark.parametrize("ending", WORKBOOKS)
def test_workbooks_with_damaged_bytes(ending: str, workbooks: Path, tmp_path: Path) -> None:
    """The parts of a zip lie unpacked in it, so that the damage reaches what is in them."""
    whole, path, choice = workbooks / f"small{ending}", tmp_path / f"damaged{ending}", random.Random(ending)
    found: Counter[str] = Counter()
    for _ in range(150):
        if ending == ".xls":
            path.write_bytes(damaged(whole.read_bytes(), choice))
        else:
            with zipfile.ZipFile(whole) as parts, zipfile.ZipFile(path, "w") as out:
                wrong = choice.choice([name for name in parts.namelist() if parts.getinfo(name).file_size])
                for name in parts.namelist():
                    out.writestr(name, damaged(parts.read(name), choice) if name == wrong else parts.read(name))
        found[outcome(path)] += 1
    assert len(found) > 1
    assert found["RequestError"]


def test_panic_is_one_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    row = record(0, bytes(25))
    write_xlsb(tmp_path / "text.xlsb", row + record(7, struct.pack("<3I", 0, 0, 99)))  # text 99 of none
    with pytest.raises(RequestError, match="is damaged and cannot be read as a workbook"):
        open_sheets(tmp_path / "text.xlsb")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", ["trf_krause_valid.trf", "trf_bunratty_masters2011.trf", "trf_sharly_2020_06.trf"])
def test_damaged_reports(name: str, shared: Path, tmp_path: Path) -> None:
    content, path, choice = (shared / "corpus" / name).read_bytes(), tmp_path / name, random.Random(name)
    found: Counter[str] = Counter()
    for n in range(150):
        cut = n < 20
        path.write_bytes(content[: len(content) * (n + 1) // 20] if cut else damaged(content, choice))
        found[outcome(path)] += 1
    assert found.keys() >= {"read"}
    assert sum(found.values()) == 150


# --- files of other kinds

SAVE = "save the table as .xlsx in Excel or LibreOffice"
COPY = "copy the table into a sheet of Excel or LibreOffice"
PAGE = f"is a web page; open it in a browser, copy the table, or {SAVE}"
XML = '<?xml version="1.0" encoding="utf-8"?>\n'
UNPACK = "unpack it and name the file that was in it"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("<!-- saved from an address -->\n<html><body><table>", PAGE),
        (XML + '<!DOCTYPE html PUBLIC "x">\n<html>', PAGE),
        ('<div class="page"><table class="results">', PAGE),
        ("MIME-Version: 1.0\nContent-Type: multipart/related\n", PAGE),
        (XML + "<Workbook xmlns='x'>", f"is an XML spreadsheet of 2003; {SAVE}"),
        (XML + "<office:document office:version='1.2'>", f"is an OpenDocument file in a single piece (.fods); {SAVE}"),
        (XML + "<tournament/>", "is an XML file, not a table; export the crosstable"),
        ("ID;PWXL;N;E\nC;Y1;X1;K1\nE\n", f"is a table in an old format of exchange (SYLK or DIF); {SAVE}"),
        ('TABLE\r\n0,1\r\n"EXCEL"\r\n', f"is a table in an old format of exchange (SYLK or DIF); {SAVE}"),
        (b"\x89PNG\r\n\x1a\n\0\0", f"is a picture; {SAVE}"),
        (b"\x1f\x8b\x08\0\0\0", f"is a packed archive; {UNPACK}"),
        (b"\x09\0\x04\0\x02\0\x10\0" + bytes(90), f"is a workbook of Excel 4 or older; {SAVE}"),
        (bytes(90), f"is neither a workbook nor a text; {SAVE}"),
    ],
)
def test_what_is_no_table_is_named(content: str | bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "table.xls"
    for encoding in ("utf-8", "utf-8-sig", "utf-16") if isinstance(content, str) else ("",):
        path.write_bytes(content.encode(encoding) if isinstance(content, str) else content)
        with pytest.raises(RequestError, match=f"^'.*table.xls' {re.escape(sentence)}$"):
            open_sheets(path)


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        (["word/document.xml"], f"is a Word document, not a workbook; {COPY}"),
        (["content.xml"], f"is an OpenDocument file, but no spreadsheet; {COPY}"),
        (["table.xlsx"], f"is a zip archive without a workbook in it; {UNPACK}"),
    ],
)
def test_what_is_no_workbook_is_named(parts: list[str], sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "table.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        for name in parts:
            archive.writestr(name, "x")
    with pytest.raises(RequestError, match=f"^'.*table.xlsx' {re.escape(sentence)}$"):
        open_sheets(path)


def test_files_that_cannot_be_read_at_all(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for path, why in ((tmp_path / ("x" * 300), "too long"), (tmp_path / "file/in.xlsx", "ot a directory")):
        with pytest.raises(RequestError, match=f"cannot be read: .*{why}|there is no file"):
            open_sheets(path)
    with pytest.raises(RequestError, match="cannot be read: "):
        open_sheets(Path("a\0b"))


def test_text_that_is_too_large(tmp_path: Path) -> None:
    (tmp_path / "long.csv").write_bytes(b"\n" * 20_000_001)
    with pytest.raises(RequestError, match=r"too large to be a table: it has 20,000,001 bytes; copy the table into a"):
        open_sheets(tmp_path / "long.csv")


def encrypted_xls(content: bytes) -> bytes:
    """An old workbook whose second record says that the others are encrypted."""
    begin = content.index(b"\x09\x08\x10\0\0\x06\x05\0")
    second = begin + 20
    return content[:second] + b"\x2f\0" + content[second + 2 :]


def encrypted_ods(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", b"\x01\x02")
        archive.writestr("META-INF/manifest.xml", "<manifest:encryption-data/>")


def test_passwords(workbooks: Path, tmp_path: Path) -> None:
    (tmp_path / "closed.xls").write_bytes(encrypted_xls((workbooks / "small.xls").read_bytes()))
    encrypted_ods(tmp_path / "closed.ods")
    for path in (tmp_path / "closed.xls", tmp_path / "closed.ods"):
        with pytest.raises(RequestError, match=r"' is protected by a password; save a copy without it$"):
            open_sheets(path)


def test_end_of_the_records_of_an_xls(workbooks: Path) -> None:
    with pytest.raises(ValueError, match="its records end early"):
        cells_of_xls((workbooks / "small.xls").read_bytes()[:1000])


# --- cells so far out that there is no memory for those before them


def with_part(source: Path, target: Path, part: str, change: Callable[[bytes], bytes]) -> None:
    with zipfile.ZipFile(source) as parts, zipfile.ZipFile(target, "w") as out:
        for name in parts.namelist():
            data = parts.read(name)
            changed = change(data) if part in name else data
            assert part not in name or changed != data
            out.writestr(name, changed)


ARRAY = '<row r="9"><c r="A9"><f t="array" ref="A9:XFD1048576">1+1</f><v>1</v></c></row>'
FAR = (
    r"^XFD1048576: the cell stands so far out that the sheet has 1,048,576 rows and 16,384 columns; delete it, or name "
)
NOWHERE = r"its part '.*sheet1.xml' is damaged: it has a cell .*99999999, and no sheet has one there; open it in Excel"


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>', FAR),
        ("<row r='1048576'><c s='0' r='XFD1048576'><v>1</v></c></row>", FAR),
        (ARRAY, FAR),
        ('<row r="99999999"><c r="ZZZZ99999999"><v>1</v></c></row>', NOWHERE),
        ('<row r="99999999"><c><v>1</v></c></row>', NOWHERE),
    ],
)
def test_far_cells_of_a_sheet(row: str, sentence: str, dmitrov: Path, tmp_path: Path) -> None:
    path = tmp_path / "far.xlsx"
    with_part(dmitrov, path, TABLE, lambda data: data.replace(b"</sheetData>", f"{row}</sheetData>".encode()))
    with pytest.raises(TiebreakError, match=sentence):
        open_sheets(path)


def test_far_cells_of_binary_workbooks(workbooks: Path, tmp_path: Path) -> None:
    cell = record(5, struct.pack("<2Id", 16383, 0, 1.0))
    write_xlsb(tmp_path / "far.xlsb", record(0, struct.pack("<I", 1_048_575) + bytes(21)) + cell)
    with pytest.raises(InputError, match=FAR):
        open_sheets(tmp_path / "far.xlsb")
    content = (workbooks / "small.xls").read_bytes()
    number = content.index(b"\x7e\x02\x0a\0") + 4  # the first record of a whole number: row, column, look, value
    (tmp_path / "far.xls").write_bytes(content[:number] + b"\xff\xff\xff\xff" + content[number + 4 :])
    with pytest.raises(
        InputError, match=r"^CRXP65536: the cell stands so far out that the sheet has 65,536 rows and 65"
    ):
        open_sheets(tmp_path / "far.xls")


def test_size_that_no_old_workbook_has(workbooks: Path, tmp_path: Path) -> None:
    content = (workbooks / "small.xls").read_bytes()
    size = content.index(b"\x00\x02\x0e\0") + 4  # rows from, to, columns from, to
    for numbers in ((0, 2**31 - 1, 0, 8), (9, 5, 0, 8), (0, 5, 0, 257)):
        (tmp_path / "large.xls").write_bytes(content[:size] + struct.pack("<2I2H", *numbers) + content[size + 12 :])
        with pytest.raises(
            RequestError, match=r"damaged .* \(its records give a sheet a size that it cannot have\); open"
        ):
            open_sheets(tmp_path / "large.xls")


def test_array_formula_of_a_loaded_worksheet(dmitrov: Path, tmp_path: Path) -> None:
    from xl_tiebreak.workbook.read import sheet_of

    path = tmp_path / "far.xlsx"
    with_part(dmitrov, path, TABLE, lambda data: data.replace(b"</sheetData>", f"{ARRAY}</sheetData>".encode()))
    with pytest.raises(InputError, match=FAR):
        sheet_of(load_workbook(path).active)
