"""Standings: a chain of tie-breaks takes tied groups apart, one item after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from .editions import Rules, find_edition, parse_rules
from .errors import Problem
from .model import System, Tournament
from .terms import Terms, Value, totals
from .tiebreaks import Item, Modifiers, Split, parse_chain, parse_item, require_known
from .unplayed import Ledger, withdrawn, without

__all__ = ["Evaluation", "Standings", "evaluate", "leaves_nothing", "objections", "rank", "shown"]

_Splitter = Callable[[list[int]], list[list[int]]]
"""A tied group → its classes in order of place."""


@dataclass(frozen=True, slots=True, eq=False)
class Standings:
    """A ranked tournament; lists have one entry per player, in the order of the table, unless said otherwise.

    ``order``: positions in order of place. ``ranks``: 1 + the number of players ahead. ``places``: the same as text,
    ``6-7`` where shared. ``values``: item as written → values; blank (None) where undefined, or where an item that
    looks at a group had none to look at. ``decided_by``: the item that set a player apart, None where he shares his
    place. ``tied``: item that looks at groups → the groups it was given. A player who left the standings (option
    ``withdrawn50``) comes last, with rank 0, an empty place and blank values.
    """

    tournament: Tournament
    rules: Rules
    chain: tuple[Item, ...]
    order: list[int]
    ranks: list[int]
    places: list[str]
    values: dict[str, list[Value]]
    decided_by: list[str | None]
    tied: dict[str, list[list[int]]]


@dataclass(slots=True, eq=False)
class Evaluation:
    """A tournament under rules, and every ledger that its items need, each made once. ``out`` are the players who left
    the standings; ``tournament`` is without their games."""

    tournament: Tournament
    rules: Rules
    ledgers: dict[object, Ledger] = field(default_factory=dict)
    out: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if self.system == "rr" and self.rules.has("withdrawn50"):
            self.out = withdrawn(self.tournament)
            self.tournament = without(self.tournament, self.out)

    @property
    def system(self) -> System:
        """Swiss or round robin: what the rules say, else what the table is."""
        return self.rules.system or self.tournament.system

    @property
    def players(self) -> list[int]:
        """Everybody in the standings."""
        return [p for p in range(len(self.tournament)) if p not in self.out]

    def ledger(self, item: Item) -> Ledger:
        """The tournament as this item sees it: under its own edition, with its modifiers."""
        m = item.modifiers
        fore = m.fore or item.tiebreak.family == "fore"
        key = (item.edition, fore, m.forfeits_played, m.plain_cut, m.as_swiss)
        if key not in self.ledgers:
            rules = replace(self.rules, edition=find_edition(item.edition)) if item.edition else self.rules
            self.ledgers[key] = Ledger(
                self.tournament,
                rules,
                fore=fore,
                forfeits_played=m.forfeits_played,
                plain_cut=m.plain_cut,
                as_swiss=m.as_swiss,
            )
        return self.ledgers[key]

    def terms(self, item: Item) -> Terms:
        """The terms of an item that has some."""
        assert item.tiebreak.terms is not None
        return item.tiebreak.terms(self.ledger(item), item.modifiers)

    def values(self, item: Item) -> list[Value]:
        """The item's value for every player; an item that looks at a group takes those equal on what goes before it."""
        values = self._values(item)
        unknown = self.tournament.uncoloured if item.tiebreak.needs_colours else ()
        for p in (*self.out, *unknown):
            values[p] = None
        return values

    def _values(self, item: Item) -> list[Value]:
        rule = item.tiebreak
        if rule.needs_order and not self.tournament.ordered:
            return [None] * len(self.tournament)
        if rule.terms is not None:
            low = item.modifiers.cut or item.modifiers.median
            return totals(self.terms(item), low, item.modifiers.median, self.ledger(item).treatment.cut)
        if rule.value is not None:
            return list(rule.value(self.ledger(item), item.modifiers))
        values: list[Value] = [None] * len(self.tournament)
        for group in self.tied(item):
            for p, value in self.split(item, group).shown.items():
                values[p] = value
        return values

    def tied(self, item: Item) -> list[list[int]]:
        """The groups that an item looks at when nobody gives a chain: two or more players equal on what goes before it,
        with its edition and, where they take any, its modifiers."""
        groups = [self.players]
        for code in item.tiebreak.equal_on:
            before = parse_item(code).tiebreak
            modifiers = item.modifiers if before.modifiers else Modifiers()
            split = _by_value(self.values(Item(before, modifiers, item.edition)), False)
            groups, _ = _split_all(groups, split)
        return [group for group in groups if len(group) > 1]

    def split(self, item: Item, group: Sequence[int]) -> Split:
        """The order inside a tied group, by an item that looks at the group."""
        assert item.tiebreak.group is not None
        return item.tiebreak.group(self.ledger(item), item.modifiers, group)


def evaluate(tournament: Tournament, code: str, rules: object = None) -> list[Value]:
    """The value of one item for every player, in the order of the table.

    ``rules`` as in `editions.parse_rules`. RequestError for an unknown code, edition or combination.
    """
    chosen = parse_rules(rules)
    item = parse_item(code)
    require_known(item, chosen)
    return Evaluation(tournament, chosen).values(item)


def rank(tournament: Tournament, chain: object = None, rules: object = None) -> Standings:
    """The standings by a chain of tie-breaks (default: that of the system) under rules (default: ``fide1998``).

    Groups still tied at the end share their place; lots are never drawn.
    """
    chosen = parse_rules(rules)
    evaluation = Evaluation(tournament, chosen)
    items = parse_chain(chain, chosen, evaluation.system)
    size = len(tournament)
    groups = [evaluation.players]
    values: dict[str, list[Value]] = {}
    decided_by: list[str | None] = [None] * size
    tied: dict[str, list[list[int]]] = {}
    for item in items:
        name = item.written
        if item.tiebreak.group is None:
            values[name] = evaluation.values(item)
            split = _by_value(values[name], item.tiebreak.ascending is not item.modifiers.reversed)
        else:
            column = values.setdefault(name, [None] * size)
            split = _by_group(evaluation, item, column, tied)
        groups, alone = _split_all(groups, split)
        for p in alone:
            decided_by[p] = name
    order, ranks, places = _places(size, groups)
    return Standings(tournament, chosen, items, order, ranks, places, values, decided_by, tied)


def _split_all(groups: list[list[int]], split: _Splitter) -> tuple[list[list[int]], list[int]]:
    """Every tied group taken apart, and the players who stand alone now and did not before."""
    after: list[list[int]] = []
    alone: list[int] = []
    for group in groups:
        if len(group) == 1:
            after.append(group)
            continue
        classes = split(group)
        after += classes
        if len(classes) > 1:
            alone += [tied[0] for tied in classes if len(tied) == 1]
    return after, alone


def _by_value(values: list[Value], ascending: bool) -> _Splitter:
    """Takes a group apart by a value, undefined values last."""
    last = inf if ascending else -inf
    known = [last if value is None else value for value in values] if None in values else values

    def split(group: list[int]) -> list[list[int]]:
        classes: dict[Value, list[int]] = {}
        for p in group:
            classes.setdefault(known[p], []).append(p)
        return [classes[value] for value in sorted(classes, reverse=not ascending)]  # type: ignore[type-var]

    return split


def _by_group(evaluation: Evaluation, item: Item, column: list[Value], tied: dict[str, list[list[int]]]) -> _Splitter:
    """Takes a group apart by an item that looks at it; enters the group, and what to show of it."""

    def split(group: list[int]) -> list[list[int]]:
        classes, shown = evaluation.split(item, group)
        tied.setdefault(item.written, []).append(group)
        for p, value in shown.items():
            column[p] = value
        return classes[:: -1 if item.modifiers.reversed else 1]

    return split


def _places(size: int, groups: list[list[int]]) -> tuple[list[int], list[int], list[str]]:
    """Order, ranks and places of groups, best first; who is in none comes last, without a place."""
    order = [p for group in groups for p in group]
    ranks, places = [0] * size, [""] * size
    ahead = 0
    for group in groups:
        place = str(ahead + 1) if len(group) == 1 else f"{ahead + 1}-{ahead + len(group)}"
        for p in group:
            ranks[p], places[p] = ahead + 1, place
        ahead += len(group)
    return order + [p for p in range(size) if not ranks[p]], ranks, places


def leaves_nothing(item: Item, tournament: Tournament) -> str:
    """Why a cut makes no sense that takes as many terms as there are rounds: what is left is 0 for everybody. Empty
    where something is left."""
    rounds, m = tournament.rounds, item.modifiers
    if not rounds or m.cut + 2 * m.median < rounds:
        return ""
    most = rounds - 1 if m.cut else (rounds - 1) // 2
    return f"{item.written} leaves nothing of {rounds} rounds; the most to cut is {most}"


def objections(tournament: Tournament, chain: object = None, rules: object = None) -> tuple[Problem, ...]:
    """What speaks against the items of a chain for this table: warnings, for surfaces to show beside the numbers.

    Buchholz and its kin separate nobody in a round robin, a matrix has no order of rounds, and values made of ratings
    or colours are undefined while somebody has none. RequestError as in `rank`.
    """
    chosen = parse_rules(rules)
    system = chosen.system or tournament.system
    unrated = sum(rating is None for rating in tournament.ratings)
    found = []
    for item in parse_chain(chain, chosen, system):
        rule, name = item.tiebreak, item.written
        if empty := leaves_nothing(item, tournament):
            found.append(Problem("nothing-left", (), "", empty.split(";")[0], "it is 0 for everybody", "warning"))
        if rule.not_in_round_robin and system == "rr" and not item.modifiers.as_swiss:
            why = f"{name} separates nobody in a round robin, where everybody has the same opponents"
            found.append(Problem("round-robin", (), "", why, "use SB, KS or DE", "warning"))
        if rule.needs_order and not tournament.ordered:
            why = f"{name} needs the order of the rounds, which a matrix does not tell"
            found.append(Problem("no-order", (), "", why, "use a table with a column for each round", "warning"))
        if rule.needs_colours and (uncoloured := len(tournament.uncoloured)):
            games = f"the games of {uncoloured} of {len(tournament)} players have no colour that is known"
            why, hint = f"{name} is undefined, because {games}", "write w or b in every game"
            found.append(Problem("no-colours", (), "", why, hint, "warning"))
        if rule.needs_ratings and unrated and item.modifiers.unrated is None:
            why = f"{name} is undefined, because {unrated} of {len(tournament)} players have no rating"
            hint = f"write {name}-U1400 to assume one" if "U" in rule.modifiers else "fill in the ratings"
            found.append(Problem("unrated", (), "", why, hint, "warning"))
    return tuple(found)


def shown(value: Value) -> float | None:
    """A value as cells and JSON take it: a float, None where it is undefined."""
    return None if value is None else float(value)
