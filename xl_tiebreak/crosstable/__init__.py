"""A grid of cells → the tournament in it, or what is wrong with it.

``find`` gives every table of a sheet, ``read`` the one table of a range. Both take what openpyxl and xlwings deliver
and raise nothing: what cannot be used is a `Problem` that names its cell.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..address import Area
from ..errors import Problem
from ..model import System
from .contents import table_by_contents
from .games import forget_games
from .grid import Grid
from .headings import forget_headings
from .incomplete import lacking
from .layout import headed_tables
from .marks import forget_marks
from .matrix import PAIRS, matrix_of, read_matrix
from .others import other_export
from .reading import Columns, Language, Layout, Reading, Table
from .swiss import read_swiss
from .trf import is_trf
from .trf_reading import read_trf

__all__ = ["Columns", "Grid", "Reading", "clear_caches", "find", "other_export", "read"]


def find(
    grid: Grid | Sequence[Sequence[object]], *, language: Language | None = None, system: System | None = None
) -> list[Reading]:
    """Every table of a sheet, from top to bottom; an empty list where there is none."""
    grid = (grid if isinstance(grid, Grid) else Grid(grid)).squared()
    if is_trf(grid.rows):
        return [read_trf(grid, language, system)]
    tables = list(headed_tables(grid))
    if not tables:
        tables = table_by_contents(grid)
    return [_read(table, language, system) for table in tables]


def read(
    cells: Grid | Sequence[Sequence[object]], *, language: Language | None = None, system: System | None = None
) -> Reading:
    """The one table of a range; no table and several tables are errors of the reading."""
    grid = cells if isinstance(cells, Grid) else Grid(cells)
    found = find(grid, language=language, system=system)
    if len(found) == 1:
        return found[0]
    what = "range" if grid.sheet is None else "sheet"
    if found:
        areas = " and ".join(str(reading.area) for reading in found)
        why, hint = f"the {what} holds {len(found)} tables ({areas})", "choose one of them"
        return Reading(None, (Problem("several-tables", (), "", why, hint),), found[0].area, grid=grid)
    if other := other_export(grid.squared()):
        problem = other
    elif grid.squared().rows:
        why = f"there is no crosstable in the {what}"
        hint = "it needs a row for every player and a column for every round (8w½) or every opponent (1, ½, 0)"
        problem = Problem("no-table", (), "", why, hint)
    else:
        problem = Problem("empty", (), "", f"the {what} is empty", "")
    return Reading(None, (problem,), Area(grid.top, grid.left, grid.top, grid.left), grid=grid)


def _read(table: Table, language: Language | None, system: System | None) -> Reading:
    if not table.rows:
        why = "the table has no players yet"
        hint = "write number, name and results of every player in a row"
        return _refused(table, Problem("no-players", (), "", why, hint), language)
    matrix = matrix_of(table)
    if problem := lacking(table, matrix):
        return _refused(table, problem, language, "matrix")
    return read_matrix(matrix, language, system) if matrix else read_swiss(table, language, system)


def _refused(table: Table, problem: Problem, language: Language | None, layout: Layout = "swiss") -> Reading:
    """The reading of a table that one problem says everything of."""
    columns = table.columns.shifted(table.grid.left)
    return Reading(
        None,
        (problem,),
        table.area(),
        tuple(table.grid.top + row for row in table.heading_rows),
        [table.grid.top + row for row in table.rows],
        layout,
        language=language or table.language(()),
        columns=columns,
        round_count_planned=len(columns.rounds),
        grid=table.grid,
    )


def clear_caches() -> None:
    """Forget every text met so far (for measurements; the memory is bounded by itself)."""
    forget_headings()
    forget_games()
    PAIRS.clear()
    forget_marks()
