"""``fill``: what is written where, and the summary."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

Run = Callable[..., Any]
Changed = Callable[..., Path]

ADDED = "added N Бухгольц (ФИДЕ 1998), O Посл. усечение (ФИДЕ 1998), P Бергер (ФИДЕ 1998)"
SUMMARY = f"11 players; places decided by PTS 4, BH 5, SB 2; {ADDED}"


def test_copy_beside_the_original(run: Run, dmitrov: Path, check_xlsx: Callable[[Path], None]) -> None:
    before = dmitrov.read_bytes()
    done = run("fill", dmitrov)
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[3].split()[:6] == ["1", "10", "Невский,", "Ярослав", "7,5", "46,0"]
    assert done.out.splitlines()[-1] == f"dmitrov2008_filled.xlsx: {SUMMARY}"
    assert dmitrov.read_bytes() == before
    check_xlsx(Path("dmitrov2008_filled.xlsx"))
    sheet = load_workbook("dmitrov2008_filled.xlsx").active
    assert [sheet[name].value for name in ("B2", "N1", "N2", "N3", "P2")] == [
        "Невский, Ярослав",
        "Бухгольц (ФИДЕ 1998)",
        46,
        40.5,
        33.25,
    ]


def test_shared_places(run: Run, dmitrov: Path) -> None:
    done = run("fill", dmitrov, "--chain", "PTS, BH, BH-CX")
    assert done.out.splitlines()[-2:] == [
        "dmitrov2008_filled.xlsx: 11 players; places decided by PTS 4, BH 5; 2 share a place; "
        "filled M М; added N Бухгольц (ФИДЕ 1998), O Посл. усечение (ФИДЕ 1998)",
        "  replaced 2 values: M7: 6 → 6-7; M8: 7 → 6-7",
    ]
    sheet = load_workbook("dmitrov2008_filled.xlsx").active
    assert [sheet.cell(row, 13).value for row in range(2, 13)] == [1, 2, 3, 4, 5, "6-7", "6-7", 8, 9, 10, 11]


def test_blank_template_is_filled_under_its_own_headings(run: Run, root: Path, dmitrov: Path) -> None:
    source, book = load_workbook(dmitrov).active, load_workbook(root / "tests/sheets/swiss_ru.xlsx")
    for row in source.iter_rows(min_row=2, max_col=11):
        for cell in row:
            book.active[cell.coordinate] = cell.value
    book.active["A13"] = None
    for row in range(13, 26):
        book.active.cell(row, 1).value = None
    book.save("mine.xlsx")
    done = run("fill", "mine.xlsx", "--chain", "BH, BH-C1, SB")
    assert done.out.splitlines()[-1] == (
        "mine_filled.xlsx: 11 players; places decided by PTS 4, BH 5, SB 2; "
        "filled L Оч, N Бухгольц, O Ус. Бухгольц-1, P Бергер, M М"
    )
    sheet = load_workbook("mine_filled.xlsx").active
    assert [cell.value for cell in sheet[2]][11:] == [7.5, 1, 46, 44.5, 33.25]


def test_folder_is_made_and_twice_is_once(run: Run, dmitrov: Path) -> None:
    assert run("fill", dmitrov, "-o", "out/filled").out.splitlines()[-1] == f"out/filled/dmitrov2008.xlsx: {SUMMARY}"
    first = Path("out/filled/dmitrov2008.xlsx").read_bytes()
    again = run("fill", "out/filled/dmitrov2008.xlsx", "--in-place")
    assert again.out.splitlines()[-1].endswith("; nothing had to be written")
    assert Path("out/filled/dmitrov2008.xlsx").read_bytes() == first


def test_in_place(run: Run, dmitrov: Path) -> None:
    assert run("fill", dmitrov, "--in-place").status == 0
    assert load_workbook(dmitrov).active["N2"].value == 46
    assert {path.name for path in Path().iterdir()} == {"dmitrov2008.xlsx"}


def test_one_bad_file_never_stops_the_rest(run: Run, dmitrov: Path, changed: Changed) -> None:
    bad = changed(D7="8w½x")
    Path("text.xlsx").write_text("text", encoding="utf-8")
    done = run("fill", "text.xlsx", bad, "none.xlsx", dmitrov)
    assert done.status == 2
    assert done.out == f"dmitrov2008_filled.xlsx: {SUMMARY}\n"  # of several files, a summary line each
    assert [line.split(":")[0] for line in done.err.splitlines()] == [
        "error",
        "changed.xlsx",
        "error",
        "3 of 4 files were not filled",
    ]
    assert run("fill", bad, dmitrov).status == 1
    assert run("fill", bad, "-o", "out").status == 1
    assert not Path("out").exists()


def test_filled_copies_are_not_filled_again(run: Run, dmitrov: Path) -> None:
    run("fill", dmitrov)
    done = run("fill", dmitrov, "dmitrov2008_filled.xlsx")
    skipped = "dmitrov2008_filled.xlsx: skipped, it is a filled copy; --in-place fills it anew\n"
    assert (done.status, done.err) == (0, skipped)
    assert run("fill", "dmitrov2008_filled.xlsx").status == 2
    assert {path.name for path in Path().iterdir()} == {"dmitrov2008.xlsx", "dmitrov2008_filled.xlsx"}


def test_two_files_of_one_name(run: Run, dmitrov: Path) -> None:
    Path("other").mkdir()
    Path("other/dmitrov2008.xlsx").write_bytes(dmitrov.read_bytes())
    done = run("fill", dmitrov, "other/dmitrov2008.xlsx", "-o", "out")
    assert done.status == 2
    assert done.err == (
        "other/dmitrov2008.xlsx: error: 'out/dmitrov2008.xlsx' is written for 'dmitrov2008.xlsx' already; "
        "fill them into two folders\n1 of 2 files were not filled\n"
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["-o", "out", "--in-place"], "-o and --in-place exclude each other; choose one of them"),
        (["-o", "."], "'.' is the folder of 'dmitrov2008.xlsx' itself; --in-place writes into the file"),
        (["-o", "dmitrov2008.xlsx"], "-o names a folder for the copies, not a file; write -o 'dmitrov2008'"),
        (["-o", "new/one.XLSM"], "-o names a folder for the copies, not a file; write -o 'new/one'"),
    ],
)
def test_target_that_cannot_be(words: list[str], sentence: str, run: Run, dmitrov: Path) -> None:
    before = dmitrov.read_bytes()
    done = run("fill", dmitrov, *words)
    assert (done.status, done.out) == (2, "")
    assert done.err.removeprefix("dmitrov2008.xlsx: ") == f"error: {sentence}\n"
    assert dmitrov.read_bytes() == before


def test_warnings_and_formulas_are_told(run: Run, changed: Changed) -> None:
    done = run("fill", changed(L5=6.5, N1="Бухгольц", N2="=BUCHHOLZ(A1:M12,10)"), "--chain", "BH")
    assert done.status == 0
    assert (
        done.out.splitlines()[-2:]
        == [
            "changed_filled.xlsx: 11 players; places decided by PTS 4, BH 5; 2 share a place; "
            "filled N Бухгольц, M М; 1 warning",
            "  replaced 2 values: M7: 6 → 6-7; M8: 7 → 6-7",
            "  one column keeps its formulas: N 'Бухгольц'",
        ][-2:]
    )
    assert done.err == (
        "changed.xlsx: warning: L5: '6.5' is printed, but the rounds add up to 6; correct the points or a result\n"
    )
    assert load_workbook("changed_filled.xlsx").active["N2"].value == "=BUCHHOLZ(A1:M12,10)"


def test_formulas_for_points_are_not_compared(run: Run, changed: Changed) -> None:
    done = run("fill", changed(L5="=SUM(1,2)"))
    assert (done.status, done.err) == (0, "")
    assert load_workbook("changed_filled.xlsx").active["L5"].value == "=SUM(1,2)"


def test_for_programs(run: Run, dmitrov: Path, changed: Changed) -> None:
    done = json.loads(run("fill", dmitrov, "--json", "--chain", "BH").out)
    (table,) = done.pop("tables")
    formulas = {"renewed": [], "left": []}
    assert done == {
        "file": "dmitrov2008.xlsx",
        "written": "dmitrov2008_filled.xlsx",
        "formulas": formulas,
        "error": None,
    }
    assert table["players"][0]["tiebreaks"] == {"BH": 46}
    assert table["columns"] == [
        {"column": "M", "heading": "М", "code": "PLACE", "new": False},
        {"column": "N", "heading": "Бухгольц (ФИДЕ 1998)", "code": "BH", "new": True},
    ]
    assert table["changes"] == ["M7: 6 → 6-7", "M8: 7 → 6-7"]
    bad = run("fill", changed(D7="8w½x"), dmitrov, "--json")
    first, second = json.loads(bad.out)
    assert bad.status == 1
    assert (first["written"], first["problems"][0]["cell"]) == (None, "D7")
    assert second["written"] == "dmitrov2008_filled.xlsx"


def test_keep(run: Run, changed: Changed) -> None:
    book = changed(N1="Бухгольц", N2=99, M2=11)
    done = run("fill", book, "--keep", "--chain", "BH", "-o", "once")
    assert done.out.splitlines()[-3:] == [
        "once/changed.xlsx: 11 players; places decided by PTS 4, BH 5; 2 share a place; "
        "added O Бухгольц (ФИДЕ 1998), P Место (ФИДЕ 1998)",
        "  column N 'Бухгольц' keeps 1 value that differs",
        "  column M 'М' keeps 3 values that differ",
    ]
    again = run("fill", "once/changed.xlsx", "--keep", "--chain", "BH", "-o", "twice")
    assert "nothing had to be written" in again.out
    assert Path("twice/changed.xlsx").read_bytes() == Path("once/changed.xlsx").read_bytes()
    sheet = load_workbook("twice/changed.xlsx").active
    assert [sheet[name].value for name in ("M2", "N2", "O2", "P2")] == [11, 99, 46, 1]


# --- many files


@pytest.fixture
def folder(dmitrov: Path) -> Path:
    """Five workbooks in a folder, the last one with an error, and what is no workbook to be filled."""
    inside = Path("archive")
    inside.mkdir()
    for number in range(4):
        (inside / f"{number}.xlsx").write_bytes(dmitrov.read_bytes())
    book = load_workbook(dmitrov)
    book.active["D7"] = "8w½x"
    book.save(inside / "bad.xlsm")
    (inside / "~$closed.xlsx").write_bytes(b"owner")
    (inside / "notes.txt").write_text("text", encoding="utf-8")
    return inside


SKIPPED = "archive/~$closed.xlsx: skipped, Excel leaves it beside a workbook that is open"


@pytest.mark.parametrize("named", [["archive"], ["archive/*.xls?"], ["archive/0.xlsx", "archive", "archive/*"][:2]])
def test_folders_and_patterns(named: list[str], run: Run, folder: Path) -> None:
    done = run("fill", *named, "-o", "out")
    assert done.status == 1
    assert [line.split(":")[0] for line in done.out.splitlines()] == [f"out/{number}.xlsx" for number in range(4)]
    first, bad, last = done.err.splitlines()
    assert (first, last) == (SKIPPED, "1 of 5 files were not filled")
    assert bad.startswith("archive/bad.xlsm: error: D7: ")
    assert {path.name for path in Path("out").iterdir()} == {f"{number}.xlsx" for number in range(4)}
    again = run("fill", "out", "--in-place")
    assert again.out.count("nothing had to be written") == 4


def test_what_folders_hold_besides_is_told(run: Run, folder: Path) -> None:
    for name in ("a.xls", "b.XLS", "c.ods", "d.xltx", ".~lock.c.ods#", "~$a.xls"):
        (folder / name).write_bytes(b"")
    convert = "to fill a workbook of another kind, convert it first (xl-tiebreak convert FILE -o NEW.xlsx)"
    name = "to fill what is in a folder inside, name that folder as well"
    for inside in ("spring", "autumn", "filled"):
        (folder / inside).mkdir()
    done = run("fill", folder, "-o", folder / "filled", "--report", "report.json")
    assert done.err.splitlines()[1] == f"passed over: .xls 2, .ods 1, .xltx 1, folders 2; {convert}; {name}"
    totals = json.loads(Path("report.json").read_text(encoding="utf-8"))["totals"]
    assert totals["passed_over"] == {".xls": 2, ".ods": 1, ".xltx": 1, "folders": 2}
    assert totals["files"] == 6
    Path("olds").mkdir()
    (folder / "a.xls").rename("olds/a.xls")
    assert run("fill", "olds").err.splitlines() == [
        f"passed over: .xls 1; {convert}",
        "error: 'olds' is a folder without workbooks (.xlsx, .xlsm)",
    ]
    (folder / "spring/0.xlsx").write_bytes((folder / "0.xlsx").read_bytes())
    (folder / "autumn").rmdir()
    assert "name that folder" not in run("fill", folder, folder / "spring", "-o", folder / "filled").err


def test_arguments_that_mean_no_file(run: Run, folder: Path) -> None:
    Path("empty").mkdir()
    done = run("fill", "empty", "x*.xlsx", "archive/1.xlsx")
    assert (done.status, len(done.out.splitlines())) == (2, 1)
    assert done.err.splitlines() == [
        "error: 'empty' is a folder without workbooks (.xlsx, .xlsm)",
        "error: no file is called 'x*.xlsx'",
        "2 of 3 files were not filled",
    ]


def test_processes_give_the_same_in_the_same_order(run: Run, folder: Path) -> None:
    alone = run("fill", "archive", "-o", "out", "--report", "reports/1.json", "--rules", "2024")
    files = {path.name: path.read_bytes() for path in Path("out").iterdir()}
    several = run("fill", "archive", "-o", "out", "--report", "reports/2.json", "--rules", "2024", "--jobs", 2)
    assert several == alone
    assert {path.name: path.read_bytes() for path in Path("out").iterdir()} == files
    assert Path("reports/1.json").read_bytes() == Path("reports/2.json").read_bytes()


def test_report(run: Run, folder: Path) -> None:
    run("fill", "archive", "-o", "out", "--report", "report.json")
    report = json.loads(Path("report.json").read_text(encoding="utf-8"))
    assert report["files"] == json.loads(run("fill", "archive", "-o", "out", "--json").out)
    assert report["totals"] == {
        "files": 6, "skipped": 1, "filled": 4, "failed": 1, "tables": 4, "players": 44, "warnings": 0,
        "passed_over": {}, "decided_by": {"PTS": 16, "BH": 20, "SB": 8},
    }  # fmt: skip
    assert [(one["file"], one["error"][:3]) for one in report["failures"]] == [("archive/bad.xlsm", "D7:")]


def test_report_that_cannot_be_written(run: Run, folder: Path) -> None:
    done = run("fill", "archive", "-o", "out", "--report", "archive/0.xlsx/report.json")
    assert (done.status, done.out) == (2, "")
    assert "the report 'archive/0.xlsx/report.json' cannot be written" in done.err
    assert not Path("out").exists()


def test_report_never_overwrites_a_workbook(run: Run, dmitrov: Path) -> None:
    before = dmitrov.read_bytes()
    done = run("fill", dmitrov, "--report", dmitrov)
    assert (done.status, done.out) == (2, "")
    assert done.err == "error: --report writes JSON; name a file such as report.json, not 'dmitrov2008.xlsx'\n"
    assert dmitrov.read_bytes() == before


def test_folder_that_is_called_like_a_file(run: Run, dmitrov: Path) -> None:
    Path("season.xlsx").mkdir()
    assert run("fill", dmitrov, "-o", "season.xlsx").status == 0
    assert Path("season.xlsx/dmitrov2008.xlsx").exists()


def test_file_named_twice_is_filled_once(run: Run, dmitrov: Path) -> None:
    done = run("fill", dmitrov, "dmitrov*.xlsx", "--in-place")
    assert done.out.count("dmitrov2008.xlsx: 11 players") == 1


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_link_and_its_target_are_one_file_in_place(run: Run, folder: Path) -> None:
    Path("archive/link.xlsx").symlink_to("0.xlsx")
    done = run("fill", "archive", "--in-place")
    assert "archive/link.xlsx: skipped, it is the same file as 'archive/0.xlsx'" in done.err.splitlines()
    assert len(done.out.splitlines()) == 4
    assert Path("archive/link.xlsx").is_symlink()
    assert len(run("fill", "archive", "-o", "out").out.splitlines()) == 5


@pytest.mark.parametrize("options", [[], ["--keep"], ["--values"], ["--rules", "2024"]])
def test_filled_twice_in_place_is_filled_once(options: list[str], run: Run, changed: Changed) -> None:
    book = changed(N1="Бухгольц", N2=99, O1="Бергер", O3="=BERGER(A1:M12,8)")
    assert run("fill", book, "--in-place", *options).status == 0
    once = book.read_bytes()
    again = run("fill", book, "--in-place", *options)
    assert "nothing had to be written" in again.out
    assert book.read_bytes() == once


def test_protected_sheet_is_filled_and_stays_protected(run: Run, changed: Changed) -> None:
    def protect(sheet: Any) -> None:
        sheet.protection.password = "secret"
        sheet.protection.enable()

    assert run("fill", changed(protect)).status == 0
    before, after = (load_workbook(name).active for name in ("changed.xlsx", "changed_filled.xlsx"))
    assert after.protection.sheet
    assert after.protection.password == before.protection.password
    assert after["N2"].value == 46
