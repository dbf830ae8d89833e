"""What is asked for: a `Design` is one workbook as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from ..editions import EDITIONS, Edition, parse_rules
from ..errors import RequestError
from ..model import System
from ..tiebreaks import DEFAULT_CHAINS, heading, parse_item
from . import matrix, swiss
from .blocks import Value
from .texts import Texts
from .texts_en import EN
from .texts_ru import RU

__all__ = ["RULES", "STANDINGS_HEADING", "TEXTS", "Design", "Style", "quoted", "require"]

Style = Literal["formulas", "functions"]

TEXTS: Mapping[str, Texts] = MappingProxyType({"ru": RU, "en": EN})
"""Language → its words."""

RULES: tuple[Edition, ...] = tuple(EDITIONS[id_] for id_ in EN.rules)
"""The rules for unplayed rounds that ordinary formulas follow; the first one is the default."""

STANDINGS_HEADING = 11
"""The heading row of the standings sheet, counted from 0; above it stand title, rule and legend."""

_SIZES = {"swiss": (("players", 2, 300), ("rounds", 1, 15)), "rr": (("players", 3, 30), ("cycles", 1, 2))}
_SYSTEMS = {"swiss": "Swiss", "rr": "round robin"}
_CODES = {"swiss": swiss.CODES, "rr": matrix.CODES}


@dataclass(frozen=True, slots=True)
class Design:
    """One workbook.

    ``across`` is the number of result columns: rounds, or players of a matrix. ``rows`` holds what is filled in: a
    tuple a player, number, name, results. ``sheet`` names the first sheet, ``title`` stands above the standings as the
    event's name; where they are empty the language has its words.
    """

    system: System
    players: int
    across: int
    cycles: int = 1
    language: str = "en"
    style: Style = "formulas"
    rows: tuple[tuple[Value, ...], ...] = ()
    sheet: str = ""
    title: str = ""

    @property
    def texts(self) -> Texts:
        """The words."""
        return TEXTS[self.language]

    @property
    def codes(self) -> tuple[str, ...]:
        """The tie-breaks of the table."""
        return _CODES[self.system]

    @property
    def rules(self) -> tuple[Edition, ...]:
        """The rules for unplayed rounds to choose from; under each of them a round robin has the same numbers."""
        return RULES

    @property
    def chain(self) -> tuple[str, ...]:
        """The tie-breaks chosen at first, after the points."""
        items = (item.strip() for item in DEFAULT_CHAINS[self.system].split(","))
        return tuple(item for item in items if item != "PTS")

    @property
    def start(self) -> Mapping[str, int]:
        """The single values of the working sheet that say what is chosen at first."""
        numbers = {f"item_{k}": self.codes.index(code) + 1 for k, code in enumerate(self.chain, start=1)}
        at = {code: k for k, code in enumerate(self.chain, start=1)}
        return {**numbers, "encounter_at": at.get("DE", 0), "cut_at": at.get("BH-CX", 0)}

    @property
    def tournament_sheet(self) -> str:
        """The name of the first sheet."""
        return self.sheet or self.texts.tournament

    def heading(self, code: str) -> str:
        """The heading of a tie-break, as `fill` knows it."""
        return heading(parse_item(code), parse_rules(), self.language, named=False)

    def rule_title(self, edition: Edition) -> str:
        """The name of a rule for unplayed rounds."""
        return edition.title_ru if self.language == "ru" else edition.title

    def cut(self, code: str) -> int:
        """How many terms a tie-break takes away. With no more rounds than that nothing is left to show."""
        modifiers = parse_item(code).modifiers
        return modifiers.cut + 2 * modifiers.median

    # Columns of the tournament sheet, counted from 0: number, name, results, points, place, tie-breaks, …

    @property
    def points_column(self) -> int:
        return 2 + self.across

    @property
    def place_column(self) -> int:
        return self.points_column + 1

    @property
    def decided_column(self) -> int:
        return self.place_column + 1 + len(self.codes)

    @property
    def check_column(self) -> int:
        return self.decided_column + 1

    @property
    def marks_column(self) -> int:
        """A hidden column: one mark a result, by which cells are coloured, and one for the number."""
        return self.check_column + 1


def quoted(sheet: str) -> str:
    """A sheet's name as formulas write it."""
    return sheet if sheet.isidentifier() else "'" + sheet.replace("'", "''") + "'"


def require(system: System, players: int, rounds: int, language: str, cycles: int, style: str) -> None:
    """RequestError that names what does not fit."""
    values = {"players": players, "rounds": rounds, "cycles": cycles}
    for what, least, most in _SIZES[system]:
        if not least <= values[what] <= most:
            raise RequestError(f"a {_SYSTEMS[system]} template has {least} to {most} {what}, not {values[what]}")
    for what, asked, known in (("language", language, TEXTS), ("style", style, ("formulas", "functions"))):
        if asked not in known:
            raise RequestError(f"there is no template in the {what} '{asked}'; known are {', '.join(known)}")
