"""Tournaments for tests, written in the notation of the golden files.

`5w1` `5b0` `5w=` a game against number 5; `5w+` `5b-` a forfeit; `5w*` paired, no result yet; `U` pairing-allocated
bye, `F` another full-point bye, `H` half-point bye, `Z` absence, in a round robin a free round.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tests.bench import events
from xl_tiebreak.model import Kind, Scoring, System, Tournament
from xl_tiebreak.standings import evaluate

CLASSIC = Scoring()
_ALONE = {
    "U": Kind.PAIRING_ALLOCATED_BYE,
    "F": Kind.FULL_POINT_BYE,
    "H": Kind.HALF_POINT_BYE,
    "Z": Kind.ZERO_POINT_BYE,
}
_PAIRED = {"+": Kind.FORFEIT_WIN, "-": Kind.FORFEIT_LOSS, "*": Kind.PENDING}


def tournament(
    cells: Mapping[str, Sequence[str]],
    system: System = "swiss",
    scoring: Scoring = CLASSIC,
    *,
    ratings: Sequence[int | None] | None = None,
    planned: int = 0,
    bye: float | None = None,
) -> Tournament:
    """Number → cells as a tournament; a pairing-allocated bye brings ``bye`` points, those of a win unless given."""
    numbers = list(cells)
    positions = {number: p for p, number in enumerate(numbers)}
    full, half = scoring.win, scoring.draw
    points = {"1": full, "0": scoring.loss, "=": half, "+": full, "-": 0.0, "*": 0.0}
    alone = {"U": full if bye is None else bye, "F": full, "H": half, "Z": 0.0}
    rounds: list[list[tuple[Kind, int | None, str, float]]] = []
    for number in numbers:
        row: list[tuple[Kind, int | None, str, float]] = []
        for cell in cells[number]:
            if cell in _ALONE:
                kind = Kind.REST if cell == "Z" and system == "rr" else _ALONE[cell]
                row.append((kind, None, "", alone[cell]))
                continue
            match = re.fullmatch(r"(\d+)([wb])(.)", cell)
            assert match is not None, f"cell '{cell}' of number {number}"
            row.append((_PAIRED.get(match[3], Kind.PLAYED), positions[match[1]], match[2], points[match[3]]))
        rounds.append(row)
    return Tournament(
        numbers,
        [f"Player {number}" for number in numbers],
        [None] * len(numbers) if ratings is None else list(ratings),
        kinds=[[kind for kind, _, _, _ in row] for row in rounds],
        opponents=[[opponent for _, opponent, _, _ in row] for row in rounds],
        colours=[[colour for _, _, colour, _ in row] for row in rounds],
        points=[[score for _, _, _, score in row] for row in rounds],
        system=system,
        scoring=scoring,
        planned=planned,
    )


def table(text: str, system: System = "swiss", scoring: Scoring = CLASSIC, **more: object) -> Tournament:
    """`1: 2w1 U | 2: 1b0 H` as a tournament."""
    rows = [row.split(":") for row in text.replace("\n", " ").split("|")]
    cells = {number.strip(): row.split() for number, row in rows}
    return tournament(cells, system, scoring, **more)  # type: ignore[arg-type]


def cell(t: Tournament, p: int, r: int) -> str:
    """A round in this notation, on the scale 1, ½, 0."""
    kind, opponent, colour, points = t.round(p, r)
    if opponent is None:
        return next(letter for letter, alone in _ALONE.items() if alone is kind)
    mark = next((mark for mark, paired in _PAIRED.items() if paired is kind), None)
    return f"{t.numbers[opponent]}{colour}{mark or {1.0: '1', 0.5: '=', 0.0: '0'}[points]}"


def floats(t: Tournament, code: str, rules: object = None) -> list[float | None]:
    """The values of a code for everybody, as surfaces show them."""
    return [None if value is None else float(value) for value in evaluate(t, code, rules)]


E00 = """
 1: 10w1 4b0 6w1 8b0 11b1 3w1 2b0 U 7w1 | 2: 9w1 11b1 4w= 3b1 8w0 10b0 1w1 7b1 5w0
| 3: 8w= 6b1 7w1 2w0 5b1 1b0 9w1 10b0 U | 4: 7w1 1w1 2b= 5w0 10b0 8b0 U 6w1 9b1
| 5: 6w1 8b0 11w1 4b1 3w0 U 10w0 9b1 2b1 | 6: 5b0 3w0 1b0 U 9w0 7w0 11b0 4b0 8w0
| 7: 4b0 9w1 3b0 11w0 U 6b1 8w= 2w0 1b0 | 8: 3b= 5w1 10b= 1w1 2b1 4w1 7b= 11w1 6b1
| 9: 2b0 7b0 U 10w0 6b1 11w0 3b0 5w0 4w0 | 10: 1b0 U 8w= 9b1 4w1 2w1 5b1 3w1 11b1
| 11: U 2w0 5b0 7b1 1w0 9b1 6w1 8b0 10w0
"""
E01 = "1: 4b1 3b= 2w1 | 2: 3w1 4b0 1b0 | 3: 2b0 1w= 4w1 | 4: 1w0 2w1 3b0"
E02 = "1: 2w1 3b= 5w1 | 2: 1b0 5w1 4b= | 3: 4w1 1w= U | 4: 3b0 U 2w= | 5: U 2b0 1b0"
E03 = """
1: 4w1 2b= 3w1 5b1 | 2: 5w= 1w= H 6b1 | 3: 6w1 4b- 1b0 Z | 4: 1b0 3w+ 5w0 H | 5: 2b= 6w1 4b1 1w0 | 6: 3b0 5b0 U 2w0
"""
E04 = E03.replace(" H 6b1", " Z 6b1")
E05 = "1: 2w1 3b= 4b1 | 2: 1b0 4w= 3w- | 3: 4w1 1w= 2b+ | 4: 3b0 2b= 1w0"
E06 = "1: 2w1 3w1 4b= 5b= | 2: 1b0 Z Z Z | 3: 4w= 1b0 5w1 H | 4: 3b= 5w1 1w= U | 5: U 4b0 3b0 1w="
E07 = "1: Z 5w1 4b= 3w1 2b1 | 2: 5b1 4w0 3w1 Z 1w0 | 3: 4w= Z 2b0 1b0 5b1 | 4: 3b= 2b1 1w= 5w1 Z | 5: 2w0 1b0 Z 4b0 3w0"
E08 = """
1: 6b1 5b0 4w0 3w1 2w1 | 2: 5w1 4w1 3b1 6w0 1b0 | 3: 4b1 6w1 2w0 1b0 5w1 | 4: 3w0 2b0 1b1 5w1 6b1
| 5: 2b0 1w1 6b= 4b0 3b0 | 6: 1w0 3b0 5w= 2b1 4w0
"""
E09 = "1: 2w1 3b1 4w0 | 2: 1b0 5w1 6b1 | 3: 6w1 1w0 5b1 | 4: 5b0 6w= 1b1 | 5: 4w1 2b0 3w0 | 6: 3b0 4b= 2w0"
E10 = "1: 3w1 4b= 2b- | 2: 5w0 3b= 1w+ | 3: 1b0 2w= 6b1 | 4: 6w1 1w= 5b= | 5: 2b1 6w= 4w= | 6: 4b0 5b= 3w0"
E11 = "1: 2w1 2b1 2w0 3b0 | 2: 1b0 1w0 1b1 4w1 | 3: 4w= 4b= 4w= 1w1 | 4: 3b= 3w= 3b= 2b0"
E12 = "1: 2w1 3b1 Z 2b= 3w0 Z | 2: 1b0 Z 3w1 1w= Z 3b1 | 3: Z 1w0 2b0 Z 1b1 2w0"
E13 = """
1: 5b1 6b1 7b0 4b1 8w0 | 2: 4b= 3b1 6b0 5w= 7w1 | 3: 8b= 2w0 5b= 7w= 6w1 | 4: 2w= 7b1 8w= 1w0 5w=
| 5: 1w0 8b0 3w= 2b= 4b= | 6: 7b0 1w0 2w1 8w0 3b0 | 7: 6w1 4w0 1w1 3b= 2b0 | 8: 3w= 5w1 4b= 6b1 1b1
"""
E14 = "1: 2w- 3b1 4w1 | 2: 1b- 4b1 3w0 | 3: 4w0 1w0 2b1 | 4: 3b1 2w0 1b0"
E15 = "1: Z Z 4w1 3b1 | 2: 3w1 4b= 5w1 H | 3: 2b0 5w1 U 1w0 | 4: 5b1 2w= 1b0 Z | 5: 4w0 3b0 2b0 U"
E16 = "1: 2w1 3b1 4w1 | 2: 1b0 4w1 Z | 3: 4w1 1w0 H | 4: 3b0 2b0 1b0"


KINDS = {
    events.PLAYED: Kind.PLAYED,
    events.FORFEIT_WIN: Kind.FORFEIT_WIN,
    events.FORFEIT_LOSS: Kind.FORFEIT_LOSS,
    events.PAIRING_BYE: Kind.PAIRING_ALLOCATED_BYE,
    events.FULL_BYE: Kind.FULL_POINT_BYE,
    events.HALF_BYE: Kind.HALF_POINT_BYE,
    events.ZERO_BYE: Kind.ZERO_POINT_BYE,
    events.REST: Kind.REST,
}


def from_event(event: events.Event) -> Tournament:
    """A made-up event as a tournament, without the detour over the cells of a sheet."""
    numbers = [str(k) for k in range(1, len(event.slots) + 1)]
    return Tournament(
        numbers,
        [f"Player {number}" for number in numbers],
        list(event.ratings),
        [[KINDS[slot.kind] for slot in line] for line in event.slots],
        [[slot.opponent - 1 if slot.opponent else None for slot in line] for line in event.slots],
        [[slot.colour for slot in line] for line in event.slots],
        [[slot.points for slot in line] for line in event.slots],
        system="rr" if event.system == "rr" else "swiss",
    )
