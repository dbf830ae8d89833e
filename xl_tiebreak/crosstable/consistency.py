"""Does a table agree with itself? What its opponents refer to is decided here, and every contradiction gets its words.

Nothing here trusts a heading. A column is what the opponents refer to when every opponent, looked up by it, has the
player in the same round with the complementary result; `model.Tournament` proves that.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..errors import Problem
from ..model import Fault, Tournament
from .grid import decimal_of, text_of, whole_of
from .layout import is_blank
from .reading import Table

__all__ = [
    "Reference",
    "clashing_colours",
    "compare_points",
    "describe_faults",
    "describe_stranger",
    "number_problems",
    "references",
    "with_points_column",
]

Place = tuple[int, int]
"""(player, round), both counted from 0"""


@dataclass(frozen=True, slots=True)
class Reference:
    """What opponents may refer to: the numbers of a column, or the rows as they stand (``column`` is None).

    ``index`` leads from a written opponent to a position; None, no opponent, leads to None.
    """

    label: Literal["number", "place", "row"]
    column: int | None
    index: Mapping[int | None, int | None]

    def numbers(self) -> list[str]:
        """The players' numbers as the opponents are written."""
        return [str(number) for number in self.index if number is not None]


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
    count = len(table.rows)
    yield Reference("row", None, {None: None, **dict(zip(range(1, count + 1), range(count)))})


def _reference(table: Table, label: Literal["number", "place"], column: int) -> Iterator[Reference]:
    """A column as reference, where it holds a different whole number for every player."""
    cells = table.cells[column]
    numbers = cells if set(map(type, cells)) == {int} else list(map(whole_of, cells))
    index: dict[object, int | None] = {None: None}
    index.update(zip(numbers, range(len(numbers))))
    if len(index) == len(numbers) + 1 and index[None] is None:
        yield Reference(label, column, index)  # type: ignore[arg-type]


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
            count = "two players" if len(players) == 2 else f"{len(players)} players"
            hint = "give every player a number of his own"
            problems.append(Problem("number-twice", cells, number, f"is the number of {count}", hint))
        elif needed and not number.isdecimal():
            problems.append(Problem("number", cells, number, "is no player's number", "write a whole number"))
    return problems


def describe_stranger(table: Table, reference: Reference, player: int, round_: int, opponent: int | None) -> Problem:
    """A cell that names an opponent who is not in the table."""
    numbers = sorted(n for n in reference.index if n is not None)
    known = f"the numbers go from {numbers[0]} to {numbers[-1]}"
    if opponent is not None and numbers[0] <= opponent <= numbers[-1]:
        known = f"no player has the number {opponent}"
    if reference.label == "row":
        known = f"the table has {len(numbers)} players"
    why = f"names opponent {opponent}, but {known}"
    place = player, round_
    return Problem("no-such-opponent", (table.name(*place),), _text(table, place), why, "correct the opponent's number")


def describe_faults(
    table: Table, reference: Reference, faults: Iterable[Fault], sums: Sequence[float]
) -> list[Problem]:
    """Every contradiction between rows in words.

    ``sums`` are the points of the cells: of two cells that contradict each other the one whose row does not add up to
    its printed points is named first.
    """
    problems = []
    one_sided: defaultdict[int, list[Fault]] = defaultdict(list)
    suspects = {player for player, printed in _printed(table) if printed != sums[player]}
    numbers = reference.numbers()
    for fault in faults:
        if fault.code == "one-sided":
            one_sided[fault.round].append(fault)
        elif fault.code == "self":
            here = fault.player, fault.round
            why = f"is a game of number {numbers[fault.player]} against himself"
            hint = "write the number of the opponent"
            problems.append(Problem("self", (table.name(*here),), _text(table, here), why, hint))
        elif fault.partner is not None:
            pair = [(fault.player, fault.round), (fault.partner, fault.round)]
            pair.sort(key=lambda place: place[0] not in suspects)
            problems.append(_contradiction(table, pair[0], pair[1], numbers[pair[1][0]]))
    for round_, group in one_sided.items():
        problems.extend(_describe_one_sided(table, numbers, round_, group))
    return problems


def _contradiction(table: Table, here: Place, there: Place, opponent: str) -> Problem:
    why = f"contradicts '{_text(table, there)}', the cell of opponent {opponent}"
    hint = "one game needs two results that fit: 1 and 0, ½ and ½, + and -, or none in both"
    return Problem("contradiction", (table.name(*here), table.name(*there)), _text(table, here), why, hint)


def _describe_one_sided(
    table: Table, numbers: Sequence[str], round_: int, faults: Sequence[Fault]
) -> Iterator[Problem]:
    """Cells of one round that name an opponent who does not name them back.

    One wrong number leaves two such cells: the wrong one, and that of the true opponent, who names a player who names
    somebody else. The cell in which most of them meet is the one to look at first.
    """
    left = {fault.player: fault.partner for fault in faults if fault.partner is not None}
    seen = Counter([*left, *left.values()])
    for player in sorted(left, key=lambda p: (-seen[p], p)):
        partner = left.pop(player, None)
        if partner is None:
            continue
        here, there = (player, round_), (partner, round_)
        callers = [p for p, named in left.items() if named == player]
        said = f"'{_text(table, there)}'" if _text(table, there) else "nothing"
        why = f"names opponent {numbers[partner]}, whose own cell says {said}"
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


def clashing_colours(table: Table, tournament: Tournament) -> list[Problem]:
    """A warning for every game both players of which have the same colour."""
    problems = []
    for r, (opponents, colours) in enumerate(zip(zip(*tournament.opponents), zip(*tournament.colours))):
        met_by_white = {colours[o] for o, c in zip(opponents, colours) if c == "w" and o is not None}
        if met_by_white <= {"b"} and colours.count("w") == colours.count("b"):
            continue
        for p, o in enumerate(opponents):
            if o is not None and p < o and colours[p] and colours[p] == colours[o]:
                cells = table.name(p, r), table.name(o, r)
                why = f"has the same colour as '{_text(table, (o, r))}', the cell of the opponent"
                hint = "only tie-breaks that count colours are affected"
                problems.append(Problem("colour", cells, _text(table, (p, r)), why, hint, "warning"))
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
    printed = _printed(table)
    if column is None or not printed:
        return [], "no printed points"
    problems = []
    for player, points in printed:
        if points != sums[player]:
            cell, text = table.cell(player, column), text_of(table.cells[column][player])
            why = f"is printed, but the rounds add up to {sums[player]:g}"
            problems.append(Problem("points", (cell,), text, why, "correct the points or a result", "warning"))
    return problems, f"points equal in {len(printed) - len(problems)} of {len(printed)}"


def _printed(table: Table) -> list[tuple[int, float]]:
    """The players with printed points. A formula counts as empty, and so does a column of nothing but zeros."""
    column = table.columns.points
    if column is None:
        return []
    cells = [(player, decimal_of(value)) for player, value in enumerate(table.cells[column]) if not is_blank(value)]
    printed = [(player, points) for player, points in cells if points is not None]
    return printed if any(points for _, points in printed) else []
