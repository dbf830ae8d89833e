"""A workbook in formualizer with our functions in it: formulas go in, what they give comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import count
from typing import Any, NamedTuple

from ...address import Area, cell_name
from ...errors import InputError, TiebreakError
from ...functions import FUNCTIONS
from ...signatures import Function
from .cellwise import error, functions
from .references import Cell
from .shapes import ObstacleError

__all__ = ["BEYOND", "CIRCLE", "Engine", "Error", "Result", "Value"]

Value = float | str | bool | None

CIRCLE = "#CIRC!"
_ERRORS = {
    **{"Div": "#DIV/0!", "Na": "#N/A", "Name": "#NAME?", "Null": "#NULL!", "Num": "#NUM!", "Ref": "#REF!"},
    "Circ": CIRCLE,
}
_SHEET = "xl_tiebreak"
_LONGEST_MILLISECONDS = 120_000


class Error(str):
    """An error such as ``#N/A``, which is no text of a formula."""

    __slots__ = ()


BEYOND = Error("#N/A")
"""What Excel shows in cells of an array formula that it has no value for."""


class Objection(NamedTuple):
    """What one of our functions objects to, in a sentence, and whether it could not read the table at all. The
    exception itself would keep the workbook alive."""

    text: str
    unreadable: bool


_Held = dict[int, tuple[Any, tuple[Objection, ...]]]
"""Number of a call → what it gave, and what was objected to."""


class Result:
    """What a formula gave: rows of values, or one; what our functions objected to on the way."""

    def __init__(self, given: object, objections: Iterable[Objection]) -> None:
        rows = given if isinstance(given, list) else [[given]]
        self.rows: list[list[Value]] = [[_value(cell) for cell in row] for row in rows if row] or [[Error("#CALC!")]]
        self.objections = tuple(objections)

    @property
    def value(self) -> Value:
        """The first value, which a cell shows that has no array formula."""
        return self.rows[0][0]

    @property
    def is_one(self) -> bool:
        return len(self.rows) == 1 and len(self.rows[0]) == 1

    def fits(self, area: Area) -> bool:
        """Have the cells of an array formula room for all of it?"""
        return len(self.rows) <= area.bottom - area.top + 1 and len(self.rows[0]) <= area.right - area.left + 1

    @property
    def unreadable(self) -> str:
        """The objection to a table, even if the formula puts something in the place of errors."""
        return next((objection.text for objection in self.objections if objection.unreadable), "")

    def at(self, row: int, column: int, beyond: Value) -> Value:
        """The value of a cell of the array formula; one row, or one column, goes for all."""
        r, c = 0 if len(self.rows) == 1 else row, 0 if len(self.rows[0]) == 1 else column
        return self.rows[r][c] if r < len(self.rows) and c < len(self.rows[r]) else beyond


class Engine:
    """The values of a workbook, and the formulas that were put among them; ObstacleError where it cannot be loaded.

    Every formula stands in ``KEEP(number, …)``, which hands over what it gives before it would spill. The other cells
    of an array formula read from there. A call of ours that many formulas have in common is made once, on a sheet of
    its own, in ``HOLD(number, …)``; ``HELD(number, …)`` is what it gave. No function refers to the workbook, for Python
    could not free the two.
    """

    def __init__(self, workbook: bytes) -> None:
        import formualizer

        settings = formualizer.EvaluationConfig()
        settings.enable_parallel = False  # objections are told apart by their order
        settings.max_eval_time_ms = _LONGEST_MILLISECONDS
        config = formualizer.WorkbookConfig(eval_config=settings)
        self._book = _guarded(lambda: formualizer.Workbook.from_bytes(workbook, config=config))
        self._results: dict[int, Result] = {}
        self._objections: list[Objection] = []
        self._stops: list[type[BaseException]] = []
        self._held: _Held = {}
        self._calls: dict[str, int] = {}
        self._sheet = next(name for n in count() if (name := f"{_SHEET} {n}") not in self._book.sheet_names)
        self._book.add_sheet(self._sheet)
        for function in FUNCTIONS.values():
            self._register(function.name, partial(_call, self._objections, function))
        for name, cellwise in functions().items():
            self._register(name, cellwise)
        self._register("KEEP", partial(_keep, self._results, self._objections))
        self._register("HOLD", partial(_hold, self._held, self._objections))
        self._register("HELD", partial(_give, self._held, self._objections))
        self._register("ELEMENT", partial(_element, self._results))
        self._register("FAIL", error)

    def _register(self, name: str, function: Callable[..., Any]) -> None:
        guarded = partial(_heeding, self._stops, function)
        self._book.register_function(name, guarded, min_args=0, max_args=None, allow_override_builtin=True)

    def put(self, cell: Cell, value: Value) -> None:
        """Put a value into a cell."""
        import formualizer

        row, column = cell.row + 1, cell.column + 1
        if isinstance(value, Error):
            self._book.set_formula(cell.sheet, row, column, f'=FAIL("{_kind(value)}")')
        else:
            text = isinstance(value, str)  # never a formula, whatever it begins with
            self._book.set_value(cell.sheet, row, column, formualizer.LiteralValue.text(str(value)) if text else value)

    def put_formula(self, number: int, cell: Cell, text: str, others: Iterable[Cell] = ()) -> None:
        """Put a formula into a cell, and what it gives into others as well; ObstacleError where it is none."""
        row, column = cell.row + 1, cell.column + 1
        _guarded(lambda: self._book.set_formula(cell.sheet, row, column, f"=KEEP({number},{text})"))
        for other in others:
            place = (other.row - cell.row, other.column - cell.column)
            element = f"=ELEMENT({number},{place[0]},{place[1]},{cell_name(cell.row, cell.column)})"
            self._book.set_formula(other.sheet, other.row + 1, other.column + 1, element)

    def hold(self, call: str) -> str:
        """What stands in formulas in the place of a call, which is then made once."""
        number = self._calls.get(call)
        if number is None:
            number = self._calls[call] = len(self._calls)
            _guarded(lambda: self._book.set_formula(self._sheet, number + 1, 1, f"=HOLD({number},{call})"))
        return f"HELD({number},'{self._sheet}'!$A${number + 1})"

    def calculate(self) -> None:
        """Calculate what is not up to date; ObstacleError where that is impossible altogether."""
        self._objections.clear()
        _guarded(self._book.evaluate_all)
        if self._stops:
            raise self._stops[0]

    def result(self, number: int, cell: Cell) -> Result:
        """What a formula gave."""
        kept = self._results.get(number)
        return kept or Result(self._book.get_value(cell.sheet, cell.row + 1, cell.column + 1), ())


def _heeding(stops: list[type[BaseException]], function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function; formualizer would take Ctrl-C in it for an error of the formula."""
    try:
        return function(*arguments)
    except (KeyboardInterrupt, SystemExit) as stop:
        stops.append(type(stop))
        return error("Value")


def _call(objections: list[Objection], function: Function, *arguments: Any) -> Any:
    """One of our functions; what it objects to is noted, and becomes an error."""
    try:
        return function.body(*map(_argument, arguments))
    except TiebreakError as objection:
        objections.append(Objection(str(objection), isinstance(objection, InputError)))
        return error("Value")


def _keep(results: dict[int, Result], objections: list[Objection], number: float, given: Any) -> Any:
    """Note what a formula gives; its first value."""
    result = results[int(number)] = Result(given, objections)
    objections.clear()
    return _handed_back(result.value)


def _hold(held: _Held, objections: list[Objection], number: float, given: Any) -> float:
    """Note what a call gives, for all formulas that have it."""
    held[int(number)] = given, tuple(objections)
    objections.clear()
    return number


def _give(held: _Held, objections: list[Objection], number: float, _: object) -> Any:
    """What a call gave."""
    given, objected = held[int(number)]
    objections.extend(objected)
    return given


def _element(results: Mapping[int, Result], number: float, row: float, column: float, _: object) -> Any:
    """One of the values that an array formula gives."""
    return _handed_back(results[int(number)].at(int(row), int(column), None))


def _guarded(action: Callable[[], Any]) -> Any:
    try:
        return action()
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as found:  # a panic in Rust is no Exception
        reason = " ".join(str(found).split()) or type(found).__name__
        raise ObstacleError(reason) from found


def _value(given: Any) -> Value:
    """A value as the file has it: a formula gives 0 where it refers to an empty cell."""
    if isinstance(given, dict):
        return Error(_ERRORS.get(given.get("kind", ""), "#VALUE!"))
    return 0 if given is None else given


def _handed_back(value: Value) -> Any:
    return error(_kind(value)) if isinstance(value, Error) else value


def _kind(value: Error) -> str:
    """The name that formualizer has for an error."""
    return next((kind for kind, text in _ERRORS.items() if text == value), "Value")


def _argument(given: Any) -> Any:
    """An argument as our functions take it: an error as its text."""
    if isinstance(given, list):
        return [[str(_value(cell)) if isinstance(cell, dict) else cell for cell in row] for row in given]
    return str(_value(given)) if isinstance(given, dict) else given
