"""Classic xlwings as on Windows, with stand-ins for pywin32 and Excel: run as a program, in a process of its own.

    python -m tests.live.windows <REQUEST >ANSWER        both JSON

xlwings' own code generates the VBA wrappers, reads arguments and calls the functions; only COM and the cells are ours.
The answer holds the generated VBA, what the function wizard is told, what becomes of the add-in, and the outcome of
each call of the request: its cells, or the text of the exception, which the wrapper shows in the cell.
"""

import contextlib
import io
import json
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

MODULE = "xl_tiebreak.excel"
ERRORS = {-2146826246: "#N/A"}
"""How COM hands over an error in a cell."""


def windows() -> Any:
    """The module `xlwings.udfs`, which exists only beside pywin32."""
    for name in ("pythoncom", "pywintypes", "win32com", "win32com.client"):
        sys.modules[name] = types.ModuleType(name)
    sys.modules["pywintypes"].com_error = type("com_error", (Exception,), {})  # type: ignore[attr-defined]
    sys.modules["win32com.client"].Dispatch = lambda x: x  # type: ignore[attr-defined]
    sys.modules["win32com"].client = sys.modules["win32com.client"]  # type: ignore[attr-defined]
    sys.modules["pythoncom"].CoInitialize = lambda: None  # type: ignore[attr-defined]
    server = types.ModuleType("xlwings.com_server")
    server.loop = None  # type: ignore[attr-defined]
    sys.modules["xlwings.com_server"] = server

    import xlwings
    from xlwings import udfs

    xlwings.func, xlwings.arg, xlwings.ret = udfs.xlfunc, udfs.xlarg, udfs.xlret
    xlwings._xlwindows = types.SimpleNamespace(  # type: ignore[attr-defined]
        Range=lambda xl: xl,
        Book=lambda xl: xl,
        is_range_instance=lambda argument: isinstance(argument, Range),
    )
    xlwings.engines.add(xlwings.main.Engine(impl=Range([[None]], 1, 1)))
    return udfs


def cleaned(data: Any, dates: Any, empty: Any, numbers: Any, errors_as_texts: bool) -> list[list[Any]]:
    """Cells as xlwings' Windows engine cleans them."""
    return [[ERRORS[cell] if cell in ERRORS and errors_as_texts else clean(cell) for cell in row] for row in data]


def clean(cell: Any) -> Any:
    return None if cell in ERRORS else cell


class Range:
    """Cells from row 1 on, as xlwings' Windows implementation of a range; `used` is the last row in use."""

    name, pid = "excel", 1

    def __init__(self, rows: list[list[Any]], height: int, used: int) -> None:
        self.rows, self.shape, self.used = rows, (height, len(rows[0])), used
        self.row = self.column = 1
        self.address = "$A$1"
        self.sheet = self.book = self.app = self.engine = self.api = self

    @property
    def raw_value(self) -> list[list[Any]]:
        assert self.shape[0] < 100_000, "a million rows were read"
        return self.rows[: self.shape[0]] + [[None] * self.shape[1]] * (self.shape[0] - len(self.rows))

    @property
    def used_range(self) -> Any:
        return Range(self.rows[:1], self.used, self.used)

    max_cells_per_read = None
    clean_value_data = staticmethod(cleaned)
    prepare_xl_data_element = staticmethod(lambda cell, date_format: cell)

    def __call__(self, row: int, column: int) -> Any:
        cell = Range(self.rows, self.shape[0], self.used)
        cell.row, cell.column = row, column
        return cell

    def range(self, first: Any, last: Any) -> Any:
        """The cells between two corners, which xlwings asks of the sheet."""
        return Range(self.rows, last.row, self.used)


class Excel:
    """Excel with the add-in open, as far as COM is asked of it; its macros are out of reach unless `trusted`."""

    Name, Version, sheets = "xl_tiebreak.xlam", "16.0", ()

    def __init__(self, trusted: bool) -> None:
        self.trusted, self.done = trusted, []  # type: ignore[var-annotated]
        self.api = self.Application = self.Workbooks = self.VBProject = self.VBComponents = self

    def __call__(self, **options: Any) -> Any:
        return self

    def Open(self, path: str) -> Any:  # noqa: N802
        self.done.append(["open", path])
        return self

    def Remove(self, component: Any) -> None:  # noqa: N802
        raise sys.modules["pywintypes"].com_error  # there is none yet

    def Import(self, path: str) -> None:  # noqa: N802
        if not self.trusted:
            raise sys.modules["pywintypes"].com_error
        self.done.append(["import", Path(path).read_text(encoding="utf-8")])

    def Run(self, macro: str, argument: str) -> None:  # noqa: N802
        raise sys.modules["pywintypes"].com_error

    def MacroOptions(self, macro: str, **options: Any) -> None:  # noqa: N802
        texts = [options["Description"], options["Category"], options["ArgumentDescriptions"]]
        self.done.append(["options", macro, *texts])

    def Save(self) -> None:  # noqa: N802
        self.done.append(["save"])

    def quit(self) -> None:
        self.done.append(["quit"])


def imported(trusted: bool) -> list[Any]:
    """What Excel is made to do when the functions are put into the add-in."""
    import xlwings

    from xl_tiebreak.addin import import_functions

    excel = xlwings.App = Excel(trusted)  # type: ignore[misc, assignment]
    excel.VBComponents = lambda name=None: excel  # type: ignore[assignment]
    excel.VBComponents.Remove, excel.VBComponents.Import = excel.Remove, excel.Import  # type: ignore[attr-defined]
    with contextlib.redirect_stdout(sys.stderr):  # xlwings says what it has done
        said = outcome(lambda: import_functions(Path("xl_tiebreak.xlam")))
    return [*excel.done, said]


def outcome(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Exception as error:
        return str(error)


def main() -> None:
    udfs = windows()
    import importlib

    module = importlib.import_module(MODULE)
    text = io.StringIO()
    udfs.generate_vba_wrapper(MODULE, module, text, types.SimpleNamespace(Name="t.xlam"))
    answer: dict[str, Any] = {"vba": text.getvalue(), "wizard": {}, "calls": []}
    answer |= {"trusted": imported(trusted=True), "distrusted": imported(trusted=False)}
    for name in dir(module):
        if hasattr(getattr(module, name), "__xlfunc__"):
            known = getattr(module, name).__xlfunc__
            helps = {argument["name"]: argument["doc"] for argument in known["args"]}
            answer["wizard"][name] = {"help": known["ret"]["doc"], "category": known["category"], "arguments": helps}
    caller = Range([[None]], 1, 1)
    for request in json.load(sys.stdin):
        table = Range(request["rows"], request["height"], request["used"])
        arguments = [table, *(-2147352572 if argument is None else argument for argument in request["arguments"])]
        answer["calls"].append(
            outcome(lambda r=request, a=arguments: udfs.call_udf(MODULE, r["function"], a, None, caller))
        )
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
