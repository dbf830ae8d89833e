"""What the commands print for people."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import typer

from ..address import column_letters
from ..audit import differences
from ..editions import DEFAULT, EDITIONS, OPTIONS, Edition, Treatment
from ..errors import InputError, Problem, TiebreakError
from ..explain import told
from ..model import System
from ..printed import Printed
from ..standings import Standings, shown
from ..tiebreaks import REGISTRY, heading
from ..wording import described, words
from ..workbook import Filled, Outcome, Table

if TYPE_CHECKING:
    from rich.table import Table as Grid
    from rich.text import Text

    from ..install import Check

__all__ = [
    "checked",
    "checks",
    "codes",
    "describe",
    "edition",
    "editions",
    "failure",
    "failure_lines",
    "filled_lines",
    "functions",
    "problem_lines",
    "problems",
    "ranking",
]

_SYSTEMS: dict[System, str] = {"swiss": "Swiss", "rr": "round robin"}
_MOST_CHANGES, _MOST_PROBLEMS = 20, 10


# --- tables of a workbook


def ranking(file: Path, table: Table) -> None:
    """The ranked table under a line that names it and its rules."""
    standings, reading = table.standings, table.reading
    assert standings is not None
    tournament, w = standings.tournament, words(reading.language)
    typer.echo(f"{file}, {describe(table)}")
    titles = [heading(item, standings.rules, w.language, named=False) for item in standings.chain]
    items = [item.written for item in standings.chain]
    columns = [_decimals(standings.values[item], w.language) for item in items]
    grid = _grid([w.place, w.no, w.name, *titles, w.decided_by], right={0, 1, *range(3, 3 + len(items))}, whole={2})
    for p in standings.order:
        values = [column[p] for column in columns]
        who = (tournament.numbers[p], tournament.names[p])
        grid.add_row(*_texts(standings.places[p], *who, *values, standings.decided_by[p] or ""))
    _print(grid)


def describe(table: Table) -> str:
    """``Лист1!A1:M12: 11 players, 9 rounds, Swiss, FIDE 1998, chain PTS, BH, BH-CX, SB``."""
    standings = table.standings
    if standings is None:
        return f"{table.place}: the table has errors"
    tournament, rules = standings.tournament, standings.rules
    system = _SYSTEMS[rules.system or tournament.system]
    options = "".join(f", {option}" for option in sorted(rules.options))
    chain = ", ".join(item.written for item in standings.chain)
    size = f"{_count(len(tournament), 'player')}, {_count(tournament.rounds, 'round')}"
    return f"{table.place}: {size}, {system}, {rules.edition.title}{options}, chain {chain}"


def problems(found: Sequence[Problem], before: str = "") -> None:
    """Problems on standard error, one a line, the first ones of many."""
    for line in problem_lines(found, before):
        typer.echo(line, err=True)


def problem_lines(found: Sequence[Problem], before: str = "") -> list[str]:
    """Problems, one a line, the first ones of many."""
    lines = [f"{before}{problem.severity}: {problem}" for problem in found[:_MOST_PROBLEMS]]
    more = len(found) - _MOST_PROBLEMS
    return [*lines, f"{before}{more} more; `check` lists every one"] if more > 0 else lines


def failure(error: TiebreakError) -> None:
    """What is wrong, on standard error."""
    for line in failure_lines(error):
        typer.echo(line, err=True)


def failure_lines(error: TiebreakError, file: Path | None = None) -> list[str]:
    """What is wrong; ``file`` where several are at work."""
    before = f"{file}: " if file and str(file) not in str(error) else ""
    return problem_lines(error.problems, before) if isinstance(error, InputError) else [f"{before}error: {error}"]


def filled_lines(outcome: Outcome) -> list[str]:
    """The summary of a file that was filled, and what was replaced or left alone."""
    tables = [table.standings for table in outcome.tables if table.standings]
    players = _count(sum(len(standings.tournament) for standings in tables), "player")
    count = f"{len(tables)} tables, {players}" if len(tables) > 1 else players
    warnings = sum(len(table.problems) for table in outcome.tables)
    tables_done = [count, _decided(tables), _columns(outcome)] if tables else ["no table with headings"]
    parts = [*tables_done, _renewed(outcome), _count(warnings, "warning") if warnings else ""]
    lines = [f"{outcome.target}: {'; '.join(part for part in parts if part)}"]
    changes = [change for planned in outcome.plans for change in planned.changes]
    if changes:
        more = len(changes) - _MOST_CHANGES
        listed = "; ".join(changes[:_MOST_CHANGES]) + (f"; … and {more} more" if more > 0 else "")
        lines.append(f"  replaced {_count(len(changes), 'value')}: {listed}")
    lines += (f"  {note}" for planned in outcome.plans for note in planned.notes)
    for reason, cells in outcome.renewal.left.items():
        more = len(cells) - _MOST_PROBLEMS
        listed = ", ".join(cells[:_MOST_PROBLEMS]) + (f" and {more} more" if more > 0 else "")
        lines.append(f"  left as {'it was' if len(cells) == 1 else 'they were'}: {listed} ({reason})")
    return lines


def _renewed(outcome: Outcome) -> str:
    """``12 results of formulas renewed``, or how many cells became values."""
    edits = [edit for edits in outcome.renewal.edits.values() for edit in edits]
    values = sum(edit.formula == "" for edit in edits)
    results = len(edits) - values
    renewed = f"{results} {'result' if results == 1 else 'results'} of formulas renewed" if results else ""
    return "; ".join(
        filter(None, [f"{_count(values, 'cell')} with our functions made values" if values else "", renewed])
    )


def _decided(tables: Sequence[Standings]) -> str:
    """``places decided by PTS 7, BH 4``, and how many share theirs."""
    deciders = Counter(decider for standings in tables for decider in standings.decided_by)
    shared = deciders.pop(None, 0)
    items = dict.fromkeys(item.written for standings in tables for item in standings.chain)
    listed = ", ".join(f"{item} {deciders[item]}" for item in items if item in deciders)
    alone = f"places decided by {listed}" if listed else ""
    return "; ".join(part for part in (alone, f"{shared} share a place" if shared else "") if part)


def _columns(outcome: Outcome) -> str:
    """``filled M М; added N Бухгольц (ФИДЕ 1998)``; only columns in which something changed."""
    if not any(planned.edits for planned in outcome.plans):
        return "" if any(outcome.renewal.edits.values()) else "nothing had to be written"
    touched = {(i, edit.column) for i, planned in enumerate(outcome.plans) for edit in planned.edits}

    def named(new: bool) -> list[str]:
        columns = [(i, column) for i, planned in enumerate(outcome.plans) for column in planned.columns]
        return [_named(column) for i, column in columns if column.new is new and (i, column.column) in touched]

    groups = (("filled", named(False)), ("added", named(True)))
    return "; ".join(f"{verb} {', '.join(names)}" for verb, names in groups if names)


def _named(column: Filled) -> str:
    return f"{column_letters(column.column)} {column.heading}".rstrip()


def checked(file: Path, table: Table, printed: Sequence[Printed]) -> None:
    """What was read, every problem, and printed columns against ours."""
    reading = table.reading
    typer.echo(f"{file}, {describe(table)}")
    if reading.tournament is not None:
        typer.echo(f"  opponents are given by {reading.opponents}; {reading.proof}")
    for problem in table.problems:
        typer.echo(f"  {problem.severity}: {problem}")
    if not table.problems:
        typer.echo("  no problems")
    for column in printed:
        typer.echo(f"  {column}")
        for line in differences(reading, column, told):
            typer.echo(f"    {line}")


# --- the registries


def codes() -> None:
    """Code, names, formula of every tie-break."""
    grid = _grid(["Code", "English", "Русский", "Meaning", "Modifiers"])
    for t in REGISTRY.values():
        grid.add_row(*_texts(t.code, t.title, t.title_ru, t.formula, " ".join(sorted(t.modifiers))))
    _print(grid)
    typer.echo("Modifiers follow the code after a hyphen, with a number where they need one: BH-C1, SB-P, KS-L+1.")
    typer.echo("An edition follows an @: BH@2009.")


def functions() -> None:
    """How every spreadsheet function is called, and what it gives."""
    from ..functions import FUNCTIONS

    grid = _grid(["Function", "Gives"])
    for f in FUNCTIONS.values():
        arguments = ", ".join(f"[{a.name}]" if a.optional else a.name for a in f.arguments)
        grid.add_row(*_texts(f"{f.name}({arguments})", f.help))
    _print(grid)


def checks(found: Sequence[Check]) -> None:
    """Where functions work in cells, and the next step where they do not."""
    grid = _grid(["Functions in", "Ready", "What is there, or the next step"])
    for check in found:
        grid.add_row(*_texts(check.host, "yes" if check.ready else "no", check.text))
    _print(grid)


def editions() -> None:
    """Id, title, dates and source of every edition."""
    grid = _grid(["Rules", "Title", "Русский", "In force", "Source"])
    for e in EDITIONS.values():
        default = " (default)" if e.id == DEFAULT else ""
        grid.add_row(*_texts(e.id + default, e.title, e.title_ru, e.in_force, e.source))
    _print(grid)
    typer.echo("Years stand for the FIDE editions: 2024 is fide2024. `xl-tiebreak rules fide2024` says what one means.")
    typer.echo("After a colon may follow swiss or rr, as in 2024:rr, and these options:")
    for option, meaning in OPTIONS.items():
        typer.echo(f"  {option}: {meaning}")


def edition(one: Edition) -> None:
    """What an edition means, choice by choice."""
    typer.echo(f"{one.id}: {one.title} / {one.title_ru}{', the default' if one.id == DEFAULT else ''}")
    typer.echo(f"Source: {one.source}")
    typer.echo(f"In force: {one.in_force}")
    systems: tuple[tuple[System, Treatment], ...] = (("swiss", one.swiss), ("rr", one.round_robin))
    for system, treatment in systems:
        typer.echo("")
        grid = _grid([f"Not played, {_SYSTEMS[system]}", "Worth to the opponents", "Brings the player"])
        for row in described(one, system):
            grid.add_row(*_texts(*row))
        _print(grid)
        typer.echo(f" Cut-n and Median-n take away {treatment.cut.value}.")
    typer.echo(f"\nSonneborn-Berger weighs a result {one.weigh.value}.")
    typer.echo(f"Direct encounter compares {one.meet.value}.")


# --- common


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _decimals(values: Sequence[object], language: str) -> list[str]:
    """A column of values with as many decimals as any of them has, at most two; the comma in Russian."""
    numbers = [shown(value) for value in values]  # type: ignore[arg-type]
    present = [number for number in numbers if number is not None]
    places = next((n for n in (0, 1) if all((number * 10**n).is_integer() for number in present)), 2)
    texts = ["" if number is None else f"{number:.{places}f}" for number in numbers]
    return [text.replace(".", ",") for text in texts] if language == "ru" else texts


def _grid(titles: Sequence[str], right: Iterable[int] = (), whole: Iterable[int] = ()) -> Grid:
    """An empty table; ``right`` are the columns of numbers, ``whole`` those that wrap last on a narrow terminal."""
    from rich import box
    from rich.table import Table as Grid

    grid = Grid(box=box.SIMPLE_HEAD, header_style="bold", show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    numbers, kept = set(right), set(whole)
    for i, title in enumerate(titles):
        side: Literal["left", "right"] = "right" if i in numbers else "left"
        longest = max(map(len, title.split()))
        grid.add_column(title, justify=side, no_wrap=i in kept, overflow="fold", min_width=longest)
    return grid


def _texts(*cells: str) -> list[Text]:
    """Cells as they stand: brackets and colons in a name are no markup."""
    from rich.text import Text

    return [Text(cell) for cell in cells]


def _print(grid: Grid) -> None:
    """Print a table; where no terminal limits it, or one that is too narrow for its words, as wide as it is."""
    from rich.console import Console
    from rich.measure import Measurement

    console, wide = Console(), Console(width=10_000)
    words_and_gaps = Measurement.get(wide, wide.options, grid).minimum + 2 * len(grid.columns)
    (console if sys.stdout.isatty() and words_and_gaps <= console.width else wide).print(grid)
