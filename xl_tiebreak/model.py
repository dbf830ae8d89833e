"""The tournament: what happened in every round of every player, held in columns, proved when it is made.

A column is a list with one row per player and one entry per round. A column costs a quarter of what a record per cell
costs; `Tournament.round` and `Tournament.player` give records to whoever wants to look at one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from typing import Literal, NamedTuple, TypeVar

from .errors import TiebreakError

__all__ = [
    "FACTS",
    "PLAYED",
    "PROVED",
    "RESULTS",
    "Facts",
    "Fault",
    "Kind",
    "Outcome",
    "Player",
    "Round",
    "Rounds",
    "Scoring",
    "System",
    "Tournament",
    "UnsoundError",
]

System = Literal["swiss", "rr"]


class Kind(IntEnum):
    """What a round was for one player."""

    PLAYED = 0
    FORFEIT_WIN = 1
    FORFEIT_LOSS = 2
    PAIRING_ALLOCATED_BYE = 3
    FULL_POINT_BYE = 4
    HALF_POINT_BYE = 5
    ZERO_POINT_BYE = 6
    REST = 7
    PENDING = 8

    __hash__ = int.__hash__  # an Enum hashes its name, in Python: too slow for a key that is looked up once per cell


PLAYED = Kind.PLAYED
"""For loops over cells: to ask an Enum for a member takes longer than to compare it."""


class Facts(NamedTuple):
    """What holds for every round of a kind."""

    paired: bool
    """there is a scheduled opponent"""
    over_the_board: bool
    """the game was played"""
    requested: bool
    """a bye the player asked for or took by being absent"""
    voluntary: bool
    """a voluntary unplayed round: requested bye or own forfeit loss (C.07 article 16)"""


FACTS: dict[Kind, Facts] = {
    Kind.PLAYED: Facts(paired=True, over_the_board=True, requested=False, voluntary=False),
    Kind.FORFEIT_WIN: Facts(paired=True, over_the_board=False, requested=False, voluntary=False),
    Kind.FORFEIT_LOSS: Facts(paired=True, over_the_board=False, requested=False, voluntary=True),
    Kind.PAIRING_ALLOCATED_BYE: Facts(paired=False, over_the_board=False, requested=False, voluntary=False),
    Kind.FULL_POINT_BYE: Facts(paired=False, over_the_board=False, requested=False, voluntary=False),
    Kind.HALF_POINT_BYE: Facts(paired=False, over_the_board=False, requested=True, voluntary=True),
    Kind.ZERO_POINT_BYE: Facts(paired=False, over_the_board=False, requested=True, voluntary=True),
    Kind.REST: Facts(paired=False, over_the_board=False, requested=False, voluntary=False),
    Kind.PENDING: Facts(paired=True, over_the_board=False, requested=False, voluntary=False),
}
"""Kind → its facts. REST is the free round of an odd round robin; PENDING a pairing without a result yet."""


RESULTS = frozenset(kind for kind, facts in FACTS.items() if facts.paired) - {Kind.PENDING}
"""Kinds of a pairing that has its result: a game or a forfeit."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points for a win, a draw and a loss; ``extra`` are further pairs of results a game may end with.

    Every score is a multiple of 1/64, so that sums are exact. On 3-1½-1-0 a drawn game is decided by an extra one: the
    pair (1½, 1) stands in ``extra`` and both count as a draw.
    """

    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0
    extra: tuple[tuple[float, float], ...] = ()

    def pairs(self) -> set[tuple[float, float]]:
        """Every pair of points in which a game over the board can end."""
        both_ways = {pair for a, b in self.extra for pair in ((a, b), (b, a))}
        return {(self.win, self.loss), (self.draw, self.draw), (self.loss, self.win)} | both_ways

    def share(self, points: float) -> float:
        """The outcome of a game as 1, ½ or 0, whatever the scale."""
        return 1.0 if points >= self.win else 0.0 if points <= self.loss else 0.5


class Round(NamedTuple):
    """One player's round. ``opponent`` is a position in the table, or None; ``colour`` is w, b or empty."""

    kind: Kind
    opponent: int | None
    colour: str
    points: float


class Player(NamedTuple):
    """Who stands in a row: number and name as the table writes them, rating where it gives one."""

    number: str
    name: str
    rating: int | None


class Outcome(NamedTuple):
    """What a round was for a player, whoever the opponent was."""

    kind: Kind
    colour: str
    points: float


class Fault(NamedTuple):
    """A place where the rounds contradict themselves: ``code`` self, one-sided, contradiction, inexact, or colour (both
    players of a game had the same one), which leaves the tournament sound."""

    code: str
    player: int
    round: int
    partner: int | None = None


Meeting = tuple[int, int]
"""The outcomes of two players who met, as positions."""


class UnsoundError(TiebreakError):
    """The columns are no tournament; ``faults`` name every place. Readers turn them into problems with cells."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        first = faults[0]
        super().__init__(f"{first.code} at player {first.player + 1}, round {first.round + 1}, {len(faults)} in all")


@dataclass(frozen=True, eq=False)
class Rounds:
    """The rounds of all players in columns, one for each round, and what speaks against them.

    A table has thousands of cells and a dozen different outcomes: ``codes`` are positions in ``outcomes``, so that
    everything is asked once for each outcome or pair of outcomes. ``opponents`` are positions of players, or None.
    """

    opponents: Sequence[Sequence[int | None]]
    codes: Sequence[Sequence[int]]
    outcomes: Sequence[Outcome]
    scoring: Scoring

    @classmethod
    def of_rows(
        cls,
        kinds: Sequence[Sequence[Kind]],
        opponents: Sequence[Sequence[int | None]],
        points: Sequence[Sequence[float]],
        scoring: Scoring,
    ) -> Rounds:
        """The same from one row a player; without colours."""
        known: dict[tuple[Kind, float], int] = {}
        codes = [
            [known.setdefault(pair, len(known)) for pair in zip(ks, ps)] for ks, ps in zip(zip(*kinds), zip(*points))
        ]
        return cls(list(zip(*opponents)), codes, [Outcome(kind, "", value) for kind, value in known], scoring)

    @cached_property
    def faults(self) -> list[Fault]:
        """Every place where a row contradicts another one or itself, in the order of rounds, then players.

        Columns as a whole say whether a round is sound; only a round that is not is looked at player by player.
        """
        found: list[Fault] = []
        rounds = list(map(self._meetings, self.opponents, self.codes))
        pairs = self.scoring.pairs()
        met = set[Meeting]().union(*(meetings for meetings, _ in rounds))
        verdicts = {meeting: self._verdict(*meeting, pairs) for meeting in met}
        wrong = {meeting for meeting, verdict in verdicts.items() if verdict}
        inexact = {code for code, outcome in enumerate(self.outcomes) if outcome.points * 64 % 1}
        for r, (meetings, mutual) in enumerate(rounds):
            if not mutual or not wrong.isdisjoint(meetings):
                found.extend(self._faults_of_round(r, verdicts))
            if inexact:
                found.extend(Fault("inexact", p, r) for p, code in enumerate(self.codes[r]) if code in inexact)
        return found

    @staticmethod
    def _meetings(opponents: Sequence[int | None], codes: Sequence[int]) -> tuple[set[Meeting], bool]:
        """The outcomes with which players met in a round, and whether everybody is named by the one he names."""
        firsts = [p for p, o in enumerate(opponents) if o is not None and p < o]
        seconds: list[int] = [opponents[p] for p in firsts]  # type: ignore[misc]  # nobody is None
        paired = len(opponents) - opponents.count(None)
        mutual = 2 * len(firsts) == paired and [opponents[o] for o in seconds] == firsts
        return {(codes[p], codes[o]) for p, o in zip(firsts, seconds)}, mutual

    def _verdict(self, one: int, other: int, pairs: Collection[tuple[float, float]]) -> str:
        """The code of the fault, if two players met with these outcomes; empty where they can have: a game ends in one
        of the pairs of points, forfeits bring whatever the event awards for them."""
        kind, colour, points = self.outcomes[one]
        other_kind, other_colour, other_points = self.outcomes[other]
        if kind is PLAYED and other_kind is PLAYED:
            legal = (points, other_points) in pairs
        else:
            legal = {kind, other_kind} in _UNPLAYED_MEETINGS
        if not legal:
            return "contradiction"
        return "colour" if colour and colour == other_colour else ""

    def _faults_of_round(self, r: int, verdicts: Mapping[Meeting, str]) -> Iterator[Fault]:
        opponents, codes = self.opponents[r], self.codes[r]
        for p, o in enumerate(opponents):
            if o is None:
                continue
            if o == p:
                yield Fault("self", p, r, o)
            elif opponents[o] != p:
                yield Fault("one-sided", p, r, o)
            elif p < o and (code := verdicts[codes[p], codes[o]]):
                yield Fault(code, p, r, o)


PROVED = Rounds((), (), (), Scoring())
"""The proof of a tournament that is made from a sound one by a change that keeps it sound."""

_UNPLAYED_MEETINGS = ({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS}, {Kind.FORFEIT_LOSS}, {Kind.PENDING})
"""How a pairing without a game can stand on both sides."""


@dataclass(frozen=True, slots=True, eq=False)
class Tournament:
    """A sound tournament of ``rounds`` rounds.

    ``kinds``, ``opponents``, ``colours`` and ``points`` have one row per player and one entry per round. ``points`` are
    those of the round, so that a score is always their sum. ``ordered`` is False where the table knows no order of
    rounds (a matrix). ``planned`` is the number of rounds announced, at least ``rounds``.
    """

    numbers: Sequence[str]
    names: Sequence[str]
    ratings: Sequence[int | None]
    kinds: Sequence[Sequence[Kind]]
    opponents: Sequence[Sequence[int | None]]
    colours: Sequence[Sequence[str]]
    points: Sequence[Sequence[float]]
    system: System = "swiss"
    scoring: Scoring = field(default_factory=Scoring)
    ordered: bool = True
    planned: int = 0
    proof: InitVar[Rounds | None] = None

    def __post_init__(self, proof: Rounds | None) -> None:
        columns = proof or Rounds.of_rows(self.kinds, self.opponents, self.points, self.scoring)
        faults = [fault for fault in columns.faults if fault.code != "colour"]
        if faults:
            raise UnsoundError(faults)

    @classmethod
    def of_rounds(
        cls,
        rounds: Rounds,
        *,
        numbers: Sequence[str],
        names: Sequence[str],
        ratings: Sequence[int | None],
        system: System,
        planned: int,
    ) -> Tournament:
        """The tournament whose rounds come in columns; UnsoundError where they contradict each other."""
        kinds, colours, points = (
            [[field[code] for code in codes] for codes in rounds.codes] for field in zip(*rounds.outcomes)
        )
        return cls(
            numbers=numbers,
            names=names,
            ratings=ratings,
            kinds=_rows(kinds, len(names)),
            opponents=_rows(rounds.opponents, len(names)),
            colours=_rows(colours, len(names)),
            points=_rows(points, len(names)),
            system=system,
            scoring=rounds.scoring,
            planned=planned,
            proof=rounds,
        )

    def __len__(self) -> int:
        return len(self.names)

    @property
    def rounds(self) -> int:
        """Rounds that have begun; a pairing without a result counts for nothing (kind PENDING)."""
        return len(self.kinds[0]) if self.kinds else 0

    def player(self, p: int) -> Player:
        """The player at position ``p``."""
        return Player(self.numbers[p], self.names[p], self.ratings[p])

    def round(self, p: int, r: int) -> Round:
        """Round ``r`` (from 0) of the player at position ``p``."""
        return Round(self.kinds[p][r], self.opponents[p][r], self.colours[p][r], self.points[p][r])

    @property
    def finished(self) -> int:
        """Rounds that count. Those at the end that are paired and have no result yet do not, nor do byes entered for
        them. In a matrix, whose columns are no rounds, every column counts."""
        count = self.rounds
        while count and self.ordered and self.waits(count - 1):
            count -= 1
        return count

    def waits(self, r: int) -> bool:
        """Is round ``r`` (from 0) paired, and without any result yet?"""
        undecided = RESULTS.isdisjoint(row[r] for row in self.kinds)
        return undecided and any(row[r] is Kind.PENDING for row in self.kinds)

    @property
    def uncoloured(self) -> list[int]:
        """The players with a game whose colour the table does not tell."""
        played = enumerate(zip(self.kinds, self.colours))
        return [p for p, row in played if (PLAYED, "") in zip(*row)]

    def scores(self) -> list[float]:
        """Points of every player."""
        return [sum(row, 0.0) for row in self.points]

    def outcomes(self) -> Sequence[Sequence[float]]:
        """Every round's result as 1, ½ or 0, whatever the scale; one row per player."""
        share = {value: self.scoring.share(value) for value in set().union(*self.points)}
        if all(value == outcome for value, outcome in share.items()):
            return self.points
        return [[share[value] for value in row] for row in self.points]

    def seen_as(self, system: System) -> Tournament:
        """The same table under the rules of a Swiss or of a round robin: a round without a pairing is an absence in
        the one and a free round in the other."""
        if system == self.system:
            return self
        old, new = Kind.ZERO_POINT_BYE, Kind.REST
        if system == "swiss":
            old, new = new, old
        kinds = [[new if kind is old else kind for kind in row] for row in self.kinds]
        return replace(self, kinds=kinds, system=system, proof=PROVED)

    def after(self, rounds: int) -> Tournament:
        """The tournament as it stood after so many rounds (interim standings)."""
        if rounds >= self.rounds:
            return self
        return replace(
            self,
            planned=self.planned or self.rounds,
            proof=PROVED,
            kinds=[row[:rounds] for row in self.kinds],
            opponents=[row[:rounds] for row in self.opponents],
            colours=[row[:rounds] for row in self.colours],
            points=[row[:rounds] for row in self.points],
        )


_Entry = TypeVar("_Entry")


def _rows(columns: Sequence[Sequence[_Entry]], count: int) -> list[tuple[_Entry, ...]]:
    """Columns of rounds → rows of so many players."""
    return list(zip(*columns)) or [()] * count
