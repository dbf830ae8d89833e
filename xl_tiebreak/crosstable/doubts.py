"""Matrices that agree with themselves and are wrong all the same: the printed points or the other pairs tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..errors import Problem
from ..model import Tournament
from .games import Pair
from .grid import text_of
from .points import printed_points
from .reading import Table

__all__ = ["lying_on_its_side", "typed_twice"]

_FEWEST = 3
"""So many players or pairs at least tell what is usual."""
_WORDS = {1: "one", 2: "two", 3: "three", 4: "four"}


def lying_on_its_side(table: Table, tournament: Tournament) -> Problem | None:
    """One problem for a matrix whose results stand in the columns of the players, not in their rows, as the printed
    points of nearly all of them say."""
    printed = printed_points(table)
    if table.columns.points is None or len(printed) < _FEWEST or None in printed:
        return None
    rows = sum(one == other for one, other in zip(printed, tournament.scores()))
    columns = 0
    for p, points in enumerate(printed):
        others = enumerate(tournament.opponents[p])
        columns += points == sum(tournament.points[o][r] for r, o in others if o is not None)
    if 10 * columns < 9 * len(printed) or 2 * rows > len(printed):
        return None
    why = f"and {columns - 1} more of {len(printed)} points are the sums of the columns, not of the rows"
    hint = "write the results of every player into his row"
    cell = table.cell(0, table.columns.points)
    return Problem("sideways", (cell,), text_of(table.cells[table.columns.points][0]), why, hint)


def typed_twice(
    table: Table, pairs: Mapping[tuple[int, int], Pair], sums: Sequence[float], about_points: Sequence[Problem]
) -> list[Problem]:
    """What is to be said of the points, and a warning for hardly a pair that has more games than all the others have,
    unless the printed points agree; theirs are not told then."""
    counts = Counter(len(pair.games) for pair in pairs.values() if pair.games)
    usual = counts.most_common(1)[0][0] if counts else 0
    more = [pair for pair, games in pairs.items() if len(games.games) > usual]
    if not 0 < len(more) <= max(1, len(pairs) // 10) or counts[usual] < max(_FEWEST, counts.total() - len(more)):
        return list(about_points)
    printed, column = printed_points(table), table.columns.points
    problems, settled = [], set[str]()
    for p, q in more:
        if printed[p] == sums[p] and printed[q] == sums[q]:
            continue
        cells = [(p, table.columns.rounds[q]), (q, table.columns.rounds[p])]
        count = len(pairs[p, q].games)
        why = f"means {_words(count)} games where every other pair has {_words(usual)}"
        hint = f"write {_words(usual)} result{'s' * (usual > 1)}, unless there were more games"
        named = tuple(table.cell(*cell) for cell in cells)
        problems.append(Problem("more-games", named, text_of(table.cells[cells[0][1]][p]), why, hint, "warning"))
        settled |= {table.cell(player, column) for player in (p, q)} if column is not None else set()
    return [*problems, *(problem for problem in about_points if settled.isdisjoint(problem.cells))]


def _words(count: int) -> str:
    return _WORDS.get(count, str(count))
