"""The functions in Excel's cells, registered with xlwings.

Classic Excel on Windows: ``UDF Modules = xl_tiebreak.excel``. xlwings Lite and Server: ``from xl_tiebreak.excel import
*`` as the whole of ``main.py``. On other systems the decorators do nothing and the names are plain functions, which
take a range as a list of rows.
"""

from __future__ import annotations

from typing import Any

import xlwings as xw
from xlwings.conversion import Pipeline, ValueAccessor

from .functions import (
    BERGER,
    BUCHHOLZ,
    CHECKTABLE,
    EXPLAINTIEBREAK,
    FUNCTIONS,
    KOYA,
    MEDIANBUCHHOLZ,
    PLACES,
    PROGRESSIVE,
    SHMULYAN,
    STANDINGS,
    TIEBREAK,
    TOTALBUCHHOLZ,
    TRUNCBUCHHOLZ,
)
from .ranges import SPARE_ROWS, used_rows
from .signatures import Function

__all__ = [
    "BERGER",
    "BUCHHOLZ",
    "CHECKTABLE",
    "EXPLAINTIEBREAK",
    "KOYA",
    "MEDIANBUCHHOLZ",
    "PLACES",
    "PROGRESSIVE",
    "SHMULYAN",
    "STANDINGS",
    "TIEBREAK",
    "TOTALBUCHHOLZ",
    "TRUNCBUCHHOLZ",
]


_CATEGORY = "Tie-breaks"
"""Under which the function wizard of classic Excel lists the functions."""


class _Rows(ValueAccessor):
    """How xlwings hands over the range of a table: as rows, and of whole columns only the rows in use.

    A million rows take Excel minutes to send; where xlwings has the range itself (classic Excel), it is cut first.
    """

    @staticmethod
    def reader(options: dict[str, object]) -> Pipeline:
        """The stages through which an argument goes before the function gets it."""
        stages: Pipeline = ValueAccessor.reader(options)  # type: ignore[no-untyped-call]
        stages.insert(0, _cut_whole_columns)
        stages.append(_drop_rows_not_in_use)
        return stages


def _cut_whole_columns(context: Any) -> None:
    selected = context.range
    if selected is None or selected.shape[0] <= SPARE_ROWS:
        return
    used = max(1, selected.sheet.used_range.last_cell.row - selected.row + 1)
    if selected.shape[0] - used > SPARE_ROWS:
        context.range = selected.resize(row_size=used)
        context.meta["whole columns"] = True


def _drop_rows_not_in_use(context: Any) -> None:
    """Other columns may go on below the table."""
    if context.meta.get("whole columns"):
        context.value = used_rows(context.value)


def _register(function: Function) -> None:
    """Tell xlwings of a function: how a range arrives, whatever its size, and the help of every argument.

    A cell with an error arrives as its text (``#N/A``), else it would look like a blank one. The body loses its
    annotations: xlwings takes them for converters, and has none for these types. What it documents becomes the help in
    Excel, which shows a sentence only.
    """
    body = function.body
    body.__annotations__ = {}
    body.__doc__ = function.help
    for argument in function.arguments:
        options = {"convert": _Rows, "ndim": 2, "err_to_str": True} if argument.is_range else {}
        body = xw.arg(argument.name, doc=argument.help, **options)(body)
    globals()[function.name] = xw.func(category=_CATEGORY)(body)
    body.__doc__ = function.documentation


for _function in FUNCTIONS.values():
    _register(_function)
