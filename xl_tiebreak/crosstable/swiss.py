"""A table with one column a round: the best way to understand it, and everything that is to be said about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..errors import Problem
from ..model import Kind, System, Tournament
from .attempts import Attempt, attempts, evidence_in, rescaled, without
from .eaten import restored
from .faults import clashing_colours, describe_faults, describe_strangers
from .moved import exchanged_numbers, moved_cells, wrong_numbers
from .order import in_order
from .points import compare_points, printed_points, with_points_column
from .reading import Language, Reading, Table
from .references import number_problems
from .remarks import (
    blanks,
    left_out,
    mended,
    nothing_finished,
    scale_of_points,
    several_byes,
    unknown_colours,
    unreadable,
)
from .scoring import best_scale, board_points, bye_points

__all__ = ["begun", "read_swiss"]

_AWAY = frozenset({Kind.HALF_POINT_BYE, Kind.ZERO_POINT_BYE, Kind.REST})
"""What a column may hold before its round is paired: byes asked for, and nothing (blank cells)."""
_FEW = 8
"""Up to so many cells are complained about one by one, however small the table is."""


def read_swiss(table: Table, language: Language | None = None, system: System | None = None) -> Reading:
    """The reading of a table with one column a round; ``language`` and ``system`` None are seen from the table."""
    table, order = in_order(table)
    ways = attempts(table, system)
    notation = ways[0].cells.notation
    if notation.spread:
        table = replace(table, across=notation.across, stacked=notation.spread == "below")
    names = table.names()
    best, problems = restored(table, ways[0], system) if ways[0].wrong else (ways[0], [])
    problems += _against(table, [best, *ways[1:]])
    tournament, proof = None, ""
    if not best.wrong:
        tournament, best, sums = _counted(table, best, names)
        table = with_points_column(table, sums)
        about_points, proof = compare_points(table, sums)
        if not tournament.rounds:
            about_points = list(nothing_finished(table)) or about_points
        problems += about_points + clashing_colours(table, best.rounds.faults)
        problems += [*unknown_colours(best), *several_byes(table, best), *blanks(table, best, tournament.rounds)]
        problems += [
            *order,
            *scale_of_points(best),
            *mended(table, best),
            *left_out(table, "write - in his rounds if he is one"),
        ]
        proof = f"{len(tournament)} of {len(tournament)} rows consistent, {proof}"
    if any(problem.severity == "error" for problem in problems):
        tournament = None
    return _reading(table, best, tournament, problems, proof, language or table.language(names))


def _against(table: Table, ways: Sequence[Attempt]) -> list[Problem]:
    """What speaks against the table: first its numbers, which everything else hangs on, then its cells."""
    best = ways[0]
    if best.cells.notation.teams and (teams := _of_teams(best)):
        return [teams]
    if not best.wrong:
        doubts = [] if best.reference.column == table.columns.number else number_problems(table, needed=False)
        return doubts + _ambiguous(table, ways)
    problems = unreadable(table, best)
    if best.wrong == len(best.unreadable) or any(problem.code in ("notation", "no-opponents") for problem in problems):
        return problems
    if numbers := number_problems(table, needed=True):
        return problems + numbers
    if exchanged := exchanged_numbers(table, best):
        return [*problems, exchanged]
    renumbered, explained = wrong_numbers(table, best)
    best = without(best, explained)
    moved, faults = moved_cells(table, best, list(best.faults))
    games = sum(len(column) - column.count(None) for column in best.rounds.opponents)
    if len(best.strangers) + len(faults) > max(_FEW, games // 4):
        return [*problems, _unexplained(table, best)]
    return problems + renumbered + moved + describe_strangers(table, best) + describe_faults(table, best, faults)


def _unexplained(table: Table, way: Attempt) -> Problem:
    """One problem for a table most of which contradicts itself."""
    paired = way.unpaired
    fault = next((f for f in way.faults if (f.code == "contradiction") != (paired > 0)), None)
    place = (fault.player, fault.round) if fault else next(iter(way.strangers))
    count = len(way.strangers) + len(way.faults)
    if paired:
        code = "no-reference"
        why = f"is one of {count} cells whose opponent does not name the player back, by number, place or row"
        hint = "check that the column of numbers is the one the opponents are written with"
    else:
        code = "no-scale"
        why = f"is one of {count} games whose two results do not fit, whatever a win and a draw are worth"
        hint = "one game needs two results that fit, such as 1 and 0, or 2 and 0"
    return Problem(code, (table.name(*place),), table.text(*place), why, hint)


def _of_teams(way: Attempt) -> Problem | None:
    """Results of matches of teams are recognised and refused."""
    boards = board_points(evidence_in(way, ()))
    if boards is None:
        return None
    why = f"this is a table of teams: the results of both sides add up to {boards:g} board points"
    hint = "tie-breaks of teams need match points and boards; read the crosstable of the players"
    return Problem("teams", (), "", why, hint)


def _ambiguous(table: Table, ways: Sequence[Attempt]) -> list[Problem]:
    """An error where the table is sound in two ways that differ."""
    sound = [way for way in ways if not way.wrong]
    for other in sound[1:]:
        if other.rounds.opponents != sound[0].rounds.opponents:
            named = " or ".join(_referred_to(table, way) for way in (sound[0], other))
            why = f"opponents may be given by {named}, and both agree with the results"
            hint = "write the players' numbers in a column headed № or No."
            return [Problem("ambiguous-opponents", (), "", why, hint)]
    return []


def _referred_to(table: Table, way: Attempt) -> str:
    reference = way.reference
    if reference.column is None:
        return "row"
    return f"the {reference.label} in {table.cell(0, reference.column)} and below"


def _counted(table: Table, way: Attempt, names: Sequence[str]) -> tuple[Tournament, Attempt, list[float]]:
    """The tournament of a sound reading, on the scale that gives the players their printed points, and the points."""
    tournament = _tournament(table, names, way)
    printed = printed_points(table)
    sums = tournament.scores()
    wrong = 0 if printed == sums else sum(points not in (None, sums[p]) for p, points in enumerate(printed))
    if not wrong:
        return tournament, way, sums
    evidence = evidence_in(way, printed)
    scale = best_scale(evidence) if 2 * wrong > evidence.count else way.scale
    scale = bye_points(evidence, scale)
    other = way if scale == way.scale else rescaled(way, scale)
    if other is not way and not other.wrong:
        tournament = _tournament(table, names, other)
        return tournament, other, tournament.scores()
    return tournament, way, sums


def _tournament(table: Table, names: Sequence[str], sound: Attempt) -> Tournament:
    """The tournament of a sound reading; rounds in which nothing has happened yet are left out."""
    numbers = list(map(str, sound.reference.numbers))
    if sound.reference.column is None and table.columns.number is not None:
        numbers = table.numbers()
    tournament = Tournament.of_rounds(
        sound.rounds,
        numbers=numbers,
        names=names,
        ratings=table.ratings(),
        system=sound.system,
        planned=len(sound.rounds.codes),
    )
    return begun(tournament)


def begun(tournament: Tournament) -> Tournament:
    """The tournament without the rounds at its end that wait for results or for pairings, whatever their headings
    promise."""
    rounds = tournament.rounds
    while rounds and (tournament.waits(rounds - 1) or _AWAY.issuperset(row[rounds - 1] for row in tournament.kinds)):
        rounds -= 1
    return tournament.after(rounds)


def _reading(
    table: Table,
    way: Attempt,
    tournament: Tournament | None,
    problems: Sequence[Problem],
    proof: str,
    language: Language,
) -> Reading:
    grid, columns, reference = table.grid, table.columns, way.reference
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
        dialect=way.cells.notation.name,
        opponents=reference.label,
        language=language,
        columns=columns.shifted(grid.left),
        round_count_planned=len(columns.rounds),
        proof=proof,
        grid=grid,
    )
