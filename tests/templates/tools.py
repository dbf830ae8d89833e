"""What the tests of the templates share: random events as people type them, filled templates, recalculated files."""

import random
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from xl_tiebreak.address import parse_cell
from xl_tiebreak.crosstable import read
from xl_tiebreak.model import RESULTS, Tournament
from xl_tiebreak.standings import evaluate, rank, shown
from xl_tiebreak.templates import Design
from xl_tiebreak.templates.design import RULES
from xl_tiebreak.templates.ranking import UNBROKEN
from xl_tiebreak.templates.settings import Cells

SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>0</value></prop></item>
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse">
<value>{locale}</value></prop></item></oor:items>"""
"""LibreOffice's settings: every formula of an .xlsx file is calculated anew, whatever value stands in it; and the
country whose numbers it writes and reads."""

LOCALES = {"en": "en-US", "ru": "ru-RU"}
"""Language of a template → the settings of those who use it. Numbers in Russian texts have a comma."""

NOTHING = ("", UNBROKEN)
"""What a cell shows where the engine has no value: nothing, or a dash where truncation sets nobody apart."""

Rows = list[list[str | int]]
"""Number, name and results, a list a player."""


@dataclass(frozen=True)
class Event:
    """A table as typed, and what is chosen: the edition's id and the codes of the chain after PTS."""

    design: Design
    rows: Sequence[Sequence[object]]
    rules: str
    chain: Sequence[str]

    def tournament(self) -> Tournament:
        """The table as the reader reads it."""
        heading = ["№", "Name", *range(1, self.design.across + 1)]
        return read([heading, *self.rows], system=self.design.system).tournament_or_raise()

    @property
    def lines(self) -> list[int]:
        """The sheet's rows, as people count them, in which there are players; the others are left empty."""
        return [r for r, (_, name, *_) in enumerate(self.rows, start=2) if name]


def swiss_rows(rng: random.Random, players: int, rounds: int) -> Rows:
    """A Swiss with every kind of unplayed round, in every spelling; in a third of them later rounds are still empty, or
    the next one is paired already."""
    numbers = list(range(1, players + 1))
    if rng.random() < 0.5:
        rng.shuffle(numbers)
    cells = [[""] * rounds for _ in range(players)]
    begun = rounds if rng.random() < 0.65 else rng.randint(1, rounds)
    for r in range(begun):
        _swiss_round(rng, numbers, cells, r)
    if begun < rounds and rng.random() < 0.5:
        _swiss_round(rng, numbers, cells, begun, paired_only=True)
    return [[number, f"Player {number}", *row] for number, row in zip(numbers, cells)]


def _swiss_round(
    rng: random.Random, numbers: Sequence[int], cells: list[list[str]], r: int, *, paired_only: bool = False
) -> None:
    waiting = rng.sample(range(len(numbers)), len(numbers))
    for p in list(waiting):
        chance = rng.random()
        if chance < 0.1:
            cells[p][r] = rng.choice(["½", "="] if chance < 0.05 else ["-", "", "0", "–"])
            waiting.remove(p)
    while len(waiting) > 1:
        white, black = waiting.pop(), waiting.pop()
        kind = rng.random()
        result = rng.choice(["10", "01", "½½"])
        if kind < 0.07:
            result = rng.choice(["+-", "-+", "--"]) if kind < 0.05 else "  "
        if paired_only:
            result = "  "
        half = rng.choice(["½", "=", "0,5", "0.5", "1/2"])
        for p, q, colour, sign in (
            (white, black, rng.choice("wбWБ"), result[0]),
            (black, white, rng.choice("bчB"), result[1]),
        ):
            cells[p][r] = f"{numbers[q]}{colour}{half if sign == '½' else sign.strip()}"
    if waiting:
        cells[waiting[0]][r] = rng.choice(["+", "+", "+", "½", "-"])


def spread(rng: random.Random, rows: Rows, room: int) -> Rows:
    """The rows of a Swiss, in a third of them with empty rows between the others, as many as there is room for."""
    numbers = range(len(rows) + 1, room + 1) if rng.random() < 0.35 else ()
    for number in numbers:
        rows.insert(rng.randint(0, len(rows)), [number, "", *[""] * (len(rows[0]) - 2)])
    return rows


def matrix_rows(rng: random.Random, players: int, cycles: int, absent: Sequence[int] = ()) -> Rows:
    """A round robin with forfeits, in a third of them with games not played yet. The rows of those ``absent``, counted
    from 0, are left empty."""
    density = 1.0 if rng.random() < 0.65 else rng.random()
    cells = [["x" if p == q else "" for q in range(players)] for p in range(players)]
    for p in range(players):
        for q in range(p):
            for _ in range(cycles):
                if rng.random() > density or p in absent or q in absent:
                    break
                result = rng.choice(["+-", "-+", "--"] if rng.random() < 0.06 else ["10", "01", "½½", "=="])
                cells[p][q] += result[0]
                cells[q][p] += result[1]
    return [[p + 1, "" if p in absent else f"Player {p + 1}", *row] for p, row in enumerate(cells)]


def random_event(rng: random.Random, designs: Mapping[tuple[object, ...], Design], rules: str) -> Event:
    """An event for one of the designs; the key of a design says what it is for: system, players, across, cycles."""
    key = rng.choice(sorted(designs, key=str))
    design = designs[key]
    if design.system == "swiss":
        count = rng.randint(max(2, 2 * design.players // 3), design.players)
        rows = spread(rng, swiss_rows(rng, count, design.across), design.players)
    else:
        players = range(design.players)
        absent = rng.sample(players, rng.randint(1, len(players) - 2)) if rng.random() < 0.35 else []
        rows = matrix_rows(rng, design.players, design.cycles, absent)
    chain = rng.sample(design.codes, rng.randint(0, 5))
    if rng.random() < 0.3:
        chain = ["DE", *(code for code in chain if code != "DE")][:5]
    elif rng.random() < 0.3:
        chain = list(design.chain)
    return Event(design, rows, rules, chain)


def expected(event: Event) -> dict[str, list[object]]:
    """What the engine says, by the columns of the tournament sheet."""
    tournament = event.tournament()
    standings = rank(tournament, ["PTS", *event.chain], event.rules)
    columns: dict[str, list[object]] = {"PTS": [shown(value) for value in standings.values["PTS"]]}
    columns["place"] = [int(place) if place.isdigit() else place for place in standings.places]
    for code in event.design.codes:
        values = standings.values.get(code) or evaluate(tournament, code, event.rules)
        left = tournament.rounds > event.design.cut(code)  # the sheet shows no 0 where a cut leaves nothing
        columns[code] = [shown(value) if left else None for value in values]
    design, texts = event.design, event.design.texts
    if not tournament.rounds or (design.system == "rr" and not any(map(RESULTS.intersection, tournament.kinds))):
        nothing: list[object] = [None] * len(tournament)
        return {**columns, "place": nothing, "decided": nothing}  # a sheet places nobody before the first result
    words = {None: texts.not_separated, "PTS": texts.on_points}
    words |= {code: design.heading(code) for code in design.codes}
    columns["decided"] = [words[code] for code in standings.decided_by]
    return columns


def typed(event: Event) -> Iterator[tuple[str, int, int, str | int | None]]:
    """What people type: sheet, row and column as they count them, and the value; None empties a cell."""
    design, texts = event.design, event.design.texts
    for r, row in enumerate(event.rows, start=2):
        yield from ((design.tournament_sheet, r, c, value) for c, value in enumerate(row, start=1) if value != "")
    cells = Cells(design)
    if design.system == "swiss":
        rule = next(design.rule_title(edition) for edition in RULES if edition.id == event.rules)
        yield (texts.settings, *position(cells.rule), rule)
    for k, cell in enumerate(cells.chain):
        chosen = design.heading(event.chain[k]) if k < len(event.chain) else None
        yield (texts.settings, *position(cell), chosen)


def position(address: str) -> tuple[int, int]:
    """Row and column, as people count them, of an address on another sheet."""
    row, column = parse_cell(address.rpartition("!")[2])
    return row + 1, column + 1


def fill(path: Path, event: Event) -> None:
    """Type an event into the template at ``path``."""
    book = load_workbook(path)
    for sheet, row, column, value in typed(event):
        cell = book[sheet].cell(row, column)
        cell.value = value
        if isinstance(value, str):
            cell.data_type = "s"  # == is no formula
    book.save(path)


def shown_columns(design: Design, sheet: Worksheet, lines: Iterable[int]) -> dict[str, list[object]]:
    """What a recalculated tournament sheet shows in the players' rows, by the same keys as `expected`."""
    lines = list(lines)
    keys = ["PTS", "place", *design.codes, "decided"]
    columns = {}
    for column, key in enumerate(keys, start=design.points_column + 1):
        values = [sheet.cell(row, column).value for row in lines]
        columns[key] = [None if value in NOTHING else value for value in values]
    return columns


def differences(event: Event, found: Mapping[str, Sequence[object]]) -> tuple[int, list[str]]:
    """How many values were compared, and every one that differs."""
    wrong, count = [], 0
    for key, values in expected(event).items():
        for p, (value, other) in enumerate(zip(values, found[key])):
            count += 1
            numbers = isinstance(value, int | float) and isinstance(other, int | float)
            if not (value == other or (numbers and abs(float(value) - float(other)) < 1e-6)):
                row = event.lines[p]
                wrong.append(f"{event.rules} {list(event.chain)} {key} row {row}: engine {value}, sheet {other}")
    return count, wrong


def recalculated(
    soffice: str, books: Iterable[Path], folder: Path, form: str = "xlsx", language: str = "en"
) -> dict[Path, Path]:
    """Workbooks as LibreOffice shows them after calculating every formula: original → result."""
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True, exist_ok=True)
    settings = SETTINGS.format(locale=LOCALES[language])
    (profile / "user/registrymodifications.xcu").write_text(settings, encoding="utf-8")
    books = list(books)
    command = [soffice, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--convert-to", form]
    command += ["--outdir", str(folder / form), *map(str, books)]
    subprocess.run(command, capture_output=True, check=True, timeout=60 + 20 * len(books))
    return {book: folder / form / f"{book.stem}.{form}" for book in books}
