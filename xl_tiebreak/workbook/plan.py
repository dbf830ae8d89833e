"""What to write beside a table: which columns are there already, which are new, and every cell that changes.

A column whose heading we know is filled where it stands, whatever the chain; items of the chain without a column get
new ones to the right of the table, the places come last. A cell that holds anything but a number of ours is never
overwritten, and neither is a formula. Rows stay in their order. What is right already is not written again, so that
filling twice gives the same.

Values that differ from ours are replaced, or kept as they are, and then ours get a column of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..address import LAST_COLUMN, Area, cell_name, column_letters
from ..crosstable import Reading
from ..crosstable.grid import text_of
from ..errors import InputError, Problem, RequestError
from ..headings import is_place, place_heading, read_heading
from ..printed import printed_number
from ..standings import Standings, evaluate, shown
from ..tiebreaks import Item, heading
from ..wording import LANGUAGES
from .edits import Edit, Style
from .read import Sheet

__all__ = ["PLACE", "Filled", "Plan", "plan"]

PLACE = "PLACE"
"""What stands for the places where columns are named by codes."""

_Content = float | int | str | None

_PLACE = re.compile(r"\d+(?: ?- ?\d+)?\.?")
_NOTHING = frozenset({"", "-", "?"})


@dataclass(frozen=True, slots=True)
class Filled:
    """A column of ours: where it is, what stands over it, what is in it (a code, or PLACE), and whether it is new."""

    column: int
    heading: str
    code: str
    new: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that filling one table means. ``changes``: what stood there and differs (``N5: 40 → 40.5``).
    ``notes``: what was left alone, in sentences."""

    edits: tuple[Edit, ...]
    columns: tuple[Filled, ...]
    changes: tuple[str, ...]
    notes: tuple[str, ...]


def plan(
    sheet: Sheet,
    reading: Reading,
    standings: Standings,
    others: Iterable[Area] = (),
    fixed: Iterable[tuple[Area, str]] = (),
    *,
    keep: bool = False,
) -> Plan:
    """The plan for one table of a sheet; ``others`` are the areas of the sheet's other tables, ``fixed`` those of
    headings that the workbook repeats in parts of their own, each with the name of the table there. With ``keep`` a
    column with a heading or a value that differs from ours stays as it is, and ours are written into a new one.

    InputError names every cell in the way; also for a table without headings, beside which columns would be nameless.
    """
    if not reading.heading_rows:
        first = cell_name(reading.rows[0], reading.area.left)
        why = "the table has no headings, and columns beside it would be nameless"
        raise InputError([Problem("no-headings", (first,), "", why, "write headings into the row above")])
    return _Planner(sheet, reading, standings, tuple(others), tuple(fixed), keep).plan()


@dataclass
class _Planner:
    """One plan in the making."""

    sheet: Sheet
    reading: Reading
    standings: Standings
    others: tuple[Area, ...]
    fixed: tuple[tuple[Area, str], ...]
    keep: bool
    edits: list[Edit] = field(default_factory=list)
    columns: list[Filled] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    in_the_way: list[Problem] = field(default_factory=list)

    def plan(self) -> Plan:
        headings = self.headings
        self.fill_points()
        done = [item for column, text in headings.items() if (item := self.fill_known(column, text)) is not None]
        place = self.place_column()
        if place is not None:
            self.fill(Filled(place, headings.get(place) or self.title(place), PLACE), self.places())
        edge = max([self.reading.area.right, *headings])
        for item in dict.fromkeys(self.standings.chain):
            if item.tiebreak.code != "PTS" and item not in done:
                edge += 1
                title = heading(item, self.standings.rules, self.reading.language)
                self.add(Filled(edge, title, item.written, new=True), self.values(item))
        if place is None:
            edge += 1
            title = place_heading(self.reading.language, self.standings.rules.edition)
            self.add(Filled(edge, title, PLACE, new=True), self.places())
        if edge >= LAST_COLUMN:
            last = column_letters(LAST_COLUMN - 1)
            beyond = f"new columns would pass {last}, the last column of a sheet"
            why = f"no room to the right of {self.reading.area}: {beyond}"
            self.in_the_way.append(Problem("no-room", (), "", why, "move the table to the left; nothing was written"))
        if self.in_the_way:
            raise InputError(self.in_the_way)
        if self.kept:
            count = "one column keeps its" if len(self.kept) == 1 else f"{len(self.kept)} columns keep their"
            self.notes.append(f"{count} formulas: {', '.join(self.kept)}")
        return Plan(tuple(self.edits), tuple(self.columns), tuple(self.changes), tuple(self.notes))

    # --- which columns there are

    @cached_property
    def title_rows(self) -> list[int]:
        """The rows where titles stand, one in every block of heading rows: the last in which a column that is no round
        has its title, for a second row may do no more than number the rounds. A heading repeated on a second page is a
        block of its own."""
        columns = self.reading.columns
        known = (columns.points, columns.place, columns.number, columns.name)
        anchor = next((column for column in known if column is not None), self.reading.area.left)
        rows: list[int] = []
        for row in self.reading.heading_rows:
            if row - 1 not in self.reading.heading_rows:
                rows.append(row)
            elif text_of(self.sheet.value(row, anchor)):
                rows[-1] = row
        return rows

    def title(self, column: int) -> str:
        return text_of(self.sheet.value(self.title_rows[0], column))

    @cached_property
    def headings(self) -> dict[int, str]:
        """Column → heading of the columns that are neither players nor results: those of the table, then those that
        follow it without a gap."""
        headings = dict(self.reading.columns.others)
        column = self.reading.area.right + 1
        row = self.title_rows[0]
        while (text := self.title(column)) and not any(_inside(area, row, column) for area in self.others):
            headings[column] = text
            column += 1
        return headings

    def place_column(self) -> int | None:
        """The column for places. Never one whose numbers the opponents may refer to: that would break the table."""
        columns, asked = self.reading.columns, self.standings.rules.edition.id
        found = [c for c, text in self.headings.items() if c != columns.place and is_place(text, asked)]
        if columns.place is not None and columns.number is not None and self.reading.opponents != "place":
            found.insert(0, columns.place)
        own = place_heading(self.reading.language, self.standings.rules.edition)
        for column in found:
            title = self.title(column)
            if not self.stays(Filled(column, title, PLACE), self.places(), own=column != found[0] and title == own):
                return column
        return None

    @cached_property
    def model(self) -> int:
        """The column whose look new cells take: the table's last if it is for numbers, else that of the points."""
        points, last = self.reading.columns.points, self.reading.area.right
        if points is None or read_heading(self.title(last)) is not None:
            return last
        values = self.sheet.column(last, self.reading.rows)
        return last if 2 * sum(printed_number(value) is not None for value in values) > len(values) else points

    # --- what belongs into them

    def values(self, item: Item) -> list[_Content]:
        values = self.standings.values.get(item.written)
        if values is None:
            values = evaluate(self.standings.tournament, item.written, self.standings.rules)
        return [_content(shown(value)) for value in values]

    def places(self) -> list[_Content]:
        return [int(place) if place.isdigit() else place or None for place in self.standings.places]

    def wanted(self, text: str) -> Item | None:
        """The item a heading asks for: one of the chain, else the one it names under these rules; None where it names
        none, or other rules than were asked for."""
        rules = self.standings.rules
        asked = rules.edition.id
        for item in self.standings.chain:
            if text in (heading(item, rules, language) for language in LANGUAGES):
                return item
        named = read_heading(text)
        if named is None:
            return None
        for item in self.standings.chain:
            same = item.tiebreak is named.item.tiebreak and item.modifiers == named.item.modifiers
            if same and named.under in (None, item.edition or asked):
                return item
        return named.item if named.under in (None, asked) else None

    def fill_points(self) -> None:
        """Points are written where the table has a column for them and the cell is empty. Points that differ from the
        cells are a warning of the reader's, and stay."""
        column = self.reading.columns.points
        if column is None:
            return
        scores = dict(zip(self.reading.rows, map(_content, self.standings.tournament.scores())))
        free = {row: scores[row] for row in self.free(column, self.reading.rows)}
        if free:
            self.write(column, free)
            self.columns.append(Filled(column, self.title(column), "PTS"))

    def fill_known(self, column: int, text: str) -> Item | None:
        """Fill the column if its heading names a tie-break; the item it now shows."""
        item = self.wanted(text)
        if item is None:
            return None
        try:
            values = self.values(item)
        except RequestError as error:
            self.notes.append(f"column {column_letters(column)} '{text}' was left alone: {error}")
            return None
        own = self.is_second(column, item) and text == heading(item, self.standings.rules, self.reading.language)
        if self.stays(Filled(column, text, item.written), values, own=own):
            return None
        if self.unnamed(text) and not any((row, column) in self.sheet.formulas for row in self.reading.rows):
            edition = self.standings.rules.edition
            if why := self.keeps_heading(column):
                lacks = f"its heading does not name {edition.title}"
                self.notes.append(f"column {column_letters(column)} '{text}' was left alone: {lacks}, and {why}")
                return None
            old, text = text, f"{text} ({edition.title_ru if self.reading.language == 'ru' else edition.title})"
            for row in self.title_rows:
                self.edits.append(Edit(row, column, text, Style(title=True)))
                self.changes.append(f"{cell_name(row, column)}: {old} → {text}")
        self.fill(Filled(column, text, item.written), values)
        return item

    def keeps_heading(self, column: int) -> str:
        """Why a heading cannot get the rules behind it; empty where it can."""
        tables = (name for area, name in self.fixed if any(area.holds(row, column) for row in self.title_rows))
        name = next(tables, None)
        return f"belongs to the table '{name}'" if name is not None else "is kept" if self.keep else ""

    def unnamed(self, text: str) -> bool:
        """Must the heading get the rules behind it? One without any means the default rules."""
        named = read_heading(text)
        return named is not None and named.under is None and not self.standings.rules.edition.is_default

    def is_second(self, column: int, item: Item) -> bool:
        """Is there an earlier column for the same item?"""
        return any(self.wanted(text) == item for other, text in self.headings.items() if other < column)

    def stays(self, filled: Filled, contents: Sequence[_Content], *, own: bool) -> bool:
        """Must a column be kept as it is because a value in it differs from ours? Not one of our ``own``, which we made
        beside such a column before."""
        if not self.keep or own:
            return False
        rows = self.reading.rows
        differ = sum(
            text_of(old) not in _NOTHING
            and (row, filled.column) not in self.sheet.formulas
            and not _equal(old, content)
            for row, old, content in zip(rows, self.sheet.column(filled.column, rows), contents)
        )
        if differ:
            values = "value that differs" if differ == 1 else "values that differ"
            self.notes.append(f"column {_named(filled)} keeps {differ} {values}")
        return differ > 0

    # --- writing

    def fill(self, filled: Filled, contents: Sequence[_Content]) -> None:
        """Fill a column that is there: what differs is replaced and listed, formulas stay."""
        column, rows, formulas, new = filled.column, self.reading.rows, 0, {}
        for row, old, content in zip(rows, self.sheet.column(column, rows), contents):
            if (row, column) in self.sheet.formulas:
                formulas += 1
            elif self.is_merged(row, column) or not _is_ours(old, filled.code):
                self.block(row, column, filled.heading)
            elif not _equal(old, content):
                new[row] = content
                if text_of(old) not in _NOTHING:
                    self.changes.append(f"{cell_name(row, column)}: {_brief(old)} → {_brief(content) or 'blank'}")
        self.write(column, new, whole=filled.code == PLACE)
        self.columns.append(filled)
        if formulas:
            self.kept.append(_named(filled))

    def add(self, filled: Filled, contents: Sequence[_Content]) -> None:
        """Write a new column; every cell of it must be free."""
        titles, column = self.title_rows, filled.column
        beyond = not self.areas and column >= self.sheet.grid.left + self.width
        needed = [*titles, *self.reading.rows]
        free = set(needed if beyond else self.free(column, needed))
        if taken := [row for row in needed if row not in free]:
            self.block(taken[0], column, filled.heading)
            return
        for row in titles:
            self.edits.append(Edit(row, filled.column, filled.heading, Style(like=self.model, title=True)))
        self.write(filled.column, dict(zip(self.reading.rows, contents)), whole=filled.code == PLACE)
        self.columns.append(filled)

    def write(self, column: int, contents: Mapping[int, _Content], *, whole: bool = False) -> None:
        decimals = max(map(_decimals, contents.values()), default=0)
        points = None if whole else self.reading.columns.points
        style = Style(decimals, whole, self.model, points)
        self.edits += [Edit(row, column, content, style) for row, content in contents.items()]

    def free(self, column: int, rows: Sequence[int]) -> list[int]:
        """The rows in which nothing stands in a column, or nothing but spaces."""
        values = zip(rows, self.sheet.column(column, rows))
        free = [row for row, value in values if value is None or text_of(value) == ""]
        return (
            [row for row in free if not any(_inside(area, row, column) for area in self.areas)] if self.areas else free
        )

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        """Where nothing is free: merged cells, and the other tables."""
        return (*self.sheet.merged, *self.others)

    @cached_property
    def width(self) -> int:
        """How many columns of the sheet there are, as far as anything stands in them."""
        return max(map(len, self.sheet.grid.rows), default=0)

    def is_merged(self, row: int, column: int) -> bool:
        merged = self.sheet.merged
        return bool(merged) and any(_inside(area, row, column) for area in merged)

    def block(self, row: int, column: int, title: str) -> None:
        """Remember a cell in the way of a column, and why."""
        text = text_of(self.sheet.value(row, column))
        why, hint = "is in the way of", "empty the cell or move its content"
        if self.is_merged(row, column):
            why, hint, text = "the cell is merged with others, in the way of", "unmerge the cells", ""
        elif not text:
            why, hint = "the cell belongs to another table, in the way of", "move the tables apart"
        reason, remedy = f"{why} the column '{title}'", f"{hint}; nothing was written"
        self.in_the_way.append(Problem("in-the-way", (cell_name(row, column),), text, reason, remedy))


def _named(column: Filled) -> str:
    return f"{column_letters(column.column)} '{column.heading}'"


def _inside(area: Area, row: int, column: int) -> bool:
    return area.top <= row <= area.bottom and area.left <= column <= area.right


def _content(value: float | None) -> _Content:
    """A number as it stands in a cell: whole ones without a point."""
    return int(value) if value is not None and value == int(value) else value


def _brief(value: object) -> str:
    """What a cell says, with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else text_of(value)


def _decimals(content: _Content) -> int:
    """How many decimals of a value people want to see: as many as it has, at most two."""
    if not isinstance(content, float):
        return 0
    return 1 if (10 * content).is_integer() else 2


def _is_ours(old: object, code: str) -> bool:
    """May this be replaced? A number, or a place in a column of places; nothing else."""
    text = text_of(old)
    if code == PLACE:
        return text in _NOTHING or _PLACE.fullmatch(text) is not None
    return text in _NOTHING or printed_number(old) is not None


def _equal(old: object, content: _Content) -> bool:
    """Does the cell say so already? ``40,5`` as a text is 40.5, a dash is nothing."""
    if content is None or text_of(old) in _NOTHING:
        return content is None and text_of(old) in _NOTHING
    if isinstance(content, str):
        return text_of(old).replace(" ", "").rstrip(".") == content
    printed = printed_number(old)
    return printed is not None and (printed == content or (printed == round(content, 2) and _decimals(content) == 2))
