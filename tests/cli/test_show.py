"""``show`` and ``check``: what people and programs are told about a table."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
Changed = Callable[..., Path]


def test_ranking(run: Run, dmitrov: Path) -> None:
    done = run("show", dmitrov)
    assert (done.status, done.err) == (0, "")
    first, titles, _, *rows = done.out.splitlines()
    assert first == (
        "dmitrov2008.xlsx, Группа Е!A1:M12: 11 players, 9 rounds, Swiss, FIDE 1998, chain PTS, BH, BH-CX, SB"
    )
    assert titles.split() == [
        "Место",
        "№",
        "Участник",
        "Очки",
        "Бухгольц",
        "Посл.",
        "усечение",
        "Бергер",
        "Решено",
        "по",
    ]
    assert len(rows) == 11
    assert rows[0].split() == ["1", "10", "Невский,", "Ярослав", "7,5", "46,0", "33,25", "BH"]
    assert rows[1].split() == ["2", "8", "Веселов,", "Иван", "7,5", "40,5", "33,00", "BH"]


def test_chain_that_leaves_a_tie(run: Run, dmitrov: Path) -> None:
    lines = run("show", dmitrov, "--chain", "PTS, BH, BH-CX", "--language", "en").out.splitlines()
    assert " ".join(lines[1].split()) == "Place no. Name Points Buchholz Truncated while tied Decided by"
    assert " ".join(line.split()[0] for line in lines[3:]) == "1 2 3 4 5 6-7 6-7 8 9 10 11"


def test_json_has_the_form_of_the_design(run: Run, dmitrov: Path) -> None:
    done = run("show", dmitrov, "--json", "--chain", "BH, BH-CX")
    assert (done.status, done.err) == (0, "")
    table = json.loads(done.out)
    players = table.pop("players")
    assert table == {
        "file": "dmitrov2008.xlsx",
        "sheet": "Группа Е",
        "range": "A1:M12",
        "layout": "swiss",
        "system": "swiss",
        "dialect": "document",
        "opponents": "number",
        "rules": "fide1998",
        "chain": ["PTS", "BH", "BH-CX"],
        "scoring": [1, 0.5, 0],
        "rounds": 9,
        "counts": {
            "games": 45,
            "full_byes": 9,
            "half_byes": 0,
            "zero_byes": 0,
            "forfeit_wins": 0,
            "forfeit_losses": 0,
            "pending": 0,
        },
        "problems": [],
        "printed": [],
    }
    assert players[0] == {
        "number": "10",
        "name": "Невский, Ярослав",
        "row": 2,
        "points": 7.5,
        "place": "1",
        "tiebreaks": {"BH": 46.0, "BH-CX": None},
        "decided_by": "BH",
    }
    assert [(p["number"], p["place"], p["decided_by"]) for p in players[5:7]] == [
        ("3", "6-7", None),
        ("4", "6-7", None),
    ]
    assert [p["row"] for p in players] == list(range(2, 13))


def test_json_where_errors_block_the_result(run: Run, changed: Changed) -> None:
    done = run("show", changed(D7="8w½x"), "--json")
    table = json.loads(done.out)
    assert done.status == 1
    assert (table["players"], table["system"], table["counts"]) == ([], None, None)
    assert table["chain"] == ["PTS", "BH", "BH-CX", "SB"]
    assert table["problems"] == [
        {
            "cell": "D7",
            "cells": ["D7"],
            "code": "unreadable",
            "severity": "error",
            "message": "'8w½x' is not a result; write opponent, colour and result, such as 8w½",
        }
    ]


def test_json_of_several_tables_is_a_list(run: Run, changed: Changed) -> None:
    def copy(sheet: Any) -> None:
        second = sheet.parent.copy_worksheet(sheet)
        second.title = "Группа Ж"
        second["A3"] = 88

    path = changed(copy)
    done = run("show", path, "--json")
    assert done.status == 1
    assert [(t["sheet"], len(t["players"])) for t in json.loads(done.out)] == [("Группа Е", 11), ("Группа Ж", 0)]
    one = run("show", path, "--json", "--sheet", "группа е")
    assert (one.status, json.loads(one.out)["sheet"]) == (0, "Группа Е")
    assert run("show", path).err.startswith("Группа Ж!A1:M12: error: ")


def test_json_without_a_table_is_an_empty_list(run: Run, changed: Changed) -> None:
    done = run("show", changed(lambda sheet: sheet.delete_rows(1, 20)), "--json")
    assert (done.status, json.loads(done.out)) == (1, [])


def test_range_system_and_options(run: Run, dmitrov: Path) -> None:
    for words in (["--range", "A1:M12"], ["--range", "'Группа Е'!a1:$M$12"]):
        table = json.loads(run("show", dmitrov, "--json", *words, "--rules", "1998:selfdraw", "--system", "RR").out)
        assert (table["range"], table["rules"], table["system"]) == ("A1:M12", "fide1998:rr:selfdraw", "rr")
        assert table["chain"] == ["PTS", "SB", "WIN", "DE"]


def test_range_on_one_of_several_sheets(run: Run, changed: Changed) -> None:
    path = changed(lambda sheet: sheet.parent.create_sheet("Призы"))
    done = run("show", path, "--range", "A1:M12")
    assert (done.status, done.err) == (
        2,
        "error: the workbook has the sheets 'Группа Е', 'Призы'; say with --sheet which one A1:M12 is on\n",
    )
    assert run("show", path, "--range", "A1:M12", "--sheet", "Группа Е").status == 0


def test_check_says_what_was_read_and_what_is_printed(run: Run, changed: Changed) -> None:
    done = run("check", changed(L5=6.5, N1="Бухгольц", N2=46, N3=40.5, N4=42, O1="Победы", O2=6))
    assert done.status == 0
    assert done.out.splitlines()[1:] == [
        "  opponents are given by number; 11 of 11 rows consistent, points equal in 10 of 11",
        "  warning: L5: '6.5' is printed, but the rounds add up to 6; correct the points or a result",
        "  column N, Бухгольц: nearest is Buchholz (BH), FIDE 1998 or Russian practice: 2 of 3",
        "    N4: 42 is printed, computed 42.5: № 1 Белов, Георгий: Бухгольц (ФИДЕ 1998) = 42,5: 7 (№ 10) + 5 (№ 4) + "
        "0,5 (№ 6) + 7,5 (№ 8) + 3,5 (№ 11) + 5 (№ 3) + 5,5 (№ 2) + 5,5 (сам с собой) + 3 (№ 7)",
        "  column O, Победы: nearest is Wins (WIN), any rules: 0 of 1",
        "    O2: 6 is printed, computed 7: № 10 Невский, Ярослав: Победы (ФИДЕ 1998) = 7: 0 (№ 1) + 1 (сам с собой) + "
        "0 (№ 8) + 1 (№ 9) + 1 (№ 4) + 1 (№ 2) + 1 (№ 5) + 1 (№ 3) + 1 (№ 11)",
    ]


def test_check_for_programs(run: Run, changed: Changed) -> None:
    path = changed(N1="Бухгольц", N2=46, N3=40.5, N4=42)
    assert json.loads(run("check", path, "--json").out)["printed"] == [
        {
            "column": "N",
            "heading": "Бухгольц",
            "code": "BH",
            "rules": [],
            "agree": 2,
            "of": 3,
            "also": [],
            "nearest": [{"code": "BH", "rules": ["fide1998", "ru_note"], "cells": ["N4"]}],
            "differ": [
                {
                    "number": "1",
                    "name": "Белов, Георгий",
                    "cell": "N4",
                    "printed": 42,
                    "computed": 42.5,
                    "rules": "fide1998",
                }
            ],
        }
    ]


def test_check_names_the_rules_that_fit(run: Run, changed: Changed) -> None:
    path = changed(N1="Бухгольц", N2=42.5, O1="Победы", O2=7)
    assert run("check", path).out.splitlines()[2:] == [
        "  no problems",
        "  column N, Бухгольц = Buchholz (BH), FIDE 2009: 1 of 1",
        "  column O, Победы = Wins (WIN), any rules: 1 of 1",
    ]


def test_check_lists_every_error_and_gives_1(run: Run, changed: Changed) -> None:
    done = run("check", changed(**{f"C{row}": "?!" for row in range(2, 13)}))
    assert done.status == 1
    assert done.out.count("\n  error: C") == 11
    shown = run("show", changed(**{f"C{row}": "?!" for row in range(2, 13)}))
    assert shown.err.count("error: C") == 10
    assert shown.err.endswith("\n1 more; `check` lists every one\n")


@pytest.mark.parametrize("name", ["[bold]Белов[/bold] :smile:", "=cmd()"])
def test_names_are_printed_as_they_stand(name: str, run: Run, changed: Changed) -> None:
    def put(sheet: Any) -> None:
        sheet["B2"] = name
        sheet["B2"].data_type = "s"

    assert name in run("show", changed(put)).out


def test_piped_output_is_plain_and_whole(dmitrov: Path, root: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(root), "COLUMNS": "40", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "xl_tiebreak", "show", dmitrov]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", check=True)
    assert "\x1b" not in done.stdout
    assert "Федорова, Анастасия" in done.stdout


def test_console_without_cyrillic_shows_marks(dmitrov: Path, root: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(root), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "xl_tiebreak", "show", dmitrov]
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert b"???????, ???????" in done.stdout
    table = subprocess.run([*command, "--json"], env=environment, capture_output=True, check=True)
    assert json.loads(table.stdout)["players"][0]["name"] == "Невский, Ярослав"


def test_command_line_starts_without_openpyxl(root: Path) -> None:
    program = "import sys, xl_tiebreak.cli; print(*sys.modules)"
    environment = os.environ | {"PYTHONPATH": str(root)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert {"openpyxl", "xlsxwriter", "xlwings", "lxml"}.isdisjoint(done.stdout.split())
