"""What Excel does with single values, and cell by cell with several, where formualizer does otherwise.

formualizer compares numbers to their last bit and texts beyond ASCII by their codes, joins numbers with 17 digits to
texts, and knows the small letters of English only. The operators and functions concerned are Python functions here.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Any

from ...address import cell_name
from .shapes import EACH, EACH_CELL

__all__ = ["COMPARISONS", "as_text", "compare", "error", "functions"]

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_WILDCARDS = re.compile(r"~(.)|(\*)|(\?)|(.)", re.DOTALL)
_LONGEST_NUMBER = 1e21


def functions() -> dict[str, Callable[..., Any]]:
    """Name → function, for formualizer; the names may be those of functions that it has."""
    found: dict[str, Callable[..., Any]] = {
        name: partial(_cell_by_cell, partial(_one_by_one, function)) for name, function in _OWN.items()
    }
    for name in EACH_CELL:
        found[EACH + name] = found.get(name) or partial(_cell_by_cell, partial(_applied, name))
    return found


def error(kind: str) -> dict[str, str]:
    """An error as formualizer takes it from a function."""
    return {"type": "Error", "kind": kind}


def compare(left: Any, sign: str, right: Any) -> bool:
    """Two values compared: numbers stand before texts, and these before truths; an empty cell is what the other is."""
    if left is None or right is None:
        other = right if left is None else left
        nothing: Any = "" if isinstance(other, str) else False if isinstance(other, bool) else 0
        left, right = (nothing if left is None else left), (nothing if right is None else right)
    return COMPARISONS[sign](_rank(left), _rank(right))


def _rank(value: Any) -> tuple[Any, ...]:
    """What a value is ordered by: numbers by 15 digits, texts without regard to case, ё with е."""
    if isinstance(value, bool):
        return 2, value
    if isinstance(value, str):
        small = value.casefold()
        return 1, small.replace("ё", "е"), small
    return 0, float(f"{value:.15g}")


def as_text(value: Any) -> str:
    """A value as it is joined to a text: a number with 15 digits."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, str):
        return value
    number = float(f"{value:.15g}")
    if number.is_integer() and abs(number) < _LONGEST_NUMBER:
        return str(int(number))
    return f"{number:.15g}".replace("e", "E")


def _upper(text: Any) -> str:
    return as_text(text).upper()


def _lower(text: Any) -> str:
    return as_text(text).lower()


def _proper(text: Any) -> str:
    return as_text(text).title()


def _search(wanted: Any, text: Any, start: Any = 1) -> Any:
    """Where a text with ``?`` and ``*`` for any letters begins in another one, counted from 1."""
    parts = _WILDCARDS.findall(as_text(wanted))
    pattern = "".join(
        ".*" if many else "." if one else re.escape(exact or letter) for exact, many, one, letter in parts
    )
    found = re.compile(pattern, re.IGNORECASE | re.DOTALL).search(as_text(text), int(start) - 1) if start >= 1 else None
    return found.start() + 1 if found else error("Value")


def _char(code: Any) -> Any:
    """A letter by its number; beyond 127 it depends on the system."""
    return chr(int(code)) if isinstance(code, float | int) and 1 <= code < 128 else error("Value")


def _switch(value: Any, *choices: Any) -> Any:
    """What follows the value among the choices, else the last one if it stands alone."""
    found = (result for choice, result in zip(choices[::2], choices[1::2]) if compare(value, "=", choice))
    return next(found, choices[-1] if len(choices) % 2 else error("Na"))


_OWN: dict[str, Callable[..., Any]] = {
    "ASTEXT": as_text,
    "CHAR": _char,
    "COMPARE": compare,
    "LOWER": _lower,
    "PROPER": _proper,
    "SEARCH": _search,
    "SWITCH": _switch,
    "UPPER": _upper,
}


# --- several cells


def _cell_by_cell(function: Callable[[list[list[Any]]], list[Any]], *arguments: Any) -> Any:
    """A function of many calls, given the cells of its arguments, as Excel does in array formulas; one row, or one
    column, goes for all."""
    lists = [argument for argument in arguments if isinstance(argument, list)]
    height, width = max(map(len, lists), default=1), max((len(rows[0]) for rows in lists), default=1)
    if any(len(rows) not in (1, height) or len(rows[0]) not in (1, width) for rows in lists):
        return error("Value")
    calls = [[_picked(argument, r, c) for argument in arguments] for r, c in product(range(height), range(width))]
    values = function(calls)
    rows = [values[r * width : (r + 1) * width] for r in range(height)]
    return rows if lists else rows[0][0]


def _picked(argument: Any, row: int, column: int) -> Any:
    if not isinstance(argument, list):
        return argument
    cells = argument[min(row, len(argument) - 1)]
    return cells[min(column, len(cells) - 1)]


def _one_by_one(function: Callable[..., Any], calls: Sequence[Sequence[Any]]) -> list[Any]:
    """What one of our functions gives; an error goes through."""
    given = []
    for arguments in calls:
        failed = next((argument for argument in arguments if isinstance(argument, dict)), None)
        given.append(function(*arguments) if failed is None else failed)
    return given


def _applied(name: str, calls: Sequence[Sequence[Any]]) -> list[Any]:
    """What a function of formualizer gives for single values."""
    from formualizer import LiteralValue, Workbook

    book = Workbook()
    book.add_sheet("S")
    book.register_function("FAIL", error, min_args=1, max_args=1)
    for row, arguments in enumerate(calls, start=1):
        for column, argument in enumerate(arguments, start=2):
            if isinstance(argument, dict):
                book.set_formula("S", row, column, f'=FAIL("{argument["kind"]}")')
            else:
                text = isinstance(argument, str)
                book.set_value("S", row, column, LiteralValue.text(argument) if text else argument)
        references = ",".join(cell_name(row - 1, column) for column in range(1, len(arguments) + 1))
        book.set_formula("S", row, 1, f"={name}({references})")
    book.evaluate_all()
    return [book.get_value("S", row, 1) for row in range(1, len(calls) + 1)]
