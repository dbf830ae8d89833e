"""The tournament proves itself, in rows as well as in columns: every fault is found at its place."""

import pytest

from xl_tiebreak.model import Fault, Kind, Outcome, Rounds, Scoring, Tournament, UnsoundError

WIN, DRAW, LOSS = (Outcome(Kind.PLAYED, "", points) for points in (1.0, 0.5, 0.0))
WHITE, BLACK = Outcome(Kind.PLAYED, "w", 1.0), Outcome(Kind.PLAYED, "b", 0.0)
BYE = Outcome(Kind.PAIRING_ALLOCATED_BYE, "", 1.0)
WON, LOST = Outcome(Kind.FORFEIT_WIN, "w", 1.0), Outcome(Kind.FORFEIT_LOSS, "b", 0.0)
OPEN = Outcome(Kind.PENDING, "", 0.0)
OUTCOMES = [WIN, DRAW, LOSS, WHITE, BLACK, BYE, WON, LOST, OPEN, Outcome(Kind.PLAYED, "", 0.3)]


def rounds(*played):
    """Rounds, each a list of (opponent, outcome) by player."""
    opponents = [[opponent for opponent, _ in one] for one in played]
    codes = [[OUTCOMES.index(outcome) for _, outcome in one] for one in played]
    return Rounds(opponents, codes, OUTCOMES, Scoring())


def tournament(columns):
    people = {"numbers": ["1", "2", "3"], "names": ["A", "B", "C"], "ratings": [None] * 3}
    return Tournament.of_rounds(columns, **people, system="swiss", planned=len(columns.codes))


@pytest.mark.parametrize(
    ("played", "faults"),
    [
        ([(1, WIN), (0, LOSS), (None, BYE)], []),
        ([(1, WON), (0, LOST), (None, BYE)], []),
        ([(1, LOST), (0, LOST), (None, BYE)], [Fault("colour", 0, 0, 1)]),
        ([(1, OPEN), (0, OPEN), (None, BYE)], []),
        ([(1, WIN), (0, DRAW), (None, BYE)], [Fault("contradiction", 0, 0, 1)]),
        ([(1, WIN), (0, OPEN), (None, BYE)], [Fault("contradiction", 0, 0, 1)]),
        ([(1, WON), (0, LOSS), (None, BYE)], [Fault("contradiction", 0, 0, 1)]),
        ([(1, WHITE), (0, BLACK), (None, BYE)], []),
        ([(1, WIN), (2, LOSS), (0, DRAW)], [Fault("one-sided", p, 0, (p + 1) % 3) for p in range(3)]),
        ([(1, WIN), (None, BYE), (1, WIN)], [Fault("one-sided", 0, 0, 1), Fault("one-sided", 2, 0, 1)]),
        ([(0, WIN), (None, BYE), (None, BYE)], [Fault("self", 0, 0, 0)]),
        ([(1, WIN), (0, OUTCOMES[-1]), (None, BYE)], [Fault("contradiction", 0, 0, 1), Fault("inexact", 1, 0)]),
    ],
)
def test_every_fault_is_found_at_its_place(played, faults):
    columns = rounds([(None, BYE)] * 3, played)
    assert columns.faults == [fault._replace(round=1) for fault in faults]
    hard = [fault for fault in columns.faults if fault.code != "colour"]
    if hard:
        with pytest.raises(UnsoundError) as unsound:
            tournament(columns)
        assert list(unsound.value.faults) == hard
    else:
        tournament(columns)


def test_columns_and_rows_make_the_same_tournament():
    columns = rounds([(1, WHITE), (0, BLACK), (None, BYE)], [(None, BYE), (2, DRAW), (1, DRAW)])
    made = tournament(columns)
    assert made.scores() == [2.0, 0.5, 1.5]
    assert [made.round(0, 0), made.round(2, 1)] == [(Kind.PLAYED, 1, "w", 1.0), (Kind.PLAYED, 1, "", 0.5)]
    rows = made.kinds, made.opponents, made.colours, made.points
    assert Tournament(made.numbers, made.names, made.ratings, *rows).scores() == made.scores()
    with pytest.raises(UnsoundError, match="contradiction at player 2, round 2, 1 in all"):
        Tournament(made.numbers, made.names, made.ratings, *rows[:3], [[1.0, 1.0], [0.0, 0.5], [1.0, 0.0]])


def test_a_table_without_rounds():
    columns = Rounds([], [], OUTCOMES, Scoring())
    assert tournament(columns).scores() == [0, 0, 0]
