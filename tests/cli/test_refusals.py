"""What cannot be done: one sentence, an exit status, and nothing written."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

Run = Callable[..., Any]
Changed = Callable[..., Path]

TABLE_ERRORS = [
    ({"D7": "8w½x"}, "D7: '8w½x' is not a result; write opponent, colour and result, such as 8w½"),
    ({"D7": "19w1"}, "D7: '19w1' names opponent 19, but the numbers go from 1 to 11; correct the number"),
    (
        {"C2": "1b1"},
        "C2 and C4: '1b1' contradicts '10w1', the cell of opponent 1; one game needs two results that fit: "
        "1 and 0, ½ and ½, + and -, or none in both",
    ),
    (
        {"C2": "10b1"},
        "C2 and C4: '10b1' is a game of number 10 against himself; write the number of the opponent, probably 1",
    ),
    ({"A3": 10}, "A2 and A3: '10' is the number of two players; give every player a number of his own"),
]


def files() -> set[str]:
    return {path.name for path in Path().iterdir()}


@pytest.mark.parametrize(("cells", "sentence"), TABLE_ERRORS)
@pytest.mark.parametrize("command", ["show", "fill", "explain"])
def test_errors_of_the_table_give_1(
    command: str, cells: dict[str, Any], sentence: str, run: Run, changed: Changed
) -> None:
    path = changed(**cells)
    before = files()
    done = run(command, path, *(["10", "BH"] if command == "explain" else []))
    assert (done.status, done.out) == (1, "")
    prefix = f"{path}: " if command == "fill" else ""
    assert done.err.splitlines()[0] == f"{prefix}error: {sentence}"
    assert files() == before


@pytest.mark.parametrize(
    ("remain", "sentence"),
    [
        (0, "the sheet 'Группа Е' is empty"),
        (
            1,
            "no crosstable was found on the sheet 'Группа Е'; "
            "it needs a heading row with the rounds 1, 2, 3, …, or name its cells with --range",
        ),
    ],
)
@pytest.mark.parametrize("command", ["show", "check", "fill"])
def test_sheet_without_a_table_gives_1(command: str, remain: int, sentence: str, run: Run, changed: Changed) -> None:
    def clear(sheet: Any) -> None:
        sheet.delete_rows(1, 20)
        if remain:
            sheet["A1"] = "Список призов"

    path = changed(clear)
    before = files()
    done = run(command, path)
    assert (done.status, done.out) == (1, "")
    assert done.err == f"{'changed.xlsx: ' if command == 'fill' else ''}error: {sentence}\n"
    assert files() == before


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "there is no file 'other.xlsx'"),
        (b"%PDF-1.7", "'other.xlsx' is a PDF; save the table as .xlsx in Excel or LibreOffice"),
    ],
)
@pytest.mark.parametrize("command", ["show", "check", "fill"])
def test_file_that_is_no_workbook_gives_2(
    command: str, content: bytes | None, sentence: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path("other.xlsx").write_bytes(content)
    before = files()
    done = run(command, "other.xlsx")
    assert (done.status, done.out, done.err) == (2, "", f"error: {sentence}\n")
    assert files() == before


@pytest.mark.parametrize(("more_sheets", "cell"), [(0, "A2"), (1, "Pairings!A2")])
def test_a_list_of_games_is_refused_by_name(
    more_sheets: int, cell: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    book = Workbook()
    book.active.title = "Pairings"
    for row in (["Round 1"], ["Bo.", "White", "Result", "Black"], [1, "Adams", "1 - 0", "Davis"]):
        book.active.append(row)
    for _ in range(more_sheets):
        book.create_sheet("Prizes")
    book.save("games.xlsx")
    done = run("show", "games.xlsx")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"error: {cell}: 'Bo.' begins a list of games, one in a row, which is no crosstable; ")


def test_text_without_a_table_gives_1(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("other.xlsx").write_text("text", encoding="utf-8")
    done = run("show", "other.xlsx")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("error: no crosstable was found in the text; ")
    done = run("fill", "other.xlsx")
    assert (done.status, done.err) == (
        2,
        "error: 'other.xlsx' is no .xlsx workbook and cannot be filled; "
        "convert it first: xl-tiebreak convert other.xlsx -o other_table.xlsx\n",
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--chain", "BHX"], "unknown tie-break 'BHX'; did you mean BH-CX?"),
        (["--chain", "BH, BH"], "the chain names BH twice"),
        (["--rules", "fide98"], "unknown rules 'fide98'; did you mean fide1998?"),
        (["--rules", "2010"], "unknown rules '2010'; known are 1998, 2009, 2022, 2023, 2024, 2026"),
        (["--rules", "2024:knockout"], "unknown option 'knockout' in '2024:knockout'"),
        (["--system", "knockout"], "unknown system 'knockout'; known are swiss, rr"),
        (["--language", "de"], "unknown language 'de'; known are en, ru"),
        (["--sheet", "Группа"], "there is no sheet 'Группа'; did you mean Группа Е?"),
        (["--range", "A1-M12"], "--range: 'A1-M12' is not a cell address such as B3, or a range such as A1:M12"),
    ],
)
@pytest.mark.parametrize("command", ["show", "fill"])
def test_wrong_request_gives_2(command: str, words: list[str], sentence: str, run: Run, dmitrov: Path) -> None:
    done = run(command, dmitrov, *words)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"error: {sentence}") or done.err.startswith(f"{dmitrov}: error: {sentence}")
    assert done.err.count("\n") == 1
    assert files() == {"dmitrov2008.xlsx"}


@pytest.mark.parametrize("command", ["show", "fill", "check"])
def test_name_that_no_file_can_have_gives_2(command: str, run: Run) -> None:
    name = f"{'a' * 300}.xlsx"
    done = run(command, name)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"error: '{name}' cannot be read: ")
    assert done.err.count("\n") == 1


def test_range_without_a_table_gives_1(run: Run, dmitrov: Path) -> None:
    done = run("show", dmitrov, "--range", "A1:B3")
    assert done.status == 1
    assert done.err.startswith("error: there is no crosstable in the ")


@pytest.mark.parametrize("words", [["show"], ["show", "x.xlsx", "--bogus"], ["bogus"]])
def test_command_that_does_not_exist_gives_2(words: list[str], run: Run) -> None:
    done = run(*words)
    assert done.status == 2
    assert "Traceback" not in done.out + done.err
