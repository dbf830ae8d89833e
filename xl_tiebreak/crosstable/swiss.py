"""A table with one column a round: texts → marks → rounds.

Everything is done a column at a time: a thousand players with nine rounds are nine columns, and looking at every cell
by itself costs several times as much. Only where something is wrong single cells are looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..errors import Problem
from ..model import Fault, Kind, Outcome, Rounds, Scoring, System, Tournament
from .consistency import (
    STRANGER,
    Index,
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
from .notations import NOTATIONS, Column, Notation, Reader, complaint, worth
from .reading import Language, Reading, Table

__all__ = ["read_swiss"]

Place = tuple[int, int]
"""(player, round), both counted from 0"""

_AWAY = frozenset({Kind.HALF_POINT_BYE, Kind.ZERO_POINT_BYE, Kind.REST})
"""What a column may hold before its round is paired: byes asked for, and nothing (blank cells)."""

_FEW = 8
"""Up to so many cells are complained about one by one, however small the table is."""


@dataclass(frozen=True, slots=True)
class _Cells:
    """The marks of a table, a column for every round."""

    reader: Reader
    rounds: Sequence[Column]

    @property
    def notation(self) -> Notation:
        return self.reader.notation

    def unreadable(self) -> list[Place]:
        """The cells that say nothing in this notation."""
        return sorted((p, r) for r, column in enumerate(self.rounds) for p in column.unreadable)

    def outcomes(self, scoring: Scoring, system: System) -> list[Outcome]:
        """What each token of the reader is worth. An unreadable cell counts as an absence, so that the rest of the
        table can be proved; in a round robin a round without a pairing is a free one."""
        scale, absent = worth(scoring), Kind.REST if system == "rr" else Kind.ZERO_POINT_BYE
        kinds = (absent if kind in (None, Kind.ZERO_POINT_BYE) else kind for kind, _, _ in self.reader.tokens)
        return [Outcome(kind, token[1], scale[token[2]]) for kind, token in zip(kinds, self.reader.tokens)]


@dataclass(frozen=True, slots=True)
class _Attempt:
    """The table read with one reference. ``strangers`` are cells whose opponent the reference does not know."""

    reference: Reference
    rounds: Rounds
    system: System
    strangers: Mapping[Place, str]
    faults: Sequence[Fault]

    @property
    def wrong(self) -> int:
        """How much speaks against the reference."""
        return len(self.strangers) + len(self.faults)


def read_swiss(table: Table, language: Language | None = None, system: System | None = None) -> Reading:
    """The reading of a table with one column a round; ``language`` and ``system`` None are seen from the table."""
    cells = _read_cells(table)
    unreadable = cells.unreadable()
    attempts = _attempts(table, cells, unreadable, system)
    best = min(attempts, key=lambda attempt: attempt.wrong)
    names = table.names()
    language = language or table.language(names)
    problems = _describe_unreadable(table, cells.notation, unreadable)
    problems += _disagreements(table, attempts, best)
    tournament, proof = None, ""
    if not (best.wrong or unreadable):
        tournament = _tournament(table, names, best)
        sums = tournament.scores()
        table = with_points_column(table, sums)
        about_points, proof = compare_points(table, sums)
        problems += about_points + clashing_colours(table, best.rounds.faults) + _several_byes(table, cells)
        proof = f"{len(tournament)} of {len(tournament)} rows consistent, {proof}"
    if any(problem.severity == "error" for problem in problems):
        tournament = None
    return _reading(table, cells.notation, best.reference, tournament, problems, proof, language)


def _disagreements(table: Table, attempts: Sequence[_Attempt], best: _Attempt) -> list[Problem]:
    """What speaks against the table: first its numbers, which everything else hangs on, then its cells."""
    reference = best.reference
    if not best.wrong:
        doubts = [] if reference.column == table.columns.number else number_problems(table, needed=False)
        return doubts + _ambiguous(table, attempts)
    problems = number_problems(table, needed=True)
    if problems:
        return problems
    games = sum(len(column) - column.count(None) for column in best.rounds.opponents)
    if best.wrong > max(_FEW, games // 4):
        example = next(iter(best.strangers), None) or (best.faults[0].player, best.faults[0].round)
        text = text_of(table.cells[table.columns.rounds[example[1]]][example[0]])
        why = f"is one of {best.wrong} cells whose opponent does not name the player back, by number, place or row"
        hint = "check that the column of numbers is the one the opponents are written with"
        return [Problem("no-reference", (table.name(*example),), text, why, hint)]
    problems = describe_strangers(table, reference, best.strangers)
    points = [outcome.points for outcome in best.rounds.outcomes]
    sums = [sum(points[code] for code in codes) for codes in zip(*best.rounds.codes)]
    return problems + describe_faults(table, reference, best.faults, sums)


def _reading(
    table: Table,
    notation: Notation,
    reference: Reference,
    tournament: Tournament | None,
    problems: Sequence[Problem],
    proof: str,
    language: Language,
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
        language=language,
        columns=columns.shifted(grid.left),
        round_count_planned=len(columns.rounds),
        proof=proof,
        grid=grid,
    )


def _read_cells(table: Table) -> _Cells:
    """The marks of every cell, in the first of the notations that read most of them."""
    readings = []
    for notation in NOTATIONS:
        reader = Reader(notation)
        cells = _Cells(reader, [reader.column(table.cells[column]) for column in table.columns.rounds])
        if not cells.unreadable():
            return cells
        readings.append(cells)
    return min(readings, key=lambda cells: len(cells.unreadable()))


def _attempts(table: Table, cells: _Cells, unreadable: Sequence[Place], system: System | None) -> list[_Attempt]:
    """The reference that the headings name alone where the table is sound with it; else an attempt with each."""
    scoring = Scoring()
    attempts = []
    for reference in references(table):
        opponents, strangers = _positions(cells, reference)
        seen = system or ("rr" if _everybody_meets_everybody(opponents) else "swiss")
        codes = [column.tokens for column in cells.rounds]
        if strangers:
            codes = [
                [0 if (p, r) in strangers else token for p, token in enumerate(tokens)]
                for r, tokens in enumerate(codes)
            ]
        rounds = Rounds(opponents, codes, cells.outcomes(scoring, seen), scoring)
        lost = {*unreadable, *strangers}
        faults = [f for f in rounds.faults if f.code != "colour" and (f.partner, f.round) not in lost]
        attempts.append(_Attempt(reference, rounds, seen, strangers, faults))
        if len(attempts) == 1 and not attempts[0].wrong and table.heading_rows:
            break
    return attempts


def _positions(cells: _Cells, reference: Reference) -> tuple[list[list[int | None]], dict[Place, str]]:
    """The written opponents as positions, and the cells that name somebody who is not in the table."""
    index = Index(reference.numbers)
    opponents = [list(map(index.__getitem__, column.opponents)) for column in cells.rounds]
    strangers = {}
    for r, column in enumerate(opponents) if index.strangers else ():
        for p, opponent in enumerate(column):
            if opponent == STRANGER:
                strangers[p, r] = cells.rounds[r].opponents[p]
                column[p] = None
    return opponents, strangers


def _everybody_meets_everybody(opponents: Sequence[Sequence[int | None]]) -> bool:
    """Is everybody scheduled against everybody equally often? Forfeits and open games count as scheduled."""
    count = len(opponents[0]) if opponents else 0
    if not 2 <= count <= len(opponents) + 1:
        return False
    paired = sum(count - column.count(None) for column in opponents)
    if not paired or paired % (count * (count - 1)):
        return False
    times = {paired // (count * (count - 1))}
    for met in zip(*opponents):
        games = Counter(met)
        del games[None]
        if len(games) != count - 1 or set(games.values()) != times:
            return False
    return True


def _tournament(table: Table, names: Sequence[str], sound: _Attempt) -> Tournament:
    """The tournament of a sound attempt; rounds in which nothing has happened yet are left out."""
    numbers = list(map(str, sound.reference.numbers))
    column = table.columns.number
    if sound.reference.column is None and column is not None:
        numbers = [text_of(value).rstrip(".") for value in table.cells[column]]
    tournament = Tournament.of_rounds(
        sound.rounds,
        numbers=numbers,
        names=names,
        ratings=table.ratings(),
        system=sound.system,
        planned=len(sound.rounds.codes),
    )
    return _begun(tournament)


def _begun(tournament: Tournament) -> Tournament:
    """The tournament without the rounds at its end that wait for results or for pairings, whatever their headings
    promise."""
    rounds = tournament.rounds
    while rounds and (tournament.waits(rounds - 1) or _AWAY.issuperset(row[rounds - 1] for row in tournament.kinds)):
        rounds -= 1
    return tournament.after(rounds)


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
    ways = [attempt for attempt in attempts if not attempt.wrong]
    for other in ways[1:]:
        if other.rounds.opponents != ways[0].rounds.opponents:
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
    byes = {token for token, (kind, _, _) in enumerate(cells.reader.tokens) if kind is Kind.PAIRING_ALLOCATED_BYE}
    problems = []
    for r, column in enumerate(cells.rounds):
        players = [p for p in column.alone if column.tokens[p] in byes]
        if len(players) > 1:
            text = text_of(table.cells[table.columns.rounds[r]][players[0]])
            why = f"stands for {len(players)} players in round {r + 1}"
            hint = "a win by forfeit is better written with the opponent, such as 5w+"
            cells_named = tuple(table.name(p, r) for p in players)
            problems.append(Problem("several-byes", cells_named, text, why, hint, "note"))
    return problems
