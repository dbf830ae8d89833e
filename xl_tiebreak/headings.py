"""Headings of tie-break columns, read: «Усеч. коэф. Бухгольца» → ``BH-C1``.

`tiebreaks.heading` writes them and names the rules the numbers follow. Read is any heading that people put over such a
column: a code, a name of the registry, or the words below, with or without the rules behind it in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from .editions import EDITIONS, Edition
from .errors import RequestError
from .tiebreaks import REGISTRY, Item, parse_item
from .wording import words

__all__ = ["Heading", "is_place", "place_heading", "read_heading"]

_PLACES = frozenset({"м", "место", "мест", "мес", "place", "pl", "rk", "rank", "rg", "pos", "position"})

_WORDS: Mapping[str, str] = MappingProxyType(
    {
        word: meaning
        for meaning, words in {
            "BH": "бухгольц бухгольца бухг бух бх кб buchholz bucholz buchh buch buchholzwertung",
            "SB": "бергер бергера берг бер зонненборн зонненборна berger sonneborn sobe sb",
            "SH": "шмульян шмульяна shmulyan schmuljan",
            "KS": "койя койа koya",
            "PS": "прогрессивный прогресс прогр progressive progr",
            "C": "ус усеч усечен усеченный усечение худшего cut truncated trunc streichwert streichresultat",
            "M": "усредн усредненный средн средний ср мед медианный median med",
            "": "коэф коэффициент к кф система системы показатель без tiebreak system wertung mit einem",
        }.items()
        for word in words.split()
    }
)
"""A word of a heading → the code or the modifier it stands for; words that say nothing stand for an empty text."""

_OTHERS = frozenset({"PTS", "RTNG", "STD", "TPN"})
"""Codes whose headings stand over other columns: points, ratings (Std is a list of ratings too), starting numbers."""


class Heading(NamedTuple):
    """What a column is meant for, and the id of the edition that its heading names (None: none)."""

    item: Item
    under: str | None


def place_heading(language: str, edition: Edition) -> str:
    """The heading of a column of places under these rules, in one of the languages "ru" and "en"."""
    chosen = words(language)
    return f"{chosen.place} ({chosen.edition(edition)})"


def read_heading(text: object) -> Heading | None:
    """What a heading says its column holds; None where it is no tie-break, or not clear which."""
    bare, under = _without_rules(text)
    match = re.fullmatch(r"(.*?)((?: -[A-Z0-9+-]+)*)", bare)
    assert match is not None  # both parts may be empty
    code = _named(match[1]) or _coded(match[1]) or _spelled(match[1])
    if code is None:
        return None
    try:
        item = parse_item(code + match[2].replace(" ", ""))
    except RequestError:
        return None
    return None if item.tiebreak.code in _OTHERS else Heading(item, under)


def is_place(text: object, asked: str) -> bool:
    """Does this heading stand over places, under the edition of this id or under none in particular?"""
    bare, under = _without_rules(text)
    return under in (None, asked) and _plain(bare) in _PLACES


def _without_rules(text: object) -> tuple[str, str | None]:
    """A heading in two: what stands before the rules, and the id of the edition it names in brackets at its end."""
    whole = " ".join(str(text or "").split())
    match = re.fullmatch(r"(.*\S)\s*\(([^()]+)\)", whole)
    under = _titles().get(_plain(match[2])) if match else None
    return (match[1], under) if match and under else (whole, None)


def _plain(text: str) -> str:
    """A heading as it is compared: small letters, ``е`` for ``ё``, nothing but letters and digits."""
    return " ".join(re.findall(r"\w+", text.casefold().replace("ё", "е").replace("_", " ")))


@cache
def _titles() -> Mapping[str, str]:
    """Every name of an edition → its id."""
    return {
        _plain(name): edition.id
        for edition in EDITIONS.values()
        for name in (edition.title, edition.title_ru, edition.id, str(edition.year or edition.id))
    }


@cache
def _names() -> Mapping[str, str]:
    """Every name in the registry → its code; of two codes of one name, the one listed first."""
    return {
        _plain(name): code
        for code, tiebreak in reversed(REGISTRY.items())
        for name in (tiebreak.title, tiebreak.title_ru, tiebreak.heading, tiebreak.heading_ru)
    }


def _named(text: str) -> str | None:
    return _names().get(_plain(text))


def _coded(text: str) -> str | None:
    """A code in capital letters, as other programs write it: ``BH-C1``, ``BH C1``."""
    capitals = re.fullmatch(r"[A-Z]{2,}[A-Z0-9@+/# -]*", text)
    return text.replace(" ", "-") if capitals else None


def _spelled(text: str) -> str | None:
    """One tie-break in words, perhaps truncated or averaged: «Усеч. коэф. Бухгольца-2», ``Median Buchholz``."""
    meanings, numbers = set(), []
    for word in _plain(text).split():
        if word.isdigit():
            numbers.append(int(word))
        elif word in _WORDS:
            meanings.add(_WORDS[word])
        else:
            return None
    codes, modifiers = meanings & REGISTRY.keys(), meanings & {"C", "M"}
    if len(codes) != 1 or len(modifiers) > 1 or len(numbers) > len(modifiers):
        return None
    return "-".join([*codes, *(f"{letter}{(numbers or [1])[0]}" for letter in modifiers)])
