"""Terms first, then cuts, then the sum: the arithmetic that every additive tie-break shares.

A tie-break of this kind is a list of terms per player, one per round that counts. Cuts and medians take terms away
outside the rule, and an explanation prints the same list, so that a number can never differ from its explanation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import mul
from typing import Literal

from .editions import Cut

__all__ = ["Terms", "Value", "floats", "half_up", "removed", "total", "totals"]

Value = float | int | Fraction | None
"""A tie-break's value: exact, None where it is undefined (no opponent met, an unrated player)."""


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """One row of terms per player.

    ``scores[p][i]`` is whose-score of the i-th term, ``weights[p][i]`` what it is multiplied with (None: 1 throughout),
    ``rounds[p][i]`` its round. ``voluntary[p]`` are the positions of terms from voluntary unplayed rounds.
    ``order[p][i]`` ranks terms for a cut where that is not the score. ``cuts[p]`` is a player's own (low, high) cut.
    The value is the sum of the products divided by ``divisor``, or their mean.
    """

    scores: Sequence[Sequence[float]]
    rounds: Sequence[Sequence[int]]
    weights: Sequence[Sequence[float]] | None = None
    voluntary: Mapping[int, frozenset[int]] = field(default_factory=dict)
    order: Sequence[Sequence[float]] | None = None
    cuts: Sequence[tuple[int, int]] | None = None
    divisor: float = 1.0
    mean: Literal["", "exact", "half-up"] = ""

    def products(self, p: int) -> Sequence[float]:
        """What each term of player ``p`` adds before cuts and division."""
        return self.scores[p] if self.weights is None else list(map(mul, self.scores[p], self.weights[p]))


def half_up(value: Fraction) -> int:
    """Rounded to an integer, halves upwards, as regulations round ratings."""
    return int((value + Fraction(1, 2)) // 1)


def floats(values: Sequence[Value]) -> list[float]:
    """Values as terms of another tie-break; an undefined one, which none of them uses, is 0."""
    return [float(value or 0) for value in values]


def removed(terms: Terms, p: int, low: int, high: int, cut: Cut) -> list[int]:
    """Positions of the terms that a cut takes from player ``p``: ``low`` least significant ones first, one after the
    other, then ``high`` highest ones. Fewer terms than cuts: all of them."""
    scores, products = terms.scores[p], terms.products(p)
    rank = scores if terms.order is None else terms.order[p]
    left = sorted(range(len(scores)), key=lambda i: (rank[i], products[i]))
    absences: list[int] = []
    if cut is not Cut.LOWEST and p in terms.voluntary:
        absences = sorted(terms.voluntary[p], key=lambda i: (products[i], scores[i]))
    gone = []
    for _ in range(min(low, len(left))):
        pick = left[0]
        if absences and (cut is Cut.VOLUNTARY_FIRST or products[absences[0]] >= products[pick]):
            pick = absences.pop(0)
        elif pick in absences:
            absences.remove(pick)
        left.remove(pick)
        gone.append(pick)
    return gone + [left.pop() for _ in range(min(high, len(left)))]


def total(terms: Terms, p: int, low: int = 0, high: int = 0, cut: Cut = Cut.LOWEST) -> Value:
    """The value of player ``p`` after the cuts."""
    products = terms.products(p)
    gone = removed(terms, p, low, high, cut) if low or high else []
    return _finished(sum(products) - sum([products[i] for i in gone]), len(products) - len(gone), terms)


def totals(terms: Terms, low: int = 0, high: int = 0, cut: Cut = Cut.LOWEST) -> list[Value]:
    """The value of every player after the cuts; equal to `total` of each, at the speed of whole rows."""
    players = range(len(terms.scores))
    if terms.mean or (terms.order is not None and (low or high)):
        return [total(terms, p, low, high, cut) for p in players]
    if not low and not high and terms.cuts is None:
        values = _sums(terms)
    else:
        special = terms.voluntary if cut is not Cut.LOWEST else {}
        cuts = terms.cuts or [(low, high)] * len(players)
        values = [total(terms, p, *cuts[p], cut) if p in special else _plainly_cut(terms, p, *cuts[p]) for p in players]
    return values if terms.divisor == 1 else [_finished(value, 1, terms) for value in values]


def _sums(terms: Terms) -> list[Value]:
    """The sum of every player's products."""
    if terms.weights is None:
        return list(map(sum, terms.scores))
    return [sum(map(mul, row, weights)) for row, weights in zip(terms.scores, terms.weights)]


def _plainly_cut(terms: Terms, p: int, low: int, high: int) -> float:
    """What is left of the products of player ``p`` without the ``low`` lowest and the ``high`` highest scores."""
    row = terms.scores[p]
    products: list[float] = sorted(row)
    if terms.weights is not None:
        products = [product for _, product in sorted(zip(row, map(mul, row, terms.weights[p])))]
    return sum(products[low : max(low, len(products) - high)])


def _finished(value: Value, count: int, terms: Terms) -> Value:
    """The sum as the rule wants it: divided exactly, or averaged over ``count`` terms (none: undefined)."""
    if value is None or (terms.mean and not count):
        return None
    divisor = count if terms.mean else terms.divisor
    if divisor == 1:
        return value
    exact = Fraction(value) / Fraction(divisor)
    if terms.mean == "half-up":
        return half_up(exact)
    return exact if exact.denominator & (exact.denominator - 1) else float(exact)
