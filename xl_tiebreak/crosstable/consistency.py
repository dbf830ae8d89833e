"""Does a table agree with itself? What its opponents refer to is decided here, and every contradiction gets its words.

Nothing here trusts a heading. A column is what the opponents refer to when every opponent, looked up by it, has the
player in the same round with the complementary result; `model.Tournament` proves that.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Literal

from ..errors import Problem, shorten
from ..model import Fault
from .grid import decimal_of, text_of, whole_of
from .layout import is_blank
from .reading import Table

__all__ = [
    "STRANGER",
    "Index",
    "Reference",
    "clashing_colours",
    "compare_points",
    "describe_faults",
    "describe_strangers",
    "number_problems",
    "references",
    "with_points_column",
]

Place = tuple[int, int]
"""(player, round), both counted from 0"""


_LONGEST = 10
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
        digits = text.lstrip("0") if text.isascii() else str(int(text[:_LONGEST]))
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
            yield from _reference(table, "number" if column < columns.rounds[0] else "place", column)
    yield Reference("row", None, range(1, len(table.rows) + 1))


def _reference(table: Table, label: Literal["number", "place"], column: int) -> Iterator[Reference]:
    """A column as reference, where it holds a different whole number for every player."""
    cells = table.cells[column]
    numbers = cells if set(map(type, cells)) == {int} else list(map(whole_of, cells))
    if None not in numbers and len(set(numbers)) == len(numbers):
        yield Reference(label, column, numbers)  # type: ignore[arg-type]


def number_problems(table: Table, needed: bool) -> list[Problem]:
    """Numbers given twice, and numbers that are missing or none; these are errors where opponents need them."""
    column = table.columns.number
    if column is None:
        return []
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for player, value in enumerate(table.cells[column]):
        holders[text_of(value).rstrip(".")].append(player)
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
            problems.append(Problem("number-twice", cells, number, f"is the number of {several}", hint))
        elif needed and not number.isdecimal():
            problems.append(Problem("number", cells, number, "is no player's number", "write a whole number"))
    return problems


def describe_strangers(table: Table, reference: Reference, strangers: Mapping[Place, str]) -> list[Problem]:
    """Opponents who are not in the table, each with all the cells that name him."""
    known = sorted(reference.numbers)
    named: defaultdict[str, list[Place]] = defaultdict(list)
    for place, opponent in strangers.items():
        named[opponent].append(place)
    problems = []
    for opponent, places in named.items():
        if reference.label == "row":
            lacks = f"the table has {len(known)} players"
        elif len(opponent) < _LONGEST and known[0] <= int(opponent) <= known[-1]:
            lacks = f"no player has the number {opponent}"
        else:
            lacks = f"the numbers go from {known[0]} to {known[-1]}"
        hint = "correct the number" if len(places) == 1 else f"add the row of player {opponent} or correct the numbers"
        cells = tuple(table.name(*place) for place in places)
        why = f"names opponent {shorten(opponent)}, but {lacks}"
        problems.append(Problem("no-such-opponent", cells, _text(table, places[0]), why, hint))
    return problems


def describe_faults(
    table: Table, reference: Reference, faults: Iterable[Fault], sums: Sequence[float]
) -> list[Problem]:
    """Every contradiction between rows in words.

    ``sums`` are the points of the cells: of two cells that contradict each other the one whose row does not add up to
    its printed points is named first.
    """
    problems = []
    one_sided: defaultdict[int, dict[int, int]] = defaultdict(dict)
    suspects = {player for player, printed in _printed(table) if printed != sums[player]}
    numbers = list(map(str, reference.numbers))
    for fault in faults:
        if fault.code == "one-sided" and fault.partner is not None:
            one_sided[fault.round][fault.player] = fault.partner
    for fault in faults:
        if fault.code == "self":
            problems.append(_against_himself(table, numbers, fault, one_sided[fault.round]))
        elif fault.code == "contradiction" and fault.partner is not None:
            pair = [(fault.player, fault.round), (fault.partner, fault.round)]
            pair.sort(key=lambda place: place[0] not in suspects)
            problems.append(_contradiction(table, pair[0], pair[1], numbers[pair[1][0]]))
    for round_, named in one_sided.items():
        problems.extend(_describe_one_sided(table, numbers, round_, named))
    return problems


def _against_himself(table: Table, numbers: Sequence[str], fault: Fault, one_sided: dict[int, int]) -> Problem:
    """A player who names himself. Whoever names him in vain is his opponent; those cells are no slips of their own."""
    here = fault.player, fault.round
    callers = [player for player, partner in one_sided.items() if partner == fault.player]
    for caller in callers:
        del one_sided[caller]
    cells = (table.name(*here), *(table.name(caller, fault.round) for caller in callers))
    hint = "write the number of the opponent"
    if callers:
        hint += ", probably " + " or ".join(numbers[caller] for caller in callers)
    why = f"is a game of number {numbers[fault.player]} against himself"
    return Problem("self", cells, _text(table, here), why, hint)


def _contradiction(table: Table, here: Place, there: Place, opponent: str) -> Problem:
    why = f"contradicts '{_text(table, there)}', the cell of opponent {opponent}"
    hint = "one game needs two results that fit: 1 and 0, ½ and ½, + and -, or none in both"
    return Problem("contradiction", (table.name(*here), table.name(*there)), _text(table, here), why, hint)


def _describe_one_sided(
    table: Table, numbers: Sequence[str], round_: int, named: Mapping[int, int]
) -> Iterator[Problem]:
    """Cells of one round that name an opponent who does not name them back (player → opponent).

    One wrong number leaves two such cells: the wrong one, and that of the true opponent, who names a player who names
    somebody else. The cell in which most of them meet is the one to look at first.
    """
    left = dict(named)
    seen = Counter([*left, *left.values()])
    for player in sorted(left, key=lambda p: (-seen[p], p)):
        partner = left.pop(player, None)
        if partner is None:
            continue
        here, there = (player, round_), (partner, round_)
        callers = [p for p, named in left.items() if named == player]
        said = f"says '{_text(table, there)}'" if _text(table, there) else "is empty"
        why = f"names opponent {numbers[partner]}, whose own cell {said}"
        hint = "correct one of the two"
        cells = [table.name(*here), table.name(*there)]
        if len(callers) == 1:
            caller = callers[0]
            del left[caller]
            why += f", while {numbers[caller]} names {numbers[player]} as opponent"
            hint = f"probably the opponent here is {numbers[caller]}"
            cells.append(table.name(caller, round_))
        yield Problem("one-sided", tuple(cells), _text(table, here), why, hint)


def _text(table: Table, place: Place) -> str:
    player, round_ = place
    return text_of(table.cells[table.columns.rounds[round_]][player])


def clashing_colours(table: Table, faults: Iterable[Fault]) -> list[Problem]:
    """A warning for every game both players of which have the same colour."""
    problems = []
    for player, round_, partner in ((f.player, f.round, f.partner) for f in faults if f.code == "colour"):
        cells = table.name(player, round_), table.name(partner or 0, round_)
        why = f"has the same colour as '{_text(table, (partner or 0, round_))}', the cell of the opponent"
        hint = "only tie-breaks that count colours are affected"
        problems.append(Problem("colour", cells, _text(table, (player, round_)), why, hint, "warning"))
    return problems


def with_points_column(table: Table, sums: Sequence[float]) -> Table:
    """A table without headings with its column of points, the first one that agrees with most of the rows."""
    columns = table.columns
    if table.heading_rows or columns.points is not None or not any(sums):
        return table
    taken = {*columns.rounds, columns.number, columns.name}
    for column in [*range(columns.rounds[-1] + 1, table.right + 1), *range(table.left, columns.rounds[0])]:
        if column not in taken:
            agree = sum(decimal_of(value) == points for value, points in zip(table.cells[column], sums))
            if 10 * agree >= 6 * len(sums):
                return replace(table, columns=replace(columns, points=column))
    return table


def compare_points(table: Table, sums: Sequence[float]) -> tuple[list[Problem], str]:
    """A warning for every printed number of points that is not the sum of its cells, and what to say of them all."""
    column = table.columns.points
    if column is not None and list(table.cells[column]) == list(sums):
        return [], f"points equal in {len(sums)} of {len(sums)}"
    if column is None:
        return [], "no printed points"
    printed = _printed(table)
    problems = []
    for player, value in enumerate(table.cells[column]):
        if not is_blank(value) and decimal_of(value) is None and not text_of(value).startswith("="):
            why, hint = "is no number of points", "write the points or leave the cell empty"
            problems.append(Problem("points", (table.cell(player, column),), text_of(value), why, hint, "warning"))
    wrong = [player for player, points in printed if points != sums[player]]
    for player in wrong:
        cell, text = table.cell(player, column), text_of(table.cells[column][player])
        why, hint = f"is printed, but the rounds add up to {sums[player]:g}", "correct the points or a result"
        problems.append(Problem("points", (cell,), text, why, hint, "warning"))
    of = len(printed)
    return problems, f"points equal in {of - len(wrong)} of {of}" if of else "no printed points"


def _printed(table: Table) -> list[tuple[int, float]]:
    """The players with printed points. A formula counts as empty, and so does a column of nothing but zeros."""
    column = table.columns.points
    if column is None:
        return []
    cells = [(player, decimal_of(value)) for player, value in enumerate(table.cells[column]) if not is_blank(value)]
    printed = [(player, points) for player, points in cells if points is not None]
    return printed if any(points for _, points in printed) else []
