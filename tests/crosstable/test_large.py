"""Large sheets: whatever is wrong in them, reading takes time in proportion to their rows."""

import gc
import random
from time import process_time

import pytest

from tests.bench.events import rows, swiss
from xl_tiebreak.crosstable import clear_caches, find

from .tables import sheet

FEW, MANY = 200, 1_200
SLACK = 2.5
"""So many times the share of the rows at most, for memories. Where anything is quadratic, six times
as many rows take 36 times as long."""
ROUND_COLUMNS = range(2, 11)


def _games(table):
    return ((row, c) for row in table[1:] for c in ROUND_COLUMNS if str(row[c])[:1].isdigit())


def _clean(table, rng):
    pass


def _one_bad_cell(table, rng):
    table[len(table) // 2][4] = "zz"


def _every_opponent_wrong(table, rng):
    for row, c in _games(table):
        row[c] = f"{rng.randrange(1, len(table))}{rng.choice('wb')}{rng.choice('01½')}"


def _every_opponent_a_stranger(table, rng):
    for row, c in _games(table):
        row[c] = f"{rng.randrange(80_000, 90_000)}w1"


def _three_rounds_shuffled(table, rng):
    for c in (3, 4, 5):
        column = [row[c] for row in table[1:]]
        rng.shuffle(column)
        for row, value in zip(table[1:], column):
            row[c] = value


def _a_third_unreadable(table, rng):
    for row, c in _games(table):
        if rng.random() < 0.3:
            row[c] = f"{row[c]}zz"


def _without_heading(table, rng):
    del table[0]


def _in_pages(table, rng):
    heading, players = table[0], table[1:]
    table[:] = [line for at in range(0, len(players), 40) for line in (heading, *players[at : at + 40])]


def _junk(table, rng):
    values = [None, "", "x", 1, 0, 0.5, "½", "8w1", "+", "-", "name", 46024, "№", "1", "Pts", "3b0", "0:W", "W 12"]
    table[:] = [[rng.choice(values) for _ in range(30)] for _ in table]


DAMAGES = [
    _clean,
    _one_bad_cell,
    _every_opponent_wrong,
    _every_opponent_a_stranger,
    _three_rounds_shuffled,
    _a_third_unreadable,
    _without_heading,
    _in_pages,
    _junk,
]


@pytest.fixture(scope="module")
def events():
    return {players: swiss(players, len(ROUND_COLUMNS), seed=1) for players in (FEW, MANY)}


def _seconds(table):
    """What reading takes of the processor, the collector at rest."""
    gc.collect()
    gc.disable()
    try:
        start = process_time()
        find(sheet(table))
        return process_time() - start
    finally:
        gc.enable()


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__.strip("_"))
def test_reading_takes_time_in_proportion_to_the_rows(events, damage):
    seconds = dict.fromkeys((FEW, MANY), float("inf"))
    for _ in range(2):
        for players in seconds:
            table = rows(events[players])
            damage(table, random.Random(players))
            clear_caches()
            seconds[players] = min(seconds[players], _seconds(table))
    assert seconds[MANY] <= SLACK * MANY / FEW * seconds[FEW]
