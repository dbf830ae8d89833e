"""The working sheet: every step of the calculation in a named block of columns, and the single values."""

from __future__ import annotations

import re
from collections.abc import Mapping

from xlsxwriter.worksheet import Worksheet

from ..address import cell_name
from . import calls, encounter, matrix, ranking, swiss
from .blocks import FIRST_ROW, SCALARS, Block, Formula, Value, Working, filled_in, value_block
from .book import Book, protect, write, write_column, write_formula
from .design import Design, quoted
from .settings import Cells

__all__ = ["add_working", "layout"]

_LABEL, _SCALAR, _VALUE, _SPACE = 24, 26, 8, 3
"""The widths of the columns up to `FIRST_COLUMN`: the players' labels, the single values with theirs, and nothing."""
_SCALE, _PAGE = 60, 200
"""The scale in print, per cent, and how wide a page is then, in the unit of widths."""


def layout(design: Design) -> Working:
    """Where everything stands on the working sheet. Where our functions compute, it only reads the cells."""
    across = design.across
    if design.system == "swiss":
        blocks = {**swiss.widths(across), **ranking.widths(across, across, encounter.COLUMNS)}
    else:
        blocks = {**matrix.widths(across, design.cycles), **ranking.widths(across, 0, matrix.COLUMNS)}
    if design.style == "functions":
        names = list(blocks)
        blocks = {name: blocks[name] for name in names[: names.index("mark") + 1]}
    return Working(design.players, blocks)


def _formulas(design: Design, w: Working) -> Mapping[str, Formula]:
    sheet, cells, across = quoted(design.tournament_sheet), Cells(design), design.across
    swiss_ = design.system == "swiss"
    reading = swiss.reading(w, sheet, across) if swiss_ else matrix.reading(w, sheet, across, design.cycles)
    if design.style == "functions":
        return reading
    values = swiss.values(w) if swiss_ else matrix.values(w, across, design.cycles)
    stage, texts = encounter.stage if swiss_ else matrix.stage, design.texts
    ranked = ranking.formulas(w, design.codes, cells.chain, texts.on_points, texts.not_separated, stage)
    return {**reading, **values, **ranked}


def _helpers(design: Design, w: Working) -> Mapping[str, Formula]:
    if design.system == "swiss":
        return swiss.helpers(w)
    return matrix.helpers(w) if design.style == "formulas" else {}


def _scalars(design: Design, w: Working) -> Mapping[str, tuple[str, Value]]:
    cells, swiss_ = Cells(design), design.system == "swiss"
    rule = f"IFERROR(MATCH({cells.rule},{cells.rules},0),0)" if swiss_ else "1"
    found = {
        "rule": (rule, 1),
        "flaws": ("tb_bad_cells+tb_unknown+IF(tb_rule=0,1,0)", 0),
        **(swiss.scalars(w) if swiss_ else matrix.scalars(w)),
        **ranking.choices(cells.chain, cells.headings),
    }
    if design.style == "functions":
        return {**found, **calls.scalars(design)}
    return {**found, **(swiss.limits() if swiss_ else matrix.limits(w)), **ranking.scalars(w, design.codes)}


def add_working(book: Book, w: Working) -> None:
    """Write the sheet."""
    design, texts = book.design, book.texts
    sheet = book.sheet(texts.working)
    for column, width in enumerate((_LABEL, _SCALAR, _VALUE, _SPACE)):
        sheet.set_column(column, column, width)
    sheet.set_row_pixels(0, 24)
    sheet.set_row_pixels(1, 96)
    write(sheet, 1, SCALARS, texts.working_title, book.look("note"))
    write(sheet, 2, SCALARS, texts.scalars_title, book.look("block title"))
    for k, (name, (formula, blank)) in enumerate(_scalars(design, w).items()):
        row = FIRST_ROW + k
        write(sheet, row, SCALARS, texts.scalars[name], book.look("work label"))
        value = "" if design.rows else design.start.get(name, blank)
        write_formula(sheet, row, SCALARS + 1, formula, book.look("work"), value)
        book.define(name, texts.working, f"${cell_name(0, SCALARS + 1)[:-1]}${row + 1}")
    formulas, helpers = _formulas(design, w), _helpers(design, w)
    for block in w.blocks.values():
        _add_heading(book, sheet, block, helpers.get(block.name))
        _add_block(book, sheet, w, block, formulas[block.name])
        book.define(block.name, texts.working, w.absolute(block.name))
    sheet.freeze_panes(FIRST_ROW, 1)
    _paginate(sheet, w)
    protect(sheet)


def _paginate(sheet: Worksheet, w: Working) -> None:
    """Pages that begin with a block, so that no heading is cut; the players' labels stand on every one."""
    breaks, used = [], _LABEL + _SCALAR + _VALUE + _SPACE
    for block in list(w.blocks.values())[1:]:
        width = block.width * _column_width(block)
        if used + width > _PAGE:
            breaks.append(block.column)
            used = _LABEL
        used += width
    sheet.set_v_pagebreaks(breaks)
    sheet.set_print_scale(_SCALE)
    sheet.repeat_columns(0, 0)
    sheet.repeat_rows(0, FIRST_ROW - 1)
    sheet.set_landscape()


def _column_width(block: Block) -> int:
    return 11 if block.width == 1 else 6 if block.width > 2 else 8


def _add_heading(book: Book, sheet: Worksheet, block: Block, helper: Formula | None) -> None:
    """Title, what the block holds, the helper above each column, and the column's number."""
    title, note = _described(book.design, block.name)
    first, last = block.column, block.column + block.width - 1
    if block.column > 0:
        sheet.set_column(first, last, _column_width(block))
    for row, text, look in ((0, title, book.look("block title")), (1, note, book.look("block note"))):
        if block.width > 1:
            sheet.merge_range(row, first, row, last, text, look)
        else:
            write(sheet, row, first, text, look)
    for j in range(block.width):
        if helper:
            write_formula(sheet, 2, first + j, helper(j), book.look("helper"), "" if book.design.rows else 0)
        write(sheet, 3, first + j, str(j + 1) if block.width > 1 else "", book.look("column"))


def _described(design: Design, name: str) -> tuple[str, str]:
    """Title and note of a block; those of a tie-break are its heading and legend."""
    for code in design.codes:
        if name == value_block(code):
            return design.heading(code), design.texts.legend[code]
    stage = name.rsplit("_", 1)
    if stage[-1].isdigit():
        title, note = design.texts.blocks[stage[0]]
        return f"{title} ({stage[1]})", note
    return design.texts.blocks[name]


def _add_block(book: Book, sheet: Worksheet, w: Working, block: Block, formula: Formula) -> None:
    """One formula a column. In a filled table the cells have no value until somebody calculates.

    A column has its formula once for all its cells; only what looks at another sheet stands in every cell, since Excel
    never shares such formulas.
    """
    design = book.design
    for j in range(block.width):
        column, text = block.column + j, formula(j)
        look = book.look("work label" if not block.column else "work" if j else "work block")
        area = f"{cell_name(FIRST_ROW, column)}:{cell_name(FIRST_ROW + design.players - 1, column)}"
        for player in range(design.players):
            row, shown, here = FIRST_ROW + player, _at_first(design, block, player), filled_in(text, player)
            if re.search(r'[^"]!', text):
                write_formula(sheet, row, column, here, look, shown)
            else:
                write_column(sheet, row, column, "" if player else here, area, column, look, shown)


def _at_first(design: Design, block: Block, player: int) -> Value:
    """What a cell of an empty table shows."""
    if design.rows:
        return ""
    numbered: Mapping[str, Value] = {"nr": player + 1, "key": str(player + 1)}
    return numbered.get(block.name, block.blank)
