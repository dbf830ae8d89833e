"""Edits applied to the XML of a sheet: the cells that they name change, and nothing else in the sheet.

A formula is not overwritten unless the edit says so; what it last gave is renewed, for those who read the file without
our functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from xml.sax.saxutils import escape

from ..address import Area, cell_name, parse_cell
from ..errors import InputError, Problem
from .contents import Content, wanted
from .edits import Edit, Style
from .looks import Looks
from .plain_rows import PlainRows, are_plain
from .row_part import Cell, Row
from .splice import Around, Piece, Span, attribute, elements, first, splice, start_tag, text_of

__all__ = ["Filling", "Surroundings", "fill_sheet"]

_LONGEST_FORMULA = 8_192
_MOST_ARRAYS = 100_000
_EMPTY = Content("")
_SAYS_MORE = re.compile(rb"f(?<=[<:]f)\s")
"""How a formula begins that says more than its text; a letter that comes first is found fast."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the cells of a sheet need from the rest of the workbook: its looks; its texts by number; the headings of
    tables that have parts of their own, which repeat them, and the names of the tables."""

    looks: Looks
    shared_text: Callable[[int], str]
    headings: Sequence[tuple[Area, str]] = ()


@dataclass(frozen=True, slots=True)
class Filling:
    """A sheet with the edits made: its XML, how many cells changed, whether a formula was added or taken away, and
    whether what a formula gives was written."""

    data: bytes
    cells: int
    formulas: bool
    results: bool


def fill_sheet(data: bytes, edits: Sequence[Edit], around: Surroundings) -> Filling:
    """Make ``edits`` in the sheet part ``data``, which must be `sound`. What they do not change keeps every byte.

    InputError names every cell that cannot be written: another formula stands there, it belongs to an array or to the
    headings of a table, or no cell can hold the value. Of several edits for one cell the last one counts.
    """
    maker = _Maker(data, around)
    pieces = maker.pieces(edits)
    if maker.problems:
        raise InputError(maker.problems)
    return Filling(splice(data, pieces), maker.changed, maker.formulas, maker.results)


class _Maker:
    """The filling of one sheet while it is made."""

    def __init__(self, data: bytes, around: Surroundings) -> None:
        self.data, self.surroundings = data, around
        self.table = start_tag(data, b"sheetData")
        self.end = data.find(b"</sheetData>", self.table.inside)
        self.around = Around(data, start_tag(data), self.table)
        self.problems: list[Problem] = []
        self.changed = 0
        self.formulas = self.results = False
        self.replaced: set[tuple[int, int]] = set()
        self.new_rows: set[int] = set()
        self.new_columns: set[int] = set()

    def pieces(self, edits: Sequence[Edit]) -> list[Piece]:
        """What to put where in the part, in order."""
        self.replaced = {(edit.row, edit.column) for edit in edits if edit.formula == ""}
        by_row: dict[int, dict[int, Edit]] = {}
        for edit in edits:
            by_row.setdefault(edit.row, {})[edit.column] = edit
        waiting = sorted(by_row, reverse=True)
        pieces: list[Piece] = []
        rows = self.rows()
        careful = bool(self.arrays) or any(edit.formula is not None for edit in edits)
        while waiting and (found := next(rows, None)):
            number, span = found
            while waiting and waiting[-1] < number:
                pieces.append((span.begin, span.begin, self.new_row(waiting[-1], by_row[waiting.pop()])))
            if waiting and waiting[-1] == number:
                make = self.any_row if careful else self.row
                pieces += make(number, span, by_row[waiting.pop()])
        for _ in rows:  # a row further down might be one of those that seemed to be missing
            pass
        pieces += self.at_the_end(b"".join(self.new_row(number, by_row[number]) for number in reversed(waiting)))
        return [*self.dimension(), *pieces]

    def rows(self) -> Iterator[tuple[int, Span]]:
        """Number, from 0, and place of every row; a row without a number follows the one before it."""
        last = -1
        if self.data.endswith(b"/>", self.table.begin, self.table.inside):
            return
        spans = elements(self.data, b"row", self.table.inside, within=b"sheetData")
        for name, span in self.plain.rows() if self.plain else ((None, span) for span in spans):
            if name is None:
                named = attribute(self.data, span, b"r")
                name = named.value if named else None
            number = int(name) - 1 if name else last + 1
            if number <= last:
                raise ValueError(f"is damaged: row {number + 1} stands after row {last + 1}")
            last = number
            yield number, span

    @cached_property
    def heading_rows(self) -> set[int]:
        """The rows where headings of tables stand, which have parts of their own."""
        return {row for area, _ in self.surroundings.headings for row in range(area.top, area.bottom + 1)}

    @cached_property
    def plain(self) -> PlainRows | None:
        """The rows, if they are written as nearly always."""
        begin, end = self.table.inside, self.end
        if self.around.prefix or end < 0 or not are_plain(self.data, begin, end):
            return None
        return PlainRows(self.data, begin, end, self.surroundings.looks, self.surroundings.shared_text)

    def at_the_end(self, rows: bytes) -> list[Piece]:
        """Rows below all others."""
        if not rows:
            return []
        table = next(elements(self.data, b"sheetData", self.table.begin))
        if table.inside < table.end:
            return [(table.close, table.close, rows)]
        tag = self.data[table.begin : table.end - 2]
        return [(table.begin, table.end, b"%s>%s</%ssheetData>" % (tag, rows, self.around.prefix))]

    def dimension(self) -> list[Piece]:
        """The range that the sheet says is used, made to hold the new cells."""
        span = first(self.data, b"dimension", 0, self.table.begin)
        used = attribute(self.data, span, b"ref") if span else None
        if used is None or not self.new_rows:
            return []
        old = Area.parse(used.value.decode())
        top, bottom = min(old.top, *self.new_rows), max(old.bottom, *self.new_rows)
        left, right = min(old.left, *self.new_columns), max(old.right, *self.new_columns)
        wide = Area(top, left, bottom, right)
        return [(used.begin, used.end, str(wide).encode())] if wide != old else []

    def new_row(self, number: int, edits: Mapping[int, Edit]) -> bytes:
        """A row that was not there; no bytes where nothing stands in it."""
        row = Row.of_tag(number, b'<%srow r="%d"/>' % (self.around.prefix, number + 1), self.around)
        pieces = self.cells(row, edits)
        return splice(row.data, pieces) if pieces else b""

    def row(self, number: int, span: Span, edits: Mapping[int, Edit]) -> list[Piece]:
        """What to put where for the edits of a row; nothing where they change nothing."""
        quick = self.plain.edited(number, span, edits) if self.plain and number not in self.heading_rows else None
        if quick is None:
            return self.any_row(number, span, edits)
        self.changed += quick.cells
        if quick.new:
            self.new_rows.add(number)
            self.new_columns.update(quick.new)
        return quick.pieces

    def any_row(self, number: int, span: Span, edits: Mapping[int, Edit]) -> list[Piece]:
        """The same for a row that may be written in any way, and hold anything."""
        row = Row(number, self.data, span, self.around)
        if span.close == span.end:
            row = Row.of_tag(number, self.data[span.begin : span.end], self.around)
        pieces = self.cells(row, edits)
        if not pieces:
            return []
        if spans := attribute(row.data, row.span, b"spans"):  # said of the old cells
            pieces = [(spans.space, spans.end + 1, b""), *pieces]
        return pieces if row.data is self.data else [(span.begin, span.end, splice(row.data, pieces))]

    def cells(self, row: Row, edits: Mapping[int, Edit]) -> list[Piece]:
        """What to put where in a row."""
        return [piece for _, edit in sorted(edits.items()) if (piece := self.cell(row, edit))]

    def cell(self, row: Row, edit: Edit) -> Piece | None:
        """What to put where in a row for one edit; None where it changes nothing, or must not be made."""
        old = row.cell(edit.column, self.surroundings.shared_text)
        formula = old.formula if old else None
        in_array = any(area.holds(edit.row, edit.column) for area in self.arrays)
        stays = edit.formula != "" and (in_array or formula is not None)
        comes, goes = bool(edit.formula) and not stays, formula is not None and not stays
        new = self.wanted(edit, calculated=stays or comes)
        if new is None or self.is_closed(row, edit, old, new, in_array=in_array):
            return None
        own, content = (old.look, old.content) if old else (0, _EMPTY)
        look = own if stays else self.look(row, edit, own)
        if (content, own) == (new, look) and not comes and not goes:
            return None
        self.formulas |= comes or goes
        self.results |= comes or stays
        text = self.formula(row, formula if stays else None, edit)
        return self.piece(row, edit, old, look, new, text, calculated=stays or comes)

    def piece(
        self,
        row: Row,
        edit: Edit,
        old: Cell | None,
        look: int,
        new: Content,
        formula: bytes = b"",
        *,
        calculated: bool = False,
    ) -> Piece:
        """The bytes of a cell that changes, and where they go."""
        self.changed += 1
        if old is None:
            self.new_rows.add(edit.row)
            self.new_columns.add(edit.column)
            place = row.place(edit.column)
            return place, place, row.new_cell(edit.column, look, new, formula)
        if old.content == new and not formula and not old.formula:
            return old.span.begin, old.span.end, row.other_look(old, look)
        return old.span.begin, old.span.end, row.other_content(old, look, new, formula, calculated=calculated)

    def wanted(self, edit: Edit, *, calculated: bool) -> Content | None:
        """What the cell is to hold; None where no cell can, which is noted."""
        try:
            return wanted(edit.value, calculated=calculated)
        except ValueError as error:
            self.refuse(edit, "value", str(edit.value), str(error))
            return None

    def look(self, row: Row, edit: Edit, own: int) -> int:
        """The look of the cell, which has ``own`` before."""
        base, model = (own, own) if own else self.models(row, edit.style)
        return self.surroundings.looks.look(base, model, edit.value, edit.style)

    def models(self, row: Row, style: Style) -> tuple[int, int]:
        """The looks from which a cell without one takes its own, and its number format."""
        look = row.look(style.like)
        return look, look if style.format_like is None else row.look(style.format_like)

    def formula(self, row: Row, kept: Span | None, edit: Edit) -> bytes:
        """The element of the cell's formula, as it was or new."""
        if kept:
            return row.data[kept.begin : kept.end]
        prefix = self.around.prefix
        return b"<%sf>%s</%sf>" % (prefix, escape(edit.formula).encode(), prefix) if edit.formula else b""

    def is_closed(self, row: Row, edit: Edit, old: Cell | None, new: Content, *, in_array: bool) -> bool:
        """Whether a cell must not be written, which is noted with the reason."""
        obstacle = self.obstacle(row, edit, old, new, in_array=in_array)
        if obstacle:
            self.refuse(edit, *obstacle)
        return obstacle is not None

    def obstacle(
        self, row: Row, edit: Edit, old: Cell | None, new: Content, *, in_array: bool
    ) -> tuple[str, str, str] | None:
        """Why a cell must not be written: code, what stands there, and the end of the sentence."""
        formula = old.formula if old else None
        text = text_of(row.data[formula.inside : formula.close]) if formula else ""
        if edit.formula == "" and self.is_needed_elsewhere(row, edit, formula):
            why = "belongs to a formula that fills several cells and cannot be replaced in one of them"
            return "formula", f"={text}" if text else "", why
        if edit.formula and (in_array or formula) and text != edit.formula:
            return "formula", f"={text}" if text else "", "is a formula, and no other one is written over it"
        if edit.formula and len(edit.formula) > _LONGEST_FORMULA:
            return "formula", f"={edit.formula}", f"is longer than a formula may be ({_LONGEST_FORMULA:,} characters)"
        table = next((name for area, name in self.surroundings.headings if area.holds(edit.row, edit.column)), None)
        if table is not None and (old is None or old.content != new):
            return "table-heading", str(old.content.value) if old else "", f"is a heading of the table '{table}'"
        return None

    def is_needed_elsewhere(self, row: Row, edit: Edit, formula: Span | None) -> bool:
        """Does a cell that keeps its formula take its value from the same formula as this cell?"""
        areas = [area for area in self.arrays if area.holds(edit.row, edit.column)]
        if any(cell not in self.replaced for area in areas for cell in area.cells()):
            return True
        group = attribute(row.data, formula, b"si") if formula else None
        if group is None or _reach(row.data, formula) is None:
            return False
        return not self.members(group.value) <= self.replaced

    def members(self, group: bytes) -> set[tuple[int, int] | None]:
        """The cells that share a formula; None for one without a name."""
        found: set[tuple[int, int] | None] = set()
        for cell in elements(self.data, b"c", self.table.inside, within=b"sheetData"):
            formula = first(self.data, b"f", cell.inside, cell.close)
            shared = attribute(self.data, formula, b"si") if formula else None
            if shared and shared.value == group:
                name = attribute(self.data, cell, b"r")
                found.add(parse_cell(name.value.decode()) if name else None)
        return found

    def refuse(self, edit: Edit, code: str, text: str, why: str) -> None:
        self.problems.append(Problem(code, (cell_name(edit.row, edit.column),), text, why))

    @cached_property
    def arrays(self) -> list[Area]:
        """The ranges of formulas that fill several cells."""
        found = []
        if _SAYS_MORE.search(self.data) and (b"array" in self.data or b"dataTable" in self.data):
            for span in elements(self.data, b"f", self.table.inside, within=b"sheetData"):
                kind = attribute(self.data, span, b"t")
                if kind and kind.value in (b"array", b"dataTable") and (area := _reach(self.data, span)):
                    found.append(area)
                if len(found) > _MOST_ARRAYS:
                    raise ValueError("holds more array formulas than can be looked through")
        return found


def _reach(data: bytes, formula: Span | None) -> Area | None:
    """The cells that take their values from a formula, if there are several."""
    ref = attribute(data, formula, b"ref") if formula else None
    area = Area.parse(ref.value.decode()) if ref else None
    return area if area and area[:2] != area[2:] else None
