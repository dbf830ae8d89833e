"""Printed tie-break columns against ours: which rules reproduce them, and which players differ.

The code is taken from the heading. Every edition that knows the code is tried; several may fit, and then all are named,
for the column alone cannot tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from .address import cell_name
from .crosstable import Reading
from .crosstable.grid import decimal_of, text_of
from .editions import EDITIONS, Rules
from .errors import RequestError
from .headings import read_heading
from .model import Tournament
from .standings import evaluate
from .terms import Value

__all__ = ["Difference", "Printed", "audit", "printed_number"]


@dataclass(frozen=True, slots=True)
class Difference:
    """A player whose printed value is not ours: position in the table, cell, what is printed, what we compute."""

    player: int
    cell: str
    printed: float
    computed: float | None


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed column and how well it agrees. ``rules`` are the editions that give every value of it; where there are
    none, ``nearest`` is the one that gives most, and ``agree`` and ``differ`` are about that one."""

    column: int
    heading: str
    code: str
    rules: tuple[str, ...]
    nearest: str
    agree: int
    of: int
    differ: tuple[Difference, ...]


def audit(reading: Reading, rules: Rules, formulas: Mapping[tuple[int, int], str]) -> list[Printed]:
    """Every printed column of a table whose heading is known and that holds a number; cells with ``formulas`` count as
    empty. ``rules`` go first among those that agree equally well, and give the system and the options."""
    tournament = reading.tournament
    if tournament is None:
        return []
    found = (_printed(reading, tournament, rules, column, formulas) for column in reading.columns.others)
    return [printed for printed in found if printed is not None]


def printed_number(value: object) -> float | None:
    """The number printed in a cell, negative ones too; None where there is none."""
    text = text_of(value)
    if isinstance(value, str) and text.startswith("-"):
        number = decimal_of(text.removeprefix("-"))
        return None if number is None else -number
    return decimal_of(value)


def _printed(
    reading: Reading, tournament: Tournament, rules: Rules, column: int, formulas: Mapping[tuple[int, int], str]
) -> Printed | None:
    heading = reading.columns.others[column]
    named = read_heading(heading)
    values = [None if (row, column) in formulas else _at(reading, row, column) for row in reading.rows]
    if named is None or all(value is None for value in values):
        return None
    code = named.item.written
    results = {
        rules_id: list(_differences(reading, column, values, ours)) for rules_id, ours in _ours(tournament, code, rules)
    }
    if not results:
        return None
    nearest = min(results, key=lambda rules_id: len(results[rules_id]))
    of = sum(value is not None for value in values)
    fitting = tuple(rules_id for rules_id in EDITIONS if results.get(rules_id) == [])
    differ = tuple(results[nearest])
    return Printed(column, heading, code, fitting, nearest, of - len(differ), of, differ)


def _at(reading: Reading, row: int, column: int) -> float | None:
    return printed_number(reading.grid.rows[row - reading.grid.top][column - reading.grid.left])


def _ours(tournament: Tournament, code: str, rules: Rules) -> Iterator[tuple[str, list[Value]]]:
    """Edition → our values, of every edition that knows the code; the one asked for first."""
    for rules_id, edition in ({rules.edition.id: rules.edition} | dict(EDITIONS)).items():
        try:
            yield rules_id, evaluate(tournament, code, replace(rules, edition=edition))
        except RequestError:
            continue


def _differences(reading: Reading, column: int, printed: list[float | None], ours: list[Value]) -> Iterator[Difference]:
    """Players whose value is printed and is not ours; where nothing is printed, nothing is compared."""
    for p, (theirs, value) in enumerate(zip(printed, ours)):
        if theirs is not None and not _agree(theirs, value):
            computed = None if value is None else float(value)
            yield Difference(p, cell_name(reading.rows[p], column), theirs, computed)


def _agree(printed: float, value: Value) -> bool:
    """Equal, or ours rounds to what is printed with at most two decimals."""
    if value is None or printed == value:
        return value is not None
    ours = Fraction(value)
    has_more = (ours * 100).denominator != 1
    return has_more and abs(Fraction(printed) - ours) <= Fraction(1, 200)
