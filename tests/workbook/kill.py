"""Processes killed while they fill workbooks: every target is then absent, the old file, or the complete new one.

    python -m tests.workbook.kill --runs 200 --files 10

A run fills files until it is killed (SIGKILL) at a random moment. A third of the files is filled in place, a third over
an older target, a third into a target that is not there yet.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.workbook import torture
from xl_tiebreak.workbook.edits import Edit, Style
from xl_tiebreak.workbook.new_file import Finisher
from xl_tiebreak.workbook.write import prepare, write

__all__ = ["power_cuts"]

ROOT = Path(__file__).resolve().parents[2]
EDITS = {torture.SHEET: [Edit(row, 13, row / 2, Style(decimals=1, like=11)) for row in range(1, 12)]}


def power_cuts(runs: int, files: int, seed: int = 0) -> Counter[str]:
    """How often a target was "absent", "old", "new" or anything else, "torn"; how many runs were "unfinished" when they
    were killed, and in how many a file was being "written"."""
    chance = random.Random(seed)
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source, filled = folder / "source.xlsm", folder / "filled.xlsm"
        torture.build(source)
        write(source, filled, EDITS)
        old, new = source.read_bytes(), filled.read_bytes()
        whole = _run(folder / "whole", source, files, None)
        for run in range(runs):
            place = folder / str(run)
            _run(place, source, files, chance.uniform(0, whole))
            states = [_state(place / f"target{number}.xlsm", old, new) for number in range(files)]
            found.update(states)
            found["unfinished"] += states.count("new") < files
            found["written"] += any(place.glob(".xl-tiebreak-*"))
            shutil.rmtree(place)
    return found


def _run(place: Path, source: Path, files: int, seconds: float | None) -> float:
    """Fill files in a process and kill it after some seconds; how long it worked."""
    place.mkdir()
    for number in range(files):
        shutil.copy(source, place / f"source{number}.xlsm")
        if number % 3 < 2:
            shutil.copy(source, place / f"target{number}.xlsm")
    command = [sys.executable, "-m", "tests.workbook.kill", "--worker", str(place), "--files", str(files)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        begin = time.perf_counter()
        if seconds is None:
            process.stdout.readline()
            return time.perf_counter() - begin
        time.sleep(seconds)
        process.kill()
        return seconds


def _work(place: Path, files: int) -> None:
    """Fill files as the command line does, which leaves waiting for the disk to threads."""
    print("ready", flush=True)
    with Finisher[int]() as finisher:
        for number in range(files):
            target = place / f"target{number}.xlsm"
            _, file = prepare(target if number % 3 == 0 else place / f"source{number}.xlsm", target, EDITS)
            finisher.add(number, file)
            for done, error in finisher.finished():
                assert not error, (done, error)
    print("done", flush=True)


def _state(target: Path, old: bytes, new: bytes) -> str:
    if not target.exists():
        return "absent"
    return {old: "old", new: "new"}.get(target.read_bytes(), "torn")


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill processes while they fill workbooks.")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--files", type=int, default=10, help="in each run")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.worker:
        _work(asked.worker, asked.files)
        return 0
    found = power_cuts(asked.runs, asked.files, asked.seed)
    print(", ".join(f"{name} {number}" for name, number in sorted(found.items())))
    return 1 if found["torn"] else 0


if __name__ == "__main__":
    sys.exit(main())
