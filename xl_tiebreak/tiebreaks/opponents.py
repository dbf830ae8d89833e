"""Tie-breaks that add up the scores of opponents: Buchholz, Sonneborn-Berger, Shmulyan, Koya and their kin."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from ..editions import Own
from ..model import PLAYED, RESULTS
from ..terms import Terms, floats, totals
from ..unplayed import Ledger
from .registry import Modifiers, tiebreak

__all__ = ["buchholz", "games_of_pairs", "koya_limit", "of_opponents", "sonneborn_berger"]


_SELF_DRAWS = frozenset({Own.SELF_DRAW, Own.PARTNER_DRAW})


def _sums(ledger: Ledger) -> list[float]:
    """Full Buchholz of every player, as a term of somebody else's tie-break."""
    return floats(totals(buchholz(ledger, Modifiers())))


@tiebreak(
    "BH",
    about="scores",
    title="Buchholz",
    title_ru="Коэффициент Бухгольца",
    heading="Buchholz",
    heading_ru="Бухгольц",
    formula="sum of s",
    source="FIDE 1998, 2.2.1.1; C.07 article 8.1",
    modifiers="C CX M P F N S",
    not_in_round_robin=True,
)
def buchholz(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The sum of the scores of the opponents, each adjusted for his unplayed rounds."""
    elements = ledger.elements
    return Terms(elements.scores, elements.rounds, voluntary=elements.voluntary)


@tiebreak(
    "FB",
    about="scores",
    title="Fore Buchholz",
    title_ru="«Форе»-Бухгольц",
    heading="Fore Buchholz",
    heading_ru="Форе-Бухгольц",
    formula="sum of s, the last round drawn",
    source="C.07 article 8.3",
    family="fore",
    modifiers="C M P N S",
    not_in_round_robin=True,
)
def fore_buchholz(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """Buchholz as it would be if every pairing of the last round were drawn."""
    return buchholz(ledger, modifiers)


@tiebreak(
    "SOB",
    title="Sum of Buchholz",
    title_ru="Суммарный Бухгольц",
    heading="Sum of Buchholz",
    heading_ru="Сумм. Бухгольц",
    formula="sum of BH(opponent)",
    source="FIDE 1998, 2.2.1.6",
    modifiers="S",
    not_in_round_robin=True,
)
def sum_of_buchholz(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The sum of the Buchholz of the opponents met over the board. Where an unplayed round is a draw against oneself,
    it adds the player's own Buchholz; elsewhere it adds nothing."""
    return of_opponents(ledger, _sums(ledger), self_draws=True)


@tiebreak(
    "AOB",
    title="Average of opponents' Buchholz",
    title_ru="Средний Бухгольц соперников",
    heading="Average opp. Buchholz",
    heading_ru="Средн. Бухгольц соп.",
    formula="mean of BH(opponent)",
    source="C.07 article 8.2",
    modifiers="F S",
    not_in_round_robin=True,
)
def average_of_buchholz(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The mean of the Buchholz of the opponents met over the board; undefined for a player who met nobody."""
    return replace(of_opponents(ledger.actual, _sums(ledger)), mean="exact")


@tiebreak(
    "SB",
    about="scores",
    title="Sonneborn-Berger",
    title_ru="Коэффициент Бергера",
    heading="Berger",
    heading_ru="Бергер",
    formula="sum of s·r",
    source="C.07 article 9.1; Russian document on Berger",
    modifiers="C P N S",
)
def sonneborn_berger(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The scores of the opponents a player beat, and half the scores of those he drew with."""
    return ledger.elements


@tiebreak(
    "SH",
    about="scores",
    title="Shmulyan",
    title_ru="Коэффициент Шмульяна",
    heading="Shmulyan",
    heading_ru="Шмульян",
    formula="sum of s over wins minus sum of s over losses",
    source="Russian document on Shmulyan",
    modifiers="MM S",
)
def shmulyan(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The scores of the opponents a player beat minus the scores of those he lost to. By micro-matches every pair
    counts once, for the winner of their games."""
    return _micro_matches(ledger) if modifiers.micro_matches else _decided_games(ledger)


@tiebreak(
    "KS",
    about="koya",
    title="Koya",
    title_ru="Система Койя",
    heading="Koya",
    heading_ru="Койя",
    formula="points against opponents with at least half of the points",
    source="FIDE 1998; C.07 article 9.2",
    modifiers="L S",
)
def koya(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The points scored against opponents who themselves scored at least half of the maximum. Scores are those of the
    standings in every edition."""
    t, scores = ledger.tournament, ledger.scores
    limit = koya_limit(ledger, modifiers)
    qualified = [score >= limit for score in scores]
    rows = [
        [r for r, opponent in enumerate(row) if opponent is not None and qualified[opponent] and kinds[r] in RESULTS]
        for kinds, row in zip(t.kinds, t.opponents)
    ]
    return Terms([[t.points[p][r] for r in row] for p, row in enumerate(rows)], rows)


def koya_limit(ledger: Ledger, modifiers: Modifiers) -> float:
    """Half of the points that a player could have scored, moved by ``limit`` half points. In a Swiss that is half of
    the rounds; in a round robin, half of the games scheduled."""
    t = ledger.tournament
    games = t.rounds
    if ledger.system == "rr":
        games = max((sum(kind in RESULTS for kind in row) for row in t.kinds), default=0)
    return t.scoring.win * (games + modifiers.limit) / 2


def games_of_pairs(ledger: Ledger, p: int, among: Container[int | None] | None = None) -> dict[int, list[int]]:
    """Opponents of player ``p`` (``among`` these, where given) → the rounds in which they met: over the board, and by
    forfeit where forfeits are games."""
    t = ledger.tournament
    counts = RESULTS if ledger.forfeits_are_games else {PLAYED}
    meetings: dict[int, list[int]] = {}
    for r, opponent in enumerate(t.opponents[p]):
        if opponent is not None and (among is None or opponent in among) and t.kinds[p][r] in counts:
            meetings.setdefault(opponent, []).append(r)
    return meetings


def of_opponents(ledger: Ledger, values: Sequence[float], *, self_draws: bool = False, forfeits: bool = False) -> Terms:
    """A term per game over the board: a value of the opponent. ``self_draws`` adds the player's own value where an
    unplayed round is a draw, ``forfeits`` the opponent's where a forfeit is a game."""
    t, everyone = ledger.tournament, range(ledger.tournament.rounds)
    rounds: list[Sequence[int]] = []
    scores: list[list[float]] = []
    for p, row in enumerate(t.opponents):
        missed = ledger.gaps.get(p)
        if missed is None:
            rounds.append(everyone)
            scores.append([values[q] for q in row])  # type: ignore[index]  # all played: nobody is None
            continue
        whose = {r: q for r, q in enumerate(row) if r not in missed}
        for r in missed:
            own = ledger.own(p, r)
            if forfeits and own is Own.AS_GAME:
                whose[r] = row[r]
            elif self_draws and own in _SELF_DRAWS:
                whose[r] = p
        rounds.append(sorted(whose))
        scores.append([values[whose[r]] for r in sorted(whose)])  # type: ignore[index]  # games have an opponent
    return Terms(scores, rounds)


def _decided_games(ledger: Ledger) -> Terms:
    """Per game: a win weighs 1, a loss -1, a draw 0; so does what was not played, but for forfeits in a round robin."""
    elements, outcomes = ledger.elements, ledger.tournament.outcomes()
    weights = []
    for p, rounds in enumerate(elements.rounds):
        weigh = [2 * outcomes[p][r] - 1 for r in rounds]
        for r in ledger.gaps.get(p, ()):
            if r in rounds and (ledger.system == "swiss" or ledger.own(p, r) is not Own.AS_GAME):
                weigh[rounds.index(r)] = 0.0
        weights.append(weigh)
    return Terms(elements.scores, elements.rounds, weights)


def _micro_matches(ledger: Ledger) -> Terms:
    """Per pair: the winner of their games weighs 1 for the opponent, the loser -1. Opponents' scores are game points,
    or match points with the option ``matchpoints``."""
    t = ledger.tournament
    pairs = [games_of_pairs(ledger, p) for p in range(len(t))]
    match = [
        {q: _sign(sum(t.points[p][r] - t.points[q][r] for r in games)) for q, games in meetings.items()}
        for p, meetings in enumerate(pairs)
    ]
    scores = ledger.adjusted
    if "matchpoints" in ledger.rules.options:
        scores = [sum((1 + sign) / 2 for sign in row.values()) for row in match]
    return Terms(
        [[scores[q] for q in meetings] for meetings in pairs],
        [[games[0] for games in meetings.values()] for meetings in pairs],
        [list(row.values()) for row in match],
    )


def _sign(value: float) -> float:
    return float((value > 0) - (value < 0))
