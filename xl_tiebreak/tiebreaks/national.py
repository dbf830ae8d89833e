"""Tie-breaks of US Chess and of Go.

Both are the ideas of the other modules under an edition of their own: Solkoff is Buchholz by the rules of US Chess, SOS
is Buchholz by those of Go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..model import PLAYED, Kind
from ..terms import Terms, Value, floats, totals
from ..unplayed import Ledger
from .opponents import buchholz, of_opponents, sonneborn_berger
from .record import count, progressive
from .registry import Modifiers, tiebreak

__all__: list[str] = []

_AWARDED = (Kind.PAIRING_ALLOCATED_BYE, Kind.FULL_POINT_BYE, Kind.FORFEIT_WIN)
_LONG = 9
"""From so many rounds on the median systems drop two scores at an end instead of one."""


@tiebreak(
    "SOLK",
    about="scores",
    title="Solkoff",
    title_ru="Коэффициент Солкофа",
    heading="Solkoff",
    heading_ru="Солкоф",
    formula="sum of s",
    source="US Chess rule 34E2",
    family="uscf",
    not_in_round_robin=True,
)
def solkoff(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The sum of the adjusted scores of the opponents; an unplayed round adds 0. The same as BH@uscf."""
    return buchholz(ledger, modifiers)


@tiebreak(
    "MED",
    about="scores",
    title="Median (Harkness)",
    title_ru="Медианный коэффициент (Харкнесса)",
    heading="Median",
    heading_ru="Медианный",
    formula="sum of s without the highest and the lowest (two each from 9 rounds on)",
    source="US Chess rule 34E1",
    family="uscf",
    not_in_round_robin=True,
)
def median(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """Solkoff without the highest and the lowest score, from nine rounds on without two of each."""
    dropped = _dropped(ledger)
    return replace(buchholz(ledger, modifiers), cuts=[(dropped, dropped)] * len(ledger.tournament))


@tiebreak(
    "MMED",
    about="scores",
    title="Modified Median",
    title_ru="Модифицированный медианный коэффициент",
    heading="Modified Median",
    heading_ru="Модиф. медианный",
    formula="sum of s without the lowest (plus scores), the highest (minus scores) or both (even scores)",
    source="US Chess rule 34E1",
    family="uscf",
    not_in_round_robin=True,
)
def modified_median(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """Solkoff without the lowest score for players with more than half of the points, without the highest for those
    with less, without both for those with exactly half; from nine rounds on two instead of one."""
    dropped, t = _dropped(ledger), ledger.tournament
    half = t.scoring.win * t.rounds / 2
    cuts = [(dropped * (score >= half), dropped * (score <= half)) for score in ledger.scores]
    return replace(buchholz(ledger, modifiers), cuts=cuts)


def _dropped(ledger: Ledger) -> int:
    return 2 if ledger.tournament.rounds >= _LONG else 1


@tiebreak(
    "CUM",
    title="Cumulative",
    title_ru="Нарастающий коэффициент (США)",
    heading="Cumulative",
    heading_ru="Нарастающий",
    formula="PS − 1 for every full point without a game",
    source="US Chess rule 34E3",
    family="uscf",
    needs_order=True,
)
def cumulative(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The sum of the running totals, less a point for every full point that came without a game. Half-point byes are
    not reduced."""
    t, terms = ledger.tournament, progressive(ledger, modifiers)
    win = t.scoring.win
    rows: list[Sequence[float]] = []
    for p, (totals_so_far, rounds) in enumerate(zip(terms.scores, terms.rounds)):
        gifts = [r for r in ledger.gaps.get(p, ()) if t.kinds[p][r] in _AWARDED and t.points[p][r] >= win]
        rows.append([total - win * (r in gifts) for total, r in zip(totals_so_far, rounds)] if gifts else totals_so_far)
    return Terms(rows, terms.rounds)


@tiebreak(
    "CUMOP",
    title="Cumulative of opposition",
    title_ru="Сумма нарастающих коэффициентов соперников",
    heading="Cumulative of opposition",
    heading_ru="Нараст. соперников",
    formula="sum of CUM(opponent)",
    source="US Chess rule 34E",
    family="uscf",
    needs_order=True,
)
def cumulative_of_opposition(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The sum of the cumulative scores of the opponents met over the board."""
    return of_opponents(ledger, floats(totals(cumulative(ledger, modifiers))))


@tiebreak(
    "KASH",
    title="Kashdan",
    title_ru="Система Кэшдена",
    heading="Kashdan",
    heading_ru="Кэшден",
    formula="4 per win, 2 per draw, 1 per loss, games over the board only",
    source="US Chess rule 34E",
    family="uscf",
)
def kashdan(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """Four points for a win over the board, two for a draw, one for a loss: of two with equal scores, who drew less
    stands higher."""
    t, worth = ledger.tournament, {1.0: 4.0, 0.5: 2.0, 0.0: 1.0}
    return count(
        [worth[share] if kind is PLAYED else 0.0 for kind, share in zip(*row)] for row in zip(t.kinds, t.outcomes())
    )


@tiebreak(
    "NBW",
    title="Number of wins (Go)",
    title_ru="Число побед (го)",
    heading="Wins",
    heading_ru="Победы",
    formula="1 per win or bye, ½ per jigo",
    source="OpenGotha",
    family="go",
)
def wins_in_go(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """Wins, a jigo counting half; a bye is a win, an absence is none."""
    return count(ledger.tournament.outcomes())


@tiebreak(
    "MMS",
    kind="value",
    title="McMahon score",
    title_ru="Счёт Мак-Магона",
    heading="McMahon score",
    heading_ru="Мак-Магон",
    formula="starting score + NBW + ½ per absence, rounded down",
    source="OpenGotha",
    family="go",
)
def mcmahon(ledger: Ledger, modifiers: Modifiers) -> list[Value]:
    """Wins, and half a point per absence, rounded down. A crosstable does not tell starting scores: all start at 0."""
    t, absent = ledger.tournament, Kind.ZERO_POINT_BYE
    rows = ([0.5 if kind is absent else share for kind, share in zip(*row)] for row in zip(t.kinds, t.outcomes()))
    return [float(int(sum(row))) for row in rows]


@tiebreak(
    "SOS",
    about="scores",
    title="Sum of opponents' scores",
    title_ru="Сумма очков соперников",
    heading="SOS",
    heading_ru="SOS",
    formula="sum of NBW(opponent)",
    source="OpenGotha",
    family="go",
    modifiers="C",
    not_in_round_robin=True,
)
def sum_of_scores(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The sum of the scores of the opponents, forfeited pairings included; an unplayed round adds 0. Cut, it is known
    as SOS-1 and SOS-2."""
    return buchholz(ledger, modifiers)


@tiebreak(
    "SODOS",
    about="scores",
    title="Sum of defeated opponents' scores",
    title_ru="Сумма очков побеждённых соперников",
    heading="SODOS",
    heading_ru="SODOS",
    formula="sum of NBW(opponent) · result",
    source="OpenGotha",
    family="go",
)
def sum_of_defeated(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The scores of the opponents a player beat, and half the scores of those he drew with."""
    return sonneborn_berger(ledger, modifiers)


@tiebreak(
    "SOSOS",
    title="Sum of opponents' SOS",
    title_ru="Сумма сумм очков соперников",
    heading="SOSOS",
    heading_ru="SOSOS",
    formula="sum of SOS(opponent)",
    source="OpenGotha",
    family="go",
    not_in_round_robin=True,
)
def sum_of_sums(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The sum of the opponents' SOS, forfeited pairings included; an unplayed round adds nothing."""
    return of_opponents(ledger, floats(totals(sum_of_scores(ledger, modifiers))), forfeits=True)


@tiebreak(
    "CUSS",
    title="Cumulative sum of scores",
    title_ru="Нарастающая сумма очков",
    heading="CUSS",
    heading_ru="CUSS",
    formula="sum over rounds of the score after that round",
    source="OpenGotha",
    family="go",
    needs_order=True,
)
def cumulative_scores(ledger: Ledger, modifiers: Modifiers) -> Terms:
    """The sum of the running totals, as PS."""
    return progressive(ledger, modifiers)
