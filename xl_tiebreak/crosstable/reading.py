"""What reading a table gives: the tournament, where everything stands in the sheet, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ..address import Area
from ..errors import InputError, Problem
from ..model import Tournament
from .grid import Grid, text_of, whole_of

__all__ = ["Columns", "Language", "Layout", "Reading", "Table"]

Layout = Literal["swiss", "matrix", "trf"]
Language = Literal["en", "ru"]
_CYRILLIC = re.compile("[А-Яа-яЁё]")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column holds what. ``rounds`` are the columns of the rounds (of the opponents, in a matrix); ``others`` are
    headed columns without a role here, tie-breaks among them: column → heading."""

    number: int | None = None
    name: int | None = None
    place: int | None = None
    points: int | None = None
    rating: int | None = None
    rounds: tuple[int, ...] = ()
    others: Mapping[int, str] = field(default_factory=dict)

    def shifted(self, by: int) -> Columns:
        """The same columns counted from another origin."""
        if not by:
            return self

        def move(column: int | None) -> int | None:
            return None if column is None else column + by

        return Columns(
            number=move(self.number),
            name=move(self.name),
            place=move(self.place),
            points=move(self.points),
            rating=move(self.rating),
            rounds=tuple(c + by for c in self.rounds),
            others={c + by: heading for c, heading in self.others.items()},
        )


@dataclass(frozen=True, slots=True)
class Table:
    """A table found in a grid and not read yet; rows and columns are counted within the grid.

    ``rows`` are the rows of the players, ``cells`` the grid's columns cut down to them: ``cells[column][player]``.
    ``below`` are the rows of their second lines, if they have any; a round takes ``across`` columns,
    and where they are ``stacked`` both lines.
    """

    grid: Grid
    heading_rows: tuple[int, ...]
    rows: Sequence[int]
    cells: Sequence[Sequence[object]]
    columns: Columns
    left: int
    right: int
    below: Sequence[int] = ()
    across: int = 1
    stacked: bool = False

    def name(self, player: int, round_: int) -> str:
        """How a person finds the cell of a player (from 0) in a column of rounds (from 0)."""
        grid = self.grid
        if grid.sheet is not None:
            return self.cell(player, self.columns.rounds[round_])
        return f"row {self.rows[player] + 1}, round {round_ + 1}"

    def cell(self, player: int, column: int) -> str:
        """How a person finds the cell of a player (from 0) in a column of the grid."""
        return self.grid.name(self.grid.top + self.rows[player], self.grid.left + column)

    def text(self, player: int, round_: int) -> str:
        """What the cell of a player (from 0) in a column of rounds (from 0) says."""
        column = self.columns.rounds[round_]
        texts = [text_of(self.cells[c][player]) for c in range(column, column + self.across)]
        if self.stacked:
            texts.append(text_of(self.grid.rows[self.below[player]][column]))
        return " ".join(filter(None, texts))

    def heading_of(self, column: int) -> str:
        """The heading of a column of the grid, empty without one."""
        texts = (text_of(self.grid.rows[row][column]) for row in self.heading_rows)
        return " ".join(dict.fromkeys(filter(None, texts)))

    def area(self) -> Area:
        """Where the table lies in the sheet: first heading row to last player row."""
        first = min([*self.heading_rows, *self.rows[:1]])
        last = max([*self.heading_rows, *self.rows[-1:], *self.below[-1:]])
        top, left = self.grid.top, self.grid.left
        return Area(top + first, left + self.left, top + last, left + self.right)

    def names(self) -> list[str]:
        """The players' names with single spaces, empty where there is no column of names."""
        column = self.columns.name
        if column is None:
            return [""] * len(self.rows)
        return [" ".join(v.split()) if type(v) is str else text_of(v) for v in self.cells[column]]

    def numbers(self) -> list[str]:
        """The players' numbers as the table gives them, counted where it gives none."""
        column = self.columns.number
        if column is None:
            return [str(player + 1) for player in range(len(self.rows))]
        return [text_of(value).rstrip(".") for value in self.cells[column]]

    def ratings(self) -> list[int | None]:
        """The players' ratings, None where there is none or a 0."""
        column = self.columns.rating
        if column is None:
            return [None] * len(self.rows)
        return [whole_of(value) or None for value in self.cells[column]]

    def language(self, names: Iterable[str]) -> Language:
        """Russian where the headings, or without headings the names, are Cyrillic."""
        headings = (text_of(value) for row in self.heading_rows for value in self.grid.rows[row])
        for text in map(" ".join, (headings, names)):
            if _LETTER.search(text):
                return "ru" if _CYRILLIC.search(text) else "en"
        return "en"


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A table as it was read. Rows and columns are those of the sheet, counted from 0.

    ``tournament`` is None where errors block it. ``rows`` gives the sheet row of every player, in table order, which is
    the order of positions in the tournament. ``opponents`` says what opponents are referred to by: ``number`` (a column
    of numbers), ``place`` or ``row`` (the n-th row; the n-th column of a matrix). In a matrix ``columns.rounds`` holds
    one column a player, in table order. ``round_count_planned`` counts the rounds the table has room for. ``proof``
    says how well the table agrees with itself.
    """

    tournament: Tournament | None
    problems: tuple[Problem, ...]
    area: Area
    heading_rows: tuple[int, ...] = ()
    rows: list[int] = field(default_factory=list)
    layout: Layout = "swiss"
    dialect: str = "document"
    opponents: Literal["number", "place", "row"] = "number"
    language: Language = "en"
    columns: Columns = field(default_factory=Columns)
    round_count_planned: int = 0
    proof: str = ""
    grid: Grid = field(default_factory=lambda: Grid([]))

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that block every number."""
        return tuple(p for p in self.problems if p.severity == "error")

    def tournament_or_raise(self) -> Tournament:
        """The tournament; InputError with every problem where there is none."""
        if self.tournament is None:
            raise InputError(self.problems)
        return self.tournament

    def where(self, player: int, round_: int) -> str:
        """How a person finds the cell of a player's round, both counted from 0; in a matrix that of the pair."""
        if self.layout == "trf":
            return f"{self.grid.line_name(self.rows[player])}, round {round_ + 1}"
        column = self._column(player, round_)
        if self.grid.sheet is not None or self.layout == "matrix":
            return self.grid.name(self.rows[player], column)
        return f"row {self.rows[player] - self.grid.top + 1}, round {round_ + 1}"

    def _column(self, player: int, round_: int) -> int:
        if self.layout != "matrix":
            return self.columns.rounds[round_]
        opponent = self.tournament.opponents[player][round_] if self.tournament else None
        return self.columns.rounds[player if opponent is None else opponent]
