"""Finding a player as people name one: by number, else by name."""

from __future__ import annotations

from .errors import RequestError, nearest
from .model import Tournament

__all__ = ["Players"]

_MOST = 5
"""So many candidates are named; more would be a list of players."""


class Players:
    """The players of a tournament by what stands in the table; numbers go before names."""

    def __init__(self, tournament: Tournament) -> None:
        self._names = tournament.names
        self._positions: dict[str, list[int]] = {}
        for column in (tournament.names, tournament.numbers):
            found: dict[str, list[int]] = {}
            for p, text in enumerate(column):
                found.setdefault(_folded(text), []).append(p)
            self._positions.update(found)

    def position(self, asked: object) -> int:
        """The position of a player by number or name, compared without case and surplus spaces.

        RequestError where nobody is called so, naming the nearest, and where several are.
        """
        found = self._positions.get(_folded(asked), [])
        if len(found) == 1:
            return found[0]
        name = _plain(asked)
        if found:
            raise RequestError(f"{len(found)} players are called '{name}'; give the number instead")
        raise RequestError(f"no player '{name}' in the table; {self._hint(_folded(asked))}")

    def _hint(self, asked: str) -> str:
        """Who may be meant: a few names with this part, else the nearest."""
        partly = [name for name in self._names if asked and asked in _folded(name)]
        if 1 <= len(partly) <= _MOST:
            return f"did you mean {' or '.join(partly)}?"
        hint = nearest(asked, self._names)
        return hint if hint.endswith("?") else "give a number or a whole name"


def _folded(text: object) -> str:
    """A number or a name as it is compared: without case and surplus spaces."""
    return " ".join(str(_plain(text)).split()).casefold()


def _plain(value: object) -> object:
    """A whole number without the ``.0`` that spreadsheets give it."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
