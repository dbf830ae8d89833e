"""``explain``, ``codes``, ``functions`` and ``rules``."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from xl_tiebreak.editions import EDITIONS, OPTIONS
from xl_tiebreak.functions import FUNCTIONS
from xl_tiebreak.tiebreaks import REGISTRY
from xl_tiebreak.wording import described

Run = Callable[..., Any]


def test_explanation_adds_up(run: Run, dmitrov: Path) -> None:
    done = run("explain", dmitrov, "10", "BH")
    assert (done.status, done.err) == (0, "")
    title, *rounds, total = done.out.splitlines()
    assert title == "№ 10 Невский, Ярослав: Бухгольц (ФИДЕ 1998)"
    assert len(rounds) == 9
    terms = [float(re.search(r"— (\d+(?:,\d+)?)", line)[1].replace(",", ".")) for line in rounds]  # type: ignore[index]
    assert terms == [5.5, 7, 7.5, 1.5, 5, 5.5, 5.5, 5, 3.5]
    assert sum(terms) == 46
    assert total == "  Сумма: 5,5 + 7 + 7,5 + 1,5 + 5 + 5,5 + 5,5 + 5 + 3,5 = 46"


def test_explanation_by_name_in_english_of_the_whole_chain(run: Run, dmitrov: Path) -> None:
    done = run("explain", dmitrov, "веселов,  иван", "--language", "en", "--rules", "2009")
    blocks = done.out.split("\n\n")
    assert [block.splitlines()[0] for block in blocks] == [
        "no. 8 Веселов, Иван: Buchholz (FIDE 2009)",
        "no. 8 Веселов, Иван: Truncated while tied (FIDE 2009)",
        "no. 8 Веселов, Иван: Berger (FIDE 2009)",
    ]
    assert blocks[0].endswith("= 40.5")


def test_explanation_for_programs(run: Run, dmitrov: Path) -> None:
    told = json.loads(run("explain", dmitrov, "10", "bh", "--json").out)
    assert (told["number"], told["name"], told["code"], told["value"]) == ("10", "Невский, Ярослав", "BH", 46)
    assert len(told["lines"]) == 9
    assert len(json.loads(run("explain", dmitrov, "10", "--json").out)) == 3


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["99"], "no player '99' in the table; give a number or a whole name"),
        (["хан"], "no player 'хан' in the table; did you mean Хан, Ирина or Хан, Оксана?"),
        (["10", "BHX"], "unknown tie-break 'BHX'; did you mean BH-CX?"),
        (["10", "STD"], "fide1998 does not know STD; write STD@2026 or choose other rules"),
    ],
)
def test_what_cannot_be_explained(words: list[str], sentence: str, run: Run, dmitrov: Path) -> None:
    done = run("explain", dmitrov, *words)
    assert (done.status, done.out, done.err) == (2, "", f"error: {sentence}\n")


def test_player_of_several_tables(run: Run, dmitrov: Path, changed: Callable[..., Path]) -> None:
    path = changed(lambda sheet: setattr(sheet.parent.copy_worksheet(sheet), "title", "Ж"))
    done = run("explain", path, "10", "BH")
    assert (done.status, done.err) == (
        2,
        "error: '10' stands in the tables Группа Е!A1:M12 and Ж!A1:M12; choose one with --sheet or --range\n",
    )
    assert run("explain", path, "10", "BH", "--sheet", "Ж").status == 0


def test_every_code_is_listed(run: Run) -> None:
    lines = run("codes").out.splitlines()
    for code, tiebreak in REGISTRY.items():
        assert any(line.split()[:1] == [code] and tiebreak.title_ru in line for line in lines)
    assert [one["code"] for one in json.loads(run("codes", "--json").out)] == list(REGISTRY)


def test_every_function_is_listed(run: Run) -> None:
    out = run("functions").out
    assert "\nBUCHHOLZ(table, [player], [rules]) " in out
    for name, function in FUNCTIONS.items():
        assert f"\n{name}(" in out
        assert function.help in out
    assert [one["name"] for one in json.loads(run("functions", "--json").out)] == list(FUNCTIONS)


def test_every_edition_is_listed_and_described(run: Run) -> None:
    out = run("rules").out
    assert "\nfide1998 (default) " in out
    for edition in EDITIONS.values():
        assert f"\n{edition.id} " in out
        told = run("rules", edition.id).out
        assert told.startswith(f"{edition.id}: {edition.title} / {edition.title_ru}")
        for system, treatment in (("swiss", edition.swiss), ("rr", edition.round_robin)):
            assert f" Cut-n and Median-n take away {treatment.cut.value}.\n" in told
            for row in described(edition, system):
                assert re.search(r" +".join(map(re.escape, row)), told)
        assert f"Sonneborn-Berger weighs a result {edition.weigh.value}." in told
    for option, meaning in OPTIONS.items():
        assert f"  {option}: {meaning}\n" in out
    assert [one["id"] for one in json.loads(run("rules", "--json").out)] == list(EDITIONS)
    assert json.loads(run("rules", "2024", "--json").out)["swiss"]["own"]["FORFEIT_WIN"] == "DUMMY"


def test_edition_in_words(run: Run) -> None:
    assert run("rules", "1998").out == run("rules", "fide1998").out
    lines = [" ".join(line.split()) for line in run("rules", "2024").out.splitlines()]
    assert "forfeit loss nothing the awarded result against a dummy with his own final score" in lines
    assert "free round the points it brought no term" in lines


def test_unknown_edition(run: Run) -> None:
    done = run("rules", "2010")
    assert (done.status, done.out) == (2, "")
    assert done.err == "error: unknown rules '2010'; known are 1998, 2009, 2022, 2023, 2024, 2026\n"
