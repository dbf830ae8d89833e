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
from .edits import Edit
from .looks import Looks
from .row_part import Cell, Row, has_asides, names_come_first, rest_of_cell
from .splice import Around, Span, attribute, elements, first, splice, start_tag, text_of

__all__ = ["Filling", "Surroundings", "fill_sheet"]

_LONGEST_FORMULA = 8_192
_MOST_ARRAYS = 100_000
_EMPTY = Content("")
_ROW_TAG = re.compile(rb"""<row(?:\s(?:[^>"'/]++|"[^"]*+"|'[^']*+')*+)?(/)?>""")
_SPANS = re.compile(rb"""<row(?: [a-z]++="[^"]*+")*?( spans="[^"]*+")""")
_ROW_NUMBER = re.compile(rb'<row r="([0-9]+)"')

_Piece = tuple[int, int, bytes]
"""Where bytes begin and end that are replaced by others."""


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
        self.any_kind = True  # some cells may have to stay as they are, or get a formula
        self.asked: tuple[tuple[int, int] | None, tuple[int, int] | None] = (None, None)
        self.found = (0, 0)
        self.new_rows: set[int] = set()
        self.new_columns: set[int] = set()
        self.other_rows: dict[int, Row | None] = {}

    def pieces(self, edits: Sequence[Edit]) -> list[_Piece]:
        """What to put where in the part, in order."""
        self.replaced = {(edit.row, edit.column) for edit in edits if edit.formula == ""}
        self.any_kind = self.has_closed_areas or any(edit.formula is not None for edit in edits)
        by_row: dict[int, dict[int, Edit]] = {}
        for edit in edits:
            by_row.setdefault(edit.row, {})[edit.column] = edit
        waiting = sorted(by_row, reverse=True)
        pieces: list[_Piece] = []
        rows = self.rows()
        while waiting and (found := next(rows, None)):
            number, span = found
            while waiting and waiting[-1] < number:
                pieces.append((span.begin, span.begin, self.new_row(waiting[-1], by_row[waiting.pop()])))
            if waiting and waiting[-1] == number:
                pieces += self.row(self.row_at(number, span), span, by_row[waiting.pop()])
        for _ in rows:  # a row further down might be one of those that seemed to be missing
            pass
        pieces += self.at_the_end(b"".join(self.new_row(number, by_row[number]) for number in reversed(waiting)))
        return [*self.dimension(), *pieces]

    def rows(self) -> Iterator[tuple[int, Span]]:
        """Number, from 0, and place of every row; a row without a number follows the one before it."""
        last = -1
        if self.data.endswith(b"/>", self.table.begin, self.table.inside):
            return
        for span in self.row_spans():
            quick = _ROW_NUMBER.match(self.data, span.begin, span.inside)
            named = None if quick else attribute(self.data, span, b"r")
            value = quick[1] if quick else named.value if named else None
            number = int(value) - 1 if value else last + 1
            if number <= last:
                raise ValueError(f"is damaged: row {number + 1} stands after row {last + 1}")
            last = number
            yield number, span

    def row_spans(self) -> Iterator[Span]:
        """Where every row stands. Without prefixes and comments each ``<row`` is one, which is quickly found."""
        data = self.data
        begin, end = self.table.inside, self.end
        if not self.is_plain or data.find(b":row", begin, end) >= 0:
            yield from elements(data, b"row", begin, within=b"sheetData")
            return
        while tag := _ROW_TAG.search(data, begin, end):
            start, inside = tag.span()
            close = inside if tag[1] else data.find(b"</row>", inside, end)
            if close < 0 or data.find(b"<row", inside, close) >= 0:
                yield from elements(data, b"row", start, within=b"sheetData")
                return
            begin = close if tag[1] else close + len(b"</row>")
            yield Span(start, inside, close, begin)

    def row_at(self, number: int, span: Span) -> Row:
        data = self.data[span.begin : span.end]
        return Row(number, data, span.inside - span.begin, self.around, named=self.named)

    @cached_property
    def named(self) -> bool:
        """Is the name of every cell the first thing in its tag?"""
        return self.is_plain and names_come_first(self.data, self.table.inside, self.end)

    @cached_property
    def is_plain(self) -> bool:
        """Are there no prefixes and no asides among the cells?"""
        return not self.around.prefix and self.end >= 0 and not has_asides(self.data, self.table.inside, self.end)

    def at_the_end(self, rows: bytes) -> list[_Piece]:
        """Rows below all others."""
        if not rows:
            return []
        table = next(elements(self.data, b"sheetData", self.table.begin))
        if table.inside < table.end:
            return [(table.close, table.close, rows)]
        tag = self.data[table.begin : table.end - 2]
        return [(table.begin, table.end, b"%s>%s</%ssheetData>" % (tag, rows, self.around.prefix))]

    def dimension(self) -> list[_Piece]:
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
        tag = b'<%srow r="%d"/>' % (self.around.prefix, number + 1)
        row = Row(number, tag, len(tag), self.around)
        pieces = self.cells(row, edits)
        return splice(row.data, pieces) if pieces else b""

    def row(self, row: Row, span: Span, edits: Mapping[int, Edit]) -> list[_Piece]:
        """A row with its edits made in the place of the old one; nothing where they change nothing."""
        pieces = self.cells(row, edits)
        if not pieces:
            return []
        if quick := _SPANS.match(row.data):  # said of the old cells
            pieces = [(*quick.span(1), b""), *pieces]
        elif row.data.find(b"spans", 0, row.inside) >= 0:
            reach = attribute(row.data, Span(0, row.inside, row.inside, row.inside), b"spans")
            pieces = [(reach.space, reach.end + 1, b""), *pieces] if reach else pieces
        return [(span.begin, span.end, splice(row.data, pieces))]

    def cells(self, row: Row, edits: Mapping[int, Edit]) -> list[_Piece]:
        """What to put where in a row. Behind its last cell only new ones can stand, all at one place."""
        pieces, behind = [], []
        last = None if self.any_kind else row.last
        for column in sorted(edits):
            edit = edits[column]
            if last is None or column <= last:
                if piece := self.cell(row, edit):
                    pieces.append(piece)
            elif rest := self.new_cell(row, edit):
                behind.append(row.named(column) + rest)
                self.new_columns.add(column)
        if behind:
            self.changed += len(behind)
            self.new_rows.add(row.number)
            place = row.place(column)
            pieces.append((place, place, b"".join(behind)))
        return pieces

    def new_cell(self, row: Row, edit: Edit) -> bytes:
        """A new cell from its name on; no bytes where nothing is in it, or no cell can hold it."""
        base, model = self.models(row, edit)
        try:
            return rest_of_cell(edit.value, self.surroundings.looks.look(base, model, edit), self.around.prefix)
        except ValueError as error:
            self.refuse(edit, "value", str(edit.value), str(error))
            return b""

    def cell(self, row: Row, edit: Edit) -> _Piece | None:
        """What to put where in a row for one edit; None where it changes nothing, or must not be made."""
        old = row.cell(edit.column, self.surroundings.shared_text)
        if self.any_kind or (old and old.formula):
            return self.any_cell(row, edit, old)
        new = self.wanted(edit, calculated=False)
        if new is None:
            return None
        own, content = (old.look, old.content) if old else (0, _EMPTY)
        look = self.look(row, edit, own)
        return None if (content, own) == (new, look) else self.piece(row, edit, old, look, new)

    def any_cell(self, row: Row, edit: Edit, old: Cell | None) -> _Piece | None:
        """The same for a cell that has a formula, or may get one, or may have to stay as it is."""
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
    ) -> _Piece:
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
        base, model = (own, own) if own else self.models(row, edit)
        return self.surroundings.looks.look(base, model, edit)

    def models(self, row: Row, edit: Edit) -> tuple[int, int]:
        """The looks from which a cell without one takes its own, and its number format."""
        asked = edit.like, edit.format_like
        if asked != self.asked:  # that of the cell beside it, mostly
            look = self.look_at(row, edit.like) if edit.like else 0
            self.asked, self.found = asked, (look, self.look_at(row, edit.format_like) if edit.format_like else look)
        return self.found

    def formula(self, row: Row, kept: Span | None, edit: Edit) -> bytes:
        """The element of the cell's formula, as it was or new."""
        if kept:
            return row.data[kept.begin : kept.end]
        prefix = self.around.prefix
        return b"<%sf>%s</%sf>" % (prefix, escape(edit.formula).encode(), prefix) if edit.formula else b""

    @cached_property
    def has_closed_areas(self) -> bool:
        """Whether some cells must stay as they are, though nothing may be in them."""
        return bool(self.arrays or self.surroundings.headings)

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

    def look_at(self, row: Row, cell: tuple[int, int]) -> int:
        """The look of another cell, quickly if it is in the same row."""
        number, column = cell
        if number == row.number:
            return row.look(column)
        if number not in self.other_rows:
            span = next((span for other, span in self.rows() if other == number), None)
            self.other_rows[number] = self.row_at(number, span) if span else None
        other = self.other_rows[number]
        return other.look(column) if other else 0

    @cached_property
    def arrays(self) -> list[Area]:
        """The ranges of formulas that fill several cells."""
        found = []
        if b"array" in self.data or b"dataTable" in self.data:
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
