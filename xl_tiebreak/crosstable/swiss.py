"""A table with one column a round: texts → marks → rounds.

Everything is done a column at a time: a thousand players with nine rounds are nine columns, and looking at every cell
by itself costs several times as much. Only where something is wrong single cells are looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..errors import Problem
from ..model import Fault, Kind, Scoring, System, Tournament, UnsoundError
from .consistency import (
    Reference,
    clashing_colours,
    compare_points,
    describe_faults,
    describe_stranger,
    number_problems,
    references,
    with_points_column,
)
from .grid import text_of
from .notations import MARKS, NOTATIONS, Notation, Result, complaint, worth
from .reading import Language, Reading, Table

__all__ = ["read_swiss"]

Place = tuple[int, int]
"""(player, round), both counted from 0"""

_DECIDED = {Kind.PLAYED, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS}
_LOOKED_UP = {str, int, float, type(None)}


@dataclass(frozen=True, slots=True)
class _Cells:
    """The marks of a table in columns: one sequence a round, one entry a player."""

    notation: Notation
    kinds: Sequence[Sequence[Kind | None]]
    opponents: Sequence[Sequence[int | None]]
    colours: Sequence[Sequence[str]]
    results: Sequence[Sequence[Result]]

    def unreadable(self) -> list[Place]:
        """The cells that say nothing in this notation."""
        failing = [r for r, kinds in enumerate(self.kinds) if None in kinds]
        return [(p, r) for r in failing for p, kind in enumerate(self.kinds[r]) if kind is None]


@dataclass(frozen=True, slots=True)
class _Attempt:
    """The table read with one reference. ``strangers`` are cells whose opponent the reference does not know."""

    reference: Reference
    strangers: Sequence[Place] = ()
    faults: Sequence[Fault] = ()
    tournament: Tournament | None = None

    @property
    def wrong(self) -> int:
        """How much speaks against the reference."""
        return len(self.strangers) + len(self.faults)


def read_swiss(table: Table, language: Language | None = None, system: System | None = None) -> Reading:
    """The reading of a table with one column a round; ``language`` and ``system`` None are seen from the table."""
    cells = _read_cells(table)
    unreadable = cells.unreadable()
    points = _points(cells, Scoring())
    attempts = _attempts(table, cells, points, unreadable, system)
    best = min(attempts, key=lambda attempt: attempt.wrong)
    sound = [attempt for attempt in attempts if not attempt.wrong]
    sums = list(map(sum, zip(*points)))
    problems = [_describe_unreadable(table, cells.notation, place) for place in unreadable]
    if best.wrong or best.reference.column != table.columns.number:
        problems += number_problems(table, needed=not sound)
    if best.wrong:
        problems += [describe_stranger(table, best.reference, p, r, cells.opponents[r][p]) for p, r in best.strangers]
        problems += describe_faults(table, best.reference, best.faults, sums)
    else:
        problems += _ambiguous(table, sound)
    tournament, proof = best.tournament, ""
    if tournament is not None:
        table = with_points_column(table, sums)
        about_points, proof = compare_points(table, sums)
        problems += about_points + clashing_colours(table, tournament) + _several_byes(table, tournament)
        proof = f"{len(tournament)} of {len(tournament)} rows consistent, {proof}"
    if any(problem.severity == "error" for problem in problems):
        tournament = None
    return _reading(table, cells.notation, best.reference, tournament, problems, proof, language)


def _reading(
    table: Table,
    notation: Notation,
    reference: Reference,
    tournament: Tournament | None,
    problems: Sequence[Problem],
    proof: str,
    language: Language | None,
) -> Reading:
    grid, columns = table.grid, table.columns
    if reference.column not in (None, columns.number, columns.place):
        if reference.label == "number":
            columns = replace(columns, number=reference.column)
        else:
            columns = replace(columns, place=reference.column)
    return Reading(
        tournament=tournament,
        problems=tuple(problems),
        area=table.area(),
        heading_rows=tuple(grid.top + row for row in table.heading_rows),
        rows=[grid.top + row for row in table.rows],
        layout="swiss",
        dialect=notation.name,
        opponents=reference.label,
        language=language or table.language(),
        columns=columns.shifted(grid.left),
        round_count_planned=len(columns.rounds),
        proof=proof,
        grid=grid,
    )


def _read_cells(table: Table) -> _Cells:
    """The marks of every cell, in the first of the notations that read most of them."""
    columns = [_lookable(table.cells[column]) for column in table.columns.rounds]
    readings = []
    for notation in NOTATIONS:
        read = MARKS[notation.name].__getitem__
        marks = [list(map(read, column)) for column in columns]
        cells = _Cells(
            notation,
            kinds=[[mark[0] for mark in column] for column in marks],
            opponents=[[mark[1] for mark in column] for column in marks],
            colours=[[mark[2] for mark in column] for column in marks],
            results=[[mark[3] for mark in column] for column in marks],
        )
        if not cells.unreadable():
            return cells
        readings.append(cells)
    return min(readings, key=lambda cells: len(cells.unreadable()))


def _lookable(column: Sequence[object]) -> Sequence[object]:
    """A column whose values can be looked up: what is no text, number or None (True is 1 to a dictionary) as a text."""
    if set(map(type, column)) <= _LOOKED_UP:
        return column
    return [value if type(value) in _LOOKED_UP else text_of(value) for value in column]


def _points(cells: _Cells, scoring: Scoring) -> list[Sequence[float]]:
    scale = worth(scoring)
    return [list(map(scale.__getitem__, column)) for column in cells.results]


def _attempts(
    table: Table,
    cells: _Cells,
    points: Sequence[Sequence[float]],
    unreadable: Sequence[Place],
    system: System | None,
) -> list[_Attempt]:
    """The likeliest reference alone where the table is sound with it, which is the rule; else an attempt with each."""
    names = table.names()
    ratings = table.ratings()
    planned = len(cells.kinds)
    attempts = []
    for reference in references(table):
        opponents, strangers = _positions(cells, reference)
        kinds = _settled_kinds(cells, {*unreadable, *strangers})
        kinds, seen = _seen_as(kinds, opponents, system)
        try:
            tournament = Tournament(
                numbers=_player_numbers(table, reference),
                names=names,
                ratings=ratings,
                kinds=_rows(kinds, len(names)),
                opponents=_rows(opponents, len(names)),
                colours=_rows(cells.colours, len(names)),
                points=_rows(points, len(names)),
                system=seen,
                planned=planned,
            )
        except UnsoundError as unsound:
            lost = {*unreadable, *strangers}
            faults = [f for f in unsound.faults if (f.partner, f.round) not in lost]
            attempts.append(_Attempt(reference, strangers, faults))
            continue
        blocked = bool(strangers or unreadable)
        attempts.append(_Attempt(reference, strangers, (), None if blocked else _begun(tournament)))
        if len(attempts) == 1 and not strangers:
            break
    return attempts


def _positions(cells: _Cells, reference: Reference) -> tuple[list[list[int | None]], list[Place]]:
    """The written opponents as positions, and the cells that name somebody who is not in the table."""
    index = reference.index
    try:
        return [list(map(index.__getitem__, column)) for column in cells.opponents], []
    except KeyError:
        strangers = [(p, r) for r, column in enumerate(cells.opponents) for p, o in enumerate(column) if o not in index]
        return [list(map(index.get, column)) for column in cells.opponents], strangers


def _settled_kinds(cells: _Cells, lost: set[Place]) -> Sequence[Sequence[Kind]]:
    """The kinds, with lost cells as absences so that the rest of the table can be proved."""
    if not lost:
        return cells.kinds  # type: ignore[return-value]
    return [
        [Kind.ZERO_POINT_BYE if kind is None or (p, r) in lost else kind for p, kind in enumerate(column)]
        for r, column in enumerate(cells.kinds)
    ]


def _seen_as(
    kinds: Sequence[Sequence[Kind]], opponents: Sequence[Sequence[int | None]], system: System | None
) -> tuple[Sequence[Sequence[Kind]], System]:
    """The system asked for or seen; in a round robin a round without a pairing is a free one."""
    if system is None:
        system = "rr" if _everybody_meets_everybody(opponents) else "swiss"
    if system == "rr":
        kinds = [[Kind.REST if kind is Kind.ZERO_POINT_BYE else kind for kind in column] for column in kinds]
    return kinds, system


def _everybody_meets_everybody(opponents: Sequence[Sequence[int | None]]) -> bool:
    """Is everybody scheduled against everybody equally often? Forfeits and open games count as scheduled."""
    count = len(opponents[0]) if opponents else 0
    paired = sum(count - column.count(None) for column in opponents)
    if count < 2 or not paired or paired % (count * (count - 1)):
        return False
    times = {paired // (count * (count - 1))}
    for met in zip(*opponents):
        games = Counter(met)
        del games[None]
        if len(games) != count - 1 or set(games.values()) != times:
            return False
    return True


def _rows(columns: Sequence[Sequence[Any]], count: int) -> list[tuple[Any, ...]]:
    """Columns of rounds → rows of players."""
    return list(zip(*columns)) or [()] * count


def _begun(tournament: Tournament) -> Tournament:
    """The tournament without the rounds at its end in which no game has a result, whatever their headings promise."""
    rounds = tournament.rounds
    while rounds and _DECIDED.isdisjoint(row[rounds - 1] for row in tournament.kinds):
        rounds -= 1
    return tournament if rounds == tournament.rounds else tournament.after(rounds)


def _player_numbers(table: Table, reference: Reference) -> list[str]:
    """The players' numbers: what opponents refer to; where that is only the row, the table's column of numbers."""
    column = table.columns.number
    if reference.column is None and column is not None:
        return [text_of(value).rstrip(".") for value in table.cells[column]]
    return reference.numbers()


def _describe_unreadable(table: Table, notation: Notation, place: Place) -> Problem:
    player, round_ = place
    value = table.cells[table.columns.rounds[round_]][player]
    why, hint = complaint(notation, value)
    return Problem("unreadable", (table.name(*place),), text_of(value), why, hint)


def _ambiguous(table: Table, sound: Sequence[_Attempt]) -> list[Problem]:
    """An error where the table is sound in two ways that differ."""
    ways = [attempt for attempt in sound if attempt.tournament is not None]
    for other in ways[1:]:
        if _opponents(other) != _opponents(ways[0]):
            named = " or ".join(_referred_to(table, attempt.reference) for attempt in (ways[0], other))
            why = f"opponents may be given by {named}, and both agree with the results"
            hint = "write the players' numbers in a column headed № or No."
            return [Problem("ambiguous-opponents", (), "", why, hint)]
    return []


def _opponents(attempt: _Attempt) -> Sequence[Sequence[int | None]]:
    return attempt.tournament.opponents if attempt.tournament else ()


def _referred_to(table: Table, reference: Reference) -> str:
    if reference.column is None:
        return "row"
    return f"the {reference.label} in {table.cell(0, reference.column)} and below"


def _several_byes(table: Table, tournament: Tournament) -> list[Problem]:
    """A note for every round in which several players got a point without an opponent."""
    problems = []
    for r, kinds in enumerate(zip(*tournament.kinds)):
        if kinds.count(Kind.PAIRING_ALLOCATED_BYE) > 1:
            cells = tuple(table.name(p, r) for p, kind in enumerate(kinds) if kind is Kind.PAIRING_ALLOCATED_BYE)
            why = f"are {len(cells)} points without an opponent in round {r + 1}"
            hint = "a win by forfeit is better written with the opponent, such as 5w+"
            problems.append(Problem("several-byes", cells, "", why, hint, "note"))
    return problems
