"""What contradicts itself in a table, in words: each slip once, at the cell to look at first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from ..errors import Problem, shorten
from ..model import Fault, Rounds
from .attempts import Place, named_by
from .points import suspects
from .reading import Table
from .references import LONGEST_NUMBER, Reference

__all__ = ["Way", "clashing_colours", "describe_faults", "describe_strangers"]


class Way(Protocol):
    """A way to read a table, whatever it is written in: what opponents refer to, the rounds that gives, and the cells
    with an opponent who is not in the table."""

    @property
    def reference(self) -> Reference: ...

    @property
    def rounds(self) -> Rounds: ...

    @property
    def strangers(self) -> Mapping[Place, str]: ...


def describe_strangers(table: Table, way: Way) -> list[Problem]:
    """Opponents who are not in the table, each with all the cells that name him."""
    known = sorted(way.reference.numbers)
    named: defaultdict[str, list[Place]] = defaultdict(list)
    for place, opponent in way.strangers.items():
        named[opponent].append(place)
    problems = []
    for opponent, places in named.items():
        if way.reference.label == "row":
            lacks = f"the table has {len(known)} players"
        elif len(opponent) < LONGEST_NUMBER and known[0] <= int(opponent) <= known[-1]:
            lacks = f"no player has the number {opponent}"
        else:
            lacks = f"the numbers go from {known[0]} to {known[-1]}"
        hint = "correct the number" if len(places) == 1 else f"add the row of player {opponent} or correct the numbers"
        cells = tuple(table.name(*place) for place in places)
        why = f"names opponent {shorten(opponent)}, but {lacks}"
        problems.append(Problem("no-such-opponent", cells, table.text(*places[0]), why, hint))
    return problems


def describe_faults(table: Table, way: Way, faults: Sequence[Fault]) -> list[Problem]:
    """Contradictions between rows in words. Of two cells that contradict each other, the one whose row does not add up
    to its printed points is named first."""
    problems = []
    numbers = list(map(str, way.reference.numbers))
    doubtful = suspects(table, way.rounds)
    one_sided: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for fault in faults:
        if fault.code == "one-sided" and fault.partner is not None:
            one_sided[fault.round][fault.player] = fault.partner
    for fault in faults:
        if fault.code == "self":
            problems.append(_against_himself(table, numbers, fault, one_sided[fault.round]))
        elif fault.code == "contradiction" and fault.partner is not None:
            pair = [(fault.player, fault.round), (fault.partner, fault.round)]
            pair.sort(key=lambda place: place[0] not in doubtful)
            problems.append(_contradiction(table, pair[0], pair[1], numbers[pair[1][0]]))
    for round_, named in one_sided.items():
        problems.extend(_describe_one_sided(table, numbers, round_, named))
    return problems


def _against_himself(table: Table, numbers: Sequence[str], fault: Fault, one_sided: dict[int, int]) -> Problem:
    """A player who names himself. Whoever names him in vain is his opponent; those cells are no slips of their own."""
    here = fault.player, fault.round
    callers = [player for player, partner in one_sided.items() if partner == fault.player]
    for caller in callers:
        del one_sided[caller]
    cells = (table.name(*here), *(table.name(caller, fault.round) for caller in callers))
    hint = "write the number of the opponent"
    if callers:
        hint += ", probably " + " or ".join(numbers[caller] for caller in callers)
    why = f"is a game of number {numbers[fault.player]} against himself"
    return Problem("self", cells, table.text(*here), why, hint)


def _contradiction(table: Table, here: Place, there: Place, opponent: str) -> Problem:
    why = f"contradicts '{shorten(table.text(*there))}', the cell of opponent {opponent}"
    hint = "one game needs two results that fit: 1 and 0, ½ and ½, + and -, or none in both"
    return Problem("contradiction", (table.name(*here), table.name(*there)), table.text(*here), why, hint)


def _describe_one_sided(
    table: Table, numbers: Sequence[str], round_: int, named: Mapping[int, int]
) -> Iterator[Problem]:
    """Cells of one round that name an opponent who does not name them back (player → opponent).

    One wrong number leaves two such cells: the wrong one, and that of the true opponent, who names a player who names
    somebody else. The cell in which most of them meet is the one to look at first.
    """
    left, callers_of = dict(named), named_by(named.items())
    seen = Counter([*left, *left.values()])
    for player in sorted(left, key=lambda p: (-seen[p], p)):
        partner = left.pop(player, None)
        if partner is None:
            continue
        here, there = (player, round_), (partner, round_)
        callers = [p for p in callers_of.get(player, ()) if p in left]
        said = f"says '{shorten(table.text(*there))}'" if table.text(*there) else "is empty"
        why = f"names opponent {numbers[partner]}, whose own cell {said}"
        hint = "correct one of the two"
        cells = [table.name(*here), table.name(*there)]
        if len(callers) == 1:
            caller = callers[0]
            del left[caller]
            why += f", while {numbers[caller]} names {numbers[player]} as opponent"
            hint = f"probably the opponent here is {numbers[caller]}"
            cells.append(table.name(caller, round_))
        yield Problem("one-sided", tuple(cells), table.text(*here), why, hint)


def clashing_colours(table: Table, faults: Sequence[Fault]) -> list[Problem]:
    """A warning for every game both players of which have the same colour."""
    problems = []
    for player, round_, partner in ((f.player, f.round, f.partner) for f in faults if f.code == "colour"):
        cells = table.name(player, round_), table.name(partner or 0, round_)
        why = f"has the same colour as '{table.text(partner or 0, round_)}', the cell of the opponent"
        hint = "only tie-breaks that count colours are affected"
        problems.append(Problem("colour", cells, table.text(player, round_), why, hint, "warning"))
    return problems
