"""The registry: every tie-break once, with all that any surface needs to know of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from ..terms import Terms, Value
from ..unplayed import Ledger

__all__ = ["REGISTRY", "Item", "Modifiers", "Split", "Tiebreak", "tiebreak"]


@dataclass(frozen=True, slots=True)
class Modifiers:
    """What may follow a code: ``BH-C1``, ``SB-P``, ``KS-L+1``, ``ARO-U1400``; see `items` for the grammar."""

    cut: int = 0
    iterative: bool = False
    median: int = 0
    fore: bool = False
    forfeits_played: bool = False
    limit: int = 0
    unrated: int | None = None
    reversed: bool = False
    plain_cut: bool = False
    as_swiss: bool = False
    micro_matches: bool = False


class Split(NamedTuple):
    """A tied group taken apart: classes in order of place, and what to show for each member (None: blank)."""

    classes: list[list[int]]
    shown: dict[int, Value]


TermsRule = Callable[[Ledger, Modifiers], Terms]
ValueRule = Callable[[Ledger, Modifiers], Sequence[Value]]
GroupRule = Callable[[Ledger, Modifiers, Sequence[int]], Split]
_Rule = TypeVar("_Rule", TermsRule, ValueRule, GroupRule)


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """One registered tie-break.

    Exactly one of ``terms``, ``value`` and ``group`` is the rule: a list of terms per player, one value per player, or
    an order inside a tied group. ``modifiers`` are the letters it takes. ``family`` is the group of codes an edition
    must know. ``ascending``: smaller is better. ``about``: what the terms are, for the explanation: ``scores`` of
    opponents, ``koya`` points, or the player's ``own`` record. ``not_in_round_robin``: it separates nobody there.
    ``equal_on``: the group of a group rule is equal on these codes when nobody gives a chain.
    """

    code: str
    title: str
    title_ru: str
    heading: str
    heading_ru: str
    formula: str
    source: str
    doc: str
    family: str = "fide"
    modifiers: frozenset[str] = frozenset()
    ascending: bool = False
    needs_order: bool = False
    needs_colours: bool = False
    needs_ratings: bool = False
    not_in_round_robin: bool = False
    about: str = "own"
    equal_on: tuple[str, ...] = ("PTS",)
    terms: TermsRule | None = None
    value: ValueRule | None = None
    group: GroupRule | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a chain: a tie-break, its modifiers, and the edition it is asked under (None: the chain's)."""

    tiebreak: Tiebreak
    modifiers: Modifiers = field(default_factory=Modifiers)
    edition: str | None = None
    written: str = ""

    def __str__(self) -> str:
        return self.written


REGISTRY: dict[str, Tiebreak] = {}
"""Code → tie-break, in the order in which they are listed to people."""


def tiebreak(code: str, *, kind: str = "terms", modifiers: str = "", **facts: object) -> Callable[[_Rule], _Rule]:
    """Register the decorated function as the rule of ``code``; ``kind`` says which of the three kinds it is."""

    def register(rule: _Rule) -> _Rule:
        assert code not in REGISTRY, f"{code} is registered twice"
        doc = " ".join((rule.__doc__ or "").split())
        record = {**facts, kind: rule, "modifiers": frozenset(modifiers.split()), "doc": doc}
        REGISTRY[code] = Tiebreak(code=code, **record)  # type: ignore[arg-type]
        return rule

    return register
