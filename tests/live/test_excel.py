"""Functions in Excel, as far as they can be tried without it: xlwings' own code around them, and their names."""

import functools
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from xl_tiebreak.functions import FUNCTIONS

from . import tables

CALLS: list[dict[str, Any]] = [
    {"function": "BUCHHOLZ", "arguments": [None, None]},
    {"function": "BUCHHOLZ", "arguments": [10, 2024]},
    {"function": "TRUNCBUCHHOLZ", "arguments": [2, None, None]},
    {"function": "TIEBREAK", "arguments": ["SB", "Хан, Ирина", None]},
    {"function": "PLACES", "arguments": [None, None]},
    {"function": "STANDINGS", "arguments": ["PTS, BH", None]},
    {"function": "EXPLAINTIEBREAK", "arguments": [10, None, None]},
    {"function": "CHECKTABLE", "arguments": []},
]


@functools.cache
def asked() -> dict[str, Any]:
    """What `windows.py` answers: the document's table as it stands, as whole columns, and with two bad cells."""
    table = tables.document()
    error, typo = tables.document(), tables.document()
    error[1][4], typo[1][4] = -2146826246, "8w½x"
    areas = [(table, 12, 12), (table, 2**20, 300), (error, 12, 12), (typo, 12, 12)]
    requests = [
        {**call, "rows": rows, "height": height, "used": used} for rows, height, used in areas for call in CALLS
    ]
    done = subprocess.run(
        [sys.executable, "-m", "tests.live.windows"],
        cwd=Path(__file__).parents[2],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        check=True,
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def expected(call: dict[str, Any]) -> list[list[object]]:
    result = FUNCTIONS[call["function"]].body(tables.document(), *call["arguments"])
    return result if isinstance(result, list) else [[result]]


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_generated_vba(function: Any) -> None:
    vba, wizard = asked()["vba"], asked()["wizard"][function.name]
    arguments = ", ".join(f"Optional {a.name}" if a.optional else a.name for a in function.arguments)
    names = ", ".join(a.name for a in function.arguments)
    assert f"Function {function.name}({arguments})\n" in vba
    assert f'{function.name} = XLPy.CallUDF("xl_tiebreak.excel", "{function.name}", Array({names}), Active' in vba
    assert f"failed:\n    {function.name} = Err.Description\n" in vba
    helps = {a.name: a.help for a in function.arguments}
    assert wizard == {"help": function.help, "category": "Tie-breaks", "arguments": helps}


def test_nothing_else_is_generated() -> None:
    assert re.findall(r"^Function (\w+)", asked()["vba"], re.MULTILINE) == sorted(FUNCTIONS)


@pytest.mark.parametrize("number", range(len(CALLS)), ids=[call["function"] for call in CALLS])
def test_called_through_xlwings(number: int) -> None:
    call, n = CALLS[number], len(CALLS)
    assert asked()["calls"][number] == expected(call)
    assert asked()["calls"][n + number] == expected(call)  # whole columns: only the rows in use are read
    for outcome, cell in ((asked()["calls"][2 * n + number], "#N/A"), (asked()["calls"][3 * n + number], "8w½x")):
        text = outcome if isinstance(outcome, str) else outcome[0][0]
        assert f"row 2, round 3: '{cell}'" in text
        assert "\n" not in text


def test_functions_are_put_into_the_add_in() -> None:
    (opened, path), (step, vba), *options, save, left, said = asked()["trusted"]
    assert (opened, path, step, save, left, said) == ("open", "xl_tiebreak.xlam", "import", ["save"], ["quit"], None)
    assert asked()["vba"] in vba
    assert [option[1] for option in options] == [f"'xl_tiebreak.xlam'!{name}" for name in sorted(FUNCTIONS)]
    for _, macro, text, category, arguments in options:
        function = FUNCTIONS[macro.partition("!")[2]]
        assert (text, category) == (function.help, "Tie-breaks")
        assert arguments == [argument.help for argument in function.arguments]


def test_excel_that_distrusts_us_is_explained() -> None:
    *steps, said = asked()["distrusted"]
    assert steps == [["open", "xl_tiebreak.xlam"], ["quit"]]  # nothing saved, and Excel does not stay open
    assert "tick 'Trust access to the VBA project object model'" in said


# --- names


def is_cell(name: str) -> bool:
    """Whether Excel reads a name as a cell: A1 to XFD1048576, or in the R1C1 way of writing."""
    match = re.fullmatch(r"([A-Z]{1,3})(\d{1,7})", name, re.IGNORECASE)
    if match:
        column = functools.reduce(lambda n, letter: n * 26 + ord(letter) - 64, match[1].upper(), 0)
        if column <= 16384 and 1 <= int(match[2]) <= 1048576:
            return True
    return re.fullmatch(r"R\d*(C\d*)?|C\d*", name, re.IGNORECASE) is not None


def refused(name: str) -> str:
    """Why a name cannot be a function's in every host, or nothing."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{2,127}", name):
        return "a letter, then letters, digits and _, three or more"
    if is_cell(name):
        return "a cell"
    if name.upper() in BUILT_IN:
        return "a built-in function"
    return ""


BUILT_IN = frozenset(
    [
        "MEDIAN",
        "RANK",
        "SUM",
        "COUNT",
        "SORT",
        "FILTER",
        "INDEX",
        "MATCH",
        "LOOKUP",
        "LARGE",
        "SMALL",
        "ROW",
        "ROWS",
        "COLUMN",
        "PERCENTILE",
        "TREND",
    ]
)
"""Some; LibreOffice's full list is asked in `test_calc`."""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_name_is_possible_in_every_host(name: str) -> None:
    assert refused(name) == ""
    assert name == name.upper()  # Office.js writes them so; then all hosts agree


@pytest.mark.parametrize(
    "name",
    ["SB", "BH1", "BHC1", "TB1", "AOB1", "SOS2", "XFD1048576", "R1", "RC", "R1C1", "3PTS", "MEDIAN", "TB.BH"],
)
def test_impossible_name_is_caught(name: str) -> None:
    assert refused(name)


@pytest.mark.parametrize("name", ["XFE1", "ABCD1", "ROUND_1", "BUCHHOLZ2000", "AAA1048577"])
def test_possible_name_passes(name: str) -> None:
    assert refused(name) == ""


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_arguments_and_helps_fit_every_host(function: Any) -> None:
    optional = [a.optional for a in function.arguments]
    assert optional == sorted(optional)  # those that may be left out stand last
    assert function.arguments[0].is_range
    for thing in (function, *function.arguments):
        assert 0 < len(thing.help) <= 255
        assert 0 < len(thing.help_ru) <= 255
        assert re.search("[а-я]", thing.help_ru)
    assert all(a.name != "caller" and refused(a.name + "___") == "" for a in function.arguments)
