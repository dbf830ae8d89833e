"""Which letter stands for White: decided once for a table, from all its letters.

``w`` is White in English, German and Dutch and ``n`` Black in French and Spanish, but ``b`` is Black in English and
White in many other languages; only the letters beside it tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["BLACK", "WHITE", "WHITE_B", "colours_of"]

WHITE = frozenset("wvh")
"""white, Weiß, wit; világos, vit, valkoinen; hvid, at home"""
BLACK = frozenset("znapmčjsc")
"""zwart; noir, negras, nero; away; pretas; must(a), melns; černý; juodi; schwarz, siyah, sötét, svart; czarne"""
WHITE_B = frozenset("npmčj")
"""Letters of Black in languages whose White is ``b``: blanc, blancas, brancas, bílý, balts, baltas."""


def colours_of(letters: Iterable[str]) -> Mapping[str, str] | None:
    """Letter → w or b for all letters of a table; None where they do not tell, as ``b`` alone or beside ``s`` or ``c``
    (Turkish and Polish, or a slip)."""
    used = set(letters) - {""}
    known = dict.fromkeys(used & WHITE, "w") | dict.fromkeys(used & BLACK, "b")
    doubtful = used - known.keys()
    if used & WHITE:
        return known | dict.fromkeys(doubtful, "b")
    if doubtful == {"b"} and used & WHITE_B:
        return known | {"b": "w"}
    return None if doubtful else known
