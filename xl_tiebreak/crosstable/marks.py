"""Cells → marks, a column at a time, each distinct text read once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from ..model import Kind
from .grid import text_of
from .mending import Mending, mended_texts
from .notations import NOTHING, UNREADABLE, Mark, Notation, Result
from .programs import NOTATIONS

__all__ = ["Column", "Memory", "Reader", "Token", "forget_marks", "likeliest", "marks_in", "meanings", "opponent_in"]

_DIGITS = " \u00a00123456789"
_REMEMBERED, _LONGEST, _LONGEST_GAME = 50_000, 24, 48
_SAMPLE = (3, 8)
"""So many columns, and rows of them, say where most cells are cut."""
_SOME = 2_000
"""So many cells of a sheet decide which notation is the likeliest."""
_T = TypeVar("_T")
_Part = Callable[[str], str]


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


def marks_in(notation: Notation) -> Callable[[str], tuple[Mark, Mending | None]]:
    """Text → its mark, and how it had to be mended to say anything."""
    known = _MENDED.get(id(notation))
    return partial(_mended, notation) if known is None else known.__getitem__


def _mended(notation: Notation, text: str) -> tuple[Mark, Mending | None]:
    mark = notation.read(text)
    if mark[0] is not None:
        return mark, None
    for mending, mended in mended_texts(text_of(text)):
        mark = notation.read(mended)
        if mark[0] is not None:
            return mark, mending
    return UNREADABLE, None


class Token(NamedTuple):
    """A mark without its opponent, and how its cell had to be mended."""

    kind: Kind | None
    colour: str
    result: Result
    mending: Mending | None = None


_UNREAD = Token(None, "", NOTHING)


def _games_in(notation: Notation) -> Callable[[str], Token]:
    """The rest of a cell → what it says of any number."""
    known = _GAMES.get(id(notation))
    return partial(_game, notation) if known is None else known.__getitem__


def _game(notation: Notation, rest: str) -> Token:
    first = notation.number == "first"
    if not rest or rest[0 if first else -1] in _DIGITS:
        return _UNREAD
    (kind, opponent, colour, result), mending = marks_in(notation)("1" + rest if first else rest + "1")
    return Token(kind, colour, result, mending) if opponent == 1 else _UNREAD


class Column(NamedTuple):
    """The marks of a column of cells: ``tokens`` are positions in the reader's list, 0 for what is not readable;
    ``opponents`` are digits as written, empty for none; ``alone`` are the rows that name no opponent."""

    tokens: list[int]
    opponents: list[str]
    alone: list[int]

    @property
    def unreadable(self) -> list[int]:
        """The rows that are not readable."""
        return [row for row in self.alone if not self.tokens[row]]


class Tokens(list[Token]):
    """All that cells say, each once; the first stands for what is not readable."""

    def __init__(self) -> None:
        super().__init__([_UNREAD])
        self._positions = {_UNREAD: 0}

    def position(self, token: Token) -> int:
        """The place of a token, which is added if need be; 0 for what is not readable."""
        if token.kind is None:
            return 0
        position = self._positions.setdefault(token, len(self))
        if position == len(self):
            self.append(token)
        return position

    def of_game(self, game: Callable[[str], Token], rest: str) -> int:
        """The token of any number with a rest; 0 where that is no game."""
        return self.position(game(rest))

    def of_text(self, read: Callable[[str], tuple[Mark, Mending | None]], text: str) -> tuple[int, str]:
        """The token of a whole cell, and the opponent that it names."""
        (kind, opponent, colour, result), mending = read(text)
        return self.position(Token(kind, colour, result, mending)), "" if opponent is None else str(opponent)


class Reader:
    """Reads the cells of one table in one notation.

    Almost every cell is a number and one of a dozen endings (``w½``) or beginnings (``+W``). So cells are cut at that
    place, the same one for the whole table, and the pattern is asked once for each rest; only cells that are no game
    are read one by one.
    """

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.tokens = Tokens()
        self._rests = Memory(partial(self.tokens.of_game, _games_in(notation)))
        self._texts = Memory(partial(self.tokens.of_text, marks_in(notation)))

    def columns(self, rounds: Sequence[Sequence[object]]) -> list[Column]:
        """The marks of columns of cells."""
        columns = [[value if type(value) is str else text_of(value) for value in cells] for cells in rounds]
        if self.notation.number:
            rest, number = self._cuts(columns)
            return [self._cut(texts, rest, number) for texts in columns]
        return [self._whole(texts) for texts in columns]

    def _whole(self, texts: Sequence[str]) -> Column:
        """The marks of texts that are not cut."""
        read = list(map(self._texts.__getitem__, texts))
        opponents = [opponent for _, opponent in read]
        return Column([token for token, _ in read], opponents, [i for i, text in enumerate(opponents) if not text])

    def _cuts(self, columns: Sequence[Sequence[str]]) -> tuple[_Part, _Part]:
        """How most of the cells give their rest and their number, which stands first or last."""
        first = self.notation.number == "first"
        strip = str.lstrip if first else str.rstrip
        some, top = _SAMPLE
        widths = [len(strip(text, _DIGITS)) for texts in columns[:: len(columns) // some + 1] for text in texts[:top]]
        width = max(1, max(dict.fromkeys(reversed(widths)), key=widths.count, default=1))
        place = -width if first else width
        before, behind = itemgetter(slice(None, place)), itemgetter(slice(place, None))
        return (behind, before) if first else (before, behind)

    def _cut(self, texts: Sequence[str], rest: _Part, number: _Part) -> Column:
        """The marks of texts, most of which are cut by ``rest`` and ``number``."""
        tokens = list(map(self._rests.__getitem__, map(rest, texts)))
        opponents = list(map(number, texts))
        unknown = [i for i, token in enumerate(tokens) if not token]
        for i in unknown:
            tokens[i], opponents[i] = self._texts.get(texts[i]) or self._cell(texts[i])
        alone = [i for i in unknown if not opponents[i]]
        odd = opponents.count("") != len(alone) or not (len(unknown) == len(texts) or "".join(opponents).isdecimal())
        if odd or self.notation.nobody:
            for i, opponent in enumerate(opponents):
                if not opponent.isdecimal() or not opponent.strip("0"):
                    tokens[i], opponents[i] = self._cell(texts[i])
            alone = [i for i, opponent in enumerate(opponents) if not opponent]
        return Column(tokens, opponents, alone)

    def _cell(self, text: str) -> tuple[int, str]:
        """Token and opponent of one cell, cut where its digits end or begin."""
        rest = self._without_number(text)
        token = self._rests[rest] if len(rest) < len(text) else 0
        if token:
            first = self.notation.number == "first"
            opponent = (text.removesuffix(rest) if first else text.removeprefix(rest)).strip()
            if opponent.isdecimal() and len(opponent) < _LONGEST and (opponent.strip("0") or not self.notation.nobody):
                return token, opponent
        return self._texts[text]

    def _without_number(self, text: str) -> str:
        return text.lstrip(_DIGITS) if self.notation.number == "first" else text.rstrip(_DIGITS)


_MARKS = {notation.name: Memory(notation.read) for notation in NOTATIONS if not notation.spread}
_MENDED = {id(notation): Memory(partial(_mended, notation)) for notation in NOTATIONS}
_GAMES = {id(notation): Memory(partial(_game, notation)) for notation in NOTATIONS}
"""By identity, for two notations may have one name."""


def opponent_in(value: object, notation: str | None = None) -> int | None:
    """The opponent a single cell names in a notation, or in any; None where it names none."""
    if type(value) is not str or len(value) > _LONGEST_GAME or not any(map(value.__contains__, "0123456789")):
        return None
    if notation is not None:
        return _MARKS[notation][value][1]
    named = (marks[value][1] for marks in _MARKS.values())
    return next((opponent for opponent in named if opponent is not None), None)


def is_readable(value: object, notation: str) -> bool:
    """Does a cell say anything in a notation?"""
    return _MARKS[notation][text_of(value)][0] is not None


def likeliest(values: Iterable[object]) -> str:
    """The notation in which most of some cells name an opponent."""
    texts = [value for value in values if type(value) is str and len(value) <= _LONGEST_GAME]
    texts = texts[:: len(texts) // _SOME + 1]
    return max(_MARKS, key=lambda name: sum(_MARKS[name][text][1] is not None for text in texts))


def meanings(texts: Iterable[object]) -> dict[str, list[Mark]]:
    """Notation → its marks of some cells, for every notation that reads all of them."""
    texts = list(texts)
    read = {notation.name: [notation.read(text) for text in texts] for notation in NOTATIONS}
    return {name: marks for name, marks in read.items() if all(kind is not None for kind, *_ in marks)}


def forget_marks() -> None:
    """Forget every text met so far."""
    memories: list[dict[str, Any]] = [*_MARKS.values(), *_MENDED.values(), *_GAMES.values()]
    for memory in memories:
        memory.clear()
