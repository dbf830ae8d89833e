"""How results are written, as data: text of a cell → mark.

A *mark* is what a text says by itself: the kind of round, the opponent's number as written, the letter of the colour
and the result. Whom the number means, which colour the letter stands for and what a result is worth is for the table to
say (`attempts`, `colours`, `scoring`). The notations of programs other than chess-results are in `programs`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from ..model import FACTS, Kind
from .grid import text_of

__all__ = [
    "CHESS_RESULTS",
    "DOCUMENT",
    "DRAUGHTS",
    "DRAW",
    "FOOTBALL",
    "IN_THREE_COLUMNS",
    "IN_TWO_COLUMNS",
    "IN_TWO_LINES",
    "NOTHING",
    "POINTS",
    "UNREADABLE",
    "WIN",
    "Mark",
    "Meaning",
    "Notation",
    "Result",
    "numbered",
    "spelled",
]

Result = float | str
"""The points as written, or one of the words below where the scoring says what they are."""
WIN, DRAW, NOTHING = "win", "draw", "nothing"

Mark = tuple[Kind | None, int | None, str, Result]
"""(kind, opponent as written, letter of the colour or empty, result); the kind is None where the text says nothing."""
UNREADABLE: Mark = (None, None, "", NOTHING)

Meaning = tuple[Kind, Result]


def spelled(*groups: tuple[str, Kind, Result]) -> dict[str, Meaning]:
    """Spellings, parted by blanks, → their meaning."""
    return {text: (kind, result) for texts, kind, result in groups for text in texts.split()}


def numbered(*values: float) -> dict[str, Meaning]:
    """Every spelling of some results of games: ``2`` ``2.0`` ``1½`` ``1,5`` ``1 1/2``."""
    return {text: (Kind.PLAYED, float(value)) for value in values for text in _spellings(value)}


def _spellings(value: float) -> Iterator[str]:
    whole = int(value)
    if value == whole:
        yield from (f"{whole}", f"{whole}.0", f"{whole},0")
        return
    yield from (f"{whole}½", f"{whole}.5", f"{whole},5", f"{whole} ½", f"{whole} 1/2")
    if not whole:
        yield from ("½", "1/2", ".5", ",5")


@dataclass(frozen=True, slots=True)
class Notation:
    """One way of writing a round.

    ``pattern`` matches the plain lower-case text of a cell and names the groups ``opponent``, ``colour`` and
    ``result``. ``results`` says what a result means after an opponent, ``alone`` what it means without one, ``colours``
    by which letter a letter goes that looks like it, ``doubtful`` why a text alone is left open. ``number`` says where
    in a cell the opponent's number stands, empty where it is neither first nor last. ``write`` shows how a game is
    written and ``byes`` how byes are. Opponent 0 is ``nobody`` in some notations; where a program numbers players from
    0, that is their ``base``. What spreads over two cells, one ``below`` or ``beside`` the other, or over three is
    read as one text (`lines`); it is ``parted`` where the first cells alone would be games without results. ``teams``
    write their matches so as well. ``examples`` are run as tests.
    """

    name: str
    title: str
    pattern: re.Pattern[str]
    results: Mapping[str, Meaning]
    alone: Mapping[str, Meaning]
    write: str
    byes: str
    number: Literal["first", "last", ""] = "first"
    colours: Mapping[str, str] = field(default_factory=dict)
    doubtful: Mapping[str, str] = field(default_factory=dict)
    nobody: bool = False
    base: int = 1
    spread: Literal["", "below", "beside", "two beside"] = ""
    parted: bool = False
    teams: bool = False
    examples: Mapping[object, Mark] = field(default_factory=dict)

    @property
    def across(self) -> int:
        """So many columns a round takes."""
        return {"beside": 2, "two beside": 3}.get(self.spread, 1)

    def read(self, value: object) -> Mark:
        """The mark of a cell, read from its text alone."""
        match = self.pattern.fullmatch(text_of(value).lower())
        if match is None:
            return UNREADABLE
        written, colour, result = match["opponent"], match["colour"] or "", match["result"] or ""
        opponent = int(written) + 1 - self.base if written else None
        if opponent == 0 and self.nobody:
            opponent = None
        meaning = (self.alone if opponent is None else self.results).get(result)
        if meaning is None:
            return UNREADABLE
        kind, points = meaning
        if opponent is None or not FACTS[kind].paired:
            return kind, None, "", points
        return kind, opponent, self.colours.get(colour, colour), points


_AFTER_OPPONENT = {
    "": (Kind.PENDING, NOTHING),
    **numbered(0, 0.5, 1),
    **spelled(
        ("= r р н d", Kind.PLAYED, DRAW),
        ("+", Kind.FORFEIT_WIN, WIN),
        ("-", Kind.FORFEIT_LOSS, NOTHING),
        ("x х", Kind.PENDING, NOTHING),
    ),
}
_HALVES = "½ 1/2 0.5 0,5 .5 ,5 0½ ="
_ALONE = {
    "": (Kind.ZERO_POINT_BYE, NOTHING),
    "not paired": (Kind.ZERO_POINT_BYE, NOTHING),
    "nicht gepaart": (Kind.ZERO_POINT_BYE, NOTHING),
    **spelled(
        ("+ bye spielfrei свободен своб", Kind.PAIRING_ALLOCATED_BYE, WIN),
        (f"{_HALVES} ½bye", Kind.HALF_POINT_BYE, DRAW),
        ("0 0.0 0,0 - -- 0bye н/я неявка", Kind.ZERO_POINT_BYE, NOTHING),
    ),
}
_BYE_POINTS = spelled(
    ("1 1.0 1,0", Kind.PAIRING_ALLOCATED_BYE, WIN),
    (_HALVES, Kind.HALF_POINT_BYE, DRAW),
    ("0 0.0 0,0", Kind.ZERO_POINT_BYE, NOTHING),
)
_LETTERS = {"ш": "w", "б": "w", "в": "b", "ь": "b", "ч": "b"}
"""Russian б and ч are never in doubt, and some Cyrillic letters look like w and b."""
_PATTERN = re.compile(
    r"(?:(?P<opponent>\d{1,5}) ?"
    rf"(?:(?P<colour>[wbnszpcčmjvhae{''.join(_LETTERS)}]) ?|- ?(?=[-+]$)))?"  # a forfeit may lack a colour, as in a TRF
    r"(?P<result>.{0,14})"
)
_FULL_POINT = "may be a bye worth a point or a game against player 1"

DOCUMENT = Notation(
    name="document",
    title="opponent, colour, result",
    pattern=_PATTERN,
    results=_AFTER_OPPONENT,
    alone=_ALONE,
    write="opponent, colour and result, such as 8w½",
    byes="+ ½ -",
    colours=_LETTERS,
    doubtful=dict.fromkeys(("1", "1.0", "1,0", "+1"), _FULL_POINT),
    examples={
        "1b0": (Kind.PLAYED, 1, "b", 0.0),
        "8w½": (Kind.PLAYED, 8, "w", 0.5),
        "8w0.5": (Kind.PLAYED, 8, "w", 0.5),
        "8w0,5": (Kind.PLAYED, 8, "w", 0.5),
        "8w1/2": (Kind.PLAYED, 8, "w", 0.5),
        "8w=": (Kind.PLAYED, 8, "w", DRAW),
        "8wн": (Kind.PLAYED, 8, "w", DRAW),
        "3z1": (Kind.PLAYED, 3, "z", 1.0),
        "\u00a010 Ч 1": (Kind.PLAYED, 10, "b", 1.0),
        "3б0": (Kind.PLAYED, 3, "w", 0.0),
        "3В0": (Kind.PLAYED, 3, "b", 0.0),
        "5w+": (Kind.FORFEIT_WIN, 5, "w", WIN),
        "5b−": (Kind.FORFEIT_LOSS, 5, "b", NOTHING),
        "5-+": (Kind.FORFEIT_WIN, 5, "", WIN),
        "5--": (Kind.FORFEIT_LOSS, 5, "", NOTHING),
        "4w ": (Kind.PENDING, 4, "w", NOTHING),
        "+": (Kind.PAIRING_ALLOCATED_BYE, None, "", WIN),
        "½": (Kind.HALF_POINT_BYE, None, "", DRAW),
        0.5: (Kind.HALF_POINT_BYE, None, "", DRAW),
        "=": (Kind.HALF_POINT_BYE, None, "", DRAW),
        "–": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        0: (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        None: (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        "неявка": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        1: UNREADABLE,
        "5-1": UNREADABLE,
        "8w½x": UNREADABLE,
        "8w2": UNREADABLE,
    },
)
"""The layout of the 1998 document: opponent, colour, result; ``+`` is a point without a game."""

IN_TWO_COLUMNS = replace(
    DOCUMENT,
    title="opponent and colour, the result in a second column",
    number="",
    spread="beside",
    parted=True,
    write="opponent and colour, and the result beside them, such as 8w and ½",
    examples={
        "8w ½": (Kind.PLAYED, 8, "w", 0.5),
        "3b 0": (Kind.PLAYED, 3, "b", 0.0),
        "5w +": (Kind.FORFEIT_WIN, 5, "w", WIN),
        "4w ": (Kind.PENDING, 4, "w", NOTHING),
        "+ ": (Kind.PAIRING_ALLOCATED_BYE, None, "", WIN),
        " ": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
    },
)
"""The same in two cells; tried before it, which would take the first cells for games without results."""

IN_TWO_LINES = replace(
    IN_TWO_COLUMNS,
    title="opponent and colour, the result in a second line",
    spread="below",
    write="opponent and colour, and the result below them, such as 8w and ½",
)

_WITH_POINTS = {f"{sign}{points}": meaning for sign in ("", "bye ", "- ") for points, meaning in _BYE_POINTS.items()}
IN_THREE_COLUMNS = replace(
    IN_TWO_COLUMNS,
    title="opponent, colour and result in three columns",
    alone=_ALONE | _WITH_POINTS,
    spread="two beside",
    write="opponent, colour and result beside each other, such as 8, w and ½",
    doubtful={},
    examples={
        "8 w ½": (Kind.PLAYED, 8, "w", 0.5),
        "5 w +": (Kind.FORFEIT_WIN, 5, "w", WIN),
        "4 w ": (Kind.PENDING, 4, "w", NOTHING),
        "  ": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
    },
)

CHESS_RESULTS = replace(
    DOCUMENT,
    name="chess-results",
    title="chess-results and Swiss-Manager",
    alone=_ALONE
    | spelled(
        ("-1", Kind.PAIRING_ALLOCATED_BYE, WIN),
        ("-½ -0.5 -0,5 -1/2", Kind.HALF_POINT_BYE, DRAW),
        ("-0", Kind.ZERO_POINT_BYE, NOTHING),
    ),
    byes="-1 -½ -0",
    examples={
        " 22w½": (Kind.PLAYED, 22, "w", 0.5),
        "161w1": (Kind.PLAYED, 161, "w", 1.0),
        "7w-": (Kind.FORFEIT_LOSS, 7, "w", NOTHING),
        " 32b+": (Kind.FORFEIT_WIN, 32, "b", WIN),
        " 4w ": (Kind.PENDING, 4, "w", NOTHING),
        -1: (Kind.PAIRING_ALLOCATED_BYE, None, "", WIN),
        "   -½": (Kind.HALF_POINT_BYE, None, "", DRAW),
        "-0": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        "not paired": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
    },
)
"""The same with the byes of chess-results and Swiss-Manager: ``-1``, ``-½``, ``-0``."""

DRAUGHTS = replace(
    CHESS_RESULTS,
    name="draughts",
    title="draughts, 2-1-0",
    results=_AFTER_OPPONENT | numbered(0, 1, 2),
    write="opponent, colour and result, such as 8w2",
    examples={
        "68b2": (Kind.PLAYED, 68, "b", 2.0),
        "20w1": (Kind.PLAYED, 20, "w", 1.0),
        "66b-": (Kind.FORFEIT_LOSS, 66, "b", NOTHING),
    },
)
"""A win brings 2 points and a draw 1; so ``20w1`` is a draw."""
FOOTBALL = replace(
    CHESS_RESULTS,
    name="football",
    title="3-1-0 and 3-1½-1-0, at home or away",
    results=_AFTER_OPPONENT | numbered(0, 1, 1.5, 3),
    write="opponent, colour and result, such as 8w3",
    examples={
        "17h1": (Kind.PLAYED, 17, "h", 1.0),
        "13a3": (Kind.PLAYED, 13, "a", 3.0),
        "11ax": (Kind.PENDING, 11, "a", NOTHING),
        "12w1½": (Kind.PLAYED, 12, "w", 1.5),
    },
)
"""``x`` is a postponed game; 1½ and 1 are a draw that an Armageddon game decided."""
POINTS = replace(
    CHESS_RESULTS,
    name="points",
    title="opponent, colour, points on any scale",
    results=_AFTER_OPPONENT | numbered(*(points / 2 for points in range(21))),
    nobody=True,
    teams=True,
    examples={
        "8w5": (Kind.PLAYED, 8, "w", 5.0),
        "64b3½": (Kind.PLAYED, 64, "b", 3.5),
        "0w0": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
    },
)
"""Also that of matches of teams, which `scoring` recognises by their scores."""
