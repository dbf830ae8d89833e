"""Which formulas are out of date when cells change: those that refer to them, and those that refer to these."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ...address import Area
from .references import Cell
from .spelling import Formula

__all__ = ["Dependents"]

_FEW_COLUMNS = 64
"""A reference to more columns is looked at for every cell."""


class Dependents:
    """Formulas by what they refer to, each with the cells that it fills."""

    def __init__(self, formulas: Sequence[Formula], fills: Sequence[Sequence[Cell]]) -> None:
        self._fills = fills
        self._anywhere = [number for number, formula in enumerate(formulas) if formula.anywhere]
        self._by_cell: Mapping[Cell, list[int]] = defaultdict(list)
        self._by_column: Mapping[tuple[str, int], dict[Area, list[int]]] = defaultdict(dict)
        self._wide: Mapping[str, list[tuple[Area, int]]] = defaultdict(list)
        for number, formula in enumerate(formulas):
            for sheet, area in formula.areas:
                self._note(sheet, area, number)

    def _note(self, sheet: str, area: Area, number: int) -> None:
        if area[:2] == area[2:]:
            self._by_cell[Cell(sheet, area.top, area.left)].append(number)
        elif area.right - area.left < _FEW_COLUMNS:
            for column in range(area.left, area.right + 1):
                self._by_column[sheet, column].setdefault(area, []).append(number)
        else:
            self._wide[sheet].append((area, number))

    def out_of_date(self, first: Iterable[int], changed: Iterable[Cell]) -> set[int]:
        """The formulas ``first`` and all that depend on them or on the cells ``changed``."""
        found: set[int] = set()
        waiting = list(first)
        cells = list(changed)
        if waiting or cells:
            waiting += self._anywhere
        while waiting or cells:
            for number in waiting:
                if number not in found:
                    found.add(number)
                    cells += self._fills[number]
            waiting = [number for cell in cells for number in self.of(cell) if number not in found]
            cells = []
        return found

    def of(self, cell: Cell) -> Iterable[int]:
        """The formulas that refer to a cell."""
        yield from self._by_cell.get(cell, ())
        for area, numbers in self._by_column.get((cell.sheet, cell.column), {}).items():
            if area.top <= cell.row <= area.bottom:
                yield from numbers
        for area, number in self._wide.get(cell.sheet, ()):
            if area.holds(cell.row, cell.column):
                yield number
