"""Standings: a chain of tie-breaks takes tied groups apart, one item after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .editions import Rules, find_edition, parse_rules
from .model import Tournament
from .terms import Terms, Value, totals
from .tiebreaks import Item, Split, parse_chain, parse_item, require_known
from .unplayed import Ledger

__all__ = ["Evaluation", "Standings", "evaluate", "rank", "shown"]


@dataclass(frozen=True, slots=True, eq=False)
class Standings:
    """A ranked tournament; lists have one entry per player, in the order of the table, unless said otherwise.

    ``order``: positions in order of place. ``ranks``: 1 + the number of players ahead. ``places``: the same as text,
    ``6-7`` where shared. ``values``: item as written → values; blank (None) where undefined, or where an item that
    looks at a group had none to look at. ``decided_by``: the item that set a player apart, None where he shares his
    place.
    """

    tournament: Tournament
    rules: Rules
    chain: tuple[Item, ...]
    order: list[int]
    ranks: list[int]
    places: list[str]
    values: dict[str, list[Value]]
    decided_by: list[str | None]


@dataclass(slots=True, eq=False)
class Evaluation:
    """A tournament under rules, and every ledger that its items need, each made once."""

    tournament: Tournament
    rules: Rules
    ledgers: dict[object, Ledger] = field(default_factory=dict)

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
        rule = item.tiebreak
        if rule.needs_order and not self.tournament.ordered:
            return [None] * len(self.tournament)
        if rule.terms is not None:
            low = item.modifiers.cut or item.modifiers.median
            return totals(self.terms(item), low, item.modifiers.median, self.ledger(item).treatment.cut)
        if rule.value is not None:
            return list(rule.value(self.ledger(item), item.modifiers))
        groups = [list(range(len(self.tournament)))]
        for code in rule.equal_on:
            groups = _split_all(groups, self.values(replace(parse_item(code), edition=item.edition)), False)
        values: list[Value] = [None] * len(self.tournament)
        for group in groups:
            if len(group) > 1:
                for p, value in self.split(item, group).shown.items():
                    values[p] = value
        return values

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
    items = parse_chain(chain, chosen, chosen.system or tournament.system)
    evaluation = Evaluation(tournament, chosen)
    size = len(tournament)
    groups = [list(range(size))]
    values: dict[str, list[Value]] = {}
    decided_by: list[str | None] = [None] * size
    for item in items:
        before = groups
        if item.tiebreak.group is None:
            values[item.written] = evaluation.values(item)
            ascending = item.tiebreak.ascending is not item.modifiers.reversed
            groups = _split_all(groups, values[item.written], ascending)
        else:
            column: list[Value] = values.get(item.written, [None] * size)
            groups = []
            for group in before:
                if len(group) == 1:
                    groups.append(group)
                    continue
                classes, blanks = evaluation.split(item, group)
                groups.extend(classes[:: -1 if item.modifiers.reversed else 1])
                for p, value in blanks.items():
                    column[p] = value
            values[item.written] = column
        if len(groups) > len(before):
            for group in groups:
                if len(group) == 1 and decided_by[group[0]] is None:
                    decided_by[group[0]] = item.written
    return _placed(tournament, chosen, items, groups, values, decided_by)


def _split_all(groups: list[list[int]], values: list[Value], ascending: bool) -> list[list[int]]:
    """Every tied group split by a value, undefined values last."""
    result = []
    for group in groups:
        if len(group) == 1:
            result.append(group)
            continue
        classes: dict[Value, list[int]] = {}
        for p in group:
            classes.setdefault(values[p], []).append(p)
        undefined = classes.pop(None, None)
        result.extend(classes[value] for value in sorted(classes, reverse=not ascending))  # type: ignore[type-var]
        if undefined:
            result.append(undefined)
    return result


def _placed(
    tournament: Tournament,
    rules: Rules,
    chain: tuple[Item, ...],
    groups: list[list[int]],
    values: dict[str, list[Value]],
    decided_by: list[str | None],
) -> Standings:
    order = [p for group in groups for p in group]
    ranks, places = [0] * len(order), [""] * len(order)
    ahead = 0
    for group in groups:
        place = str(ahead + 1) if len(group) == 1 else f"{ahead + 1}-{ahead + len(group)}"
        for p in group:
            ranks[p], places[p] = ahead + 1, place
        ahead += len(group)
    return Standings(tournament, rules, chain, order, ranks, places, values, decided_by)


def shown(value: Value) -> float | None:
    """A value as cells and JSON take it: a float, None where it is undefined."""
    return None if value is None else float(value)
