"""Printed tie-break columns against ours: which code under which rules reproduces each, and which players differ.

The heading of a column helps and is not needed: whatever stands over it, every common tie-break is tried under every
edition, and where the values clearly speak for another one than the heading, they decide. Several may fit, or come
equally near, and then all are named, for the column alone cannot tell them apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import log

from .address import column_letters
from .crosstable import Reading
from .crosstable.grid import is_blank
from .editions import EDITIONS, Rules
from .errors import RequestError
from .headings import read_heading
from .model import Kind, System, Tournament
from .printed import Difference, Fit, Printed, order, printed_number
from .standings import Evaluation
from .terms import Value
from .tiebreaks import Item, parse_item, require_known
from .tiebreaks.encounter import mini_table
from .unplayed import Ledger

__all__ = ["audit", "differences"]

_COMMON = """PTS BH BH-C1 SB BH-M1 PS WIN WON DE BH-C2 BH-M2 SB-C1 PS-C1 KS SH BPG BWG
ARO ARO-C1 ARO-M1 TPR PTP APRO"""
_RARE = """BH-C3 SB-C2 PS-C2 KS-L+1 KS-L-1 REP STD SOB AOB FB FB-C1 FB-C2 FB-M1 BH-P BH-C1-P SB-P SB-C1-P DE-P SH-MM
MED MMED CUM CUMOP KASH SOSOS APPO"""
"""What is tried, the commonest first, and the rare ones only on a column that no common one fits."""
_POINTS = frozenset({"PTS", "STD"})
"""What a column of points comes near, of which a table may have several; only a heading makes a tie-break of it."""
_LEAST_RATING = 500.0
"""Averages of ratings and performances are above it, every other tie-break is below or has no such mean."""

_NUMBERED = re.compile(
    r"(?:tb|wtg|fw|desp?|desempate|vertailu|доп|пок|показатель|tie ?-?break|feinwertung|crit(?:ère|erio)?)\.? ?\d{1,2}",
    re.IGNORECASE,
)
"""Headings that announce a tie-break and do not say which."""
_LEAST_DISTINCT = 3
"""A column without an announcement is a tie-break where it has so many different values, all of them ours."""
_LEAST_AGREEMENT = 0.6
"""An announced column that nothing reproduces is compared with the nearest tie-break, where so much of it agrees."""
_LEAST_PLAYERS, _TELLING_AGREEMENT, _CHANCE = 6, 0.75, 0.1
"""Values tell a tie-break without the heading or against it where so much agrees, of so many players, and where the
same values in any order would agree as much no more often than so."""


def audit(reading: Reading, rules: Rules, formulas: Mapping[tuple[int, int], str]) -> list[Printed]:
    """The printed columns of a table that are tie-breaks, by their headings or by their values; cells with ``formulas``
    count as empty. ``rules`` go first among those that agree equally well, and give the system and the options."""
    tournament = reading.tournament
    if tournament is None:
        return []
    trials = [_Trial(column) for column in _columns(reading, tournament, formulas)]
    evaluations = _evaluations(tournament, rules) if trials else []
    for items in _tiers(trials):
        still_open = [trial for trial in trials if not trial.fits]
        for item in items:
            wanting = [trial for trial in still_open if trial.wants(item)]
            for names, evaluation in evaluations if wanting else ():
                if known := [name for name, under in names.items() if _is_known(item, under)]:
                    _try(item, known, evaluation, wanting, trials)
    return [printed for trial in trials if (printed := trial.verdict(reading, rules)) is not None]


def differences(
    reading: Reading, column: Printed, tell: Callable[[Tournament, int, str, Rules, str], str]
) -> Iterator[str]:
    """A line for every player whose value is not ours; ``tell`` names the player and gives ours in words."""
    tournament = reading.tournament
    assert tournament is not None
    for difference in column.differ:
        p = difference.player
        ours = "nothing" if difference.computed is None else f"{difference.computed:g}"
        told = tell(tournament, p, column.code or "", column.under, reading.language)
        yield f"{difference.cell}: {difference.printed:g} is printed, computed {ours}: {told}"


# --- columns


@dataclass(frozen=True, slots=True)
class _Column:
    """A printed column: its values (None: nothing printed), the tie-break its heading names, and whether the heading
    announces one."""

    column: int
    heading: str
    values: Sequence[float | None]
    named: Item | None
    announced: bool

    @property
    def telling(self) -> bool:
        """Are there enough values for them to tell what the column is?"""
        return 2 * self.of > len(self.values)

    @property
    def of(self) -> int:
        return len(self.values) - self.values.count(None)

    def most(self, expected: bool) -> int:
        """How many values may differ from a tie-break that the column comes near."""
        if self.named is not None and expected:
            return self.of
        if expected:
            return int(self.of * (1 - _LEAST_AGREEMENT))
        return int(self.of * (1 - _TELLING_AGREEMENT)) if self.of >= _LEAST_PLAYERS else 0

    def tells(self, ours: Sequence[Value], misses: int) -> bool:
        """Does so much agree with our values that it is no chance? How many agree if they stand in any order has nearly
        a Poisson distribution, and Chernoff's bound says how often so many do."""
        pairs = [(theirs, value) for theirs, value in zip(self.values, ours) if theirs is not None]
        theirs = Counter(round(one, 2) for one, _ in pairs)
        mine = Counter(None if other is None else round(float(other), 2) for _, other in pairs)
        mean = sum(count * mine[value] for value, count in theirs.items()) / self.of
        agree = self.of - misses
        rare = agree > mean and (not mean or agree - mean - agree * log(agree / mean) <= log(_CHANCE))
        return rare and misses <= self.most(expected=False)


def _columns(reading: Reading, tournament: Tournament, formulas: Mapping[tuple[int, int], str]) -> Iterator[_Column]:
    """The columns that may be tie-breaks: those whose headings say so, and columns of numbers that are neither the
    points nor a numbering."""
    scores, grid = tournament.scores(), reading.grid
    for column, text in {**reading.columns.others, **dict.fromkeys(_headless(reading), "")}.items():
        values = [
            None if (row, column) in formulas else printed_number(grid.rows[row - grid.top][column - grid.left])
            for row in reading.rows
        ]
        present = [value for value in values if value is not None]
        named = read_heading(text)
        announced = named is not None or _NUMBERED.fullmatch(" ".join(text.split())) is not None
        numbering = sorted(present) == list(range(1, len(values) + 1))
        found = _Column(column, text, values, named.item if named else None, announced)
        unannounced = found.telling and values != scores and not numbering and len(set(present)) >= _LEAST_DISTINCT
        if present and (announced or unannounced):
            yield found


def _headless(reading: Reading) -> Iterator[int]:
    """The columns right beside the table, up to an empty one, which have no headings."""
    grid, columns = reading.grid, reading.columns
    if reading.layout == "trf":
        return
    named = (columns.number, columns.name, columns.place, columns.points, columns.rating)
    last = max(column for column in (*named, *columns.rounds, *columns.others) if column is not None)
    for column in range(last + 1, grid.left + len(grid.rows[0])):
        if all(is_blank(grid.rows[row - grid.top][column - grid.left]) for row in reading.rows):
            return
        yield column


def _try(
    item: Item, names: Sequence[str], evaluation: Evaluation, wanting: Sequence[_Trial], trials: Sequence[_Trial]
) -> None:
    """Compare the columns that want it with a tie-break under some rules. What looks at a group has values of a form of
    our own, so that only a heading of ours asks for them."""
    whole = [trial for trial in wanting if item.tiebreak.group is None or trial.names(item)]
    values = evaluation.values(item) if whole else []
    for trial in whole:
        trial.compare(item, names, values)
    for trial in wanting if item.tiebreak.code == "DE" else ():
        groups = _groups(evaluation.tournament, [other.column for other in trials], trial.column)
        trial.compare(item, names, _inside(evaluation.ledger(item), groups))


def _tiers(trials: Sequence[_Trial]) -> Iterator[list[Item]]:
    """What is tried, one after the other: what the headings name, the common tie-breaks, the rare ones."""
    named = {trial.column.named.written: trial.column.named for trial in trials if trial.column.named is not None}
    yield list(named.values())
    for codes in (_COMMON, _RARE):
        yield [parse_item(code) for code in codes.split()]


def _groups(tournament: Tournament, columns: Sequence[_Column], last: _Column) -> list[list[int]]:
    """The players equal on points and on every announced column left of the last one."""
    before = [column.values for column in columns if column.announced and column.column < last.column]
    groups: dict[tuple[float | None, ...], list[int]] = {}
    for p, key in enumerate(zip(tournament.scores(), *before)):
        groups.setdefault(key, []).append(p)
    return [group for group in groups.values() if len(group) > 1]


def _inside(ledger: Ledger, groups: Sequence[Sequence[int]]) -> list[Value]:
    """Direct encounter as some programs print it: the points from the games inside a group that has met in full."""
    values: list[Value] = [0] * len(ledger.tournament)
    for group in groups:
        sums, missing = mini_table(ledger, group)
        if not any(missing.values()):
            for p, points in sums.items():
                values[p] = points
    return values


# --- trials


def _evaluations(tournament: Tournament, rules: Rules) -> list[tuple[dict[str, Rules], Evaluation]]:
    """Every edition, the one asked for first, then the options under which programs once computed; together those that
    treat alike whatever has happened in this tournament."""
    names = list({rules.edition.id: None} | dict.fromkeys(EDITIONS))
    system = rules.system or tournament.system
    option = "selfdraw" if system == "rr" else "virtualdraw"
    if option not in rules.options:
        names += [f"{name}:{option}" for name in names]
    present = set().union(*tournament.kinds)
    alike: dict[object, dict[str, Rules]] = {}
    for name in names:
        under = _under(name, rules)
        if ":" not in name or under.takes(option):
            alike.setdefault(_practice(under, system, present), {})[name] = under
    return [(found, Evaluation(tournament, next(iter(found.values())))) for found in alike.values()]


def _practice(rules: Rules, system: System, present: Iterable[Kind]) -> object:
    """All that rules say about rounds of these kinds."""
    treatment = rules.treatment(system)
    tables = (treatment.lend, treatment.lend_trailing, treatment.own)
    unplayed = tuple((kind, *(table.get(kind) for table in tables)) for kind in present if kind is not Kind.PLAYED)
    return rules.edition.weigh, rules.edition.meet, unplayed, treatment.cut if unplayed else None


def _is_known(item: Item, rules: Rules) -> bool:
    """Does the edition know the code?"""
    try:
        require_known(item, rules)
    except RequestError:
        return False
    return True


@dataclass(slots=True)
class _Trial:
    """What has been tried on a column: the rules that fit under every code, and the nearest misses so far, by the code
    and the players that differ."""

    column: _Column
    fits: dict[str, list[str]] = field(default_factory=dict)
    tried: dict[str, list[str]] = field(default_factory=dict)
    near: dict[tuple[str, tuple[int, ...]], _Near] = field(default_factory=dict)
    fewest: int = 0

    def __post_init__(self) -> None:
        self.fewest = self.column.of

    def names(self, item: Item) -> bool:
        """Is the tie-break the one that the heading names?"""
        return self.column.named is not None and item.written == self.column.named.written

    def expects(self, item: Item) -> bool:
        """Does the heading speak for the tie-break, by its name or for any?"""
        return self.names(item) or (self.column.announced and self.column.named is None)

    def wants(self, item: Item) -> bool:
        """Is the tie-break worth a trial? First what the heading names, then whatever has such values at all."""
        column = self.column
        if self.names(item):
            return not self.fits
        if not column.telling or (item.tiebreak.code in _POINTS and not column.announced):
            return False
        present = [value for value in column.values if value is not None]
        return item.tiebreak.needs_ratings == (sum(present) > _LEAST_RATING * len(present))

    def compare(self, item: Item, names: Sequence[str], values: Sequence[Value]) -> None:
        """Compare with our values under rules of these names, and stop where more differ than with the best so far.
        Values that are the same for everybody tell nothing, unless the heading names them."""
        _add(self.tried.setdefault(item.written, []), names)
        if not self.names(item) and item.tiebreak.group is None and len(set(values)) == 1:
            return
        most = 0 if self.fits else min(self.fewest, self.column.most(self.expects(item)))
        blank = 0.0 if item.tiebreak.group is not None else None  # nothing to decide: other programs print a 0
        misses: list[tuple[int, Value]] = []
        for p, (theirs, ours) in enumerate(zip(self.column.values, values)):
            if theirs is None or theirs == ours or _rounded(theirs, ours) or (ours is None and theirs == blank):
                continue
            misses.append((p, ours))
            if len(misses) > most:
                return
        if not misses:
            _add(self.fits.setdefault(item.written, []), names)
            return
        tells = self.column.tells(values, len(misses))
        if tells or self.expects(item):
            if len(misses) < self.fewest:
                self.near.clear()
            self.fewest = len(misses)
            near = self.near.setdefault((item.written, tuple(p for p, _ in misses)), _Near(item.written, misses, tells))
            _add(near.names, names)

    def verdict(self, reading: Reading, asked: Rules) -> Printed | None:
        """What the column is; None for one that was not announced and that nothing comes near."""
        column = self.column
        place = f"column {column_letters(column.column)}"
        if reading.grid.sheet is None:
            place = f"column {column.column - reading.grid.left + 1}"
        fits = [self.fit(code, names) for code, names in self.fits.items()]
        nearest = fits[0].rules[0] if fits else ""
        if not fits and self.near:
            known = {column.named.written if column.named else "", *_COMMON.split()}
            found = _preferred(self.near.values(), lambda near: near.code in known)
            found = _preferred(found, lambda near: any(":" not in name for name in near.names))
            found = [near for near in found if near.tells or near.code == found[0].code]
            fits = [self.fit(near.code, near.names, self.differ(reading, near)) for near in found]
            nearest = next((name for name in found[0].names if name in fits[0].rules), "")
        if not fits and (not column.announced or not self.tried):
            return None
        under = _under(nearest, asked) if nearest else asked
        return Printed(column.column, place, column.heading, column.of, under, nearest, tuple(fits))

    def differ(self, reading: Reading, near: _Near) -> Iterator[Difference]:
        for p, ours in near.misses:
            theirs = self.column.values[p]
            assert theirs is not None
            where = reading.grid.name(reading.rows[p], self.column.column)
            yield Difference(p, where, theirs, None if ours is None else float(ours))

    def fit(self, code: str, found: Sequence[str], differ: Iterable[Difference] = ()) -> Fit:
        """The rules that were found: editions, and options only where the edition alone is not among them."""
        rules = [name for name in found if name.partition(":")[0] == name or name.partition(":")[0] not in found]
        but = [name for name in self.tried[code] if ":" not in name and name not in found]
        return Fit(code, tuple(sorted(rules, key=order)), tuple(sorted(but, key=order)), tuple(differ))


@dataclass(frozen=True, slots=True)
class _Near:
    """A code that some values differ from, with ours for them, whether the others tell it without a heading, and the
    rules under which they do."""

    code: str
    misses: Sequence[tuple[int, Value]]
    tells: bool
    names: list[str] = field(default_factory=list)


def _preferred(found: Iterable[_Near], better: Callable[[_Near], bool]) -> list[_Near]:
    """The better ones of equals, all where there are none."""
    known = list(found)
    return [near for near in known if better(near)] or known


def _add(found: list[str], names: Iterable[str]) -> None:
    found += [name for name in names if name not in found]


def _under(name: str, asked: Rules) -> Rules:
    """The rules of a name, with the system and the options that were asked for."""
    edition, _, option = name.partition(":")
    options = asked.options | {option} if option else asked.options
    return replace(asked, edition=EDITIONS[edition], options=options)


def _rounded(printed: float, ours: Value) -> bool:
    """Does ours, which has more decimals, round to what is printed with at most two?"""
    if ours is None or abs(printed - float(ours)) > 0.006:
        return False
    exact = Fraction(ours)
    return (exact * 100).denominator != 1 and abs(Fraction(printed) - exact) <= Fraction(1, 200)
