"""A workbook in formualizer with our functions in it: formulas go in, what they give comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

from ...address import Area, cell_name
from ...errors import InputError, TiebreakError
from ...functions import FUNCTIONS, Function
from .references import Cell
from .shapes import EACH, EACH_CELL, ObstacleError

__all__ = ["BEYOND", "CIRCLE", "Engine", "Error", "Result", "Value"]

Value = float | str | bool | None

CIRCLE = "#CIRC!"
_ERRORS = {
    **{"Div": "#DIV/0!", "Na": "#N/A", "Name": "#NAME?", "Null": "#NULL!", "Num": "#NUM!", "Ref": "#REF!"},
    "Circ": CIRCLE,
}
_LONGEST_MILLISECONDS = 120_000


class Error(str):
    """An error such as ``#N/A``, which is no text of a formula."""

    __slots__ = ()


BEYOND = Error("#N/A")
"""What Excel shows in cells of an array formula that it has no value for."""


class Result:
    """What a formula gave: rows of values, or one; what our functions objected to on the way."""

    def __init__(self, given: object, objections: Iterable[TiebreakError]) -> None:
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
    def unreadable(self) -> InputError | None:
        """The objection to a table, even if the formula puts something in the place of errors."""
        return next((objection for objection in self.objections if isinstance(objection, InputError)), None)

    def at(self, row: int, column: int, beyond: Value) -> Value:
        """The value of a cell of the array formula; one row, or one column, goes for all."""
        r, c = 0 if len(self.rows) == 1 else row, 0 if len(self.rows[0]) == 1 else column
        return self.rows[r][c] if r < len(self.rows) and c < len(self.rows[r]) else beyond


class Engine:
    """The values of a workbook, and the formulas that were put among them; ObstacleError where it cannot be loaded.

    Every formula stands in ``KEEP(number, …)``, which hands over what it gives before it would spill. The other cells
    of an array formula read from there.
    """

    def __init__(self, workbook: bytes) -> None:
        import formualizer

        settings = formualizer.EvaluationConfig()
        settings.enable_parallel = False  # objections are told apart by their order
        settings.max_eval_time_ms = _LONGEST_MILLISECONDS
        config = formualizer.WorkbookConfig(eval_config=settings)
        self._book = _guarded(lambda: formualizer.Workbook.from_bytes(workbook, config=config))
        self._results: dict[int, Result] = {}
        self._objections: list[TiebreakError] = []
        for function in FUNCTIONS.values():
            self._register(function.name, self._call(function))
        for name in EACH_CELL:
            self._register(EACH + name, _each_cell(name))
        self._register("KEEP", self._keep)
        self._register("ELEMENT", self._element)
        self._register("FAIL", _fail)

    def _register(self, name: str, function: Callable[..., Any]) -> None:
        self._book.register_function(name, function, min_args=0, max_args=None)

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

    def calculate(self) -> None:
        """Calculate what is not up to date; ObstacleError where that is impossible altogether."""
        self._objections.clear()
        _guarded(self._book.evaluate_all)

    def result(self, number: int, cell: Cell) -> Result:
        """What a formula gave."""
        kept = self._results.get(number)
        return kept or Result(self._book.get_value(cell.sheet, cell.row + 1, cell.column + 1), ())

    def _call(self, function: Function) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            try:
                return function.body(*map(_argument, arguments))
            except TiebreakError as objection:
                self._objections.append(objection)
                return _fail("Value")

        return call

    def _keep(self, number: float, given: Any) -> Any:
        result = Result(given, self._objections)
        self._objections.clear()
        self._results[int(number)] = result
        return _handed_back(result.value)

    def _element(self, number: float, row: float, column: float, _: object) -> Any:
        return _handed_back(self._results[int(number)].at(int(row), int(column), None))


def _guarded(action: Callable[[], Any]) -> Any:
    try:
        return action()
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic in Rust is no Exception
        reason = " ".join(str(error).split()) or type(error).__name__
        raise ObstacleError(reason) from error


def _value(given: Any) -> Value:
    """A value as the file has it: a formula gives 0 where it refers to an empty cell."""
    if isinstance(given, dict):
        return Error(_ERRORS.get(given.get("kind", ""), "#VALUE!"))
    return 0 if given is None else given


def _handed_back(value: Value) -> Any:
    return _fail(_kind(value)) if isinstance(value, Error) else value


def _kind(error: Error) -> str:
    """The name that formualizer has for an error."""
    return next((kind for kind, text in _ERRORS.items() if text == error), "Value")


def _fail(kind: str) -> dict[str, str]:
    """An error as formualizer takes it from a function."""
    return {"type": "Error", "kind": kind}


def _argument(given: Any) -> Any:
    """An argument as our functions take it: an error as its text."""
    if isinstance(given, list):
        return [[_argument(cell) for cell in row] for row in given]
    return str(_value(given)) if isinstance(given, dict) else given


def _each_cell(name: str) -> Callable[..., Any]:
    """A function of single values that goes through the cells of its arguments, as Excel does in array formulas."""

    def each(*arguments: Any) -> Any:
        lists = [argument for argument in arguments if isinstance(argument, list)]
        height, width = max(map(len, lists), default=1), max((len(rows[0]) for rows in lists), default=1)
        if any(len(rows) not in (1, height) or len(rows[0]) not in (1, width) for rows in lists):
            raise ValueError("the arguments have different sizes")
        cells = [[_picked(argument, r, c) for argument in arguments] for r, c in product(range(height), range(width))]
        values = _applied(name, cells)
        rows = [values[r * width : (r + 1) * width] for r in range(height)]
        return rows if lists else rows[0][0]

    return each


def _picked(argument: Any, row: int, column: int) -> Any:
    if not isinstance(argument, list):
        return argument
    cells = argument[min(row, len(argument) - 1)]
    return cells[min(column, len(cells) - 1)]


def _applied(name: str, calls: list[list[Any]]) -> list[Any]:
    """What a function of formualizer gives for single values."""
    import formualizer

    book = formualizer.Workbook()
    book.add_sheet("S")
    book.register_function("FAIL", _fail, min_args=1, max_args=1)
    for row, arguments in enumerate(calls, start=1):
        for column, argument in enumerate(arguments, start=2):
            if isinstance(argument, dict):
                book.set_formula("S", row, column, f'=FAIL("{argument["kind"]}")')
            else:
                book.set_value("S", row, column, argument)
        references = ",".join(cell_name(row - 1, column) for column in range(1, len(arguments) + 1))
        book.set_formula("S", row, 1, f"={name}({references})")
    book.evaluate_all()
    return [book.get_value("S", row, 1) for row in range(1, len(calls) + 1)]
