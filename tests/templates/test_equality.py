"""The formulas of the templates give the engine's numbers, in LibreOffice and in a second spreadsheet engine.

A short run is part of the suite. The long one, 200 events under all three rules:

    TEMPLATE_EVENTS=200 python -m pytest tests/templates/test_equality.py -s
"""

import os
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import ironcalc
import pytest
from openpyxl import load_workbook

from xl_tiebreak.templates import Design, blank, workbook
from xl_tiebreak.templates.design import RULES

from .tools import LOCALES, NOTHING, Event, differences, fill, random_event, recalculated, shown_columns, typed

EVENTS = int(os.environ.get("TEMPLATE_EVENTS", "8"))
SECOND_ENGINE = max(2, min(20, EVENTS))
SIZES = [
    *(("swiss", players, rounds, 1) for players, rounds in ((2, 1), (6, 3), (14, 5), (20, 7), (30, 9), (40, 11))),
    *(("rr", players, 0, cycles) for players in (3, 6, 9, 12) for cycles in (1, 2)),
]


def designs() -> dict[tuple[object, ...], Design]:
    return {
        (*size, language): blank(size[0], size[1], size[2], language, size[3])
        for size in SIZES
        for language in ("en", "ru")
    }


@cache
def built(design: Design) -> bytes:
    return workbook(design)


def events(count: int) -> Iterator[Event]:
    """The same events in every run; one table goes through all rules."""
    for seed in range(count):
        for rules in RULES:
            yield random_event(random.Random(seed), designs(), rules.id)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Event]:
    folder = tmp_path_factory.mktemp("filled")
    books = {}
    for number, event in enumerate(events(EVENTS)):
        path = folder / f"event{number:04d}.xlsx"
        path.write_bytes(built(event.design))
        fill(path, event)
        books[path] = event
    return books


def compare(filled: dict[Path, Event], columns: Callable[[Path, Event], dict[str, list[object]]]) -> int:
    total, wrong = 0, []
    for path, event in filled.items():
        count, differing = differences(event, columns(path, event))
        total += count
        wrong += [f"{path.name} {line}" for line in differing]
    assert wrong == []
    return total


def test_libreoffice_agrees_with_the_engine(soffice: str, filled: dict[Path, Event], tmp_path: Path) -> None:
    """Each template with the country's settings of those who use it."""
    results = {}
    for language in LOCALES:
        books = [path for path, event in filled.items() if event.design.language == language]
        for start in range(0, len(books), 100):
            results |= recalculated(soffice, books[start : start + 100], tmp_path / language, language=language)

    def columns(path: Path, event: Event) -> dict[str, list[object]]:
        sheet = load_workbook(results[path], data_only=True).worksheets[0]
        return shown_columns(event.design, sheet, event.lines)

    total = compare(filled, columns)
    print(f"LibreOffice: {total} values of {len(filled)} workbooks, 0 differences")
    assert total > 200 * EVENTS


def test_second_engine_agrees_with_the_engine(filled: dict[Path, Event], tmp_path: Path) -> None:
    """The template as it is built, its cells typed in the other program."""

    def columns(path: Path, event: Event) -> dict[str, list[object]]:
        template = tmp_path / path.name
        template.write_bytes(built(event.design))
        model = ironcalc.load_from_xlsx(str(template), "en", "UTC", "en")
        sheets = {sheet["name"]: index for index, sheet in enumerate(model.get_worksheets_properties())}
        for sheet, row, column, value in typed(event):
            if value is None:
                model.clear_cell_contents(sheets[sheet], row, column)
            else:
                model.update_cell_with_text(sheets[sheet], row, column, str(value))
        model.evaluate()
        keys = ["PTS", "place", *event.design.codes, "decided"]
        first = event.design.points_column + 1
        read = {key: [model.get_cell_value(0, row, first + c) for row in event.lines] for c, key in enumerate(keys)}
        return {key: [None if value in NOTHING else value for value in values] for key, values in read.items()}

    some = dict(list(filled.items())[:: max(1, len(filled) // SECOND_ENGINE)])
    total = compare(some, columns)
    print(f"second engine: {total} values of {len(some)} workbooks, 0 differences")
    assert len(some) >= SECOND_ENGINE
