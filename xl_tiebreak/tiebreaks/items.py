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

_ALIASES = {"GE": "REP", "SOS-1": "SOS-C1", "SOS-2": "SOS-C2"}
"""Other spellings, some older than the code they stand for."""

_ITEM = re.compile(r"([A-Z]+)((?:@[A-Z0-9_]+)?(?:-(?:L[+-]\d+|[A-Z]+\d*|\d+)(?:@[A-Z0-9_]+)?)*)")
_PART = re.compile(r"@([A-Z0-9_]+)|-(L[+-]\d+|[A-Z]+\d*|\d+)")
_MODIFIERS: tuple[tuple[str, re.Pattern[str], str], ...] = (
    ("C", re.compile(r"C([1-9]\d?)"), "cut"),
    ("CX", re.compile(r"(CX)"), "iterative"),
    ("M", re.compile(r"M([1-9]\d?)"), "median"),
    ("MM", re.compile(r"(MM)"), "micro_matches"),
    ("P", re.compile(r"(P)"), "forfeits_played"),
    ("F", re.compile(r"(F)"), "fore"),
    ("L", re.compile(r"L([+-][1-9]\d?)"), "limit"),
    ("U", re.compile(r"U(\d{3,4})"), "unrated"),
    ("R", re.compile(r"(R)"), "reversed"),
    ("N", re.compile(r"(N)"), "plain_cut"),
    ("S", re.compile(r"(S)"), "as_swiss"),
)
"""Letter in the registry, how it is written, and the field of `Modifiers` that it sets."""


@lru_cache(maxsize=1024)
def parse_item(text: str) -> Item:
    """One item, case-insensitive: ``BH``, ``bh/c1``, ``SB#C1``, ``BH@2009-C1``, ``KS-L-1``, ``BH-C1/V2024``.

    RequestError names the nearest code where there is none, the modifier where the code does not take it, and what
    contradicts itself.
    """
    asked = re.sub(r"[/#]", "-", re.sub(r"\s+", "", text).upper())
    for alias, code in _ALIASES.items():
        if asked == alias or asked.startswith((alias + "@", alias + "-")):
            asked = code + asked[len(alias) :]
    match = _ITEM.fullmatch(asked)
    if match is None or match[1] not in REGISTRY:
        raise RequestError(f"unknown tie-break '{text.strip()}'; {_nearest(asked)}")
    try:
        item = _assembled(match[1], [(part[1], part[2]) for part in _PART.finditer(match[2])])
    except RequestError as error:
        raise RequestError(f"'{text.strip()}': {error}") from None
    return replace(item, written=written(item))


def _assembled(code: str, parts: Sequence[tuple[str | None, str]]) -> Item:
    """The item of a code, its editions and its modifiers; RequestError says what does not fit."""
    editions: list[str] = []
    chosen: dict[str, bool | int] = {}
    letters: set[str] = set()
    for name, part in parts:
        if name or re.fullmatch(r"V\d*", part):
            editions.append(find_edition(name).id if name else _version(part, code))
            continue
        letter, field, value = _modifier(part, code)
        if letter in letters:
            raise RequestError(f"names the modifier {letter} twice")
        letters.add(letter)
        chosen[field] = value
    if len(editions) > 1:
        raise RequestError("names two editions; write one of them")
    if len(letters & {"C", "CX", "M"}) > 1:
        raise RequestError("asks for two kinds of cut; write one of them")
    if "N" in letters and not letters & {"C", "CX", "M"}:
        raise RequestError(f"N says how a cut is made, and there is none; write {code}-C1-N")
    if chosen.pop("iterative", False):
        code = f"{code}-CX"
    elif code == "BH" and chosen.pop("fore", False):
        code = "FB"
    edition = editions[0] if editions else None
    return Item(REGISTRY[code], Modifiers(**chosen), edition)  # type: ignore[arg-type]  # fields as in _MODIFIERS


def _version(part: str, code: str) -> str:
    """The edition that ``V2024`` or ``V2026`` names. Other programs once wrote a bare V for a plain cut."""
    if part not in ("V2024", "V2026"):
        raise RequestError(f"V has meant two things; write {code}@2024 for an edition, {code}-C1-N for a plain cut")
    return find_edition(part[1:]).id


def _modifier(part: str, code: str) -> tuple[str, str, bool | int]:
    """(letter, field, value) of one modifier of ``code``; RequestError where the code does not take it."""
    taken = REGISTRY[code].modifiers
    for letter, pattern, field in _MODIFIERS:
        match = pattern.fullmatch(part)
        if match and letter in taken:
            return letter, field, int(match[1]) if match[1].lstrip("+-").isdigit() else True
    allowed = ", ".join(f"{code}-{_EXAMPLES[letter]}" for letter, _, _ in _MODIFIERS if letter in taken)
    known = f"it takes {allowed}" if allowed else "it takes none"
    raise RequestError(f"{code} has no modifier '{part}'; {known}")


_EXAMPLES = {letter: letter for letter, _, _ in _MODIFIERS} | {"C": "C1", "M": "M1", "L": "L+1", "U": "U1400"}


def written(item: Item) -> str:
    """The written form: code, edition, modifiers."""
    code, *cx = item.tiebreak.code.split("-")
    edition = ""
    if item.edition:
        year = find_edition(item.edition).year
        edition = f"@{year or item.edition}"
    return "-".join([code + edition, *cx, *_parts(item).values()])


def _parts(item: Item) -> dict[str, str]:
    """Letter of a modifier → how it is written, in the order of writing."""
    return {
        letter: letter + (f"{value:+d}" if letter == "L" else "" if value is True else str(value))
        for letter, _, field in _MODIFIERS
        if (value := getattr(item.modifiers, field))
    }


def _nearest(asked: str) -> str:
    """The nearest item, separators set aside: BHX comes nearest to BH-CX."""
    names = (*REGISTRY, *(f"{code}-C1" for code, rule in REGISTRY.items() if "C" in rule.modifiers))
    plain = {re.sub(r"\W", "", name): name for name in names}
    hint = nearest(re.sub(r"\W", "", asked), plain)
    return re.sub(r"[A-Z]{3,}\d?", lambda match: plain.get(match[0], match[0]), hint)


def parse_chain(asked: object, rules: Rules, system: System) -> tuple[Item, ...]:
    """The items of a chain, PTS first whether written or not.

    ``asked`` is a text with commas, a sequence of texts, or nothing for the default of the system. RequestError where
    an item is unknown, named twice, or not known to the edition it is asked under.
    """
    if asked is None or asked == "":
        asked = DEFAULT_CHAINS[system]
    texts: Sequence[object] = re.split(r"[,;]", asked) if isinstance(asked, str) else asked  # type: ignore[assignment]
    items = [parse_item(str(text)) for text in texts if str(text).strip()]
    if any(item.tiebreak.code == "PTS" for item in items[1:]):
        raise RequestError("PTS always comes first; write it there, or leave it out")
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
        suggestion = written(replace(item, edition=home.id))
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
    text += "".join(f" -{part}" for letter, part in _parts(item).items() if letter not in ("C", "M"))
    if not named:
        return text
    edition = find_edition(item.edition) if item.edition else rules.edition
    return f"{text} ({edition.title_ru if russian else edition.title})"
