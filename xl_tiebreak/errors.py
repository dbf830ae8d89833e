"""What can go wrong, as data: where it is, what stands there, why it cannot be used and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

__all__ = ["InputError", "Problem", "RequestError", "Severity", "TiebreakError", "nearest"]

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing an arbiter should look at.

    ``cells`` name the places, the first one to look at first: ``D7`` where the sheet is known, else
    ``row 5, round 3``. ``text`` is what the first cell holds ("" where that says nothing), ``why`` continues it to a
    sentence, ``hint`` is the remedy. An *error* blocks every number of the table, a *warning* and a *note* do not.
    """

    code: str
    cells: tuple[str, ...]
    text: str
    why: str
    hint: str = ""
    severity: Severity = "error"

    @property
    def message(self) -> str:
        """The sentence without the place: ``'8w½x' is not a result; write …``."""
        quoted = f"'{shorten(self.text)}' " if self.text else ""
        return f"{quoted}{self.why}" + (f"; {self.hint}" if self.hint else "")

    def __str__(self) -> str:
        where = " and ".join(self.cells)
        return f"{where}: {self.message}" if where else self.message


class TiebreakError(ValueError):
    """Base of everything this package raises on purpose; its text is one readable line."""


class InputError(TiebreakError):
    """The table cannot be used; ``problems`` holds every reason found, in the order of the sheet."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        errors = [p for p in self.problems if p.severity == "error"]
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{errors[0]}{more}" if errors else "the table has no error")


class RequestError(TiebreakError):
    """What was asked for does not exist: an unknown code, edition, player, or a cut that leaves nothing."""


def shorten(text: str, limit: int = 60) -> str:
    """``text`` on one line, cut to ``limit`` characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def nearest(asked: str, known: Iterable[str]) -> str:
    """``did you mean 'BH-CX'?``, or the list of what is known where nothing comes near."""
    choices = list(known)
    close = get_close_matches(asked.upper(), [c.upper() for c in choices], n=1, cutoff=0.5)
    match = next((c for c in choices if close and c.upper() == close[0]), None)
    return f"did you mean {match}?" if match else "known are " + ", ".join(choices)
