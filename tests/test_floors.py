"""The architecture as a test: which module may import which, and where a choice of edition may stand.

Imports are read with `ast`, wherever they stand in a module: at its top, in a function, under `TYPE_CHECKING`, or as
`import_module("…")`.
"""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "xl_tiebreak"


@dataclass(frozen=True)
class Room:
    """Where a module (or a package with all its modules) stands: it imports only from floors below its own."""

    floor: int
    uses: frozenset[str] = frozenset()  # third-party packages it may import; all others are refused, NumPy everywhere
    never: frozenset[str] = frozenset()  # modules below that it must not import all the same


FILES = frozenset({"openpyxl", "lxml", "python_calamine", "formualizer", "xlsxwriter"})
READERS = frozenset({"crosstable"})
RULES = frozenset({"editions", "terms", "unplayed"})
HOUSE = {
    "errors": Room(0),
    "about": Room(0),
    "address": Room(0),
    "ranges": Room(0),
    "signatures": Room(0),
    "package": Room(1),
    "model": Room(1),
    "editions": Room(2),
    "terms": Room(3),
    "unplayed": Room(4),
    "wording": Room(4),
    "tiebreaks": Room(5),
    "crosstable": Room(5, never=RULES),  # a file reads the same under every edition
    "players": Room(2),
    "standings": Room(6, never=READERS),  # rules know nothing of spreadsheets
    "headings": Room(6),
    "explain": Room(7),
    "printed": Room(6),
    "audit": Room(7),
    "functions": Room(8),
    "workbook": Room(9, uses=FILES),
    "__init__": Room(9),
    "excel": Room(9, uses=frozenset({"xlwings"})),
    # LibreOffice's own Python brings these, and the add-in the last two
    "libreoffice": Room(
        9, uses=frozenset({"uno", "unohelper", "com", "org", "xl_tiebreak_calc", "xl_tiebreak_calc_table"})
    ),
    "templates": Room(9, uses=FILES),
    "addin": Room(9, uses=frozenset({"xlwings", "pywintypes"})),  # pywin32 comes with xlwings on Windows
    "lambdas": Room(9),
    "lite": Room(9),
    "install": Room(10),
    "cli": Room(11, uses=frozenset({"typer", "rich"})),
    "__main__": Room(12),
}

EDITION_ID = re.compile(r"fide\d{4}|ru_note|raw|uscf|go")


def imports(path: PurePosixPath, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and absolute dotted name of everything that the module at `path` (inside the package) imports."""
    home = [PACKAGE, *path.parent.parts]
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = home[: len(home) + 1 - level] if level else []
                base = base + ([module] if module else [])
                yield from ((node.lineno, ".".join([*base, alias.name])) for alias in names)
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                level = len(name) - len(name.lstrip("."))
                base = home[: len(home) + 1 - level] if level else []
                yield node.lineno, ".".join([*base, name.lstrip(".")])


def room_of(parts: tuple[str, ...] | list[str]) -> str:
    """The room that dotted parts below the package belong to; a name that is no module is the public face's."""
    return parts[0] if parts and parts[0] in HOUSE else "__init__"


def wrong_imports(path: str, source: str) -> list[str]:
    """Every import of the module at `path` (inside the package) that the floors forbid, one line each."""
    where = PurePosixPath(path)
    name = where.parts[0].removesuffix(".py")
    if name not in HOUSE:
        return [f"{path}: stands on no floor; give it a room in HOUSE"]
    room, found = HOUSE[name], []
    for line, target in imports(where, ast.parse(source)):
        top, *rest = target.split(".")
        if top == PACKAGE:
            other = room_of(rest)
            if other != name and HOUSE[other].floor >= room.floor:
                found.append(f"{path}:{line}: {name} imports {other}, which does not stand below it")
            elif other in room.never:
                found.append(f"{path}:{line}: {name} never imports {other}")
        elif top not in sys.stdlib_module_names and top not in room.uses:
            found.append(f"{path}:{line}: {name} must not use {top}")
    return found


def names_edition(node: ast.expr) -> bool:
    """Whether an operand is one edition rather than one of its choices: `"fide1998"`, `FIDE1998`, `edition.id`, …"""
    match node:
        case ast.Constant(value=str(text)):
            return EDITION_ID.fullmatch(text) is not None
        case ast.Attribute(value=ast.Name(id=owner) | ast.Attribute(attr=owner), attr="id" | "year"):
            return owner in {"edition", "rules"}
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name == "edition" or (name.isupper() and EDITION_ID.fullmatch(name.lower()) is not None)
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            return any(map(names_edition, elements))
    return False


def edition_choices(path: str, source: str) -> list[str]:
    """Every comparison with one particular edition, which only `editions.py` may make, one line each."""
    if path == "editions.py":
        return []
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare(left=left, comparators=[*others]):
                operands = [left, *others]
            case ast.match_case(pattern=pattern):
                operands = [value.value for value in ast.walk(pattern) if isinstance(value, ast.MatchValue)]
            case _:
                continue
        absent = any(isinstance(operand, ast.Constant) and operand.value is None for operand in operands)
        if not absent and any(map(names_edition, operands)):
            found.append(f"{path}:{operands[0].lineno}: asks which edition it is; make that a choice in Edition")
    return found


MODULES = sorted(path.relative_to(ROOT / PACKAGE).as_posix() for path in (ROOT / PACKAGE).rglob("*.py"))


@pytest.mark.parametrize("path", MODULES)
def test_module_keeps_to_its_floor(path: str) -> None:
    source = (ROOT / PACKAGE / path).read_text(encoding="utf-8")
    assert wrong_imports(path, source) == []
    assert edition_choices(path, source) == []


@pytest.mark.parametrize(
    ("path", "source", "complaint"),
    [
        ("model.py", "from xl_tiebreak.standings import rank", "model imports standings"),
        ("model.py", "from .editions import DEFAULT", "model imports editions"),
        ("model.py", "from xl_tiebreak import cli", "model imports cli"),
        ("model.py", "from . import standings as s", "model imports standings"),
        ("model.py", "import xl_tiebreak.cli.fill", "model imports cli"),
        ("standings.py", "from xl_tiebreak import BUCHHOLZ", "standings imports __init__"),
        ("tiebreaks/record.py", "from ..crosstable import grid", "tiebreaks imports crosstable"),
        ("tiebreaks/__init__.py", "def f():\n    from ..functions import FUNCTIONS", ":2: tiebreaks imports functions"),
        (
            "functions.py",
            "import importlib as i\ni.import_module('.workbook', __package__)",
            "functions imports workbook",
        ),
        ("crosstable/swiss.py", "from xl_tiebreak.editions import DEFAULT", "crosstable never imports editions"),
        ("crosstable/swiss.py", "from ..unplayed import adjusted", "crosstable never imports unplayed"),
        ("standings.py", "from .crosstable import read", "standings never imports crosstable"),
        ("functions.py", "import xlwings as xw", "must not use xlwings"),
        ("functions.py", "import openpyxl.utils", "must not use openpyxl"),
        ("crosstable/grid.py", "if True:\n    from lxml import etree", ":2: crosstable must not use lxml"),
        ("excel.py", "from python_calamine import CalamineWorkbook", "must not use python_calamine"),
        ("audit.py", "import importlib\nimportlib.import_module('formualizer')", "must not use formualizer"),
        ("install.py", "import xlsxwriter", "must not use xlsxwriter"),
        ("templates.py", "import typer", "must not use typer"),
        ("workbook/summary.py", "from rich.table import Table", "must not use rich"),
        ("workbook/reader.py", "import numpy as np", "must not use numpy"),
        ("cli.py", "__import__('numpy')", "must not use numpy"),
        ("utils.py", "", "stands on no floor"),
        ("helpers/text.py", "", "stands on no floor"),
    ],
)
def test_wrong_import_is_caught(path: str, source: str, complaint: str) -> None:
    (found,) = wrong_imports(path, source)
    assert complaint in found


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("errors.py", "from __future__ import annotations\nimport dataclasses, collections.abc"),
        ("tiebreaks/opponents.py", "from .record import wins\nfrom ..unplayed import adjusted\nfrom . import national"),
        ("crosstable/swiss.py", "from xl_tiebreak.model import Kind\nfrom xl_tiebreak.errors import InputError"),
        ("workbook/writer.py", "import openpyxl\nfrom lxml import etree"),
        ("excel.py", "import xlwings as xw\nfrom .functions import FUNCTIONS"),
        ("libreoffice/component.py", "import uno\nfrom com.sun.star.lang import XServiceInfo"),
        ("cli.py", "import typer\nfrom xl_tiebreak import BUCHHOLZ\nfrom xl_tiebreak.workbook import tables"),
        ("cli/fill.py", "from rich.progress import Progress\nfrom .common import chain"),
        ("__main__.py", "from xl_tiebreak.cli import main"),
    ],
)
def test_right_import_passes(path: str, source: str) -> None:
    assert wrong_imports(path, source) == []


@pytest.mark.parametrize(
    "source",
    [
        "if edition.id == 'fide1998': pass",
        "x = 1 if name != 'ru_note' else 2",
        "while rules in ('fide2009', 'fide2022'): pass",
        "assert self.edition.id in known",
        "y = edition is FIDE2026",
        "z = edition == editions.RU_NOTE",
        "if edition.year >= 2023: pass",
        "match edition.id:\n    case 'fide2024' | 'fide2026': pass",
    ],
)
def test_choice_by_edition_is_caught(source: str) -> None:
    assert len(edition_choices("unplayed.py", source)) == 1
    assert edition_choices("editions.py", source) == []


@pytest.mark.parametrize(
    "source",
    [
        "if edition is None: edition = DEFAULT",
        "if edition.own_round is OwnRound.SELF: pass",
        "if raw == '': pass",
        "show(rules='fide1998')",
        "match cell:\n    case '+' | '-': pass",
    ],
)
def test_asking_for_a_choice_passes(source: str) -> None:
    assert edition_choices("unplayed.py", source) == []


def test_importing_the_package_loads_nothing_from_third_parties() -> None:
    program = f"import sys; before = set(sys.modules); import {PACKAGE}; print(*sorted(set(sys.modules) - before))"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert PACKAGE in loaded
    assert loaded - sys.stdlib_module_names == {PACKAGE}
