"""Cells whose text a spreadsheet has swallowed beyond mending, restored where the opponent's cell leaves one way.

``12e1`` became the number 120, which 120e0 becomes as well; of ``+W12`` some programs leave ``=W12``, which is a draw
elsewhere. The opponent's cell says whom he met and how it ended; nothing is restored that does not agree with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..errors import Problem
from ..model import Kind, System
from .attempts import Attempt, Cells, Place, again
from .marks import Column, Token
from .notations import DRAW, NOTHING, WIN
from .reading import Table
from .remarks import mended_note

__all__ = ["RESTORINGS", "restored"]

_EXPONENT = "e"
"""The letter between two numbers that a spreadsheet takes for a power of ten."""


Found = Iterator[tuple[Place, tuple[Token, str]]]


@dataclass(frozen=True, slots=True)
class Restoring:
    """``cells`` gives what stood in the cells of a reading; ``was`` ends a note on them; ``example`` is a cell and what
    stood there."""

    was: str
    cells: Callable[[Table, Attempt], Found]
    example: tuple[object, str]


def restored(table: Table, way: Attempt, system: System | None) -> tuple[Attempt, list[Problem]]:
    """A reading with the cells that can be restored, and notes on them; the same reading where there are none."""
    notes: list[Problem] = []
    changes: dict[Place, tuple[Token, str]] = {}
    for restoring in RESTORINGS:
        found = dict(restoring.cells(table, way))
        if found:
            places = sorted(found)
            changes |= found
            notes.append(mended_note([table.name(*place) for place in places], table.text(*places[0]), restoring.was))
    if not changes:
        return way, []
    other = again(way, _changed(way.cells, changes), system)
    return (other, notes) if other.wrong < way.wrong else (way, [])


def _changed(cells: Cells, changes: dict[Place, tuple[Token, str]]) -> Cells:
    """The cells with other tokens and opponents in some places."""
    columns = []
    for r, column in enumerate(cells.rounds):
        tokens, opponents = column.tokens[:], column.opponents[:]
        for (p, round_), (token, opponent) in changes.items():
            if round_ == r:
                tokens[p], opponents[p] = cells.reader.tokens.position(token), opponent
        alone = [p for p in column.alone if not opponents[p]]
        columns.append(Column(tokens, opponents, alone))
    return Cells(cells.reader, columns)


def _powers(table: Table, way: Attempt) -> Found:
    """Numbers in place of games: what the opponent's cell asks for, if it makes that number."""
    tokens = way.cells.reader.tokens
    for p, r in way.cells.unreadable:
        value = table.cells[table.columns.rounds[r]][p]
        callers = way.callers[r].get(p, ())
        if not isinstance(value, (int, float)) or len(callers) != 1:
            continue
        opponent = str(way.reference.numbers[callers[0]])
        theirs = tokens[way.rounds.codes[r][callers[0]]].result
        for own, answer in way.scale.written.pairs():
            if answer == theirs and own == int(own) and float(f"{opponent}{_EXPONENT}{int(own)}") == value:
                yield (p, r), (Token(Kind.PLAYED, _EXPONENT, own), opponent)


def _lost_signs(table: Table, way: Attempt) -> Found:
    """Draws against a loss, in a table in which no sign of a win is left."""
    tokens = way.cells.reader.tokens
    if any(token.kind is Kind.PLAYED and token.result == WIN for token in tokens):
        return
    for fault in way.faults:
        for p, q in ((fault.player, fault.partner), (fault.partner, fault.player)):
            if fault.code != "contradiction" or p is None or q is None:
                continue
            codes = way.rounds.codes[fault.round]
            own, theirs = tokens[codes[p]], tokens[codes[q]]
            if own.kind is theirs.kind is Kind.PLAYED and (own.result, theirs.result) == (DRAW, NOTHING):
                yield (p, fault.round), (own._replace(result=WIN), way.cells.rounds[fault.round].opponents[p])


RESTORINGS = (
    Restoring("a number that the spreadsheet made of a text such as 12e1", _powers, (120, "12e1")),
    Restoring("a result that has lost its +", _lost_signs, ("=W12", "+W12")),
)
"""In the order in which they are tried."""
