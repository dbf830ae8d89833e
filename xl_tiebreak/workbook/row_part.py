"""One row of a sheet part as bytes: where its cells stand, what they hold, and what is written in their place."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, cached_property
from typing import NamedTuple

from ..address import LAST_COLUMN, cell_name, column_letters, column_number
from .contents import Content, held, plain_text, written
from .splice import Around, Span, attribute, attributes, elements, first, text_of, token_pattern

__all__ = ["Cell", "Row", "rest_of_cell"]

_NAME = re.compile(rb"([A-Za-z]{1,3})([0-9]{1,7})")


class Cell(NamedTuple):
    """A cell of a row: where it stands, the number of its look, what it holds, and where its formula stands."""

    span: Span
    look: int
    content: Content
    formula: Span | None


class Row:
    """A row: ``number`` from 0, and where it stands in ``data``. Columns count from 0. It shares the prefix of the
    elements ``around`` it."""

    def __init__(self, number: int, data: bytes, span: Span, around: Around) -> None:
        self.number, self.data, self.span, self.around = number, data, span, around

    @classmethod
    def of_tag(cls, number: int, tag: bytes, around: Around) -> Row:
        """A row of which there is only a tag, ``<row …/>``; its data are the tag and an end tag."""
        begin, end = tag[:-2] + b">", b"</%srow>" % around.prefix
        return cls(number, begin + end, Span(0, len(begin), len(begin), len(begin + end)), around)

    @cached_property
    def _cells(self) -> dict[int, tuple[int, int]]:
        """Column → start tag, of all cells in order; a cell without a name follows the one before it."""
        cells: dict[int, tuple[int, int]] = {}
        column = -1
        for tag in _cell_tags(self.around.prefix).finditer(self.data, self.span.inside, self.span.close):
            letters, digits, rest = tag.groups()
            if rest is None:  # a comment, CDATA or an instruction
                continue
            before, column = column, self._column(letters, digits) if letters else self._column_of(tag.span(), column)
            if column <= before:
                where, there = cell_name(self.number, column), cell_name(self.number, before)
                raise ValueError(f"is damaged: {where} stands behind {there}")
            if column >= LAST_COLUMN:
                raise ValueError(f"is damaged: row {self.number + 1} has more cells than a sheet has columns")
            cells[column] = tag.span()
        return cells

    def _column_of(self, tag: tuple[int, int], before: int) -> int:
        name = attribute(self.data, Span(*tag, *tag), b"r")
        parts = _NAME.fullmatch(name.value) if name else None
        if name and not parts:
            raise ValueError(f"is damaged: no cell is called {name.value.decode()!r}")
        return self._column(*parts.groups()) if parts else before + 1

    def _column(self, letters: bytes, digits: bytes) -> int:
        """The column in the name of a cell, which must be of this row."""
        if int(digits) != self.number + 1:
            raise ValueError(f"is damaged: {(letters + digits).decode()} stands in row {self.number + 1}")
        return column_number(letters.decode().upper())

    def look(self, column: int | None) -> int:
        """The number of a cell's look; 0 where there is no such cell."""
        tag = None if column is None else self._cells.get(column)
        look = attribute(self.data, Span(*tag, *tag), b"s") if tag else None
        return int(look.value) if look and look.value else 0

    def cell(self, column: int, shared_text: Callable[[int], str]) -> Cell | None:
        """A cell with what it holds; texts of the workbook's table of texts are asked for by number."""
        if column not in self._cells:
            return None
        span = next(elements(self.data, b"c", self._cells[column][0]))
        kind = attribute(self.data, span, b"t")
        inline = first(self.data, b"is", span.inside, span.close) if kind and kind.value == b"inlineStr" else None
        if inline:
            content = Content("str", plain_text(self.around.parse(self.data[inline.begin : inline.end])))
        else:
            value = first(self.data, b"v", span.inside, span.close)
            text = self.data[value.inside : value.close] if value else None
            content = _content(kind.value if kind else None, text, shared_text)
        return Cell(span, self.look(column), content, first(self.data, b"f", span.inside, span.close))

    def place(self, column: int) -> int:
        """Where a new cell goes."""
        return next((begin for other, (begin, _) in self._cells.items() if other > column), self._end)

    @cached_property
    def _end(self) -> int:
        """Where the last cell ends; something else may follow in the row."""
        if not self._cells:
            return self.span.inside
        begin, _ = self._cells[next(reversed(self._cells))]
        return next(elements(self.data, b"c", begin)).end

    def new_cell(self, column: int, look: int, content: Content, formula: bytes) -> bytes:
        """A cell that was not there; ``formula`` is the element, if it has one."""
        kind, body = written(content, self.around.prefix, bool(formula))
        name = b' r="%s%d"' % (_letters(column), self.number + 1)
        return self._cell(name, look, kind, formula + body)

    def other_look(self, cell: Cell, look: int) -> bytes:
        """A cell of which nothing but the look changes."""
        span = cell.span
        return self._cell(self._attributes(span, b"s"), look, b"", self.data[span.inside : span.close])

    def other_content(self, cell: Cell, look: int, content: Content, formula: bytes, *, calculated: bool) -> bytes:
        """A cell that holds something else; ``calculated``: because its formula, or that of an array, gave it."""
        span = cell.span
        kind, body = written(content, self.around.prefix, calculated)
        # vm: more about the old value, in another part; cm: the formula is a dynamic array
        kept = self._attributes(span, b"s", b"t", b"vm", *(() if formula else (b"cm",)))
        more = first(self.data, b"extLst", span.inside, span.close)
        return self._cell(kept, look, kind, formula + body + (self.data[more.begin : more.end] if more else b""))

    def _attributes(self, span: Span, *without: bytes) -> bytes:
        return b"".join(whole for name, whole in attributes(self.data, span) if name not in without)

    def _cell(self, kept: bytes, look: int, kind: bytes, body: bytes) -> bytes:
        prefix = self.around.prefix
        return b"<%sc%s%s" % (prefix, kept, rest_of_cell(prefix, look, kind, body))


def rest_of_cell(prefix: bytes, look: int, kind: bytes, body: bytes) -> bytes:
    """What follows the name of a cell, up to its end: its look, its type as an attribute, what is in it."""
    named = b' s="%d"' % look if look else b""
    return b"%s%s>%s</%sc>" % (named, kind, body, prefix) if body else b"%s%s/>" % (named, kind)


def _content(kind: bytes | None, value: bytes | None, shared_text: Callable[[int], str]) -> Content:
    """What a cell with a type and the inside of a ``v`` element holds."""
    return held((kind or b"").decode(), None if value is None else text_of(value), shared_text)


@cache
def _cell_tags(prefix: bytes) -> re.Pattern[bytes]:
    """The start tags of cells: the parts of the name where that comes first, and the other attributes."""
    return token_pattern(re.escape(prefix) + rb'c(?: r="([A-Z]++)([0-9]++)")?+')


@cache
def _letters(column: int) -> bytes:
    return column_letters(column).encode()
