"""Where the tables of a grid are: heading rows, columns and player rows.

Headings are only the quickest guess. Which column the opponents refer to is decided by consistency (`consistency`),
and a range without headings is found by its contents (`headless`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from .games import DIAGONAL
from .grid import Grid, plain, text_of, whole_of
from .notations import opponent_in
from .reading import Columns, Table

__all__ = ["forget_headings", "headed_tables", "holds_games", "is_blank", "table_of"]

Row = Sequence[object]

HEADINGS: dict[str, str] = {
    "number": "№|no|n|nr|#|s.no|sno|snr|id|num|pair num|start no|start-no|starting number|start-nr|nº|n°|nº.inic"
    "|№ п/п|№п/п|п/п|номер|ст.№|ст. №|ст.н|стартовый номер",
    "place": "м|место|мес|place|pl|pos|position|rank|rk|rg|rang|platz|clas|sija",
    "name": "name|player|player name|players|имя|фамилия|фамилия имя|фамилия, имя|фамилия и имя|фамилия имя отчество"
    "|фио|ф.и.о|ф. и. о|участник|участники|игрок|игроки|nome|nombre|nom|nimi|naam|navn|namn",
    "rating": "rtg|rtgi|rtgn|rating|elo|eloi|рейт|рейтинг|rat|frtg|nrtg|dwz|twz|fmjd",
    "points": "оч|очки|очков|о|pts|pkt|punkte|points|point|pt|p|total|tot|score|scr|pont|nbw|mms|сумма",
}
"""Role → headings that name it, in lower case without a full stop at the end."""
_ROLE_OF = {heading: role for role, headings in HEADINGS.items() for heading in headings.split("|")}

_ROUND = re.compile(
    r"(?:(?:x|r|rd|rnd|round|runde|ronde|ronda|runda|тур|т)?[ .]{0,2}(\d{1,3})[ .]{0,2}"
    r"(?:rd|round|runde|st|nd|rd|th|тур|-й тур|й тур)?)"
)
_NUMBERS = {int, float}
_REMEMBERED, _LONGEST_HEADING, _SAMPLE = 10_000, 40, 24


class _Roles(dict[str, str]):
    """Heading text → its role, empty for none; remembered for each distinct text."""

    def __missing__(self, text: str) -> str:
        if len(text) > _LONGEST_HEADING:
            return ""
        if len(self) >= _REMEMBERED:
            self.clear()
        role = self[text] = _ROLE_OF.get(plain(text).lower().rstrip(" .:"), "")
        return role


_ROLES = _Roles()


def forget_headings() -> None:
    """Empty the memory of headings."""
    _ROLES.clear()


def is_blank(value: object) -> bool:
    """Does a cell say nothing?"""
    return value is None or value == "" or text_of(value) == ""


def _round_number(value: object) -> int | None:
    """The number of a round heading: ``3``, ``3.Rd``, ``R3``, ``Тур 3``; None where it is none."""
    if isinstance(value, str):
        match = _ROUND.fullmatch(plain(value).lower().rstrip(" .")) if len(value) <= _LONGEST_HEADING else None
        return int(match[1]) if match else None
    return whole_of(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _rounds(row: Row, roles: Sequence[str]) -> tuple[int, ...]:
    """The columns of the longest run of headings that count upwards by one; separator columns may stand between."""
    runs: list[list[int]] = [[]]
    last = 0
    for column, (value, role) in enumerate(zip(row, roles)):
        number = None if role else _round_number(value)
        if number is None:
            continue
        if runs[-1] and (number != last + 1 or column - runs[-1][-1] > 2):
            runs.append([])
        runs[-1].append(column)
        last = number
    longest = max(runs, key=len)
    return tuple(longest)


class _Heading(NamedTuple):
    """Heading rows ``first`` to ``last`` and what their columns hold."""

    first: int
    last: int
    columns: Columns
    left: int
    right: int


def _heading(grid: Grid, at: int) -> _Heading | None:
    """The heading that begins in a row, None where none does.

    It names at least one role and a run of rounds, which may stand one row below (merged headings above the rounds); or
    it is nothing but a run of three rounds and more.
    """
    row = grid.rows[at]
    roles = [_ROLES[value] if type(value) is str else "" for value in row]
    if not any(roles):
        rounds = _rounds(row, roles)
        alone = len(rounds) >= 3 and sum(not is_blank(value) for value in row) == len(rounds)
        if not (alone and _round_number(row[rounds[0]]) == 1):
            return None
        return _described(grid, at, at, roles, rounds)
    if rounds := _rounds(row, roles):
        return _described(grid, at, at, roles, rounds)
    if at + 1 < len(grid.rows):
        below = grid.rows[at + 1]
        roles_below = [_ROLES[value] if type(value) is str else "" for value in below]
        both = [role or below for role, below in zip(roles, roles_below)]
        rounds = _rounds(below, both)
        rest = (c for c in range(len(below)) if c not in rounds)
        if rounds and all(roles_below[c] or is_blank(below[c]) for c in rest):
            return _described(grid, at, at + 1, both, rounds)
    return None


def _described(grid: Grid, first: int, last: int, roles: Sequence[str], rounds: tuple[int, ...]) -> _Heading:
    texts = [" ".join(filter(None, map(text_of, column))) for column in zip(*grid.rows[first : last + 1])]
    named = {role: column for column, role in reversed(list(enumerate(roles))) if role}
    used = {*rounds, *named.values()}
    left = right = rounds[0]
    while left and any(texts[max(0, left - 2) : left]):
        left -= 1 if texts[left - 1] else 2
    while any(texts[right + 1 : right + 3]):
        right += 1 if texts[right + 1] else 2
    columns = Columns(
        **{role: column for role, column in named.items() if left <= column <= right},
        rounds=rounds,
        others={c: texts[c] for c in range(left, right + 1) if texts[c] and c not in used},
    )
    return _Heading(first, last, columns, left, right)


def headed_tables(grid: Grid) -> Iterator[Table]:
    """Every table of a squared grid that has headings, from top to bottom."""
    at = 0
    while at < len(grid.rows):
        heading = _heading(grid, at)
        if heading is None:
            at += 1
            continue
        rows, at = _player_rows(grid, heading)
        headings = [*range(heading.first, heading.last + 1)]
        while (again := _repetition(grid, at, heading)) is not None:
            more, end = _player_rows(grid, again)
            if not _one_table(grid, heading.columns, rows, more):
                break
            headings += range(again.first, again.last + 1)
            rows, at = [*rows, *more], end
        yield _widened(table_of(grid, headings, rows, heading.columns, heading.left, heading.right))


def table_of(
    grid: Grid, headings: Sequence[int], rows: Sequence[int], columns: Columns, left: int, right: int
) -> Table:
    """A table of some rows of a grid."""
    whole = isinstance(rows, range)
    players = grid.rows[rows[0] : rows[-1] + 1] if whole and rows else [grid.rows[row] for row in rows]
    cells: list[Sequence[object]] = list(zip(*players)) or [()] * grid.width
    return Table(grid, tuple(headings), rows, cells, columns, left, right)


def _widened(table: Table) -> Table:
    """The table with the columns beside its rounds that hold rounds as well, whatever their headings say."""
    columns, width = table.columns, len(table.cells)
    taken = {columns.number, columns.name, columns.place, columns.points, columns.rating}
    rounds = list(columns.rounds)
    for step, edge in ((-1, rounds[0]), (1, rounds[-1])):
        beside = [edge + step, edge + 2 * step]
        while more := [c for c in beside if 0 <= c < width and c not in taken and holds_games(table.cells[c])]:
            rounds.append(more[0])
            beside = [more[0] + step, more[0] + 2 * step]
    if len(rounds) == len(columns.rounds):
        return table
    rounds.sort()
    others = {c: heading for c, heading in columns.others.items() if c not in rounds}
    columns = replace(columns, rounds=tuple(rounds), others=others)
    return replace(table, columns=columns, left=min(table.left, rounds[0]), right=max(table.right, rounds[-1]))


def holds_games(column: Sequence[object]) -> bool:
    """Do most of the filled cells at the top of a column name an opponent?"""
    filled = [value for value in column[:_SAMPLE] if not is_blank(value)]
    games = sum(opponent_in(value) is not None for value in filled)
    return games > 0 and 10 * games >= 6 * len(filled)


def _repetition(grid: Grid, at: int, heading: _Heading) -> _Heading | None:
    """The heading at a row where it repeats another one, as on a second printed page."""
    again = _heading(grid, at) if at < len(grid.rows) else None
    return again if again and again.columns == heading.columns else None


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


def _player_rows(grid: Grid, heading: _Heading) -> tuple[Sequence[int], int]:
    """The player rows under a heading and the row where the next heading begins (or the end of the grid)."""
    start, end = heading.last + 1, len(grid.rows)
    if _all_players(grid, start, heading.columns):
        return range(start, end), end
    rows: list[int] = []
    for at in range(start, end):
        if _is_player(grid.rows[at], heading.columns):
            rows.append(at)
        elif _heading(grid, at) is not None:
            end = at
            break
    if heading.columns.number is None:
        while rows and not _has_results(grid.rows[rows[-1]], heading.columns):
            rows.pop()
    return rows, end


def _all_players(grid: Grid, start: int, columns: Columns) -> bool:
    """Has every row from one on a number and a name? Then nothing else stands below the heading."""
    if columns.number is None or columns.name is None:
        return False
    number, name = columns.number, columns.name
    body = map(grid.rows.__getitem__, range(start, len(grid.rows)))  # no copy: this ends at the first other row
    cells = ((row[number], row[name]) for row in body)
    return all(type(value) in _NUMBERS and type(text) is str and text and not text.isspace() for value, text in cells)


def _is_player(row: Row, columns: Columns) -> bool:
    """Is a row a player's? It has a name or results beside a number; or, without a number, a name beside a game."""
    name = row[columns.name] if columns.name is not None else None
    named = isinstance(name, str) and not is_blank(name)
    identity = [row[c] for c in (columns.number, columns.place) if c is not None]
    if any(whole_of(value) for value in identity):
        return named or any(text_of(row[c]).lower() not in DIAGONAL for c in columns.rounds if row[c] != 0)
    if columns.number is None:
        return named or (columns.name is None and _has_results(row, columns))
    return (named or not is_blank(identity[0])) and bool(_opponents(row, columns))


def _has_results(row: Row, columns: Columns) -> bool:
    """Does a row say anything in the rounds? A lone 0 is what xlwings Lite makes of an empty cell."""
    return any(not is_blank(row[c]) and row[c] != 0 for c in columns.rounds)
