"""Which rows below a heading are players."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import itemgetter

from .games import DIAGONAL, is_result
from .grid import Grid, is_blank, text_of, whole_of
from .headings import Heading, headings_at
from .marks import opponent_in
from .reading import Columns, Table

__all__ = ["opponents_in", "player_rows", "second_lines", "silent_rows"]

Row = Sequence[object]

_NUMBERS = {int, float}
_COLOURS = frozenset({"w", "b"})
"""What the second line of a player says of a round."""
_OPPONENT = re.compile(r"\d{1,4} ?[^\W\d_]")
"""Opponent and colour, without a result."""


def opponents_in(row: Row, columns: Columns) -> list[int]:
    """Numbers of the opponents that can be read in a row, whatever the rest of a cell says."""
    named = (opponent_in(row[column]) for column in columns.rounds)
    return [opponent for opponent in named if opponent is not None]


def player_rows(grid: Grid, heading: Heading) -> tuple[Sequence[int], int]:
    """The player rows under a heading and the row where the next heading begins (or the end of the grid).

    A row of results without a number is a player's where players follow or a matrix lacks one, else one of totals.
    """
    start, end = heading.last + 1, len(grid.rows)
    if _all_players(grid, start, heading.columns):
        return range(start, end), end
    rows: list[int] = []
    silent: list[int] = []
    unnumbered: list[int] = []
    for at in range(start, end):
        row = grid.rows[at]
        if _is_player(row, heading.columns):
            rows += [*unnumbered, at]
            unnumbered.clear()
        elif any(other.meets(heading) for other in headings_at(grid, at)):
            end = at
            break
        elif _is_numbered(row, heading.columns):
            silent.append(at)
        elif _names_results(row, heading.columns):
            unnumbered.append(at)
    rows = _without_block_below(grid, rows, heading.columns)
    if len(rows) + len(unnumbered) == len(heading.columns.rounds):
        rows += unnumbered
    if not _identity(heading.columns):
        rows = _without_footers(grid, rows, heading.columns)
    rows = sorted([*rows, *_losers(grid, rows, silent, heading.columns)])
    return _without_second_lines(grid, rows, heading.columns), end


def _without_block_below(grid: Grid, rows: list[int], columns: Columns) -> list[int]:
    """The rows without those that stand further below than any player from the next, blank rows between them, and play
    no part in the table, such as a list of prizes."""
    widest = 1
    for at, (row, following) in enumerate(pairwise(rows), 1):
        if following - row > widest:
            widest = following - row
            between = grid.rows[row + 1 : following]
            if any(_is_empty(one, columns) for one in between) and _play_no_part(grid, rows[:at], rows[at:], columns):
                return rows[:at]
    return rows


def _play_no_part(grid: Grid, rows: Sequence[int], below: Sequence[int], columns: Columns) -> bool:
    """Are the rows below others no players? One with a number that is given already says nothing in the rounds, or, in
    a table that names opponents, numbers alone. Any other says nothing, and is nobody's opponent in a table that does
    say something. A matrix may lack results, but none of its rows."""
    above = [grid.rows[row] for row in rows]
    named = {opponent for row in above for opponent in opponents_in(row, columns)}
    if not named and len(rows) < len(columns.rounds):
        return False
    given = set[tuple[int, int]]().union(*(_numbers(row, columns) for row in above))
    opponents = named | {number for row in above for c in columns.rounds if (number := whole_of(row[c]))}
    begun = any(_has_results(row, columns) for row in above)
    for row in (grid.rows[at] for at in below):
        numbers, silent = _numbers(row, columns), not _has_results(row, columns)
        if numbers.isdisjoint(given):
            apart = silent and begun and opponents.isdisjoint(number for _, number in numbers)
        else:
            apart = silent or (bool(named) and not _plays(row, columns))
        if not apart:
            return False
    return True


def _plays(row: Row, columns: Columns) -> bool:
    """Does a row name an opponent, or hold a result that is more than a number?"""
    texts = (row[c] for c in columns.rounds if isinstance(row[c], str) and not is_blank(row[c]))
    return bool(opponents_in(row, columns)) or any(map(is_result, texts))


def _is_empty(row: Row, columns: Columns) -> bool:
    """Does a row say nothing where players have their numbers, names and rounds?"""
    name = [] if columns.name is None else [columns.name]
    return all(is_blank(row[c]) for c in (*_identity(columns), *name, *columns.rounds))


def _without_footers(grid: Grid, rows: list[int], columns: Columns) -> list[int]:
    """The rows of names without the texts below them, which say nothing in the rounds. The last player of a matrix may
    do so as well, and whoever has points or anything else beside the name."""
    if len(rows) == len(columns.rounds) and all(_may_be_of_matrix(grid.rows[row], columns) for row in rows):
        return rows
    beside = [c for c in (columns.points, columns.rating, *columns.others) if c is not None]
    while rows:
        last = grid.rows[rows[-1]]
        if _has_results(last, columns) or not all(is_blank(last[c]) for c in beside):
            break
        rows = rows[:-1]
    return rows


def silent_rows(table: Table) -> Iterator[int]:
    """Rows with a name, a new number where there are numbers, and nothing else that follow the players: players who
    never played, or a text below the table."""
    columns, rows = table.columns, table.grid.rows
    if columns.name is None or not table.rows:
        return
    below = range(table.rows[-1] + 1, len(rows))
    given = {number for row in table.rows for number in _numbers(rows[row], columns)} if below else set()
    for row in below:
        named, numbers = not is_blank(rows[row][columns.name]), _numbers(rows[row], columns)
        if _has_results(rows[row], columns) or not (named or _identity(columns)):
            return
        if named and (numbers.isdisjoint(given) if numbers else not _identity(columns)):
            yield row


def second_lines(grid: Grid, rows: Sequence[int], columns: Columns) -> tuple[int, ...]:
    """The row below every player where all have a second line, which gives the colours of the rounds, or the results
    where the first one has none."""
    below = tuple(row + 1 for row in rows)
    if not below or below[-1] >= len(grid.rows) or not {*below}.isdisjoint(rows):
        return ()
    said = [
        row
        for row in below
        if _is_second_line(grid.rows[row], columns) or _is_result_line(grid.rows[row - 1], grid.rows[row], columns)
    ]
    return below if 2 * len(said) > len(below) else ()


def _without_second_lines(grid: Grid, rows: list[int], columns: Columns) -> list[int]:
    """The rows without those that stand where most players have their second lines."""
    followed = [row for row in rows if row + 1 < len(grid.rows) and _is_second_line(grid.rows[row + 1], columns)]
    if 2 * len(followed) <= len(rows):
        return rows
    kept: list[int] = []
    for row in rows:
        if not kept or row != kept[-1] + 1:
            kept.append(row)
    return kept


def _losers(grid: Grid, rows: Sequence[int], silent: Sequence[int], columns: Columns) -> Iterator[int]:
    """Numbered rows of a matrix with nothing but zeros, where the others have results against them. A row of zeros is
    else what xlwings Lite makes of an empty one. A player's column is that of his number; where the numbers are no
    columns, that of his row."""
    if not silent:
        return
    order = sorted([*rows, *silent])
    numbers = [whole_of(grid.rows[row][columns.number]) or 0 for row in order] if columns.number is not None else [0]
    named = len({*numbers}) == len(order) and 0 < min(numbers) <= max(numbers) <= len(columns.rounds)
    own = dict(zip(order, numbers if named else range(1, len(order) + 1)))
    for row in silent:
        against = columns.rounds[own[row] - 1] if own[row] <= len(columns.rounds) else None
        lost = any(grid.rows[row][c] == 0 for c in columns.rounds)
        if lost and against is not None and any(grid.rows[p][against] not in (0, None, "") for p in rows):
            yield row


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
    named = isinstance(name, str) and any(map(str.isalnum, name))
    if _is_numbered(row, columns):
        return named or any(text_of(row[c]).lower() not in DIAGONAL for c in columns.rounds if row[c] != 0)
    if _is_second_line(row, columns):
        return False
    identity = _identity(columns)
    if not identity:
        return named or bool(opponents_in(row, columns)) or (columns.name is None and _has_results(row, columns))
    if columns.number is None and isinstance(name, str) and any(map(str.isalpha, name)):  # not a rating below the name
        return _has_results(row, columns)  # of several who share a place only the first may have it
    said = named or columns.name is None or any(map(str.isdigit, "".join(text_of(row[c]) for c in identity)))
    return said and bool(opponents_in(row, columns))


def _names_results(row: Row, columns: Columns) -> bool:
    """Has a row a name and several results without opponents?"""
    name = row[columns.name] if columns.name is not None else None
    named = isinstance(name, str) and any(map(str.isalpha, name))
    filled = sum(not is_blank(row[c]) for c in columns.rounds) if named else 0
    return filled > 1 and _may_be_of_matrix(row, columns)


def _may_be_of_matrix(row: Row, columns: Columns) -> bool:
    """Are all cells in the rounds results without opponents, or signs where a player would meet himself?"""
    return all(is_result(row[c]) or text_of(row[c]).lower() in DIAGONAL for c in columns.rounds)


def _identity(columns: Columns) -> list[int]:
    """The columns of numbers and places."""
    return [c for c in (columns.number, columns.place) if c is not None]


def _numbers(row: Row, columns: Columns) -> set[tuple[int, int]]:
    """Number and place of a row, as far as it has them, each with its column."""
    return {(c, number) for c in _identity(columns) if (number := whole_of(row[c]))}


def _is_numbered(row: Row, columns: Columns) -> bool:
    """Has a row a number or a place?"""
    return any(whole_of(row[c]) for c in _identity(columns))


def _is_second_line(row: Row, columns: Columns) -> bool:
    """Does a row give nothing but colours in most of its rounds?"""
    said = [text for text in (text_of(row[c]).lower() for c in columns.rounds) if text]
    return 2 * sum(text in _COLOURS for text in said) > len(said)


def _is_result_line(above: Row, row: Row, columns: Columns) -> bool:
    """Does a row give results to the opponents and colours in most of the rounds above it?"""
    said = [(text, below) for c in columns.rounds if (text := text_of(above[c])) and not is_blank(below := row[c])]
    return 2 * sum(_OPPONENT.fullmatch(text) is not None and is_result(below) for text, below in said) > len(said)


def _has_results(row: Row, columns: Columns) -> bool:
    """Does a row say anything in the rounds? A lone 0 is what xlwings Lite makes of an empty cell."""
    return any(not is_blank(row[c]) and row[c] != 0 for c in columns.rounds)
