"""The bar on a terminal, which stands on standard error and leaves standard output to the lines."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pty")


@pytest.mark.parametrize(("files", "shown"), [(3, True), (1, False)])
def test_bar_on_a_terminal(files: int, shown: bool, root: Path, tmp_path: Path) -> None:
    content = (root / "tests/sheets/dmitrov2008.xlsx").read_bytes()
    for number in range(files):
        (tmp_path / f"{number}.xlsx").write_bytes(content)
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "xl_tiebreak", "fill", *tmp_path.iterdir(), "-o", tmp_path / "out"]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=theirs, env=environment) as process:
        assert process.stdout
        out = process.stdout.read().decode()
    os.close(theirs)
    bar = b""
    try:
        while piece := os.read(ours, 10_000):
            bar += piece
    except OSError:  # the end, on Linux
        pass
    os.close(ours)
    assert process.returncode == 0
    assert out.count(" 11 players; ") == files
    assert (f"{files}/{files}".encode() in bar and b"files/s" in bar) is shown
    assert bool(bar) is shown
