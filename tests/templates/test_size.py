"""The largest template: how much more LibreOffice has to do for it, and how large it is."""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from xl_tiebreak.templates import blank, workbook

from .tools import Event, fill, swiss_rows

SYSTEM_PYTHON = "/usr/bin/python3"
TIMING = Path(__file__).with_name("office_timing.py")
SMALL, LARGE = (60, 9), (300, 15)


def filled(folder: Path, players: int, rounds: int) -> Path:
    """A template of this size in which every row and every round is used."""
    design = blank("swiss", players, rounds, "ru")
    path = folder / f"swiss{players}.xlsx"
    path.write_bytes(workbook(design))
    rng = random.Random(players)
    rows = swiss_rows(rng, players, rounds)
    while not all(any(column) for column in list(zip(*rows))[2:]):
        rows = swiss_rows(rng, players, rounds)
    fill(path, Event(design, rows, "fide1998", ["BH", "BH-CX", "SB", "DE"]))
    return path


def test_full_recalculation_grows_with_the_cells(soffice: str, tmp_path: Path) -> None:
    """Eight times the cells may take forty times the processor's time at most; both are measured in one run."""
    if shutil.which(SYSTEM_PYTHON) is None or subprocess.run([SYSTEM_PYTHON, "-c", "import uno"]).returncode:
        pytest.skip("the system's Python has no module uno (package python3-uno)")
    books = [str(filled(tmp_path, *size)) for size in (SMALL, LARGE)]
    command = [SYSTEM_PYTHON, str(TIMING), soffice, str(tmp_path / "profile"), *books]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    small, large = json.loads(done.stdout)
    print(f"full recalculation of 300×15 takes {large / small:.1f} times that of 60×9")
    assert large <= 40 * small


def test_largest_file_is_small() -> None:
    size = len(workbook(blank("swiss", *LARGE, "ru")))
    print(f"a template of 300×15 has {size / 1e6:.2f} MB")
    assert size < 2_000_000
