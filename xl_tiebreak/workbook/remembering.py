"""What is made of a small part of a file, made once: the files of an archive have many parts that are the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

__all__ = ["SMALL", "remembering"]

_REMEMBERED, SMALL = 64, 2**14
"""How many parts are remembered, and how many bytes these have at most."""

_T = TypeVar("_T")


def remembering(work: Callable[..., _T]) -> Callable[..., _T]:
    """A function of bytes, and of what else can be a key, that remembers what it makes of a few of them."""
    known = lru_cache(_REMEMBERED)(work)

    @wraps(work)
    def remembered(data: bytes, *more: str | int) -> _T:
        return (known if len(data) <= SMALL else work)(data, *more)

    return remembered
