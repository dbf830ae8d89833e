"""The looks of cells: the cell formats of a workbook, by number.

A cell names its look by the number of an ``xf`` in the styles part: font, fill, border, alignment and number format. A
new cell takes the number of a neighbour, so the styles part stays as it is. Where the neighbour's number format would
show another number than there is (40.5 as 41), a look that differs in nothing else is searched for. Only where no such
look exists it is added behind the others; nothing else of the part changes.
"""

from __future__ import annotations

from .edits import Edit, number_format, suits
from .splice import Around, Element, Span, attribute, elements, first, local, root, splice

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
_MOST = 65_000  # a few less than Excel bears

_Piece = tuple[int, int, bytes]


class Looks:
    """The looks in a styles part; without one, the only look is 0."""

    def __init__(self, styles: bytes | None) -> None:
        self._styles = styles or b""
        self._codes: dict[int, str] = dict(_BUILT_IN)
        self._new_codes: dict[int, str] = {}
        self._xfs: list[Element] = []
        self._found: dict[tuple[int, int, bool], int] = {}
        self._table = first(self._styles, b"cellXfs")
        if self._table is None:
            return
        self._around = Around(self._styles, root(self._styles), self._table)
        self._xfs += self._trees(b"xf", self._table)
        self._as_read = len(self._xfs)
        if formats := first(self._styles, b"numFmts"):
            for element in self._trees(b"numFmt", formats):
                self._codes[int(element.get("numFmtId", "0"))] = element.get("formatCode", "")

    def suiting(self, look: int, edit: Edit) -> int:
        """The number of the look with which a cell of look ``look`` shows the value of ``edit``."""
        number = isinstance(edit.value, int | float) and not isinstance(edit.value, bool)
        if not number or not 0 <= look < len(self._xfs):
            return look
        key = (look, edit.decimals, edit.whole)
        if key not in self._found:
            self._found[key] = self._showing(look, edit)
        return self._found[key]

    def written(self) -> bytes | None:
        """The styles part with the looks that were added; None where there are none."""
        if self._table is None or len(self._xfs) == self._as_read:
            return None
        new = len(self._xfs) - self._as_read
        added = b"".join(map(self._around.unparse, self._xfs[self._as_read :]))
        return splice(self._styles, [*self._formats(), *_grown(self._styles, self._table, added, new)])

    def _trees(self, name: bytes, parent: Span) -> list[Element]:
        spans = elements(self._styles, name, parent.inside, parent.close)
        return [self._around.parse(self._styles[span.begin : span.end]) for span in spans]

    def _code(self, xf: Element) -> str:
        return self._codes.get(int(xf.get("numFmtId", "0")), "")

    def _showing(self, look: int, edit: Edit) -> int:
        xf = self._xfs[look]
        if suits(self._code(xf), edit):
            return look
        same = (i for i, other in enumerate(self._xfs) if suits(self._code(other), edit) and _rest(other) == _rest(xf))
        found = next(same, None)
        return self._add(xf, number_format(edit)) if found is None else found

    def _add(self, xf: Element, code: str) -> int:
        if len(self._xfs) >= _MOST:
            return 0
        number = next((n for n, known in self._codes.items() if known == code), None)
        if number is None:
            number = max(_FIRST_OWN - 1, *self._codes) + 1
            self._codes[number] = self._new_codes[number] = code
        new = self._around.parse(self._around.unparse(xf))
        new.set("numFmtId", str(number))
        new.set("applyNumberFormat", "1")
        self._xfs.append(new)
        return len(self._xfs) - 1

    def _formats(self) -> list[_Piece]:
        """The number formats that are new, among those of the part; they stand at its beginning."""
        if not self._new_codes:
            return []
        name = self._around.prefix + b"numFmt"
        new = (b'<%s numFmtId="%d" formatCode="%s"/>' % (name, n, code.encode()) for n, code in self._new_codes.items())
        added = b"".join(new)
        table = first(self._styles, b"numFmts")
        if table and table.inside < table.end:
            return _grown(self._styles, table, added, len(self._new_codes))
        top = root(self._styles).inside
        begin, end = (table.begin, table.end) if table else (top, top)
        return [(begin, end, b'<%ss count="%d">%s</%ss>' % (name, len(self._new_codes), added, name))]


def _rest(xf: Element) -> tuple[object, ...]:
    """Everything of a look but its number format; and whether a quote was typed before a text says nothing of it."""
    aside = ("numFmtId", "applyNumberFormat", "quotePrefix")
    own = frozenset((name, value) for name, value in xf.items() if name not in aside)
    return own, *((local(child), frozenset(child.items())) for child in xf)


def _grown(data: bytes, table: Span, added: bytes, new: int) -> list[_Piece]:
    """The pieces that put ``new`` elements at the end of a table and count them."""
    count = attribute(data, table, b"count")
    counted = [(count.begin, count.end, b"%d" % (int(count.value) + new))] if count else []
    return [*counted, (table.close, table.close, added)]
