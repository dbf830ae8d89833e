"""Terms first, then cuts, then the sum: the arithmetic that every additive tie-break shares.

A tie-break of this kind is a list of terms per player, one per round that counts. Cuts and medians take terms away
outside the rule, and an explanation prints the same list, so that a number can never differ from its explanation.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import mul
from typing import Literal

from .editions import Cut

__all__ = ["Terms", "Value", "cut_order", "floats", "removed", "total", "totals"]

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
    cuts = terms.cuts or [(low, high)] * len(players)
    absences = terms.voluntary if cut is not Cut.LOWEST else {}
    if terms.cuts is None and not low and not high:
        values = _sums(terms)
    elif terms.order is not None:
        return [total(terms, p, *cuts[p], cut) for p in players]
    elif terms.weights is None:
        values = [_cut_scores(terms.scores[p], absences.get(p, ()), *cuts[p]) for p in players]
    else:
        values = [_cut_products(terms, p, *cuts[p]) for p in players]
        for p in absences:
            values[p] = sum(terms.products(p)) - sum([terms.products(p)[i] for i in removed(terms, p, *cuts[p], cut)])
    if not terms.mean and terms.divisor == 1:
        return [*values]
    return [_finished(value, max(0, len(row) - sum(own)), terms) for value, row, own in zip(values, terms.scores, cuts)]


def _sums(terms: Terms) -> list[float]:
    """The sum of every player's products."""
    if terms.weights is None:
        return list(map(sum, terms.scores))
    return [sum(map(mul, row, weights)) for row, weights in zip(terms.scores, terms.weights)]


def cut_order(scores: Sequence[float], absences: Collection[int] = ()) -> list[float]:
    """Scores that weigh alike in the order in which cuts take them. The lowest of the ``absences``, positions of
    voluntary rounds, is never worth less than the lowest of all, so that these go first under every rule that prefers
    them."""
    if not absences:
        return sorted(scores)
    played = [score for i, score in enumerate(scores) if i not in absences]
    return sorted([scores[i] for i in absences]) + sorted(played)


def _cut_scores(scores: Sequence[float], absences: Collection[int], low: int, high: int) -> float:
    """What is left of scores that weigh alike."""
    left = cut_order(scores, absences)[low:]
    return sum(sorted(left)[: max(0, len(left) - high)] if high else left)


def _cut_products(terms: Terms, p: int, low: int, high: int) -> float:
    """What is left of the products of player ``p`` without the ``low`` lowest and the ``high`` highest scores."""
    row = terms.scores[p]
    assert terms.weights is not None
    products: list[float] = [product for _, product in sorted(zip(row, map(mul, row, terms.weights[p])))]
    return sum(products[low : max(low, len(products) - high)])


def _finished(value: float, count: int, terms: Terms) -> Value:
    """The sum as the rule wants it: divided exactly, or averaged over ``count`` terms (none: undefined)."""
    if terms.mean and not count:
        return None
    divisor = count if terms.mean else terms.divisor
    if divisor == 1 and terms.mean != "half-up":
        return value
    above, below = value.as_integer_ratio()
    over, under = divisor.as_integer_ratio()
    above, below = above * under, below * over
    if terms.mean == "half-up":
        return (2 * above + below) // (2 * below)
    exact = Fraction(above, below)
    return exact if exact.denominator & (exact.denominator - 1) else float(exact)
