"""Printed tie-break columns against ours."""

from typing import Any

from xl_tiebreak.audit import audit, printed_number
from xl_tiebreak.crosstable import Grid, read
from xl_tiebreak.editions import EDITIONS, parse_rules

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
