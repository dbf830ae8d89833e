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


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_between_files(jobs: int, root: Path, tmp_path: Path) -> None:
    content = (root / "tests/sheets/dmitrov2008.xlsx").read_bytes()
    for number in range(FILES):
        (tmp_path / f"{number:03}.xlsx").write_bytes(content)
    command = [sys.executable, "-m", "xl_tiebreak", "fill", tmp_path, "-o", tmp_path / "out", "--jobs", str(jobs)]
    process = subprocess.Popen(
        command, bufsize=0, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    assert process.stdout
    begin = process.stdout.read(1)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to every process of the command
    out, err = process.communicate(timeout=60)
    filled = len((begin + out).splitlines())
    assert process.returncode == 130
    assert err.decode() == f"interrupted: {filled} of {FILES} files were filled, the others are as they were\n"
    assert 0 < filled < FILES
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [f"{n:03}.xlsx" for n in range(filled)]
    for path in (tmp_path / "out").iterdir():
        assert ZipFile(path).testzip() is None


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
    assert err == "interrupted: 0 of 1 files were filled, the others are as they were\n"
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == {source: before}
