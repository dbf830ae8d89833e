"""Where the tables of a grid are: heading rows, columns and player rows.

A range without headings, or with headings that say nothing, is found by its contents (`contents`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from .games import is_result
from .grid import Grid, decimal_of, is_blank, plain, text_of, whole_of
from .headings import RUN, Heading, headings_at, round_number
from .marks import opponent_in
from .reading import Columns, Table
from .rows import opponents_in, player_rows, second_lines

__all__ = ["headed_tables", "holds_games", "name_column", "names_opponent", "sensible", "table_of"]

Row = Sequence[object]

_SAMPLE = 24
_SHARED = re.compile(r"\d{1,4}[-–]\d{1,4}")
"""A shared place."""


def headed_tables(grid: Grid) -> Iterator[Table]:
    """Every table of a squared grid that has headings, from top to bottom, then from left to right."""
    beside: list[Table] = []
    at = 0
    while at < len(grid.rows):
        below = at + 1
        beside = [table for table in beside if at <= max([*table.heading_rows, *table.rows[-1:]])]
        for free in _free_columns(grid, beside):
            for heading in headings_at(grid, at, free):
                table, end = _table_under(grid, heading)
                beside.append(table)
                if not _is_lone_word(table):
                    yield table
                if not _has_neighbours(grid, table, end):
                    below = max(below, end)
        at = below


def _is_lone_word(table: Table) -> bool:
    """Is a table nothing but a word and a number or two, such as "No 1", above no player? A run of rounds waits for its
    players."""
    columns = table.columns
    named = [columns.number, columns.name, columns.place, columns.points, columns.rating, *columns.others]
    return not table.rows and len(columns.rounds) < RUN and len(named) - named.count(None) < 2


def _free_columns(grid: Grid, tables: Sequence[Table]) -> Iterator[range]:
    """The columns of a row between the tables that reach down to it."""
    start = 0
    for table in sorted(tables, key=attrgetter("left")):
        if start < table.left:
            yield range(start, table.left)
        start = max(start, table.right + 1)
    if start < grid.width:
        yield range(start, grid.width)


def _has_neighbours(grid: Grid, table: Table, end: int) -> bool:
    """Does anything stand beside a table, where another one might begin further down?"""
    if table.left == 0 and table.right == grid.width - 1:
        return False
    rows = grid.rows[table.heading_rows[0] : end]
    return any(not all(map(is_blank, (*row[: table.left], *row[table.right + 1 :]))) for row in rows)


def _table_under(grid: Grid, heading: Heading) -> tuple[Table, int]:
    """The table under a heading, with the rows under its repetitions, and the row where the next heading begins."""
    if not _has_names(grid, heading):
        heading = _named(grid, heading)
    rows, at = player_rows(grid, heading)
    headings = [*range(heading.first, heading.last + 1)]
    known: _Part | None = None
    while (again := _repetition(grid, at, heading)) is not None:
        known = known or _Part.of(grid, rows, heading.columns)
        more, end = player_rows(grid, again)
        if not known.goes_on(further := _Part.of(grid, more, heading.columns)):
            break
        known.add(further)
        headings += range(again.first, again.last + 1)
        rows, at = [*rows, *more], end
    columns = sensible(grid, rows, heading.columns, grid.rows[heading.last])
    table = table_of(grid, headings, rows, columns, heading.left, heading.right)
    return _widened(_filled(table, heading.part)), at


def sensible(grid: Grid, rows: Sequence[int], columns: Columns, heading: Row) -> Columns:
    """The columns without one of numbers or places that hardly holds any, whatever its heading says. Places may be
    shared (6-7), or still to come. What stands behind the names or the rounds may count something else."""
    last = columns.rounds[-1] if columns.name is None else min(columns.name, columns.rounds[-1])
    number = columns.number
    if number is not None and number > last and _counts([grid.rows[row][number] for row in rows]):
        columns = replace(columns, number=None, others={**columns.others, number: text_of(heading[number])})
    some = [grid.rows[row] for row in rows[:_SAMPLE]]
    for column in (columns.number, columns.place):
        if column is None:
            continue
        held = [row[column] for row in some]
        to_come = column == columns.place
        unfit = [value for value in held if not (to_come and is_blank(value)) and not _is_place(value)]
        if 2 * len(unfit) > len(held):
            others = {**columns.others, column: text_of(heading[column])}
            number = None if column == columns.number else columns.number
            place = None if column == columns.place else columns.place
            columns = replace(columns, number=number, place=place, others=others)
    return columns


def _is_place(value: object) -> bool:
    """Is a cell a number, or a shared place?"""
    shared = isinstance(value, str) and _SHARED.fullmatch(plain(value))
    return bool(shared) or whole_of(value) is not None


def _counts(column: Sequence[object]) -> bool:
    """Are these no numbers of players? Those are 1 or more and whole, and hardly any is there twice."""
    numbers = [number for value in column if (number := decimal_of(value)) is not None]
    return any(number < 1 or number % 1 for number in numbers) or len(numbers) - len({*numbers}) > 1


def _filled(table: Table, part: range) -> Table:
    """The table with the columns beside it that have values and no headings."""
    left, right = table.left, table.right
    while left > part.start and _is_filled(table.cells[left - 1]):
        left -= 1
    while right < part.stop - 1 and _is_filled(table.cells[right + 1]):
        right += 1
    return table if (left, right) == (table.left, table.right) else replace(table, left=left, right=right)


def _is_filled(column: Sequence[object]) -> bool:
    """Has more than half of the players a value here?"""
    return 2 * sum(not is_blank(value) for value in column) > len(column)


def table_of(
    grid: Grid, headings: Sequence[int], rows: Sequence[int], columns: Columns, left: int, right: int
) -> Table:
    """A table of some rows of a grid."""
    whole = isinstance(rows, range)
    players = grid.rows[rows[0] : rows[-1] + 1] if whole and rows else [grid.rows[row] for row in rows]
    cells: list[Sequence[object]] = list(zip(*players)) or [()] * grid.width
    below = () if whole else second_lines(grid, rows, columns)
    return Table(grid, tuple(headings), rows, cells, columns, left, right, below)


def _widened(table: Table) -> Table:
    """The table with the columns that hold rounds, whatever their headings say: those beside the headed ones as well,
    and others alone where the headed ones hold none."""
    columns, width = table.columns, len(table.cells)
    rounds = list(columns.rounds)
    taken = {columns.number, columns.name, columns.place, columns.points, columns.rating}
    free = [c for c in range(width) if c not in taken and c not in rounds]
    if not any(names_opponent(value) for c in rounds for value in table.cells[c][:_SAMPLE]):
        rounds = [c for c in range(table.left, table.right + 3) if c in free and holds_games(table.cells[c])] or rounds
    for step, edge in ((-1, rounds[0]), (1, rounds[-1])):
        beside = [edge + step, edge + 2 * step]
        while more := [c for c in beside if c in free and c not in rounds and _is_round(table, c)]:
            rounds.append(more[0])
            beside = [more[0] + step, more[0] + 2 * step]
    rounds = _without_strays(table, sorted(rounds))
    if tuple(rounds) == columns.rounds:
        return table
    texts = {c: table.heading_of(c) for c in {*columns.rounds, *columns.others} - {*rounds}}
    others = {c: text for c, text in sorted(texts.items()) if text}
    columns = replace(columns, rounds=tuple(rounds), others=others)
    return replace(table, columns=columns, left=min(table.left, rounds[0]), right=max(table.right, rounds[-1]))


def _is_round(table: Table, column: int) -> bool:
    """Does a column hold games? One that is headed as a round may have few of them."""
    cells = table.cells[column]
    headed = any(round_number(table.grid.rows[row][column]) for row in table.heading_rows)
    return holds_games(cells) or (headed and any(map(names_opponent, cells)))


def _without_strays(table: Table, rounds: list[int]) -> list[int]:
    """Rounds without one at either end whose heading continued theirs by chance."""
    if _is_stray(table, rounds[:-4:-1]) or _is_points(table, rounds[-2:]):
        rounds = rounds[:-1]
    return rounds[1:] if _is_stray(table, rounds[:3]) else rounds


def _is_stray(table: Table, columns: Sequence[int]) -> bool:
    """Does the first of three rounds stand apart from the others and hold no games?"""
    if len(columns) < 3 or abs(columns[0] - columns[1]) == 1 or abs(columns[1] - columns[2]) > 1:
        return False
    column = table.cells[columns[0]]
    return not holds_games(column) and not all(map(is_blank, column))


def _some_players(grid: Grid, heading: Heading) -> Iterator[Row]:
    """Rows below a heading in which something stands in the rounds; any where nothing does yet."""
    below = grid.rows[heading.last + 1 : heading.last + 1 + _SAMPLE]
    begun = (row for row in below if any(not is_blank(row[c]) for c in heading.columns.rounds))
    first = next(begun, None)
    return iter(below) if first is None else chain([first], begun)


def _is_points(table: Table, columns: Sequence[int]) -> bool:
    """Are the points of the players in the last of some rounds, where no other column is headed so? They are numbers,
    more than those of byes, and some have the same; opponents of a round differ."""
    if len(columns) < 2 or table.columns.points is not None or not holds_games(table.cells[columns[0]]):
        return False
    cells = table.cells[columns[1]]
    numbers = [number for value in cells if (number := decimal_of(value)) is not None]
    return len({*numbers}) < len(numbers) == len(cells) and max(numbers) > 1


def _has_names(grid: Grid, heading: Heading) -> bool:
    """Does a text stand below the heading of the names?"""
    column = heading.columns.name
    below = () if column is None else (row[column] for row in _some_players(grid, heading))
    return any(isinstance(value, str) and value.strip() for value in below)


def _named(grid: Grid, heading: Heading) -> Heading:
    """The heading with the column of names, which is the one with most letters where no heading says it."""
    columns = replace(heading.columns, name=None)
    taken = {columns.number, columns.place, columns.points, columns.rating, *columns.rounds}
    free = [c for c in range(heading.left, heading.right + 1) if c not in taken]
    rows = list(_some_players(grid, heading))
    name = name_column([[row[c] for row in rows] for c in free])
    if name is None:
        return heading._replace(columns=columns)
    others = {c: text for c, text in columns.others.items() if c != free[name]}
    return heading._replace(columns=replace(columns, name=free[name], others=others))


def name_column(columns: Sequence[Sequence[object]]) -> int | None:
    """The column with most letters, which is that of the names; formulas have none."""
    texts = [[v for v in column if isinstance(v, str) and not v.startswith("=")] for column in columns]
    letters = [sum(map(str.isalpha, "".join(column))) for column in texts]
    return letters.index(max(letters)) if any(letters) else None


def names_opponent(value: object, notation: str | None = None) -> bool:
    """Is a cell a game that names its opponent, in a notation or in any? ``1/2`` and ``1+`` are results of a matrix
    before all."""
    return opponent_in(value, notation) is not None and not is_result(value)


def holds_games(column: Sequence[object], notation: str | None = None) -> bool:
    """Do most of the filled cells at the top of a column name an opponent?"""
    filled = [value for value in column[:_SAMPLE] if not is_blank(value)]
    games = sum(names_opponent(value, notation) for value in filled)
    return games > 0 and 10 * games >= 6 * len(filled)


def _repetition(grid: Grid, at: int, heading: Heading) -> Heading | None:
    """The heading at a row where it repeats another one, as on a second printed page."""
    found = headings_at(grid, at) if at < len(grid.rows) else []
    return next((again for again in found if again.columns.rounds == heading.columns.rounds), None)


class _Part(NamedTuple):
    """The rows under one of several headings that repeat each other: the players' numbers, and those of their
    opponents."""

    numbers: set[int]
    opponents: set[int]

    @classmethod
    def of(cls, grid: Grid, rows: Sequence[int], columns: Columns) -> _Part:
        """The part in some rows."""
        numbers: set[int] = set()
        if columns.number is not None:
            numbers = {number for row in rows if (number := whole_of(grid.rows[row][columns.number])) is not None}
        return cls(numbers, {opponent for row in rows for opponent in opponents_in(grid.rows[row], columns)})

    def goes_on(self, further: _Part) -> bool:
        """Does a table go on under the next heading? It does where the numbers are new and either part has an opponent
        in the other one; else it is the next group of the event."""
        if not further.numbers or not self.numbers.isdisjoint(further.numbers):
            return False
        return not self.opponents.isdisjoint(further.numbers) or not further.opponents.isdisjoint(self.numbers)

    def add(self, further: _Part) -> None:
        """Count the next part as this one."""
        self.numbers.update(further.numbers)
        self.opponents.update(further.opponents)
