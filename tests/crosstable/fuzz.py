"""Damage one cell at a time: every damaged table is read, and the damage is named or leaves a legal tournament.

    python -m tests.crosstable.fuzz              200,000 mutations over the workbooks of the corpus
    python -m tests.crosstable.fuzz 5000 7       so many, from another seed

Processes with different seeds do different mutations and may share the work. The last line has the totals.
A short run is part of the test suite (`test_fuzz`).
"""

from __future__ import annotations

import datetime
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from xl_tiebreak.crosstable import Grid, Reading, find
from xl_tiebreak.model import Tournament
from xl_tiebreak.workbook import open_sheets

__all__ = ["LONGEST", "Mutation", "corpus", "mutations", "verdict"]

CORPUS = Path(__file__).resolve().parents[2] / "../shared/corpus"
LONGEST = 2.0
"""No call takes longer, in seconds of the processor."""

JUNK: list[object] = [
    *(None, "", " ", "\u00a0", "x", "X", "?", "*", "+", "-", "=", "½", "0", "1", "2", "--", "bye", "0:W", "+W1", "W 1"),
    *(0, 1, -1, 2, 8, 0.5, 1.5, -0.5, 120, 46024, 1e300, float("inf"), float("nan"), True, False),
    *("8w½", "8w½x", "99999w1", "1w1", "3b0", "2w", "5b+", "7w-", "3z1", "12+/w9", "2/7w", "11:W", "207", "1½", "11"),
    *("#NAME?", "=B3", "&frac12;", "8w&frac12;", "8w˝", "(8)", "½w8", "Name", "№", "Pts", "1.Rd", "R1"),
    *("9" * 400, "w" * 400, " " * 400 + "1", "8w" + "½" * 400, "-" * 400, "0.041666666", "٣w1", "８ｗ½"),
    *(datetime.datetime(2026, 1, 2), datetime.date(2026, 5, 6), datetime.time(1, 0), datetime.timedelta(hours=1)),
]
"""What may stand in a cell after somebody or something has been there."""


@dataclass(frozen=True)
class Source:
    """A sheet of the corpus: its cells and what they are."""

    name: str
    grid: Grid
    reading: Reading


@dataclass(frozen=True)
class Mutation:
    """One cell with another content; row and column are counted from 0."""

    source: Source
    row: int
    column: int
    value: object

    def __str__(self) -> str:
        cell = self.source.grid.name(self.row, self.column)
        old = self.source.grid.rows[self.row][self.column]
        return f"{self.source.name} {cell}: {old!r} -> {self.value!r:.60}"

    def grid(self) -> Grid:
        """The sheet with the mutation."""
        rows = list(self.source.grid.rows)
        row = list(rows[self.row])
        row[self.column] = self.value
        rows[self.row] = row
        return Grid(rows, sheet="S")


def corpus(folder: Path = CORPUS) -> list[Source]:
    """Every sheet of the corpus with its table."""
    found = []
    for path in sorted(folder.glob("*.xlsx")):
        for sheet in open_sheets(path):
            grid = Grid([list(row) for row in sheet.grid.rows], sheet="S")
            found += [Source(path.name, grid, reading) for reading in find(grid)]
    return found


def mutations(sources: Sequence[Source], count: int, seed: int) -> Iterator[Mutation]:
    """So many mutations; nine in ten hit the table itself. A sheet of 23,000 cells gets fewer than its share."""
    rng = random.Random(f"fuzz {seed}")
    weights = [1.0 if len(source.reading.rows) < 500 else 0.1 for source in sources]
    for source in rng.choices(sources, weights, k=count):
        area = source.reading.area
        height, width = len(source.grid.rows), len(source.grid.rows[0])
        if rng.random() < 0.9:
            row, column = rng.randint(area.top, area.bottom), rng.randint(area.left, area.right)
        else:
            row, column = rng.randrange(height), rng.randrange(width)
        yield Mutation(source, row, column, _changed(rng, source.grid.rows, row, column))


def _changed(rng: random.Random, rows: Sequence[Sequence[object]], row: int, column: int) -> object:
    """Junk, another cell of the column or the row, or the old content with a slip of the finger."""
    old = rows[row][column]
    chance = rng.random()
    if chance < 0.3:
        return rng.choice(JUNK)
    if chance < 0.5:
        return rows[rng.randrange(len(rows))][column]
    if chance < 0.6:
        return rows[row][rng.randrange(len(rows[row]))]
    text = str("" if old is None else old)
    at = rng.randint(0, len(text))
    slip = rng.randrange(4)
    if slip == 0:
        return text[:at] + text[at + 1 :]
    if slip == 1:
        return text[:at] + rng.choice("0123456789wbWB½+-=.,: /xnszЫш") + text[at:]
    if slip == 2:
        return text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
    return text[:at] + text[at : at + 1] + text[at:]


def verdict(mutation: Mutation) -> str:
    """What is wrong with the way a mutation is taken; empty where it is taken well."""
    start = time.process_time()  # a loaded machine makes no call longer
    try:
        readings = find(mutation.grid())
    except Exception as error:  # whatever it is, it is what is looked for
        return f"raised {error!r}"
    seconds = time.process_time() - start
    if seconds > LONGEST:
        return f"took {seconds:.1f} s"
    for reading in readings:
        if (reading.tournament is None) != bool(reading.errors):
            return "a tournament with errors, or neither"
        if not all(str(problem) for problem in reading.problems):
            return "a problem without words"
    errors = [problem for reading in readings for problem in reading.errors]
    near = set(_near(mutation, readings))
    if errors and not any(near.intersection(problem.cells) for problem in errors):
        return f"named elsewhere: {errors[0]!s:.150}"
    if not errors and not any(reading.tournament for reading in readings):
        return "no table is left"
    return ""


def _near(mutation: Mutation, readings: Sequence[Reading]) -> Iterator[str]:
    """The cells where a problem may be named: the damaged one, and its partners before and after."""
    row, column = mutation.row, mutation.column
    yield mutation.source.grid.name(row, column)
    for reading in (mutation.source.reading, *readings):
        rounds = reading.columns.rounds
        if row not in reading.rows or column not in rounds:
            continue
        p, r = reading.rows.index(row), rounds.index(column)
        if reading.layout == "matrix":
            yield mutation.source.grid.name(reading.rows[r], rounds[p])
        elif reading.tournament is not None and (partner := _partner(reading.tournament, p, r)) is not None:
            yield mutation.source.grid.name(reading.rows[partner], column)


def _partner(tournament: Tournament, p: int, r: int) -> int | None:
    return tournament.opponents[p][r] if r < tournament.rounds else None


def main(arguments: Sequence[str]) -> int:
    """Run, and print what is taken badly."""
    count, seed = (*map(int, arguments), *(200_000, 1)[len(arguments) :])
    sources, bad, longest = corpus(), 0, 0.0
    for done, mutation in enumerate(mutations(sources, count, seed), 1):
        start = time.process_time()
        wrong = verdict(mutation)
        longest = max(longest, time.process_time() - start)
        if wrong:
            bad += 1
            print(f"{mutation}\n    {wrong}", flush=True)
        if done % 10_000 == 0 or done == count:
            print(f"{done:,} mutations, {bad} taken badly, the longest in {longest:.2f} s", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
