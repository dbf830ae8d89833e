"""What formulas last gave, renewed: so that who opens the file without our functions sees the right numbers.

Concerned are the cells that call our functions, those that depend on them or on a cell that is filled, and, where there
are any, those for which the file holds no value. All others count with the value that the file holds. A formula
that cannot be calculated keeps its value and is named, with the reason; a value is never replaced by an error.

A formula that is no array formula shows the first value of several that one of our functions gives, as Excel does.
"""

from __future__ import annotations

import io
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from ...functions import FUNCTIONS
from ..contents import Content, wanted
from ..edits import Edit, Renewal
from ..formulas import has_formulas, last_filled
from ..package import Package
from ..splice import elements, splice
from .dependents import Dependents
from .engine import BEYOND, CIRCLE, Engine, Error, Result, Value
from .located import Located, located
from .references import Book, Cell
from .shapes import ObstacleError
from .spelling import spelled

__all__ = ["renew"]

_OURS = re.compile(rf"(?:{'|'.join(FUNCTIONS)})\(".encode(), re.IGNORECASE)
_CLOSE = 1e-12
_DECIMAL = re.compile(r"(?<![\d.])\d+\.\d+(?![\d.])")
_COMMA = re.compile(r"\d,\d")


def renew(package: Package, filled: Mapping[str, Sequence[Edit]], *, values: bool = False) -> Renewal:
    """What formulas give once ``filled`` is written into the workbook; with ``values``, what replaces our calls.

    RequestError where the file is damaged.
    """
    with_formulas = {title: part for title, part in package.sheets.items() if package.holds(part, has_formulas)}
    calls = any(package.holds(part, _OURS.search) for part in with_formulas.values())
    if not with_formulas or not (calls or any(filled.values())):
        return Renewal()
    return _Renewing(package, list(located(package, with_formulas)), filled, values).renewal()


class _Renewing:
    """The renewal of one workbook while it is made."""

    def __init__(
        self, package: Package, located: Sequence[Located], filled: Mapping[str, Sequence[Edit]], values: bool
    ) -> None:
        self.package, self.located, self.filled, self.values = package, located, filled, values
        self.left: dict[str, list[str]] = defaultdict(list)
        self.results: dict[int, Result] = {}
        self.live: set[int] = set()
        """The formulas that are calculated."""

    def renewal(self) -> Renewal:
        book = self.book()
        for one in self.located:
            one.formula = spelled(one.found.text, one.cell, book)
        calls = [number for number, one in enumerate(self.located) if one.formula.calls]
        self.dependents = Dependents([one.formula for one in self.located], [one.cells for one in self.located])
        changed = [Cell(sheet, edit.row, edit.column) for sheet, edits in self.filled.items() for edit in edits]
        concerned = self.dependents.out_of_date(calls, changed)
        if concerned:
            blank = [number for number, one in enumerate(self.located) if not one.old[0].kind]
            self.calculate(concerned | self.dependents.out_of_date(blank, ()))
        return Renewal(self.edits(), len(calls), dict(self.left))

    def book(self) -> Book:
        package = self.package
        return Book(
            {title.casefold(): title for title in package.sheets},
            package.defined_names,
            {t.name.casefold(): (title, t) for title, part in package.sheets.items() for t in package.tables(part)},
            {one.cell: one.found.array for one in self.located if one.found.array},
            cache(self.last),
        )

    def last(self, sheet: str) -> tuple[int, int]:
        """The last row and column of a sheet that are in use."""
        if sheet not in self.package.sheets:
            return 0, 0
        with self.package.part(self.package.sheets[sheet]) as data:
            filled = last_filled(data)
        return max((row for row, _ in filled), default=0), max((column for _, column in filled), default=0)

    # --- calculation

    def calculate(self, concerned: Iterable[int]) -> None:
        """Find the results of formulas; those that fail keep their values, and the others are calculated from these."""
        self.live = set(concerned)
        texts = {}
        for number in sorted(self.live):
            try:
                texts[number] = self.located[number].formula.text(self.located[number].found.array)
            except ObstacleError as obstacle:
                self.leave(number, str(obstacle))
        try:
            engine = self.engine(texts)
            while self.live:
                engine.calculate()
                results = {number: engine.result(number, self.located[number].cell) for number in self.live}
                failed = {number: why for number, result in results.items() if (why := self.failure(number, result))}
                if not failed:
                    self.results = results
                    return
                for number in self.not_behind(failed):
                    for left in self.leave(number, failed[number]):
                        self.put_back(engine, left)
        except ObstacleError as obstacle:
            for number in sorted(self.live):
                self.leave(number, f"the workbook cannot be calculated: {obstacle}")

    def not_behind(self, failed: Iterable[int]) -> list[int]:
        """Of formulas that failed, those that depend on no other one; all where they depend on one another."""
        behind = {number for number in failed if self.located[number].formula.anywhere}
        for one in failed:
            for cell in self.located[one].cells:
                behind.update(number for number in self.dependents.of(cell) if number != one)
        return sorted(set(failed) - behind) or sorted(failed)

    def leave(self, number: int, reason: str) -> set[int]:
        """Let a formula keep its value, and, where it has none, those that depend on it; which these are."""
        left = {number} & self.live
        if left:
            self.note(number, reason)
            if not self.located[number].old[0].kind:
                why = f"it depends on {self.located[number].name}, which has no value"
                for other in sorted(self.dependents.out_of_date([number], ()) & self.live - left):
                    self.note(other, why)
                    left.add(other)
        self.live -= left
        return left

    def note(self, number: int, reason: str) -> None:
        self.left[reason].append(self.located[number].name)

    def engine(self, texts: Mapping[int, str]) -> Engine:
        """The workbook as values, what is filled among them, and the formulas to be calculated."""
        engine = Engine(self.as_values())
        for sheet, edits in self.filled.items():
            for edit in edits:
                engine.put(Cell(sheet, edit.row, edit.column), edit.value)
        for number in sorted(self.live):
            one = self.located[number]
            try:
                engine.put_formula(number, one.cell, texts[number], (c for c in one.cells if c != one.cell))
            except ObstacleError as obstacle:
                for left in self.leave(number, str(obstacle)):
                    self.put_back(engine, left)
        return engine

    def as_values(self) -> bytes:
        """The workbook with what formulas gave in their places."""
        values = Package(self.package.path, self.package.content)
        for part in {values.sheets[one.cell.sheet] for one in self.located}:
            with values.part(part) as data:
                formulas = elements(data, b"f")
                values.replace(part, splice(data, ((span.begin, span.end, b"") for span in formulas)))
        file = io.BytesIO()
        values.save(file)
        return file.getvalue()

    def failure(self, number: int, result: Result) -> str:
        """Why a formula keeps its value; "" where the result is to be written."""
        one, value = self.located[number], result.value
        if result.unreadable:
            return result.unreadable
        if one.found.array is None and not result.is_one and one.formula.wide:
            return "it gives several values in one cell"
        if not isinstance(value, Error) or (one.found.array and not result.is_one):
            return ""
        if result.objections:
            return result.objections[-1].text
        if value == CIRCLE:
            return "it refers to itself in a circle"
        return "" if one.old[0].kind == "e" else f"it gives {value}"

    def put_back(self, engine: Engine, number: int) -> None:
        for cell, old in zip(self.located[number].cells, self.located[number].old):
            engine.put(cell, _value(old))

    # --- what is written

    def edits(self) -> dict[str, list[Edit]]:
        edits: dict[str, list[Edit]] = defaultdict(list)
        replaced = self.replaced() if self.values else set()
        for number, result in sorted(self.results.items()):
            one, replace = self.located[number], number in replaced
            try:
                found = [
                    edit for cell, old in zip(one.cells, one.old) if (edit := _edit(one, result, cell, old, replace))
                ]
            except ValueError as error:
                self.note(number, f"its value {error}")
                continue
            edits[one.cell.sheet] += found
            if one.found.array and one.found.spills and not result.fits(one.found.array):
                self.note(number, "it gives more than its cells hold")
        return edits

    def replaced(self) -> set[int]:
        """The calls that become values; of those that share a formula, all or none."""
        calls = {
            number
            for number, result in self.results.items()
            if self.located[number].formula.calls and not any(isinstance(v, Error) for row in result.rows for v in row)
        }
        kept = {one.group for number, one in enumerate(self.located) if one.group and number not in calls}
        return {number for number in calls if self.located[number].group not in kept}


def _edit(one: Located, result: Result, cell: Cell, old: Content, replace: bool) -> Edit | None:
    """What is to be written into one cell of a formula: nothing where the file holds it, or instead of an error.
    ValueError where no cell can hold it."""
    value = result.value
    if one.found.array:
        beyond = None if one.found.spills else BEYOND
        value = result.at(cell.row - one.cell.row, cell.column - one.cell.column, beyond)
    if isinstance(value, Error) and value is not BEYOND:
        return None
    if isinstance(value, str) and not isinstance(value, Error):
        value = _as_before(value, old)
    if not replace and _same(old, wanted(value, calculated=True)):
        return None
    return Edit(cell.row, cell.column, value, formula="" if replace else None)


def _same(old: Content, new: Content) -> bool:
    """Are they the same but for the last digit of a sum?"""
    if isinstance(old.value, float) and isinstance(new.value, float):
        return math.isclose(old.value, new.value, rel_tol=_CLOSE, abs_tol=_CLOSE)
    return old == new


def _as_before(text: str, old: Content) -> str:
    """A text with commas in its numbers where the text before had them, and no points."""
    if old.kind == "str" and _COMMA.search(str(old.value)) and not _DECIMAL.search(str(old.value)):
        return _DECIMAL.sub(lambda number: number[0].replace(".", ","), text)
    return text


def _value(content: Content) -> Value:
    """What a cell holds, as a value."""
    match content.kind:
        case "":
            return None
        case "b":
            return content.value == "1"
        case "e":
            return Error(content.value)
    return content.value
