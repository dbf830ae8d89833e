"""The order of the rounds: that of the numbers in their headings, wherever their columns stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..errors import Problem
from .headings import round_number
from .reading import Table

__all__ = ["in_order"]


def in_order(table: Table) -> tuple[Table, list[Problem]]:
    """The table with its rounds in the order of their numbers, where all have one, and what is to be said of it."""
    rounds = table.columns.rounds
    numbers = _numbers(table, rounds)
    if numbers != sorted(numbers):
        ordered = tuple(column for _, column in sorted(zip(numbers, rounds)))
        table = replace(table, columns=replace(table.columns, rounds=ordered))
    return table, list(_order_of_rounds(table, rounds, numbers))


def _numbers(table: Table, rounds: Sequence[int]) -> list[int]:
    """The numbers of the rounds in one of the heading rows, all different and most of them there; an empty list where
    no row has them. Days of a calendar leave more out."""
    for row in table.heading_rows:
        numbers = [number for column in rounds if (number := round_number(table.grid.rows[row][column]))]
        if len(numbers) == len({*numbers}) == len(rounds) and max(numbers) - min(numbers) < 2 * len(numbers):
            return numbers
    return []


def _order_of_rounds(table: Table, written: Sequence[int], as_written: Sequence[int]) -> Iterator[Problem]:
    """A note where the rounds were ``written`` in another order than the one they are read in, and a warning where the
    headings leave one out."""
    rounds, numbers = table.columns.rounds, sorted(as_written)
    if tuple(written) != rounds:
        cell = table.grid.name(table.grid.top + table.heading_rows[-1], table.grid.left + written[0])
        order = ", ".join(map(str, as_written))
        why = f"heads the first of rounds that stand in the order {order}; they were read in the order of their numbers"
        yield Problem("round-order", (cell,), table.heading_of(written[0]), why, "", "note")
    for column, before, number in zip(rounds[1:], numbers, numbers[1:]):
        if number > before + 1:
            cell = table.grid.name(table.grid.top + table.heading_rows[-1], table.grid.left + column)
            lost = f"round {before + 1}" if number == before + 2 else f"rounds {before + 1} to {number - 1}"
            why = f"comes after round {before}, and there is no column of {lost}"
            hint = "add what is missing, or number the rounds as they were played"
            yield Problem("round-missing", (cell,), table.heading_of(column), why, hint, "warning")
