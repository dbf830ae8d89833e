"""Editions of the rules, as data.

An edition is a frozen record of choices: what a round is worth to others (`Lend`), what a player's own unplayed round
brings him (`Own`), which value a cut takes (`Cut`), what a result weighs in Sonneborn-Berger (`Weigh`). A new edition
is ``replace(previous, …)`` and so reads as the difference the regulation makes. `unplayed` says what each choice means;
no other module asks which edition it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import TypeVar

from .errors import RequestError, nearest
from .model import Kind, System

__all__ = [
    "DEFAULT",
    "EDITIONS",
    "Cut",
    "Edition",
    "Lend",
    "Meet",
    "Own",
    "Rules",
    "Treatment",
    "Weigh",
    "find_edition",
    "parse_rules",
]


class Lend(Enum):
    """What a round adds to the score a player lends to his opponents."""

    POINTS = "the points it brought"
    DRAW = "the points of a draw"
    ZERO = "nothing"

    __hash__ = object.__hash__  # as of `Kind`


class Own(Enum):
    """What a player's own unplayed round brings him: the score and the weight of one term."""

    NOTHING = "no term"
    ZERO = "an opponent with 0 points"
    SELF_DRAW = "a draw against himself, with his adjusted score"
    PARTNER_DRAW = "a draw against the scheduled opponent"
    VIRTUAL = "the awarded result against a virtual opponent"
    VIRTUAL_DRAW = "a draw against the virtual opponent"
    DUMMY = "the awarded result against a dummy with his own final score"
    DUMMY_CAPPED_BY_DRAWS = "the awarded result against the dummy, who has at most a draw for every round"
    DUMMY_CAPPED_BY_PARTNER = "the awarded result against the dummy, who has at most what the scheduled opponent has"
    AS_GAME = "the awarded result against the scheduled opponent"

    __hash__ = object.__hash__  # as of `Kind`


class Cut(Enum):
    """Which term a cut takes away."""

    LOWEST = "the lowest score"
    VOLUNTARY_FIRST = "a voluntary unplayed round first, else the lowest score"
    VOLUNTARY_UNLESS_WORTH_LESS = (
        "a voluntary unplayed round unless the lowest term is worth more, else the lowest score"
    )


class Weigh(Enum):
    """What a result weighs in Sonneborn-Berger."""

    OUTCOME = "by outcome: win 1, draw ½, loss 0"
    POINTS = "by the points it brought, a win being 1"


class Meet(Enum):
    """How the games between tied players count in the direct encounter."""

    AVERAGE = "the average of the points of each pair"
    PLUS_MINUS = "wins minus losses"


_BYES = (Kind.PAIRING_ALLOCATED_BYE, Kind.FULL_POINT_BYE)
_ABSENT = (Kind.HALF_POINT_BYE, Kind.ZERO_POINT_BYE)
_WIN, _LOSS = (Kind.FORFEIT_WIN,), (Kind.FORFEIT_LOSS,)
_FORFEITS = _WIN + _LOSS
_UNPLAYED = _BYES + _ABSENT + _FORFEITS

_Choice = TypeVar("_Choice")


def _table(*groups: tuple[tuple[Kind, ...], _Choice]) -> Mapping[Kind, _Choice]:
    return MappingProxyType({kind: choice for kinds, choice in groups for kind in kinds})


@dataclass(frozen=True, slots=True)
class Treatment:
    """What is done with unplayed rounds.

    ``lend``: kind → what it adds to the adjusted score; kinds not named add their points. ``lend_trailing`` overrides
    it for rounds after which the player never came back. ``own``: kind → the term it brings, where it brings one.
    ``cut``: what Cut-n and Median-n take away at the low end.
    """

    lend: Mapping[Kind, Lend] = field(default_factory=_table)
    lend_trailing: Mapping[Kind, Lend] = field(default_factory=_table)
    own: Mapping[Kind, Own] = field(default_factory=_table)
    cut: Cut = Cut.LOWEST


ROUND_ROBIN = Treatment(own=_table((_FORFEITS, Own.AS_GAME)))
"""Pre-determined pairings: forfeits are results against the scheduled opponent, a free round is nothing (C.07, 15)."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of the rules. ``families`` are the groups of codes it knows; see `tiebreaks.registry`."""

    id: str
    title: str
    title_ru: str
    source: str
    in_force: str
    swiss: Treatment
    year: int | None = None
    round_robin: Treatment = ROUND_ROBIN
    weigh: Weigh = Weigh.OUTCOME
    meet: Meet = Meet.AVERAGE
    families: frozenset[str] = frozenset({"fide"})

    @property
    def is_default(self) -> bool:
        """Are these the rules that apply where nobody names any?"""
        return self.id == DEFAULT

    def __reduce__(self) -> tuple[Callable[[str], Edition], tuple[str]]:
        """An edition goes to another process by its id."""
        return find_edition, (self.id,)


FIDE1998 = Edition(
    id="fide1998",
    year=1998,
    title="FIDE 1998",
    title_ru="ФИДЕ 1998",
    source="Annex to the FIDE Tournament Rules, approved by the General Assembly in 1998",
    in_force="1998 to autumn 2009",
    swiss=Treatment(lend=_table((_UNPLAYED, Lend.DRAW)), own=_table((_UNPLAYED, Own.SELF_DRAW))),
)
RU_NOTE = replace(
    FIDE1998,
    id="ru_note",
    year=None,
    title="Russian practice",
    title_ru="российская практика",
    source="Note on missed rounds and absent opponents at the end of the Russian documents on Berger and Buchholz",
    in_force="customary",
    swiss=replace(FIDE1998.swiss, own=_table((_BYES + _ABSENT, Own.SELF_DRAW), (_FORFEITS, Own.PARTNER_DRAW))),
)
FIDE2009 = replace(
    FIDE1998,
    id="fide2009",
    year=2009,
    title="FIDE 2009",
    title_ru="ФИДЕ 2009",
    source="FIDE Tournament Rules, annex on tie-breaks: virtual opponent",
    in_force="2009 to 31 August 2023 (FIDE events), to 31 March 2024 (other rated events)",
    swiss=replace(FIDE1998.swiss, own=_table((_UNPLAYED, Own.VIRTUAL))),
    weigh=Weigh.POINTS,
)
FIDE2022 = replace(
    FIDE2009,
    id="fide2022",
    year=2022,
    title="FIDE 2022",
    title_ru="ФИДЕ 2022",
    source="FIDE Handbook C.07, text approved on 4 August 2022",
    in_force="announced for 1 July 2023, replaced on 1 September 2023",
    swiss=Treatment(
        lend=_table(((Kind.HALF_POINT_BYE,), Lend.DRAW), ((Kind.ZERO_POINT_BYE, *_LOSS), Lend.ZERO)),
        lend_trailing=_table(((Kind.ZERO_POINT_BYE, *_LOSS), Lend.DRAW)),
        own=_table((_UNPLAYED, Own.DUMMY)),
        cut=Cut.VOLUNTARY_FIRST,
    ),
)
FIDE2023 = replace(
    FIDE2022,
    id="fide2023",
    year=2023,
    title="FIDE 2023",
    title_ru="ФИДЕ 2023",
    source="FIDE Handbook C.07, text of 2023",
    in_force="1 September 2023 (FIDE events), 1 April 2024 (all rated events) to 31 July 2024",
    swiss=replace(
        FIDE2022.swiss,
        lend_trailing=_table(((Kind.ZERO_POINT_BYE,), Lend.DRAW)),
        cut=Cut.VOLUNTARY_UNLESS_WORTH_LESS,
    ),
    families=FIDE2022.families | {"fore"},
)
FIDE2024 = replace(
    FIDE2023,
    id="fide2024",
    year=2024,
    title="FIDE 2024",
    title_ru="ФИДЕ 2024",
    source="FIDE Handbook C.07, text of 1 August 2024",
    in_force="1 August 2024 to 28 February 2026",
)
FIDE2026 = replace(
    FIDE2024,
    id="fide2026",
    year=2026,
    title="FIDE 2026",
    title_ru="ФИДЕ 2026",
    source="FIDE Handbook C.07, text of 1 March 2026",
    in_force="from 1 March 2026",
    swiss=replace(
        FIDE2024.swiss,
        own=_table((_BYES + _ABSENT, Own.DUMMY_CAPPED_BY_DRAWS), (_FORFEITS, Own.DUMMY_CAPPED_BY_PARTNER)),
    ),
    families=FIDE2024.families | {"standard"},
)
USCF = replace(
    FIDE1998,
    id="uscf",
    year=None,
    title="US Chess",
    title_ru="US Chess",
    source="US Chess Federation's Official Rules of Chess, 7th edition, rule 34",
    in_force="from 2019",
    swiss=replace(FIDE1998.swiss, own=_table((_UNPLAYED, Own.ZERO))),
    meet=Meet.PLUS_MINUS,
    families=frozenset({"fide", "uscf"}),
)
GO = Edition(
    id="go",
    title="Go",
    title_ru="го",
    source="OpenGotha's defaults",
    in_force="customary",
    swiss=Treatment(own=_table((_BYES + _ABSENT, Own.ZERO), (_FORFEITS, Own.AS_GAME))),
    families=frozenset({"fide", "go"}),
)
RAW = Edition(
    id="raw",
    title="face values",
    title_ru="без поправок",
    source="no regulation: scores as they stand, own unplayed rounds bring nothing",
    in_force="customary",
    swiss=Treatment(),
)

EDITIONS: Mapping[str, Edition] = MappingProxyType(
    {e.id: e for e in (FIDE1998, RU_NOTE, FIDE2009, FIDE2022, FIDE2023, FIDE2024, FIDE2026, USCF, GO, RAW)}
)
"""Every edition, oldest first, by id."""
_BY_YEAR = {str(e.year): e for e in EDITIONS.values() if e.year}

DEFAULT = FIDE1998.id

OPTIONS: Mapping[str, str] = MappingProxyType(
    {
        "selfdraw": "in a round robin, forfeits are draws against oneself, as the 1998 text literally says",
        "virtualdraw": "own unplayed rounds are draws against the virtual opponent, as chess-results counted them",
        "withdrawn50": "games of a player who finished less than half of his games are deleted (round robin)",
        "matchpoints": "Shmulyan by micro-matches uses match points",
    }
)
"""Options that may follow an edition after a colon, and what they mean."""
_BELONGS = {"selfdraw": Own.SELF_DRAW, "virtualdraw": Own.VIRTUAL}
"""Option → the choice it turns on; an edition that never makes that choice does not take the option."""
_SYSTEMS: dict[str, System] = {"rr": "rr", "swiss": "swiss"}


@dataclass(frozen=True, slots=True)
class Rules:
    """An edition with the options chosen; ``system`` is None where the table decides."""

    edition: Edition
    system: System | None = None
    options: frozenset[str] = frozenset()

    def takes(self, option: str) -> bool:
        """Does the option mean anything under this edition?"""
        return option not in _BELONGS or _BELONGS[option] in self.edition.swiss.own.values()

    def has(self, option: str) -> bool:
        """Was the option chosen, and does it mean anything under this edition?"""
        return option in self.options and self.takes(option)

    def treatment(self, system: System) -> Treatment:
        """What this edition does with unplayed rounds in a Swiss or a round robin."""
        if system == "rr" and not self.has("selfdraw"):
            return self.edition.round_robin
        swiss = self.edition.swiss
        if not self.has("virtualdraw"):
            return swiss
        drawn = {kind: Own.VIRTUAL_DRAW if own is Own.VIRTUAL else own for kind, own in swiss.own.items()}
        return replace(swiss, own=MappingProxyType(drawn))

    def __str__(self) -> str:
        return ":".join([self.edition.id, *([self.system] if self.system else []), *sorted(self.options)])


def find_edition(text: str) -> Edition:
    """The edition with this id or year; RequestError with the nearest one where there is none."""
    asked = text.strip().lower()
    edition = EDITIONS.get(asked) or _BY_YEAR.get(asked)
    if edition is None:
        known = [*EDITIONS, *_BY_YEAR] if not asked.isdigit() else list(_BY_YEAR)
        hint = "known are " + ", ".join(known) if asked.isdigit() else nearest(asked, known)
        raise RequestError(f"unknown rules '{text}'; {hint}")
    return edition


def parse_rules(asked: object = None) -> Rules:
    """Rules from an edition's id or year, options after colons: ``2024``, ``fide2026:rr``, ``1998:rr:selfdraw``.

    None, an empty text and 0 mean the default; RequestError names what is unknown.
    """
    if isinstance(asked, Rules):
        return asked
    if isinstance(asked, float) and asked.is_integer():
        asked = int(asked)
    return _parsed(str(asked or DEFAULT))


@lru_cache(maxsize=256)
def _parsed(asked: str) -> Rules:
    name, *rest = (part.strip() for part in asked.split(":"))
    system: System | None = None
    options: set[str] = set()
    for part in (p.lower() for p in rest):
        if part in _SYSTEMS:
            system = _SYSTEMS[part]
        elif part in OPTIONS:
            options.add(part)
        else:
            raise RequestError(f"unknown option '{part}' in '{asked}'; {nearest(part, [*_SYSTEMS, *OPTIONS])}")
    rules = Rules(find_edition(name or DEFAULT), system, frozenset(options))
    for option in sorted(options):
        if not rules.takes(option):
            homes = [e.id for e in EDITIONS.values() if Rules(e).takes(option)]
            raise RequestError(
                f"{rules.edition.id} does not know '{option}' ({OPTIONS[option]}); it belongs to {' and '.join(homes)}"
            )
    return rules
