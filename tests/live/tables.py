"""Tables to ask about: the document's, a double round robin as a matrix, Swiss tournaments of any size."""

import random
from pathlib import Path

from openpyxl import load_workbook

DMITROV = Path(__file__).resolve().parents[2] / "tests/sheets/dmitrov2008.xlsx"
COLOURS = {"w": "b", "b": "w"}
RESULTS = {"1": "0", "½": "½", "0": "1", "+": "-"}
POINTS = {"1": 1.0, "½": 0.5, "0": 0.0, "+": 1.0, "-": 0.0, "": 0.0, "w": 0.0, "b": 0.0}

Rows = list[list[str | int | float | None]]


def document() -> Rows:
    """Dmitrov 2008 as the document prints it."""
    sheet = load_workbook(DMITROV).worksheets[0]
    return [list(row) for row in sheet.iter_rows(max_col=13, values_only=True)]


def swiss(players: int, rounds: int, seed: int, *, by_place: bool = True, finished: bool = True) -> Rows:
    """A Swiss tournament in the layout of the documents, with every kind of unplayed round.

    Pairings are drawn, not made by a Swiss system: no rule of ours asks for one. Rows stand in order of points, and
    opponents are numbers, as in the document; without `by_place` the rows stand in order of numbers. Unless `finished`,
    some games of the last round are still being played, and a column for one more round is empty.
    """
    rng = random.Random(seed)
    cells = [[""] * rounds for _ in range(players)]
    met: set[tuple[int, int]] = set()
    for r in range(rounds):
        waiting = rng.sample(range(players), players)
        while waiting:
            p = waiting.pop()
            free = [q for q in waiting if (min(p, q), max(p, q)) not in met]
            unplayed = rng.random()
            if not free or unplayed < 0.05:
                cells[p][r] = rng.choice(["+", "½", "-", "+"])
                continue
            q = rng.choice(free)
            waiting.remove(q)
            met.add((min(p, q), max(p, q)))
            colour = rng.choice("wb")
            mine = rng.choice("1½0")
            theirs = RESULTS[mine]
            if unplayed < 0.1:
                mine, theirs = rng.choice([("+", "-"), ("-", "+"), ("-", "-")])
            cells[p][r] = f"{q + 1}{colour}{mine}"
            cells[q][r] = f"{p + 1}{COLOURS[colour]}{theirs}"
    if not finished:
        games = [p for p in range(players) if len(cells[p][-1]) > 2 and cells[p][-1][-1] in "1½0"]
        going_on = {frozenset((p, int(cells[p][-1][:-2]) - 1)) for p in games[: len(games) // 3]}
        for p in set().union(*going_on):
            cells[p][-1] = cells[p][-1][:-1]
        cells = [[*row, ""] for row in cells]
        rounds += 1
    points = [sum(POINTS[cell[-1:]] for cell in row) for row in cells]
    order = sorted(range(players), key=lambda p: -points[p]) if by_place else range(players)
    rows: Rows = [["№", "Фамилия Имя", *range(1, rounds + 1), "Оч", "М"]]
    rows += [
        [p + 1, f"Игрок {p + 1:03}", *cells[p], points[p], place if by_place else None]
        for place, p in enumerate(order, start=1)
    ]
    return rows


def double_round_robin(players: int, seed: int) -> Rows:
    """A matrix: in a row and a column the results of two games, `*` on the diagonal."""
    rng = random.Random(seed)
    cells = [["*" if p == q else "" for q in range(players)] for p in range(players)]
    for p in range(players):
        for q in range(p):
            games = [rng.choice("1½0") for _ in range(2)]
            cells[p][q] = "".join(games)
            cells[q][p] = "".join(RESULTS[game] for game in games)
    rows: Rows = [["No", "Name", *range(1, players + 1), "Pts"]]
    rows += [
        [p + 1, f"Player {p + 1:02}", *cells[p], sum(POINTS[game] for cell in cells[p] for game in cell if cell != "*")]
        for p in range(players)
    ]
    return rows
