"""Made-up events, the same for the same seed: Swiss systems and round robins with every kind of unplayed round.

An event is kept as neutral records (`Slot`, one per player and round), from which `rows` writes the cells of an
organiser's sheet in the layout of the 1998 document and `tests.bench.peers` builds the input of other engines.
Nothing here knows how this project reads a cell or what another engine wants, and nothing is imported beyond the
standard library, so that neither side can be favoured.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

__all__ = [
    "EVERY_KIND",
    "KINDS",
    "ORDINARY",
    "Event",
    "Rates",
    "Slot",
    "points",
    "round_robin",
    "rows",
    "swiss",
]

Cell = str | float | None
Rows = list[list[Cell]]

# What a round was, by the short names of the rule book; the cell of the document for those without an opponent.
PLAYED: Final = "GAME"
FORFEIT_WIN: Final = "FW"
FORFEIT_LOSS: Final = "FL"
PAIRING_BYE: Final = "PAB"
FULL_BYE: Final = "FPB"
HALF_BYE: Final = "HPB"
ZERO_BYE: Final = "ZPB"
REST: Final = "REST"
KINDS: Final = (PLAYED, FORFEIT_WIN, FORFEIT_LOSS, PAIRING_BYE, FULL_BYE, HALF_BYE, ZERO_BYE, REST)

RESULTS: Final = {0.0: "0", 0.5: "½", 1.0: "1"}
ALONE: Final[dict[str, tuple[Cell, ...]]] = {
    PAIRING_BYE: ("+",),
    FULL_BYE: ("+",),
    HALF_BYE: ("½",),
    ZERO_BYE: ("-", 0),  # a typed 0 arrives as a number
    REST: (None,),
}


class Slot(NamedTuple):
    """One round of one player; `opponent` is the number of the *scheduled* opponent, 0 where there was none."""

    kind: str
    opponent: int
    colour: str
    points: float


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament: player k (numbered from 1) has `ratings[k - 1]` and, per round, `slots[k - 1]`."""

    name: str
    system: str  # "swiss" or "rr"
    ratings: tuple[int, ...]
    slots: tuple[tuple[Slot, ...], ...]

    @property
    def rounds(self) -> int:
        """Number of rounds, all of them finished."""
        return len(self.slots[0])


@dataclass(frozen=True, slots=True)
class Rates:
    """How often something happens: per player and round, per pairing (forfeits), per player (late, withdrawn)."""

    half: float
    zero: float
    full: float
    forfeit: float
    double: float
    late: float
    withdrawn: float


ORDINARY: Final = Rates(half=0.02, zero=0.005, full=0.0005, forfeit=0.01, double=0.001, late=0.02, withdrawn=0.04)
EVERY_KIND: Final = Rates(half=0.05, zero=0.04, full=0.02, forfeit=0.07, double=0.03, late=0.10, withdrawn=0.12)

HALF: Final = Slot(HALF_BYE, 0, "", 0.5)
ZERO: Final = Slot(ZERO_BYE, 0, "", 0.0)
FULL: Final = Slot(FULL_BYE, 0, "", 1.0)
ALLOCATED: Final = Slot(PAIRING_BYE, 0, "", 1.0)
FREE: Final = Slot(REST, 0, "", 0.0)


def points(event: Event) -> list[float]:
    """Standings points by player, on the scale 1, ½, 0."""
    return [sum(slot.points for slot in line) for line in event.slots]


def swiss(players: int, rounds: int, seed: int, rates: Rates = ORDINARY) -> Event:
    """A Swiss event: whoever is present is paired down the standings, nobody twice with the same opponent.

    A small field that has run out of new opponents meets again. Nobody is left unpaired but the odd one, who gets
    the pairing-allocated bye unless he had a full point without playing and somebody had not.
    """
    random = Random(f"swiss {players} {rounds} {seed}")
    ratings = _ratings(players, random)
    table = _Table(players, random, ratings)
    present = [_presence(rounds, rates, random) for _ in range(players)]
    for number in range(rounds):
        available = []
        for player in range(players):
            away = ZERO if number not in present[player] else _request(rates, random)
            if away:
                table.lines[player].append(away)
            else:
                available.append(player)
        available.sort(key=lambda player: (-table.score[player], random.random()))
        if len(available) % 2:
            table.add(table.odd_one(available), ALLOCATED)
        for one, other in table.pair(available):
            table.play(one, other, rates)
    return Event(f"Swiss {players}x{rounds}", "swiss", ratings, tuple(map(tuple, table.lines)))


def round_robin(players: int, seed: int, cycles: int = 1, rates: Rates = ORDINARY) -> Event:
    """An all-play-all of one or more cycles; in an odd field each rests once a cycle.

    Of the rates only the forfeits and the withdrawals count: who has withdrawn forfeits his remaining games, against
    another who has withdrawn both lose.
    """
    random = Random(f"round robin {players} {cycles} {seed}")
    ratings = _ratings(players, random)
    table = _Table(players, random, ratings)
    cycle = players - 1 + players % 2
    rounds = cycle * cycles
    left = [random.randrange(1, rounds + 1) if random.random() < rates.withdrawn else rounds for _ in range(players)]
    for number in range(rounds):
        for one, other in _circle(players, number % cycle):
            if other == players:
                table.add(one, FREE)
                continue
            white, black = (one, other) if number // cycle % 2 == 0 else (other, one)
            table.play(white, black, rates, number < left[white], number < left[black], swap=False)
    name = "Round robin" if cycles == 1 else f"Round robin, {cycles} cycles,"
    return Event(f"{name} {players}", "rr", ratings, tuple(map(tuple, table.lines)))


def rows(event: Event, ratings: bool = False) -> Rows:
    """The cells of the sheet: a heading row, then a row a player by descending points, opponents by their №.

    Points are numbers as a spreadsheet delivers them; the place is left empty, it is what one wants to know.
    """
    rating_heading = ["Рейт"] if ratings else []
    sheet: Rows = [["№", "Фамилия Имя", *rating_heading, *range(1, event.rounds + 1), "Оч", "М"]]
    total = points(event)
    for player in sorted(range(len(total)), key=lambda player: (-total[player], player)):
        rating = [event.ratings[player]] if ratings else []
        cells = [_cell(slot, player + number) for number, slot in enumerate(event.slots[player])]
        sheet.append([player + 1, f"Игрок {player + 1}", *rating, *cells, _number(total[player]), None])
    return sheet


def _cell(slot: Slot, turn: int) -> Cell:
    """The document's text for a round; where it knows two (absence), each gets its turn."""
    if not slot.opponent:
        forms = ALONE[slot.kind]
        return forms[turn % len(forms)]
    result = {FORFEIT_WIN: "+", FORFEIT_LOSS: "-"}.get(slot.kind) or RESULTS[slot.points]
    return f"{slot.opponent}{slot.colour}{result}"


def _number(value: float) -> float:
    return int(value) if value == int(value) else value


def _ratings(players: int, random: Random) -> tuple[int, ...]:
    """Ratings in the order of the numbers, the strongest first, as a starting list has them."""
    return tuple(sorted((min(2800, max(1400, round(random.gauss(2000, 200)))) for _ in range(players)), reverse=True))


def _presence(rounds: int, rates: Rates, random: Random) -> range:
    """The rounds (from 0) between a player's arrival and his withdrawal; at least one."""
    first = random.randrange((rounds + 1) // 2) if random.random() < rates.late else 0
    last = random.randrange(first + 1, rounds + 1) if random.random() < rates.withdrawn else rounds
    return range(first, last)


def _request(rates: Rates, random: Random) -> Slot | None:
    """The bye a player who is there asked for in this round, mostly none."""
    draw = random.random()
    for rate, slot in ((rates.half, HALF), (rates.zero, ZERO), (rates.full, FULL)):
        if draw < rate:
            return slot
        draw -= rate
    return None


def _circle(players: int, number: int) -> list[tuple[int, int]]:
    """Pairings (white, black) of round `number` of a cycle by the circle method; an opponent `players` is nobody."""
    wheel = players - 1 + players % 2
    pairs = [(number, wheel) if number % 2 == 0 or players % 2 else (wheel, number)]
    for step in range(1, (wheel + 1) // 2):
        one, other = (number + step) % wheel, (number - step) % wheel
        pairs.append((one, other) if step % 2 else (other, one))
    return pairs


class _Table:
    """The table while it is being played: lines of slots, scores, who met whom, colour balance (white minus black)."""

    def __init__(self, players: int, random: Random, ratings: tuple[int, ...]) -> None:
        self.random = random
        self.ratings = ratings
        self.lines: list[list[Slot]] = [[] for _ in range(players)]
        self.score = [0.0] * players
        self.met: list[set[int]] = [set() for _ in range(players)]
        self.whites = [0] * players

    def add(self, player: int, slot: Slot) -> None:
        self.lines[player].append(slot)
        self.score[player] += slot.points

    def odd_one(self, available: list[int]) -> int:
        """Take out of an odd field the lowest who never had a full point without playing, else the lowest."""
        free = {PAIRING_BYE, FULL_BYE, FORFEIT_WIN}
        for place in range(len(available) - 1, -1, -1):
            if not any(slot.kind in free for slot in self.lines[available[place]]):
                return available.pop(place)
        return available.pop()

    def pair(self, available: list[int]) -> list[tuple[int, int]]:
        """Pair down the standings, each with the next he has not met; the last ones by exchange with a pair above."""
        waiting, pairs = available[::-1], list[tuple[int, int]]()
        while waiting:
            first = waiting.pop()
            met = self.met[first]
            place = next((k for k in range(len(waiting) - 1, -1, -1) if waiting[k] not in met), None)
            if place is None:
                pairs.append(self.exchange(first, waiting.pop(), pairs))
            else:
                pairs.append((first, waiting.pop(place)))
        return pairs

    def exchange(self, one: int, other: int, pairs: list[tuple[int, int]]) -> tuple[int, int]:
        """Two who have met already swap partners with the lowest pair that allows it; if none does, they meet again."""
        for place in range(len(pairs) - 1, -1, -1):
            for high, low in (pairs[place], pairs[place][::-1]):
                if high not in self.met[one] and low not in self.met[other]:
                    pairs[place] = high, one
                    return low, other
        return one, other

    def play(
        self, one: int, other: int, rates: Rates, here: bool = True, there: bool = True, swap: bool = True
    ) -> None:
        """Enter a result for a pairing: a game by strength, or a forfeit; `here`, `there`: who has not withdrawn."""
        random = self.random
        if swap and (self.whites[one], random.random()) > (self.whites[other], random.random()):
            one, other = other, one
        self.met[one].add(other)
        self.met[other].add(one)
        draw = random.random()
        if draw < rates.double or not (here or there):
            kinds, share = (FORFEIT_LOSS, FORFEIT_LOSS), (0.0, 0.0)
        elif draw < rates.double + rates.forfeit or not (here and there):
            won = here if here != there else random.random() < 0.5
            kinds = (FORFEIT_WIN, FORFEIT_LOSS) if won else (FORFEIT_LOSS, FORFEIT_WIN)
            share = (1.0, 0.0) if won else (0.0, 1.0)
        else:
            self.whites[one] += 1
            self.whites[other] -= 1
            kinds, share = (PLAYED, PLAYED), self.result(one, other)
        self.add(one, Slot(kinds[0], other + 1, "w", share[0]))
        self.add(other, Slot(kinds[1], one + 1, "b", share[1]))

    def result(self, white: int, black: int) -> tuple[float, float]:
        """A result drawn from the expected score of the rating difference, a third of the games drawn if even."""
        expected = 1 / (1 + 10 ** ((self.ratings[black] - self.ratings[white] - 35) / 400))
        drawn = min(expected, 1 - expected) * 2 / 3
        draw = self.random.random()
        if draw < drawn:
            return 0.5, 0.5
        return (1.0, 0.0) if draw < drawn + expected - drawn / 2 else (0.0, 1.0)
