"""The wheel in Pyodide, in Node and offline: what xlwings Lite runs on Windows, Mac and the web."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from xl_tiebreak import excel
from xl_tiebreak.editions import EDITIONS

from . import tables

HERE, ROOT = Path(__file__).parent, Path(__file__).parents[2]
CACHE = ROOT / ".cache/pyodide"
"""Where tests/run.sh puts the npm package `pyodide` and the pure wheel of xlwings."""
ALONE = {"U": "+", "F": "+", "H": "½", "Z": "-"}


@pytest.fixture(scope="session")
def pyodide() -> list[str]:
    """The command that runs the program in Pyodide, up to our own wheel."""
    node, module = shutil.which("node"), CACHE / "node_modules/pyodide"
    wheels = sorted((CACHE / "wheels").glob("xlwings-*-none-any.whl"))
    if node and module.is_dir() and wheels:
        return [node, str(HERE / "pyodide_run.mjs"), str(module), str(HERE / "pyodide_program.py"), str(wheels[-1])]
    reason = "Node, the npm package pyodide or the wheel of xlwings is missing; tests/run.sh installs them"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our own wheel, built from the sources as they are."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def golden_requests(shared: Path) -> list[tuple[str, list[Any]]]:
    """Every value of the worked examples as a call on a table in the layout of the documents."""
    requests: list[tuple[str, list[Any]]] = []
    for case in json.loads((shared / "golden/worked.json").read_text(encoding="utf-8"))["cases"]:
        table: list[list[Any]] = [["№", "Фамилия Имя", *range(1, case["rounds"] + 1), "Оч", "М"]]
        for number, cells in case["cells"].items():
            table.append(
                [int(number), f"Игрок {number}", *(written(cell, case["system"]) for cell in cells), None, None]
            )
        for rules in case["values"]:
            system = f"{rules}:{case['system']}"
            assert rules in EDITIONS
            requests += [("TIEBREAK", [table, code, None, system]) for code in case["values"][rules]]
        for places in case["places"]:
            requests.append(("PLACES", [table, places["chain"], f"{places['rules']}:{case['system']}"]))
    return requests


def written(cell: str, system: str) -> str | None:
    """A golden cell in the documents' notation; a free round of a round robin is blank."""
    if cell == "Z" and system == "rr":
        return None
    return ALONE.get(cell) or cell.replace("=", "½")


def here(name: str, arguments: list[Any]) -> Any:
    """What CPython answers."""
    try:
        return getattr(excel, name)(*arguments)
    except ValueError as error:
        return f"{type(error).__name__}: {error}"


def test_same_values_as_in_cpython(
    pyodide: list[str], wheel: Path, shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tables.document()
    broken = [[cell if cell != "8w½" else "8w½x" for cell in row] for row in table]
    zeros = [[cell if cell is not None else 0 for cell in row] for row in table]  # how blank cells may arrive there
    requests = golden_requests(shared)
    golden = len(requests)
    asked = ("BUCHHOLZ", "STANDINGS", "CHECKTABLE")
    requests += [(name, [rows]) for rows in (table, broken, zeros) for name in asked]
    requests += [("EXPLAINTIEBREAK", [table, 10]), ("BUCHHOLZ", [table + [[0] * 13] * 100_000])]
    command = [*pyodide, str(wheel)]
    done = subprocess.run(command, input=json.dumps(requests), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    answer = json.loads(done.stdout)
    for request, there in zip(requests, answer["answers"], strict=True):
        assert there == json.loads(json.dumps(here(*request))), request
    values = sum(len(rows) - 1 for rows in answer["answers"][:golden])
    before, after = (size / 2**20 for size in answer["heap"])
    with capsys.disabled():
        print(f"\nPyodide, Python {answer['python']}, xlwings {answer['xlwings']}: {values} values as in CPython")
        print(f"boot {answer['boot']:.1f} s, import {answer['import']:.2f} s, all calls {answer['calls']:.2f} s")
        print(f"heap {before:.0f} MB before the import, {after:.0f} MB after the calls")
    assert answer["platform"] == "emscripten"
    assert answer["others"] == []
    assert golden > 500
    assert values > 5_000
