"""Speed of filling files, in units of what openpyxl takes to load and to save the same files.

    python -m tests.bench.fill             200 workbooks of 40x9, and a sheet of 5,000x15
    python -m tests.bench.fill --check     exit code 1 where a ratio misses its target

Writing alone, with the values known: four columns of tie-breaks and the places. openpyxl writes nothing in that time;
it only loads and saves, and does not wait for the disk. Both run in turn in this one process, and the medians are
compared.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import xlsxwriter
from openpyxl import load_workbook

from xl_tiebreak.workbook.edits import Edit
from xl_tiebreak.workbook.new_file import Finisher
from xl_tiebreak.workbook.write import prepare

from .__main__ import medians
from .events import rows, swiss

__all__ = ["main", "make_workbook"]

SHEET: Final = "Swiss"
TASKS: Final = ((200, 40, 9), (1, 5000, 15))
"""Workbooks, players, rounds."""
FASTER: Final = 3.0
TITLES: Final = ("Buchholz", "Buchholz Cut 1", "Berger", "Wins", "Place")


def main(arguments: list[str] | None = None) -> int:
    """Print the ratios; 1 where `--check` finds one below its target, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.fill", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="exit code 1 where a ratio misses its target")
    options = parser.parse_args(arguments)
    missed = False
    for count, players, rounds in TASKS:
        ratio = _ratio(count, players, rounds)
        print(
            f"writing {count} of {players:,}x{rounds}: openpyxl takes {ratio:.1f} times as long (at least {FASTER:g})"
        )
        missed |= ratio < FASTER
    return 1 if options.check and missed else 0


def make_workbook(path: Path, players: int, rounds: int, seed: int) -> None:
    """An organiser's workbook with one table, in a look of its own."""
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet(SHEET)
        look = book.add_format({"border": 1, "font_name": "Times New Roman"})
        heading = book.add_format({"border": 1, "bold": True, "text_wrap": True})
        for number, row in enumerate(rows(swiss(players, rounds, seed))):
            sheet.write_row(number, 0, row, look if number else heading)
        sheet.set_column(1, 1, 30)
        sheet.freeze_panes(1, 2)


def edits(players: int, rounds: int) -> list[Edit]:
    """What filling such a table writes to the right of it."""
    right = rounds + 4
    found = [Edit(0, right + n, title, like=(0, right - 1), title=True) for n, title in enumerate(TITLES)]
    for row in range(1, players + 1):
        like = (row, right - 1)
        found += [Edit(row, right + n, row / 2 + n, decimals=1, like=like) for n in range(len(TITLES) - 1)]
        found.append(Edit(row, right + len(TITLES) - 1, row, like=like))
    return found


def _ratio(count: int, players: int, rounds: int) -> float:
    """openpyxl's time over ours, for so many workbooks."""
    with tempfile.TemporaryDirectory() as name:
        paths = [Path(name) / f"{number}.xlsx" for number in range(count)]
        for seed, path in enumerate(paths):
            make_workbook(path, players, rounds, seed)
        filled = edits(players, rounds)
        took = medians(
            {
                "ours": lambda: lambda: _ours(paths, filled),
                "openpyxl": lambda: lambda: _openpyxl(paths),
            },
            times=5,
        )
        return took["openpyxl"] / took["ours"]


def _ours(paths: Sequence[Path], filled: Sequence[Edit]) -> None:
    with Finisher() as finish:
        for path in paths:
            _, file = prepare(path, path.with_suffix(".ours"), {SHEET: filled})
            if file:
                finish(file)


def _openpyxl(paths: Sequence[Path]) -> None:
    for path in paths:
        load_workbook(path).save(path.with_suffix(".openpyxl"))


if __name__ == "__main__":
    sys.exit(main())
