"""Rounds not played: what each choice of an edition means.

`Ledger` is the tournament as one set of rules sees it. It answers the two questions in which editions differ: what a
player's rounds are worth to his opponents (``adjusted``), and which term a round brings its owner (``elements``). Every
column is computed once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

from .editions import Cut, Lend, Own, Rules, Treatment, Weigh
from .errors import RequestError
from .model import FACTS, PROVED, Kind, System, Tournament
from .terms import Terms, Value

__all__ = ["Ledger", "last_round_drawn", "trailing_from", "withdrawn", "without"]

_PAIRED = frozenset(kind for kind, facts in FACTS.items() if facts.paired)
_VOLUNTARY = frozenset(kind for kind, facts in FACTS.items() if facts.voluntary)
_NOTHING: dict[Kind, Own | None] = {kind: None if kind is Kind.PLAYED else Own.NOTHING for kind in Kind}
"""How a round is made a term where an edition does not say it; None for a game over the board."""
_Entry = TypeVar("_Entry")


def trailing_from(kinds: Sequence[Kind]) -> int:
    """The first round (from 0) of a player's closing run of voluntary unplayed rounds; the number of rounds where his
    last one is none. A pairing without a result yet is no round of the run and does not end it."""
    start = len(kinds)
    while start and (kinds[start - 1] in _VOLUNTARY or kinds[start - 1] is Kind.PENDING):
        start -= 1
    return start


def last_round_drawn(tournament: Tournament) -> Tournament:
    """The tournament of Fore Buchholz (C.07 article 8.3): every pairing of the planned last round, played or forfeited,
    counts as a drawn game. Unchanged while that round has not begun."""
    if tournament.rounds < tournament.planned or not tournament.rounds:
        return tournament
    kinds, points = [], []
    for row, scores in zip(tournament.kinds, tournament.points):
        paired = row[-1] in _PAIRED
        kinds.append([*row[:-1], Kind.PLAYED] if paired else row)
        points.append([*scores[:-1], tournament.scoring.draw] if paired else scores)
    return replace(tournament, kinds=kinds, points=points, proof=PROVED)


def withdrawn(tournament: Tournament) -> frozenset[int]:
    """Who finished less than half of his games of a round robin: he stays in the cross-table but leaves the standings
    (FIDE General Regulations for Competitions, article 6.6). Games won by forfeit are finished, games lost by forfeit
    are not; a pairing without a result yet is no game so far."""

    def left_early(row: Sequence[Kind]) -> bool:
        finished = sum(kind in (Kind.PLAYED, Kind.FORFEIT_WIN) for kind in row)
        return finished < sum(kind is Kind.FORFEIT_LOSS for kind in row)

    return frozenset(p for p, row in enumerate(tournament.kinds) if left_early(row))


def without(tournament: Tournament, players: frozenset[int]) -> Tournament:
    """The tournament with all games of these players deleted: free rounds for them and for those they met."""
    if not players:
        return tournament
    gone = [[p in players or opponent in players for opponent in row] for p, row in enumerate(tournament.opponents)]

    def cleared(column: Sequence[Sequence[_Entry]], blank: _Entry) -> list[list[_Entry]]:
        return [[blank if out else entry for out, entry in zip(*rows)] for rows in zip(gone, column)]

    return replace(
        tournament,
        kinds=cleared(tournament.kinds, Kind.REST),
        opponents=cleared(tournament.opponents, None),
        colours=cleared(tournament.colours, ""),
        points=cleared(tournament.points, 0.0),
    )


class Ledger:
    """A tournament under rules, in columns with one entry per player.

    ``fore`` counts the last round as drawn, ``forfeits_played`` takes forfeits for games against the scheduled
    opponent, ``plain_cut`` forgets that voluntary unplayed rounds go first, ``as_swiss`` forgets that pairings were
    pre-determined. These are the modifiers F, P, N and S of an item.
    """

    def __init__(
        self,
        tournament: Tournament,
        rules: Rules,
        *,
        fore: bool = False,
        forfeits_played: bool = False,
        plain_cut: bool = False,
        as_swiss: bool = False,
    ) -> None:
        self.rules = rules
        self.system: System = "swiss" if as_swiss else rules.system or tournament.system
        if self.system == "swiss" and not tournament.ordered:
            raise RequestError("a matrix has no rounds and cannot be treated as a Swiss")
        seen = tournament.seen_as(self.system)
        counted = last_round_drawn(seen) if fore else seen
        self.tournament = counted.after(counted.finished)
        treatment = rules.treatment(self.system)
        if forfeits_played:
            forfeits = {Kind.FORFEIT_WIN: Own.AS_GAME, Kind.FORFEIT_LOSS: Own.AS_GAME}
            treatment = replace(treatment, own=MappingProxyType({**treatment.own, **forfeits}))
        self.treatment: Treatment = replace(treatment, cut=Cut.LOWEST) if plain_cut else treatment
        self.by_points = rules.edition.weigh is Weigh.POINTS
        """Do results weigh by points?"""
        self._own = {**_NOTHING, **self.treatment.own}
        self._voluntary = frozenset(kind for kind in _VOLUNTARY if self._own[kind] is not Own.AS_GAME)
        """Kinds of rounds whose terms a cut prefers; a forfeit taken for a game is none of them."""
        self.performances: dict[object, list[Value]] = {}
        """rule → the rating performance of everybody, which other tie-breaks average again"""
        self.forfeits_are_games = self.treatment.own.get(Kind.FORFEIT_WIN) is Own.AS_GAME
        self._actual = Ledger(tournament, rules, as_swiss=as_swiss) if fore else None

    @property
    def actual(self) -> Ledger:
        """The same rounds as they were really played, where ``fore`` counts the last one as drawn."""
        return self._actual or self

    @cached_property
    def scores(self) -> list[float]:
        """Standings points."""
        return self.tournament.scores()

    @cached_property
    def gaps(self) -> dict[int, list[int]]:
        """Players who missed a game → the rounds they did not play."""
        return {p: [r for r, kind in enumerate(row) if kind] for p, row in enumerate(self.tournament.kinds) if any(row)}

    @cached_property
    def adjusted(self) -> list[float]:
        """The score every player lends to his opponents."""
        values = self.scores[:]
        for p, changes in self._changes.items():
            values[p] += sum(changes.values())
        return values

    def adjustments(self, p: int) -> dict[int, float]:
        """Rounds of player ``p`` that count otherwise for his opponents than in his score → by how much."""
        return self._changes.get(p, {})

    @cached_property
    def _changes(self) -> dict[int, dict[int, float]]:
        """Players who missed a game → their adjustments."""
        t, lend, late = self.tournament, self.treatment.lend, self.treatment.lend_trailing
        draw = t.scoring.draw
        found: dict[int, dict[int, float]] = {}
        for p, missed in self.gaps.items():
            kinds, points = t.kinds[p], t.points[p]
            trailing = trailing_from(kinds) if late else len(kinds)
            found[p] = changes = {}
            for r in missed:
                choice = lend.get(kinds[r])
                if r >= trailing:
                    choice = late.get(kinds[r], choice)
                lent = points[r] if choice is None else _LENT[choice](points[r], draw)
                if lent != points[r]:
                    changes[r] = lent - points[r]
        return found

    @cached_property
    def shares(self) -> Sequence[Sequence[float]]:
        """What the result of each round weighs in Sonneborn-Berger: 0, ½ or 1; where results weigh by points, the
        points themselves, to be divided by those of a win."""
        return self.tournament.points if self.by_points else self.tournament.outcomes()

    @cached_property
    def elements(self) -> Terms:
        """One term per round: whose score, weighted by the result. Buchholz adds the scores, Sonneborn-Berger the
        products (C.07 articles 8 and 9)."""
        t, adjusted = self.tournament, self.adjusted
        scores = [[0.0 if o is None else adjusted[o] for o in opponents] for opponents in t.opponents]
        weights: list[Sequence[float]] = [*self.shares]
        rounds: list[Sequence[int]] = [range(t.rounds)] * len(t)
        voluntary = {}
        for p, missed in self.gaps.items():
            row, weigh, kinds = scores[p], [*weights[p]], t.kinds[p]
            nothing = []
            for r in missed:
                element = self.element(p, r)
                if element:
                    row[r], weigh[r] = element
                else:
                    nothing.append(r)
            absences = [r for r in missed if kinds[r] in self._voluntary]
            if nothing:
                rounds[p] = counted = [r for r in rounds[p] if r not in nothing]
                absences = [counted.index(r) for r in absences if r in counted]
                scores[p], weigh = [row[r] for r in counted], [weigh[r] for r in counted]
            weights[p] = weigh
            if absences:
                voluntary[p] = frozenset(absences)
        return Terms(scores, rounds, weights, voluntary, divisor=t.scoring.win if self.by_points else 1.0)

    def own(self, p: int, r: int) -> Own | None:
        """How round ``r`` of player ``p`` is made a term; None for a game over the board."""
        return self._own[self.tournament.kinds[p][r]]

    def element(self, p: int, r: int) -> tuple[float, float] | None:
        """The term of round ``r`` of player ``p`` as (score, weight); None where the round brings none."""
        return _OWN[self.own(p, r)](self, p, r)

    @property
    def drawn(self) -> float:
        """The weight of a draw."""
        return self.tournament.scoring.draw if self.by_points else 0.5

    def virtual_score(self, p: int, r: int) -> float:
        """The virtual opponent of 2009: level before the round, the complementary result in it, draws afterwards."""
        t = self.tournament
        before = sum(t.points[p][:r])
        return before + (t.scoring.win - t.points[p][r]) + t.scoring.draw * (t.rounds - r - 1)

    def partner_score(self, p: int, r: int) -> float:
        """The adjusted score of the scheduled opponent."""
        opponent = self.tournament.opponents[p][r]
        assert opponent is not None  # a game or a forfeit names its opponent
        return self.adjusted[opponent]


_LENT: dict[Lend, Callable[[float, float], float]] = {
    Lend.POINTS: lambda points, draw: points,
    Lend.DRAW: lambda points, draw: draw,
    Lend.ZERO: lambda points, draw: 0.0,
}

_OWN: dict[Own | None, Callable[[Ledger, int, int], tuple[float, float] | None]] = {
    **dict.fromkeys((None, Own.AS_GAME), lambda ledger, p, r: (ledger.partner_score(p, r), ledger.shares[p][r])),
    Own.NOTHING: lambda ledger, p, r: None,
    Own.ZERO: lambda ledger, p, r: (0.0, 0.0),
    Own.SELF_DRAW: lambda ledger, p, r: (ledger.adjusted[p], ledger.drawn),
    Own.PARTNER_DRAW: lambda ledger, p, r: (ledger.partner_score(p, r), ledger.drawn),
    Own.VIRTUAL: lambda ledger, p, r: (ledger.virtual_score(p, r), ledger.shares[p][r]),
    Own.VIRTUAL_DRAW: lambda ledger, p, r: (ledger.virtual_score(p, r), ledger.drawn),
    Own.DUMMY: lambda ledger, p, r: (ledger.scores[p], ledger.shares[p][r]),
    Own.DUMMY_CAPPED_BY_DRAWS: lambda ledger, p, r: (
        min(ledger.scores[p], ledger.tournament.scoring.draw * ledger.tournament.rounds),
        ledger.shares[p][r],
    ),
    Own.DUMMY_CAPPED_BY_PARTNER: lambda ledger, p, r: (
        min(ledger.scores[p], ledger.partner_score(p, r)),
        ledger.shares[p][r],
    ),
}
