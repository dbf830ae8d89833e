"""A table whose headings do not tell where its rounds are, or that has none: found by what its cells hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, islice, takewhile

from .games import DIAGONAL, is_result
from .grid import Grid, is_blank, text_of, whole_of
from .headings import is_game, role_of
from .layout import holds_games, name_column, names_opponent, sensible, table_of
from .marks import is_readable, likeliest
from .reading import Columns, Table

__all__ = ["table_by_contents"]

_SEARCHED = 10_000
"""A sheet with more rows than that and without a heading is no tournament."""
_FEWEST = 2
"""A game is named twice, by either player."""
_ABOVE = 3
"""Rows above the first player in which headings are looked for."""


def table_by_contents(grid: Grid) -> list[Table]:
    """The table of a squared grid: columns of games, or else a square of results; an empty list where there is none."""
    rows = grid.rows
    if len(rows) > _SEARCHED:
        return []
    named = (value for values in rows for value in values if names_opponent(value))
    if len(list(islice(named, _FEWEST))) == _FEWEST:
        notation = likeliest(value for values in rows for value in values)
        games = [row for row, values in enumerate(rows) if any(names_opponent(value, notation) for value in values)]
        games = [row for row in games if not _is_heading(rows[row])] or games
        return _with_rounds(grid, games, notation)
    return next(_squares(grid), None) or _headed_by_names(grid)


def _is_heading(row: Sequence[object]) -> bool:
    """Does a row name columns, one at least and more where it holds a number or a game?"""
    named = sum(role_of(value) != "" for value in row)
    return named > 1 or (named == 1 and not any(map(whole_of, row)) and not any(map(is_game, row)))


def _with_rounds(grid: Grid, games: Sequence[int], notation: str) -> list[Table]:
    columns = list(zip(*(grid.rows[row] for row in games)))
    rounds = [c for c, column in enumerate(columns) if holds_games(column, notation)]
    if not rounds:
        return []
    first, last = rounds[0], rounds[-1]
    while first > 0 and _is_round(columns[first - 1], notation):
        first -= 1
    while last < len(columns) - 1 and _is_round(columns[last + 1], notation):
        last += 1
    name = name_column(columns[:first])
    numbered = [row for row in games if any(map(whole_of, grid.rows[row][:first]))]
    if 2 * len(numbered) > len(games):
        games = [row for row in games if numbered[0] <= row <= numbered[-1]]
    among = slice(first, last + 1)

    def is_player(row: Sequence[object]) -> bool:
        """Is this somebody who was never paired: a name before the rounds, with a number or with byes?"""
        if name is None or not any(map(str.isalpha, text_of(row[name]))) or _is_heading(row):
            return False
        byes = [value for value in row[among] if not is_blank(value)]
        return any(map(whole_of, row[:first])) or (bool(byes) and all(is_readable(bye, notation) for bye in byes))

    known = {*games}
    rows = [row for row in _block(grid, games) if row in known or is_player(grid.rows[row])]
    return [_described(grid, rows, range(first, last + 1), name)]


def _is_round(column: Sequence[object], notation: str) -> bool:
    """Is a column beside the rounds one as well, in which many were absent? It has a game among byes, or nothing but
    byes."""
    filled = [value for value in column if not is_blank(value)]
    readable = sum(is_readable(value, notation) for value in filled)
    if any(names_opponent(value, notation) for value in column):
        return 2 * readable > len(filled)
    signs = any(isinstance(value, str) and not any(map(str.isdigit, value)) for value in filled)
    return signs and readable == len(filled)


def _block(grid: Grid, games: Sequence[int]) -> range:
    """The rows in which players may stand: those with games, what follows, and what stands above without a gap."""
    top = games[0]
    while top > 0 and not all(map(is_blank, grid.rows[top - 1])):
        top -= 1
    return range(top, len(grid.rows))


def _squares(grid: Grid) -> Iterator[list[Table]]:
    """Squares of results with an empty or marked diagonal, in blocks of rows without a blank one between."""
    rows = grid.rows
    filled = groupby(range(len(rows)), key=lambda row: not all(map(is_blank, rows[row])))
    for block in (list(block) for is_filled, block in filled if is_filled):
        for skipped in range(min(4, len(block) - 1)):  # a title or a heading nobody knows
            members = block[skipped:]
            for left in range(grid.width - len(members) + 1):
                if _is_square([rows[row][left : left + len(members)] for row in members]):
                    before = list(zip(*(rows[row][:left] for row in members)))
                    square = range(left, left + len(members))
                    yield [_described(grid, members, square, name_column(before))]


def _headed_by_names(grid: Grid) -> list[Table]:
    """A square of results whose columns are headed by the names of the rows, in any order."""
    for at, row in enumerate(grid.rows):
        heads = {text: c for c, value in enumerate(row) if isinstance(value, str) and (text := text_of(value))}
        for name in range(grid.width) if len(heads) > _FEWEST else ():
            texts = [text_of(values[name]) for values in grid.rows[at + 1 : at + 1 + len(heads)]]
            rounds = [heads[text] for text in takewhile(heads.__contains__, texts)]
            rows = range(at + 1, at + 1 + len(rounds))
            if len(rows) <= _FEWEST or len({*rounds}) < len(rows) or name in rounds:
                continue
            cells = [grid.rows[r][c] for r in rows for c in rounds]
            if all(is_result(value) or text_of(value).lower() in DIAGONAL for value in cells):
                return [_described(grid, rows, rounds, name)]
    return []


def _is_square(square: Sequence[Sequence[object]]) -> bool:
    """Are these the results of a matrix? Half of the games are there at least."""
    if any(text_of(row[p]).lower() not in DIAGONAL for p, row in enumerate(square)):
        return False
    others = [value for p, row in enumerate(square) for q, value in enumerate(row) if p != q]
    return all(map(is_result, others)) and 2 * sum(not is_blank(value) for value in others) >= len(others) > 0


def _described(grid: Grid, rows: Sequence[int], rounds: Sequence[int], name: int | None) -> Table:
    """The table of these rows. Its columns are those that a row above names; else names stand where most letters are,
    and numbers in the first column before the rounds that holds different ones."""
    cells = list(zip(*(grid.rows[row] for row in rows)))
    used = [c for c, column in enumerate(cells) if not all(map(is_blank, column))]
    heading = _heading_above(grid, rows[0], rounds)
    above = [None] * grid.width if heading is None else grid.rows[heading]
    roles = [(role_of(value), c) for c, value in enumerate(above) if c not in rounds]
    named = {role: c for role, c in reversed(roles) if role}
    if name is not None and name not in named.values():
        named.setdefault("name", name)
    if "place" not in named and "number" not in named:
        numbers = (c for c in range(min(rounds)) if c not in named.values() and _numbers(cells[c]))
        named |= dict(zip(["number"], numbers))
    texts = list(map(text_of, above))
    taken = {*rounds, *named.values()}
    others = {c: text for c, text in enumerate(texts) if text and c not in taken}
    columns = sensible(grid, rows, Columns(**named, rounds=tuple(rounds), others=others), above)
    left, right = min([*used, *named.values(), *others]), max([*used, *named.values(), *others])
    return table_of(grid, () if heading is None else (heading,), rows, columns, left, right)


def _heading_above(grid: Grid, first: int, rounds: Sequence[int]) -> int | None:
    """The nearest row above the players that names a column beside the rounds."""
    for row in range(first - 1, max(-1, first - 1 - _ABOVE), -1):
        if any(role_of(value) for c, value in enumerate(grid.rows[row]) if c not in rounds):
            return row
    return None


def _numbers(column: Sequence[object]) -> bool:
    numbers = {number for value in column if (number := whole_of(value))}
    return len(numbers) == len(column)
