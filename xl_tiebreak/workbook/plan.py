"""What to write beside a table: which columns are there already, which are new, and every cell that changes.

The rules: a column whose heading we know is filled where it stands, whatever the chain; items of the chain without a
column get new ones to the right of the table, the places come last. A cell that holds anything but a number of ours is
never overwritten, and neither is a formula. Rows stay in their order. What is right already is not written again, so
that filling twice gives the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..address import Area, cell_name, column_letters
from ..crosstable import Grid, Reading
from ..errors import InputError, Problem, RequestError
from ..headings import is_place, place_heading, read_heading
from ..standings import Standings, evaluate, shown
from ..tiebreaks import Item, heading
from .edits import Edit

__all__ = ["Filled", "Plan", "plan"]

_Content = float | int | str | None

_NUMBER = re.compile(r"[+-]?\d*[.,]?\d+|\d+\s*½|½")
_PLACE = re.compile(r"\d+(?:\s*[-–—]\s*\d+)?\.?")
_NOTHING = frozenset({"", "-", "–", "—", "?"})


@dataclass(frozen=True, slots=True)
class Filled:
    """A column of ours: where it is, what stands over it, what is in it (a code, or PLACE), and whether it is new."""

    column: int
    heading: str
    code: str
    new: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that filling one table means. ``changes``: values that were there and differ (``N5: 40 → 40.5``).
    ``notes``: what was left alone, in sentences."""

    edits: tuple[Edit, ...]
    columns: tuple[Filled, ...]
    changes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def plan(
    grid: Grid, reading: Reading, standings: Standings, language: str | None = None, others: Iterable[Area] = ()
) -> Plan:
    """The plan for one table of a sheet; ``others`` are the areas of the sheet's other tables.

    InputError names every cell in the way, and a table without headings, beside which a column would be nameless.
    """
    if not reading.heading_rows:
        first = cell_name(reading.rows[0], reading.area.left)
        why = "is the first row of a table without headings, and a column beside it would be nameless"
        raise InputError([Problem("no-headings", (first,), "", why, "write headings into the row above")])
    return _Planner(grid, reading, standings, language or reading.language, tuple(others)).plan()


@dataclass(slots=True)
class _Planner:
    """One plan in the making."""

    grid: Grid
    reading: Reading
    standings: Standings
    language: str
    others: tuple[Area, ...]
    edits: list[Edit] = field(default_factory=list)
    columns: list[Filled] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    in_the_way: list[Problem] = field(default_factory=list)

    def plan(self) -> Plan:
        headings = dict(self._headings())
        self._points()
        done = [item for column, text in headings.items() if (item := self._known(column, text))]
        missing = [item for item in self.standings.chain if item.tiebreak.code != "PTS" and item not in done]
        place = self._place_column(headings)
        if place is not None:
            self._fill(Filled(place, headings.get(place, ""), "PLACE", False), self._places())
        edge = max([self.reading.area.right, *headings])
        source = self._look(edge)
        for item in missing:
            edge += 1
            title = heading(item, self.standings.rules, self.language)
            self._new(Filled(edge, title, item.written, True), _contents(self._values(item)), source)
        if place is None:
            title = place_heading(self.language, self.standings.rules.edition)
            self._new(Filled(edge + 1, title, "PLACE", True), self._places(), source)
        if self.in_the_way:
            raise InputError(self.in_the_way)
        return Plan(tuple(self.edits), tuple(self.columns), tuple(self.changes), tuple(self.notes))

    @property
    def heading_row(self) -> int:
        return self.reading.heading_rows[-1]

    def _headings(self) -> Iterator[tuple[int, str]]:
        """Column → heading of the columns that are neither results nor players: those of the table, then those that
        follow it without a gap."""
        yield from self.reading.columns.others.items()
        column = self.reading.area.right + 1
        while text := str(self._at(self.heading_row, column) or "").strip():
            if any(area.left <= column <= area.right and area.top <= self.heading_row <= area.bottom for area in self.others):
                return
            yield column, text
            column += 1

    def _at(self, row: int, column: int) -> Any:
        r, c = row - self.grid.top, column - self.grid.left
        inside = 0 <= r < len(self.grid.rows) and 0 <= c < len(self.grid.rows[r])
        return self.grid.rows[r][c] if inside else None

    def _points(self) -> None:
        """Points are filled where the table has a column for them and the cell is empty; points that differ from the
        cells are reported by the reader and stay."""
        column = self.reading.columns.points
        if column is None:
            return
        scores = self.standings.tournament.scores()
        empty = {row: score for row, score in zip(self.reading.rows, _contents(scores)) if self._is_free(row, column)}
        if empty:
            self._write(column, empty, None)
            self.columns.append(Filled(column, str(self._at(self.heading_row, column) or ""), "PTS", False))

    def _known(self, column: int, text: str) -> Item | None:
        """Fill the column if its heading names a tie-break under these rules; the item of the chain that it shows."""
        read = read_heading(text)
        if read is None or read.edition not in (None, self.standings.rules.edition):
            return None
        same = (item for item in self.standings.chain if _same(item, read.item, named=read.edition is not None))
        item = next(same, read.item)
        try:
            values = self._values(item)
        except RequestError as error:
            self.notes.append(f"column {column_letters(column)} '{text}' was left alone: {error}")
            return None
        self._fill(Filled(column, text, item.written, False), _contents(values))
        return item

    def _values(self, item: Item) -> Sequence[float | None]:
        values = self.standings.values.get(item.written)
        if values is None:
            values = evaluate(self.standings.tournament, item.written, self.standings.rules)
        return [shown(value) for value in values]

    def _places(self) -> list[_Content]:
        return [int(place) if place.isdigit() else place for place in self.standings.places]

    def _place_column(self, headings: Mapping[int, str]) -> int | None:
        """The column for places; not the one that the opponents' numbers refer to, for that would break the table."""
        columns = self.reading.columns
        if columns.place is not None and columns.number is not None and self.reading.opponents != "place":
            return columns.place
        edition = self.standings.rules.edition
        return next((c for c, text in headings.items() if c != columns.place and is_place(text, edition)), None)

    def _look(self, edge: int) -> int:
        """The column whose look new ones take: the table's last if it holds numbers, else the points."""
        last = [self._at(row, edge) for row in self.reading.rows]
        numbers = sum(_number(value) is not None for value in last)
        points = self.reading.columns.points
        return edge if points is None or 2 * numbers > len(last) else points

    def _fill(self, filled: Filled, contents: Sequence[_Content]) -> None:
        """Fill a column that is there: what differs is replaced and listed, formulas stay."""
        column, allowed = filled.column, _PLACE if filled.code == "PLACE" else _NUMBER
        kept, values = 0, {}
        for row, content in zip(self.reading.rows, contents):
            old = self._at(row, column)
            if (row, column) in self.grid.formulas:
                kept += 1
            elif self._is_merged(row, column) or not _is_ours(old, allowed):
                self._block(row, column, filled.heading)
            elif not _equal(old, content):
                values[row] = content
                if not _is_blank(old):
                    self.changes.append(f"{cell_name(row, column)}: {_text(old)} → {_text(content)}")
        self._write(column, values, self._look(column) if self._look(column) != column else column - 1)
        self.columns.append(filled)
        if kept:
            self.notes.append(f"column {column_letters(column)} '{filled.heading}' keeps its {_formulas(kept)}")

    def _new(self, filled: Filled, contents: Sequence[_Content], source: int) -> None:
        """Write a new column; every cell of it must be free."""
        column = filled.column
        for row in (self.heading_row, *self.reading.rows):
            if not self._is_free(row, column):
                self._block(row, column, filled.heading)
                return
        self.edits.append(Edit(self.heading_row, column, filled.heading, like=(self.heading_row, source), title=True))
        self._write(column, dict(zip(self.reading.rows, contents)), source)
        self.columns.append(filled)

    def _write(self, column: int, contents: Mapping[int, _Content], source: int | None) -> None:
        decimals = max(map(_decimals, contents.values()), default=0)
        for row, content in contents.items():
            like = None if source is None else (row, source)
            self.edits.append(Edit(row, column, content, decimals, like))

    def _is_free(self, row: int, column: int) -> bool:
        taken = (row, column) in self.grid.formulas or self._is_merged(row, column)
        return not taken and _is_blank(self._at(row, column))

    def _is_merged(self, row: int, column: int) -> bool:
        return any(a.top <= row <= a.bottom and a.left <= column <= a.right for a in self.grid.merged)

    def _block(self, row: int, column: int, title: str) -> None:
        text = str(self._at(row, column) or self.grid.formulas.get((row, column), ""))
        why = f"is in the way of the column '{title}'" + ("" if text else ", the cell is merged with others")
        hint = "move it elsewhere; nothing was written"
        self.in_the_way.append(Problem("in-the-way", (cell_name(row, column),), text, why, hint))


def _same(ours: Item, named: Item, *, named_rules: bool) -> bool:
    return ours.tiebreak is named.tiebreak and ours.modifiers == named.modifiers
