"""Filling: read, rank, plan, write; a whole file, or a worksheet that a script holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from ..address import cell_name
from ..crosstable.grid import text_of
from ..crosstable.reading import Language
from ..editions import parse_rules
from ..errors import InputError, Problem
from .edits import Edit, Renewal
from .openpyxl_writer import apply_edits
from .plan import Plan, plan
from .read import open_to_fill, sheet_of
from .tables import Asked, Table, open_tables, tables_of

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from .new_file import NewFile

__all__ = ["Outcome", "fill_file", "fill_worksheet", "prepare_file"]


_NO_RESULT = "the file holds no result yet; open it in Excel or LibreOffice and save it"
_NO_TABLE = frozenset({"no-table", "no-headings", "empty"})
"""Problems of a workbook beside whose cells nothing can be written."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What filling a file did: its tables, and one plan for each; what its formulas give now."""

    target: Path
    tables: tuple[Table, ...]
    plans: tuple[Plan, ...]
    renewal: Renewal = field(default_factory=Renewal)


def fill_file(source: Path, target: Path, asked: Asked, *, keep: bool = False, values: bool = False) -> Outcome:
    """Fill every table of a workbook and write it to ``target``, which may be the same file; the rest of it stays. With
    ``keep`` values that differ stay as well, and new columns are made beside them.

    Formulas that call our functions, and those that depend on what changes, keep their texts and get the results that
    they have now; with ``values``, calls of our functions become values. A workbook with such calls needs no table that
    is found.

    InputError with every reason where a table has errors or a cell is in the way, RequestError where the file cannot be
    read or written; nothing is written then.
    """
    outcome, file = prepare_file(source, target, asked, keep=keep, values=values)
    if file:
        file.finish()
    return outcome


def prepare_file(
    source: Path, target: Path, asked: Asked, *, keep: bool = False, values: bool = False
) -> tuple[Outcome, NewFile | None]:
    """What `fill_file` does up to the last step, which is left to `NewFile.finish`; None where nothing is left."""
    from .calculation import renew  # lxml need not be loaded for the other commands
    from .write import prepare

    package = open_to_fill(source)
    edits: dict[str, list[Edit]] = {}
    try:
        tables = open_tables(source, asked, package)
        plans = _plans(tables, keep=keep)
    except InputError as error:
        renewal = renew(package, edits, values=values)
        if not renewal.calls or any(problem.code not in _NO_TABLE for problem in error.problems):
            raise
        tables, plans = [], ()
    else:
        for table, planned in zip(tables, plans):
            edits.setdefault(str(table.sheet.grid.sheet), []).extend(planned.edits)
        renewal = renew(package, edits, values=values)
    renewal = _with_empty_formulas(renewal, tables, plans)
    for sheet, renewed in renewal.edits.items():
        edits.setdefault(sheet, []).extend(renewed)
    _, file = prepare(source, target, edits, package)
    return Outcome(target, tuple(tables), plans, renewal), file


def _with_empty_formulas(renewal: Renewal, tables: Sequence[Table], plans: Sequence[Plan]) -> Renewal:
    """What formulas give, with those named that still have no result in the columns of tie-breaks and places."""
    named = {cell for cells in renewal.left.values() for cell in cells}
    empty = []
    for table, planned in zip(tables, plans):
        title = str(table.sheet.grid.sheet)
        renewed = {(edit.row, edit.column) for edit in renewal.edits.get(title, ())}
        for row, column in product(table.reading.rows, (filled.column for filled in planned.columns)):
            formula = (row, column) in table.sheet.formulas and (row, column) not in renewed
            if formula and text_of(table.sheet.value(row, column)).startswith("="):
                empty.append(f"{title}!{cell_name(row, column)}")
    left = [cell for cell in empty if cell not in named]
    return replace(renewal, left={**renewal.left, _NO_RESULT: left}) if left else renewal


def fill_worksheet(
    worksheet: Worksheet,
    chain: str | None = None,
    rules: object = None,
    language: Language | None = None,
    *,
    keep: bool = False,
) -> tuple[Plan, ...]:
    """Fill every table of an openpyxl worksheet, as `fill_file` does, and say what was done; saving is the caller's.

    ``chain`` as in ``PTS, BH, SB``, ``rules`` an edition or its year, ``language`` "ru" or "en". ``keep`` and errors as
    `fill_file`.
    """
    tables = tables_of(sheet_of(worksheet), Asked(chain, parse_rules(rules), language=language))
    plans = _plans(tables, keep=keep)
    for planned in plans:
        apply_edits(worksheet, planned.edits)
    return plans


def _plans(tables: Sequence[Table], *, keep: bool) -> tuple[Plan, ...]:
    """One plan a table; InputError with all that any of them has against it."""
    plans: list[Plan] = []
    problems: list[Problem] = []
    for table in tables:
        if table.standings is None:
            problems.extend(table.problems)
            continue
        others = [other.reading.area for other in tables if other.sheet is table.sheet and other is not table]
        try:
            plans.append(plan(table.sheet, table.reading, table.standings, others, keep=keep))
        except InputError as error:
            problems.extend(error.problems)
    if problems:
        raise InputError(problems)
    return tuple(plans)
