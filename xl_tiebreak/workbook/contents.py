"""What a cell of a sheet part holds, read from its XML and written as XML.

A text is written into the cell itself and not into the workbook's table of texts, which so stays as it is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple
from xml.sax.saxutils import escape

from .splice import Element, local

__all__ = ["Content", "decoded", "held", "plain_text", "wanted", "written"]

_LONGEST_TEXT = 32_767
_REMEMBERED = 1_024
_ERRORS = frozenset({"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#SPILL!", "#CALC!"})
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_UNWRITABLE = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
"""What XML cannot hold, the line end that it would change, and what looks like an escape."""


class Content(NamedTuple):
    """The type of a cell in the words of the file ("n", "str", "b", "e"; "" for an empty cell) and its value."""

    kind: str
    value: float | str = ""


def held(kind: str, text: str | None, shared_text: Callable[[int], str]) -> Content:
    """What a cell with a type ("" for none) and the text of a ``v`` element, if there is one, holds; texts of the
    workbook's table of texts are asked for by number."""
    match kind:
        case "str":
            return Content("") if text is None else Content("str", decoded(text))
        case _ if not text:
            return Content("")
        case "" | "n":
            return Content("n", float(text))
        case "s":
            return Content("str", shared_text(int(text)))
        case _:
            return Content(kind, text)


@lru_cache(_REMEMBERED, typed=True)
def wanted(value: float | str | None, *, calculated: bool) -> Content:
    """``value`` as what a cell holds, by itself or as what its formula gave; ValueError where no cell can hold it, as
    the end of a sentence that begins with the value."""
    match value:
        case bool():
            return Content("b", str(int(value)))
        case int() | float():
            if not math.isfinite(value):
                raise ValueError("is no number that a cell can hold")
            return Content("n", float(value))
        case str():
            if len(value) > _LONGEST_TEXT:
                raise ValueError(f"has {len(value):,} characters, a cell holds {_LONGEST_TEXT:,}")
            return Content("e" if calculated and value in _ERRORS else "str", value)
        case None:
            return Content("")
    raise TypeError(f"a cell cannot hold {type(value).__name__}")


@lru_cache(_REMEMBERED)
def written(content: Content, prefix: bytes, calculated: bool) -> tuple[bytes, bytes]:
    """The type of the cell as an attribute, and the element that holds the content; ``prefix`` is that of the sheet."""
    kind, value = content
    if not kind:
        return b"", b""
    if isinstance(value, float):
        return b"", b"<%sv>%s</%sv>" % (prefix, _digits(value).encode(), prefix)
    text = escape(_encoded(value)).encode()
    if kind != "str" or calculated:
        return b' t="%s"' % kind.encode(), b"<%sv>%s</%sv>" % (prefix, text, prefix)
    space = b' xml:space="preserve"' if value != value.strip() else b""
    return b' t="inlineStr"', b"<%sis><%st%s>%s</%st></%sis>" % (prefix, prefix, space, text, prefix, prefix)


def plain_text(element: Element) -> str:
    """The text of an ``is`` or ``si`` element, whatever its fonts; phonetic hints do not count."""
    runs = [element, *(run for run in element if local(run) == "r")]
    texts = [text for run in runs for text in run if local(text) == "t"]
    return decoded("".join(text.text or "" for text in texts))


def decoded(text: str) -> str:
    """A text whose escapes stand for characters again."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def _encoded(text: str) -> str:
    """A text with ``_x000D_`` in the place of each character that XML cannot hold (ECMA-376 part 1, 22.9.2.19)."""
    return _UNWRITABLE.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def _digits(number: float) -> str:
    """A number as Excel writes it: 46 and not 46.0."""
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)
