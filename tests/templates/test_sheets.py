"""The other sheets: the values in the files are those that a program computes; standings, explanations, filling."""

import random
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from xl_tiebreak.editions import parse_rules
from xl_tiebreak.standings import evaluate, rank, shown
from xl_tiebreak.templates import TEMPLATES, blank, workbook
from xl_tiebreak.templates.design import RULES, STANDINGS_HEADING
from xl_tiebreak.workbook import fill_file, fill_worksheet, open_tables
from xl_tiebreak.workbook.tables import Asked

from .tools import NOTHING, Event, fill, matrix_rows, recalculated, swiss_rows

DESIGNS = [blank("swiss", 14, 5, "ru"), blank("swiss", 9, 3, "en"), blank("rr", 7, 0, "en"), blank("rr", 4, 0, "ru", 2)]


def event_of(number: int) -> Event:
    """Every design under every rule, with a player chosen on the sheet that explains."""
    design, rules = DESIGNS[number % len(DESIGNS)], RULES[number // len(DESIGNS)]
    rng = random.Random(number)
    rows = (
        swiss_rows(rng, design.players, design.across)
        if design.system == "swiss"
        else matrix_rows(rng, design.players, design.cycles)
    )
    return Event(design, rows, rules.id, design.chain)


@pytest.fixture(scope="module")
def books(soffice: str, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Event, int, Path]]:
    """Event, position of the player who is explained, and the file as LibreOffice saved it."""
    folder = tmp_path_factory.mktemp("sheets")
    made = []
    for number in range(len(DESIGNS) * len(RULES)):
        event = event_of(number)
        path = folder / f"book{number}.xlsx"
        path.write_bytes(workbook(event.design))
        fill(path, event)
        chosen = number % len(event.rows)
        book = load_workbook(path)
        book[event.design.texts.why]["C3"] = "{}. {}".format(*event.rows[chosen])
        book.save(path)
        made.append((event, chosen, path))
    results = recalculated(soffice, [path for _, _, path in made], folder)
    return [(event, chosen, results[path]) for event, chosen, path in made]


def test_file_shows_what_a_program_computes(soffice: str, root: Path, tmp_path: Path) -> None:
    """Every value that stands in a template, sheet by sheet, against the formulas."""
    paths = [root / "templates" / f"{name}.xlsx" for name in TEMPLATES]
    compared = 0
    for path, result in recalculated(soffice, paths, tmp_path).items():
        typed, kept, computed = (
            load_workbook(path),
            load_workbook(path, data_only=True),
            load_workbook(result, data_only=True),
        )
        for sheet in typed.worksheets:
            if TEMPLATES[path.stem].rows and sheet.title == TEMPLATES[path.stem].texts.working:
                continue  # its values come when a program computes
            for cell in (cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"):
                left, right = (book[sheet.title][cell.coordinate].value or "" for book in (kept, computed))
                left, right = (str(v).replace(",", ".") if isinstance(v, str) else v for v in (left, right))
                assert left == right, f"{path.name} {sheet.title} {cell.coordinate}"
                compared += 1
    assert compared > 15_000


def test_standings_are_sorted_and_complete(books: list[tuple[Event, int, Path]]) -> None:
    for event, _, path in books:
        design, tournament = event.design, event.tournament()
        standings = rank(tournament, ["PTS", *event.chain], event.rules)
        sheet = load_workbook(path, data_only=True)[design.texts.standings]
        first = STANDINGS_HEADING + 2
        for line, p in enumerate(standings.order):
            row = [cell.value for cell in sheet[first + line]]
            place = standings.places[p]
            assert row[:3] == [int(place) if place.isdigit() else place, tournament.numbers[p], tournament.names[p]]
            values = [standings.values[code][p] for code in ("PTS", *event.chain)]
            seen = [None if value in NOTHING else value for value in (row[3], *row[5 : 5 + len(event.chain)])]
            assert seen == [shown(value) for value in values]
        headings = [cell.value for cell in sheet[STANDINGS_HEADING + 1]][5:]
        assert headings[: len(event.chain)] == [design.heading(code) for code in event.chain]
        rule = sheet["A5"].value
        assert design.system == "rr" or design.rule_title(next(e for e in RULES if e.id == event.rules)) in rule


def test_explanation_adds_up(books: list[tuple[Event, int, Path]]) -> None:
    """Round by round or opponent by opponent, the terms add up to the engine's Buchholz and Berger."""
    for event, chosen, path in books:
        design, tournament = event.design, event.tournament()
        sheet = load_workbook(path, data_only=True)[design.texts.why]
        lines = list(sheet.iter_rows(10, 9 + design.across, 1, 8, values_only=True))
        total = [cell.value for cell in sheet[10 + design.across]]
        columns = {"BH": 4, "SB": 6} if design.system == "swiss" else {"SB": 5}
        for code, column in columns.items():
            value = shown(evaluate(tournament, code, event.rules)[chosen])
            assert total[column] == value
            assert sum(line[column] or 0 for line in lines) == value
        if design.system == "swiss":
            played = [line for line in lines if line[0] is not None]
            assert len(played) == tournament.rounds
            assert all(line[7] for line in played)  # every round says why
            assert sheet.cell(12 + design.across, 1).value.endswith(f" = {total[4]:g}")


def test_settings_say_the_state(books: list[tuple[Event, int, Path]]) -> None:
    for event, _, path in books:
        settings = load_workbook(path, data_only=True)[event.design.texts.settings]
        state = settings["B17"].value
        assert str(len(event.rows)) in state
        assert state.startswith(event.design.texts.state_fine[event.design.system].split(".")[0])


def contents(book: Workbook) -> dict[tuple[str, str], object]:
    """Sheet and cell → formula or value."""
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }


def test_fill_disturbs_no_formula(books: list[tuple[Event, int, Path]], tmp_path: Path) -> None:
    """The one table is found, ranked as the sheet ranks it, and not a cell is changed, by either writer."""
    for event, _, path in books:
        rules = f"{event.rules}:{event.design.system}"
        target = tmp_path / path.name
        chain = ", ".join(["PTS", *event.chain])
        outcome = fill_file(path, target, Asked(chain, parse_rules(rules)))
        (table,), (planned,) = outcome.tables, outcome.plans
        assert table.reading.area.top == table.reading.area.left == 0
        assert table.sheet.grid.sheet == event.design.tournament_sheet
        assert not planned.edits
        before = contents(load_workbook(path))
        assert contents(load_workbook(target)) == before
        book = load_workbook(path)
        fill_worksheet(book.worksheets[0], chain, rules)
        assert contents(book) == before


def test_further_columns_stand_beside_and_disturb_nothing(books: list[tuple[Event, int, Path]], tmp_path: Path) -> None:
    """A tie-break that the template has no column for gets a new one, by either writer."""
    event, _, path = books[0]
    before, right = contents(load_workbook(path)), event.design.marks_column + 2
    sums = evaluate(event.tournament(), "SOB", event.rules)

    fill_file(path, tmp_path / path.name, Asked("PTS, BH, SOB", parse_rules(event.rules)))
    book = load_workbook(path)
    fill_worksheet(book.worksheets[0], "PTS, BH, SOB", event.rules)
    book.save(tmp_path / "by_worksheet.xlsx")

    for written in (tmp_path / path.name, tmp_path / "by_worksheet.xlsx"):
        after = load_workbook(written)
        sheet = after.worksheets[0]
        assert [sheet.cell(row, right).value for row in range(2, len(sums) + 2)] == sums
        assert "Сумм. Бухгольц" in sheet.cell(1, right).value
        added = {key: value for key, value in contents(after).items() if key not in before}
        assert {key: value for key, value in contents(after).items() if key in before} == before
        assert len(added) == len(sums) + 1


def test_dmitrov_is_read_where_the_examples_say(root: Path) -> None:
    (table,) = open_tables(root / "templates/dmitrov2008.xlsx", Asked())
    assert table.place.startswith("Группа Е!A1:")
    assert table.reading.area.bottom == 11
    assert (table.reading.columns.points, table.reading.columns.place) == (11, 12)
    assert table.problems == ()
