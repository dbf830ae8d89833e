"""This project as the benchmark calls it: from the raw cells of a sheet, reading and checking included."""

from __future__ import annotations

import sys

from xl_tiebreak import crosstable, functions
from xl_tiebreak.editions import parse_rules
from xl_tiebreak.errors import RequestError
from xl_tiebreak.model import Tournament
from xl_tiebreak.standings import Evaluation, Standings, rank
from xl_tiebreak.tiebreaks import REGISTRY, parse_item, require_known

from .events import Rows
from .peers import CODES, Outcome

__all__ = ["every_code", "forget", "ours", "outcome", "tournament"]


def ours(rows: Rows, edition: str = "fide2024") -> Standings:
    """Points, BH, BH-C1, SB and places of a sheet."""
    return rank(tournament(rows), ", ".join(CODES), edition)


def tournament(rows: Rows) -> Tournament:
    """The sheet as it was read; an event made here has no errors."""
    reading = crosstable.read(rows)
    assert reading.tournament is not None, reading.problems
    return reading.tournament


def outcome(standings: Standings) -> Outcome:
    """The result by player number, comparable with that of other engines."""
    numbers = list(map(int, standings.tournament.numbers))
    by_number = sorted(range(len(numbers)), key=numbers.__getitem__)
    columns = {code: standings.values[code] for code in CODES}
    values = {code: [float(column[p] or 0) for p in by_number] for code, column in columns.items()}
    return Outcome(values, [standings.ranks[p] for p in by_number])


def every_code(rows: Rows, editions: tuple[str, ...] = ("fide2024", "fide2026", "uscf", "go")) -> int:
    """The value of every registered tie-break for every player, each under the first edition that has it.

    The number of tie-breaks computed.
    """
    table = tournament(rows)
    evaluations = [Evaluation(table, parse_rules(edition)) for edition in editions]
    done = set()
    for code in REGISTRY:
        item = parse_item(code)
        for evaluation in evaluations:
            try:
                require_known(item, evaluation.rules)
            except RequestError:
                continue
            evaluation.values(item)
            done.add(code)
            break
    assert done == set(REGISTRY), f"no edition computes {set(REGISTRY) - done}"
    return len(done)


def forget() -> None:
    """Empty every cache of the package, also those that nobody thought of when this was written."""
    functions.clear_caches()
    crosstable.clear_caches()
    for name, module in list(sys.modules.items()):
        if name.startswith("xl_tiebreak"):
            for thing in list(vars(module).values()):
                clear = getattr(thing, "cache_clear", None)
                if callable(clear):
                    clear()
