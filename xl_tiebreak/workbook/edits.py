"""What is to be written, apart from how: one `Edit` a cell, the same for every writer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = ["Edit", "Renewal", "Style", "number_format", "suits"]


class Style(NamedTuple):
    """How cells shall look, mostly all of a column; ``like`` and ``format_like`` are columns of the same row, from 0.

    A number format that hides one of so many ``decimals`` is replaced, and so is one that shows any where the number is
    a ``whole`` one by its nature. A cell without a look of its own takes that of the cell in column ``like``, and the
    number format of the cell in column ``format_like``. A ``title`` stands over a column: it wraps, and its column
    becomes wide enough for it.
    """

    decimals: int = 0
    whole: bool = False
    like: int | None = None
    format_like: int | None = None
    title: bool = False


class Edit(NamedTuple):
    """A value for one cell; ``row`` and ``column`` count from 0.

    ``value``: a number, a text (never a formula, whatever it begins with), or None for an empty cell. ``formula``: None
    leaves a formula that is there and renews what it last gave; a text without ``=`` is a formula for a cell that has
    none, and ``value`` what it gives; "" lets the value replace a formula.
    """

    row: int
    column: int
    value: float | int | str | None
    style: Style = Style()
    formula: str | None = None


@dataclass(frozen=True, slots=True)
class Renewal:
    """What formulas give now: what is to be written, by sheet; how many formulas call our functions; which formulas
    were left as they were: the reason → their cells."""

    edits: Mapping[str, Sequence[Edit]] = field(default_factory=dict)
    calls: int = 0
    left: Mapping[str, Sequence[str]] = field(default_factory=dict)


def suits(format_code: str, style: Style) -> bool:
    """Does a number format show a value as it is? ``General`` does; formats of dates, shares and texts do not."""
    if format_code.casefold() == "general":
        return True
    section = re.sub(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]', "", format_code.split(";")[0])
    match = re.fullmatch(r"[#0?, ]*[#0?](?:\.([#0?]+))?\s*", section)
    if match is None:
        return False
    places = len(match[1] or "")
    return places == 0 if style.whole else places >= style.decimals


def number_format(style: Style) -> str:
    """A number format that suits, where the cell has none."""
    return f"0.{'0' * style.decimals}" if style.decimals else "General"
