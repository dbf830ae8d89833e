"""How results are written, as data: text of a cell → mark.

A *mark* is what a text says by itself: the kind of round, the opponent's number as written, the colour and the result.
Whom the number means and what a result is worth is for the table to say (`consistency`).
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..model import Kind, Scoring
from .grid import text_of

__all__ = [
    "CHESS_RESULTS",
    "DOCUMENT",
    "DRAW",
    "MANGLED",
    "MANGLED_WHY",
    "MARKS",
    "NOTATIONS",
    "NOTHING",
    "UNREADABLE",
    "WIN",
    "Mark",
    "Marks",
    "Notation",
    "Result",
    "complaint",
    "worth",
]

Result = float | str
"""The points as written, or one of the words below where the scoring says what they are."""
WIN, DRAW, NOTHING = "win", "draw", "nothing"

Mark = tuple[Kind | None, int | None, str, Result]
"""(kind, opponent as written, colour w, b or empty, result); the kind is None where the text is not readable."""
UNREADABLE: Mark = (None, None, "", NOTHING)

Meaning = tuple[Kind, Result]


def worth(scoring: Scoring) -> dict[Result, float]:
    """Result → points under a scoring; a result that is not there cannot be on this scale."""
    written = {points for pair in scoring.pairs() for points in pair}
    return {**{points: points for points in written}, WIN: scoring.win, DRAW: scoring.draw, NOTHING: 0.0}


def _spelled(*groups: tuple[str, Kind, Result]) -> dict[str, Meaning]:
    """Spellings, parted by blanks, → their meaning."""
    return {text: (kind, result) for texts, kind, result in groups for text in texts.split()}


@dataclass(frozen=True, slots=True)
class Notation:
    """One way of writing a round.

    ``pattern`` matches the plain lower-case text of a cell and names the groups ``opponent``, ``colour`` and
    ``result``. ``results`` says what a result means after an opponent, ``alone`` what it means without one, ``colours``
    what a letter means, ``doubtful`` why a text alone is left open. ``examples`` are run as tests.
    """

    name: str
    pattern: re.Pattern[str]
    results: Mapping[str, Meaning]
    alone: Mapping[str, Meaning]
    colours: Mapping[str, str]
    doubtful: Mapping[str, str]
    examples: Mapping[object, Mark] = field(default_factory=dict)

    def read(self, value: object) -> Mark:
        """The mark of a cell, read from its text alone."""
        match = self.pattern.fullmatch(text_of(value).lower())
        if match is None:
            return UNREADABLE
        opponent, colour, result = match["opponent"], match["colour"], match["result"]
        meaning = (self.alone if opponent is None else self.results).get(result)
        if meaning is None:
            return UNREADABLE
        return meaning[0], int(opponent) if opponent else None, self.colours.get(colour or "", ""), meaning[1]


_HALF = "½ 1/2 0.5 0,5 .5 ,5 0½"
_ZERO = "0 0.0 0,0"
_AFTER_OPPONENT = {
    "": (Kind.PENDING, NOTHING),
    **_spelled(
        ("1 1.0 1,0", Kind.PLAYED, 1.0),
        (_HALF, Kind.PLAYED, 0.5),
        (_ZERO, Kind.PLAYED, 0.0),
        ("=", Kind.PLAYED, DRAW),
        ("+", Kind.FORFEIT_WIN, WIN),
        ("-", Kind.FORFEIT_LOSS, NOTHING),
    ),
}
_ALONE = {
    "": (Kind.ZERO_POINT_BYE, NOTHING),
    **_spelled(
        ("+ bye", Kind.PAIRING_ALLOCATED_BYE, WIN),
        (_HALF + " =", Kind.HALF_POINT_BYE, DRAW),
        (_ZERO + " - --", Kind.ZERO_POINT_BYE, NOTHING),
    ),
}
_COLOURS = {"w": "w", "ш": "w", "б": "w", "b": "b", "в": "b", "ь": "b", "ч": "b"}
"""English w and b, Russian б and ч, and the Cyrillic letters that look like w and b."""
_PATTERN = re.compile(
    rf"(?:(?P<opponent>\d{{1,5}}) ?(?P<colour>[{''.join(_COLOURS)}]) ?)?(?P<result>[-+=½/.,0125]{{0,4}}|bye)"
)
_FULL_POINT = "may be a bye worth a point or a game against player 1"

DOCUMENT = Notation(
    name="document",
    pattern=_PATTERN,
    results=_AFTER_OPPONENT,
    alone=_ALONE,
    colours=_COLOURS,
    doubtful=dict.fromkeys(("1", "1.0", "1,0", "+1"), _FULL_POINT),
    examples={
        "8w½": (Kind.PLAYED, 8, "w", 0.5),
        "8w0.5": (Kind.PLAYED, 8, "w", 0.5),
        "8w0,5": (Kind.PLAYED, 8, "w", 0.5),
        "8w1/2": (Kind.PLAYED, 8, "w", 0.5),
        "8w=": (Kind.PLAYED, 8, "w", DRAW),
        "\u00a010 Ч 1": (Kind.PLAYED, 10, "b", 1.0),
        "3б0": (Kind.PLAYED, 3, "w", 0.0),
        "3В0": (Kind.PLAYED, 3, "b", 0.0),
        "5w+": (Kind.FORFEIT_WIN, 5, "w", WIN),
        "5b−": (Kind.FORFEIT_LOSS, 5, "b", NOTHING),
        "4w ": (Kind.PENDING, 4, "w", NOTHING),
        "+": (Kind.PAIRING_ALLOCATED_BYE, None, "", WIN),
        "½": (Kind.HALF_POINT_BYE, None, "", DRAW),
        0.5: (Kind.HALF_POINT_BYE, None, "", DRAW),
        "=": (Kind.HALF_POINT_BYE, None, "", DRAW),
        "–": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        0: (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        None: (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        1: UNREADABLE,
        "8w½x": UNREADABLE,
        "8w2": UNREADABLE,
    },
)
"""The layout of the 1998 document: opponent, colour, result; ``+`` is a point without a game."""

CHESS_RESULTS = Notation(
    name="chess-results",
    pattern=_PATTERN,
    results=_AFTER_OPPONENT,
    alone=_ALONE
    | _spelled(
        ("-1", Kind.PAIRING_ALLOCATED_BYE, WIN),
        ("-½ -0.5 -0,5", Kind.HALF_POINT_BYE, DRAW),
        ("-0", Kind.ZERO_POINT_BYE, NOTHING),
    ),
    colours=_COLOURS,
    doubtful=DOCUMENT.doubtful,
    examples={
        " 22w½": (Kind.PLAYED, 22, "w", 0.5),
        " 32b+": (Kind.FORFEIT_WIN, 32, "b", WIN),
        -1: (Kind.PAIRING_ALLOCATED_BYE, None, "", WIN),
        "   -½": (Kind.HALF_POINT_BYE, None, "", DRAW),
        "-0": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
    },
)
"""The same with the byes of chess-results and Swiss-Manager: ``-1``, ``-½``, ``-0``."""

NOTATIONS = (DOCUMENT, CHESS_RESULTS)
"""In the order in which they are tried: of two that read a table equally well the first one names it."""

_BEFORE_ENDING = " \u00a00123456789"
_REMEMBERED, _LONGEST = 100_000, 24


class Marks(dict[object, Mark]):
    """Cell value → mark in one notation, worked out once for each distinct value and remembered.

    Most cells are a number and one of a few endings (``w½``), so the pattern reads each *ending* once and later cells
    with it only bring another number. Both memories are bounded, so that no file can fill them.

    A bool must not be looked up (True and 1 are one key); nor must a value that cannot be hashed.
    """

    def __init__(self, notation: Notation) -> None:
        super().__init__()
        self.notation = notation
        self._endings: dict[str, tuple[Kind, str, Result]] = {}

    def __missing__(self, value: object) -> Mark:
        if len(self) >= _REMEMBERED:
            self.forget()
        if type(value) is str and len(value) < _LONGEST:
            ending = value.lstrip(_BEFORE_ENDING)
            known = self._endings.get(ending)
            if known is None:
                return self._learn(value, ending)
            kind, colour, result = known
            try:
                mark = self[value] = (kind, int(value[: -len(ending)]), colour, result)
                return mark
            except ValueError:  # no digits, or blanks between them
                pass
        return self._learn(value, "")

    def _learn(self, value: object, ending: str) -> Mark:
        """Read a value, and remember it and what its ending means after any opponent."""
        mark = self.notation.read(value)
        if not isinstance(value, str):
            self[value] = mark
        elif len(value) < _LONGEST:
            self[value] = mark
            kind, opponent, colour, result = mark
            if ending and kind is not None and value[: -len(ending)].lstrip(" \u00a00").rstrip() == str(opponent):
                self._endings[ending] = kind, colour, result
        return mark

    def forget(self) -> None:
        """Start anew."""
        self.clear()
        self._endings.clear()


MARKS = {notation.name: Marks(notation) for notation in NOTATIONS}
"""The memory of every notation, by its name."""


MANGLED = (datetime.date, datetime.time)
"""What a spreadsheet makes of texts such as 1/2 and 1:0."""
MANGLED_WHY = "is a date or a time that the spreadsheet made of a text"


def complaint(notation: Notation, value: object) -> tuple[str, str]:
    """Why a cell cannot be read and what to write instead."""
    text = text_of(value).lower()
    write = "write opponent, colour and result, such as 8w½"
    if text in notation.doubtful:
        return notation.doubtful[text], f"{write}, or + for the bye"
    if isinstance(value, MANGLED):
        return MANGLED_WHY, f"format the cell as text and {write}"
    if text.isdigit():
        return "has neither colour nor result", f"{write}, or + ½ - for a bye"
    return "is not a result", write
