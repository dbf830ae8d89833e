"""What arrives in sheets and is no crosstable, recognised so that it is refused by its name: lists of games, in rows or
as PGN, standings without rounds, text that is not split into columns. Tables of teams are recognised by their scores,
in `swiss`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..errors import Problem
from .grid import Grid, is_blank, text_of
from .headings import role_of
from .words import PLAYERS, by_word

__all__ = ["OTHERS", "Other", "other_export"]

_SEARCHED = 10_000
"""Rows that are searched."""
_FEWEST = 2
"""So many rows at least make a list."""

_COLOUR_OF = by_word(PLAYERS)
_SCORE = re.compile(r"(?:1|0|½|1/2|0[.,]5|\+|-) ?[-:] ?(?:1|0|½|1/2|0[.,]5|\+|-)")
"""The result of one game, for both players."""
_SEPARATOR = re.compile(r"[;\t|]| {2,}")
_FIELDS = 4
"""So many fields at least make a row of a table out of a single cell."""
_TAG = re.compile(r'\[(?:White|Black|Result) ".*"\]')

Row = Sequence[object]


@dataclass(frozen=True, slots=True)
class Other:
    """One kind of export: what it is, what to use instead, and rows it is recognised by (run as tests)."""

    code: str
    why: str
    hint: str
    example: Sequence[Row]


_CROSSTABLE = "use the crosstable instead, with a row for every player and a column for every round"
OTHERS: Mapping[str, Other] = {
    other.code: other
    for other in (
        Other(
            "list-of-games",
            "begins a list of games, one in a row, which is no crosstable",
            _CROSSTABLE,
            [["Round", "White", "Black", "Result"], [1, "Adams", "Baker", "1-0"], [1, "Clark", "Davis", "½-½"]],
        ),
        Other(
            "pgn",
            "begins the games of a PGN file, which knows no byes and is no crosstable",
            _CROSSTABLE,
            [['[White "Adams"]'], ['[Black "Baker"]'], ['[Result "1-0"]']],
        ),
        Other(
            "standings",
            "begins a list of standings, which does not tell who played whom",
            _CROSSTABLE,
            [["Rk.", "Name", "Rtg", "Pts."], [1, "Adams", 2100, 3], [2, "Baker", 2000, 2.5]],
        ),
        Other(
            "unsplit",
            "begins rows of which each stands in a single cell",
            "split the text into columns (in Excel and LibreOffice: Data, Text to Columns)",
            [["No;Name;1;2;Pts"], ["1;Adams;2w1;3b½;1.5"], ["2;Baker;1b0;+;1"]],
        ),
    )
}


def other_export(grid: Grid) -> Problem | None:
    """What a grid without a crosstable holds instead, at the cell where it begins; None where that is unknown."""
    for row, values in enumerate(grid.rows[:_SEARCHED]):
        for code in _begun(grid, row, values):
            column = next(c for c, value in enumerate(values) if not is_blank(value))
            other, cell = OTHERS[code], grid.name(grid.top + row, grid.left + column)
            return Problem(code, (cell,), text_of(values[column]), other.why, other.hint)
    return None


def _begun(grid: Grid, row: int, values: Row) -> Iterator[str]:
    """The kinds of export that may begin in a row; mostly none."""
    texts = [text_of(value) for value in values if isinstance(value, str)]
    if not texts:
        return
    colours = {_COLOUR_OF.get(text.lower().strip(" .:")) for text in texts}
    roles = list(map(role_of, values))
    below = grid.rows[row + 1 : row + 1 + _FEWEST]
    if below and all(map(_is_unsplit, (values, *below))):
        yield "unsplit"
    if any(map(_TAG.fullmatch, texts)):
        yield "pgn"
    two_players = colours >= {*PLAYERS} or roles.count("name") > 1
    if two_players or all(map(_is_game, grid.rows[row : row + _FEWEST])):
        yield "list-of-games"
    if {"name", "points"} <= {*roles} and any(not is_blank(value) for r in below for value in r):
        yield "standings"


def _is_unsplit(row: Row) -> bool:
    """Does a row say everything in one cell?"""
    filled = [value for value in row if not is_blank(value)]
    return len(filled) == 1 and isinstance(filled[0], str) and len(_SEPARATOR.split(filled[0].strip())) >= _FIELDS


def _is_game(row: Row) -> bool:
    """Has a row two names and one result for both?"""
    texts = list(map(text_of, row))
    names = sum(any(map(str.isalpha, text)) for text in texts)
    return names >= 2 and sum(_SCORE.fullmatch(text) is not None for text in texts) == 1
