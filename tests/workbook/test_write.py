"""A file is written whole or not at all: rights, links, marks of open workbooks, full disks, recalculation."""

from __future__ import annotations

import errno
import gc
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import xlsxwriter

from tests.workbook.compare import part, parts_that_differ
from tests.workbook.kill import power_cuts
from xl_tiebreak.errors import InputError, RequestError
from xl_tiebreak.workbook import Asked, fill_file
from xl_tiebreak.workbook.edits import Edit
from xl_tiebreak.workbook.new_file import Finisher
from xl_tiebreak.workbook.unfinished import unfinished_prefix
from xl_tiebreak.workbook.write import prepare, write

SHEET = "Группа Е"
EDITS = {SHEET: [Edit(0, 15, "Бухгольц"), Edit(1, 15, 46)]}


@pytest.fixture
def book(dmitrov: Path, tmp_path: Path) -> Path:
    """The table of the 1998 document, alone in a folder."""
    path = tmp_path / "book.xlsx"
    path.write_bytes(dmitrov.read_bytes())
    return path


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def refusal(path: Path, target: Path) -> str:
    """The sentence with which writing is refused; nothing in the folders has changed."""
    before = files(path.parent) | files(target.parent)
    with pytest.raises(RequestError) as caught:
        write(path, target, EDITS)
    assert files(path.parent) | files(target.parent) == before
    return str(caught.value)


def test_the_file_itself(book: Path) -> None:
    assert write(book, book, EDITS) == 2
    assert b">46<" in part(book, "xl/worksheets/sheet1.xml")
    before = book.stat()
    assert write(book, book, EDITS) == 0
    assert (book.stat().st_ino, book.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert list(files(book.parent)) == ["book.xlsx"]


@pytest.mark.parametrize("edits", [{}, {SHEET: []}, {SHEET: [Edit(0, 0, "№")]}])
def test_copy_without_changes_is_exact(book: Path, edits: dict[str, list[Edit]]) -> None:
    target = book.with_name("copy.xlsx")
    assert write(book, target, edits) == 0
    assert target.read_bytes() == book.read_bytes()


def test_signed_macros_are_copied_but_not_changed(book: Path) -> None:
    with zipfile.ZipFile(book, "a") as package:
        package.writestr("xl/vbaProjectSignature.bin", b"signature")
    assert write(book, book.with_name("copy.xlsx"), {}) == 0
    assert "signed macros" in refusal(book, book)


def test_rights_of_the_target_else_of_the_original(book: Path) -> None:
    target = book.with_name("target.xlsx")
    book.chmod(0o440)
    write(book, target, EDITS)
    assert target.stat().st_mode & 0o777 == 0o640  # a copy can be written again
    target.chmod(0o664)
    write(book, target, EDITS)
    assert target.stat().st_mode & 0o777 == 0o664


def test_link_stays_a_link(book: Path) -> None:
    link = book.with_name("link.xlsx")
    link.symlink_to(book.name)
    assert write(link, link, EDITS) == 2
    assert link.is_symlink()
    assert b">46<" in part(book, "xl/worksheets/sheet1.xml")


@pytest.mark.parametrize(
    ("mark", "program"), [("~$book.xlsx", "Excel"), (".~lock.book.xlsx#", "LibreOffice")], ids=["Excel", "LibreOffice"]
)
def test_workbook_that_is_open(mark: str, program: str, book: Path, tmp_path: Path) -> None:
    (tmp_path / mark).write_bytes(b"")
    sentence = f"'{book}' is open in {program} and was skipped; close it there, or delete '{mark}' if it is not"
    assert refusal(book, book) == sentence
    assert refusal(book, tmp_path / "other.xlsx") == sentence
    other = tmp_path / "other.xlsx"
    other.write_bytes(book.read_bytes())
    assert refusal(other, book) == sentence
    left = f"'{tmp_path / mark}' is no workbook; {program} leaves it beside one that is open"
    assert refusal(tmp_path / mark, tmp_path / "out.xlsx") == left


def test_target_that_is_read_only(book: Path) -> None:
    target = book.with_name("target.xlsx")
    target.write_bytes(b"old")
    target.chmod(0o444)
    assert refusal(book, target) == f"'{target}' is read-only; nothing was written"


def test_folder_is_made_if_it_can_be(book: Path) -> None:
    target = book.parent / "new" / "folder" / "x.xlsx"
    assert write(book, target, EDITS) == 2
    assert target.exists()
    with pytest.raises(RequestError, match=r"x.xlsx' cannot be written: (File exists|Not a directory)$"):
        write(book, book / "x.xlsx", EDITS)


@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EROFS])
def test_disk_that_is_full(call: str, code: int, book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = book.with_name("target.xlsx")
    target.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, call, fail)
    assert refusal(book, target) == f"'{target}' cannot be written: {os.strerror(code)}"


def test_many_files_finished_in_other_threads(book: Path) -> None:
    targets = [book.with_name(f"{number}.xlsx") for number in range(40)]
    write(book, book.with_name("expected"), EDITS)
    targets[7].mkdir()  # cannot be replaced by a file
    finished = []
    with Finisher[int]() as finisher:
        for number, target in enumerate(targets):
            finisher.add(number, prepare(book, target, EDITS)[1] if number % 10 != 9 else None)
            finished += finisher.finished()
        finished += finisher.finished(all_of_them=True)
    assert [number for number, _ in finished] == list(range(40))
    assert [number for number, error in finished if error] == [7]
    assert str(finished[7][1]).startswith(f"'{targets[7]}' cannot be written: ")
    expected = book.with_name("expected").read_bytes()
    made = [target for number, target in enumerate(targets) if number % 10 != 9 and number != 7]
    assert all(target.read_bytes() == expected for target in made)
    assert len(list(book.parent.iterdir())) == len(made) + 3


def test_files_are_finished_whatever_comes_between(book: Path) -> None:
    target = book.with_name("target.xlsx")

    def interrupted() -> None:
        with Finisher[None]() as finisher:
            finisher.add(None, prepare(book, target, EDITS)[1])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert files(book.parent).keys() == {"book.xlsx", "target.xlsx"}


def test_nothing_of_a_file_has_to_be_searched_for(book: Path) -> None:
    """No record refers to itself by way of others, so all memory of a file is free when the next one is read."""
    target = book.with_name("target.xlsx")
    fill_file(book, target, Asked())
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        fill_file(book, target, Asked())
        gc.collect()
        ours = [thing for thing in gc.garbage if type(thing).__module__.startswith("xl_tiebreak")]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert ours == []


def test_disk_that_is_full_for_real(book: Path, tmp_path: Path) -> None:
    """The system itself refuses more bytes than a process may write into a file."""
    resource = pytest.importorskip("resource", reason="limits of a process are a thing of POSIX")
    import signal

    limits, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    target = tmp_path / "target.xlsx"
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
        with pytest.raises(RequestError) as caught:
            write(book, target, EDITS)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert str(caught.value) == f"'{target}' cannot be written: File too large"
    assert list(files(tmp_path)) == ["book.xlsx"]


def test_interruption_leaves_nothing_behind(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    before = files(book.parent)
    with pytest.raises(KeyboardInterrupt):
        write(book, book, EDITS)
    assert files(book.parent) == before


def test_cell_that_cannot_be_written_stops_the_whole_file(book: Path) -> None:
    before = files(book.parent)
    with pytest.raises(InputError, match=r"^Q1: 'nan' is no number that a cell can hold$"):
        write(book, book, {SHEET: [*EDITS[SHEET], Edit(0, 16, float("nan"))]})
    assert files(book.parent) == before


CALCULATE = b'<calcPr calcId="124519" fullCalcOnLoad="1"/>'


@pytest.mark.parametrize(
    ("edit", "second_result", "calculates"),
    [
        (Edit(0, 0, 46.0), 5, False),
        (Edit(0, 0, 46.0), None, True),  # the other formula has no result yet
        (Edit(0, 0, 46.0), "", True),
        (Edit(0, 3, 46.0), 5, True),  # no formula is concerned
        (Edit(0, 3, 46.0, formula="BUCHHOLZ(B1:C4,1)"), 5, False),
    ],
)
def test_opening_does_not_calculate_results_away(
    edit: Edit, second_result: object, calculates: bool, tmp_path: Path, check_xlsx: Callable[[Path], None]
) -> None:
    """XlsxWriter and openpyxl have everything calculated at opening: our functions would give errors."""
    path, target = tmp_path / "x.xlsx", tmp_path / "y.xlsx"
    with xlsxwriter.Workbook(path) as workbook:
        workbook.add_worksheet("A").write_formula("A1", "=BUCHHOLZ(B1:C4,1)", None, 0)
        workbook.add_worksheet("B").write_formula("A1", "=A!A1*2", None, 4711)
    with zipfile.ZipFile(path) as package:
        members = {name: package.read(name) for name in package.namelist()}
    second = "xl/worksheets/sheet2.xml"
    result = {None: b"", "": b"<v></v>"}.get(second_result, b"<v>5</v>")  # type: ignore[call-overload]
    assert CALCULATE in members["xl/workbook.xml"]
    members[second] = members[second].replace(b"<v>4711</v>", result)
    with zipfile.ZipFile(path, "w") as package:
        for name, content in members.items():
            package.writestr(name, content)
    assert write(path, target, {"A": [edit]}) == 1
    check_xlsx(target)
    differ = parts_that_differ(path, target)
    assert differ == {"xl/worksheets/sheet1.xml"} | (set() if calculates else {"xl/workbook.xml"})
    expected = CALCULATE if calculates else CALCULATE.replace(b'"1"/', b'"0"/')
    assert expected in part(target, "xl/workbook.xml")


def test_headings_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "x.xlsx"
    with xlsxwriter.Workbook(path) as workbook:
        sheet = workbook.add_worksheet("A")
        sheet.add_table("B2:C4", {"name": "Таблица", "columns": [{"header": "Имя"}, {"header": "Очки"}]})
        sheet.add_table("E2:F4", {"header_row": False})
    assert write(path, path, {"A": [Edit(1, 2, "Очки"), Edit(2, 2, 5), Edit(1, 4, "без заголовка")]}) == 2
    with pytest.raises(InputError, match=r"^C2: 'Очки' is a heading of the table 'Таблица'$"):
        write(path, path, {"A": [Edit(1, 2, "PTS")]})


@pytest.mark.skipif(os.name != "posix", reason="only there a process can be asked for without harm")
def test_what_killed_processes_left_is_taken_away(book: Path) -> None:
    """Ours alone: not a file of a living process, of another computer, or of another name."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    mine = unfinished_prefix()
    left = [mine.replace(f"-{os.getpid()}-", f"-{gone.pid}-") + "abc", ".xl-tiebreak-00000000-1-old"]
    kept = [f"{mine}abc", ".xl-tiebreak-00000000-1-new", ".xl-tiebreak-abc", "xl-tiebreak-1-a"]
    for name in left + kept:
        book.with_name(name).write_bytes(b"unfinished")
    os.utime(book.with_name(left[1]), (1, 1))
    folder = book.with_name(left[0].replace("abc", "folder"))
    folder.mkdir()
    write(book, book.with_name("new.xlsx"), EDITS)
    assert {path.name for path in book.parent.iterdir()} == {book.name, "new.xlsx", folder.name, *kept}


@pytest.mark.skipif(os.name != "posix", reason="processes are killed in the way of POSIX")
def test_killed_at_any_moment() -> None:
    """A short run of `python -m tests.workbook.kill`."""
    found = power_cuts(runs=30, files=9)
    assert found["torn"] == 0
    assert found["absent"] + found["old"] + found["new"] == 30 * 9
    assert found["unfinished"] > 0  # some runs were cut off while they wrote
    assert found["new"] > 0
