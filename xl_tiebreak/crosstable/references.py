"""What the opponents in a table may refer to: the numbers of a column, places, or the rows as they stand.

No heading is trusted. A column is what the opponents refer to when every opponent, looked up by it, has the player in
the same round with the complementary result; `attempts` tries them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Literal

from ..errors import Problem
from .grid import text_of, whole_of, wholes_of
from .reading import Table

__all__ = ["LONGEST_NUMBER", "STRANGER", "Index", "Reference", "number_problems", "references"]

LONGEST_NUMBER = 10
"""More digits than any number of a player has."""
STRANGER = -1
"""The position of an opponent who is not in the table."""


class Index(dict[str, int | None]):
    """Opponent as written, in digits → position of the player; empty → None, nobody's number → `STRANGER`.

    ``strangers`` says whether any was asked for.
    """

    def __init__(self, numbers: Iterable[int]) -> None:
        super().__init__(zip(map(str, numbers), count()))
        self[""] = None
        self.strangers = False

    def __missing__(self, text: str) -> int | None:
        digits = text.lstrip("0") if text.isascii() else str(int(text[:LONGEST_NUMBER]))
        position = self.get(digits or "0", STRANGER)
        self.strangers |= position == STRANGER
        return position


@dataclass(frozen=True, slots=True)
class Reference:
    """What opponents may refer to: the numbers of a column, or the rows as they stand (``column`` is None).

    ``numbers`` are those of the players in table order.
    """

    label: Literal["number", "place", "row"]
    column: int | None
    numbers: Sequence[int]


def references(table: Table) -> Iterator[Reference]:
    """What opponents may refer to, the likeliest first: number, place, another column of distinct numbers, the rows."""
    columns = table.columns
    named: list[tuple[Literal["number", "place"], int | None]] = [("number", columns.number), ("place", columns.place)]
    taken = {*columns.rounds, columns.name}
    for label, column in named:
        if column is not None:
            taken.add(column)
            yield from _reference(table, label, column)
    for column in range(table.left, table.right + 1):
        if column not in taken:
            yield from _reference(table, "number" if column < min(columns.rounds) else "place", column)
    yield Reference("row", None, range(1, len(table.rows) + 1))


def _reference(table: Table, label: Literal["number", "place"], column: int) -> Iterator[Reference]:
    """A column as reference, where it holds a different whole number for every player."""
    numbers = wholes_of(table.cells[column])
    if None not in numbers and len(set(numbers)) == len(numbers):
        yield Reference(label, column, numbers)  # type: ignore[arg-type]


def number_problems(table: Table, needed: bool) -> list[Problem]:
    """Numbers given twice, and numbers that are missing or none; these are errors where opponents need them."""
    column = table.columns.number
    if column is None:
        return []
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for player, value in enumerate(table.cells[column]):
        whole = whole_of(value)
        holders[text_of(value) if whole is None else str(whole)].append(player)
    problems = []
    for number, players in holders.items():
        cells = tuple(table.cell(p, column) for p in players)
        if not number:
            severity: Literal["error", "warning"] = "error" if needed else "warning"
            why = "the player has no number" if len(players) == 1 else "these players have no number"
            problems.append(Problem("number", cells, "", why, "write the number the opponents use", severity))
        elif len(players) > 1:
            several = "two players" if len(players) == 2 else f"{len(players)} players"
            hint = "give every player a number of his own"
            if table.rows[players[-1]] - table.rows[players[0]] > players[-1] - players[0]:
                hint += "; if other rows below the table were taken for players, name its cells with --range"
            problems.append(Problem("number-twice", cells, number, f"is the number of {several}", hint))
        elif needed and (not number.isdecimal() or len(number) >= LONGEST_NUMBER):
            problems.append(Problem("number", cells, number, "is no player's number", "write a whole number"))
    return problems
