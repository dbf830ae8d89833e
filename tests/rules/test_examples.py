"""Worked examples, summed by hand: a small table, a code, an edition, and the value of everybody."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rules.tables import (
    E00,
    E01,
    E02,
    E03,
    E04,
    E05,
    E06,
    E07,
    E08,
    E09,
    E10,
    E11,
    E12,
    E13,
    E14,
    E15,
    E16,
    floats,
    table,
)
from xl_tiebreak.editions import parse_rules
from xl_tiebreak.model import Scoring, System
from xl_tiebreak.standings import evaluate, rank
from xl_tiebreak.unplayed import Ledger

Values = list[float]
F26 = "fide2026"


@pytest.mark.parametrize(
    ("cells", "system", "code", "rules", "expected"),
    [
        (E00, "swiss", "BH", "fide1998", [42.5, 43.5, 41, 41, 41, 37, 37, 40.5, 36.5, 46, 39.5]),
        (E01, "rr", "PTS", "fide1998", [2.5, 1, 1.5, 1]),
        (E01, "rr", "BH", "fide1998", [3.5, 5, 4.5, 5]),
        (E01, "rr", "SB", "fide1998", [2.75, 1.5, 2.25, 1]),
        (E01, "rr", "SH", "fide1998", [2, -2, 0, -3]),
        (E01, "rr", "PS", "fide1998", [5, 3, 2, 2]),
        (E01, "rr", "SOB", "fide1998", [14.5, 13, 13.5, 13]),
        (E02, "swiss", "BH", "fide1998", [4, 4, 5.5, 4.5, 4.5]),
        (E02, "swiss", "BH", "fide2009", [4, 4, 5, 4, 5]),
        (E02, "swiss", "BH", "fide2024", [5, 5, 6.5, 5.5, 5]),
        (E02, "swiss", "BH", F26, [5, 5, 5.5, 5.5, 5]),
        (E02, "swiss", "BH", "uscf", [4, 4, 3.5, 3.5, 4]),
        (E03, "swiss", "BH", "fide1998", [8, 9, 8, 8, 7.5, 7.5]),
        (E03, "swiss", "BH", "fide2009", [8, 8.5, 9, 8.5, 7.5, 7.5]),
        (E03, "swiss", "BH", "fide2024", [8, 9.5, 6.5, 9, 8.5, 7.5]),
        (E03, "swiss", "BH", F26, [8, 9, 6.5, 9, 8.5, 7.5]),
        (E03, "swiss", "FB", "fide2024", [8, 9.5, 6.5, 9, 8, 8]),
        (E03, "swiss", "REP", "fide2024", [4, 3, 2, 3, 4, 4]),
        (E05, "swiss", "FB", "fide2024", [4, 5, 4, 5]),
        (E07, "rr", "KS", F26, [1.5, 0, 0.5, 1.5, 0]),
        (E07, "rr", "KS-L+1", F26, [0.5, 0, 0.5, 0.5, 0]),
        (E07, "rr", "KS-L-1", F26, [2.5, 1, 0.5, 2, 0]),
        (E12, "rr", "SH", "fide1998", [2.5, -0.5, -5]),
        (E12, "rr", "SH-MM", "fide1998", [2.5, -1.5, -2.5]),
        (E12, "rr", "SH-MM", "fide1998:matchpoints", [1, -1, -1]),
        (E12, "rr", "SB", "fide1998", [4.75, 3.25, 2.5]),
        (E12, "rr", "BH", "fide1998", [7, 7, 10]),
        (E12, "rr", "KS", F26, [1.5, 0.5, 1]),
        (E14, "swiss", "BH", "fide1998", [4.5, 3.5, 5, 5]),
        (E14, "swiss", "BH", "fide2009", [4, 4, 5, 5]),
        (E03, "swiss", "SOLK", "uscf", [8, 6.5, 4, 6, 7.5, 7]),
        (E03, "swiss", "MED", "uscf", [4.5, 3, 0.5, 2.5, 3.5, 4.5]),
        (E03, "swiss", "MMED", "uscf", [7, 6.5, 0.5, 2.5, 7, 4.5]),
        (E03, "swiss", "CUM", "uscf", [8.5, 5.5, 4, 2.5, 7, 1]),
        (E03, "swiss", "KASH", "uscf", [14, 8, 5, 2, 11, 3]),
        (E03, "swiss", "SB", "uscf", [6.75, 3.5, 0.5, 0, 2.75, 0]),
        (E03, "swiss", "CUMOP", "uscf", [5.5 + 4 + 2.5 + 7, 8.5 + 7 + 1, 8.5 + 1, 8.5 + 7, 17.5, 4 + 7 + 5.5]),
        (E02, "swiss", "NBW", "go", [2.5, 1.5, 2.5, 1.5, 1]),
        (E02, "swiss", "SOS", "go", [5, 5, 4, 4, 4]),
        (E02, "swiss", "SODOS", "go", [3.75, 1.75, 2.75, 0.75, 0]),
        (E02, "swiss", "SOSOS", "go", [13, 13, 9, 9, 10]),
        (E02, "swiss", "SOS-2", "go", [2.5, 2.5, 2.5, 2.5, 2.5]),
        (E02, "swiss", "CUSS", "go", [5, 2.5, 5, 2.5, 3]),
        (E02, "swiss", "MMS", "go", [2, 1, 2, 1, 1]),  # rounded down
        (E15, "swiss", "MMS", "go", [3, 3, 2, 2, 1]),  # two absences make a point, one makes half of one
        (E03, "swiss", "STD", F26, [3.5, 2.5, 1, 1.5, 2.5, 1]),
    ],
)
def test_everybody(cells: str, system: System, code: str, rules: str, expected: Values) -> None:
    assert floats(table(cells, system), code, rules) == expected


@pytest.mark.parametrize(
    ("cells", "code", "rules", "number", "expected"),
    [
        (E00, "BH", "fide1998", 10, 5.5 + 7 + 7.5 + 1.5 + 5 + 5.5 + 5.5 + 5 + 3.5),
        (E00, "BH", "fide1998", 8, 5 + 5.5 + 7 + 5.5 + 5.5 + 5 + 3 + 3.5 + 0.5),
        (E00, "BH", "fide2009", 10, 42.5),
        (E00, "BH", "fide2024", 10, 49.5),
        (E00, "BH", "fide2024", 8, 44.5),
        (E00, "BH", F26, 10, 46.5),
        (E00, "SOLK", "uscf", 10, 39),
        (E00, "SOLK", "uscf", 8, 40.5),
        (E00, "SB", "fide1998", 10, 33.25),
        (E00, "SB", "fide1998", 8, 33),
        (E00, "SH", "fide1998", 10, 20.5),
        (E00, "SH", "fide1998", 8, 25.5),
        (E00, "PS", "fide1998", 10, 32.5),
        (E00, "PS", "fide1998", 8, 35.5),
        (E02, "SB", "fide1998", 3, 1 + 1.25 + 1),
        (E02, "SB", "fide2009", 3, 1 + 1.25 + 1.5),
        (E02, "SB", "fide2024", 3, 1.5 + 1.25 + 2.5),
        (E02, "SB", F26, 3, 1.5 + 1.25 + 1.5),
        (E02, "SOB", "fide1998", 3, 4.5 + 4 + 5.5),
        (E03, "BH-C1", "fide2024", 2, 7),
        (E03, "BH-C1", "fide2024", 5, 7.5),
        (E03, "SB", "fide2024", 2, 5.25),
        (E03, "SB-C1", "fide2024", 2, 4),
        (E03, "SB", F26, 2, 5),
        (E03, "SB-C1", F26, 2, 4),
        (E04, "SB-C1", "fide2024", 2, 3),
        (E04, "SB-C1", F26, 2, 3),
        (E04, "SB-C1", "fide2022", 2, 4),
        (E04, "BH", "fide2024", 2, 9),
        (E04, "BH-C1", "fide2024", 2, 7),
        (E04, "BH-C1-N", "fide2024", 2, 8),
        (E05, "BH", "fide1998", 3, 5),
        (E05, "BH", "ru_note", 3, 4),
        (E05, "BH", "fide2009", 3, 4.5),
        (E05, "BH", "fide2022", 3, 5.5),
        (E05, "BH", "fide2022", 1, 4),
        (E05, "BH", "fide2024", 1, 3.5),
        (E05, "BH", F26, 3, 3.5),
        (E05, "BH-P", F26, 3, 0.5 + 2.5 + 0.5),
        (E06, "BH", "fide1998", 1, 7),
        (E06, "BH", "fide2009", 1, 7),
        (E06, "BH", "fide2024", 1, 8),
        (E06, "BH", "fide1998", 2, 7.5),
        (E06, "BH", "fide2009", 2, 7.5),
        (E06, "BH", "fide2024", 2, 3),
        (E06, "BH", "fide2024", 4, 9.5),
        (E06, "BH", F26, 4, 8.5),
        (E14, "BH", "fide2024", 1, 4),
        (E14, "BH", "fide2024", 2, 3),
        (E14, "BH", F26, 1, 3),
        (E15, "BH", "fide1998", 1, 9.5),
        (E15, "BH", "fide2009", 1, 8),
        (E15, "BH", "fide2024", 1, 8),
        (E15, "BH-C1", "fide2024", 1, 6),
        (E15, "BH", "fide2024", 2, 8),
        (E15, "BH", F26, 2, 7),
        (E15, "SOLK", "uscf", 1, 3.5),
        (E16, "BH", "fide1998", 2, 4.5),
        (E16, "BH", "fide2009", 2, 5),
        (E16, "BH", "fide2024", 2, 4),
        (E16, "BH", F26, 2, 4),
    ],
)
def test_one_player(cells: str, code: str, rules: str, number: int, expected: float) -> None:
    assert floats(table(cells), code, rules)[number - 1] == expected


@pytest.mark.parametrize(
    ("cells", "rules", "fore", "expected"),
    [
        (E00, "fide1998", False, [5.5, 5.5, 5, 5, 5.5, 0.5, 3, 7.5, 1.5, 7, 3.5]),
        (E03, "fide1998", False, [3.5, 2.5, 2, 1, 2.5, 0.5]),
        (E03, "fide2024", False, [3.5, 2.5, 1.5, 1.5, 2.5, 1]),
        (E03, "fide2024", True, [3, 2, 1.5, 1.5, 3, 1.5]),
        (E05, "fide1998", False, [2.5, 1, 2, 0.5]),
        (E05, "fide2022", False, [2.5, 1, 2.5, 0.5]),
        (E05, "fide2024", False, [2.5, 0.5, 2.5, 0.5]),
        (E05, "fide2024", True, [2, 1, 2, 1]),
        (E14, "fide1998", False, [2.5, 1.5, 1, 1]),
    ],
)
def test_adjusted_scores(cells: str, rules: str, fore: bool, expected: Values) -> None:
    assert Ledger(table(cells), parse_rules(rules), fore=fore).adjusted == expected


@pytest.mark.parametrize(
    ("cells", "system", "chain", "rules", "places"),
    [
        (E01, "rr", "SB", "fide1998", ["1", "3", "2", "4"]),
        (E01, "rr", "DE", "fide1998", ["1", "4", "2", "3"]),
        (E08, "rr", "DE", F26, ["1", "2", "3", "4", "5-6", "5-6"]),
        (E09, "swiss", "DE", F26, ["1", "2-3", "2-3", "4", "5", "6"]),
        (E10, "swiss", "DE", F26, ["3-5", "3-5", "3-5", "1-2", "1-2", "6"]),
        (E10, "swiss", "DE-P", F26, ["4", "3", "5", "1-2", "1-2", "6"]),
        (E11, "swiss", "DE", F26, ["2", "3", "1", "4"]),
        (E13, "swiss", "BH, BH-CX", "fide1998", ["2", "3", "5", "4", "7", "8", "6", "1"]),
        (E00, "swiss", "BH, BH-CX", "fide1998", ["3", "5", "6-7", "6-7", "4", "11", "9", "2", "10", "1", "8"]),
    ],
)
def test_places(cells: str, system: System, chain: str, rules: str, places: list[str]) -> None:
    assert rank(table(cells, system), chain, rules).places == places


def test_direct_encounter_shows_the_order_inside_the_group() -> None:
    assert floats(table(E08, "rr"), "DE") == [1, 2, 3, 4, 1, 1]
    assert floats(table(E09), "DE") == [1, 2, 2, None, None, None]


def test_iterative_truncation_shows_what_decided() -> None:
    """3: [1, 1.5, 2.5, 3, 4], 7: [1, 2.5, 2.5, 3, 3]; after two cuts 9.5 against 8.5 (player 4 has more Buchholz)."""
    shown = floats(table(E13), "BH-CX")
    assert (shown[2], shown[6]) == (9.5, 8.5)
    assert floats(table(E00), "BH-CX")[2] is None


def test_iterative_truncation_without_buchholz_before_it_starts_with_buchholz() -> None:
    """The least terms differ the other way round than the sums; the procedure is for players equal on Buchholz."""
    t = table(E13)
    assert rank(t, "BH-CX", "fide1998").places == rank(t, "BH, BH-CX", "fide1998").places


def test_exact_averages() -> None:
    """Nothing is rounded before it is shown: thirds stay thirds."""
    value = evaluate(table(E02), "AOB", "fide2024")[1]
    assert value == Fraction(5 + 5.5 + 5) / 3 == Fraction(31, 6)


SCALES = {
    "1-½-0": Scoring(),
    "2-1-0": Scoring(2, 1, 0),
    "3-1-0": Scoring(3, 1, 0),
    "3-1½-1-0": Scoring(3, 1.5, 0, ((1.5, 1.0),)),
}


@pytest.mark.parametrize(
    ("scale", "code", "rules", "expected"),
    [
        ("2-1-0", "PTS", "fide1998", [5, 2, 3, 2]),
        ("2-1-0", "SB", "fide1998", [5.5, 3, 4.5, 2]),
        ("2-1-0", "SB", "fide2024", [5.5, 3, 4.5, 2]),
        ("3-1-0", "PTS", "fide1998", [7, 3, 4, 3]),
        ("3-1-0", "SB", "fide1998", [3 + 4 / 2 + 3, 3 + 1, 7 / 2 + 3, 3]),
        ("3-1-0", "SB", "fide2024", [3 + 4 / 3 + 3, 4, 7 / 3 + 3, 3]),
        ("3-1-0", "SH", "fide1998", [3 + 3, 4 - 3 - 7, 3 - 3, 3 - 7 - 4]),
        ("3-1-0", "KS", "fide1998", [0, 0, 1, 0]),  # only the first has half of 9 points
    ],
)
def test_scales(scale: str, code: str, rules: str, expected: Values) -> None:
    """The source documents weigh a draw ½ on any scale; from 2009 on the points scored decide, a win being 1."""
    assert floats(table(E01, "rr", SCALES[scale]), code, rules) == pytest.approx(expected)


def test_thirds_compare_exactly() -> None:
    """On 3-1-0 a third of a win three times is a whole one; floats would miss it."""
    t = table("1: 2w= 3w= 4w= | 2: 1b= 4w0 3w0 | 3: 4w0 1b= 2b1 | 4: 3b1 2b1 1b=", scoring=SCALES["3-1-0"])
    values = evaluate(t, "SB", "fide2024")
    assert values[0] == Fraction(1 + 4 + 7, 3) == 4
