"""Where a formula may have several cells and where one: what Excel does with several where one is expected.

In an array formula Excel goes through them cell by cell; elsewhere it takes the one in the row of the formula. The
functions of formualizer do neither for most functions of single values, so the first is done by ``EACH…`` functions
that go through the cells, and the second is an obstacle. So is what nobody has looked at: a wrong number would look
like a right one.
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import lru_cache
from typing import TYPE_CHECKING

from ...functions import FUNCTIONS

if TYPE_CHECKING:
    from formualizer import ASTNode

__all__ = ["EACH", "EACH_CELL", "ObstacleError", "known", "must_go_through_cells", "plain_name"]

EACH = "EACH"
"""What stands before the name of a function that goes through the cells of its arguments."""


class ObstacleError(Exception):
    """Why a formula cannot be calculated."""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


EACH_CELL = _names("""
    ABS CEILING CHAR CONCATENATE EVEN EXACT EXP FIND FLOOR INT ISBLANK ISERR ISERROR ISNA ISNUMBER ISTEXT LEFT LEN
    LN LOG LOWER MID MOD MROUND NOT ODD POWER PROPER REPT RIGHT ROUND ROUNDDOWN ROUNDUP SEARCH SIGN SQRT
    SUBSTITUTE SWITCH TEXT TRIM TRUNC UPPER
""")
"""Functions of single values."""
_OPERATORS = _names("COMPARE ASTEXT")
"""What `cellwise` has in the place of operators."""
_THROUGH_CELLS = _names("IF IFERROR IFNA CHOOSE LET")
"""Functions that formualizer takes through the cells by itself."""
_MOST_ARGUMENTS = 255
_EVERY, _EVEN, _ODD = (
    range(*steps) for steps in ((_MOST_ARGUMENTS,), (0, _MOST_ARGUMENTS, 2), (1, _MOST_ARGUMENTS, 2))
)
_ONE_VALUE: dict[str, Container[int]] = {
    name: positions
    for names, positions in (
        (
            """
            SUM MAX MIN AVERAGE COUNT COUNTA COUNTBLANK PRODUCT MEDIAN MODE STDEV STDEVP STDEV.S STDEV.P VAR VARP VAR.S
            VAR.P SUMPRODUCT SUMSQ AND OR XOR CONCAT TEXTJOIN ROWS COLUMNS AVERAGEA MAXA MINA GEOMEAN HARMEAN
            """,
            _EVERY,
        ),
        ("LARGE SMALL PERCENTILE QUARTILE PERCENTRANK TRIMMEAN COUNTIF INDEX ROW COLUMN", (0,)),
        ("MATCH XMATCH VLOOKUP HLOOKUP RANK RANK.EQ RANK.AVG", (1,)),
        ("XLOOKUP", (1, 2)),
        ("SUMIF AVERAGEIF", (0, 2)),
        ("COUNTIFS", _EVEN),
        ("SUMIFS AVERAGEIFS MAXIFS MINIFS", (0, *_ODD)),
    )
    for name in names.split()
}
"""Functions that take several cells as these arguments, counted from 0, and give one value."""
_SEVERAL = _names("""
    TRANSPOSE SORT SORTBY UNIQUE FILTER TAKE DROP CHOOSECOLS CHOOSEROWS HSTACK VSTACK TOCOL TOROW SEQUENCE MMULT OFFSET
    INDIRECT
""")
"""Functions that take several cells and give several."""
_AS_ARRAY = _names("SUMPRODUCT MMULT INDEX")
"""Functions whose arguments are gone through cell by cell in every formula."""
_PREFIXES = re.compile(r"(?:_xlfn\.|_xlws\.|_xludf\.|_xldudf_)+", re.IGNORECASE)
_FORMAT = re.compile(r"@|[#0?]*[0#?](?:\.[0#?]+)?%?")
"""A format of TEXT that means the same in every language, or nearly so: its point may be a comma."""

_ONE, _MANY, _CELLS = 0, 1, 2
"""What an expression gives: one value, several, or a reference to several cells."""


def plain_name(function: str) -> str:
    """The name of a function in capital letters, without what programs put before it."""
    return _PREFIXES.sub("", function.rpartition("!")[2]).upper()


@lru_cache(1024)
def known(function: str) -> bool:
    """Does formualizer know a function of this name, in capital letters?"""
    return function in FUNCTIONS or _kind_of_empty_call(function) not in ("Name", "NImpl")


def _kind_of_empty_call(function: str) -> str:
    """The kind of the error that a call without arguments gives."""
    from formualizer import Workbook

    book = Workbook()
    book.add_sheet("S")
    book.set_formula("S", 1, 1, f"={function}()")
    value = book.evaluate_cell("S", 1, 1)
    return str(value.get("kind")) if isinstance(value, dict) else ""


def must_go_through_cells(formula: str, *, in_array: bool, several: bool) -> bool:
    """Does a function of single values get several cells anywhere? ``in_array``: the formula is an array formula, which
    fills ``several`` cells. ObstacleError where what Excel does then cannot be done here."""
    from formualizer import ParserError, parse

    shapes = _Shapes(several)
    try:
        shapes.of(parse(formula), in_array)
    except (ParserError, RecursionError) as error:
        raise ObstacleError("it cannot be read") from error
    return shapes.through_cells


class _Shapes:
    """The shapes in one formula. ``through_cells``: a function of single values has met several."""

    def __init__(self, several: bool) -> None:
        self.several = several
        self.through_cells = self.calls = False

    def of(self, node: ASTNode, arrays: bool) -> int:
        """What a node gives; ``arrays``: where Excel goes through cells one by one."""
        match node.node_type():
            case "Reference":
                return self.reference(node)
            case "Array":
                return _MANY
            case "Function":
                return self.function(node, plain_name(str(node.get_function_name())), arrays)
            case "BinaryOp" if node.get_operator() == ":":
                return _CELLS
            case "UnaryOp" if node.get_operator() == "@":
                return _ONE
            case "BinaryOp" | "UnaryOp":
                return self.each([self.of(child, arrays) for child in node.children()], arrays)
        return _ONE

    def reference(self, node: ASTNode) -> int:
        kind = type(node.get_reference()).__name__
        if kind == "NamedRangeRef":
            return _MANY
        if kind not in ("CellRef", "RangeRef"):
            raise ObstacleError(f"the reference '{node.get_reference_string()}' is not known")
        return _CELLS if kind == "RangeRef" else _ONE

    def each(self, shapes: list[int], arrays: bool) -> int:
        """What gives a value for every cell."""
        if _CELLS in shapes and not arrays:
            raise ObstacleError("it has several cells where one is expected")
        return _MANY if any(shapes) else _ONE

    def function(self, node: ASTNode, name: str, arrays: bool) -> int:
        arguments = node.children()
        within = arrays or name in _AS_ARRAY
        shapes = [self.of(argument, within) for argument in arguments]
        if name in FUNCTIONS:
            self.calls = True
            return _of_ours(name, shapes, arguments)
        if name in ("ROW", "COLUMN") and arrays and (self.several or any(shapes)):
            raise ObstacleError(f"{name} gives several values")
        if name == "TEXT":
            _check_format(arguments)
        if name in _OPERATORS:
            return self.each(shapes, arrays)
        if name in EACH_CELL:
            self.through_cells |= self.calls or any(shapes)  # a blank cell for the player asks for all of them
            return self.each(shapes, within)
        if name in _THROUGH_CELLS:
            return max(self.each(shapes[:1], within), *shapes, _ONE)
        if name in _SEVERAL:
            return _MANY
        takes = _ONE_VALUE.get(name, ())
        if any(shape and position not in takes for position, shape in enumerate(shapes)):
            raise ObstacleError(f"{name} gets several cells where it takes one")
        return _MANY if name == "INDEX" and _has_no_number(arguments) else _ONE


def _of_ours(name: str, shapes: list[int], arguments: list[ASTNode]) -> int:
    """One value where a player is named by one, or the function gives no other."""
    function = FUNCTIONS[name]
    if function.shape == "value":
        return _ONE
    names = [argument.name for argument in function.arguments]
    player = names.index("player") if "player" in names else len(shapes)
    named = player < len(shapes) and shapes[player] == _ONE and not _is_nothing(arguments[player])
    return _ONE if named else _MANY


def _has_no_number(arguments: list[ASTNode]) -> bool:
    """Does INDEX give a whole row or column, since a number is 0 or left out?"""
    return any(map(_is_nothing, arguments[1:]))


def _is_nothing(argument: ASTNode) -> bool:
    """Is it written as 0, as an empty text, or not at all?"""
    return argument.node_type() == "Literal" and not argument.get_literal_value()


def _check_format(arguments: list[ASTNode]) -> None:
    form = arguments[1].get_literal_value() if len(arguments) > 1 and arguments[1].node_type() == "Literal" else None
    if not (isinstance(form, str) and _FORMAT.fullmatch(form)):
        raise ObstacleError("the format of TEXT depends on the language of Excel")
