"""Where the tables of a grid are: heading rows, columns and player rows.

A range without headings, or with headings that say nothing, is found by its contents (`contents`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter, itemgetter

from .games import DIAGONAL, is_result
from .grid import Grid, is_blank, text_of, whole_of
from .headings import Heading, headings_at
from .marks import opponent_in
from .reading import Columns, Table

__all__ = ["headed_tables", "holds_games", "name_column", "names_opponent", "table_of"]

Row = Sequence[object]

_NUMBERS = {int, float}
_SAMPLE = 24
_COLOURS = frozenset({"w", "b", "-", ""})
"""What the second line of a player says of a round."""


def headed_tables(grid: Grid) -> Iterator[Table]:
    """Every table of a squared grid that has headings, from top to bottom, then from left to right."""
    found: list[Table] = []
    at = 0
    while at < len(grid.rows):
        below = at + 1
        for free in _free_columns(grid, found, at):
            for heading in headings_at(grid, at, free):
                table, end = _table_under(grid, heading)
                found.append(table)
                yield table
                if not _has_neighbours(grid, table, end):
                    below = max(below, end)
        at = below


def _free_columns(grid: Grid, found: Sequence[Table], at: int) -> Iterator[range]:
    """The columns of a row between the tables that are known already."""
    start = 0
    for table in sorted(found, key=attrgetter("left")):
        if at <= max([*table.heading_rows, *table.rows[-1:]]):
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
    if heading.columns.name is None:
        heading = _named(grid, heading)
    rows, at = _player_rows(grid, heading)
    headings = [*range(heading.first, heading.last + 1)]
    while (again := _repetition(grid, at, heading)) is not None:
        more, end = _player_rows(grid, again)
        if not _one_table(grid, heading.columns, rows, more):
            break
        headings += range(again.first, again.last + 1)
        rows, at = [*rows, *more], end
    table = table_of(grid, headings, rows, heading.columns, heading.left, heading.right)
    return _widened(table), at


def table_of(
    grid: Grid, headings: Sequence[int], rows: Sequence[int], columns: Columns, left: int, right: int
) -> Table:
    """A table of some rows of a grid."""
    whole = isinstance(rows, range)
    players = grid.rows[rows[0] : rows[-1] + 1] if whole and rows else [grid.rows[row] for row in rows]
    cells: list[Sequence[object]] = list(zip(*players)) or [()] * grid.width
    below = () if whole else _second_lines(grid, rows, columns)
    return Table(grid, tuple(headings), rows, cells, columns, left, right, below)


def _second_lines(grid: Grid, rows: Sequence[int], columns: Columns) -> tuple[int, ...]:
    """The row below every player where all have a second line, which gives the colours of the rounds."""
    below = tuple(row + 1 for row in rows)
    if not below or below[-1] >= len(grid.rows) or not {*below}.isdisjoint(rows):
        return ()
    said = [row for row in below if _is_second_line(grid.rows[row], columns)]
    return below if 2 * len(said) > len(below) else ()


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
        while more := [c for c in beside if c in free and c not in rounds and holds_games(table.cells[c])]:
            rounds.append(more[0])
            beside = [more[0] + step, more[0] + 2 * step]
    if tuple(rounds) == columns.rounds:
        return table
    rounds.sort()
    texts = {c: table.heading_of(c) for c in {*columns.rounds, *columns.others} - {*rounds}}
    others = {c: text for c, text in sorted(texts.items()) if text}
    columns = replace(columns, rounds=tuple(rounds), others=others)
    return replace(table, columns=columns, left=min(table.left, rounds[0]), right=max(table.right, rounds[-1]))


def _named(grid: Grid, heading: Heading) -> Heading:
    """The heading with the column of names, which is the one with most letters where no heading says it."""
    columns = heading.columns
    taken = {columns.number, columns.place, columns.points, columns.rating, *columns.rounds}
    free = [c for c in range(heading.left, heading.right + 1) if c not in taken]
    rows = grid.rows[heading.last + 1 : heading.last + 1 + _SAMPLE]
    name = name_column([[row[c] for row in rows] for c in free])
    if name is None:
        return heading
    others = {c: text for c, text in columns.others.items() if c != free[name]}
    return heading._replace(columns=replace(columns, name=free[name], others=others))


def name_column(columns: Sequence[Sequence[object]]) -> int | None:
    """The column with most letters, which is that of the names."""
    letters = [sum(map(str.isalpha, "".join(v for v in column if isinstance(v, str)))) for column in columns]
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
    return next((again for again in found if again.columns == heading.columns), None)


def _one_table(grid: Grid, columns: Columns, rows: Sequence[int], more: Sequence[int]) -> bool:
    """Do rows under a repeated heading go on with the table? They do where their numbers are new and either part has an
    opponent in the other one; else it is the next group of the event."""
    numbers, further = (_integers(grid, part, columns.number) for part in (rows, more))
    if not further or numbers & further:
        return False
    for part, own in ((rows, numbers), (more, further)):
        met = {mark for row in part for mark in _opponents(grid.rows[row], columns)}
        if met & (numbers | further) - own:
            return True
    return False


def _integers(grid: Grid, rows: Sequence[int], column: int | None) -> set[int]:
    if column is None:
        return set()
    return {number for row in rows if (number := whole_of(grid.rows[row][column])) is not None}


def _opponents(row: Row, columns: Columns) -> list[int]:
    """Numbers of the opponents that can be read in a row, whatever the rest of a cell says."""
    named = (opponent_in(row[column]) for column in columns.rounds)
    return [opponent for opponent in named if opponent is not None]


def _player_rows(grid: Grid, heading: Heading) -> tuple[Sequence[int], int]:
    """The player rows under a heading and the row where the next heading begins (or the end of the grid)."""
    start, end = heading.last + 1, len(grid.rows)
    if _all_players(grid, start, heading.columns):
        return range(start, end), end
    rows: list[int] = []
    for at in range(start, end):
        if _is_player(grid.rows[at], heading.columns):
            rows.append(at)
        elif any(other.meets(heading) for other in headings_at(grid, at)):
            end = at
            break
    if heading.columns.number is None and heading.columns.place is None:
        while rows and not _has_results(grid.rows[rows[-1]], heading.columns):
            rows.pop()
    return rows, end


def _all_players(grid: Grid, start: int, columns: Columns) -> bool:
    """Has every row from one on a number and a name? Then nothing else stands below the heading."""
    if columns.number is None or columns.name is None:
        return False

    def body(column: int) -> Iterator[object]:  # no copy: this ends at the first other row
        return map(itemgetter(column), map(grid.rows.__getitem__, range(start, len(grid.rows))))

    return (
        all(map(_NUMBERS.__contains__, map(type, body(columns.number))))
        and all(map({str}.__contains__, map(type, body(columns.name))))
        and all(map(str.strip, body(columns.name)))  # type: ignore[arg-type]
    )


def _is_player(row: Row, columns: Columns) -> bool:
    """Is a row a player's? It has a name or results beside a number; or, without a number, a name beside a game."""
    name = row[columns.name] if columns.name is not None else None
    named = isinstance(name, str) and not is_blank(name)
    identity = [row[c] for c in (columns.number, columns.place) if c is not None]
    if any(whole_of(value) for value in identity):
        return named or any(text_of(row[c]).lower() not in DIAGONAL for c in columns.rounds if row[c] != 0)
    if columns.number is None:
        return named or (columns.name is None and _has_results(row, columns))
    said = "".join(map(text_of, [name, *identity]))
    return any(map(str.isalnum, said)) and not _is_second_line(row, columns) and bool(_opponents(row, columns))


def _is_second_line(row: Row, columns: Columns) -> bool:
    """Does a row give nothing but colours in most of its rounds?"""
    said = [text for text in (text_of(row[c]).lower() for c in columns.rounds) if text]
    return 2 * sum(text in _COLOURS for text in said) > len(said)


def _has_results(row: Row, columns: Columns) -> bool:
    """Does a row say anything in the rounds? A lone 0 is what xlwings Lite makes of an empty cell."""
    return any(not is_blank(row[c]) and row[c] != 0 for c in columns.rounds)
