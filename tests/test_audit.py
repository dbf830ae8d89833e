"""Printed tie-break columns against ours."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from xl_tiebreak.audit import audit, differences
from xl_tiebreak.crosstable import Grid, read
from xl_tiebreak.editions import EDITIONS, parse_rules
from xl_tiebreak.explain import told
from xl_tiebreak.functions import CHECKTABLE
from xl_tiebreak.printed import Printed, printed_number
from xl_tiebreak.standings import evaluate
from xl_tiebreak.workbook import Asked, open_tables

# Example E02 of the rule book: one pairing-allocated bye in every round, so that editions differ.
HEADINGS = ["No.", "Name", 1, 2, 3, "Pts"]
PLAYERS: list[list[Any]] = [
    [1, "A", "2w1", "3b½", "5w1", 2.5],
    [2, "B", "1b0", "5w1", "4b½", 1.5],
    [3, "C", "4w1", "1w½", "+", 2.5],
    [4, "D", "3b0", "+", "2w½", 1.5],
    [5, "E", "+", "2b0", "1b0", 1],
]


def audited(heading: str, printed: list[Any], rules: str = "fide1998", formulas: Any = ()) -> list[Any]:
    rows = [[*HEADINGS, heading], *([*row, value] for row, value in zip(PLAYERS, printed))]
    return audit(read(Grid(rows, sheet="S")), parse_rules(rules), formulas)


def ours(code: str, rules: str) -> list[Any]:
    """Our values for the players."""
    return list(evaluate(read(Grid([HEADINGS, *PLAYERS])).tournament_or_raise(), code, rules))


def test_rules_that_give_every_printed_value() -> None:
    (column,) = audited("Buchholz", [4, 4, "5,5", 4.5, "4½"])
    assert (column.column, column.code, column.rules) == (6, "BH", ("fide1998", "ru_note"))
    assert (column.agree, column.of, column.differ) == (5, 5, ())
    (column,) = audited("BH", [5, 5, 6.5, 5.5, 5])
    assert column.rules == ("fide2022", "fide2023", "fide2024")


def test_no_rules_fit_and_the_nearest_are_named() -> None:
    (column,) = audited("BH", [5, 5, 5.5, 5.5, 9])
    assert (column.rules, column.nearest, column.agree, column.of) == ((), "fide2026", 4, 5)
    (difference,) = column.differ
    assert (difference.player, difference.cell, difference.printed, difference.computed) == (4, "G6", 9, 5)


def test_rules_asked_for_go_first_among_equals() -> None:
    (column,) = audited("BH", [9, 4, 9, 9, 9], "fide2009")
    assert column.nearest == "fide2009"


def test_every_edition_fits_where_nothing_depends_on_it() -> None:
    (column,) = audited("Wins", [2, 1, 2, 1, 1])
    assert column.rules == tuple(EDITIONS)


def test_empty_cells_and_formulas_are_not_compared() -> None:
    (column,) = audited("BH", [4, None, "-", 9, 4.5], formulas={(4, 6): "=BUCHHOLZ(A1:F6)"})
    assert (column.agree, column.of) == (2, 2)


def test_columns_that_are_no_tiebreak_or_hold_nothing_are_left_out() -> None:
    assert audited("Club", [1, 2, 3, 4, 5]) == []
    assert audited("BH", [None] * 5) == []


def test_a_mean_may_be_printed_with_two_decimals() -> None:
    (column,) = audited("Average opp. Buchholz", ["4,67", 4.33, 4.25, 4.75, 4])
    assert "fide1998" in column.rules


def test_table_with_errors_has_nothing_to_compare() -> None:
    rows = [[*HEADINGS, "BH"], *([*row, 1] for row in PLAYERS)]
    rows[1][2] = "2w1x"
    assert audit(read(Grid(rows, sheet="S")), parse_rules(), {}) == []


def test_numbers_as_people_print_them() -> None:
    assert [printed_number(value) for value in (4, 4.5, "4,5", "4½", "½", "-2,5", "−3", "", None, "x", "-")] == [
        4, 4.5, 4.5, 4.5, 0.5, -2.5, -3, None, None, None, None,
    ]  # fmt: skip


# --- headings that say nothing


def test_a_numbered_heading_is_enough() -> None:
    (column,) = audited("TB1", [4, 4, 5, 4, 5])
    assert (column.code, column.rules) == ("BH", ("fide2009",))
    assert str(column) == "column G, TB1 = Buchholz (BH), FIDE 2009: 5 of 5"


@pytest.mark.parametrize("heading", ["Wtg1", "Wtg. 2", "Des 1", "Vertailu1", "Доп1", "Tie-break 3", "Feinwertung 1"])
def test_headings_that_announce_a_tiebreak(heading: str) -> None:
    (column,) = audited(heading, [1.5, 1, 1.25, 9, 9])
    assert column.heading == heading


def test_all_codes_that_fit_are_named() -> None:
    (column,) = audited("TB2", [2, 1, 2, 1, 1])
    assert [fit.code for fit in column.fits] == ["WIN"]
    assert str(column) == "column G, TB2 = Wins (WIN), any rules: 5 of 5"
    rows = [["No.", "Name", 1, "TB1"], [1, "A", "2w1", 1], [2, "B", "1b0", 0], [3, "C", "4w½", 0], [4, "D", "3b½", 0]]
    (column,) = audit(read(Grid(rows, sheet="S"), system="swiss"), parse_rules(), {})
    assert str(column) == ("column D, TB1 = Wins (WIN), any rules: 4 of 4; also Games won (WON), any rules")


def test_a_column_of_numbers_is_found_without_any_heading_of_its_own() -> None:
    (column,) = audited("EXT", ours("SB", "1998"))
    assert (column.code, column.heading) == ("SB", "EXT")


@pytest.mark.parametrize(
    "values",
    [
        [1, 2, 3, 4, 5],  # numbers or places
        [2.5, 1.5, 2.5, 1.5, 1],  # the points again
        [7, 7, 7, 7, 7],
        [2.5, 1.5, None, None, None],
        ["a", "b", "c", "d", "e"],
        [1990, 1985, 2001, 1999, 1970],
    ],
)
def test_other_columns_are_no_tiebreaks(values: list[Any]) -> None:
    assert audited("Club", values) == []


def test_an_announced_column_that_nothing_fits() -> None:
    (column,) = audited("TB1", [101, 205, 303, 404, 506])
    assert (column.code, column.rules, column.differ) == (None, (), ())
    assert str(column) == "column G, TB1: no tie-break known here gives these values"


def test_points_printed_as_a_tiebreak() -> None:
    (column,) = audited("TB1", [2.5, 1.5, 2.5, 1.5, 1])
    assert column.code == "PTS"


def test_a_heading_that_is_wrong_does_not_hide_what_the_column_is() -> None:
    (column,) = audited("Berger", [4, 4, 5, 4, 5])
    assert str(column) == "column G, Berger = Buchholz (BH), FIDE 2009: 5 of 5"


def test_direct_encounter_as_points_inside_a_group() -> None:
    rows = [
        [*HEADINGS, "TB1"],
        [1, "A", "2w1", "3w0", "4w1", 2, 1],
        [2, "B", "1b0", "4w1", "3w1", 2, 0],
        [3, "C", "4w0", "1b1", "2b0", 1, 0],
        [4, "D", "3b1", "2b0", "1b0", 1, 1],
    ]
    (column,) = audit(read(Grid(rows, sheet="S")), parse_rules("fide2024"), {})
    assert (column.code, column.agree) == ("DE", 4)


def test_an_option_is_named_where_no_edition_alone_fits() -> None:
    # E03 of the rule book, every unplayed round a draw against the virtual opponent
    rows = [
        ["No.", "Name", 1, 2, 3, 4, "TB1"],
        [1, "A", "4w1", "2b½", "3w1", "5b1", 5.25],
        [2, "B", "5w½", "1w½", "½", "6b1", 0],
        [3, "C", "6w1", "4b-", "1b0", "-", 0],
        [4, "D", "1b0", "3w+", "5w0", "½", 0],
        [5, "E", "2b½", "6w1", "4b1", "1w0", 0],
        [6, "F", "3b0", "5b0", "+", "2w0", 0],
    ]
    reading = read(Grid(rows, sheet="S"))
    for row, value in zip(rows[1:], evaluate(reading.tournament_or_raise(), "SB", "2009:virtualdraw")):
        row[-1] = float(value or 0)
    (column,) = audit(read(Grid(rows, sheet="S")), parse_rules(), {})
    assert (column.code, column.rules) == ("SB", ("fide2009:virtualdraw",))
    assert "FIDE 2009 with virtualdraw (own unplayed rounds are draws" in str(column)


def test_who_differs_is_told_with_our_explanation() -> None:
    rows = [[*HEADINGS, "TB1"], *([*row, value] for row, value in zip(PLAYERS, [4, 4, 5, 4, 4.5]))]
    reading = read(Grid(rows, sheet="S"))
    (column,) = audit(reading, parse_rules(), {})
    assert str(column) == "column G, TB1: nearest is Buchholz (BH), FIDE 2009: 4 of 5"
    assert list(differences(reading, column, told)) == [
        "G6: 4.5 is printed, computed 5: no. 5 E: Buchholz (FIDE 2009) = 5: 1 (pairing-allocated bye) + 1.5 (no. 2) + "
        "2.5 (no. 1)"
    ]


def test_the_same_in_a_cell() -> None:
    rows = [[*HEADINGS, "TB1"], *([*row, value] for row, value in zip(PLAYERS, [4, 4, 5, 4, 4.5]))]
    lines = [line for (line,) in CHECKTABLE(rows)]
    assert lines[:2] == [
        "OK: 5 players, 3 rounds, 5 of 5 rows consistent, points equal in 5 of 5",
        "column 7, TB1: nearest is Buchholz (BH), FIDE 2009: 4 of 5",
    ]
    assert lines[2].startswith("row 6, column 7: 4.5 is printed, computed 5: no. 5 E: Buchholz (FIDE 2009) = 5: ")
    assert len(lines) == 3
    rows[1][2] = "2w½"
    assert CHECKTABLE(rows)[0][0].startswith("error: row 2, round 1 and row 3, round 1: ")


# --- one value is wrong

SWISS: list[list[Any]] = [
    ["No", "Name", 1, 2, 3, 4, 5, "Pts"],
    [1, "Adams", "5w1", "3b½", "2w1", "4b½", "8w1", 4],
    [2, "Baker", "6b1", "4w½", "1b0", "3w1", "5b½", 3],
    [3, "Clark", "7w1", "1w½", "4b½", "2b0", "6w1", 3],
    [4, "Davis", "8b1", "2b½", "3w½", "1w½", "7b0", 2.5],
    [5, "Evans", "1b0", "7w1", "6b½", "8w1", "2w½", 3],
    [6, "Frank", "2w0", "8b1", "5w½", "7w½", "3b0", 2],
    [7, "Ghosh", "3b0", "5b0", "8w1", "6b½", "4w1", 2.5],
    [8, "Hills", "4w0", "6w0", "7b0", "5b0", "1b0", 0],
]
UNPLAYED: list[list[Any]] = [
    ["No.", "Name", 1, 2, 3, 4, 5, 6, 7, "Pts"],
    [1, "Adams", "4b½", "2b1", "8w0", "6w1", "5w1", "3b+", "9w1", 5.5],
    [2, "Baker", "8b0", "1w0", "6b-", "-", "+", "10w1", "10b0", 2],
    [3, "Clark", "6w1", "10b1", "5b0", "8w1", "4b1", "1w-", "7w½", 4.5],
    [4, "Davis", "1w½", "7b½", "10w+", "5b0", "3w0", "9b0", "8b0", 2],
    [5, "Evans", "9w1", "8b1", "3w1", "4w1", "1b0", "7b0", "-", 4],
    [6, "Frank", "3b0", "9w½", "2w+", "1b0", "7b0", "8w0", "+", 2.5],
    [7, "Ghosh", "-", "4w½", "9b½", "10b½", "6w1", "5w1", "3b½", 4],
    [8, "Hills", "2w1", "5w0", "1b1", "3b0", "9b0", "6b1", "4w1", 4],
    [9, "Irwin", "5b0", "6b½", "7w½", "+", "8w1", "4w1", "1b0", 4],
    [10, "Jones", "+", "3w0", "4b-", "7w½", "-", "2b0", "2w1", 2.5],
]


def with_column(rows: list[list[Any]], heading: str, values: list[Any], rules: str = "fide1998") -> list[Printed]:
    """What the audit says of a table with a column behind it."""
    table = [[*row, value] for row, value in zip(rows, [heading, *values])]
    return audit(read(Grid(table, sheet="S")), parse_rules(rules), {})


def damaged(rows: list[list[Any]], code: str, rules: str, player: int) -> list[float]:
    """Our values, that of one player a point too high."""
    values = [float(value or 0) for value in evaluate(read(Grid(rows)).tournament_or_raise(), code, rules)]
    values[player] += 1
    return values


@pytest.mark.parametrize(("heading", "code"), [("Buchholz", "BH-C1"), ("Solkoff", "SB"), ("BH", "SB"), ("TB1", "PS")])
def test_values_decide_what_a_column_is(heading: str, code: str) -> None:
    (column,) = with_column(SWISS, heading, damaged(SWISS, code, "2024", 3))
    assert (column.code, column.agree, column.of) == (code, 7, 8)
    assert [difference.cell for difference in column.differ] == ["I5"]


def test_heading_decides_between_equals() -> None:
    (column,) = with_column(SWISS, "Median", damaged(SWISS, "BH-M1", "2024", 3))
    assert str(column) == (
        "column I, Median: nearest is Median (MED), US Chess: 7 of 8; as near is Buchholz Median 1 (BH-M1), any rules"
    )


@pytest.mark.parametrize("heading", ["Buc1", "Bhz-1", "Départage 1", "Коэф. 1", "Cumul", "EXT", ""])
@pytest.mark.parametrize("code", ["BH", "BH-C1", "SB", "PS"])
def test_any_column_that_agrees_in_nearly_all_is_found(heading: str, code: str) -> None:
    (column,) = with_column(SWISS, heading, damaged(SWISS, code, "2024", 3))
    assert (column.code, column.agree, [difference.cell for difference in column.differ]) == (code, 7, ["I5"])


def test_numbers_that_agree_with_nothing_are_silent() -> None:
    seeded = Random(1)

    def some(low: int, high: int, step: float = 1) -> list[float]:
        return [step * seeded.randint(low, high) for _ in SWISS[1:]]

    scores = [row[-1] for row in SWISS[1:]]
    kinds = {
        "rating": lambda: some(1500, 2400),
        "age": lambda: some(8, 70),
        "id": lambda: some(10**6, 10**7),
        "club": lambda: some(1, 5),
        "few": lambda: some(0, 3),
        "halves": lambda: some(0, 8, 0.5),
        "places": lambda: sorted(some(1, 8)),
        "before": lambda: [score - late for score, late in zip(scores, some(0, 2, 0.5))],
        "prize": lambda: [500, 300, 200, 100, 0, 0, 0, 0],
    }
    for heading, make in kinds.items():
        for _ in range(20):
            assert with_column(SWISS, heading, make()) == [], heading


def test_editions_that_come_equally_near_are_all_named() -> None:
    (column,) = with_column(UNPLAYED, "TB1", damaged(UNPLAYED, "BH-C1", "2026", 0))
    assert str(column) == (
        "column K, TB1: nearest is Buchholz Cut 1 (BH-C1), FIDE 2022 or FIDE 2023 or FIDE 2024: 9 of 10; "
        "as near is Buchholz Cut 1 (BH-C1), FIDE 2026, where K2 differs instead"
    )
    assert (column.rules, [difference.cell for difference in column.differ]) == ((), ["K10"])
    (column,) = with_column(UNPLAYED, "TB1", damaged(UNPLAYED, "BH-C1", "2026", 0), "fide2026")
    assert (column.nearest, [difference.cell for difference in column.differ]) == ("fide2026", ["K2"])
    assert [fit.rules for fit in column.fits] == [("fide2026",), ("fide2022", "fide2023", "fide2024")]


# --- the corpus


def expected(shared: Path) -> list[dict[str, Any]]:
    files: list[dict[str, Any]] = json.loads((shared / "corpus/expected.json").read_text(encoding="utf-8"))["files"]
    return files


def columns_of(path: Path) -> dict[str, Printed]:
    """Heading → what the audit says of it."""
    (table,) = open_tables(path, Asked())
    return {column.heading: column for column in audit(table.reading, parse_rules(), table.sheet.formulas)}


def test_established_columns_of_the_corpus_are_identified(shared: Path) -> None:
    identified = []
    for entry in expected(shared):
        columns = columns_of(shared / "corpus" / entry["file"])
        for printed in entry["printed"]:
            if printed.get("rules"):
                column = columns[printed["heading"]]
                reproduce = set(printed["rules_that_reproduce"])
                assert column.code == printed["code"]
                assert reproduce <= set(column.rules) <= reproduce | {"fide2023"}  # which gives the numbers of 2024
                assert f"{column.agree} of {column.of}" == printed["agree"]
                (table,) = open_tables(shared / "corpus" / entry["file"], Asked())
                values = evaluate(table.reading.tournament_or_raise(), printed["code"], column.rules[0])
                shown = " ".join("-" if value is None else f"{float(value):g}" for value in values)
                identified.append(f"{entry['file']} {column}: {shown}")
    print("", *identified, sep="\n")
    assert len(identified) == 8


def test_columns_that_no_edition_gives_are_explained(shared: Path) -> None:
    moscow = columns_of(shared / "corpus/cr_swiss_moscow2018.xlsx")
    naantali = columns_of(shared / "corpus/cr_swiss_naantali2015_fi.xlsx")
    stockholm = columns_of(shared / "corpus/cr_excel_stockholm2026_inprogress.xlsx")
    assert (moscow["TB3"].code, moscow["TB3"].agree) == ("DE", 220)
    assert (moscow["TB4"].code, moscow["TB4"].rules) == ("SB", ("fide2009:virtualdraw",))
    assert "= Berger, forfeits counted as games (SB-P), FIDE 1998 or " in str(naantali["TB2"])
    assert naantali["TB2"].code == "SB-P"  # forfeits counted as played; without that one player differs
    assert "fide2009" in naantali["TB2"].rules
    assert (stockholm["TB1"].code, stockholm["TB1"].rules) == ("BH-M1", ())  # printed while games were postponed
    assert (stockholm["TB3"].code, [d.cell for d in stockholm["TB3"].differ]) == ("WIN", ["N12"])


def test_tables_without_tiebreaks_have_none(shared: Path) -> None:
    for entry in expected(shared):
        if not any(printed.get("code") for printed in entry["printed"]):
            columns = columns_of(shared / "corpus" / entry["file"])
            assert not columns, entry["file"]
