"""Cells that stand in the wrong place: numbers exchanged, two cells exchanged, a round shifted by a row.

One such slip makes a dozen contradictions; here it is recognised by where the cells would fit, and told once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby
from operator import attrgetter

from ..errors import Problem
from ..model import Fault
from .attempts import Attempt, Place
from .grid import text_of
from .points import suspects
from .reading import Table

__all__ = ["exchanged_numbers", "moved_cells", "wrong_numbers"]

Opponents = Sequence[int | None]

_FEWEST = 3
"""So many cells at least must fit one row up or down before a round counts as shifted."""


def wrong_numbers(table: Table, way: Attempt) -> tuple[list[Problem], set[Place]]:
    """Players whose own number is the slip, and the cells that this explains: whoever they name, names a number that
    nobody has."""
    column = way.reference.column
    problems: list[Problem] = []
    explained: set[Place] = set()
    callers: dict[str, set[Place]] = {}
    for place, written in way.strangers.items():
        callers.setdefault(written, set()).add(place)
    for written, places in callers.items():
        named = Counter(p for q, r in places for p in way.callers[r].get(q, ()))
        alone = [p for p, count in named.items() if count == len(places)]
        if column is None or len(places) < 2 or len(alone) != 1:
            continue
        (player,) = alone
        cell, text = table.cell(player, column), text_of(table.cells[column][player])
        why = f"{'is' if text else 'the number is'} probably {written}: whoever the player names, names that number"
        problems.append(Problem("number", (cell,), text, why, "correct the number"))
        explained |= places | {(player, r) for _, r in places}
    return problems, explained


def exchanged_numbers(table: Table, way: Attempt) -> Problem | None:
    """Two players whose numbers stand in each other's place: whoever one of them names, names the other."""
    column = way.reference.column
    players = sorted({f.player for f in way.faults if f.code == "one-sided"})
    if column is None or len(players) > 60:
        return None
    found = [pair for pair in combinations(players, 2) if _are_exchanged(way.rounds.opponents, *pair)]
    if len(found) != 1:
        return None
    one, other = (table.cell(p, column) for p in found[0])
    first, second = (way.reference.numbers[p] for p in found[0])
    why = f"and {second} look exchanged: whoever one of the two players names, names the other"
    return Problem("exchanged-numbers", (one, other), str(first), why, "exchange the two numbers")


def _are_exchanged(rounds: Sequence[Opponents], one: int, other: int) -> bool:
    """In two rounds at least, and in all but one at most, those whom each of two players names name the other one."""
    named = [
        (p, q, opponents, opponent)
        for opponents in rounds
        for p, q in ((one, other), (other, one))
        if (opponent := opponents[p]) is not None and opponent not in (one, other)
    ]
    fitting = [p for p, q, opponents, opponent in named if opponents[opponent] == q]
    return fitting.count(one) > 1 and fitting.count(other) > 1 and len(fitting) >= len(named) - 1


def moved_cells(table: Table, way: Attempt, faults: list[Fault]) -> tuple[list[Problem], list[Fault]]:
    """The cells that stand in the wrong place, and the faults that they do not explain."""
    problems: list[Problem] = []
    broken = sorted({fault.round for fault in faults if fault.code != "contradiction"})
    if len(broken) > max(1, len(way.rounds.codes) // 3):  # no slip of the hand; `exchanged_numbers` looks for another
        return problems, faults
    for r in broken:
        problem = _shifted(table, way.rounds.opponents[r], r)
        if problem:
            problems.append(problem)
            faults = [fault for fault in faults if fault.round != r]
    at: defaultdict[Place, set[Fault]] = defaultdict(set)
    for fault in faults:
        for player in (fault.player, fault.partner):
            if player is not None:
                at[player, fault.round].add(fault)
    explained: set[Fault] = set()
    for places, instead in _exchanged(way, faults, suspects(table, way.rounds)):
        touched = set().union(*(at[place] for place in (*places, *instead)))
        if touched - explained:
            problems.append(_exchange(table, places, instead))
        explained |= touched
    return problems, [fault for fault in faults if fault not in explained]


def _exchange(table: Table, places: Sequence[Place], instead: Sequence[Place]) -> Problem:
    cells = [table.name(*place) for place in (*places, *instead)]
    why = f"and '{table.text(*places[1])}' look exchanged: each fits in the place of the other"
    hint = "exchange the two cells" + (f", or {cells[2]} and {cells[3]} instead" if instead else "")
    return Problem("exchanged-cells", tuple(cells), table.text(*places[0]), why, hint)


def _shifted(table: Table, opponents: Opponents, r: int) -> Problem | None:
    """The round whose cells, all or from some row on, fit one row up or down. The cells at both ends that tell nothing,
    such as byes, belong to them."""
    step = max((1, -1), key=lambda step: len(_displaced(opponents, step)[0]))
    moved, fixed = _displaced(opponents, step)
    if len(moved) < _FEWEST:
        return None
    first, last = moved[0], moved[-1]
    if 2 * len([p for p in fixed if first <= p <= last]) > len(moved) or last - first > 2 * len(moved):
        return None
    while first and first - 1 not in fixed and table.text(first - 1, r):
        first -= 1
    while last + 1 < len(opponents) and last + 1 not in fixed and table.text(last + 1, r):
        last += 1
    where, back = ("low", "up") if step > 0 else ("high", "down")
    why = f"round {r + 1} is shifted: from here on the cells stand one row too {where}"
    hint = f"move them {back} by one row"
    return Problem("shifted-round", (table.name(first, r), table.name(last, r)), "", why, hint)


def _displaced(opponents: Opponents, step: int) -> tuple[list[int], list[int]]:
    """The players whose cell belongs to the player ``step`` rows above, and those whose cell is their own, as far as
    the cells of their opponents tell."""
    count = len(opponents)

    def names(player: int, at: int) -> bool:
        return 0 <= at < count and opponents[at] == player

    moved, fixed = [], []
    for p, o in enumerate(opponents):
        if o is None:
            continue
        if names(p, o) or names(p, o + step):
            fixed.append(p)
        elif names(p - step, o + step) or names(p - step, o):
            moved.append(p)
    return moved, fixed


def _exchanged(
    way: Attempt, faults: Sequence[Fault], doubtful: set[int]
) -> Iterator[tuple[Sequence[Place], Sequence[Place]]]:
    """Pairs of cells that would fit in each other's place, and a pair that may have been exchanged instead.

    Two cells of a round: each names somebody who names the player of the other. The cells of these two may be the
    exchanged ones as well; those of players whose points do not add up come first. Two cells of a player: in each of
    the two rounds he is named by the opponent of the other.
    """
    one_sided = [fault for fault in faults if fault.code == "one-sided"]
    for p, r in ((fault.player, fault.round) for fault in one_sided):
        opponents = way.rounds.opponents[r]
        met = opponents[p]
        owner = None if met is None else opponents[met]
        theirs = None if owner is None else opponents[owner]
        if met is not None and owner is not None and theirs is not None and owner > p and opponents[theirs] == p:
            pairs = [((p, r), (owner, r)), ((met, r), (theirs, r))]
            yield tuple(sorted(pairs, key=lambda pair: -len({p for p, _ in pair} & doubtful)))  # type: ignore[misc]
    for p, faults_of_player in groupby(sorted(one_sided, key=attrgetter("player")), key=attrgetter("player")):
        for one, other in combinations([fault.round for fault in faults_of_player], 2):
            here, there = way.rounds.opponents[one], way.rounds.opponents[other]
            met, theirs = here[p], there[p]
            if met is not None and theirs is not None and met != theirs and there[met] == p == here[theirs]:
                yield ((p, one), (p, other)), ()
