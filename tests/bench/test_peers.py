"""The other engines are called rightly: they agree with each other and with values that FIDE's rules give by hand."""

import pytest

from tests.bench.events import EVERY_KIND, Event, Slot, points, round_robin, rows, swiss

HOW = "the engines to compare with are not installed (pip install -e '.[benchmark]')"
pytest.importorskip("gacrux", reason=HOW)
pytest.importorskip("tiebreak_core", reason=HOW)

from tests.bench.ours import ours, outcome  # noqa: E402
from tests.bench.peers import CODES, PEERS, Peer, gacrux_values  # noqa: E402

EVENTS = [
    swiss(players, rounds, seed, EVERY_KIND) for players, rounds in ((6, 4), (9, 5), (33, 9)) for seed in range(25)
]

# Every kind of round at once, example E03 of the project's rule book: cells by number, and Buchholz by edition.
EXAMPLE = """4w1 2b= 3w1 5b1 / 5w= 1w= H 6b1 / 6w1 4b- 1b0 Z / 1b0 3w+ 5w0 H / 2b= 6w1 4b1 1w0 / 3b0 5b0 U 2w0"""
BUCHHOLZ = {"fide2024": [8, 9.5, 6.5, 9, 8.5, 7.5], "fide2026": [8, 9, 6.5, 9, 8.5, 7.5]}
ALONE = {"U": Slot("PAB", 0, "", 1.0), "H": Slot("HPB", 0, "", 0.5), "Z": Slot("ZPB", 0, "", 0.0)}
MARKS = {"1": ("GAME", 1.0), "=": ("GAME", 0.5), "0": ("GAME", 0.0), "+": ("FW", 1.0), "-": ("FL", 0.0)}


def example() -> Event:
    lines = []
    for line in EXAMPLE.split(" / "):
        slots = []
        for cell in line.split():
            kind, score = MARKS.get(cell[-1], ("", 0.0))
            slots.append(ALONE.get(cell) or Slot(kind, int(cell[:-2]), cell[-2], score))
        lines.append(tuple(slots))
    return Event("E03", "swiss", (2000,) * len(lines), tuple(lines))


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
def test_peer_gives_the_values_of_the_rule_book(peer: Peer) -> None:
    found = peer.outcome(peer.run(peer.build(example())))
    assert found.values["PTS"] == [3.5, 2.5, 1, 1.5, 2.5, 1]
    assert found.values["BH"] == BUCHHOLZ[peer.edition]
    assert found.values["BH-C1"][1] == 7
    assert found.values["SB"][1] == {"fide2024": 5.25, "fide2026": 5.0}[peer.edition]


@pytest.mark.parametrize("edition", ["fide2024", "fide2026"])
def test_peers_agree_with_each_other(edition: str) -> None:
    peers = [peer for peer in PEERS if peer.edition == edition]
    assert {peer.name.split()[0] for peer in peers} == {"gacrux", "tiebreak-core"}
    compared = 0
    for event in EVENTS:
        first, *others = (peer.outcome(peer.run(peer.build(event))) for peer in peers)
        for other in others:
            assert other == first, event
            compared += sum(map(len, other.values.values())) + len(other.places)
    print(f"{compared} values and places, 0 differences")
    assert compared >= 5 * sum(len(event.slots) for event in EVENTS)


@pytest.mark.parametrize("edition", ["fide2024", "fide2026"])
def test_ours_is_timed_on_the_same_numbers(edition: str) -> None:
    peers = [peer for peer in PEERS if peer.edition == edition]
    for event in EVENTS:
        expected = peers[0].outcome(peers[0].run(peers[0].build(event)))
        assert outcome(ours(rows(event), f"{edition}:swiss")) == expected, event


@pytest.mark.parametrize("edition", ["fide2024", "fide2026"])
def test_gacrux_sees_a_round_robin(edition: str) -> None:
    for seed in range(10):
        event = round_robin(7, seed, rates=EVERY_KIND)
        total = points(event)
        berger = [sum(slot.points * total[slot.opponent - 1] for slot in line if slot.opponent) for line in event.slots]
        assert gacrux_values(event, edition, ["PTS", "SB"]) == {"PTS": total, "SB": berger}


def test_fore_buchholz_does_not_spoil_what_is_asked_after_it() -> None:
    for event in EVENTS:
        expected = gacrux_values(event, "fide2024", CODES)
        found = gacrux_values(event, "fide2024", ["PTS", "FB", "BH", "BH-C1", "SB"])
        assert found.pop("FB") != [None] * len(event.slots)
        assert found == expected
