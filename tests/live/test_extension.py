"""The add-in's file and its component, without LibreOffice: what is inside, and what becomes of its calls."""

import ast
import io
import subprocess
import sys
import types
import zipfile
from pathlib import Path
from typing import Any

import pytest

from xl_tiebreak import errors, functions, libreoffice, ranges
from xl_tiebreak.functions import FUNCTIONS
from xl_tiebreak.libreoffice import extension
from xl_tiebreak.libreoffice.typelibrary import ANY, ROWS, Method, library

from . import tables

COMPONENT = Path(libreoffice.__file__).with_name("component.py")
UNOIDL = bytes.fromhex(
    "554e4f49444cff000e01000001000000002a2a2043726561746564206279204c696272654f666669636520372e342e372e3220756e6f6964"
    "6c2d7772697465202a2a0005010000001b000000636f6d2e73756e2e737461722e756e6f2e58496e74657266616365000000000000000002"
    "0000000800000062756368686f6c7a03000000616e790200000000050000007461626c65070000005b5d5b5d616e790006000000706c6179"
    "65727f00008000000000060000006265726765727f00008002000000008b0000809400008000a00000807f000080000000005846756e6374"
    "696f6e73000001000000da00000043000000786c746965627265616b000001000000f2000000e50000006f7267000a010000fd000000"
)
"""What `unoidl-write` of LibreOffice 7.4.7 makes of the interface below; its comment, 51 bytes, begins at byte 16."""


@pytest.fixture
def parts() -> dict[str, bytes]:
    """The files inside the extension."""
    with zipfile.ZipFile(io.BytesIO(extension())) as file:
        return {name: file.read(name) for name in file.namelist()}


def test_type_library_is_what_libreoffice_s_own_tool_writes() -> None:
    arguments = (("table", ROWS), ("player", ANY))
    methods = [Method(name, ANY, arguments) for name in ("buchholz", "berger")]
    assert library("org.xltiebreak.XFunctions", methods, comment=UNOIDL[16:67]) == UNOIDL


def test_same_bytes_twice() -> None:
    assert extension() == extension()


def test_engine_inside_runs_by_itself(parts: dict[str, bytes], tmp_path: Path) -> None:
    for name, data in parts.items():
        if name.startswith("pythonpath/"):
            file = tmp_path / name.removeprefix("pythonpath/")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from xl_tiebreak_calc.functions import FUNCTIONS; "
        f"from xl_tiebreak_calc_table import FUNCTIONS as table; assert list(FUNCTIONS) == list(table); "
        f"print(FUNCTIONS['BUCHHOLZ'].body({tables.document()!r}, 10), *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    value, *modules = done.stdout.split()
    assert value == "46.0"
    assert not [name for name in modules if name.split(".")[0] in ("xl_tiebreak", "xlwings", "openpyxl")]


def test_nothing_useless_inside(parts: dict[str, bytes]) -> None:
    inside = {name.split("/")[2] for name in parts if name.startswith("pythonpath/xl_tiebreak_calc/")}
    assert not inside & {"excel.py", "cli.py", "templates.py", "install.py", "libreoffice", "workbook"}
    assert sum(map(len, parts.values())) < 500_000


@pytest.mark.parametrize("name", ["component.py", "pythonpath/xl_tiebreak_calc_table.py"])
def test_old_python_can_read_what_it_must(parts: dict[str, bytes], name: str) -> None:
    ast.parse(parts[name], feature_version=(3, 8))


# --- the component, with stand-ins for what LibreOffice brings


class Anything(types.ModuleType):
    """A module in which every name is a class."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {"Language": "en", "__init__": lambda self, *arguments: None})


class Helper:
    """Remembers what the component registers."""

    def __init__(self) -> None:
        self.services: list[str] = []

    def addImplementation(self, implementation: object, name: str, services: object) -> None:  # noqa: N802
        self.services.append(name)


@pytest.fixture
def component(parts: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The names of the component, run beside stand-ins; its engine is the package under test."""
    for name in ("com", "com.sun", "com.sun.star", "com.sun.star.lang", "com.sun.star.sheet", "com.sun.star.task"):
        monkeypatch.setitem(sys.modules, name, Anything(name))
    for name in ("org", "org.xltiebreak"):
        monkeypatch.setitem(sys.modules, name, Anything(name))
    unohelper = types.ModuleType("unohelper")
    unohelper.Base, unohelper.ImplementationHelper = type("Base", (), {}), Helper  # type: ignore[attr-defined]
    table = types.ModuleType("xl_tiebreak_calc_table")
    exec(parts["pythonpath/xl_tiebreak_calc_table.py"], table.__dict__)
    engine = types.ModuleType("xl_tiebreak_calc")
    engine.functions = functions  # type: ignore[attr-defined]
    stand_ins = {
        "unohelper": unohelper,
        "xl_tiebreak_calc_table": table,
        "xl_tiebreak_calc": engine,
        "xl_tiebreak_calc.errors": errors,
        "xl_tiebreak_calc.ranges": ranges,
    }
    for name, module in stand_ins.items():
        monkeypatch.setitem(sys.modules, name, module)
    names: dict[str, Any] = {"__name__": "component"}
    exec(compile(parts["component.py"], "component.py", "exec"), names)
    return names


class Range:
    """A range of cells as the component uses it; `used` is the last row in use of the sheet, from 0."""

    def __init__(self, rows: tables.Rows, height: int, used: int) -> None:
        self.rows, self.used = tuple(tuple("" if cell is None else cell for cell in row) for row in rows), used
        self.RangeAddress = types.SimpleNamespace(StartRow=0, EndRow=height - 1, StartColumn=0, EndColumn=12)
        self.Spreadsheet, self.read = self, 0

    def createCursor(self) -> Any:  # noqa: N802
        address = types.SimpleNamespace(EndRow=self.used)
        return types.SimpleNamespace(RangeAddress=address, gotoEndOfUsedArea=lambda expand: None)

    def getCellRangeByPosition(self, left: int, top: int, right: int, bottom: int) -> Any:  # noqa: N802
        assert (left, top, right) == (0, 0, 12)
        return Range(self.rows, bottom + 1, self.used)

    def getDataArray(self) -> Any:  # noqa: N802
        height = self.RangeAddress.EndRow + 1
        assert height < 10_000, "a million rows were read"
        return self.rows[:height] + (("",) * 13,) * (height - len(self.rows))


def test_russian_user_reads_russian_help(component: dict[str, Any]) -> None:
    addin = component["AddIn"](None)
    assert addin.getFunctionDescription("buchholz") == FUNCTIONS["BUCHHOLZ"].help
    addin.setLocale(types.SimpleNamespace(Language="ru"))
    for function in FUNCTIONS.values():
        method = addin.getProgrammaticFuntionName(function.name)
        assert addin.getDisplayFunctionName(method) == function.name
        assert addin.getFunctionDescription(method) == function.help_ru
        for i, argument in enumerate(function.arguments):
            assert addin.getDisplayArgumentName(method, i) == argument.name
            assert addin.getArgumentDescription(method, i) == argument.help_ru


def test_names_that_are_not_ours_are_nobody_s(component: dict[str, Any]) -> None:
    addin = component["AddIn"](None)
    assert addin.getProgrammaticFuntionName("SUM") == addin.getDisplayFunctionName("sum") == ""
    assert addin.getFunctionDescription("sum") == addin.getArgumentDescription("buchholz", 99) == ""
    assert addin.getCompatibilityNames("sum") == ()


def test_old_python_is_told_in_one_sentence(component: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 18))
    addin = component["AddIn"](None)
    wanted = "xl_tiebreak needs a LibreOffice with Python 3.11 or newer; this one brings Python 3.9"
    assert addin.buchholz(Range(tables.document(), 12, 11)) == ((wanted,),)
    addin.setLocale(types.SimpleNamespace(Language="ru"))
    assert "требует LibreOffice с Python 3.11" in addin.buchholz(None)[0][0]


@pytest.mark.parametrize(("height", "used", "rows"), [(12, 11, 12), (40, 11, 40), (2_000, 900, 12), (2**20, 11, 12)])
def test_rows_of_a_range(component: dict[str, Any], height: int, used: int, rows: int) -> None:
    shown = component["AddIn"](None).buchholz(Range(tables.document(), height, used), None, None)
    assert len(shown) == rows
    assert shown[:3] == (("Бухгольц (ФИДЕ 1998)",), (46.0,), (40.5,))
    assert set(shown[12:]) <= {("",)}


def test_errors_are_texts(component: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    addin, table = component["AddIn"](None), tables.document()
    assert "unknown rules '1997'" in addin.buchholz(Range(table, 12, 11), 10.0, 1997.0)[0][0]
    table[1][4] = "8w½x"
    assert "8w½x" in addin.buchholz(Range(table, 12, 11))[0][0]

    def broken(*arguments: object) -> None:
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setitem(functions.FUNCTIONS, "BUCHHOLZ", types.SimpleNamespace(body=broken))
    assert addin.buchholz(Range(table, 12, 11)) == (
        ("xl_tiebreak failed, please report it: ZeroDivisionError: a fault of ours",),
    )


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("=buchholz(A1:M12)", "=BUCHHOLZ(A1:M12)"),
        ("=_xldudf_BUCHHOLZ(A1:M12)", "=BUCHHOLZ(A1:M12)"),
        ("=_xldudf_buchholz(A1:M12)+TruncBuchholz(A1:M12;2)", "=BUCHHOLZ(A1:M12)+TRUNCBUCHHOLZ(A1:M12;2)"),
        ("=INDEX(places($A$1:$M$12);ROW())", "=INDEX(PLACES($A$1:$M$12);ROW())"),
        ("=ORG.XLTIEBREAK.ADDIN.BUCHHOLZ(A1)", "=ORG.XLTIEBREAK.ADDIN.BUCHHOLZ(A1)"),
        ("=MYBERGER(A1)+SUM(B1)", "=MYBERGER(A1)+SUM(B1)"),
    ],
)
def test_plain_names_are_bound(component: dict[str, Any], text: str, bound: str) -> None:
    assert component["bound"](text) == bound
    assert bool(component["UNBOUND"].search(text)) == (text != bound)
