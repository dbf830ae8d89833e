"""A formula of the file in the spelling that formualizer takes, and what that tells: its references, calls, obstacles.

formualizer reads what Excel writes but for names that stand for formulas, most references to tables and to the cells
of an array (``Table1[[#All],[1]:[9]]``, ``N1#``), and names of functions that a program put something before. Those are
put in other words here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from ...address import Area
from ...functions import FUNCTIONS
from .cellwise import COMPARISONS
from .references import Book, Cell, area_of, part_of_table, quoted, reference, sheet_and_rest
from .shapes import EACH, EACH_CELL, ObstacleError, known, must_go_through_cells, plain_name

__all__ = ["Formula", "spelled"]


@dataclass(slots=True)
class Formula:
    """A formula in ``pieces`` as formualizer takes them; those at ``scalar`` are functions that take single values, and
    those from and to places in ``complete`` are calls of ours that give the same in every cell.
    ``areas``: what it refers to, which may be more where it goes ``anywhere``. ``calls``: it calls one of our functions
    itself. ``wide``: it refers to several cells at once other than in such a call. ``obstacle``: why it cannot be
    calculated, "" if nothing speaks against it."""

    pieces: list[str] = field(default_factory=list)
    scalar: list[int] = field(default_factory=list)
    complete: list[tuple[int, int]] = field(default_factory=list)
    areas: list[tuple[str, Area]] = field(default_factory=list)
    calls: bool = False
    anywhere: bool = False
    wide: bool = False
    obstacle: str = ""

    def text(self, array: Area | None, hold: Callable[[str], str]) -> str:
        """The formula for a cell, or for the cells ``array`` of an array formula, with what ``hold`` gives in the place
        of a call of ours that is the same in every cell; ObstacleError where it cannot be calculated."""
        if self.obstacle:
            raise ObstacleError(self.obstacle)
        several = array is not None and array[:2] != array[2:]
        pieces = list(self.pieces)
        if must_go_through_cells("=" + "".join(pieces), in_array=array is not None, several=several):
            for i in self.scalar:
                pieces[i] = EACH + pieces[i]
        for begin, end in self.complete:
            pieces[begin:end] = [hold("".join(pieces[begin:end])), *[""] * (end - begin - 1)]
        return "".join(pieces)


def spelled(text: str, cell: Cell, book: Book) -> Formula:
    """The formula ``text``, with ``=``, of a cell."""
    speller = _Speller(cell, book)
    if text == "=":
        speller.stop("it is a data table, or shares a text that is missing")
        speller.formula.anywhere = True
    try:
        speller.spell(text)
        speller.end()
    except ObstacleError as obstacle:
        speller.stop(str(obstacle))
    return speller.formula


_MOST_NESTED = 20

_ELSEWHERE = "it refers to another workbook"
_MOVING = frozenset({"OFFSET", "INDIRECT"})
_UNSURE = {
    **dict.fromkeys(("RAND", "RANDBETWEEN", "RANDARRAY", "NOW"), "{} gives another value every time"),
    **dict.fromkeys(("CELL", "INFO", "ISFORMULA", "FORMULATEXT"), "{} asks for more than values"),
    "LOOKUP": "{} finds another value in every program where what it searches is not sorted",
    "CODE": "{} depends on the letters of the system",
    **dict.fromkeys(("SUBTOTAL", "AGGREGATE"), "{} asks which rows are shown"),
    **dict.fromkeys(("DATEVALUE", "TIMEVALUE", "DOLLAR", "FIXED"), "{} depends on the language of Excel"),
}
"""Functions whose values would be none of the program's → why."""


class _Speller:
    """One formula while it is spelled."""

    def __init__(self, cell: Cell, book: Book) -> None:
        self.cell, self.book = cell, book
        self.formula = Formula()
        self.pieces = self.formula.pieces
        self.open: list[_Open] = []
        self.nested = 0
        self.begin(_Open(inside=False), "")

    def spell(self, text: str) -> None:
        """Add a formula, or the formula behind a name."""
        tokens = _tokens(text)
        skip = 0
        for i, token in enumerate(tokens):
            if skip:
                skip -= 1
                continue
            value, kind, subtype = token
            if kind == "Whitespace":
                self.pieces.append(value)
            elif kind in ("Func", "Paren", "Array") and subtype == "Close":
                if len(self.open) == 1:
                    raise ObstacleError("it cannot be read")
                self.end_argument(last=True)
                closed = self.open[-1]
                self.end()
                self.pieces.append(value)
                if closed.ours and closed.complete:
                    self.formula.complete.append((closed.first, len(self.pieces)))
            elif kind == "Sep":
                self.end_argument(last=False)
                self.pieces.append(value)
                self.begin_argument()
            else:
                self.open[-1].empty = False
                if kind == "Func" and plain_name(value[:-1]) == "ANCHORARRAY":
                    self.spill(tokens[i + 1 : i + 3])
                    skip = 2
                elif kind == "Func":
                    self.function(value)
                elif kind in ("Paren", "Array"):
                    self.begin(_Open(self.in_ours), value)
                elif kind == "Operand" and subtype == "Range":
                    self.reference(value)
                elif kind == "OpInfix":
                    self.operator(value)
                else:
                    self.pieces.append(value)

    @property
    def in_ours(self) -> bool:
        """Are we in a call of one of our functions?"""
        return self.open[-1].inside or self.open[-1].ours

    def begin(self, opened: _Open, token: str) -> None:
        self.pieces.append(token)
        self.open.append(opened)
        self.begin_argument()

    def end(self) -> None:
        self.end_comparison(self.open.pop())

    def begin_argument(self) -> None:
        """Leave room for the names of functions that take the place of operators."""
        call = self.open[-1]
        call.sign, call.joins, call.begins = -1, False, len(self.pieces)
        self.pieces.append("")
        self.begin_part()

    def begin_part(self) -> None:
        self.open[-1].part = len(self.pieces)
        self.pieces.append("")

    def end_argument(self, *, last: bool) -> None:
        """An argument of ours that was left out becomes an empty text: formualizer would hand over a 0."""
        call = self.open[-1]
        if call.ours and call.empty and (call.several or not last):
            self.pieces.append('""')
        call.empty = call.several = True
        if not last:
            self.end_comparison(call)

    def end_part(self, call: _Open) -> None:
        """End what stands between two signs & or =."""
        if call.joins and not _is_literal(self.pieces[call.part :], text=True):
            self.pieces[call.part] = "ASTEXT("
            self.pieces.append(")")

    def end_comparison(self, call: _Open) -> None:
        """Put COMPARE in the place of a comparison, unless one side is a literal with which nothing can go wrong."""
        self.end_part(call)
        if call.sign < 0:
            return
        sides = self.pieces[call.begins : call.sign], self.pieces[call.sign + 1 :]
        if not any(_is_literal(side, text=False) for side in sides):
            self.pieces[call.begins] = "COMPARE("
            self.pieces[call.sign] = f',"{self.pieces[call.sign]}",'
            self.pieces.append(")")

    def operator(self, value: str) -> None:
        """Add a sign between two values."""
        call = self.open[-1]
        if value == "&":
            call.joins = True
            self.end_part(call)
        elif value in COMPARISONS:
            self.end_part(call)
            if call.sign >= 0:
                self.stop("it compares what it has compared")
            call.sign, call.joins = len(self.pieces), False
        elif value in (" ", ","):
            self.stop("it joins or cuts ranges")
        elif value == ":":
            self.formula.anywhere = True
            self.formula.wide = self.formula.wide or not self.in_ours
        self.pieces.append(value)
        if value == "&" or value in COMPARISONS:
            self.begin_part()

    def loosen(self) -> None:
        """What is in a call of ours may give something else in another cell."""
        for call in self.open:
            call.complete = False

    def stop(self, why: str) -> None:
        self.formula.obstacle = self.formula.obstacle or why

    # --- functions

    def function(self, token: str) -> None:
        name = plain_name(token[:-1])
        of_the_book = (name.casefold(), "") in self.book.names
        ours = name in FUNCTIONS and not of_the_book
        if ours:
            self.formula.calls = True
            token = f"{name}("
        elif "!" in token:
            self.stop(f"function {name} is one of another workbook")
        elif of_the_book:
            self.stop(f"function {name} is defined in the workbook")
        elif name in _UNSURE:
            self.stop(_UNSURE[name].format(name))
        elif not known(name):
            self.stop(f"function {name} is not known")
        self.formula.anywhere |= name in _MOVING
        if name in EACH_CELL:
            self.formula.scalar.append(len(self.pieces))
            token = f"{name}("
        self.loosen()
        self.begin(_Open(self.in_ours, ours, names=name == "LET", first=len(self.pieces)), token)

    def spill(self, tokens: Sequence[_Token]) -> None:
        """``ANCHORARRAY(N1)``, which people see as ``N1#``: the cells into which the array of N1 spills."""
        anchor = tokens[0].value if tokens else ""
        sheet, rest = self.sheet_of(anchor)
        area = area_of(rest)
        array = self.book.arrays.get(Cell(sheet, area.top, area.left)) if area else None
        if array is None:
            self.stop(f"no array begins at '{anchor}'")
        else:
            self.add(sheet, array)

    # --- references

    def reference(self, token: str) -> None:
        """Add a reference to cells, to a table, or what a name stands for."""
        if "[" in token.partition("!")[0] and "!" in token:
            self.stop(_ELSEWHERE)
            return
        sheet, rest = self.sheet_of(token)
        area = area_of(rest)
        if area is not None:
            if self.nested and "$" not in rest:
                self.stop("a name in it means other cells for every cell")
            self.note(sheet, area)
            qualified = "!" in token or not (self.nested or self.in_ours)
            self.pieces.append(token if qualified else f"{quoted(sheet)}!{token}")
            return
        scope = sheet if "!" in token else self.cell.sheet
        names = self.book.names
        definition = names.get((rest.casefold(), scope.casefold()), names.get((rest.casefold(), "")))
        if definition is not None:
            self.name(rest, definition)
        elif not self.table(token):
            self.loosen()
            self.pieces.append(token)
            if not any(call.names for call in self.open):
                self.stop(f"the name '{token}' is not known")

    def sheet_of(self, token: str) -> tuple[str, str]:
        """The sheet that a reference names, else that of the formula, and the rest of the reference."""
        title, rest = sheet_and_rest(token)
        if not title:
            return self.cell.sheet, rest
        if ":" in title:
            self.stop("it refers to several sheets at once")
            self.formula.anywhere = True
        elif title.casefold() not in self.book.sheets:
            self.stop(f"there is no sheet '{title}' with cells")
        return self.book.sheets.get(title.casefold(), title), rest

    def name(self, name: str, definition: str) -> None:
        self.nested += 1
        if self.nested > _MOST_NESTED:
            raise ObstacleError(f"the name {name} stands for itself")
        alone = len(_tokens(f"={definition}")) == 1
        if not alone:
            self.begin(_Open(self.in_ours), "(")
        self.spell(f"={definition}")
        if not alone:
            self.end()
            self.pieces.append(")")
        self.nested -= 1

    def table(self, token: str) -> bool:
        """Add a reference to cells of a table; whether it is one."""
        name, bracket, inside = token.partition("[")
        if name.casefold() not in self.book.tables:
            return False
        sheet, table = self.book.tables[name.casefold()]
        area = part_of_table(table, inside.removesuffix("]") if bracket else "", self.cell.row)
        if area is None:
            self.stop(f"'{token}' names nothing in the table {table.name}")
        else:
            self.add(sheet, area)
        return True

    def add(self, sheet: str, area: Area) -> None:
        """Add a reference to cells in the simplest spelling."""
        self.note(sheet, area)
        self.pieces.append(reference(sheet, area))

    def note(self, sheet: str, area: Area) -> None:
        self.formula.areas.append((sheet, area))
        if self.book.is_too_large(sheet, area):
            self.stop("it refers to more cells than can be looked through")
        if area[:2] != area[2:] and not self.in_ours:
            self.formula.wide = True


@dataclass(slots=True)
class _Open:
    """A call or bracket that is not closed yet: whether it is ``inside`` a call of ours, or ``ours`` itself, and gives
    ``names`` to values; whether its argument is ``empty`` so far, and whether it has ``several``. The argument
    ``begins`` at a piece, its ``part`` behind the last & or =, and ``joins`` others to a text; ``sign`` is the piece
    where it compares, -1 if it does not. A call with its name at the piece ``first`` is ``complete`` if it gives the
    same in every cell."""

    inside: bool
    ours: bool = False
    names: bool = False
    empty: bool = True
    several: bool = False
    begins: int = 0
    part: int = 0
    joins: bool = False
    sign: int = -1
    first: int = 0
    complete: bool = True


def _is_literal(pieces: Sequence[str], *, text: bool) -> bool:
    """Is it nothing but a text, or else a whole number or a text in ASCII, which formualizer compares as Excel does?"""
    whole = "".join(pieces).strip()
    if whole.startswith('"') and '"' not in whole[1:-1].replace('""', ""):
        return text or whole.isascii()
    return not text and whole.isdecimal()


class _Token(NamedTuple):
    value: str
    kind: str
    subtype: str


@lru_cache(1024)
def _tokens(formula: str) -> tuple[_Token, ...]:
    from formualizer import TokenizerError, tokenize

    try:
        return tuple(_Token(t.value, str(t.token_type), str(t.subtype)) for t in tokenize(formula) if t)
    except TokenizerError as error:
        raise ObstacleError("it cannot be read") from error
