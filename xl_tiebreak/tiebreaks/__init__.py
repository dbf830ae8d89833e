"""Every tie-break, registered once: the registry, the grammar of chains, and the value of an item for every player."""

from __future__ import annotations

from . import encounter, opponents, record
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
    "opponents",
    "parse_chain",
    "parse_item",
    "record",
    "require_known",
]
