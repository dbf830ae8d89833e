"""The golden events, written in the layout of the 1998 document, read back as what they are."""

import json

import pytest

from xl_tiebreak.crosstable import read
from xl_tiebreak.model import Kind

ALONE = {"U": "+", "F": "+", "H": "½", "Z": "-"}
KINDS = {
    "+": Kind.PAIRING_ALLOCATED_BYE,
    "½": Kind.HALF_POINT_BYE,
    "-": Kind.ZERO_POINT_BYE,
    None: Kind.REST,
}
RESULTS = {
    "1": (Kind.PLAYED, 1.0),
    "=": (Kind.PLAYED, 0.5),
    "0": (Kind.PLAYED, 0.0),
    "+": (Kind.FORFEIT_WIN, 1.0),
    "-": (Kind.FORFEIT_LOSS, 0.0),
}
POINTS = {"+": 1.0, "½": 0.5, "-": 0.0, None: 0.0}


def cases(shared):
    worked = json.loads((shared / "golden/worked.json").read_text(encoding="utf-8"))
    random = json.loads((shared / "golden/random_events.json").read_text(encoding="utf-8"))
    return [*worked["cases"], *random["events"]]


def written(cell, system):
    """A golden cell in the document's notation."""
    if cell in ALONE:
        return None if cell == "Z" and system == "rr" else ALONE[cell]
    return cell.replace("=", "½") if len(cell) % 2 else cell


def meaning(cell, system):
    """(kind, opponent's number, colour, points) of a golden cell."""
    text = written(cell, system)
    if cell in ALONE:
        return KINDS[text], None, "", POINTS[text]
    kind, points = RESULTS[cell[-1]]
    return kind, cell[:-2], cell[-2], points


def test_every_golden_event_in_the_documents_layout(shared):
    read_back = 0
    for case in cases(shared):
        system, rounds = case["system"], case["rounds"]
        rows = [["№", "Фамилия Имя", *range(1, rounds + 1), "Оч", "М"]]
        wanted = {}
        for number, cells in case["cells"].items():
            wanted[number] = [meaning(cell, system) for cell in cells]
            points = sum(mark[3] for mark in wanted[number])
            rows.append([int(number), f"Игрок {number}", *(written(cell, system) for cell in cells), points, None])
        if system == "swiss":  # so that no small event is taken for a round robin
            absent = str(len(wanted) + 1)
            rows.append([int(absent), "Отсутствующий", *["-"] * rounds, 0, None])
            wanted[absent] = [(Kind.ZERO_POINT_BYE, None, "", 0.0)] * rounds
        reading = read(rows)
        assert [p for p in reading.problems if p.severity != "note"] == [], case["id"]
        tournament = reading.tournament_or_raise()
        assert (tournament.system, tournament.rounds) == (system, rounds), case["id"]
        for p, number in enumerate(tournament.numbers):
            for r in range(rounds):
                kind, opponent, colour, points = tournament.round(p, r)
                named = None if opponent is None else tournament.numbers[opponent]
                assert (kind, named, colour, points) == wanted[number][r], (case["id"], number, r + 1)
                read_back += 1
    print(f"{read_back} golden cells read back")
    assert read_back > 8_000


def test_every_golden_matrix(shared):
    matrices = [case for case in cases(shared) if "matrix" in case]
    for case in matrices:
        rows = [[int(number), f"Player {number}", *cells] for number, cells in case["matrix"].items()]
        table = [["No", "Name", *range(1, len(rows) + 1)], *rows]
        tournament = read(table).tournament_or_raise()
        for number, cells in case["cells"].items():
            p = tournament.numbers.index(number)
            points = sum(meaning(cell, "rr")[3] for cell in cells)
            assert tournament.scores()[p] == points, (case["id"], number)
    assert len(matrices) == 2


@pytest.mark.parametrize("spelling", ["½", "=", "0.5", "0,5", "1/2", " ½"])
def test_the_document_in_other_spellings(shared, spelling):
    case = next(case for case in cases(shared) if case["id"] == "E00")
    rows = [["№", "Имя", *range(1, 10)]]
    for number, cells in case["cells"].items():
        rows.append([int(number), number, *(written(cell, "swiss").replace("½", spelling) for cell in cells)])
    tournament = read(rows).tournament_or_raise()
    scores = dict(zip(tournament.numbers, tournament.scores()))
    assert (scores["10"], scores["6"]) == (7.5, 1)
