"""Speed and memory of filling files: read, ranked, planned, written, and on the disk.

    python -m tests.bench.fill             200 workbooks of 40x9, and a sheet of 5,000x15, against openpyxl
    python -m tests.bench.fill --check     exit code 1 where a figure misses its target
    python -m tests.bench.fill --jobs      2,000 files: one process against two
    python -m tests.bench.fill --memory    the peak for 10,000 files, in units of that for 100

openpyxl fills nothing in its time; it only loads and saves, and does not wait for the disk. Both take turns in this
process, a few files at a time, and the medians of processor time are compared, which other programs disturb least.
Processes are compared by the clock, each way in turn.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import xlsxwriter
from openpyxl import load_workbook

from xl_tiebreak.cli.named import Task
from xl_tiebreak.cli.work import Job, in_turn
from xl_tiebreak.workbook import Asked

from .events import rows, swiss

__all__ = ["main", "make_workbook"]

ROOT: Final = Path(__file__).resolve().parents[2]
TASKS: Final = ((200, 40, 9), (1, 5000, 15))
"""Workbooks, players, rounds."""
FASTER, TWICE, FLAT = 3.0, 1.6, 1.2
"""How many times as long openpyxl takes at least; one process as two; how much more memory many files take at most."""
MANY, FEW, IN_PROCESSES = 10_000, 100, 2_000
TIMES, A_TURN = 3, 25
"""How many times each way has its turn, and with how many files at most."""
MEASURED = """
import resource, sys
from xl_tiebreak.cli import main
try:
    main()
finally:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    print(*(resource.getrusage(kind).ru_maxrss for kind in kinds), file=sys.stderr)
"""
"""The command line, which then says how much memory it and the largest of its processes took."""


def main(arguments: list[str] | None = None) -> int:
    """Print the figures; 1 where `--check` finds one that misses its target, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.fill", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="exit code 1 where a figure misses its target")
    parser.add_argument("--jobs", action="store_true", help="one process against two")
    parser.add_argument("--memory", action="store_true", help="the peak of memory for many files and for few")
    options = parser.parse_args(arguments)
    measures: list[Callable[[], Iterable[bool]]] = []
    if options.jobs:
        measures.append(_jobs)
    if options.memory:
        measures.append(_memory)
    good = [reached for measure in measures or [_speed] for reached in measure()]
    return 0 if all(good) or not options.check else 1


def make_workbook(path: Path, players: int, rounds: int, seed: int) -> None:
    """An organiser's workbook with one table, in a look of its own."""
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Swiss")
        look = book.add_format({"border": 1, "font_name": "Times New Roman"})
        heading = book.add_format({"border": 1, "bold": True, "text_wrap": True})
        for number, row in enumerate(rows(swiss(players, rounds, seed))):
            sheet.write_row(number, 0, row, look if number else heading)
        sheet.set_column(1, 1, 30)
        sheet.freeze_panes(1, 2)


# --- against openpyxl


def _speed() -> Iterable[bool]:
    for count, players, rounds in TASKS:
        with tempfile.TemporaryDirectory() as name:
            paths = [Path(name) / f"{number}.xlsx" for number in range(count)]
            for seed, path in enumerate(paths):
                make_workbook(path, players, rounds, seed)
            turns = [paths[begin : begin + A_TURN] for begin in range(0, count, A_TURN)]
            took = [_in_turn(partial(_ours, some), partial(_openpyxl, some), time.process_time) for some in turns]
            ours, theirs = map(sum, zip(*took))
        ratio = theirs / ours
        print(
            f"filling {count} of {players:,}x{rounds}: {1000 * ours / count:.1f} ms of the processor a file; ", end=""
        )
        print(f"openpyxl takes {ratio:.2f} times as long (at least {FASTER:g})")
        yield ratio >= FASTER


def _ours(paths: Sequence[Path]) -> None:
    for done in in_turn((Task(str(path), str(path.with_suffix(".ours"))) for path in paths), Job(Asked())):
        assert not done.error, done.error


def _openpyxl(paths: Sequence[Path]) -> None:
    for path in paths:
        load_workbook(path).save(path.with_suffix(".openpyxl"))


def _in_turn(one: Callable[[], object], other: Callable[[], object], clock: Callable[[], float]) -> tuple[float, float]:
    """The medians of two ways to work, which take turns."""
    took: tuple[list[float], list[float]] = [], []
    for _ in range(TIMES):
        for times, work in zip(took, (one, other)):
            begin = clock()
            work()
            times.append(clock() - begin)
    return statistics.median(took[0]), statistics.median(took[1])


# --- the command line on many files


def _archive(folder: Path, files: int) -> None:
    """A folder of workbooks, of which every fortieth is the same."""
    folder.mkdir()
    contents = []
    for number in range(files):
        path = folder / f"{number:05}.xlsx"
        if number < 40:
            make_workbook(path, 40, 9, number)
            contents.append(path.read_bytes())
        else:
            path.write_bytes(contents[number % 40])


def _run(folder: Path, jobs: int) -> tuple[int, int]:
    """Fill a folder by the command line; the peaks of memory, in KB, of the command and of its largest process."""
    with tempfile.TemporaryDirectory() as out:
        command = [sys.executable, "-c", MEASURED, "fill", folder, "-o", out, "--jobs", str(jobs)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert len(done.stdout.splitlines()) == sum(1 for _ in folder.iterdir())
    own, others = map(int, done.stderr.splitlines()[-1].split())
    return own, others


def _jobs() -> Iterable[bool]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "archive"
        _archive(folder, IN_PROCESSES)
        two, one = _in_turn(partial(_run, folder, 2), partial(_run, folder, 1), time.perf_counter)
    print(
        f"{IN_PROCESSES:,} files: {one:.1f} s in one process, {two:.1f} s in two, {one / two:.2f} times as fast ",
        end="",
    )
    print(f"(at least {TWICE:g})")
    yield one / two >= TWICE


def _memory() -> Iterable[bool]:
    with tempfile.TemporaryDirectory() as name:
        few, many = Path(name) / "few", Path(name) / "many"
        _archive(few, FEW)
        _archive(many, MANY)
        for jobs in (1, 2):
            little, much = (max(_run(folder, jobs)) for folder in (few, many))
            print(f"--jobs {jobs}: {much / 1024:.0f} MB for {MANY:,} files, {little / 1024:.0f} MB for {FEW}: ", end="")
            print(f"{much / little:.2f} times as much (at most {FLAT:g})")
            yield much <= FLAT * little


if __name__ == "__main__":
    sys.exit(main())
