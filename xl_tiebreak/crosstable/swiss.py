"""A table with one column a round: texts → marks → rounds.

Everything is done a column at a time: a thousand players with nine rounds are nine columns, and looking at every cell
by itself costs several times as much. Only where something is wrong single cells are looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..errors import Problem
from ..model import Fault, Kind, Scoring, System, Tournament, UnsoundError
from .consistency import (
    Reference,
    clashing_colours,
    compare_points,
    describe_faults,
    describe_strangers,
    number_problems,
    references,
    with_points_column,
)
from .grid import text_of
from .notations import NOTATIONS, READERS, Column, Notation, complaint, worth
from .reading import Language, Reading, Table

__all__ = ["read_swiss"]

Place = tuple[int, int]
"""(player, round), both counted from 0"""

_FEW = 8
"""Up to so many cells are complained about one by one, however small the table is."""


@dataclass(frozen=True, slots=True)
class _Cells:
    """The marks of a table, a column for every round."""

    notation: Notation
    rounds: Sequence[Column]

    def unreadable(self) -> list[Place]:
        """The cells that say nothing in this notation."""
        failing = [r for r, column in enumerate(self.rounds) if None in column.kinds]
        return sorted((p, r) for r in failing for p, kind in enumerate(self.rounds[r].kinds) if kind is None)


@dataclass(frozen=True, slots=True)
class _Attempt:
    """The table read with one reference. ``strangers`` are cells whose opponent the reference does not know."""

    reference: Reference
    opponents: Sequence[Sequence[int | None]]
    strangers: Mapping[Place, int]
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
    problems = _describe_unreadable(table, cells.notation, unreadable)
    problems += _disagreements(table, attempts, best, list(map(sum, zip(*points))))
    tournament, proof = best.tournament, ""
    if tournament is not None:
        sums = tournament.scores()
        table = with_points_column(table, sums)
        about_points, proof = compare_points(table, sums)
        problems += about_points + clashing_colours(table, best.opponents, [column.colours for column in cells.rounds])
        problems += _several_byes(table, cells)
        proof = f"{len(tournament)} of {len(tournament)} rows consistent, {proof}"
    if any(problem.severity == "error" for problem in problems):
        tournament = None
    return _reading(table, cells.notation, best.reference, tournament, problems, proof, language)


def _disagreements(table: Table, attempts: Sequence[_Attempt], best: _Attempt, sums: Sequence[float]) -> list[Problem]:
    """What speaks against the table: first its numbers, which everything else hangs on, then its cells."""
    reference = best.reference
    if not best.wrong:
        doubts = [] if reference.column == table.columns.number else number_problems(table, needed=False)
        return doubts + _ambiguous(table, attempts)
    problems = number_problems(table, needed=True)
    if problems:
        return problems
    games = sum(len(column) - column.count(None) for column in best.opponents)
    if best.wrong > max(_FEW, games // 4):
        example = next(iter(best.strangers), None) or (best.faults[0].player, best.faults[0].round)
        text = text_of(table.cells[table.columns.rounds[example[1]]][example[0]])
        why = f"is one of {best.wrong} cells whose opponent does not name the player back, by number, place or row"
        hint = "check that the column of numbers is the one the opponents are written with"
        return [Problem("no-reference", (table.name(*example),), text, why, hint)]
    problems = describe_strangers(table, reference, best.strangers)
    return problems + describe_faults(table, reference, best.faults, sums)


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
    readings = []
    for notation in NOTATIONS:
        read = READERS[notation.name].column
        cells = _Cells(notation, [read(table.cells[column]) for column in table.columns.rounds])
        if not cells.unreadable():
            return cells
        readings.append(cells)
    return min(readings, key=lambda cells: len(cells.unreadable()))


def _points(cells: _Cells, scoring: Scoring) -> list[Sequence[float]]:
    scale = worth(scoring)
    return [list(map(scale.__getitem__, column.results)) for column in cells.rounds]


def _attempts(
    table: Table,
    cells: _Cells,
    points: Sequence[Sequence[float]],
    unreadable: Sequence[Place],
    system: System | None,
) -> list[_Attempt]:
    """The reference that the headings name alone where the table is sound with it; else an attempt with each."""
    names = table.names()
    ratings = table.ratings()
    planned = len(cells.rounds)
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
                colours=_rows([column.colours for column in cells.rounds], len(names)),
                points=_rows(points, len(names)),
                system=seen,
                planned=planned,
            )
        except UnsoundError as unsound:
            lost = {*unreadable, *strangers}
            faults = [f for f in unsound.faults if (f.partner, f.round) not in lost]
            attempts.append(_Attempt(reference, opponents, strangers, faults))
            continue
        blocked = bool(strangers or unreadable)
        counted = None if blocked else tournament.after(tournament.finished)
        attempts.append(_Attempt(reference, opponents, strangers, (), counted))
        if len(attempts) == 1 and not strangers and table.heading_rows:
            break
    return attempts


def _positions(cells: _Cells, reference: Reference) -> tuple[list[list[int | None]], dict[Place, int]]:
    """The written opponents as positions, and the cells that name somebody who is not in the table."""
    index = reference.index
    try:
        return [list(map(index.__getitem__, column.opponents)) for column in cells.rounds], {}
    except KeyError:
        named = ((p, r, o) for r, column in enumerate(cells.rounds) for p, o in enumerate(column.opponents))
        strangers = {(p, r): o for p, r, o in named if o is not None and o not in index}
        return [list(map(index.get, column.opponents)) for column in cells.rounds], strangers


def _settled_kinds(cells: _Cells, lost: set[Place]) -> Sequence[Sequence[Kind]]:
    """The kinds, with lost cells as absences so that the rest of the table can be proved."""
    if not lost:
        return [column.kinds for column in cells.rounds]  # type: ignore[misc]
    return [
        [Kind.ZERO_POINT_BYE if kind is None or (p, r) in lost else kind for p, kind in enumerate(column.kinds)]
        for r, column in enumerate(cells.rounds)
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


def _player_numbers(table: Table, reference: Reference) -> list[str]:
    """The players' numbers: what opponents refer to; where that is only the row, the table's column of numbers."""
    column = table.columns.number
    if reference.column is None and column is not None:
        return [text_of(value).rstrip(".") for value in table.cells[column]]
    return reference.numbers()


def _describe_unreadable(table: Table, notation: Notation, places: Sequence[Place]) -> list[Problem]:
    """A problem for every cell that cannot be read; one for them all where most of the table cannot."""
    columns = table.columns.rounds
    filled = 0
    if len(places) > _FEW:
        filled = sum(text_of(value) != "" for column in columns for value in table.cells[column])
    if filled and 2 * len(places) > filled:
        player, round_ = places[0]
        why = f"is one of {len(places)} cells, out of {filled}, that are in no notation known here"
        hint = "write opponent, colour and result, such as 8w½"
        text = text_of(table.cells[columns[round_]][player])
        return [Problem("notation", (table.name(player, round_),), text, why, hint)]
    problems = []
    for player, round_ in places:
        value = table.cells[columns[round_]][player]
        why, hint = complaint(notation, value)
        problems.append(Problem("unreadable", (table.name(player, round_),), text_of(value), why, hint))
    return problems


def _ambiguous(table: Table, attempts: Sequence[_Attempt]) -> list[Problem]:
    """An error where the table is sound in two ways that differ."""
    ways = [attempt for attempt in attempts if attempt.tournament is not None]
    for other in ways[1:]:
        if other.opponents != ways[0].opponents:
            named = " or ".join(_referred_to(table, attempt.reference) for attempt in (ways[0], other))
            why = f"opponents may be given by {named}, and both agree with the results"
            hint = "write the players' numbers in a column headed № or No."
            return [Problem("ambiguous-opponents", (), "", why, hint)]
    return []


def _referred_to(table: Table, reference: Reference) -> str:
    if reference.column is None:
        return "row"
    return f"the {reference.label} in {table.cell(0, reference.column)} and below"


def _several_byes(table: Table, cells: _Cells) -> list[Problem]:
    """A note for every round in which several players got a point without an opponent."""
    problems = []
    for r, column in enumerate(cells.rounds):
        if column.kinds.count(Kind.PAIRING_ALLOCATED_BYE) > 1:
            players = [p for p, kind in enumerate(column.kinds) if kind is Kind.PAIRING_ALLOCATED_BYE]
            text = text_of(table.cells[table.columns.rounds[r]][players[0]])
            why = f"stands for {len(players)} players in round {r + 1}"
            hint = "a win by forfeit is better written with the opponent, such as 5w+"
            cells_named = tuple(table.name(p, r) for p in players)
            problems.append(Problem("several-byes", cells_named, text, why, hint, "note"))
    return problems
