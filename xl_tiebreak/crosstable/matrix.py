"""An N×N matrix: one column an opponent, in the order of the rows.

A matrix knows no order of rounds. Its games are laid out in the rounds of the circle method, so that the two players of
a game have it in the same round; every further game of each pair begins another cycle.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..errors import Problem
from ..model import Kind, System, Tournament
from .doubts import lying_on_its_side, typed_twice
from .games import DIAGONAL, SIGNS, Game, Pair, Pairs, is_result
from .grid import decimal_of, text_of, whole_of
from .incomplete import marked_cells
from .layout import holds_games, names_opponent
from .points import compare_points, with_points_column
from .reading import Language, Reading, Table
from .references import number_problems
from .remarks import left_out, mended_note
from .scoring import constant_sum

__all__ = ["PAIRS", "matrix_of", "read_matrix"]

PAIRS = Pairs()
"""The memory of every pair of cells met so far."""


def matrix_of(table: Table) -> Table | None:
    """The table as a matrix, its columns in the order of the players; None where it is none.

    There are as many columns as players, signs or blanks where a player would meet himself, and results without
    opponents elsewhere; a few slips do not hide that. Columns follow the rows, or the players' numbers where the rows
    are in another order. The columns of players not entered are blank.
    """
    table = _entered(table)
    count = len(table.rows)
    headed = table.columns.rounds
    if not 2 <= count <= len(table.cells) or holds_games(table.cells[headed[0]]):
        return None
    if count <= len(headed):
        likely = list(_blocks(table, headed))
        blocks = [block for block in likely if _all_blank(table, {*headed} - {*block})]
        blocks = blocks or [*likely, headed[-count:]]  # a heading beside them is a number
    else:  # a heading between them is no number
        starts = range(max(table.left, headed[-1] - count + 1), min(headed[0], len(table.cells) - count) + 1)
        blocks = [tuple(range(start, start + count)) for start in starts]
    blocks.sort(key=lambda columns: _badness(table, columns))
    return _square(table, blocks[0]) if blocks else None


def _entered(table: Table) -> Table:
    """The table without players at its end who have neither a column nor a result yet."""
    headed = table.columns.rounds
    count = len(headed)
    if not any(text_of(v) for c in headed for v in table.cells[c][count:]):
        return replace(table, rows=table.rows[:count], cells=[cells[:count] for cells in table.cells])
    return table


def _blocks(table: Table, headed: Sequence[int]) -> Iterator[Sequence[int]]:
    """As many of the columns as there are players: the first ones, or those that the players' numbers name, where the
    row of somebody who did not come is left empty between the others."""
    count = len(table.rows)
    yield headed[:count]
    for column in (table.columns.number, table.columns.place) if count < len(headed) else ():
        numbers = [whole_of(value) or 0 for value in table.cells[column]] if column is not None else [0]
        if len({*numbers}) == count and min(numbers) > 0 and max(numbers) <= len(headed):
            yield tuple(headed[number - 1] for number in numbers)


def _all_blank(table: Table, columns: Iterable[int]) -> bool:
    return not any(_own(value) for column in columns for value in table.cells[column])


def _badness(table: Table, columns: Sequence[int]) -> int:
    """How many cells of some columns are no results, or no sign where a player would meet himself."""
    own = _diagonal(table, columns, range(len(columns)))
    results = sum(is_result(value) for column in columns for value in table.cells[column])
    return len(own) ** 2 - results + 2 * sum(text not in DIAGONAL or not text for text in own)


def _square(table: Table, columns: Sequence[int]) -> Table | None:
    """The table as a matrix of some columns, as many as there are players; None where they are none."""
    count = len(table.rows)
    orders = [(order, _diagonal(table, columns, order)) for order in _orders(table, columns)]
    order, own = min(orders, key=lambda pair: _slips(pair[1]))
    signs = [text for text in own if text]
    marked = 2 * _slips(own) < len(signs) or (not signs and _answers(table, columns, order))
    if 3 * _slips(own) > count or not _holds_results(table, columns, marked):
        return None
    others = {c: text for c, text in table.columns.others.items() if c not in columns}
    number, place = (c if c not in columns else None for c in (table.columns.number, table.columns.place))
    rounds = tuple(columns[k] for k in order)
    described = replace(table.columns, number=number, place=place, rounds=rounds, others=others)
    left, right = min(table.left, columns[0]), max(table.right, columns[-1])
    return replace(table, columns=described, left=left, right=right)


def _diagonal(table: Table, columns: Sequence[int], order: Sequence[int]) -> list[str]:
    """What stands where the players would meet themselves, the n-th player's column being ``order[n]``."""
    return [_own(table.cells[columns[k]][p]) for p, k in enumerate(order)]


def _own(value: object) -> str:
    """What stands where a player would meet himself, or nobody. The number 0 is a blank cell as xlwings Lite
    hands it over."""
    return "" if value == 0 and not isinstance(value, bool) else text_of(value).lower()


def _slips(diagonal: Sequence[str]) -> int:
    return sum(text not in DIAGONAL for text in diagonal)


def _orders(table: Table, columns: Sequence[int]) -> Iterator[Sequence[int]]:
    """Which column belongs to which player: the n-th to the n-th, or by number, or by place, or as the
    signs say where players would meet themselves."""
    count = len(table.rows)
    yield range(count)
    for column in (table.columns.number, table.columns.place):
        if column is not None:
            order = [(whole_of(value) or 0) - 1 for value in table.cells[column]]
            if sorted(order) == list(range(count)):
                yield order
    own = marked_cells(table, columns)
    if len(own) == count:
        yield [columns.index(own[p]) for p in range(count)]


def _answers(table: Table, columns: Sequence[int], order: Sequence[int]) -> bool:
    """Does every result fit the one that the opponent has in the player's column?"""
    cells = [[_lookable(table.cells[columns[k]][p]) for k in order] for p in range(len(columns))]
    pairs = [PAIRS[row[q], cells[q][p]] for p, row in enumerate(cells) for q in range(p)]
    return any(pair.games for pair in pairs) and not any(pair.complaint for pair in pairs)


def _holds_results(table: Table, columns: Sequence[int], marked: bool) -> bool:
    """Hardly a cell names an opponent, and few are no results; without signs on the diagonal half of the games at least
    are there."""
    values = [value for column in columns for value in table.cells[column]]
    filled = sum(text_of(value) != "" and is_result(value) for value in values)
    named = sum(map(names_opponent, values))
    others = sum(text_of(value) != "" for value in values) - filled
    return (
        named <= max(1, filled // 10)
        and 3 * (others - len(columns)) <= filled
        and (marked or 2 * filled >= len(columns) * (len(columns) - 1))
    )


@dataclass(slots=True)
class _Rounds:
    """The rounds of every player, filled pair by pair; a round without a pair is free."""

    count: int
    cycles: int
    kinds: list[list[Kind]] = field(init=False)
    opponents: list[list[int | None]] = field(init=False)
    points: list[list[float]] = field(init=False)

    def __post_init__(self) -> None:
        rounds = self.cycles * self.length
        self.kinds = [[Kind.REST] * rounds for _ in range(self.count)]
        self.opponents = [[None] * rounds for _ in range(self.count)]
        self.points = [[0.0] * rounds for _ in range(self.count)]

    @property
    def length(self) -> int:
        """Rounds of one cycle: everybody meets everybody, in an odd field with one free round each."""
        return self.count - 1 + self.count % 2

    def meet(self, p: int, q: int, games: Sequence[Game]) -> None:
        """Enter the games of two players, p before q; what is missing to the full number has no result yet."""
        last = self.length  # the place that stands still; in an odd field it is the free round
        base = (p + q) % last if q < last else 2 * p % last
        for cycle in range(self.cycles):
            r = base + cycle * last
            for player, opponent, side in ((p, q, 0), (q, p, 1)):
                self.opponents[player][r] = opponent
                known = cycle < len(games)
                self.kinds[player][r], self.points[player][r] = SIGNS[games[cycle][side]] if known else _OPEN


_OPEN = (Kind.PENDING, 0.0)


def read_matrix(table: Table, language: Language | None = None, system: System | None = None) -> Reading:
    """The reading of a table that `matrix_of` gave."""
    count = len(table.rows)
    cells = [[_lookable(table.cells[column][p]) for column in table.columns.rounds] for p in range(count)]
    pairs = {(p, q): PAIRS[cells[p][q], cells[q][p]] for p in range(count) for q in range(p + 1, count)}
    problems = number_problems(table, needed=False)
    problems += [_against_himself(table, p) for p in range(count) if _own(cells[p][p]) not in DIAGONAL]
    problems += [_describe(table, p, q, pair) for (p, q), pair in pairs.items() if pair.complaint]
    wrong = sum(pair.complaint != "" for pair in pairs.values())
    if 2 * wrong > len(pairs) and (shared := _shared_points(cells)):
        problems = [_of_matches(shared)]
    rounds = _Rounds(count, max(1, *(len(pair.games) for pair in pairs.values())))
    tournament, proof = None, ""
    if not any(problem.severity == "error" for problem in problems):
        for (p, q), pair in pairs.items():
            rounds.meet(p, q, pair.games)
        tournament = _tournament(table, rounds).seen_as(system or "rr")
        sums = tournament.scores()
        table = with_points_column(table, sums)
        about_points, proof = compare_points(table, sums)
        if turned := lying_on_its_side(table, tournament):
            return _reading(table, None, [turned], language, rounds.cycles * rounds.length, "")
        about_points = typed_twice(table, pairs, sums, about_points)
        problems += [*about_points, *_mended(table, pairs), *left_out(table, "add his column if he is one")]
        proof = f"{count} of {count} rows consistent, {proof}"
    return _reading(table, tournament, problems, language, rounds.cycles * rounds.length, proof)


def _reading(
    table: Table,
    tournament: Tournament | None,
    problems: Sequence[Problem],
    language: Language | None,
    planned: int,
    proof: str,
) -> Reading:
    return Reading(
        tournament=tournament,
        problems=tuple(problems),
        area=table.area(),
        heading_rows=tuple(table.grid.top + row for row in table.heading_rows),
        rows=[table.grid.top + row for row in table.rows],
        layout="matrix",
        dialect="matrix",
        opponents="row",
        language=language or table.language(table.names()),
        columns=table.columns.shifted(table.grid.left),
        round_count_planned=planned,
        proof=proof,
        grid=table.grid,
    )


def _shared_points(cells: Sequence[Sequence[object]]) -> float | None:
    """The points that nearly all pairs share in different ways, as two teams share the boards of a match."""
    points = [list(map(decimal_of, row)) for row in cells]
    results: Counter[tuple[float, float]] = Counter()
    for p, row in enumerate(points):
        for q, own in enumerate(row[:p]):
            other = points[q][p]
            if own is not None and other is not None:
                results[own, other] += 1
    return constant_sum(results)


def _of_matches(shared: float) -> Problem:
    why = f"this is a table of teams or of matches: the results of both sides add up to {shared:g}"
    hint = "tie-breaks of teams need match points and boards; of matches between players write every game, such as ½ 1"
    return Problem("teams", (), "", why, hint)


def _lookable(value: object) -> object:
    """True is 1 to a dictionary, so it is looked up as a text."""
    return text_of(value) if isinstance(value, bool) else value


def _tournament(table: Table, rounds: _Rounds) -> Tournament:
    return Tournament(
        numbers=table.numbers(),
        names=table.names(),
        ratings=table.ratings(),
        kinds=rounds.kinds,
        opponents=rounds.opponents,
        colours=[[""] * len(row) for row in rounds.kinds],
        points=rounds.points,
        system="rr",
        ordered=False,
        planned=rounds.cycles * rounds.length,
    )


def _against_himself(table: Table, p: int) -> Problem:
    column = table.columns.rounds[p]
    why, hint = "is a result of a player against himself", "leave the diagonal empty"
    return Problem("self", (table.cell(p, column),), text_of(table.cells[column][p]), why, hint)


def _mended(table: Table, pairs: Mapping[tuple[int, int], Pair]) -> Iterator[Problem]:
    """A note for every way in which cells had to be mended."""
    found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for (p, q), pair in pairs.items():
        for was, place in zip(pair.mended, ((p, q), (q, p))):
            if was:
                found[was].append(place)
    for was, places in found.items():
        places.sort()
        columns = [(player, table.columns.rounds[opponent]) for player, opponent in places]
        text = text_of(table.cells[columns[0][1]][columns[0][0]])
        yield mended_note([table.cell(*place) for place in columns], text, was)


def _describe(table: Table, p: int, q: int, pair: Pair) -> Problem:
    """The words for a pair of cells that cannot be used."""
    here, there = ((q, p), (p, q)) if pair.second else ((p, q), (q, p))
    cells = [table.cell(player, table.columns.rounds[opponent]) for player, opponent in (here, there)]
    if pair.complaint == "unreadable":
        del cells[1]
    text = text_of(table.cells[table.columns.rounds[here[1]]][here[0]])
    return Problem(pair.complaint, tuple(cells), text, pair.why, pair.hint)
