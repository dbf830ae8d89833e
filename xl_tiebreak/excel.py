"""The functions in Excel's cells, registered with xlwings.

Classic Excel on Windows: ``UDF Modules = xl_tiebreak.excel``. xlwings Lite and Server: ``from xl_tiebreak.excel import
*`` as the whole of ``main.py``. On other systems the decorators do nothing and the names are plain functions, which
take a range as a list of rows.
"""

from __future__ import annotations

import xlwings as xw

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
    Function,
)

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


def _register(function: Function) -> None:
    """Tell xlwings of a function: a range arrives as rows, whatever its size, and every argument has its help."""
    body = function.body
    for argument in function.arguments:
        shape = {"ndim": 2} if argument.is_range else {}
        body = xw.arg(argument.name, doc=argument.help, **shape)(body)
    globals()[function.name] = xw.func(body)


for _function in FUNCTIONS.values():
    _register(_function)
