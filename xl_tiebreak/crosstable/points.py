"""The printed points: which column holds them, and where they differ from the cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..errors import Problem
from ..model import Rounds
from .grid import decimal_of, is_blank, text_of
from .mending import decimal_in_date
from .reading import Table

__all__ = ["compare_points", "printed_points", "suspects", "with_points_column"]


def printed_points(table: Table) -> list[float | None]:
    """The printed points of every player, None where there are none. A formula counts as empty, and so does a column of
    nothing but zeros."""
    column = table.columns.points
    if column is None:
        return [None] * len(table.rows)
    return _numbers(table.cells[column])


def _numbers(cells: Sequence[object]) -> list[float | None]:
    if set(map(type, cells)) <= {int, float} and any(cells):
        return list(cells)  # type: ignore[arg-type]
    printed = [None if is_blank(value) else _number(value) for value in cells]
    return printed if any(printed) else [None] * len(printed)


def _number(value: object) -> float | None:
    number = decimal_of(value)
    return decimal_in_date(text_of(value)) if number is None else number


def suspects(table: Table, rounds: Rounds) -> set[int]:
    """Players whose cells do not add up to their printed points."""
    points = [outcome.points for outcome in rounds.outcomes]
    sums = [sum(points[code] for code in codes) for codes in zip(*rounds.codes)]
    return {p for p, printed in enumerate(printed_points(table)) if printed not in (None, sums[p])}


def with_points_column(table: Table, sums: Sequence[float]) -> Table:
    """The table with its column of points: the headed one, unless it is wrong where another column is right; without a
    headed one the first that agrees with most of the rows."""
    columns, headed = table.columns, table.columns.points
    if not any(sums) or (headed is not None and list(table.cells[headed]) == sums):
        return table
    needed = 6 if headed is None else 9
    if headed is not None and 2 * _agreeing(table, headed, sums) >= len(sums):
        return table
    if headed is not None and not any(printed_points(table)):
        return table
    taken = {*columns.rounds, columns.number, columns.name, columns.place, columns.rating}
    for column in [*range(max(columns.rounds) + 1, table.right + 1), *range(table.left, min(columns.rounds))]:
        if column not in taken and 10 * _agreeing(table, column, sums) >= needed * len(sums):
            others = {c: heading for c, heading in columns.others.items() if c != column}
            if headed is not None:
                others[headed] = table.heading_of(headed)
            return replace(table, columns=replace(columns, points=column, others=others))
    return table


def _agreeing(table: Table, column: int, sums: Sequence[float]) -> int:
    return sum(printed == points for printed, points in zip(_numbers(table.cells[column]), sums))


def compare_points(table: Table, sums: Sequence[float]) -> tuple[list[Problem], str]:
    """A warning for every printed number of points that is not the sum of its cells, and what to say of them all."""
    column = table.columns.points
    if column is None:
        return [], "no printed points"
    cells = table.cells[column]
    if list(cells) == list(sums):
        return [], f"points equal in {len(sums)} of {len(sums)}"
    problems = []
    printed = printed_points(table)
    for player, value in enumerate(cells):
        if not is_blank(value) and _number(value) is None and not text_of(value).startswith("="):
            why, hint = "is no number of points", "write the points or leave the cell empty"
            problems.append(Problem("points", (table.cell(player, column),), text_of(value), why, hint, "warning"))
    wrong = [player for player, points in enumerate(printed) if points not in (None, sums[player])]
    without_sign = [player for player in wrong if printed[player] == 10 * sums[player] and sums[player] % 1]
    problems += [_difference(table, player, column, sums[player]) for player in wrong if player not in without_sign]
    if without_sign:
        text = text_of(cells[without_sign[0]])
        why = f"is printed, which is {sums[without_sign[0]]:g} without its decimal sign"
        named = tuple(table.cell(player, column) for player in without_sign)
        problems.append(Problem("points", named, text, why, "format the column as numbers", "note"))
    of, equal = len(printed) - printed.count(None), len(printed) - printed.count(None) - len(wrong) + len(without_sign)
    return problems, f"points equal in {equal} of {of}" if of else "no printed points"


def _difference(table: Table, player: int, column: int, points: float) -> Problem:
    text = text_of(table.cells[column][player])
    why, hint = f"is printed, but the rounds add up to {points:g}", "correct the points or a result"
    return Problem("points", (table.cell(player, column),), text, why, hint, "warning")
