"""Explanations: the terms are those of the value, and groups those of the chain."""

import re
from typing import Any

import pytest

from xl_tiebreak.crosstable import read
from xl_tiebreak.explain import explain
from xl_tiebreak.model import Tournament
from xl_tiebreak.standings import evaluate, rank

ALL_KINDS: list[list[Any]] = [
    ["No.", "Name", 1, 2, 3, 4],
    [1, "A", "4w1", "2b=", "3w1", "5b1"],
    [2, "B", "5w=", "1w=", "=", "6b1"],
    [3, "C", "6w1", "4b-", "1b0", "-"],
    [4, "D", "1b0", "3w+", "5w0", "="],
    [5, "E", "2b=", "6w1", "4b1", "1w0"],
    [6, "F", "3b0", "5b0", "+", "2w0"],
]
ROUND_ROBIN: list[list[Any]] = [
    ["№", "Имя", 1, 2, 3],
    [1, "А", "4b1", "3b½", "2w1"],
    [2, "Б", "3w1", "4b0", "1b0"],
    [3, "В", "2b0", "1w½", "4w1"],
    [4, "Г", "1w0", "2w1", "3b0"],
]


def tournament(rows: list[list[Any]]) -> Tournament:
    return read(rows).tournament_or_raise()


@pytest.mark.parametrize("code", ["BH", "BH-C1", "BH-M1", "SB", "SB-C1", "SH", "PS", "KS", "WIN", "SOB", "REP"])
@pytest.mark.parametrize("rules", ["fide1998", "ru_note", "fide2009", "fide2024", "fide2026", "raw"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_sum_is_the_value(code: str, rules: str, language: str) -> None:
    t = tournament(ALL_KINDS)
    values = evaluate(t, code, rules)
    for p, value in enumerate(values):
        told = explain(t, p, code, rules, language)
        assert told.value == value
        left, right = told.conclusion.replace(",", ".").replace("−", "-").split(": ")[1].split(" = ")
        terms = [float(sign.replace(" ", "") + term) for sign, term in re.findall(r"(- |-|)([\d.]+)", left)]
        assert sum(terms) == float(right) == value


def test_every_round_says_whose_score_and_why() -> None:
    told = explain(tournament(ALL_KINDS), 1, "BH-C1", "fide2024")
    assert told.lines == (
        "Round 1: no. 5 E, with White, 0.5 — 2.5",
        "Round 2: no. 1 A, with White, 0.5 — 3.5",
        "Round 3: half-point bye — 2.5 (dummy opponent with one's own score) — "
        "cut: a voluntary unplayed round goes first, C.07 article 16.5",
        "Round 4: no. 6 F, with Black, 1 — 1",
    )
    assert told.conclusion == "Sum: 2.5 + 3.5 + 1 = 7"


def test_several_unplayed_rounds_are_told_together() -> None:
    rows = [["No.", "Name", 1, 2, 3], [1, "A", "2w1", "3b1", "4w1"], [2, "B", "1b0", "-", "-"]]
    rows += [[3, "C", "4w1", "1w0", "-"], [4, "D", "3b0", "+", "1b0"]]
    told = explain(tournament(rows), 0)
    assert told.lines[0].endswith("(score 0, but unplayed rounds 2, 3 count 0.5 instead of 0)")


def test_a_group_is_that_of_the_chain() -> None:
    t = tournament(ROUND_ROBIN)
    standings = rank(t)
    assert standings.decided_by == ["PTS", "SB", "PTS", "SB"]
    chain = [str(item) for item in standings.chain]
    assert "nobody is tied" in explain(t, 1, "DE", chain=chain).conclusion
    assert explain(t, 1, "DE").conclusion == "Order among the tied: 1 — no. 4 Г; 2 — no. 2 Б"
    assert explain(t, 1, "DE", chain="PTS, WIN, DE").value == 2


def test_performances_tell_their_ratings() -> None:
    rated = [["No.", "Name", "Rtg", *ALL_KINDS[0][2:]]]
    rated += [[*row[:2], 2000 + 50 * p, *row[2:]] for p, row in enumerate(ALL_KINDS[1:])]
    t = tournament(rated)
    told = explain(t, 0, "TPR")
    assert told.lines[0] == "Round 1: no. 4 D, with White, 1 — 2150"
    assert told.conclusion == "Average rating 2125; 3.5 of 4 is worth +336: 2461"
    assert told.value == evaluate(t, "TPR")[0] == 2461
    perfect = explain(t, 0, "PTP")
    assert perfect.value == evaluate(t, "PTP")[0]
    assert perfect.conclusion.startswith(f"3.5 of 4: with {perfect.value} one expects 3.5")
