"""Printed tie-break columns against ours."""

import json
from pathlib import Path
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
