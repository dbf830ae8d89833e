"""Rows as nearly every program writes them, edited without a look at all of their cells.

Among the cells of such a sheet there are no prefixes, comments or instructions, and each begins with its name: one cell
is found by its name alone, and a new one goes to the end of its row. A row that is written in another way, or that
holds more than plain cells where something changes, is left to `row_part`, which understands all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from ..address import column_letters, column_number
from .contents import Content, held, wanted, written
from .edits import Edit
from .looks import Looks
from .row_part import rest_of_cell
from .splice import Piece, Span, has_asides, text_of

__all__ = ["EditedRow", "PlainRows", "are_plain"]

_EMPTY = Content("")
_REMEMBERED = 2_048
_ODD = (re.compile(rb'<c(?! r=")'), re.compile(rb"w(?<=/row)(?!>)"))
"""A cell that does not begin with its name; an end tag with a space, where a letter that is rare comes first and so is
found fast."""
_COLON, _PREFIX = re.compile(rb":(?=row|c[\s/>])"), re.compile(rb"<[^<>\s/:]+:(?:row|c)[\s/>]")
"""What may be a prefix, found fast; a row or a cell that has one."""
_ROW = re.compile(rb"""<row(?: r="([0-9]++)")?(?:\s(?:[^>"'/]++|"[^"]*+"|'[^']*+')*+)?(/)?>""")
_SPANS = re.compile(rb'<row(?: (?!spans=)[a-zA-Z0-9:]++="[^"]*+")*+( spans="[^"]*+")?')
_NAME = re.compile(rb'<c r="([A-Z]++)([0-9]++")')
_LOOK = re.compile(rb'<c r="[A-Z]++[0-9]++"(?: s="([0-9]++)"|(?: t="[a-zA-Z]*+")?/?>)')
_CELL = re.compile(rb'<c( r="[^"]*+")(?: s="([0-9]++)")?(?: t="([a-zA-Z]*+)")?(?: ?/>|>(?:<v>([^<]*+)</v>)?</c>)')
"""A cell that is empty or holds a value and no formula."""


class EditedRow(NamedTuple):
    """What to put where in a row, how many cells change, and the columns of those that are new."""

    pieces: list[Piece]
    cells: int
    new: list[int]


class _OddRowError(Exception):
    """What stands here is not plain."""


def are_plain(data: bytes, begin: int, end: int) -> bool:
    """Are all cells between two places of a `sound` part written without prefixes, and begin with their names? Nor have
    end tags of rows a space."""
    if has_asides(data, begin, end) or any(odd.search(data, begin, end) for odd in _ODD):
        return False
    return not (_COLON.search(data, begin, end) and _PREFIX.search(data, begin, end))


class _Free(dict[int, bool]):
    """Column → whether there is no cell in it, in no row."""

    def __init__(self, data: bytes, begin: int, end: int) -> None:
        self._part = data, begin, end

    def __missing__(self, column: int) -> bool:
        free = self[column] = _in_column(column).search(*self._part) is None
        return free


class PlainRows:
    """The rows of a sheet part of which `are_plain` is true, between ``begin`` and ``end``."""

    def __init__(self, data: bytes, begin: int, end: int, looks: Looks, shared_text: Callable[[int], str]) -> None:
        self._data, self._begin, self._end = data, begin, end
        self._looks, self._shared_text = looks, shared_text
        self._free = _Free(data, begin, end)

    def rows(self) -> Iterator[tuple[bytes | None, Span]]:
        """The number of every row, None where it does not come first in its tag, and its place. ValueError where a row
        stands in another."""
        data, end = self._data, self._begin
        for tag in _ROW.finditer(data, end, self._end):
            begin, inside = tag.span()
            number, closed = tag.groups()
            if begin < end:
                raise ValueError("is damaged: a row stands in another")
            close = inside if closed else data.find(b"</row>", inside, self._end)
            end = inside if closed else close + len(b"</row>")
            yield number, Span(begin, inside, close, end)

    def edited(self, number: int, row: Span, edits: Mapping[int, Edit]) -> EditedRow | None:
        """What the edits of a row, by column, do to it; None where it is not plain, or no cell can hold a value."""
        try:
            return self._edited(b'%d"' % (number + 1), row, edits)
        except (_OddRowError, ValueError):
            return None

    def _edited(self, name: bytes, row: Span, edits: Mapping[int, Edit]) -> EditedRow:
        """The same; ``name`` is the end of the names of its cells."""
        last, free, look_of = self._last_column(name, row), self._free, self._looks.look
        models: dict[int | None, int] = {None: 0}  # column → look of the cell from which others take theirs
        pieces: list[Piece] = []
        new, behind = [], []
        for column, (_, _, value, style, _) in sorted(edits.items()):
            is_new = column > last and (free[column] or self._place(column, name, row) < 0)
            cell = None if is_new else self._cell(column, name, row)
            base = model = int(cell[2] or 0) if cell else 0
            if not base:
                _, _, like, format_like, _ = style
                if like not in models:
                    models[like] = self._look(like, name, row)
                base = model = models[like]
                if format_like is not None:
                    if format_like not in models:
                        models[format_like] = self._look(format_like, name, row)
                    model = models[format_like]
            look = look_of(base, model, value, style)
            rest = _rest(value, look)
            if cell is None:
                if rest:
                    new.append(column)
                    behind += [_beginning(column), name, rest]
            elif self._content(cell) != wanted(value, calculated=False):
                pieces.append((*cell.span(), b"<c" + cell[1] + (rest or b"/>")))
            elif look != int(cell[2] or 0):
                raise _OddRowError
        cells = len(pieces) + len(new)
        if new:
            pieces.append((row.close, row.close, b"".join(behind)))
        return EditedRow([*self._spans(row), *pieces] if pieces else [], cells, new)

    def _last_column(self, name: bytes, row: Span) -> int:
        """The column of the last cell, which ends the row."""
        data, (_, inside, close, _) = self._data, row
        begin = data.rfind(b'<c r="', inside, close)
        ends = data.endswith(b"</c>", begin, close) or (
            data[close - 1 : close] == b">" and data.find(b"<", begin + 1, close) < 0
        )
        last = _NAME.match(data, begin) if begin >= 0 and ends else None
        if last is None or last[2] != name:
            raise _OddRowError
        return _column(last[1])

    def _place(self, column: int, name: bytes, row: Span) -> int:
        """Where a cell begins; -1 where there is no such cell."""
        return self._data.find(_beginning(column) + name, row.inside, row.close)

    def _cell(self, column: int, name: bytes, row: Span) -> re.Match[bytes]:
        """A cell that is there and plain."""
        place = self._place(column, name, row)
        cell = _CELL.match(self._data, place) if place >= 0 else None
        if cell is None:
            raise _OddRowError
        return cell

    def _content(self, cell: re.Match[bytes]) -> Content:
        kind, value = cell[3], cell[4]
        return _EMPTY if value is None else held((kind or b"").decode(), text_of(value), self._shared_text)

    def _look(self, column: int | None, name: bytes, row: Span) -> int:
        """The number of a cell's look; 0 where there is no such cell."""
        place = -1 if column is None else self._place(column, name, row)
        if place < 0:
            return 0
        look = _LOOK.match(self._data, place)
        if look is None:
            raise _OddRowError
        return int(look[1] or 0)

    def _spans(self, row: Span) -> list[Piece]:
        """The columns that a row says it spans taken away, which is said of the old cells."""
        found = _SPANS.match(self._data, row.begin, row.inside)
        if found and found[1]:
            return [(*found.span(1), b"")]
        if self._data.find(b"spans", row.begin, row.inside) >= 0:
            raise _OddRowError
        return []


@cache
def _beginning(column: int) -> bytes:
    """How the tag of a cell begins, as far as the letters of its name."""
    return b'<c r="' + column_letters(column).encode()


@cache
def _in_column(column: int) -> re.Pattern[bytes]:
    """The last letter in the name of a cell of a column."""
    beginning = _beginning(column)
    return re.compile(rb"%s(?<=%s)[0-9]" % (beginning[-1:], beginning))


@cache
def _column(letters: bytes) -> int:
    return column_number(letters.decode())


@lru_cache(_REMEMBERED, typed=True)
def _rest(value: float | str | None, look: int) -> bytes:
    """What follows the name of a cell without prefix that holds a value and has a look, up to its end; nothing where it
    has neither. ValueError as `wanted`."""
    content = wanted(value, calculated=False)
    return rest_of_cell(b"", look, *written(content, b"", False)) if look or content.kind else b""
