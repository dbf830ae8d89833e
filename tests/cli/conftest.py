"""Running the command line in this process, and workbooks to run it on."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from xl_tiebreak.cli import main


@dataclass(frozen=True)
class Done:
    """What a run of the command line left: exit status, standard output, standard error."""

    status: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """``run("show", path)`` as if typed."""

    def type_in(*words: object) -> Done:
        monkeypatch.setattr(sys, "argv", ["xl-tiebreak", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main()
        code = left.value.code
        return Done(code if isinstance(code, int) else int(code is not None), *capsys.readouterr())

    return type_in


@pytest.fixture
def dmitrov(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the document's table, in the current folder."""
    monkeypatch.chdir(tmp_path)
    path = Path("dmitrov2008.xlsx")
    path.write_bytes((root / "tests/sheets/dmitrov2008.xlsx").read_bytes())
    return path


@pytest.fixture
def changed(dmitrov: Path) -> Callable[..., Path]:
    """The document's table with other contents of some cells: ``changed(D7="8w½x")``."""

    def make(prepare: Callable[[Worksheet], Any] = lambda sheet: None, **cells: Any) -> Path:
        book = load_workbook(dmitrov)
        for name, value in cells.items():
            book.active[name] = value
        prepare(book.active)
        book.save("changed.xlsx")
        return Path("changed.xlsx")

    return make
