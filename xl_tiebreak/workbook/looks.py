"""The looks of cells: the cell formats of a workbook, by number.

A cell names its look by the number of an ``xf`` in the styles part: font, fill, border, alignment, number format. A new
cell takes the number of a neighbour, so the styles part stays as it is. Where it needs another number format, because
the neighbour's would show 40.5 as 41, or is a heading that has to wrap, a look that fits is searched for; only where
there is none it is added behind the others. Nothing else of the part changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import islice

from lxml import etree

from .edits import Style, number_format, suits
from .remembering import remembering
from .splice import Around, Element, Piece, Span, attribute, elements, first, local, splice, start_tag

__all__ = ["Looks"]

_BUILT_IN = {
    0: "General",
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    37: "#,##0 ;(#,##0)",
    38: "#,##0 ;[Red](#,##0)",
    39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;[Red](#,##0.00)",
}
"""The number formats that no file spells out and that show numbers as they are (ECMA-376 part 1, 18.8.30)."""
_FIRST_OWN = 164
_MOST = 65_490


class _Styles:
    """A styles part as it is in the file: where its table of looks and each look stand; ``found`` are looks of it that
    were searched for before."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.table = first(data, b"cellXfs")
        spans = elements(data, b"xf", *self.table[1:3]) if self.table else iter(())
        self.spans = list(islice(spans, _MOST + 1))
        if len(self.spans) > _MOST:
            raise ValueError(f"has more than {_MOST:,} looks of cells, which Excel does not open")
        self.found: dict[tuple[object, ...], int] = {}

    @cached_property
    def around(self) -> Around:
        """The elements around a look."""
        assert self.table
        return Around(self.data, start_tag(self.data), self.table)

    def xf(self, look: int) -> Element:
        """A look as a tree of its own."""
        span = self.spans[look]
        return self.around.parse(self.data[span.begin : span.end])

    @cached_property
    def codes(self) -> Mapping[int, str]:
        """The number formats by number."""
        codes = dict(_BUILT_IN)
        table = first(self.data, b"numFmts")
        for span in elements(self.data, b"numFmt", *table[1:3]) if table else ():
            element = self.around.parse(self.data[span.begin : span.end])
            codes[int(element.get("numFmtId", "0"))] = element.get("formatCode", "")
        return codes

    @cached_property
    def numbers(self) -> Mapping[object, int]:
        """All that makes a look → the number of the first such look."""
        numbers: dict[object, int] = {}
        for look in range(len(self.spans)):
            numbers.setdefault(_everything(self.xf(look)), look)
        return numbers


_styles = remembering(_Styles)


class Looks:
    """The looks in a styles part; without one, the only look is 0."""

    def __init__(self, styles: bytes | None) -> None:
        self._old = _styles(styles or b"")
        self._new: list[Element] = []
        self._new_codes: dict[int, str] = {}
        self._found = dict(self._old.found)

    def look(self, base: int, model: int, value: object, style: Style) -> int:
        """The number of look ``base`` with the number format of look ``model``, or with one that shows the number where
        that does not, and with text that wraps where it is a title."""
        key = (base, model, type(value), style)
        found = self._found.get(key)
        if found is None:
            number = isinstance(value, int | float) and not isinstance(value, bool)
            found = self._found[key] = self._fitting(base, model, style, number=number)
            if found < len(self._old.spans):
                self._old.found[key] = found
        return found

    def written(self) -> bytes | None:
        """The styles part with the looks that were added; None where there are none."""
        old = self._old
        if old.table is None or not self._new:
            return None
        added = b"".join(map(old.around.unparse, self._new))
        return splice(old.data, [*self._formats(), *_grown(old.data, old.table, added, len(self._new))])

    def _xf(self, look: int) -> Element:
        """A look as a tree of its own."""
        old = self._old
        if look < len(old.spans):
            return old.xf(look)
        return old.around.parse(old.around.unparse(self._new[look - len(old.spans)]))

    def _format(self, look: int) -> int:
        """The number of a look's number format."""
        if look >= len(self._old.spans):
            return int(self._xf(look).get("numFmtId", "0"))
        number = attribute(self._old.data, self._old.spans[look], b"numFmtId")
        return int(number.value) if number else 0

    @cached_property
    def _codes(self) -> dict[int, str]:
        """The number formats by number, the new ones among them."""
        return dict(self._old.codes)

    @cached_property
    def _numbers(self) -> dict[object, int]:
        """All that makes a look → the number of the first such look, the new ones among them."""
        return dict(self._old.numbers)

    def _fitting(self, base: int, model: int, style: Style, *, number: bool) -> int:
        most = len(self._old.spans) + len(self._new)
        if not (0 <= base < most and 0 <= model < most):
            return base
        own, code = self._format(base), self._format(model)
        if number and not suits(self._codes.get(code, ""), style):
            code = self._code(number_format(style))
        if code == own and not style.title:
            return base
        wanted = self._xf(base)
        before = _everything(wanted)
        if code != own:
            wanted.set("numFmtId", str(code))
            wanted.set("applyNumberFormat", "1")
        if style.title:
            _wrap(wanted)
        if _everything(wanted) == before:
            return base
        found = self._numbers.setdefault(_everything(wanted), most)
        if found == most:
            self._new.append(wanted)
        return found

    def _code(self, text: str) -> int:
        """The number of a number format, new where the file has none like it."""
        known = next((number for number, code in self._codes.items() if code == text), None)
        if known is not None:
            return known
        number = max(_FIRST_OWN - 1, *self._codes) + 1
        self._codes[number] = self._new_codes[number] = text
        return number

    def _formats(self) -> list[Piece]:
        """The number formats that are new, among those of the part; they stand at its beginning."""
        if not self._new_codes:
            return []
        old = self._old
        name = old.around.prefix + b"numFmt"
        new = (b'<%s numFmtId="%d" formatCode="%s"/>' % (name, n, code.encode()) for n, code in self._new_codes.items())
        added = b"".join(new)
        table = first(old.data, b"numFmts")
        if table and table.inside < table.end:
            return _grown(old.data, table, added, len(self._new_codes))
        top = start_tag(old.data).inside
        begin, end = (table.begin, table.end) if table else (top, top)
        return [(begin, end, b'<%ss count="%d">%s</%ss>' % (name, len(self._new_codes), added, name))]


def _wrap(xf: Element) -> None:
    alignment = next((part for part in xf if local(part) == "alignment"), None)
    if alignment is None:
        alignment = xf.makeelement(str(xf.tag).replace("}xf", "}alignment"))
        xf.insert(0, alignment)
    alignment.set("wrapText", "1")
    xf.set("applyAlignment", "1")


def _everything(xf: Element) -> tuple[object, ...]:
    """All that makes a look; that it was meant is not, nor that a quote was typed before a text."""
    aside = ("applyNumberFormat", "quotePrefix")
    own = frozenset((name, value) for name, value in xf.items() if name not in aside)
    return own, *(etree.tostring(child, with_tail=False) for child in xf)


def _grown(data: bytes, table: Span, added: bytes, new: int) -> list[Piece]:
    """The pieces that put ``new`` elements at the end of a table and count them."""
    count = attribute(data, table, b"count")
    counted = [(count.begin, count.end, b"%d" % (int(count.value) + new))] if count else []
    return [*counted, (table.close, table.close, added)]
