"""``new``: templates of any size from the command line."""

import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from xl_tiebreak.templates import new

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("words", "file", "told", "same_as"),
    [
        (["swiss"], "swiss.xlsx", "24 players, 9 rounds", ("swiss", 24, 9)),
        (["round-robin"], "round-robin.xlsx", "10 players, 1 cycle", ("rr", 10)),
        (
            ["swiss", "--players", "11", "--rounds", "5", "--language", "RU", "-o", "турнир.xlsx"],
            "турнир.xlsx",
            "11 players, 5 rounds",
            ("swiss", 11, 5, "ru"),
        ),
        (
            ["RR", "--players", "6", "--cycles", "2", "--style", "functions", "--out", "double.xlsx"],
            "double.xlsx",
            "6 players, 2 cycles",
            ("rr", 6, 9, "en", 2, "functions"),
        ),
    ],
)
def test_template_is_what_the_builder_makes(
    run: Run, words: list[str], file: str, told: str, same_as: tuple[Any, ...]
) -> None:
    done = run("new", *words)
    assert (done.status, done.out, done.err) == (0, f"{file}: {told}\n", "")
    assert Path(file).read_bytes() == new(*same_as)


LONG, XLSX = "x" * 300 + ".xlsx", "a template is an .xlsx file; give it a name such as 'tournament.xlsx', not "


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["swis"], "unknown system 'swis'; did you mean swiss?"),
        (["swiss", "--players", "1"], "a Swiss template has 2 to 300 players, not 1"),
        (["round-robin", "--cycles", "3"], "a round robin template has 1 to 2 cycles, not 3"),
        (["swiss", "--language", "fr"], "there is no template in the language 'fr'; known are ru, en"),
        (["swiss", "--style", "vba"], "there is no template in the style 'vba'; known are formulas, functions"),
        (["swiss", "--cycles", "2"], "a Swiss has no cycles; leave --cycles out"),
        (["rr", "--rounds", "5"], "a round robin has as many rounds as it needs; leave --rounds out"),
        (["rr", "--for", "lambda"], "the LAMBDA names count a Swiss only; use --for lite, or an add-in"),
        (["swiss", "--for", "lite", "--style", "formulas"], "--for decides the style itself; leave --style out"),
        (["swiss", "-o", LONG], f"'{LONG}' cannot be written: File name too long"),
        *((["swiss", "-o", name], XLSX + f"'{name}'") for name in ("club.ods", "club.xls", "club", ".")),
    ],
)
def test_what_does_not_fit_is_refused(run: Run, words: list[str], sentence: str) -> None:
    done = run("new", *words)
    assert (done.status, done.out, done.err) == (2, "", f"error: {sentence}\n")
    assert not list(Path().iterdir())


def test_a_file_is_never_overwritten(run: Run) -> None:
    Path("swiss.xlsx").write_text("a running tournament")
    done = run("new", "swiss")
    assert (done.status, done.err) == (2, "error: 'swiss.xlsx' exists already; choose another name with -o\n")
    assert Path("swiss.xlsx").read_text() == "a running tournament"


def test_a_folder_is_made(run: Run) -> None:
    assert run("new", "swiss", "--players", 6, "-o", "2026/may/swiss.xlsx").status == 0
    assert Path("2026/may/swiss.xlsx").is_file()


def formulas(path: str) -> str:
    """All formulas of the sheets, one after another."""
    with zipfile.ZipFile(path) as file:
        sheets = [file.read(name).decode() for name in file.namelist() if name.startswith("xl/worksheets/sheet")]
    return "\n".join(formula for sheet in sheets for formula in re.findall(r"<f[^>]*>([^<]*)</f>", sheet))


def test_functions_for_each_host(run: Run, check_xlsx: Callable[[Path], None]) -> None:
    for name, options in {
        "own": ("--style", "functions"),
        "lite": ("--for", "lite"),
        "lambda": ("--for", "lambda"),
    }.items():
        assert run("new", "swiss", "--players", 6, *options, "-o", f"{name}.xlsx").status == 0
        check_xlsx(Path(f"{name}.xlsx"))
    assert "INDEX(BUCHHOLZ(" in formulas("own.xlsx")
    assert "INDEX(_xldudf_BUCHHOLZ(" in formulas("lite.xlsx")
    assert re.search(r"(?<!_)\bBUCHHOLZ\(", formulas("lite.xlsx")) is None
    assert "xl/webextensions/webextension1.xml" in zipfile.ZipFile("lite.xlsx").namelist()
    assert "BUCHHOLZ" in load_workbook("lambda.xlsx").defined_names
    assert "BUCHHOLZ(" not in formulas("lambda.xlsx")
