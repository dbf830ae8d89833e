"""Tie-breaks that look at a tied group: direct encounter and iterative truncation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, groupby, pairwise
from operator import sub

from ..editions import Cut, Meet
from ..terms import Value, cut_order
from ..unplayed import Ledger
from .opponents import games_of_pairs
from .registry import Modifiers, Split, tiebreak

Exact = float | Fraction

__all__ = ["direct_encounter", "iterative_truncation", "mini_table"]


@tiebreak(
    "DE",
    kind="group",
    title="Direct encounter",
    title_ru="Личная встреча",
    heading="Direct encounter",
    heading_ru="Личная встреча",
    formula="points from the games among the tied players",
    source="C.07 article 6",
    modifiers="P S",
)
def direct_encounter(ledger: Ledger, modifiers: Modifiers, group: Sequence[int]) -> Split:
    """The games of the tied players among themselves. Players who met several times count with the average. Where some
    did not meet in a Swiss, a player is placed only if nobody could overtake him had they met; US Chess counts plus or
    minus whatever the number of games. What is left is treated again by itself. Shown is the order inside the group,
    equal where nothing was decided."""
    classes = _tiers(ledger, list(group))
    shown: dict[int, Value] = {}
    for tied in classes:
        shown.update(dict.fromkeys(tied, len(shown) + 1))
    return Split(classes, shown)


def mini_table(ledger: Ledger, group: Sequence[int]) -> tuple[dict[int, Exact], dict[int, int]]:
    """Points of each member from the games inside the group, and how many members he has not met."""
    members = frozenset(group)
    plus_minus = ledger.rules.edition.meet is Meet.PLUS_MINUS
    worths = ledger.tournament.outcomes() if plus_minus else ledger.tournament.points
    sums: dict[int, Exact] = {}
    missing: dict[int, int] = {}
    for p in group:
        meetings = games_of_pairs(ledger, p, members).values()
        once: Exact = sum(worths[p][rounds[0]] for rounds in meetings if len(rounds) == 1)
        if plus_minus:
            once = sum(2 * worths[p][r] - 1 for rounds in meetings for r in rounds)
        elif len(meetings) < sum(map(len, meetings)):
            often = [rounds for rounds in meetings if len(rounds) > 1]
            once = Fraction(once) + sum(Fraction(sum(worths[p][r] for r in rounds)) / len(rounds) for rounds in often)
        sums[p], missing[p] = once, len(group) - 1 - len(meetings)
    return sums, missing


def _tiers(ledger: Ledger, group: list[int]) -> list[list[int]]:
    """The group in classes, best first. Only who leads the mini-table can be out of everybody's reach."""
    if len(group) < 2:
        return [group]
    sums, missing = mini_table(ledger, group)
    by_sums = ledger.system == "rr" or ledger.rules.edition.meet is Meet.PLUS_MINUS
    if by_sums or not any(missing.values()):
        values = sorted(set(sums.values()), reverse=True)
        if len(values) == 1:
            return [group]
        classes = [[p for p in group if sums[p] == value] for value in values]
        return [tier for tied in classes for tier in _tiers(ledger, tied)]
    win: Exact = ledger.tournament.scoring.win
    if Fraction in set(map(type, sums.values())):  # else sums of floats are exact, and much faster
        win = Fraction(win)
    reach = {p: sums[p] + win * missing[p] for p in group}
    taken: list[list[int]] = []
    rest = sorted(group, key=lambda p: sums[p], reverse=True)
    while rest and all(sums[rest[0]] > reach[q] for q in rest[1:]):
        taken.append([rest.pop(0)])
    rest = [p for p in group if p in rest]
    return taken + (_tiers(ledger, rest) if taken and rest else [rest] if rest else [])


@tiebreak(
    "BH-CX",
    kind="group",
    title="Iterative truncation of Buchholz",
    title_ru="Последовательно усечённый Бухгольц",
    heading="Truncated while tied",
    heading_ru="Посл. усечение",
    formula="BH-C1, BH-C2, … until somebody is apart",
    source="Russian documents on Berger and Buchholz, truncated Buchholz",
    modifiers="P F N S",
    equal_on=("PTS", "BH"),
    not_in_round_robin=True,
)
def iterative_truncation(ledger: Ledger, modifiers: Modifiers, group: Sequence[int]) -> Split:
    """Among players equal on points and on Buchholz, the least term of each is taken away until somebody stands apart,
    and so on among those still equal. Shown is what remained at the cut that set a player apart. In a chain without
    Buchholz the full value comes before the first cut."""
    scores = ledger.elements.scores
    vectors = {p: [sum(scores[p]), *truncations(ledger, p)] for p in group}
    longest = max(map(len, vectors.values()))
    padded = {p: vector + [0.0] * (longest - len(vector)) for p, vector in vectors.items()}
    ordered = sorted(group, key=padded.__getitem__, reverse=True)
    classes = [list(tied) for _, tied in groupby(ordered, key=padded.__getitem__)]
    common = [0, *(_common(padded[p], padded[q]) for p, q in pairwise(ordered)), 0]
    shown: dict[int, Value] = {}
    for i, p in enumerate(ordered):  # of all others the neighbours agree with him longest
        apart = max(common[i : i + 2])
        shown[p] = padded[p][apart] if apart < longest else None
    return Split(classes, shown)


def truncations(ledger: Ledger, p: int) -> list[float]:
    """Buchholz of player ``p`` with one, two, … terms taken away, until one term is left."""
    terms = ledger.elements
    absences = () if ledger.treatment.cut is Cut.LOWEST else terms.voluntary.get(p, ())
    order = cut_order(terms.scores[p], absences)
    return list(accumulate(order[:-1], sub, initial=sum(order)))[1:]


def _common(one: Sequence[float], other: Sequence[float]) -> int:
    """How many values two vectors begin with in common."""
    return next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), len(one))
