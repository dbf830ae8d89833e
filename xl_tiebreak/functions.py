"""The spreadsheet functions, each once: name, arguments with help, shape and body.

Bodies take plain cell values (a range is a list of rows) and give plain cell values back: a number, a text, or rows. No
spreadsheet program is imported; `excel` and `libreoffice` register this table. A table function returns one row per row
of its range, so that its result stands beside the table: the heading row gives a title, rows without a player an empty
text; of whole columns it returns the rows in use (`ranges`). With ``player`` it returns one value.

Every body raises `InputError` for a table that cannot be read and `RequestError` for what does not exist, each with one
readable line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from inspect import Parameter, signature
from typing import TypeVar

from .audit import audit, differences
from .crosstable import Reading, read
from .editions import parse_rules
from .errors import RequestError
from .explain import explain, told
from .players import Players
from .ranges import SPARE_ROWS, used_rows
from .signatures import ARGUMENTS, Argument, Cell, Function, Shape
from .standings import Evaluation, Standings, leaves_nothing, rank, shown
from .tiebreaks import Item, heading, parse_item, require_known
from .wording import words

__all__ = [
    "BERGER",
    "BUCHHOLZ",
    "CHECKTABLE",
    "EXPLAINTIEBREAK",
    "FUNCTIONS",
    "KOYA",
    "MEDIANBUCHHOLZ",
    "PLACES",
    "PROGRESSIVE",
    "SHMULYAN",
    "STANDINGS",
    "TIEBREAK",
    "TOTALBUCHHOLZ",
    "TRUNCBUCHHOLZ",
    "clear_caches",
]

Rows = list[list[Cell]]
Table = Sequence[Sequence[Cell]]

FUNCTIONS: dict[str, Function] = {}
"""Name → function, in the order in which they are listed to people."""

_Body = TypeVar("_Body", bound=Callable[..., Cell])


def _function(help_en: str, help_ru: str, shape: Shape = "column or value") -> Callable[[_Body], _Body]:
    """Register a body under its own name; its parameters are the arguments."""

    def register(body: _Body) -> _Body:
        arguments = tuple(
            Argument(name, *ARGUMENTS[name], optional=parameter.default is not Parameter.empty)
            for name, parameter in signature(body).parameters.items()
        )
        function = Function(body.__name__, help_en, help_ru, arguments, shape, body)
        body.__doc__ = function.documentation
        FUNCTIONS[function.name] = function
        return body

    return register


# --- tables, read once


@dataclass(slots=True, eq=False)
class _Sheet:
    """A range that was read, with everything computed from it so far."""

    reading: Reading
    height: int
    columns: dict[tuple[str, str], Rows] = field(default_factory=dict)
    standings: dict[tuple[str | None, str], Standings] = field(default_factory=dict)
    players: Players | None = None
    check: Rows | None = None

    def column(self, item: Item, rules: str) -> Rows:
        """The values of an item beside the table."""
        key = (item.written, rules)
        if key not in self.columns:
            chosen = parse_rules(rules)
            tournament = self.reading.tournament_or_raise()
            require_known(item, chosen)
            values = Evaluation(tournament, chosen).values(item)
            title = heading(item, chosen, self.reading.language)
            self.columns[key] = self.beside(title, [_cell(shown(value)) for value in values])
        return self.columns[key]

    def checked(self) -> Rows:
        """The problems, or OK and what was read; then what the printed tie-breaks are, and who differs."""
        if self.check is None:
            reading = self.reading
            lines = [f"{problem.severity}: {problem}" for problem in reading.problems]
            t = reading.tournament
            if t is not None and all(problem.severity == "note" for problem in reading.problems):
                lines.insert(0, f"OK: {len(t)} players, {t.rounds} rounds, {reading.proof}")
            for column in audit(reading, parse_rules(), {}):
                lines += [str(column), *differences(reading, column, told)]
            self.check = [[line] for line in lines]
        return self.check

    def ranked(self, chain: str | None, rules: str) -> Standings:
        """The standings by a chain."""
        key = (chain, rules)
        if key not in self.standings:
            self.standings[key] = rank(self.reading.tournament_or_raise(), chain, rules)
        return self.standings[key]

    def beside(self, title: str, values: Sequence[Cell]) -> Rows:
        """One row per row of the range: the title in the last heading row, a value per player, else an empty text."""
        rows: Rows = [[""] for _ in range(self.height)]
        if self.reading.heading_rows:
            rows[self.reading.heading_rows[-1]] = [title]
        for row, value in zip(self.reading.rows, values):
            rows[row] = [value]
        return rows

    def position(self, player: Cell) -> int:
        """The position of a player, by the number of the table's number column, else by name."""
        if self.players is None:
            self.players = Players(self.reading.tournament_or_raise())
        return self.players.position(player)


_SHEETS: dict[object, _Sheet] = {}
_MOST_SHEETS = 64


def clear_caches() -> None:
    """Forget every table."""
    _SHEETS.clear()


def _sheet(table: Table) -> _Sheet:
    """The table behind a range, read once for as long as its cells stay the same."""
    if not isinstance(table, Sequence) or isinstance(table, str) or not all(isinstance(r, Sequence) for r in table[:1]):
        raise RequestError("the first argument must be the range of a crosstable, such as A1:M12")
    rows = used_rows(table)
    height = len(table) if len(table) - len(rows) <= SPARE_ROWS else len(rows)
    key = (height, tuple(map(tuple, rows)))
    sheet = _SHEETS.get(key)
    if sheet is None:
        sheet = _Sheet(read(key[1]), height)
        if not any(value is True or value is False for row in key[1] for value in row):  # TRUE would be taken for 1
            if len(_SHEETS) >= _MOST_SHEETS:
                del _SHEETS[next(iter(_SHEETS))]
            _SHEETS[key] = sheet
    return sheet


def _cell(value: float | None) -> Cell:
    """A value as a cell shows it: an empty text where it is undefined."""
    return "" if value is None else value


def _left_out(argument: Cell) -> bool:
    """Spreadsheets hand over a missing argument as nothing, an empty text or 0."""
    return argument is None or argument == "" or argument == 0


def _tiebreak(table: Table, code: str, player: Cell, rules: Cell) -> Cell:
    sheet = _sheet(table)
    column = sheet.column(parse_item(code), _rules(rules))
    return column if _left_out(player) else column[sheet.reading.rows[sheet.position(player)]][0]


def _rules(rules: Cell) -> str:
    return str(parse_rules(rules))


def _cut(table: Table, n: Cell, letter: str) -> str:
    """The code of a cut by ``n``; refused where it leaves nothing, for what it would show is a plausible 0."""
    count = 1 if n is None or n == "" else n
    if isinstance(count, str) and count.strip().isdecimal():
        count = int(count)
    whole = isinstance(count, int) or (isinstance(count, float) and count.is_integer())
    if isinstance(count, bool) or not whole or count < 1:
        raise RequestError(f"n must be a whole number, 1 or more, not '{n}'")
    code = f"BH-{letter}{int(count)}"
    empty = leaves_nothing(parse_item(code), _sheet(table).reading.tournament_or_raise())
    if empty:
        raise RequestError(empty)
    return code


def _chain(chain: Cell) -> str | None:
    """A chain given as one text, or as a range with an item in every cell; None where it was left out."""
    if isinstance(chain, list | tuple):
        cells = [cell for row in chain for cell in (row if isinstance(row, list | tuple) else [row])]
        chain = ", ".join(str(cell) for cell in cells if not _left_out(cell))
    return None if _left_out(chain) else _text(chain, "chain")


# --- the functions


@_function(
    "Buchholz: the sum of the scores of the opponents, unplayed rounds as the rules say.",
    "Коэффициент Бухгольца: сумма очков соперников, несыгранные туры – по правилам.",
)
def BUCHHOLZ(table: Table, player: Cell = None, rules: Cell = None) -> Cell:  # noqa: N802  (the name in cells)
    return _tiebreak(table, "BH", player, rules)


@_function(
    "Sonneborn-Berger: the scores of the opponents beaten and half the scores of those drawn with.",
    "Коэффициент Бергера: очки побеждённых соперников и половина очков тех, с кем ничья.",
)
def BERGER(table: Table, player: Cell = None, rules: Cell = None) -> Cell:  # noqa: N802
    return _tiebreak(table, "SB", player, rules)


@_function(
    "Shmulyan: the scores of the opponents beaten minus the scores of those lost to.",
    "Коэффициент Шмульяна: очки побеждённых соперников минус очки победивших.",
)
def SHMULYAN(table: Table, player: Cell = None, rules: Cell = None) -> Cell:  # noqa: N802
    return _tiebreak(table, "SH", player, rules)


@_function(
    "Koya: points scored against opponents who have at least half of the possible points.",
    "Система Койя: очки, набранные против соперников, у которых не меньше половины возможных очков.",
)
def KOYA(table: Table, player: Cell = None, rules: Cell = None) -> Cell:  # noqa: N802
    return _tiebreak(table, "KS", player, rules)


@_function(
    "Progressive score: the sum of the scores after every round.",
    "Прогрессивный коэффициент: сумма очков после каждого тура.",
)
def PROGRESSIVE(table: Table, player: Cell = None, rules: Cell = None) -> Cell:  # noqa: N802
    return _tiebreak(table, "PS", player, rules)


@_function(
    "Sum of Buchholz: the sum of the Buchholz of the opponents.",
    "Суммарный Бухгольц: сумма коэффициентов Бухгольца соперников.",
)
def TOTALBUCHHOLZ(table: Table, player: Cell = None, rules: Cell = None) -> Cell:  # noqa: N802
    return _tiebreak(table, "SOB", player, rules)


@_function(
    "Truncated Buchholz: Buchholz without the n least scores.",
    "Усечённый Бухгольц: Бухгольц без n наименьших слагаемых.",
)
def TRUNCBUCHHOLZ(table: Table, n: Cell = 1, player: Cell = None, rules: Cell = None) -> Cell:  # noqa: N802
    return _tiebreak(table, _cut(table, n, "C"), player, rules)


@_function(
    "Median Buchholz: Buchholz without the n least and the n highest scores.",
    "Усреднённый Бухгольц: Бухгольц без n наименьших и n наибольших слагаемых.",
)
def MEDIANBUCHHOLZ(table: Table, n: Cell = 1, player: Cell = None, rules: Cell = None) -> Cell:  # noqa: N802
    return _tiebreak(table, _cut(table, n, "M"), player, rules)


@_function(
    "Any tie-break by its code, such as BH-C1, SB, DE or BH-CX.",
    "Любой показатель по его коду: BH-C1, SB, DE, BH-CX и другие.",
)
def TIEBREAK(table: Table, code: Cell, player: Cell = None, rules: Cell = None) -> Cell:  # noqa: N802
    return _tiebreak(table, _text(code, "code"), player, rules)


@_function(
    "Places by a chain of tie-breaks; players whom nothing separates share theirs, as 6-7.",
    "Места по цепочке показателей; неразличимые участники делят места, например 6-7.",
    "column",
)
def PLACES(table: Table, chain: Cell = None, rules: Cell = None) -> Cell:  # noqa: N802
    sheet = _sheet(table)
    standings = sheet.ranked(_chain(chain), _rules(rules))
    w = words(sheet.reading.language)
    title = f"{w.place} ({w.edition(standings.rules.edition)})"
    return sheet.beside(title, [_whole(place) for place in standings.places])


@_function(
    "The ranked table: place, number, name, points, one column per tie-break, and what decided.",
    "Таблица по местам: место, номер, имя, очки, показатели и чем решено.",
    "table",
)
def STANDINGS(table: Table, chain: Cell = None, rules: Cell = None) -> Cell:  # noqa: N802
    sheet = _sheet(table)
    standings = sheet.ranked(_chain(chain), _rules(rules))
    t, w = standings.tournament, words(sheet.reading.language)
    titles = [heading(item, standings.rules, w.language, named=item.written != "PTS") for item in standings.chain]
    rows: Rows = [[w.place, w.no, w.name, *titles, w.decided_by]]
    for p in standings.order:
        values = [_cell(shown(standings.values[item.written][p])) for item in standings.chain]
        rows.append(
            [_whole(standings.places[p]), _whole(t.numbers[p]), t.names[p], *values, standings.decided_by[p] or ""]
        )
    return rows


@_function(
    "How a player's tie-break comes about, round by round, in words.",
    "Как получается показатель участника: по турам, словами.",
    "value",
)
def EXPLAINTIEBREAK(table: Table, player: Cell, code: Cell = "BH", rules: Cell = None) -> Cell:  # noqa: N802
    sheet = _sheet(table)
    if _left_out(player):
        raise RequestError("name a player by number or name")
    code = "BH" if _left_out(code) else _text(code, "code")
    reading = sheet.reading
    return explain(
        reading.tournament_or_raise(), sheet.position(player), code, _rules(rules), reading.language
    ).sentence


@_function(
    "Everything in the table that an arbiter should look at, or OK; then what its tie-breaks are and who differs.",
    "Всё, на что судье стоит взглянуть в таблице, или OK; затем что в ней за показатели и у кого они иные.",
    "column",
)
def CHECKTABLE(table: Table) -> Cell:  # noqa: N802
    return _sheet(table).checked()


def _text(value: Cell, name: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise RequestError(f"{name} must be a text such as BH-C1, not '{value}'")
    return value


def _whole(text: str) -> Cell:
    """A place or a number as a cell shows it: a number where it is one, else the text, such as 6-7."""
    return int(text) if text.isdecimal() else text
