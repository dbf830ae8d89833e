"""The Calc add-in as LibreOffice runs it: the functions in cells, their help, and the job that binds plain names.

This file is packed into the extension as it stands, beside `xl_tiebreak_calc_table` (the names and helps of the
functions, written by `extension`) and the engine as the package `xl_tiebreak_calc`. It has to be readable for Python
3.8: where LibreOffice brings a Python too old for the engine, every function answers with a sentence that says so.

LibreOffice loses the message of an exception (it shows only #VALUE!), so that errors come back as texts.
"""

from __future__ import annotations

import re
import sys
from typing import Any

import unohelper
from com.sun.star.lang import IllegalArgumentException, Locale, XServiceInfo, XServiceName
from com.sun.star.sheet import LocalizedName, XAddIn, XCompatibilityNames
from com.sun.star.task import XJob
from xl_tiebreak_calc_table import ADDIN, FUNCTIONS, OLDEST_PYTHON, REBIND, SPARE_ROWS

try:
    from org.xltiebreak import XFunctions
except ImportError:  # while it is installed for all users, LibreOffice knows the interface from the next start on
    XFunctions = object

TOO_OLD = {
    "en": "xl_tiebreak needs a LibreOffice with Python {}.{} or newer; this one brings Python {}.{}",
    "ru": "xl_tiebreak требует LibreOffice с Python {}.{} или новее; в этом LibreOffice Python {}.{}",
}
ENGLISH = Locale("en", "US", "")
CATEGORY = "Add-In"  # LibreOffice knows no category of our own
FORMULA = 16  # com.sun.star.sheet.CellFlags.FORMULA
ERROR_CELL = "#N/A"  # an error reaches us as a void value, whatever it was; blank cells are empty texts
Rows = Any
"""Rows of values, a tuple of tuples."""
METHODS = {name.lower(): name for name in FUNCTIONS}
"""Method of the interface → name in cells."""


def answer(name: str, arguments: Any, language: str) -> Rows:
    """The cells that a function shows: its values, or one cell with the sentence that says what is wrong."""
    if sys.version_info < OLDEST_PYTHON:
        return ((TOO_OLD[language].format(*OLDEST_PYTHON, *sys.version_info[:2]),),)
    from xl_tiebreak_calc import functions as engine
    from xl_tiebreak_calc.errors import TiebreakError

    try:
        result = engine.FUNCTIONS[name].body(table_rows(arguments[0]), *arguments[1:])
    except TiebreakError as error:
        result = str(error)
    except Exception as error:  # a fault of ours: LibreOffice would hide what it was
        result = f"xl_tiebreak failed, please report it: {type(error).__name__}: {error}"
    return tuple(map(tuple, result)) if isinstance(result, list) else ((result,),)


def table_rows(table: Any) -> Rows:
    """The values of a range of cells, a tuple a row. Of whole columns only the rows in use are read."""
    area = table.RangeAddress
    if area.EndRow - area.StartRow <= SPARE_ROWS:
        return without_errors(table.getDataArray())
    cursor = table.Spreadsheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    last = max(cursor.RangeAddress.EndRow, area.StartRow)
    if area.EndRow - last <= SPARE_ROWS:
        return without_errors(table.getDataArray())
    from xl_tiebreak_calc.ranges import used_rows

    width = area.EndColumn - area.StartColumn
    return used_rows(without_errors(table.getCellRangeByPosition(0, 0, width, last - area.StartRow).getDataArray()))


def without_errors(rows: Rows) -> Rows:
    """The rows with a text in place of cells that hold an error, which must not be taken for blank ones."""
    if not any(None in row for row in rows):
        return rows
    return tuple(tuple(ERROR_CELL if cell is None else cell for cell in row) for row in rows)


def method(name: str) -> Any:
    """The method of the interface that stands behind a name in cells."""

    def call(self: AddIn, *arguments: Any) -> Rows:
        return answer(name, arguments, self.language)

    return call


class AddIn(unohelper.Base, XAddIn, XCompatibilityNames, XServiceName, XServiceInfo, XFunctions):
    """The functions, and what the function wizard shows of them."""

    def __init__(self, context: Any, *arguments: Any) -> None:
        self.locale = ENGLISH

    @property
    def language(self) -> str:
        return "ru" if self.locale.Language == "ru" else "en"

    def _function(self, programmatic: str) -> Any:
        return FUNCTIONS.get(METHODS.get(programmatic))

    def _argument(self, programmatic: str, index: int) -> Any:
        function = self._function(programmatic)
        return function["arguments"][index] if function and index < len(function["arguments"]) else None

    # XAddIn; the misspelt name is the interface's own
    def getProgrammaticFuntionName(self, display: str) -> str:
        return display.lower() if display.upper() in FUNCTIONS else ""

    def getDisplayFunctionName(self, programmatic: str) -> str:
        return METHODS.get(programmatic, "")

    def getFunctionDescription(self, programmatic: str) -> str:
        function = self._function(programmatic)
        return function[self.language] if function else ""

    def getDisplayArgumentName(self, programmatic: str, index: int) -> str:
        argument = self._argument(programmatic, index)
        return argument["name"] if argument else ""

    def getArgumentDescription(self, programmatic: str, index: int) -> str:
        argument = self._argument(programmatic, index)
        return argument[self.language] if argument else ""

    def getProgrammaticCategoryName(self, programmatic: str) -> str:
        return CATEGORY

    def getDisplayCategoryName(self, programmatic: str) -> str:
        return CATEGORY

    def setLocale(self, locale: Any) -> None:
        self.locale = locale

    def getLocale(self) -> Any:
        return self.locale

    # XCompatibilityNames: newer versions bind plain names in .xlsx files by them and write them there
    def getCompatibilityNames(self, programmatic: str) -> Any:
        return (LocalizedName(ENGLISH, METHODS[programmatic]),) if programmatic in METHODS else ()

    # XServiceName, XServiceInfo
    def getServiceName(self) -> str:
        return ADDIN

    def getImplementationName(self) -> str:
        return ADDIN

    def supportsService(self, name: str) -> bool:
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self) -> tuple[str, ...]:
        return (ADDIN, "com.sun.star.sheet.AddIn")


for _programmatic, _name in METHODS.items():
    setattr(AddIn, _programmatic, method(_name))


UNBOUND = re.compile(rf"(?<![\w.])(?:_xldudf_)?({'|'.join(FUNCTIONS)})\(", re.IGNORECASE)
"""A call by its plain name, or by the one Excel gives to functions of xlwings Lite; a bound call has a long name."""


def bound(formula: str) -> str:
    """A formula's text with the plain names by which LibreOffice knows the functions."""
    return UNBOUND.sub(lambda match: match.group(1).upper() + "(", formula)


def rebind(document: Any) -> None:
    """Enter again every formula with a call that is not bound. Its text tells: a cached value hides the error."""
    modified = document.isModified()
    document.lockControllers()
    document.addActionLock()
    try:
        for sheet in document.Sheets:
            rebind_sheet(sheet)
    finally:
        document.removeActionLock()
        document.unlockControllers()
    document.setModified(modified)


def rebind_sheet(sheet: Any) -> None:
    """The formulas of one sheet."""
    arrays: set[str] = set()
    for area in sheet.queryContentCells(FORMULA).RangeAddresses:
        block = sheet.getCellRangeByPosition(area.StartColumn, area.StartRow, area.EndColumn, area.EndRow)
        for r, row in enumerate(block.getFormulaArray()):
            for c, formula in enumerate(row):
                if not UNBOUND.search(formula):
                    continue
                cell = block.getCellByPosition(c, r)
                if not formula.startswith("{"):
                    cell.setFormula(bound(formula))
                    continue
                cursor = sheet.createCursorByRange(cell)
                cursor.collapseToCurrentArray()
                if cursor.AbsoluteName not in arrays:
                    arrays.add(cursor.AbsoluteName)
                    enter_array(sheet, cursor, bound(formula[1:-1]))


def enter_array(sheet: Any, cursor: Any, formula: str) -> None:
    """Enter an array formula, in a protected sheet as well if it has no password; else it stays as it is."""
    protected = sheet.isProtected()
    if protected:
        try:
            sheet.unprotect("")
        except IllegalArgumentException:
            return
    cursor.setArrayFormula(formula)
    if protected:
        sheet.protect("")


class Rebind(unohelper.Base, XJob, XServiceInfo):
    """The job after a document is loaded. LibreOffice 7.4 reads a plain name in an .xlsx file as an unknown one."""

    def __init__(self, context: Any, *arguments: Any) -> None:
        pass

    def execute(self, arguments: Any) -> None:
        environment = {e.Name: e.Value for a in arguments if a.Name == "Environment" for e in a.Value}
        document = environment.get("Model")
        if document is not None and document.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
            rebind(document)

    def getImplementationName(self) -> str:
        return REBIND

    def supportsService(self, name: str) -> bool:
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self) -> tuple[str, ...]:
        return ("com.sun.star.task.Job",)


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(AddIn, ADDIN, (ADDIN, "com.sun.star.sheet.AddIn"))
g_ImplementationHelper.addImplementation(Rebind, REBIND, ("com.sun.star.task.Job",))
