"""What a printed column is said to be: the tie-breaks it fits, or comes nearest to, and who differs."""

from __future__ import annotations

from dataclasses import dataclass

from .crosstable.grid import decimal_of, text_of
from .editions import EDITIONS, OPTIONS, Rules
from .tiebreaks import heading, parse_item

__all__ = ["Difference", "Fit", "Printed", "order", "printed_number"]

_MOST_CELLS = 5
"""So many cells are named in a line."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A player whose printed value is not ours: position in the table, cell, what is printed, what we compute."""

    player: int
    cell: str
    printed: float
    computed: float | None


@dataclass(frozen=True, slots=True)
class Fit:
    """A code that gives every printed value under these rules (editions, an option after a colon) but those that
    ``differ``; ``but`` are the editions that know it and do not."""

    code: str
    rules: tuple[str, ...]
    but: tuple[str, ...]
    differ: tuple[Difference, ...] = ()

    @property
    def cells(self) -> list[str]:
        """The cells that differ."""
        return [difference.cell for difference in self.differ]

    def instead(self, other: Fit) -> str:
        """Whom the other one contradicts and this one does not, in words; empty where these are the same."""
        cells = [cell for cell in other.cells if cell not in self.cells]
        told = ", ".join(cells) if len(cells) <= _MOST_CELLS else f"{len(cells)} others"
        return f", where {told} differ{'s' * (len(cells) == 1)} instead" if cells else ""

    def __str__(self) -> str:
        rules = " or ".join(map(_titled, self.rules))
        if len(self.rules) > 1 and len(self.but) < len(self.rules):
            rules = "any rules" + (f" but {' and '.join(map(_titled, self.but))}" if self.but else "")
        return f"{_named(self.code)}, {rules}"


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed column (``place``: where) and what it is.

    ``fits`` are all codes that give every value of it; where there are none, all that come equally near, one for every
    set of players that differ, the first of them under ``nearest``: the edition asked for, where it is among them.
    ``under`` are these rules with the user's options.
    """

    column: int
    place: str
    heading: str
    of: int
    under: Rules
    nearest: str = ""
    fits: tuple[Fit, ...] = ()

    @property
    def code(self) -> str | None:
        """The code that fits or is nearest, None where nothing comes near."""
        return self.fits[0].code if self.fits else None

    @property
    def rules(self) -> tuple[str, ...]:
        """Every edition under which the code gives all values; none where the column only comes near."""
        return () if not self.fits or self.differ else self.fits[0].rules

    @property
    def differ(self) -> tuple[Difference, ...]:
        return self.fits[0].differ if self.fits else ()

    @property
    def agree(self) -> int:
        return self.of - len(self.differ) if self.fits else 0

    def __str__(self) -> str:
        """``column P, TB1 = Buchholz Cut 1 (BH-C1), FIDE 2009: 103 of 103``."""
        name = f"{self.place}, {self.heading}" if self.heading else self.place
        if not self.fits:
            return f"{name}: no tie-break known here gives these values"
        first, *others = self.fits
        found = f"{first}: {self.agree} of {self.of}"
        if not first.differ:
            return f"{name} = {found}" + "".join(f"; also {fit}" for fit in others)
        return f"{name}: nearest is {found}" + "".join(f"; as near is {fit}{first.instead(fit)}" for fit in others)


def printed_number(value: object) -> float | None:
    """The number printed in a cell, negative ones too; None where there is none."""
    if isinstance(value, str) and (text := text_of(value)).startswith("-"):
        number = decimal_of(text.removeprefix("-"))
        return None if number is None else -number
    return decimal_of(value)


def order(name: str) -> tuple[int, str]:
    """Editions in their own order, each before its options."""
    edition, _, option = name.partition(":")
    return list(EDITIONS).index(edition), option


def _titled(name: str) -> str:
    """``FIDE 2009``, with the option and its meaning."""
    edition, _, option = name.partition(":")
    return EDITIONS[edition].title + (f" with {option} ({OPTIONS[option]})" if option else "")


def _named(code: str) -> str:
    """``Buchholz Cut 1 (BH-C1)``, ``Berger, forfeits counted as games (SB-P)``."""
    title = heading(parse_item(code), Rules(EDITIONS["fide2026"]), "en", named=False)
    return f"{title.replace(' -P', ', forfeits counted as games')} ({code})"
