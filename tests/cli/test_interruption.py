"""``fill`` interrupted by Ctrl-C: a sentence, no traceback, every file as it was or complete."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are interrupted in the way of POSIX")

FILES = 400


def filling(root: Path, folder: Path, jobs: int) -> subprocess.Popen[bytes]:
    """A run over many files that has told of the first one."""
    content = (root / "tests/sheets/dmitrov2008.xlsx").read_bytes()
    for number in range(FILES):
        (folder / f"{number:03}.xlsx").write_bytes(content)
    command = [sys.executable, "-m", "xl_tiebreak", "fill", folder, "-o", folder / "out", "--jobs", str(jobs)]
    process = subprocess.Popen(
        command, bufsize=0, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    assert process.stdout
    assert process.stdout.read(1)
    return process


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_between_files(jobs: int, sent: signal.Signals, root: Path, tmp_path: Path) -> None:
    process = filling(root, tmp_path, jobs)
    if sent == signal.SIGINT:
        os.killpg(process.pid, sent)  # as a terminal does, to every process of the command
    else:
        process.send_signal(sent)
    out, err = process.communicate(timeout=60)
    filled = len(out.splitlines())
    assert process.returncode == 130
    assert err.decode() == f"interrupted: {filled} of {FILES} files were filled, the others are as they were\n"
    assert 0 < filled < FILES
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [f"{n:03}.xlsx" for n in range(filled)]
    for path in (tmp_path / "out").iterdir():
        assert ZipFile(path).testzip() is None


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_twice_says_only_what_is_known(jobs: int, root: Path, tmp_path: Path) -> None:
    process = filling(root, tmp_path, jobs)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)  # a second one of the same kind might be taken for the first
    while process.poll() is None:
        process.send_signal(signal.SIGINT)  # nor does it help to go on
        time.sleep(0.01)
    out, err = process.communicate(timeout=60)
    told = len(out.splitlines())
    assert process.returncode == 130
    said = "interrupted: each file is as it was or complete; {} of {} are known to be filled\n"
    known = (told, told - 1)  # a line may be out, but not counted
    assert err.decode() in [said.format(number, FILES) for number in known]
    written = list((tmp_path / "out").iterdir())
    assert told <= len(written) < FILES
    assert not [path for path in written if path.suffix != ".xlsx"]
    assert all(ZipFile(path).testzip() is None for path in written)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the system does not list the children of a process")
def test_killed_program_leaves_no_process_behind(root: Path, tmp_path: Path) -> None:
    process = filling(root, tmp_path, 2)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()
    assert len(children) > 2
    process.kill()
    process.communicate(timeout=60)  # ends when nobody holds the other end of the pipes any more
    assert len(list((tmp_path / "out").glob("*.xlsx"))) < FILES


PROGRAM = """
import sys, time
from xl_tiebreak.cli import main
from xl_tiebreak.workbook import tables

def rank(*_):
    print("ranking", flush=True)
    time.sleep(50)

tables.rank = rank
sys.argv = ["xl-tiebreak", "fill", *sys.argv[1:]]
main()
"""


def test_one_file_is_interrupted_at_once(root: Path, tmp_path: Path) -> None:
    source = tmp_path / "a.xlsx"
    source.write_bytes((root / "tests/sheets/dmitrov2008.xlsx").read_bytes())
    before = source.read_bytes()
    command = [sys.executable, "-c", PROGRAM, source, "--in-place"]
    process = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "ranking\n"
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert time.monotonic() - begin < 30
    assert process.returncode == 130
    assert err == "interrupted: each file is as it was or complete; 0 of 1 are known to be filled\n"
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == {source: before}


WHILE_LOADING = """
import runpy, sys

class Pressing:
    def find_spec(self, name, *_):
        if name == "typer":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Pressing())
runpy.run_module("xl_tiebreak", run_name="__main__")
"""


def test_interrupted_while_the_program_is_loaded(root: Path) -> None:
    done = subprocess.run([sys.executable, "-c", WHILE_LOADING], cwd=root, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
