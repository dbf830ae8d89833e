"""What a win and a draw are worth: inferred from how the games ended and from the printed points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from ..model import Kind, Scoring
from .marks import Token
from .notations import DRAW, NOTHING, WIN, Result

__all__ = ["ORDINARY", "SCHEMES", "Evidence", "Scale", "best_scale", "board_points", "bye_points", "constant_sum"]

SCHEMES = (
    Scoring(),
    Scoring(2.0, 1.0),
    Scoring(3.0, 1.0),
    Scoring(3.0, 1.0, extra=((1.5, 1.0),)),
    Scoring(3.0, 2.0, 1.0),
    Scoring(3.0, 1.5),
)
"""The scales that are met, the commonest first: 1-½-0, 2-1-0, 3-1-0, 3-1½-1-0, 3-2-1, 3-1½-0."""
_STEPS = tuple(step / 2 for step in range(21))
_LOSSES = (0.0, 0.5, 1.0)
_SOME = 60
"""So many players are enough to find an unusual scale."""
_WINNERS = 5
"""So many players at least must have won for an unusual scale: with fewer it bends to wrong points."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How results are written and what they count. Where a table writes 1, ½ and 0 but counts 3, 1 and 0, the two
    differ. ``bye`` is what a pairing-allocated bye brings, None for as much as a win."""

    written: Scoring
    counted: Scoring
    bye: float | None = None

    def worth(self, tokens: Sequence[Token]) -> list[float | None]:
        """What each token counts; None where its result is not on the scale."""
        counted = self.counted
        counts: dict[Result, float] = {points: points for pair in self.written.pairs() for points in pair}
        if self.written != counted:
            by_share = {1.0: counted.win, 0.5: counted.draw, 0.0: counted.loss}
            counts = {points: by_share[self.written.share(points)] for points in counts.values()}
        counts |= {WIN: counted.win, DRAW: counted.draw, NOTHING: 0.0}
        return [self._worth(token, counts) for token in tokens]

    def _worth(self, token: Token, counts: Mapping[Result, float]) -> float | None:
        if self.bye is not None and token.kind is Kind.PAIRING_ALLOCATED_BYE:
            return self.bye
        if token.result == NOTHING and token.kind is Kind.PLAYED:
            return self.counted.loss
        return counts.get(token.result)


ORDINARY = Scale(SCHEMES[0], SCHEMES[0])
"""1-½-0"""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a scale: ``meetings`` counts how games ended, as pairs of positions in ``tokens``; ``rows`` count
    the tokens of every player, ``printed`` are his points, None where there are none."""

    tokens: Sequence[Token]
    meetings: Counter[tuple[int, int]]
    rows: Sequence[Counter[int]]
    printed: Sequence[float | None]

    def against(self, scale: Scale) -> tuple[int, int]:
        """What speaks against a scale: games that cannot have ended so, and players whose points do not add up."""
        worth = scale.worth(self.tokens)
        pairs = scale.counted.pairs()
        games = sum(
            count
            for (one, other), count in self.meetings.items()
            if self.tokens[one].kind is self.tokens[other].kind is Kind.PLAYED
            and (worth[one], worth[other]) not in pairs
        )
        return games, sum(self.differs(worth))

    def differs(self, worth: Sequence[float | None]) -> Iterator[bool]:
        """Do the points of a player differ from the sum of his cells? For every player."""
        for row, printed in zip(self.rows, self.printed):
            yield printed is not None and printed != sum(count * (worth[token] or 0.0) for token, count in row.items())

    def winners(self, scale: Scale) -> int:
        """How many players with a win have the points that a scale gives them."""
        shares = [_share(scale.written, token) for token in self.tokens]
        differ = self.differs(scale.worth(self.tokens))
        decided = (any(shares[token] == 1.0 for token in row) for row in self.rows)
        of_win = zip(self.printed, decided, differ)
        return sum(printed is not None and won and not differs for printed, won, differs in of_win)

    @property
    def count(self) -> int:
        """How many players have printed points."""
        return len(self.printed) - self.printed.count(None)

    @property
    def results(self) -> Counter[tuple[float, float]]:
        """How often a game ended so, by the results as they are written."""
        found: Counter[tuple[float, float]] = Counter()
        for (one, other), count in self.meetings.items():
            pair = self.tokens[one].result, self.tokens[other].result
            if isinstance(pair[0], float) and isinstance(pair[1], float):
                found[pair[0], pair[1]] += count
        return found


def best_scale(evidence: Evidence) -> Scale:
    """The scale with the fewest games against it, and among those the one that gives most players their points.

    Of scales that fit equally well it is the commonest, so that a few wrong points change nothing. One that is not
    among those that are met needs several winners.
    """
    scales = [Scale(scheme, scheme) for scheme in SCHEMES]
    scales += [Scale(SCHEMES[0], scheme) for scheme in SCHEMES[1:]]
    if constant := board_points(evidence):
        shared = Scoring(constant, constant / 2, 0.0, extra=tuple(evidence.results))
        scales.append(Scale(shared, shared))
    best = min(scales, key=evidence.against)
    games, players = evidence.against(best)
    if not games and 2 * players > evidence.count:
        some = replace(evidence, rows=evidence.rows[:_SOME], printed=evidence.printed[:_SOME])
        unusual = [scale for scale in _unusual(some, best) if some.winners(scale) >= _WINNERS]
        best = min([best, *unusual], key=some.against)
    _, wrong = evidence.against(best)
    usual = Scale(best.written, best.written)
    return best if 2 * wrong < evidence.count or evidence.against(usual)[0] > games else usual


def _unusual(evidence: Evidence, like: Scale) -> Iterator[Scale]:
    """The scale in half points up to 10 that gives most players their points, written as before.

    With a draw and a loss given, every player's points say what a win is worth to him; the win most of them name is it.
    """
    tokens = [_share(like.written, token) for token in evidence.tokens]
    players = [
        (*(sum(count for token, count in row.items() if tokens[token] == share) for share in (1.0, 0.5, 0.0)), printed)
        for row, printed in zip(evidence.rows, evidence.printed)
        if printed is not None
    ]
    found: list[tuple[int, Scoring]] = []
    for draw, loss in ((draw, loss) for draw in _STEPS for loss in _LOSSES if loss < draw):
        named = Counter[float]()
        winless = 0
        for wins, draws, losses, printed in players:
            rest = printed - draws * draw - losses * loss
            if wins:
                named[rest / wins] += 1
            else:
                winless += not rest
        found += [(winless + named[win], Scoring(win, draw, loss)) for win in named if win in _STEPS and win > draw]
    if found:
        most = max(count for count, _ in found)
        counted = (scoring for count, scoring in found if count == most)
        yield Scale(like.written, min(counted, key=attrgetter("win", "draw", "loss")))


def _share(written: Scoring, token: Token) -> float | None:
    """What a token is as 1, ½ or 0 of a game; None where it counts nothing on any scale."""
    if isinstance(token.result, str):
        lost = 0.0 if token.kind is Kind.PLAYED else None
        return {WIN: 1.0, DRAW: 0.5, NOTHING: lost}[token.result]
    known = token.result in {points for pair in written.pairs() for points in pair}
    return written.share(token.result) if known else None


def board_points(evidence: Evidence) -> float | None:
    """The points that both sides of nearly every game share, in three ways or more: the boards of a match of teams."""
    return constant_sum(evidence.results)


def constant_sum(results: Counter[tuple[float, float]]) -> float | None:
    """The points that both sides of nearly every meeting share, in three ways or more."""
    sums = Counter[float]()
    for (one, other), count in results.items():
        sums[one + other] += count
    (most, count), *_ = sums.most_common(1) or [(0.0, 0)]
    ways = {max(pair) for pair in results if sum(pair) == most}
    return most if most >= 2 and len(ways) >= 3 and 10 * count >= 9 * sums.total() else None


def bye_points(evidence: Evidence, scale: Scale) -> Scale:
    """The scale with what a bye brings: a win, half of it, a draw or nothing, as the points of most players with byes
    say. Of a single one they say it only where all others have their points."""
    byes = {i for i, token in enumerate(evidence.tokens) if token.kind is Kind.PAIRING_ALLOCATED_BYE}
    worth = [points or 0.0 for points in scale.worth(evidence.tokens)]
    counted, found, others_differ = scale.counted, Counter[float](), False
    for row, printed in zip(evidence.rows, evidence.printed):
        if printed is None:
            continue
        count = sum(row[token] for token in byes)
        missing = printed - sum(times * worth[token] for token, times in row.items())
        if count:
            found[counted.win + missing / count] += 1
        else:
            others_differ |= missing != 0
    (bye, players), *_ = found.most_common(1) or [(counted.win, 0)]
    alone = players == 1
    usual = bye in (0.0, counted.loss, counted.draw) or (bye == counted.win / 2 and not alone)
    supported = 2 * players > found.total() and not (alone and others_differ)
    return replace(scale, bye=bye) if usual and supported else scale
