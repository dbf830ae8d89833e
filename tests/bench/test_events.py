"""The made-up events are sound tournaments, hold every kind of unplayed round, and look like the document's sheet."""

import re
from collections import Counter
from itertools import combinations

import pytest

from tests.bench.events import EVERY_KIND, KINDS, Event, points, round_robin, rows, swiss

SWISS = [
    swiss(players, rounds, seed, EVERY_KIND) for players, rounds in ((4, 3), (11, 7), (30, 9)) for seed in range(8)
]
ROBINS = [
    round_robin(players, seed, cycles, EVERY_KIND) for players in (4, 7) for cycles in (1, 2) for seed in range(8)
]
ANSWERS = {("GAME", "GAME"), ("FW", "FL"), ("FL", "FW"), ("FL", "FL")}


def named(event: Event) -> str:
    return event.name


def meetings(event: Event) -> Counter[tuple[int, int]]:
    """How often two met, the lower number first."""
    pairs = ((player, slot.opponent) for player, line in enumerate(event.slots, 1) for slot in line)
    return Counter(pair for pair in pairs if pair[0] < pair[1])


@pytest.mark.parametrize("event", SWISS + ROBINS, ids=named)
def test_both_sides_of_a_pairing_agree(event: Event) -> None:
    for player, line in enumerate(event.slots, 1):
        for number, slot in enumerate(line):
            if slot.opponent:
                answer = event.slots[slot.opponent - 1][number]
                assert slot.opponent != player
                assert answer.opponent == player
                assert {slot.colour, answer.colour} == {"w", "b"}
                assert (slot.kind, answer.kind) in ANSWERS
                assert slot.points + answer.points == (0 if slot.kind == answer.kind == "FL" else 1)
            else:
                assert slot.colour == ""
                assert slot.points == {"PAB": 1, "FPB": 1, "HPB": 0.5, "ZPB": 0, "REST": 0}[slot.kind]


@pytest.mark.parametrize("event", SWISS, ids=named)
def test_only_an_odd_field_has_a_pairing_allocated_bye(event: Event) -> None:
    for number in range(event.rounds):
        kinds = Counter(line[number].kind for line in event.slots)
        paired = kinds["GAME"] + kinds["FW"] + kinds["FL"]
        assert paired % 2 == 0
        assert kinds["PAB"] <= 1


def test_nobody_meets_twice_in_a_swiss_that_is_large_enough() -> None:
    for seed in range(20):
        assert max(meetings(swiss(40, 9, seed)).values()) == 1


@pytest.mark.parametrize("event", ROBINS, ids=named)
def test_everybody_meets_everybody_in_a_round_robin(event: Event) -> None:
    players = len(event.slots)
    cycles = event.rounds // (players - 1 + players % 2)
    assert meetings(event) == dict.fromkeys(combinations(range(1, players + 1), 2), cycles)
    if cycles == 2:
        assert all(Counter(slot.colour for slot in line if slot.opponent)["w"] == players - 1 for line in event.slots)


def test_every_kind_of_unplayed_round_occurs() -> None:
    lines = [line for event in SWISS for line in event.slots]
    assert {slot.kind for line in lines for slot in line} == set(KINDS) - {"REST"}
    kinds = [[slot.kind for slot in line] for line in lines]
    assert any(line[:2] == ["ZPB"] * 2 and line[-1] != "ZPB" for line in kinds), "late entries"
    assert any(line[0] != "ZPB" and line[-2:] == ["ZPB"] * 2 for line in kinds), "withdrawals"
    assert {slot.kind for event in ROBINS for line in event.slots for slot in line} == {"GAME", "FW", "FL", "REST"}
    for events in (SWISS, ROBINS):
        pairs = {
            (slot.kind, event.slots[slot.opponent - 1][number].kind)
            for event in events
            for line in event.slots
            for number, slot in enumerate(line)
            if slot.opponent
        }
        assert pairs == ANSWERS, "double forfeits"


def test_a_seed_gives_one_event() -> None:
    assert swiss(20, 7, 5) == swiss(20, 7, 5)
    assert swiss(20, 7, 5) != swiss(20, 7, 6)
    assert round_robin(6, 5) == round_robin(6, 5)
    assert round_robin(6, 5) != round_robin(6, 6)


@pytest.mark.parametrize("event", SWISS + ROBINS, ids=named)
def test_the_cells_say_what_the_records_say(event: Event) -> None:
    head, *body = rows(event)
    assert head == ["№", "Фамилия Имя", *range(1, event.rounds + 1), "Оч", "М"]
    totals = [line[-2] for line in body]
    assert totals == sorted(totals, reverse=True)
    assert sorted(line[0] for line in body) == list(range(1, len(event.slots) + 1))
    for line in body:
        player = int(line[0])
        assert line[-2] == points(event)[player - 1]
        for cell, slot in zip(line[2:-2], event.slots[player - 1]):
            found = re.fullmatch(r"(\d+)([wb])([01½+-])", str(cell))
            if found:
                assert (int(found[1]), found[2]) == (slot.opponent, slot.colour)
                mark = {"FW": "+", "FL": "-"}.get(slot.kind, {1: "1", 0.5: "½", 0: "0"}[slot.points])
                assert found[3] == mark
            else:
                assert slot.opponent == 0
                assert (
                    slot.kind in {"+": ("PAB", "FPB"), "½": ("HPB",), "-": ("ZPB",), 0: ("ZPB",), None: ("REST",)}[cell]
                )


def test_ratings_stand_in_a_column_of_their_own() -> None:
    event = swiss(9, 5, 1)
    head, *body = rows(event, ratings=True)
    assert head[:4] == ["№", "Фамилия Имя", "Рейт", 1]
    assert {line[0]: line[2] for line in body} == dict(enumerate(event.ratings, 1))
