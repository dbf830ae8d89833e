"""The formulas of a workbook: where they stand, what they fill, and what the file holds as their results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ...address import cell_name, parse_cell
from ..contents import Content, held, plain_text
from ..formulas import FormulaCell, formula_cells
from ..package import Package
from ..sheet import MOST_CELLS
from ..splice import Element, document
from .references import Cell
from .spelling import Formula

__all__ = ["Located", "located"]


@dataclass(slots=True)
class Located:
    """A formula of the workbook: its cell and all that it fills, what these hold, and its group if it is shared."""

    cell: Cell
    found: FormulaCell
    cells: list[Cell]
    old: list[Content]
    formula: Formula = field(default_factory=Formula)

    @property
    def name(self) -> str:
        """Where it stands, for people."""
        return f"{self.cell.sheet}!{cell_name(self.cell.row, self.cell.column)}"

    @property
    def group(self) -> tuple[str, str] | None:
        """The formulas that share one text with it, if any."""
        return (self.cell.sheet, self.found.group) if self.found.group else None


def located(package: Package, sheets: Mapping[str, str]) -> Iterator[Located]:
    """Every formula in the worksheets of these titles and parts."""
    for title, part in sheets.items():
        with package.part(part) as data:
            root = document(data)
            found = list(formula_cells(root))
            if sum(one.array.size for one in found if one.array) > MOST_CELLS:
                raise ValueError("holds larger array formulas than can be looked through")
            others = {cell for one in found if one.array for cell in one.array.cells()}
            in_arrays = {
                position: _content(element, package)
                for element in (root.iter("{*}c") if others else ())
                if (position := parse_cell(element.get("r", "A1"))) in others
            }
            for one in found:
                positions = list(one.array.cells()) if one.array else [one.position]
                old = [in_arrays.get(cell, Content("")) for cell in positions] if one.array else []
                yield Located(
                    Cell(title, *one.position),
                    one,
                    [Cell(title, *position) for position in positions],
                    old or [_content(one.element, package)],
                )


def _content(element: Element, package: Package) -> Content:
    kind = element.get("t", "")
    if kind == "inlineStr":
        inside = element.find("{*}is")
        return Content("str", plain_text(inside)) if inside is not None else Content("")
    value = element.find("{*}v")
    return held(kind, None if value is None else value.text or "", package.shared_text)
