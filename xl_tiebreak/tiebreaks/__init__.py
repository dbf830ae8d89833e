"""Every tie-break, registered once: the registry, the grammar of chains, and the value of an item for every player."""

from __future__ import annotations

from . import record, opponents, encounter, ratings, national  # isort: skip  # the order in which they are listed
from .items import DEFAULT_CHAINS, heading, parse_chain, parse_item, require_known
from .registry import REGISTRY, Item, Modifiers, Split, Tiebreak

__all__ = [
    "DEFAULT_CHAINS",
    "REGISTRY",
    "Item",
    "Modifiers",
    "Split",
    "Tiebreak",
    "encounter",
    "heading",
    "national",
    "opponents",
    "parse_chain",
    "parse_item",
    "ratings",
    "record",
    "require_known",
]
