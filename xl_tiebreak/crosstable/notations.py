"""How results are written, as data: text of a cell → mark.

A *mark* is what a text says by itself: the kind of round, the opponent's number as written, the colour and the result.
Whom the number means and what a result is worth is for the table to say (`consistency`).
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TypeVar

from ..model import Kind, Scoring
from .grid import text_of

__all__ = [
    "CHESS_RESULTS",
    "DOCUMENT",
    "DRAW",
    "MANGLED",
    "MANGLED_WHY",
    "NOTATIONS",
    "NOTHING",
    "UNREADABLE",
    "WIN",
    "Column",
    "Mark",
    "Memory",
    "Notation",
    "Reader",
    "Result",
    "Token",
    "complaint",
    "forget_marks",
    "opponent_in",
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

_DIGITS = " \u00a00123456789"
_REMEMBERED, _LONGEST, _SAMPLE = 50_000, 24, 16
_T = TypeVar("_T")


class Memory(dict[str, _T]):
    """Text → what a function makes of it, worked out once and remembered.

    Long texts are not kept, and it starts anew when it is full: no file can fill it.
    """

    def __init__(self, work: Callable[[str], _T]) -> None:
        super().__init__()
        self._work = work

    def __missing__(self, text: str) -> _T:
        if len(self) >= _REMEMBERED:
            self.clear()
        made = self._work(text)
        if len(text) <= _LONGEST:
            self[text] = made
        return made


Token = tuple[Kind | None, str, Result]
"""A mark without its opponent: kind, colour, result."""


@dataclass(frozen=True, slots=True)
class Column:
    """The marks of a column of cells: ``tokens`` are positions in the reader's list, 0 for what is not readable;
    ``opponents`` are digits as written, empty for none; ``alone`` are the rows that name no opponent."""

    tokens: list[int]
    opponents: list[str]
    alone: list[int]

    @property
    def unreadable(self) -> list[int]:
        """The rows that are not readable."""
        return [row for row in self.alone if not self.tokens[row]]


class Reader:
    """Reads the cells of one table in one notation.

    Almost every cell is a number and one of a dozen endings (``w½``). So cells are cut at that place, a column at a
    time, and the pattern is asked once for each ending; only cells that are no game are read one by one.
    """

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.tokens: list[Token] = [(None, "", NOTHING)]
        self._positions = {self.tokens[0]: 0}
        self._endings = Memory(self._ending)
        self._texts = Memory(self._text)

    def column(self, cells: Sequence[object]) -> Column:
        """The marks of a column."""
        texts: Sequence[str]
        if set(map(type, cells)) == {str}:
            texts = cells  # type: ignore[assignment]
        else:
            texts = [value if type(value) is str else text_of(value) for value in cells]
        width = _usual_width(texts)
        tokens = list(map(self._endings.__getitem__, map(itemgetter(slice(-width, None)), texts)))
        opponents = list(map(itemgetter(slice(None, -width)), texts))
        rest = [i for i, token in enumerate(tokens) if not token]
        for i in rest:
            tokens[i], opponents[i] = self._cell(texts[i])
        alone = [i for i in rest if not opponents[i]]
        if opponents.count("") != len(alone) or not (len(rest) == len(texts) or "".join(opponents).isdecimal()):
            for i, opponent in enumerate(opponents):
                if not opponent.isdecimal():
                    tokens[i], opponents[i] = self._cell(texts[i])
            alone = [i for i, opponent in enumerate(opponents) if not opponent]
        return Column(tokens, opponents, alone)

    def _cell(self, text: str) -> tuple[int, str]:
        """Token and opponent of one cell, cut where its digits end."""
        ending = text.lstrip(_DIGITS)
        token = self._endings[ending] if ending != text else 0
        opponent = text.removesuffix(ending).strip() if token else ""
        return (token, opponent) if opponent.isdecimal() and len(opponent) < _LONGEST else self._texts[text]

    def _ending(self, ending: str) -> int:
        """The token of any number with an ending; 0 where that is no game."""
        if not ending or ending[0] in _DIGITS:
            return 0
        kind, opponent, colour, result = self.notation.read("1" + ending)
        return self._position((kind, colour, result)) if opponent == 1 else 0

    def _text(self, text: str) -> tuple[int, str]:
        kind, opponent, colour, result = self.notation.read(text)
        return self._position((kind, colour, result)), "" if opponent is None else str(opponent)

    def _position(self, token: Token) -> int:
        if token[0] is None:
            return 0
        position = self._positions.setdefault(token, len(self.tokens))
        if position == len(self.tokens):
            self.tokens.append(token)
        return position


def _usual_width(texts: Sequence[str]) -> int:
    """How many characters follow the number in most cells at the top of a column; at least 1."""
    widths = [len(text.lstrip(_DIGITS)) for text in texts[:_SAMPLE]]
    return max(1, *sorted(widths, key=widths.count)[-1:])


_MARKS = {notation.name: Memory(notation.read) for notation in NOTATIONS}


def forget_marks() -> None:
    """Forget every text met so far."""
    for marks in _MARKS.values():
        marks.clear()


def opponent_in(value: object) -> int | None:
    """The opponent a single cell names in any notation; None where it names none."""
    if type(value) is not str:
        return None
    named = (marks[value][1] for marks in _MARKS.values())
    return next((opponent for opponent in named if opponent is not None), None)


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
