"""One row of a sheet part as bytes: where its cells stand, what they hold, and what is written in their place."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from ..address import LAST_COLUMN, cell_name, column_letters, column_number
from .contents import Content, held, plain_text, wanted, written
from .splice import Around, Span, attribute, attributes, elements, first, text_of, token_pattern

__all__ = ["Cell", "Row", "has_asides", "names_come_first", "rest_of_cell"]

_EMPTY = Content("")
_REMEMBERED = 2_048
_NAME = re.compile(rb'([A-Z]+)[0-9]+"')
_NAMES = re.compile(rb'<c r="([A-Z]+)')
_LOOK = re.compile(rb'<c r="[A-Z]+[0-9]+" s="([0-9]+)"')


class Cell(NamedTuple):
    """A cell of a row: where it stands, the number of its look, what it holds, where its formula stands, and its name
    as an attribute if besides that it has nothing but a look, a type and a value."""

    span: Span
    look: int
    content: Content
    formula: Span | None
    name: bytes = b""


class Row:
    """A row: ``number`` from 0 and its bytes ``data``, with an end tag. Columns count from 0.

    ``inside`` is where the start tag ends, ``around`` are the elements around the row, whose prefix it shares. In most
    rows every cell has its name first in its tag, so that one cell is found without looking through all; ``named`` says
    that this is known of the whole sheet.
    """

    def __init__(self, number: int, data: bytes, inside: int, around: Around, *, named: bool = False) -> None:
        self.number, self.data, self.inside, self.around = number, data, inside, around
        if data.endswith(b"/>"):
            self.data, self.inside = b"%s></%srow>" % (data[:-2], around.prefix), inside - 1
        self.last = self._last(named)
        self._looks: dict[int, int] = {}

    def _last(self, named: bool) -> int | None:
        """The last column of a row in which each ``<c`` begins the tag of a cell with its name, all are in order, and a
        cell is the end."""
        data = self.data
        at, end = data.rfind(b'<c r="'), len(data) - len(b"</row>")
        empty = data.find(b"<", at + 1) == end and data.endswith(b">", 0, end)
        if (
            at < 0
            or not (empty or data.endswith(b"</c>", 0, end))
            or not (named or (not has_asides(data) and names_come_first(data)))
        ):
            return None
        letters = _NAMES.findall(data)
        in_order = letters == sorted({*letters}, key=_column)
        name = _NAME.match(data, at + 6) if in_order else None
        return _column(name[1]) if name else None

    @cached_property
    def _cells(self) -> dict[int, tuple[int, int]]:
        """Column → start tag, of all cells in order; a cell without a name follows the one before it."""
        cells: dict[int, tuple[int, int]] = {}
        column = -1
        for tag in _cell_tags(self.around.prefix).finditer(self.data, self.inside):
            letters, rest = tag.groups()
            if rest is None:  # a comment, CDATA or an instruction
                continue
            before, column = column, _column(letters) if letters else self._column_of(tag.span(), column)
            if column <= before:
                where, there = cell_name(self.number, column), cell_name(self.number, before)
                raise ValueError(f"is damaged: {where} stands behind {there}")
            if column >= LAST_COLUMN:
                raise ValueError(f"is damaged: row {self.number + 1} has more cells than a sheet has columns")
            cells[column] = tag.span()
        return cells

    def _column_of(self, tag: tuple[int, int], before: int) -> int:
        name = attribute(self.data, Span(*tag, *tag), b"r")
        return _column(name.value.rstrip(b"0123456789")) if name else before + 1

    def _begin(self, column: int) -> int | None:
        """Where a cell begins, if there is such a cell."""
        last = self.last
        if last is None:
            tag = self._cells.get(column)
            return tag[0] if tag else None
        if column > last:
            return None
        at = self.data.find(b'<c r="%s%d"' % (_letters(column), self.number + 1))
        return at if at >= 0 else None

    def look(self, column: int) -> int:
        """The number of a cell's look; 0 where there is no such cell."""
        look = self._looks.get(column)
        if look is None:
            begin = self._begin(column)
            look = self._looks[column] = 0 if begin is None else self._look_at(begin)
        return look

    def _look_at(self, begin: int) -> int:
        quick = _LOOK.match(self.data, begin)
        if quick:
            return int(quick[1])
        look = attribute(self.data, self._tag(begin), b"s")
        return int(look.value) if look else 0

    def _tag(self, begin: int) -> Span:
        tag = _cell_tags(self.around.prefix).match(self.data, begin)
        assert tag
        return Span(*tag.span(), *tag.span())

    def cell(self, column: int, shared_text: Callable[[int], str]) -> Cell | None:
        """A cell with what it holds; texts of the workbook's table of texts are asked for by number."""
        begin = self._begin(column)
        if begin is None:
            return None
        plain = _plain_cell(self.around.prefix).match(self.data, begin)
        if plain:
            name, look, kind, _, value, _ = plain.groups()
            end = plain.end()
            if value is None:
                return Cell(Span(begin, end, end, end), int(look or 0), _EMPTY, None, name)
            span = Span(begin, plain.end("tag"), plain.start("end"), end)
            return Cell(span, int(look or 0), _content(kind, value, shared_text), None, name)
        look = self._look_at(begin)
        span = next(elements(self.data, b"c", begin))
        kind = attribute(self.data, span, b"t")
        inline = first(self.data, b"is", span.inside, span.close) if kind and kind.value == b"inlineStr" else None
        if inline:
            content = Content("str", plain_text(self.around.parse(self.data[inline.begin : inline.end])))
        else:
            value = first(self.data, b"v", span.inside, span.close)
            text = self.data[value.inside : value.close] if value else None
            content = _content(kind.value if kind else None, text, shared_text)
        return Cell(span, look, content, first(self.data, b"f", span.inside, span.close))

    def place(self, column: int) -> int:
        """Where a new cell goes."""
        if self.last is not None and column > self.last:
            return len(self.data) - len(b"</row>")
        return next((begin for other, (begin, _) in self._cells.items() if other > column), self._end)

    @cached_property
    def _end(self) -> int:
        """Where the last cell ends; something else may follow in the row."""
        if not self._cells:
            return self.inside
        begin, _ = self._cells[next(reversed(self._cells))]
        return next(elements(self.data, b"c", begin)).end

    def named(self, column: int) -> bytes:
        """How the tag of a new cell begins, as far as its name."""
        return b'<%sc r="%s%d"' % (self.around.prefix, _letters(column), self.number + 1)

    def new_cell(self, column: int, look: int, content: Content, formula: bytes) -> bytes:
        """A cell that was not there; ``formula`` is the element, if it has one."""
        kind, body = written(content, self.around.prefix, bool(formula))
        return self.named(column) + _rest(self.around.prefix, look, kind, formula + body)

    def other_look(self, cell: Cell, look: int) -> bytes:
        """A cell of which nothing but the look changes."""
        span = cell.span
        return self._cell(self._attributes(span, b"s"), look, b"", self.data[span.inside : span.close])

    def other_content(self, cell: Cell, look: int, content: Content, formula: bytes, *, calculated: bool) -> bytes:
        """A cell that holds something else; ``calculated``: because its formula, or that of an array, gave it."""
        span = cell.span
        kind, body = written(content, self.around.prefix, calculated)
        # vm: more about the old value, in another part; cm: the formula is a dynamic array
        kept = cell.name or self._attributes(span, b"s", b"t", b"vm", *(() if formula else (b"cm",)))
        more = None if cell.name else first(self.data, b"extLst", span.inside, span.close)
        return self._cell(kept, look, kind, formula + body + (self.data[more.begin : more.end] if more else b""))

    def _attributes(self, span: Span, *without: bytes) -> bytes:
        return b"".join(whole for name, whole in attributes(self.data, span) if name not in without)

    def _cell(self, kept: bytes, look: int, kind: bytes, body: bytes) -> bytes:
        prefix = self.around.prefix
        return b"<%sc%s%s" % (prefix, kept, _rest(prefix, look, kind, body))


@lru_cache(_REMEMBERED, typed=True)
def rest_of_cell(value: float | str | None, look: int, prefix: bytes) -> bytes:
    """What follows the name of a cell that holds a value and has a look, up to its end; nothing where it has neither.
    ValueError as `wanted`."""
    content = wanted(value, calculated=False)
    return _rest(prefix, look, *written(content, prefix, False)) if look or content.kind else b""


def _rest(prefix: bytes, look: int, kind: bytes, body: bytes) -> bytes:
    named = b' s="%d"' % look if look else b""
    return b"%s%s>%s</%sc>" % (named, kind, body, prefix) if body else b"%s%s/>" % (named, kind)


def has_asides(data: bytes, begin: int = 0, end: int | None = None) -> bool:
    """Are there comments, CDATA or instructions? A single letter is found fastest."""
    span = begin, end
    return any(data.find(mark[1:], *span) >= 0 and data.find(mark, *span) >= 0 for mark in (b"<!", b"<?"))


def names_come_first(data: bytes, begin: int = 0, end: int | None = None) -> bool:
    """Does each ``<c`` begin the tag of a cell with its name? Told of bytes without asides."""
    return data.count(b"<c", begin, end) == data.count(b'<c r="', begin, end)


def _content(kind: bytes | None, value: bytes | None, shared_text: Callable[[int], str]) -> Content:
    """What a cell with a type and the inside of a ``v`` element holds."""
    return held((kind or b"").decode(), None if value is None else text_of(value), shared_text)


@cache
def _plain_cell(prefix: bytes) -> re.Pattern[bytes]:
    """A cell as most are: empty, or with a value and no formula."""
    prefix = re.escape(prefix)
    tag = rb'<%sc(?P<name> r="[^"]*")(?: s="(?P<look>[0-9]*)")?(?: t="(?P<kind>[^"]*)")?' % prefix
    value = rb"(?P<tag>>)<%sv>(?P<value>[^<]*)</%sv>(?P<end></%sc>)" % (prefix, prefix, prefix)
    return re.compile(rb"%s(?: ?/>|%s)" % (tag, value))


@cache
def _cell_tags(prefix: bytes) -> re.Pattern[bytes]:
    """The start tags of cells: the letters of the column where the name comes first, and the other attributes."""
    return token_pattern(re.escape(prefix) + rb'c(?: r="([A-Z]++)[0-9]++")?+')


@cache
def _column(letters: bytes) -> int:
    return column_number(letters.decode())


@cache
def _letters(column: int) -> bytes:
    return column_letters(column).encode()
