"""The sheet to print: sorted by itself, with the rule, the order of tie-breaks and what each of them means."""

from __future__ import annotations

from xlsxwriter.worksheet import Worksheet

from ..address import column_letters
from . import calls
from .blocks import Value
from .book import Book, protect, write, write_formula
from .design import STANDINGS_HEADING
from .facts import Facts, Line
from .looks import LINE, PAPER
from .ranking import CHAIN
from .settings import Cells, order_line, rule_line
from .tournament import names_area, place_formats, tiebreaks_area

__all__ = ["add_standings"]

_PLACE, _NUMBER, _NAME, _POINTS, _DECIDED, _FIRST = range(6)
_INDEX = _FIRST + CHAIN


def add_standings(book: Book, facts: Facts) -> None:
    """Write the sheet."""
    design = book.design
    sheet = book.sheet(book.texts.standings)
    sheet.hide_gridlines(2)
    for column, width in enumerate((7, 6, 30, 7, 15, *(11,) * CHAIN)):
        sheet.set_column(column, column, width)
    sheet.set_column(_INDEX, _INDEX, 4, None, {"hidden": True})
    _add_head(book, sheet)
    _add_headings(book, sheet)
    for player in range(design.players):
        line = facts.standings[player] if player < len(facts.lines) else None
        _add_line(book, sheet, facts, player, line)
    last = STANDINGS_HEADING + design.players
    place_formats(book, sheet, STANDINGS_HEADING + 1, _PLACE, design.players)
    lined = book.format({"bottom": 1, "bottom_color": LINE})
    used = f'=AND($B{STANDINGS_HEADING + 2}<>"",A${STANDINGS_HEADING + 1}<>"")'
    options = {"type": "formula", "criteria": used, "format": lined}
    sheet.conditional_format(STANDINGS_HEADING + 1, 0, last, _INDEX - 1, options)
    sheet.freeze_panes(STANDINGS_HEADING + 1, 3)
    sheet.set_portrait()
    sheet.fit_to_pages(1, 0)
    sheet.center_horizontally()
    sheet.repeat_rows(STANDINGS_HEADING)
    sheet.print_area(0, 0, last, _INDEX - 1)
    protect(sheet)


def _add_head(book: Book, sheet: Worksheet) -> None:
    """Title, venue, arbiter, state, rule, order, legend: a line each."""
    design, texts, cells = book.design, book.texts, Cells(book.design)
    title = design.title or texts.default_title[design.system]
    event = f'IF(LEN({cells.event})=0,"{texts.default_title[design.system]}",{cells.event})'
    sheet.set_row_pixels(0, 30)
    write_formula(sheet, 0, 0, event, book.look("title"), title)
    write_formula(sheet, 1, 0, f'{cells.venue}&""', book.look("line"), "")
    arbiter = f'IF(LEN({cells.arbiter})=0,"","{texts.arbiter}: "&{cells.arbiter})'
    write_formula(sheet, 2, 0, arbiter, book.look("line"), "")
    write_formula(sheet, 3, 0, f'IF(tb_flaws>0,"{texts.flawed}","")', book.look("warning"), "")
    rule, shown = rule_line(book)
    write_formula(sheet, 4, 0, rule, book.look("small"), shown)
    order, shown = order_line(book)
    write_formula(sheet, 5, 0, order, book.look("line", bold=True), shown)
    for k, (cell, note) in enumerate(zip(cells.chain, cells.notes)):
        legend = f'IF(tb_item_{k + 1}>0,{cell}&" – "&{note},"")'
        code = design.chain[k] if k < len(design.chain) else ""
        shown = f"{design.heading(code)} – {texts.legend[code]}" if code else ""
        write_formula(sheet, 6 + k, 0, legend, book.look("small"), shown)
    for row in range(1, STANDINGS_HEADING):
        sheet.set_row_pixels(row, 18)


def _add_headings(book: Book, sheet: Worksheet) -> None:
    design, texts, cells = book.design, book.texts, Cells(book.design)
    sheet.set_row_pixels(STANDINGS_HEADING, 40)
    for column, text in enumerate((texts.place, texts.number, texts.name, texts.points, texts.decided)):
        write(
            sheet,
            STANDINGS_HEADING,
            column,
            text,
            book.look("heading", *(("small heading",) if column == _DECIDED else ())),
        )
    for k, cell in enumerate(cells.chain):
        shown = design.heading(design.chain[k]) if k < len(design.chain) else ""
        formula = f'IF(tb_item_{k + 1}>0,{cell},"")'
        write_formula(sheet, STANDINGS_HEADING, _FIRST + k, formula, book.look("heading", "small heading"), shown)
    white = book.format({"bg_color": PAPER, "border": 1, "border_color": PAPER})
    empty = {"type": "formula", "criteria": f'={column_letters(_FIRST)}{STANDINGS_HEADING + 1}=""', "format": white}
    sheet.conditional_format(STANDINGS_HEADING, _FIRST, STANDINGS_HEADING, _INDEX - 1, empty)


def _add_line(book: Book, sheet: Worksheet, facts: Facts, player: int, line: Line | None) -> None:
    """One line: the player whose place in the order it is, and the hidden number of his row."""
    design = book.design
    row = STANDINGS_HEADING + 1 + player
    sheet.set_row_pixels(row, 20)
    formulas = _ordinary(book, row, player) if design.style == "formulas" else _called(book, player)
    chain = [design.chain[k] if k < len(design.chain) else "" for k in range(CHAIN)]
    shown: list[Value] = ["" for _ in formulas]
    if line:
        values = [line.values[code] if code else "" for code in chain]
        shown = [line.place, line.number, line.name, line.points, line.decided, *values, facts.lines.index(line) + 1]
    elif design.style == "formulas":
        shown[-1] = 0
    looks = ["plain", "plain", "bold left", "points here", "plain", *["plain"] * CHAIN, "hidden"]
    for column, (formula, look, value) in enumerate(zip(formulas, looks, shown)):
        write_formula(sheet, row, column, formula, book.look(look), value)


def _ordinary(book: Book, row: int, player: int) -> list[str]:
    """Look the player up whose position it is."""
    design = book.design
    index = f"${column_letters(_INDEX)}{row + 1}"
    cells = [f"INDEX(tb_{name},{index})" for name in ("place", "key", "label", "score", "decided")]
    cells[_NAME] = f"TRIM(INDEX({names_area(design)},{index}))"
    area = tiebreaks_area(design)
    cells += [f'IF(tb_item_{k}<1,"",INDEX({area},{index},tb_item_{k}))' for k in range(1, CHAIN + 1)]
    return [*(f'IF({index}=0,"",{cell})' for cell in cells), f"IFERROR(MATCH({player + 1},tb_position,0),0)"]


def _called(book: Book, player: int) -> list[str]:
    """Ask for the ranked table, a cell at a time."""
    design, texts, cells = book.design, book.texts, Cells(book.design)
    found = [calls.standings_cell(design, player + 1, column) for column in (1, 2, 3, 4)]
    code = calls.standings_cell(design, player + 1, "decided")
    named = f'IFERROR(INDEX({cells.headings},MATCH({code},{cells.codes},0)),"{texts.on_points}")'
    found.append(f'IF({code}="","{texts.not_separated}",{named})')
    for k in range(1, CHAIN + 1):
        value = calls.standings_cell(design, player + 1, f"tb_item_{k}")
        found += [f'IF({calls.counts(design, k)}=0,"",{value})']
    ready = f"tb_flaws=0,tb_rounds>0,{player + 1}<=tb_players"
    return [f'IF(AND({ready}),{cell},"")' for cell in found]
