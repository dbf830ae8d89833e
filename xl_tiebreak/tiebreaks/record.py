"""Tie-breaks from a player's own record: points, running totals, counts of rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from ..model import FACTS, PLAYED, Kind
from ..terms import Terms, Value
from ..unplayed import Ledger
from .registry import Modifiers, tiebreak

__all__ = ["count", "points", "progressive"]


@tiebreak(
    "PTS",
    title="Points",
    title_ru="Очки",
    heading="Points",
    heading_ru="Очки",
    formula="sum of the points of all rounds",
    source="standings",
)
def points(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The score of the standings."""
    rows = ledger.tournament.points
    return Terms(rows, [range(ledger.tournament.rounds)] * len(rows))


@tiebreak(
    "PS",
    title="Progressive score",
    title_ru="Прогрессивный коэффициент",
    heading="Progressive",
    heading_ru="Прогрессивный",
    formula="sum over rounds of the score after that round",
    source="C.07 article 7.5",
    modifiers="C",
    needs_order=True,
)
def progressive(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The sum of the running totals; an unplayed round counts with the points awarded for it. A cut drops the totals of
    the first rounds."""
    t = ledger.tournament
    rows: list[list[float]] = []
    rounds: list[Sequence[int]] = []
    for kinds, points in zip(t.kinds, t.points):
        totals = list(accumulate(points))
        counted: Sequence[int] = range(len(totals))
        if Kind.PENDING in kinds:
            counted = [r for r in counted if kinds[r] is not Kind.PENDING]
            totals = [totals[r] for r in counted]
        rows.append(totals)
        rounds.append(counted)
    return Terms(rows, rounds, order=rounds)


def count(rows: Iterable[Sequence[float]]) -> Terms:
    """A term per round, what it is worth: one row of worths per player."""
    scores = [*rows]
    return Terms(scores, [range(len(row)) for row in scores])


@tiebreak(
    "WIN",
    title="Number of wins",
    title_ru="Число побед",
    heading="Wins",
    heading_ru="Победы",
    formula="rounds worth the points of a win",
    source="C.07 article 7.1",
)
def wins(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """Rounds that brought as many points as a win, played or not."""
    t = ledger.tournament
    win = t.scoring.win
    return count([1.0 if points >= win else 0.0 for points in row] for row in t.points)


@tiebreak(
    "WON",
    title="Games won",
    title_ru="Число побед за доской",
    heading="Games won",
    heading_ru="Победы за доской",
    formula="games over the board won",
    source="C.07 article 7.2",
)
def games_won(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """Games won over the board."""
    t = ledger.tournament
    win = t.scoring.win
    return count(
        [1.0 if kind is PLAYED and points >= win else 0.0 for kind, points in zip(*row)]
        for row in zip(t.kinds, t.points)
    )


@tiebreak(
    "BPG",
    title="Games with Black",
    title_ru="Число партий чёрными",
    heading="Black games",
    heading_ru="Партии чёрными",
    formula="games over the board played with Black",
    source="C.07 article 7.3",
    needs_colours=True,
)
def black_games(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """Games played over the board with Black. Undefined for a player with a game whose colour the table does not
    tell."""
    t = ledger.tournament
    return count(
        [1.0 if kind is PLAYED and colour == "b" else 0.0 for kind, colour in zip(*row)]
        for row in zip(t.kinds, t.colours)
    )


@tiebreak(
    "BWG",
    title="Wins with Black",
    title_ru="Число побед чёрными",
    heading="Black wins",
    heading_ru="Победы чёрными",
    formula="games over the board won with Black",
    source="C.07 article 7.4",
    needs_colours=True,
)
def black_wins(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """Games won over the board with Black. Undefined for a player with a game whose colour the table does not tell."""
    t = ledger.tournament
    win = t.scoring.win
    return count(
        [1.0 if kind is PLAYED and colour == "b" and points >= win else 0.0 for kind, colour, points in zip(*row)]
        for row in zip(t.kinds, t.colours, t.points)
    )


@tiebreak(
    "REP",
    title="Rounds one elected to play",
    title_ru="Число заявленных туров",
    heading="Rounds elected",
    heading_ru="Заявл. туры",
    formula="rounds less requested byes and own forfeit losses",
    source="C.07 article 7.6",
)
def rounds_elected(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """Rounds in which the player was ready to play: all but requested byes, absences and own forfeit losses. The free
    round of an odd round robin and a pairing without a result yet are no rounds to elect."""
    not_elected = {kind for kind, facts in FACTS.items() if facts.voluntary} | {Kind.REST, Kind.PENDING}
    return count([0.0 if kind in not_elected else 1.0 for kind in row] for row in ledger.tournament.kinds)


@tiebreak(
    "STD",
    title="Standard points",
    title_ru="Стандартные очки",
    heading="Standard points",
    heading_ru="Станд. очки",
    formula="1 per round that out-scored the opponent, ½ per equal one",
    source="C.07 (2026) article 7.7",
    family="standard",
)
def standard_points(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """One point for every round that out-scored the opponent, half a point for an equal one; without an opponent the
    points of a draw are what has to be out-scored."""
    t = ledger.tournament
    draw, nothing = t.scoring.draw, (Kind.FORFEIT_LOSS, Kind.PENDING)
    level = [[draw if q is None else t.points[q][r] for r, q in enumerate(opponents)] for opponents in t.opponents]
    return count(
        [
            0.0 if kind in nothing or points < against else 0.5 if points == against else 1.0
            for kind, points, against in zip(*row)
        ]
        for row in zip(t.kinds, t.points, level)
    )


@tiebreak(
    "TPN",
    kind="value",
    title="Pairing number",
    title_ru="Стартовый номер",
    heading="Pairing number",
    heading_ru="Ст. номер",
    formula="pairing number, the smaller the better",
    source="C.07 (2026) article 7.8",
    modifiers="R",
    ascending=True,
)
def pairing_number(ledger: Ledger, modifiers: Modifiers) -> list[Value]:
    """The number in the starting list; the smaller one goes first. Undefined for a number that is none, such as 12a."""
    return [int(number) if number.isdecimal() else None for number in ledger.tournament.numbers]
