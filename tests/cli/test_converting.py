"""``convert``, and ``show`` and ``check`` on files that are no Excel workbooks."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


def test_convert_says_what_it_wrote(run: Run, dmitrov: Path) -> None:
    done = run("convert", dmitrov, "-o", "table.trf", "--chain", "PTS, BH")
    assert (done.status, done.err) == (0, "")
    assert done.out == ("table.trf: Группа Е!A1:M12: 11 players, 9 rounds, Swiss, FIDE 1998, chain PTS, BH\n")
    lines = Path("table.trf").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "012 dmitrov2008"
    assert sum(line.startswith("001") for line in lines) == 11


def test_show_and_check_take_a_trf(run: Run, dmitrov: Path) -> None:
    run("convert", dmitrov, "-o", "table.trf")
    done = run("show", "table.trf")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("table.trf, lines 7-17: 11 players, 9 rounds, Swiss, FIDE 1998, chain ")
    table = json.loads(run("check", "table.trf", "--json").out)
    assert (table["layout"], table["sheet"], table["range"], table["problems"]) == ("trf", None, None, [])
    assert table["players"][0] == {
        "number": "10",
        "name": "Невский, Ярослав",
        "row": 16,
        "points": 7.5,
        "place": "1",
        "tiebreaks": {"BH": 46.0, "BH-CX": None, "SB": 33.25},
        "decided_by": "BH",
    }


def test_explain_takes_a_csv(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table = "No;Name;1;2;Pts\n1;Khan;2w1;+;2\n2;Lee;1b0;3w1;1\n3;Kim;+;2b0;1\n"
    Path("table.csv").write_text(table, encoding="utf-8")
    done = run("explain", "table.csv", "Khan", "BH", "--rules", "2009")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[0] == "no. 1 Khan: Buchholz (FIDE 2009)"
    assert done.out.splitlines()[-1] == "  Sum: 1 + 1 = 2"


def test_readme_shows_what_the_commands_print(
    run: Run, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    readme = (root / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```\w*\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    (table,) = (block for block in blocks if block.startswith("No;Name"))
    (session,) = (block for block in blocks if block.startswith("$ "))
    Path("open.csv").write_text(table, encoding="utf-8")
    commands = re.findall(r"^\$ xl-tiebreak (.*)\n((?:(?!\$ ).*\n)*)", session, re.MULTILINE)
    assert [words.split()[0] for words, _ in commands] == ["check", "convert"]
    for words, printed in commands:
        done = run(*words.split())
        assert (done.status, done.out) == (0, printed)


def test_convert_for_programs(run: Run, dmitrov: Path) -> None:
    table = json.loads(run("convert", dmitrov, "-o", "table.trf", "--json").out)
    assert (table["written"], len(table["players"])) == ("table.trf", 11)


def test_convert_that_fails_writes_nothing(run: Run, dmitrov: Path) -> None:
    done = run("convert", dmitrov, "-o", "table.csv")
    assert (done.status, done.err) == (
        2,
        "error: 'table.csv' must end in .xlsx or .trf, which say what to write\n",
    )
    assert run("convert", dmitrov).status == 2
    assert {path.name for path in Path().iterdir()} == {"dmitrov2008.xlsx"}
