"""Templates that call our functions: evaluated with the functions themselves, they show what the formulas show."""

import random
from collections.abc import Callable
from pathlib import Path

import formualizer
import pytest
from openpyxl import load_workbook

from xl_tiebreak.functions import FUNCTIONS
from xl_tiebreak.standings import evaluate, rank, shown
from xl_tiebreak.templates import Design, blank, workbook
from xl_tiebreak.templates.design import RULES, STANDINGS_HEADING

from .tools import Event, fill, matrix_rows, swiss_rows

DESIGNS = [
    blank("swiss", 12, 6, "ru", style="functions"),
    blank("rr", 6, 0, "en", style="functions"),
    blank("rr", 5, 0, "ru", 2, "functions"),
]


def event_of(design: Design, rules: str) -> Event:
    """The Swiss has two rounds so far, too few for the second tie-break of the chain."""
    rng = random.Random(7)
    if design.system == "swiss":
        return Event(design, swiss_rows(rng, 11, design.across), rules, ["BH", "BH-C2", "BH-CX", "SB", "DE"])
    return Event(design, matrix_rows(rng, design.players, design.cycles), rules, design.chain)


def evaluated(path: Path) -> Callable[[str, int, int], object]:
    """Cells of a workbook, by sheet, row and column, evaluated with our functions."""
    book = formualizer.Workbook.from_path(str(path))
    for name, function in FUNCTIONS.items():
        book.register_function(name, function.body, min_args=1)
    book.evaluate_all()

    def cell(sheet: str, row: int, column: int) -> object:
        value = book.evaluate_cell(sheet, row, column)
        return None if value == "" else value

    return cell


@pytest.mark.parametrize("rules", [edition.id for edition in RULES])
@pytest.mark.parametrize("design", DESIGNS, ids=["swiss", "rr", "double rr"])
def test_calls_give_the_engine_s_numbers(tmp_path: Path, design: Design, rules: str) -> None:
    event = event_of(design, rules)
    path = tmp_path / "book.xlsx"
    path.write_bytes(workbook(design))
    fill(path, event)
    texts, tournament = design.texts, event.tournament()
    book = load_workbook(path)
    book[texts.why]["C3"] = "{}. {}".format(*event.rows[2])
    book.save(path)
    cell = evaluated(path)

    def value(code: str, p: int) -> float | None:
        return shown(evaluate(tournament, code, rules)[p]) if tournament.rounds > design.cut(code) else None

    standings = rank(tournament, ["PTS", *event.chain], rules)
    places = [int(place) if place.isdigit() else place for place in standings.places]
    for p, row in enumerate(range(2, len(tournament) + 2)):
        assert cell(design.tournament_sheet, row, design.points_column + 1) == tournament.scores()[p]
        assert cell(design.tournament_sheet, row, design.place_column + 1) == places[p]
        for k, code in enumerate(design.codes, start=design.place_column + 2):
            assert cell(design.tournament_sheet, row, k) == value(code, p), code
    words = {None: texts.not_separated, "PTS": texts.on_points} | {c: design.heading(c) for c in design.codes}
    for line, p in enumerate(standings.order, start=STANDINGS_HEADING + 2):
        decided = words[standings.decided_by[p]]
        values = [shown(standings.values[c][p]) if tournament.rounds > design.cut(c) else None for c in event.chain]
        expected = [places[p], tournament.names[p], tournament.scores()[p], decided, *values]
        assert [cell(texts.standings, line, c) for c in (1, 3, 4, 5, *range(6, 6 + len(values)))] == expected
        row = p + 2
        assert cell(design.tournament_sheet, row, design.decided_column + 1) == decided
    for k, code in enumerate(design.codes, start=10):
        assert cell(texts.why, k, 4) == value(code, 2)
        if tournament.rounds > design.cut(code):
            assert tournament.names[2] in str(cell(texts.why, k, 5))


def test_nothing_is_asked_of_an_empty_table(tmp_path: Path) -> None:
    """Without a result every cell is empty, not an error."""
    for number, design in enumerate(DESIGNS):
        path = tmp_path / f"book{number}.xlsx"
        path.write_bytes(workbook(design))
        cell = evaluated(path)
        sheet = design.tournament_sheet
        found = {
            cell(sheet, row, c) for row in (2, 3) for c in range(design.points_column + 1, design.check_column + 1)
        }
        assert found == {None}


def test_flaws_are_shown_before_any_function_is_called(tmp_path: Path) -> None:
    design = DESIGNS[0]
    event = event_of(design, "fide1998")
    event.rows[3][2] = "8w½x"  # type: ignore[index]
    path = tmp_path / "book.xlsx"
    path.write_bytes(workbook(design))
    fill(path, event)
    cell = evaluated(path)
    computed = range(design.points_column + 1, design.decided_column)
    assert {cell(design.tournament_sheet, 5, column) for column in computed} == {"?"}
    assert str(cell(design.tournament_sheet, 5, design.check_column + 1)).startswith("тур 1: ")
