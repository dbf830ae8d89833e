"""The first sheet: the documents' table, and beside it everything that follows from it."""

from __future__ import annotations

from dataclasses import dataclass

from xlsxwriter.format import Format
from xlsxwriter.utility import xl_range
from xlsxwriter.worksheet import Worksheet

from ..address import cell_name, column_letters
from .blocks import Value, Working, filled_in
from .book import Book, protect, write, write_formula
from .computed import NO_NUMBER, columns
from .design import Design, quoted
from .facts import Facts
from .looks import LOOKS, MARKED, MEDALS, SHARED
from .settings import order_line, rule_line, state_line

__all__ = ["add_tournament", "names_area", "place_formats", "results_area", "tiebreaks_area"]

_TALL, _ROW = 44, 22  # pixels


@dataclass(frozen=True, slots=True)
class _Column:
    """A column: what stands over it, how its cells look, how wide it is, and whether a block begins with it."""

    heading: Value
    look: str
    width: float
    block: bool = False


def _columns(design: Design) -> list[_Column]:
    texts = design.texts
    result_width = 6.5 if design.system == "swiss" else 4.6 if design.cycles == 1 else 5.2
    tiebreaks = [
        _Column(_broken(design.heading(code)), _look_of(code), _width(design.heading(code)), block=k == 0)
        for k, code in enumerate(design.codes)
    ]
    return [
        _Column(texts.number, "number", 5),
        _Column(texts.name, "name", 26),
        *(_Column(j + 1, "result", result_width, block=j == 0) for j in range(design.across)),
        _Column(texts.points, "points", 6.5, block=True),
        _Column(texts.place, "place", 6.5),
        *tiebreaks,
        _Column(texts.decided, "text", 19, block=True),
        _Column(texts.check, "check", 46),
        _Column("·", "hidden", 4),  # a heading, so that whoever adds columns adds them right of it
    ]


def _look_of(code: str) -> str:
    if code in ("WIN", "DE"):
        return "whole"
    return "quarters" if code == "SB" else "halves"


def _broken(heading: str) -> str:
    """A heading with its line break, so that no program breaks Бухгольц-1 at its hyphen."""
    return heading.replace(" ", "\n", 1) if "-" in heading else heading


def _width(heading: str) -> float:
    """Wide enough for the longest word of a heading in small bold letters."""
    return max(7.5, 2.2 + 0.95 * max(len(word) for word in heading.split()))


def names_area(design: Design) -> str:
    """The cells in which names are typed, for formulas of other sheets."""
    return f"{quoted(design.tournament_sheet)}!$B$2:$B${design.players + 1}"


def results_area(design: Design) -> str:
    """The cells in which results are typed, for formulas of other sheets."""
    last = cell_name(design.players, 1 + design.across)
    column, row = last.rstrip("0123456789"), design.players + 1
    return f"{quoted(design.tournament_sheet)}!$C$2:${column}${row}"


def tiebreaks_area(design: Design) -> str:
    """The cells that show the tie-breaks, for formulas of other sheets."""
    first, last = (column_letters(c) for c in (design.place_column + 1, design.decided_column - 1))
    return f"{quoted(design.tournament_sheet)}!${first}$2:${last}${design.players + 1}"


def add_tournament(book: Book, w: Working, facts: Facts) -> None:
    """Write the sheet."""
    design = book.design
    sheet = book.sheet(design.tournament_sheet)
    sheet.set_row_pixels(0, _TALL)
    for row in range(1, design.players + 1):
        sheet.set_row_pixels(row, _ROW)
    for position, column in enumerate(_columns(design)):
        _add_heading(book, sheet, position, column)
    for position, column in enumerate(_columns(design)[: design.points_column]):
        for player in range(design.players):
            look = "diagonal" if _is_diagonal(design, player, position) else column.look
            write(sheet, player + 1, position, _typed(design, player, position), _look(book, column, look))
    computed = zip(columns(design, w), _columns(design)[design.points_column :])
    for position, (numbers, column) in enumerate(computed, start=design.points_column):
        for player in range(design.players):
            shown = numbers.shown(facts.lines[player]) if player < len(facts.lines) else numbers.blank
            formula = filled_in(numbers.formula, player)
            write_formula(sheet, player + 1, position, formula, _look(book, column), shown)
    _add_foot(book, sheet, facts)
    _add_prompt(book, sheet)
    _colour(book, sheet)
    sheet.freeze_panes(1, 2)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)
    sheet.print_area(0, 0, design.players + 4, design.decided_column)
    sheet.set_header("&C&14&B" + (design.title.replace("&", "&&") or "&A"))
    sheet.ignore_errors({"number_stored_as_text": xl_range(1, 2, design.players, 1 + design.across)})
    protect(sheet)


def _look(book: Book, column: _Column, look: str = "") -> Format:
    return book.look(look or column.look, *(("block",) if column.block else ()))


def _add_heading(book: Book, sheet: Worksheet, position: int, column: _Column) -> None:
    """Width and heading of a column; the last one is hidden."""
    sheet.set_column(position, position, column.width, None, {"hidden": True} if column.look == "hidden" else {})
    small = ("small heading",) if position > book.design.place_column else ()
    block = ("block",) if column.block else ()
    write(sheet, 0, position, column.heading, book.look("heading", *small, *block))


def _is_diagonal(design: Design, player: int, position: int) -> bool:
    return design.system == "rr" and position == player + 2


def _typed(design: Design, player: int, position: int) -> Value:
    """What stands in a cell to type in."""
    if _is_diagonal(design, player, position):
        return "x"
    filled = design.rows[player] if player < len(design.rows) else (player + 1,)
    return filled[position] if position < len(filled) else ""


def _add_foot(book: Book, sheet: Worksheet, facts: Facts) -> None:
    """Below the table: whether all can be read, the rule, the order of tie-breaks."""
    row = book.design.players + 2
    lines = ((state_line(book), facts.state), rule_line(book), order_line(book))
    for k, (formula, shown) in enumerate(lines):
        write_formula(sheet, row + k, 1, formula, book.look("foot" if k else "foot state"), shown)


def _add_prompt(book: Book, sheet: Worksheet) -> None:
    design, texts = book.design, book.texts
    prompt = texts.prompt[design.system] + (texts.prompt_two_games if design.cycles > 1 else "")
    options = {"validate": "any", "input_title": texts.prompt_title, "input_message": prompt}
    sheet.data_validation(1, 2, design.players, 1 + design.across, options)


def _colour(book: Book, sheet: Worksheet) -> None:
    """Colour cells by the marks of their row. The rules look at this sheet only, as Google Sheets requires."""
    design = book.design
    marks = f"${column_letters(design.marks_column)}2"
    for mark, look in MARKED.items():
        rule = f'=MID({marks},COLUMN()-COLUMN($B2),1)="{mark}"'
        options = {"type": "formula", "criteria": rule, "format": book.format(look), "stop_if_true": True}
        sheet.conditional_format(1, 2, design.players, 1 + design.across, options)
    number = f'=RIGHT({marks},1)="{NO_NUMBER}"'
    options = {"type": "formula", "criteria": number, "format": book.format(MARKED["x"])}
    sheet.conditional_format(1, 0, design.players, 0, options)
    place_formats(book, sheet, 1, design.place_column, design.players)
    for first, last in (
        (design.points_column, design.points_column),
        (design.place_column + 1, design.decided_column - 1),
    ):
        cell = f"{column_letters(first)}2"
        options = {"type": "formula", "criteria": f'={cell}="?"', "format": book.format(LOOKS["warning"])}
        sheet.conditional_format(1, first, design.players, last, options)


def place_formats(book: Book, sheet: Worksheet, row: int, column: int, players: int) -> None:
    """Medal places, and places shared by players whom nothing separates."""
    cell = f"${column_letters(column)}{row + 1}"
    rules = [(f'=ISNUMBER(FIND("-",{cell}))', SHARED), (f'={cell}="?"', LOOKS["warning"])]
    rules += [(f"={cell}={place}", look) for place, look in enumerate(MEDALS, start=1)]
    for rule, look in rules:
        options = {"type": "formula", "criteria": rule, "format": book.format(look), "stop_if_true": True}
        sheet.conditional_format(row, column, row + players - 1, column, options)
