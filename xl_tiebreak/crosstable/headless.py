"""A table without headings that can be understood: it is found by what its cells hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from .games import DIAGONAL, is_result
from .grid import Grid, text_of, whole_of
from .layout import holds_games, is_blank, table_of
from .notations import opponent_in
from .reading import Columns, Table

__all__ = ["headless_table"]

_SEARCHED = 2_000
"""Rows that are searched: a sheet longer than that without a heading is no tournament."""


def headless_table(grid: Grid) -> list[Table]:
    """The table of a squared grid that has no headings: columns of games, or else a square of results."""
    rows = grid.rows[:_SEARCHED]
    games = [row for row, values in enumerate(rows) if _games(values)]
    if games:
        return _with_rounds(grid, games)
    return next(_squares(grid, rows), [])


def _games(values: Sequence[object]) -> int:
    """The cells of a row that name an opponent."""
    return sum(opponent_in(value) is not None for value in values)


def _with_rounds(grid: Grid, games: Sequence[int]) -> list[Table]:
    columns = list(zip(*(grid.rows[row] for row in games)))
    rounds = [c for c, column in enumerate(columns) if holds_games(column)]
    if not rounds:
        return []
    first, last = rounds[0], rounds[-1]
    name = _name_column(columns[:first])
    rows = list(games)
    for row in range(games[0], min(len(grid.rows), _SEARCHED)):
        values = grid.rows[row]
        if row not in rows and name is not None and not is_blank(values[name]) and any(map(whole_of, values[:first])):
            rows.append(row)  # somebody who was never paired
    return [_described(grid, sorted(rows), range(first, last + 1), name)]


def _squares(grid: Grid, rows: Sequence[Sequence[object]]) -> Iterator[list[Table]]:
    """Squares of results with an empty or marked diagonal, in blocks of rows without a blank one between."""
    filled = groupby(range(len(rows)), key=lambda row: not all(map(is_blank, rows[row])))
    for block in (list(block) for is_filled, block in filled if is_filled):
        for skipped in range(min(4, len(block) - 1)):  # a title or a heading nobody knows
            members = block[skipped:]
            for left in range(grid.width - len(members) + 1):
                if _is_square([rows[row][left : left + len(members)] for row in members]):
                    before = list(zip(*(rows[row][:left] for row in members)))
                    square = range(left, left + len(members))
                    yield [_described(grid, members, square, _name_column(before))]


def _is_square(square: Sequence[Sequence[object]]) -> bool:
    """Are these the results of a matrix? Half of the games are there at least."""
    if any(text_of(row[p]).lower() not in DIAGONAL for p, row in enumerate(square)):
        return False
    others = [value for p, row in enumerate(square) for q, value in enumerate(row) if p != q]
    return all(map(is_result, others)) and 2 * sum(not is_blank(value) for value in others) >= len(others) > 0


def _described(grid: Grid, rows: Sequence[int], rounds: Sequence[int], name: int | None) -> Table:
    """The table of these rows; the column of numbers is the first one before the rounds that holds different ones."""
    cells = list(zip(*(grid.rows[row] for row in rows)))
    used = [c for c, column in enumerate(cells) if not all(map(is_blank, column))]
    number = next((c for c in range(rounds[0]) if c != name and _numbers(cells[c])), None)
    columns = Columns(number=number, name=name, rounds=tuple(rounds))
    return table_of(grid, (), rows, columns, used[0], used[-1])


def _numbers(column: Sequence[object]) -> bool:
    numbers = {number for value in column if (number := whole_of(value))}
    return len(numbers) == len(column)


def _name_column(columns: Sequence[Sequence[object]]) -> int | None:
    """The column with most letters, which is that of the names."""
    letters = [sum(map(str.isalpha, "".join(v for v in column if isinstance(v, str)))) for column in columns]
    return letters.index(max(letters)) if any(letters) else None
