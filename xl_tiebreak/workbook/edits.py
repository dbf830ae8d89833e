"""What is to be written, apart from how: one `Edit` a cell, the same for every writer."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Edit", "number_format", "shows"]


@dataclass(frozen=True, slots=True)
class Edit:
    """A value for one cell; ``row`` and ``column`` count from 0.

    ``value``: a number, a text (never a formula, whatever it begins with), or None for an empty cell. ``decimals`` must
    be seen: a number format that hides them is replaced. ``like`` is the cell whose look this one takes if it has none
    of its own. A ``title`` stands over a new column: it wraps, and its column becomes wide enough for it.
    """

    row: int
    column: int
    value: float | int | str | None
    decimals: int = 0
    like: tuple[int, int] | None = None
    title: bool = False


def shows(format_code: str, decimals: int) -> bool:
    """Does a number format show as many decimals? ``General`` shows what there is; texts, dates and shares do not
    show numbers as they are."""
    if format_code.casefold() in ("general", "standard"):
        return True
    section = re.sub(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]', "", format_code.split(";")[0])
    match = re.fullmatch(r"[#0?, ]*[#0?](?:\.([#0?]+))?\s*", section)
    return match is not None and len(match[1] or "") >= decimals


def number_format(decimals: int) -> str:
    """A number format that shows so many decimals, and never fewer than there are."""
    return f"0.{'0' * decimals}" if decimals else "General"
