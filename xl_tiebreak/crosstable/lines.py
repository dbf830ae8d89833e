"""Rounds that take several cells each, read as one text: two lines a player (US Chess), two columns a round (Denmark),
three columns a round."""

from __future__ import annotations

from collections.abc import Sequence

from .grid import is_blank, text_of
from .notations import Notation
from .reading import Table

__all__ = ["round_cells"]


def round_cells(table: Table, notation: Notation) -> list[Sequence[object]] | None:
    """The cells of every round as a notation takes them; None where the table has no second cells for it, or hardly any
    are filled."""
    columns = table.columns.rounds
    if notation.spread == "below":
        if not table.below:
            return None
        rows = table.grid.rows
        return [_joined(table.cells[c], [rows[row][c] for row in table.below]) for c in columns]
    if notation.across > 1:
        known = {table.columns.number, table.columns.name, table.columns.place, *columns}
        further = [[c + step for c in columns] for step in range(1, notation.across)]
        if max(further[-1]) >= len(table.cells) or not all(map(known.isdisjoint, further)):
            return None
        if any(2 * _filled(table, beside) < _filled(table, columns) for beside in further):
            return None
        if notation.spread == "two beside" and not _are_letters(table, further[0]):
            return None
        return [_joined(*(table.cells[c + step] for step in range(notation.across))) for c in columns]
    return [table.cells[column] for column in columns]


def _filled(table: Table, columns: Sequence[int]) -> int:
    return sum(not is_blank(value) for c in columns for value in table.cells[c])


def _are_letters(table: Table, columns: Sequence[int]) -> bool:
    """Does hardly anything but single letters, which are those of the colours, stand in some columns?"""
    texts = [text for c in columns for value in table.cells[c] if (text := text_of(value))]
    return 10 * sum(len(text) == 1 and text.isalpha() for text in texts) >= 9 * len(texts) > 0


def _joined(*parts: Sequence[object]) -> list[object]:
    return [" ".join(map(text_of, cells)) for cells in zip(*parts)]
