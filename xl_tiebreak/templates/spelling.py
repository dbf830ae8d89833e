"""One spelling for what people type: formulas that make ``8б1/2`` and ``8 w =`` the same text, ``8w½``."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["LETTERS", "SAME", "in_one_spelling"]

SAME = (
    *((dash, "-") for dash in "–—−"),
    *((half, "½") for half in ("1/2", "0.5", "0,5", "=")),
)
"""Spellings of dashes and halves."""
LETTERS = (
    *((letter, "w") for letter in "бБ"),  # not every program makes Cyrillic letters small
    *((letter, "b") for letter in "чЧ"),
    *((wild, "!") for wild in "?*~"),  # they would stand for any text when an opponent is looked up
    *((f" {letter}", letter) for letter in "wb"),
    *((f"{letter} ", letter) for letter in "wb"),
)
"""Spellings of the colour letter, with or without blanks around it."""


def in_one_spelling(cell: str, same: Sequence[tuple[str, str]]) -> str:
    """The formula for a cell's text, lower-case, with every spelling replaced in turn."""
    text = f'TRIM(SUBSTITUTE(LOWER({cell}),"\u00a0"," "))'
    for old, new in same:
        text = f'SUBSTITUTE({text},"{old}","{new}")'
    return text
