"""What the commands print for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import fields
from enum import Enum
from itertools import chain
from pathlib import Path
from typing import Any

import typer

from ..address import cell_name, column_letters
from ..editions import DEFAULT, Edition, Treatment
from ..errors import Problem
from ..explain import Explanation
from ..model import Kind, Tournament
from ..printed import Printed
from ..standings import Standings, shown
from ..tiebreaks import REGISTRY, parse_chain
from ..workbook import Asked, Outcome, Table

__all__ = [
    "can_carry_all",
    "codes",
    "edition",
    "explanation",
    "failure",
    "functions",
    "outcome",
    "print_json",
    "problem",
    "table",
    "written",
]

Object = dict[str, Any]


def print_json(objects: Sequence[Object], *, always_list: bool = False) -> None:
    """One object as it is, several as a list. Letters beyond ASCII only where the stream can carry them."""
    value = objects[0] if len(objects) == 1 and not always_list else list(objects)
    typer.echo(written(value, ascii_only=not can_carry_all()))


def can_carry_all() -> bool:
    """Can standard output carry every letter?"""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def written(value: object, *, ascii_only: bool) -> str:
    """The text of a value."""
    return json.dumps(value, ensure_ascii=ascii_only, indent=1)


def table(file: Path, table: Table, asked: Asked, printed: Sequence[Printed] = ()) -> Object:
    """One table; without players where errors block every number."""
    reading, standings = table.reading, table.standings
    tournament = reading.tournament
    system = asked.rules.system or (tournament.system if tournament else None)
    items = standings.chain if standings else parse_chain(asked.chain, asked.rules, system or "swiss")
    return {
        "file": file.name,
        "sheet": table.sheet.grid.sheet,
        "range": _range(table),
        "layout": reading.layout,
        "system": system,
        "dialect": reading.dialect,
        "opponents": reading.opponents,
        "rules": str(asked.rules),
        "chain": [item.written for item in items],
        "scoring": _scoring(tournament) if tournament else None,
        "rounds": tournament.rounds if tournament else None,
        "counts": _counts(tournament) if tournament else None,
        "players": _players(table, standings) if standings else [],
        "problems": [problem(p) for p in table.problems],
        "printed": [_printed(column, tournament) for column in printed if tournament],
    }


def _range(table: Table) -> str | None:
    """The cells of a table; a text file has none."""
    return str(table.reading.area) if table.sheet.grid.sheet is not None else None


def problem(problem: Problem) -> Object:
    """One problem; ``cell`` is the first to look at."""
    return {
        "cell": problem.cells[0] if problem.cells else None,
        "cells": list(problem.cells),
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message,
    }


def explanation(file: Path, table: Table, position: int, code: str, told: Explanation) -> Object:
    """One number of one player, round by round."""
    tournament = table.reading.tournament
    assert tournament is not None
    return {
        "file": file.name,
        "sheet": table.sheet.grid.sheet,
        "range": _range(table),
        "number": tournament.numbers[position],
        "name": tournament.names[position],
        "code": code,
        "heading": told.heading,
        "lines": list(told.lines),
        "conclusion": told.conclusion,
        "value": shown(told.value),
    }


def outcome(file: Path, outcome: Outcome, asked: Asked) -> Object:
    """A file that was filled."""
    tables = []
    for one, planned in zip(outcome.tables, outcome.plans):
        columns = [
            {"column": column_letters(c.column), "heading": c.heading, "code": c.code, "new": c.new}
            for c in planned.columns
        ]
        filled = {"columns": columns, "changes": list(planned.changes), "notes": list(planned.notes)}
        tables.append(table(file, one, asked) | filled)
    written = str(outcome.target)
    return {"file": str(file), "written": written, "tables": tables, "formulas": _formulas(outcome), "error": None}


def _formulas(outcome: Outcome) -> Object:
    """Which results of formulas were written anew, and which could not be, with the reason."""
    renewed = [
        f"{sheet}!{cell_name(edit.row, edit.column)}"
        for sheet, edits in outcome.renewal.edits.items()
        for edit in edits
    ]
    left = [{"cells": list(cells), "reason": reason} for reason, cells in outcome.renewal.left.items()]
    return {"renewed": renewed, "left": left}


def failure(file: Path, error: str, problems: Sequence[Problem]) -> Object:
    """A file that was not filled, and why."""
    return {
        "file": str(file),
        "written": None,
        "tables": [],
        "error": error,
        "problems": [problem(p) for p in problems],
    }


def codes() -> list[Object]:
    """The registry of tie-breaks."""
    return [
        {
            "code": t.code,
            "title": t.title,
            "title_ru": t.title_ru,
            "heading": t.heading,
            "heading_ru": t.heading_ru,
            "formula": t.formula,
            "source": t.source,
            "family": t.family,
            "modifiers": sorted(t.modifiers),
            "meaning": t.doc,
        }
        for t in REGISTRY.values()
    ]


def functions() -> list[Object]:
    """The spreadsheet functions."""
    from ..functions import FUNCTIONS

    return [
        {
            "name": f.name,
            "help": f.help,
            "help_ru": f.help_ru,
            "arguments": [
                {"name": a.name, "help": a.help, "help_ru": a.help_ru, "optional": a.optional} for a in f.arguments
            ],
            "shape": f.shape,
        }
        for f in FUNCTIONS.values()
    ]


def edition(one: Edition) -> Object:
    """An edition with its choices."""
    return {
        "id": one.id,
        "year": one.year,
        "title": one.title,
        "title_ru": one.title_ru,
        "source": one.source,
        "in_force": one.in_force,
        "default": one.id == DEFAULT,
        "swiss": _treatment(one.swiss),
        "round_robin": _treatment(one.round_robin),
        "weigh": one.weigh.name,
        "meet": one.meet.name,
        "families": sorted(one.families),
    }


def _treatment(treatment: Treatment) -> Object:
    """The choices by name: kind of round → what it lends or brings."""
    choices: Object = {}
    for choice in fields(treatment):
        value = getattr(treatment, choice.name)
        choices[choice.name] = (
            value.name if isinstance(value, Enum) else {kind.name: chosen.name for kind, chosen in value.items()}
        )
    return choices


def _number(value: float | None) -> float | int | None:
    """Whole numbers without a point."""
    return int(value) if value is not None and value == int(value) else value


def _scoring(tournament: Tournament) -> list[float | int | None]:
    scoring = tournament.scoring
    return [_number(points) for points in (scoring.win, scoring.draw, scoring.loss)]


def _counts(tournament: Tournament) -> Object:
    """Games and pairings without a result count once, byes and forfeits once for every player."""
    kinds = list(chain.from_iterable(tournament.kinds))
    return {
        "games": kinds.count(Kind.PLAYED) // 2,
        "full_byes": kinds.count(Kind.PAIRING_ALLOCATED_BYE) + kinds.count(Kind.FULL_POINT_BYE),
        "half_byes": kinds.count(Kind.HALF_POINT_BYE),
        "zero_byes": kinds.count(Kind.ZERO_POINT_BYE),
        "forfeit_wins": kinds.count(Kind.FORFEIT_WIN),
        "forfeit_losses": kinds.count(Kind.FORFEIT_LOSS),
        "pending": kinds.count(Kind.PENDING) // 2,
    }


def _players(table: Table, standings: Standings) -> list[Object]:
    """The players in order of place."""
    tournament, scores = standings.tournament, standings.tournament.scores()
    items = [item.written for item in standings.chain if item.tiebreak.code != "PTS"]
    return [
        {
            "number": tournament.numbers[p],
            "name": tournament.names[p],
            "row": table.reading.rows[p] + 1,
            "points": scores[p],
            "place": standings.places[p],
            "tiebreaks": {item: shown(standings.values[item][p]) for item in items},
            "decided_by": standings.decided_by[p],
        }
        for p in standings.order
    ]


def _printed(column: Printed, tournament: Tournament) -> Object:
    """``rules`` and ``also`` are the editions and the codes that give every value; where there are none, ``nearest``
    are those that come equally near, with the cells that differ, and ``differ`` is about the first of them."""
    exact = column.fits if column.rules else ()
    near = () if column.rules else column.fits
    return {
        "column": column_letters(column.column),
        "heading": column.heading,
        "code": column.code,
        "rules": list(column.rules),
        "agree": column.agree,
        "of": column.of,
        "also": [{"code": fit.code, "rules": list(fit.rules)} for fit in exact[1:]],
        "nearest": [{"code": fit.code, "rules": list(fit.rules), "cells": fit.cells} for fit in near],
        "differ": [
            {
                "number": tournament.numbers[d.player],
                "name": tournament.names[d.player],
                "cell": d.cell,
                "printed": d.printed,
                "computed": d.computed,
                "rules": column.nearest,
            }
            for d in column.differ
        ],
    }
