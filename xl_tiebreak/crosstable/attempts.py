"""Ways to understand a table with one column a round: a notation, a reference and a scale; what speaks against each.

Everything is done a column at a time: a thousand players with nine rounds are nine columns, and looking at every cell
by itself costs several times as much.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from operator import itemgetter

from ..model import Fault, Kind, Outcome, Rounds, System
from .colours import colours_of
from .grid import is_blank, text_of
from .lines import round_cells
from .marks import Column, Reader, Token, marks_in
from .notations import Notation
from .points import printed_points
from .programs import NOTATIONS
from .reading import Table
from .references import STRANGER, Index, Reference, references
from .scoring import ORDINARY, Evidence, Scale, best_scale

__all__ = [
    "Attempt",
    "Cells",
    "Place",
    "again",
    "attempts",
    "everybody_meets_everybody",
    "evidence_in",
    "named_by",
    "rescaled",
    "without",
]

Place = tuple[int, int]
"""(player, round), both counted from 0"""

_ENOUGH, _WORTH = 20, 0.5
"""So many cells decide whether a notation is worth a try: so many of them say something in it."""


@dataclass(frozen=True, eq=False)
class Cells:
    """The marks of a table in one notation, a column for every round."""

    reader: Reader
    rounds: Sequence[Column]

    @property
    def notation(self) -> Notation:
        """The notation they are read in."""
        return self.reader.notation

    @cached_property
    def colours(self) -> Mapping[str, str] | None:
        """Letter → colour; None where the letters of the table do not tell."""
        return colours_of(token.colour for token in self.reader.tokens)

    @cached_property
    def unreadable(self) -> list[Place]:
        """The cells that say nothing in this notation."""
        return sorted((p, r) for r, column in enumerate(self.rounds) for p in column.unreadable)

    def __eq__(self, other: object) -> bool:
        """Do all cells say the same in both notations?"""
        same = isinstance(other, Cells) and self.reader.tokens == other.reader.tokens
        return same and self.rounds == other.rounds  # type: ignore[attr-defined]

    def places_of(self, tokens: set[int]) -> list[Place]:
        """The cells with one of some tokens."""
        columns = enumerate(self.rounds if tokens else ())
        return sorted((p, r) for r, column in columns for p, token in enumerate(column.tokens) if token in tokens)


@dataclass(frozen=True)
class Attempt:
    """A table read in one way. ``strangers`` are cells whose opponent the reference does not know, ``unreadable`` those
    that say nothing, or nothing on this scale; ``faults`` are contradictions between the other cells."""

    cells: Cells
    reference: Reference
    scale: Scale
    system: System
    rounds: Rounds
    strangers: Mapping[Place, str]
    unreadable: Sequence[Place]
    faults: Sequence[Fault]

    @property
    def wrong(self) -> int:
        """How much speaks against it."""
        return len(self.strangers) + len(self.unreadable) + len(self.faults)

    @property
    def badness(self) -> tuple[int, int]:
        """How badly a notation fits: a cell that says nothing is worse than one that contradicts another, which hides
        behind it."""
        return len(self.unreadable), self.wrong

    @property
    def unpaired(self) -> int:
        """How much speaks against it, whatever the results are worth."""
        return len(self.strangers) + sum(fault.code != "contradiction" for fault in self.faults)

    @cached_property
    def callers(self) -> Sequence[Mapping[int, Sequence[int]]]:
        """For every round: player → those who name him as their opponent."""
        return [named_by(enumerate(opponents)) for opponents in self.rounds.opponents]


def named_by(named: Iterable[tuple[int, int | None]]) -> Mapping[int, Sequence[int]]:
    """Player → those who name him."""
    callers: defaultdict[int, list[int]] = defaultdict(list)
    for player, opponent in named:
        if opponent is not None:
            callers[opponent].append(player)
    return callers


def attempts(table: Table, system: System | None) -> list[Attempt]:
    """The ways to read a table in the notation that fits it best, the best reference first.

    The first notation and reference with which the table is sound are the only ones where headings name the reference.
    """
    best: list[Attempt] = []
    tried: list[Cells] = []
    for cells in _readings(table):
        if best and len(cells.unreadable) > len(best[0].unreadable):
            break
        if cells in tried:
            continue
        tried.append(cells)
        ways = _ways(table, cells, system)
        if not best or ways[0].badness < best[0].badness:
            best = ways
        if not best[0].wrong:
            break
    return best


def _readings(table: Table) -> Iterator[Cells]:
    """The table in every notation in which half of its cells say something; in the likeliest where there is none.

    First comes each in which all of them do, then the others, those with the fewest unreadable cells before. One that
    takes several cells a round, all of them filled, is the only one.
    """
    chances, others = [], []
    for notation in NOTATIONS:
        cells = round_cells(table, notation)
        if cells is None:
            continue
        chances.append((_chance(notation, cells), notation, cells))
        if chances[-1][0] >= _WORTH:
            read = _read(notation, cells)
            if notation.parted:  # alone, the first cells would be games without results
                yield read
                return
            if read.unreadable:
                others.append(read)
            else:
                yield read
    yield from sorted(others, key=lambda cells: len(cells.unreadable))
    chance, notation, cells = max(chances, key=itemgetter(0))
    if chance < _WORTH:
        yield _read(notation, cells)


def _read(notation: Notation, cells: Sequence[Sequence[object]]) -> Cells:
    reader = Reader(notation)
    return Cells(reader, reader.columns(cells))


def _chance(notation: Notation, rounds: Sequence[Sequence[object]]) -> float:
    """The share of some filled cells that a notation can read."""
    filled, read = list(_some(rounds)), marks_in(notation)
    said = sum(mark[0] is not None for mark, _ in map(read, filled))
    return said / len(filled) if filled else 1.0


def _some(rounds: Sequence[Sequence[object]]) -> Iterator[str]:
    """The texts of some filled cells at the top of the first round, the last one and one between them."""
    chosen = sorted({0, len(rounds) // 2, len(rounds) - 1})
    values = (rounds[r][p] for p in range(len(rounds[0])) for r in chosen)
    filled = (value for value in values if value != 0 and not is_blank(value))
    return islice((value if type(value) is str else text_of(value) for value in filled), _ENOUGH)


def _ways(table: Table, cells: Cells, system: System | None) -> list[Attempt]:
    """An attempt with each reference, the best first; only one where the headed reference is sound."""
    ways: list[Attempt] = []
    for reference in references(table):
        ways.append(_attempt(cells, reference, ORDINARY, system))
        if not ways[0].wrong and table.heading_rows:
            return ways
    ways.sort(key=lambda way: (way.unpaired, way.wrong))
    contradictions = ways[0].wrong - ways[0].unpaired - len(cells.unreadable)
    if contradictions and 4 * ways[0].unpaired <= sum(len(os) - os.count(None) for os in ways[0].rounds.opponents):
        scale = best_scale(evidence_in(ways[0], printed_points(table)))
        other = ways[0] if scale == ORDINARY else rescaled(ways[0], scale)
        if other.wrong < ways[0].wrong:
            ways = [other, *(rescaled(way, scale) for way in ways[1:])]
    return sorted(ways, key=lambda way: way.wrong)


def rescaled(way: Attempt, scale: Scale) -> Attempt:
    """The same reading on another scale."""
    return _attempt(way.cells, way.reference, scale, way.system)


def without(way: Attempt, places: set[Place]) -> Attempt:
    """The same reading, without what speaks against it in some cells."""
    strangers = {place: written for place, written in way.strangers.items() if place not in places}
    faults = [f for f in way.faults if not places & {(f.player, f.round), (f.partner, f.round)}]
    return replace(way, strangers=strangers, faults=faults)


def again(way: Attempt, cells: Cells, system: System | None) -> Attempt:
    """The same reading of other cells."""
    return _attempt(cells, way.reference, way.scale, system)


def _attempt(cells: Cells, reference: Reference, scale: Scale, system: System | None) -> Attempt:
    """One way to read a table; ``system`` None is seen from who meets whom."""
    tokens = cells.reader.tokens
    index = Index(reference.numbers)
    opponents = [list(map(index.__getitem__, column.opponents)) for column in cells.rounds]
    codes = [column.tokens for column in cells.rounds]
    strangers = _strangers(cells, opponents) if index.strangers else {}
    if strangers:
        codes = [[0 if (p, r) in strangers else t for p, t in enumerate(column)] for r, column in enumerate(codes)]
    seen: System = system or ("rr" if everybody_meets_everybody(opponents) else "swiss")
    absent = Kind.REST if seen == "rr" else Kind.ZERO_POINT_BYE
    worth = scale.worth(tokens)
    off_scale = {i for i, token in enumerate(tokens) if token.kind is not None and worth[i] is None}
    unreadable = [*cells.unreadable, *cells.places_of(off_scale)]
    rounds = Rounds(opponents, codes, _outcomes(tokens, worth, absent, cells.colours or {}), scale.counted)
    lost = {*unreadable, *strangers}
    faults = [f for f in rounds.faults if f.code != "colour" and not lost & {(f.player, f.round), (f.partner, f.round)}]
    return Attempt(cells, reference, scale, seen, rounds, strangers, unreadable, faults)


def _outcomes(
    tokens: Sequence[Token], worth: Sequence[float | None], absent: Kind, colours: Mapping[str, str]
) -> list[Outcome]:
    """What a round was with each token. One that is not readable or not on the scale counts as an absence, so that the
    rest of the table can be proved; ``absent`` is the kind of a round without a pairing."""
    absence, away = Outcome(absent, "", 0.0), Kind.ZERO_POINT_BYE
    return [
        absence
        if points is None or token.kind is None or token.kind is away
        else Outcome(token.kind, colours.get(token.colour, ""), points)
        for token, points in zip(tokens, worth)
    ]


def _strangers(cells: Cells, opponents: Sequence[list[int | None]]) -> dict[Place, str]:
    """The cells that name somebody who is not in the table; they name nobody afterwards."""
    found = {}
    for r, column in enumerate(opponents):
        for p, opponent in enumerate(column):
            if opponent == STRANGER:
                found[p, r] = cells.rounds[r].opponents[p]
                column[p] = None
    return found


def everybody_meets_everybody(opponents: Sequence[Sequence[int | None]]) -> bool:
    """Is everybody scheduled against everybody equally often? Forfeits and open games count as scheduled."""
    count = len(opponents[0]) if opponents else 0
    if not 2 <= count <= len(opponents) + 1:
        return False
    paired = sum(count - column.count(None) for column in opponents)
    if not paired or paired % (count * (count - 1)):
        return False
    times = {paired // (count * (count - 1))}
    for met in zip(*opponents):
        games = Counter(met)
        del games[None]
        if len(games) != count - 1 or set(games.values()) != times:
            return False
    return True


def evidence_in(way: Attempt, printed: Sequence[float | None]) -> Evidence:
    """What a reading and the printed points say about the scale."""
    meetings: Counter[tuple[int, int]] = Counter()
    for opponents, codes in zip(way.rounds.opponents, way.rounds.codes):
        pairs = ((p, o) for p, o in enumerate(opponents) if o is not None and p < o and opponents[o] == p)
        meetings.update((codes[p], codes[o]) for p, o in pairs)
    return Evidence(way.cells.reader.tokens, meetings, [Counter(row) for row in zip(*way.rounds.codes)], printed)
