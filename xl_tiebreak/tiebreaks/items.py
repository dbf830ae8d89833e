"""Chains of tie-breaks as people write them: ``PTS, BH, BH-C1@2024, KS-L+1``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ..editions import EDITIONS, Rules, find_edition
from ..errors import RequestError, nearest
from ..model import System
from .registry import REGISTRY, Item, Modifiers

__all__ = ["DEFAULT_CHAINS", "heading", "parse_chain", "parse_item", "require_known"]

DEFAULT_CHAINS: dict[System, str] = {"swiss": "PTS, BH, BH-CX, SB", "rr": "PTS, SB, WIN, DE"}
"""System → the chain used where nobody names one."""

_ALIASES = {"GE": "REP", "BH-F": "FB", "SOS-1": "SOS-C1", "SOS-2": "SOS-C2"}
"""Other spellings, some older than the code they stand for."""

_ITEM = re.compile(r"([A-Z]+)((?:@[A-Z0-9_]+)?(?:[-/#](?:L[+-]\d+|[A-Z]+\d*|\d+)(?:@[A-Z0-9_]+)?)*)")
_PART = re.compile(r"@([A-Z0-9_]+)|[-/#]?(L[+-]\d+|[A-Z]+\d*|\d+)")
_MODIFIERS: tuple[tuple[str, re.Pattern[str], str], ...] = (
    ("C", re.compile(r"C([1-9]\d?)"), "cut"),
    ("CX", re.compile(r"(CX)"), "iterative"),
    ("M", re.compile(r"M([1-9]\d?)"), "median"),
    ("MM", re.compile(r"(MM)"), "micro_matches"),
    ("P", re.compile(r"(P)"), "forfeits_played"),
    ("F", re.compile(r"(F)"), "fore"),
    ("L", re.compile(r"L([+-]\d{1,2})"), "limit"),
    ("U", re.compile(r"U(\d{3,4})"), "unrated"),
    ("R", re.compile(r"(R)"), "reversed"),
    ("N", re.compile(r"(N)"), "plain_cut"),
    ("S", re.compile(r"(S)"), "as_swiss"),
)
"""Letter in the registry, how it is written, and the field of `Modifiers` that it sets."""


@lru_cache(maxsize=1024)
def parse_item(text: str) -> Item:
    """One item, case-insensitive: ``BH``, ``bh/c1``, ``SB#C1``, ``BH@2009-C1``, ``KS-L-1``.

    RequestError names the nearest code where there is none, and the modifier where the code does not take it.
    """
    asked = re.sub(r"\s+", "", text).upper()
    for alias, code in _ALIASES.items():
        if asked == alias or asked.startswith((alias + "@", alias + "-", alias + "/", alias + "#")):
            asked = code + asked[len(alias) :]
    match = _ITEM.fullmatch(asked)
    if match is None or match[1] not in REGISTRY:
        raise RequestError(f"unknown tie-break '{text.strip()}'; {_nearest(asked)}")
    code, edition = match[1], None
    chosen: dict[str, bool | int] = {}
    letters: list[str] = []
    for part in _PART.finditer(match[2]):
        if part[1]:
            edition = find_edition(part[1]).id
            continue
        letter, field, value = _modifier(part[2], text, code)
        if field in chosen:
            raise RequestError(f"'{text.strip()}' names the modifier {letter} twice")
        chosen[field] = value
        letters.append(letter)
    if chosen.pop("iterative", False):
        code = f"{code}-CX"
    if len({"C", "CX", "M"}.intersection(letters)) > 1:
        raise RequestError(f"'{text.strip()}' asks for two kinds of cut; write one of them")
    tiebreak = REGISTRY[code]
    item = Item(tiebreak, Modifiers(**chosen), edition)  # type: ignore[arg-type]
    return replace(item, written=written(item))


def _modifier(part: str, text: str, code: str) -> tuple[str, str, bool | int]:
    """(letter, field, value) of one modifier of ``code``; RequestError where the code does not take it."""
    taken = REGISTRY[code].modifiers
    for letter, pattern, field in _MODIFIERS:
        match = pattern.fullmatch(part)
        if match and letter in taken:
            return letter, field, int(match[1]) if match[1].lstrip("+-").isdigit() else True
    allowed = ", ".join(f"{code}-{_EXAMPLES[letter]}" for letter, _, _ in _MODIFIERS if letter in taken)
    known = f"it takes {allowed}" if allowed else "it takes none"
    raise RequestError(f"'{text.strip()}': {code} has no modifier '{part}'; {known}")


_EXAMPLES = {letter: letter for letter, _, _ in _MODIFIERS} | {"C": "C1", "M": "M1", "L": "L+1", "U": "U1400"}


def written(item: Item) -> str:
    """The written form: code, edition, modifiers."""
    code, *cx = item.tiebreak.code.split("-")
    edition = ""
    if item.edition:
        year = find_edition(item.edition).year
        edition = f"@{year or item.edition}"
    parts = [
        letter + (f"{value:+d}" if letter == "L" else "" if value is True else str(value))
        for letter, _, field in _MODIFIERS
        if (value := getattr(item.modifiers, field))
    ]
    return "-".join([code + edition, *cx, *parts])


def _nearest(asked: str) -> str:
    """The nearest item, separators set aside: BHX comes nearest to BH-CX."""
    known = {re.sub(r"\W", "", name): name for name in (*REGISTRY, *(f"{code}-C1" for code in ("BH", "SB", "PS")))}
    hint = nearest(re.sub(r"\W", "", asked), known)
    for plain, name in known.items():
        hint = hint.replace(f"mean {plain}?", f"mean {name}?")
    return hint


def parse_chain(asked: object, rules: Rules, system: System) -> tuple[Item, ...]:
    """The items of a chain, PTS first whether written or not.

    ``asked`` is a text with commas, a sequence of texts, or nothing for the default of the system. RequestError where
    an item is unknown, named twice, or not known to the edition it is asked under.
    """
    if asked is None or asked == "":
        asked = DEFAULT_CHAINS[system]
    texts: Sequence[object] = re.split(r"[,;]", asked) if isinstance(asked, str) else asked  # type: ignore[assignment]
    items = [parse_item(str(text)) for text in texts if str(text).strip()]
    if not items or items[0].tiebreak.code != "PTS":
        items.insert(0, parse_item("PTS"))
    for item in items:
        require_known(item, rules)
    names = [item.written for item in items if item.tiebreak.group is None]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise RequestError(f"the chain names {twice} twice")
    return tuple(items)


def require_known(item: Item, rules: Rules) -> None:
    """RequestError where the edition does not know the code, naming one that does."""
    edition = find_edition(item.edition) if item.edition else rules.edition
    family = "fore" if item.modifiers.fore else item.tiebreak.family
    if family not in edition.families:
        home = next(e for e in reversed(list(EDITIONS.values())) if family in e.families)
        suggestion = f"{item.tiebreak.code}@{home.year or home.id}"
        raise RequestError(f"{edition.id} does not know {item.written}; write {suggestion} or choose other rules")


_CUT_HEADINGS = {
    "en": ("{} Cut {}", "{} Median {}"),
    "ru": ("Ус. {}-{}", "Усредн. {}-{}"),
}


def heading(item: Item, rules: Rules, language: str, *, named: bool = True) -> str:
    """The heading of a column, ``Buchholz Cut 1 (FIDE 2024)`` or ``Ус. Бухгольц-1 (ФИДЕ 1998)``; ``named`` False leaves
    the rules out."""
    russian = language == "ru"
    m = item.modifiers
    text = item.tiebreak.heading_ru if russian else item.tiebreak.heading
    cut, median = _CUT_HEADINGS[language]
    if m.cut:
        text = cut.format(text, m.cut)
    if m.median:
        text = median.format(text, m.median)
    rest = item.written.split("-")[1:]
    text += "".join(f" -{part}" for part in rest if not re.fullmatch(r"CX|[CM]\d+", part))
    if not named:
        return text
    edition = find_edition(item.edition) if item.edition else rules.edition
    return f"{text} ({edition.title_ru if russian else edition.title})"
