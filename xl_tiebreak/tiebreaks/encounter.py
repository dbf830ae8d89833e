"""Tie-breaks that look at a tied group: direct encounter and iterative truncation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from ..editions import Meet
from ..terms import Value, removed
from ..unplayed import Ledger
from .opponents import buchholz, games_of_pairs
from .registry import Modifiers, Split, tiebreak

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


def mini_table(ledger: Ledger, group: Sequence[int]) -> tuple[dict[int, Fraction], dict[int, int]]:
    """Points of each member from the games inside the group, and how many members he has not met."""
    sums: dict[int, Fraction] = {}
    missing: dict[int, int] = {}
    for p in group:
        meetings = games_of_pairs(ledger, p)
        met = [_met(ledger, p, q, meetings[q]) for q in group if q in meetings]
        sums[p], missing[p] = sum(met, Fraction(0)), len(group) - 1 - len(met)
    return sums, missing


def _met(ledger: Ledger, p: int, q: int, rounds: list[int]) -> Fraction:
    points = ledger.tournament.points
    if ledger.rules.edition.meet is Meet.PLUS_MINUS:
        share = ledger.tournament.scoring.share
        return Fraction(sum(2 * share(points[p][r]) - 1 for r in rounds))
    return Fraction(sum(points[p][r] for r in rounds)) / len(rounds)


def _tiers(ledger: Ledger, group: list[int]) -> list[list[int]]:
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
    win = Fraction(ledger.tournament.scoring.win)
    rest, taken = list(group), []
    while leader := next(
        ([p] for p in rest if all(sums[p] > sums[q] + win * missing[q] for q in rest if q != p)), None
    ):
        taken.append(leader)
        rest.remove(leader[0])
        if not rest:
            break
    if not taken:
        return [group]
    return taken + (_tiers(ledger, rest) if rest else [])


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
    scores = buchholz(ledger, modifiers).scores
    vectors = {p: [sum(scores[p]), *truncations(ledger, p)] for p in group}
    longest = max(map(len, vectors.values()))
    padded = {p: vector + [0.0] * (longest - len(vector)) for p, vector in vectors.items()}
    ordered = sorted(set(map(tuple, padded.values())), reverse=True)
    classes = [[p for p in group if tuple(padded[p]) == vector] for vector in ordered]
    shown: dict[int, Value] = {
        p: next((value for cut, value in enumerate(padded[p]) if _apart(padded, p, cut)), None) for p in group
    }
    return Split(classes, shown)


def truncations(ledger: Ledger, p: int) -> list[float]:
    """Buchholz of player ``p`` with one, two, … terms taken away, until one term is left."""
    terms = buchholz(ledger, Modifiers())
    row = terms.scores[p]
    gone = removed(terms, p, len(row), 0, ledger.treatment.cut)
    return list(accumulate((row[i] for i in gone[:-1]), lambda left, least: left - least, initial=sum(row)))[1:]


def _apart(vectors: dict[int, list[float]], p: int, cut: int) -> bool:
    """Has nobody else the same values up to this cut?"""
    return not any(q != p and vector[: cut + 1] == vectors[p][: cut + 1] for q, vector in vectors.items())
