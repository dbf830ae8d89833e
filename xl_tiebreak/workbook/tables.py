"""The tables of a workbook, read and ranked as somebody asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..address import Area, cell_name, parse_cell
from ..crosstable import Reading, find, other_export, read
from ..crosstable.reading import Language
from ..editions import Rules, parse_rules
from ..errors import InputError, Problem, RequestError
from ..standings import Standings, objections, rank
from .read import Sheet, open_sheets

if TYPE_CHECKING:
    from .package import Package

__all__ = ["Asked", "Table", "open_tables", "tables_of"]

_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Asked:
    """What to read and how to rank it. None leaves the choice to the table: the chain of its system, every visible
    sheet, every table of a sheet, its own language."""

    chain: str | None = None
    rules: Rules = field(default_factory=parse_rules)
    sheet: str | None = None
    area: Area | None = None
    language: Language | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One table of a workbook. ``standings`` are None where errors block every number. ``problems`` are those of the
    reading and what speaks against the chain."""

    sheet: Sheet
    reading: Reading
    standings: Standings | None
    problems: tuple[Problem, ...]

    @property
    def place(self) -> str:
        """Where the table is: ``Лист1!A1:M12``, or the lines of a text."""
        area = self.reading.area
        if self.sheet.grid.sheet is None:
            return f"lines {area.top + 1}-{area.bottom + 1}"
        return f"{self.sheet.grid.sheet}!{area}"


def open_tables(path: Path, asked: Asked, package: Package | None = None) -> list[Table]:
    """Every table that was asked for, in the order of sheets, each with its problems. Where one of them has headings,
    those are the tables: a list of pairings or of places on another sheet may look like one without. ``package`` is the
    file where it is open already.

    RequestError where the file is no workbook or lacks what was asked for, InputError where there is no table.
    """
    sheets = open_sheets(path, asked.sheet, asked.area, package)
    if asked.area is not None and len(sheets) > 1:
        names = ", ".join(f"'{sheet.grid.sheet}'" for sheet in sheets)
        raise RequestError(f"the workbook has the sheets {names}; say with --sheet which one {asked.area} is on")
    tables = [table for sheet in sheets for table in tables_of(sheet, asked)]
    if not tables:
        raise InputError([_no_table(sheets)])
    return [table for table in tables if table.reading.heading_rows] or tables


def tables_of(sheet: Sheet, asked: Asked) -> list[Table]:
    """The tables of one sheet; the one in the area, where one was named."""
    language, system = asked.language, asked.rules.system
    if asked.area is not None:
        readings = [read(sheet.grid, language=language, system=system)]
    else:
        readings = find(sheet.grid, language=language, system=system)
    return [_table(sheet, reading, asked) for reading in readings]


def _table(sheet: Sheet, reading: Reading, asked: Asked) -> Table:
    problems = tuple(_without_formulas(reading.problems, sheet))
    if hidden := _hidden_results(sheet, reading):
        problems = hidden + problems
        reading = replace(reading, tournament=None, problems=hidden + reading.problems)
    tournament = reading.tournament
    if tournament is None:
        return Table(sheet, reading, None, problems)
    standings = rank(tournament, asked.chain, asked.rules)
    return Table(sheet, reading, standings, problems + objections(tournament, asked.chain, asked.rules))


def _without_formulas(problems: Iterable[Problem], sheet: Sheet) -> Iterable[Problem]:
    """Printed points are not compared where a formula gives them: the file may remember an old result."""
    if not sheet.formulas:
        return problems
    return (p for p in problems if not (p.code == "points" and parse_cell(p.cells[0]) in sheet.formulas))


def _hidden_results(sheet: Sheet, reading: Reading) -> tuple[Problem, ...]:
    """Cells of results that hold formulas whose texts the file does not give: ``=B3``, a draw with player 3, shows
    whatever is in the cell B3."""
    if not sheet.formulas:
        return ()
    cells = [(row, column) for row in reading.rows for column in reading.columns.rounds]
    found = [cell_name(*cell) for cell in cells if sheet.formulas.get(cell) == ""]
    if not found:
        return ()
    why = "holds a formula, of which this kind of file gives the value only; it may have been a result such as =B3"
    hint = "open the file in Excel or LibreOffice and save it as .xlsx"
    return (Problem("formula", tuple(found[:_MOST_NAMED]), "", why, hint),)


def _no_table(sheets: Sequence[Sheet]) -> Problem:
    names = ", ".join(f"'{sheet.grid.sheet}'" for sheet in sheets)
    where, on = f"the sheet{'s' if len(sheets) > 1 else ''} {names}", "on"
    if any(sheet.grid.sheet is None for sheet in sheets):
        where, on = "the text", "in"
    if not any(value is not None for sheet in sheets for row in sheet.grid.rows for value in row):
        return Problem("empty", (), "", f"{where} {'are' if len(sheets) > 1 else 'is'} empty")
    for sheet in sheets:
        if other := other_export(sheet.grid):
            at = f"{sheet.grid.sheet}!" if len(sheets) > 1 else ""
            return replace(other, cells=tuple(at + cell for cell in other.cells))
    hint = "it needs a heading row with the rounds 1, 2, 3, …, or name its cells with --range"
    return Problem("no-table", (), "", f"no crosstable was found {on} {where}", hint)
