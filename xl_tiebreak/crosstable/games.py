"""The games of two players in a matrix: two cells → results, as far as both cells leave one possibility.

A cell may list its games in order (``½ 1``, ``11``, ``+``), give its points (``1.5``) or both players' points
(``1.5-0.5``), and a number may have lost zeros at its front (011 → 11). So a cell has several *readings*, and only
those stay that fit a reading of the partner's cell.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal

from ..errors import shorten
from ..model import Kind
from .grid import text_of
from .marks import Memory
from .mending import is_mangled, mended_texts

__all__ = ["DIAGONAL", "EXAMPLES", "Pair", "Pairs", "forget_games", "is_result"]

Game = tuple[str, str]
"""What a game brought either side: ``1 0``, ``½ ½``, ``0 1`` over the board, ``+ -``, ``- +``, ``- -`` by forfeit."""

SIGNS: dict[str, tuple[Kind, float]] = {
    "1": (Kind.PLAYED, 1.0),
    "½": (Kind.PLAYED, 0.5),
    "0": (Kind.PLAYED, 0.0),
    "+": (Kind.FORFEIT_WIN, 1.0),
    "-": (Kind.FORFEIT_LOSS, 0.0),
}
"""Sign → kind and points."""
_ANSWERS = {"1": ("0",), "½": ("½",), "0": ("1",), "+": ("-",), "-": ("+", "-")}
_POINTS = {"1": 1.0, "½": 0.5, "0": 0.0}

DIAGONAL = frozenset(["", "n/a", *(count * sign for sign in "xх*#■█▓▒░◼⬛-\\/×✕✖☒•●" for count in range(1, 5))])
"""What stands where a player would meet himself: nothing, or up to four of a sign (in lower case)."""
NOT_PLAYED = frozenset([".", "?", "…"])
"""What may stand for a game not played yet where a blank cell cannot."""
_NO_RESULT = NOT_PLAYED | {""}
"""What may stand for a game without a result."""

_LISTED = re.compile(r"(?:1/2|[01½=+-])(?: ?[/;|]? ?(?:1/2|[01½=+-]))*")
_ABSENT = frozenset(["н/я", "неявка"])
"""Russian words for the forfeit of who did not come."""
_LETTERS = {"w": "1", "d": "½", "l": "0"}
_LETTERED = re.compile(r"[wdl](?: ?[wdl])*")
_SIGN = re.compile(r"1/2|[01½=+-]")
_NUMBER = r"({}(?:[.,]\d{{1,2}}| ?½)?|[.,]5|½|1/2)"
_TOTAL = re.compile(_NUMBER.format(r"\d"))
_SCORE = re.compile(r" ?[-:] ?".join(2 * [_NUMBER.format(r"\d{1,2}")]))
_FORFEIT = re.compile(r"([+-]) ?: ?([+-])")
_LONGEST, _MOST_GAMES, _LOST_ZEROS, _REMEMBERED = 24, 12, 3, 20_000


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cells of a matrix: the games they tell, in no order, or a complaint.

    ``why`` and ``hint`` follow the text of the first cell, of the second one where ``second`` is True. ``mended`` says
    of each cell what it is, where it had to be mended.
    """

    games: tuple[Game, ...] = ()
    complaint: Literal["", "unreadable", "contradiction"] = ""
    why: str = ""
    hint: str = ""
    second: bool = False
    mended: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class _Score:
    """Points of both sides, each None where the cell does not say them, games in no order."""

    own: float
    other: float | None = None


_Reading = tuple[str, ...] | _Score


def _points_in(text: str) -> float:
    whole, half = re.sub(r" ?½|1/2", "", text), "½" in text or text == "1/2"
    return float(whole.replace(",", ".") or 0) + (0.5 if half else 0.0)


def _readings(value: object) -> list[_Reading]:
    """Everything a cell may mean by itself; empty where it means nothing."""
    return _READINGS[value] if type(value) is str else _read(value)


def _read(value: object) -> list[_Reading]:
    text = text_of(value).lower()
    lost = _LOST_ZEROS if isinstance(value, (int, float)) or text.isdigit() else 0  # text files keep no numbers
    return _written(text, lost) or [reading for _, mended in mended_texts(text) for reading in _written(mended, 0)]


_READINGS = Memory(_read)


def forget_games() -> None:
    """Forget every text met so far."""
    _READINGS.clear()


def _written(text: str, lost: int) -> list[_Reading]:
    """What a text means; ``lost`` zeros may be missing at its front."""
    if len(text) > _LONGEST:
        return []
    if match := _SCORE.fullmatch(text):
        return [_Score(_points_in(match[1]), _points_in(match[2]))]
    if match := _FORFEIT.fullmatch(text):
        return [(match[1],)]
    if text in _ABSENT:
        return [("-",)]
    readings: list[_Reading] = []
    if _LETTERED.fullmatch(text):
        readings.append(tuple(_LETTERS[letter] for letter in text.replace(" ", "")))
    if _LISTED.fullmatch(text):
        signs = tuple("½" if sign in ("1/2", "=") else sign for sign in _SIGN.findall(text))
        readings += [("0",) * zeros + signs for zeros in range(lost + 1)]
    if _TOTAL.fullmatch(text):
        readings.append(_Score(_points_in(text)))
    return readings


def _read_together(a: object, b: object) -> list[tuple[_Reading, _Reading]]:
    """The readings of two cells that belong together. A date is a ½ (typed 1/2) only where the other cell is the same
    date or none; otherwise both are scores (typed 2-1 and 1-2)."""
    both = list(product(_readings(a), _readings(b)))
    if not (_was_day(a) and _was_day(b)):
        return both
    half: set[_Reading] = {("½",)}
    if _typed(a) == _typed(b) and any(set(pair) == half for pair in both):
        return [pair for pair in both if set(pair) == half]
    return [pair for pair in both if half.isdisjoint(pair)]


def _typed(value: object) -> list[str]:
    """What may have been typed where a date stands."""
    return [mended for _, mended in mended_texts(text_of(value))]


def _was_day(value: object) -> bool:
    """Is a cell a date, or the number or the text that stands for one?"""
    return any(mending.name in ("date", "written date", "serial") for mending, _ in mended_texts(text_of(value)))


def is_result(value: object) -> bool:
    """Can a cell be one of a matrix? A blank one can."""
    return text_of(value) in _NO_RESULT or bool(_readings(value))


def _how_mended(text: str) -> str:
    """What a text is that had to be mended before it meant anything; empty where it was not."""
    if not text or _written(text.lower(), 0):
        return ""
    return next((mending.was for mending, mended in mended_texts(text) if _written(mended, 0)), "")


def _fitting(a: _Reading, b: _Reading) -> Iterator[tuple[Game, ...]]:
    """The games, in no order, that two cells tell when they are read like this."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        if len(a) == len(b) and all(theirs in _ANSWERS[own] for own, theirs in zip(a, b)):
            yield tuple(sorted(zip(a, b)))
    elif isinstance(a, tuple):
        yield from (tuple(sorted((own, theirs) for theirs, own in games)) for games in _fitting(b, a))
    elif isinstance(b, tuple):
        if all(sign in _POINTS for sign in b):
            points = sum(_POINTS[sign] for sign in b)
            if a.own + points == len(b) and a.other in (None, points):
                yield tuple(sorted((_ANSWERS[sign][0], sign) for sign in b))
    elif a.other in (None, b.own) and b.other in (None, a.own):
        yield from _games_with(a.own, b.own)


def _games_with(points: float, others: float) -> Iterator[tuple[Game, ...]]:
    """Every way to share these points in whole games."""
    count = points + others
    if not (count.is_integer() and 0 < count <= _MOST_GAMES):
        return
    for draws in range(int(count) + 1):
        wins, losses = points - draws / 2, others - draws / 2
        if wins >= 0 and losses >= 0 and wins.is_integer():
            yield tuple(sorted([("1", "0")] * int(wins) + [("½", "½")] * draws + [("0", "1")] * int(losses)))


def _pair(a: object, b: object) -> Pair:
    first, second = ("" if text in NOT_PLAYED else text for text in (text_of(a), text_of(b)))
    if not first and not second:
        return Pair()
    for value, text in ((a, first), (b, second)):
        if text and not _readings(value):
            why, hint = "is not a result", "write 1, ½ or 0, or several games such as ½ 1"
            if is_mangled(value):
                why, hint = (
                    "is a date or a time that the spreadsheet made of a text",
                    f"format the cell as text and {hint}",
                )
            return Pair((), "unreadable", why, hint, value is not a)
    if not first or not second:
        why, hint = "stands against an empty cell", "write the result in both cells or in neither"
        return Pair((), "contradiction", why, hint, not first)
    ways = {games for readings in _read_together(a, b) for games in _fitting(*readings)}
    if len(ways) == 1:
        return Pair(ways.pop(), mended=(_how_mended(first), _how_mended(second)))
    against = f"'{shorten(second)}', the cell of the opponent"
    if ways and len(first) > 1:
        means = " or ".join(sorted(" ".join(own for own, _ in reversed(games)) for games in ways))
        why, hint = f"against {against}, may mean the games {means}", "write every game, such as ½ ½ or 10"
        return Pair((), "contradiction", why, hint)
    hint = "the results of both cells must fit: 1 and 0, ½ and ½, + and -"
    if first == second == "0":
        hint += "; a game not played yet is left empty, or written ? where empty cells arrive as 0"
    elif ways:
        hint += "; a drawn match is written by its games, such as ½ ½ or 10"
    was = f"is {was} and " if (was := _how_mended(first)) else ""
    return Pair((), "contradiction", f"{was}contradicts {against}", hint)


class Pairs(dict[tuple[object, object], Pair]):
    """(cell, cell of the partner) → their games, worked out once for each distinct pair and remembered.

    A bool must not be looked up: True and 1 are one key.
    """

    def __missing__(self, cells: tuple[object, object]) -> Pair:
        if len(self) >= _REMEMBERED:
            self.clear()
        pair = _pair(*cells)
        if all(not isinstance(cell, str) or len(cell) <= _LONGEST for cell in cells):
            self[cells] = pair
        return pair


EXAMPLES: dict[tuple[object, object], tuple[Game, ...]] = {
    (1, 0): (("1", "0"),),
    ("½", 0.5): (("½", "½"),),
    ("=", "1/2"): (("½", "½"),),
    ("+", "-"): (("+", "-"),),
    ("-", "-"): (("-", "-"),),
    ("1½", "0½"): (("1", "0"), ("½", "½")),
    ("½ 1", "½ 0"): (("1", "0"), ("½", "½")),
    ("1½", "½"): (("1", "0"), ("½", "½")),
    ("1.5-0.5", "0.5-1.5"): (("1", "0"), ("½", "½")),
    ("1,5:0,5", "0,5:1,5"): (("1", "0"), ("½", "½")),
    ("2-0", "0-2"): (("1", "0"), ("1", "0")),
    ("11", "00"): (("1", "0"), ("1", "0")),
    (11, 0): (("1", "0"), ("1", "0")),
    (11, 100): (("0", "1"), ("1", "0"), ("1", "0")),
    ("11", "100"): (("0", "1"), ("1", "0"), ("1", "0")),
    (1.5, 0.5): (("1", "0"), ("½", "½")),
    ("1+", "0-"): (("+", "-"), ("1", "0")),
    ("+", "н/я"): (("+", "-"),),
    ("W", "L"): (("1", "0"),),
    ("W D", "LD"): (("1", "0"), ("½", "½")),
    (datetime.datetime(2026, 1, 2), datetime.datetime(2026, 1, 2)): (("½", "½"),),
    (datetime.datetime(2026, 1, 2), "½"): (("½", "½"),),
    ("01.фев", "01.фев"): (("½", "½"),),
    ("01.фев", "Feb-01"): (("½", "½"),),
    ("Feb-01", "½"): (("½", "½"),),
    (46024, 46024): (("½", "½"),),
    (datetime.time(2, 0), datetime.time(0, 2)): (("1", "0"), ("1", "0")),
    (1 / 24, datetime.time(0, 1)): (("1", "0"),),
    ("1˝", "0˝"): (("1", "0"), ("½", "½")),
}
"""Run as tests."""
