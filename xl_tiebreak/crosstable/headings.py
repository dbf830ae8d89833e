"""What the headings of tables say: which column holds what, and which columns are rounds.

Headings are only the quickest guess at a table; what they say is checked against the cells (`attempts`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from .grid import Grid, is_blank, plain, text_of, whole_of
from .marks import opponent_in
from .reading import Columns
from .words import ROLES, ROUND_AFTER, ROUND_BEFORE, by_word

__all__ = ["RUN", "Heading", "forget_headings", "headings_at", "is_game", "role_of", "round_number"]

Row = Sequence[object]

_ROLE_OF = by_word(ROLES)
_BEGINNINGS = frozenset({"number", "place", "name"})
"""Roles that a table begins with: where one of them comes again after the rounds, another table begins beside it."""

_ROUND = re.compile(
    rf"(?:(?:{'|'.join(ROUND_BEFORE.values())})?[ .]{{0,2}}(\d{{1,3}})[ .]{{0,2}}(?:{'|'.join(ROUND_AFTER.values())})?)"
)
_REMEMBERED, _LONGEST, _MOST_ROUNDS = 10_000, 80, 1_000
_BELOW = 5
"""Rows below a heading in which its first value is looked for."""
_BELOW_SCHEDULE = 3
"""Rows below a row of dates or numbers of rounds in which the heading of the table is looked for."""
_ACROSS = 3
"""Columns a round takes at most."""
RUN = 3
"""So many numbers that count upwards are rounds wherever they begin; fewer begin with 1 or are texts."""


class _Roles(dict[str, str]):
    """Heading text → its role, empty for none; remembered for each distinct text."""

    def __missing__(self, text: str) -> str:
        if len(text) > _LONGEST:
            return ""
        if len(self) >= _REMEMBERED:
            self.clear()
        lines = (text, text.rstrip().rpartition("\n")[2])  # a title may be glued to the first heading
        role = self[text] = next((_ROLE_OF[line] for line in map(_bare, lines) if line in _ROLE_OF), "")
        return role


def _bare(text: str) -> str:
    return plain(text).lower().strip(" .:;|")


_ROLES = _Roles()


def forget_headings() -> None:
    """Empty the memory of headings."""
    _ROLES.clear()


def role_of(value: object) -> str:
    """What a heading says a column holds: number, place, name, rating or points; empty where it says none of these."""
    return _ROLES[value] if type(value) is str else ""


def round_number(value: object) -> int | None:
    """The number of a round heading: ``3``, ``3.Rd``, ``R3``, ``Тур 3``; None where it is none."""
    if isinstance(value, str):
        match = _ROUND.fullmatch(plain(value).lower().rstrip(" .")) if len(value) <= _LONGEST else None
        return int(match[1]) or None if match else None
    number = whole_of(value)
    return number if number is not None and 0 < number < _MOST_ROUNDS else None


def is_game(value: object) -> bool:
    """Does a cell name an opponent? ``R1`` is a round here."""
    return opponent_in(value) is not None and round_number(value) is None


def _rounds(row: Row, roles: Sequence[str], columns: range) -> tuple[int, ...]:
    """The columns of the longest run of headings that count upwards by one; separator columns may stand between, or
    the further columns of a round."""
    runs: list[list[int]] = [[]]
    last = 0
    for column in columns:
        number = None if roles[column] else round_number(row[column])
        if number is None:
            continue
        if runs[-1] and (number != last + 1 or column - runs[-1][-1] > _ACROSS):
            runs.append([])
        runs[-1].append(column)
        last = number
    longest = max(runs, key=len)
    first = round_number(row[longest[0]]) if longest else None
    return tuple(longest) if len(longest) >= RUN or first == 1 or (longest and type(row[longest[0]]) is str) else ()


class Heading(NamedTuple):
    """Heading rows ``first`` to ``last`` and what the columns from ``left`` to ``right`` hold; ``part`` are the columns
    that no other heading of the row takes."""

    first: int
    last: int
    columns: Columns
    left: int
    right: int
    part: range

    def meets(self, other: Heading) -> bool:
        """Do both stand over one column?"""
        return self.left <= other.right and other.left <= self.right


def headings_at(grid: Grid, at: int, among: range | None = None) -> list[Heading]:
    """The headings of tables side by side that begin in a row, in all columns or some; mostly none or one.

    A heading names at least one role and a run of rounds, which may stand one row below (merged headings above the
    rounds); or it is nothing but a run of three rounds and more. Fewer than three rounds need a number, place or name
    beside them: "Score 1" is no heading.
    """
    row = grid.rows[at]
    roles = list(map(role_of, row))
    among = among or range(len(row))
    if not any(roles[among.start : among.stop]):
        rounds = _rounds(row, roles, among)
        alone = len(rounds) >= RUN and sum(not is_blank(row[column]) for column in among) == len(rounds)
        if not alone or round_number(row[rounds[0]]) != 1 or _heading_follows(grid, at, among):
            return []
        return [_described(grid, at, at, roles, rounds, among)]
    found = _side_by_side(grid, at, at, roles, among)
    counted = max((len(heading.columns.rounds) for heading in found), default=0)
    if counted < RUN and at + 1 < len(grid.rows) and _continues(grid.rows[at + 1], among):
        longer = _side_by_side(grid, at, at + 1, _roles_of_both(row, grid.rows[at + 1]), among)
        return longer if any(len(heading.columns.rounds) > counted for heading in longer) else found
    return found


def _heading_follows(grid: Grid, at: int, among: range) -> bool:
    """Does a heading with roles stand below a row of numbers, which is a schedule then? Games between them are those of
    a table without other headings."""
    for below in range(at + 1, min(at + 1 + _BELOW_SCHEDULE, len(grid.rows))):
        row = grid.rows[below]
        if any(map(is_game, row)):
            return False
        if any(map(role_of, row[among.start : among.stop])) and headings_at(grid, below, among):
            return True
    return False


def _roles_of_both(above: Row, below: Row) -> list[str]:
    """The roles that the two lines of a heading name. Numbers of the second line that count upwards are rounds,
    whatever stands above them."""
    numbers = list(map(round_number, below))
    counting = {c for c, (one, next_) in enumerate(pairwise(numbers)) if one is not None and next_ == one + 1}
    rounds = counting | {c + 1 for c in counting}
    return [
        role_of(under) or ("" if c in rounds else role_of(over)) for c, (over, under) in enumerate(zip(above, below))
    ]


def _continues(row: Row, among: range) -> bool:
    """Is a row the second line of a heading: a run of rounds beside nothing but texts?"""
    roles = list(map(role_of, row))
    rounds = _rounds(row, roles, among)
    rest = [row[column] for column in among if column not in rounds and not is_blank(row[column])]
    titles = all(isinstance(value, str) and round_number(value) is None and not is_game(value) for value in rest)
    return len(rounds) > 0 and titles


def _side_by_side(grid: Grid, first: int, last: int, roles: Sequence[str], among: range) -> list[Heading]:
    """The headings in rows ``first`` to ``last``, the rounds in the last one."""
    parts = [(part, _rounds(grid.rows[last], roles, part)) for part in _parts(grid, last, roles, among)]
    least = max(1, 2 * sum(is_game(grid.rows[last][column]) for column in among))  # a row of games is no heading
    return [
        _described(grid, first, last, roles, rounds, part)
        for part, rounds in parts
        if len(rounds) >= (least if _BEGINNINGS.intersection(roles[part.start : part.stop]) else max(RUN, least))
    ]


def _parts(grid: Grid, at: int, roles: Sequence[str], among: range) -> Iterator[range]:
    """The columns of every table in a heading row; what has no rounds belongs to the table before it."""
    row = grid.rows[at]
    starts, seen, counted = [among.start], set[str](), False
    for column in among:
        role, rest = roles[column], range(column, among.stop)
        if role in seen and counted and _begins(grid, at, column, role) and _rounds(row, roles, rest):
            starts.append(column)
            seen, counted = set(), False
        seen.add(role)
        counted = counted or (not role and round_number(row[column]) is not None)
    for start, end in zip(starts, [*starts[1:], among.stop]):
        yield range(start, end)


def _begins(grid: Grid, at: int, column: int, role: str) -> bool:
    """Does a table begin with this column? A number, place or name stands below its heading."""
    if role not in _BEGINNINGS:
        return False
    below = [row[column] for row in grid.rows[at + 1 : at + 1 + _BELOW] if not is_blank(row[column])]
    if role == "name":
        return all(isinstance(value, str) and any(map(str.isalpha, value)) and not is_game(value) for value in below)
    numbers = {number for value in below if (number := whole_of(value))}
    return len(numbers) == len(below)


def _described(
    grid: Grid, first: int, last: int, roles: Sequence[str], rounds: tuple[int, ...], part: range
) -> Heading:
    lines = [list(map(text_of, row)) for row in grid.rows[first : last + 1]]
    texts = lines[0] if first == last else [" ".join(filter(None, column)) for column in zip(*lines)]
    named = {roles[column]: column for column in reversed(part) if roles[column]}
    used = {*rounds, *named.values()}
    apart = max((after - before for before, after in pairwise(rounds)), default=1)
    left, right = rounds[0], min(rounds[-1] + (apart - 1 if apart == _ACROSS else 0), part.stop - 1)
    while left > part.start and any(texts[max(part.start, left - 2) : left]):
        left -= 1 if texts[left - 1] else 2
    while any(texts[right + 1 : min(right + 3, part.stop)]):
        right += 1 if texts[right + 1] else 2
    columns = Columns(
        **{role: column for role, column in named.items() if left <= column <= right},
        rounds=rounds,
        others={c: texts[c] for c in range(left, right + 1) if texts[c] and c not in used},
    )
    return Heading(first, last, columns, left, right, part)
