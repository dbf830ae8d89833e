"""What is written beside a table, and what is left alone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl.worksheet.worksheet import Worksheet

from xl_tiebreak.address import LAST_COLUMN
from xl_tiebreak.editions import parse_rules
from xl_tiebreak.errors import InputError
from xl_tiebreak.workbook import PLACE, Asked, Plan, fill_worksheet, open_tables, plan
from xl_tiebreak.workbook.read import sheet_of
from xl_tiebreak.workbook.tables import tables_of

Changed = Callable[..., Path]


def plan_of(source: Path | Worksheet, chain: str | None = None, rules: object = None, *, keep: bool = False) -> Plan:
    """The plan for the one table of a file or a worksheet."""
    asked = Asked(chain, parse_rules(rules))
    tables = open_tables(source, asked) if isinstance(source, Path) else tables_of(sheet_of(source), asked)
    (table,) = tables
    assert table.standings is not None
    return plan(table.sheet, table.reading, table.standings, keep=keep)


def written(planned: Plan, column: int) -> list[Any]:
    """What the edits put into a column (from 0), from top to bottom."""
    return [edit.value for edit in sorted(planned.edits, key=lambda e: e.row) if edit.column == column]


N, O, P, Q = 13, 14, 15, 16  # noqa: E741  (the columns right of the document's table)


def test_new_columns_to_the_right_in_order_of_the_chain(dmitrov: Path) -> None:
    planned = plan_of(dmitrov)
    assert written(planned, N) == [
        "Бухгольц (ФИДЕ 1998)", 46, 40.5, 42.5, 41, 43.5, 41, 41, 39.5, 37, 36.5, 37,
    ]  # fmt: skip
    assert written(planned, O) == ["Посл. усечение (ФИДЕ 1998)", *[None] * 11]
    assert written(planned, P)[:3] == ["Бергер (ФИДЕ 1998)", 33.25, 33]
    assert [(c.column, c.code, c.new) for c in planned.columns] == [
        (12, PLACE, False), (N, "BH", True), (O, "BH-CX", True), (P, "SB", True),
    ]  # fmt: skip
    assert planned.changes == planned.notes == ()


def test_headings_name_the_rules_in_the_language_of_the_table(small: Worksheet) -> None:
    for column, text in enumerate(["No.", "Name", 1, 2, 3, "Pts", "Rk"], start=1):
        small.cell(1, column, text)
    planned = plan_of(small, "BH-C1, SB@2009, KS-L-1", 2024)
    assert [written(planned, column)[0] for column in (7, 8, 9)] == [
        "Buchholz Cut 1 (FIDE 2024)",
        "Berger (FIDE 2009)",
        "Koya -L-1 (FIDE 2024)",
    ]


CHAINS = [
    "BH, BH-C1, SB",
    "SB-C1-P, KS-L-1, KS-L+1, SH-MM, BH@2009-M1, DE, BH-CX",
    "SOB, PS, WIN, AOB",
    "RTNG, TPN, WIN",
    "DE, BH, DE",
]


@pytest.mark.parametrize("chain", CHAINS)
def test_what_was_filled_is_found_again(chain: str, small: Worksheet) -> None:
    (first,) = fill_worksheet(small, chain)
    before = [[cell.value for cell in row] for row in small.iter_rows()]
    (second,) = fill_worksheet(small, chain)
    assert first.edits
    assert not second.edits
    assert not any(column.new for column in second.columns)
    assert [[cell.value for cell in row] for row in small.iter_rows()] == before


def test_known_headings_are_filled_where_they_stand(changed: Changed) -> None:
    planned = plan_of(changed(N1="Тренер", N2="Белов", O1="Ус. Бухгольц", P1="Шмульян", Q1="Бухг."), "BH")
    assert written(planned, N) == []
    assert written(planned, O)[0] == 44.5  # BH-C1 in every row, whatever the chain
    assert written(planned, P)[0] == 20.5
    assert written(planned, Q)[:2] == [46, 40.5]
    assert all(edit.row > 0 for edit in planned.edits)  # no heading was written, so no column is new


def test_values_that_differ_are_replaced_and_listed(changed: Changed) -> None:
    planned = plan_of(changed(N1="Бухгольц", N2=46, N3=40, N4="42,5", N5="-", N6=None, O1="Бергер", O3=3.333333333))
    assert written(planned, N)[:3] == [40.5, 41, 43.5]
    assert planned.changes == ("N3: 40 → 40.5", "O3: 3.33 → 33")


def test_what_is_undefined_empties_the_cell(changed: Changed) -> None:
    planned = plan_of(changed(N1="Посл. усечение", N7=30.5), "BH, BH-CX, SB")
    assert written(planned, N) == [None]
    assert planned.changes == ("N7: 30.5 → blank",)


def test_formulas_stay(changed: Changed) -> None:
    planned = plan_of(changed(N1="Бухгольц", N2="=BUCHHOLZ(A1:M12)", N3="=1+1", L2="=SUM(1)", M2="=1"), "BH")
    assert {(edit.row, edit.column) for edit in planned.edits}.isdisjoint({(1, N), (2, N), (1, 11), (1, 12)})
    assert planned.notes == ("2 columns keep their formulas: N 'Бухгольц', M 'М'",)


def problems_of(*args: Any) -> list[str]:
    with pytest.raises(InputError) as caught:
        plan_of(*args)
    return [str(problem) for problem in caught.value.problems]


def test_cell_in_the_way_of_a_new_column_is_named(changed: Changed) -> None:
    assert problems_of(changed(N5="Тренер", O1=" "), "BH, SB") == [
        "N5: 'Тренер' is in the way of the column 'Бухгольц (ФИДЕ 1998)'; "
        "empty the cell or move its content; nothing was written",
    ]


def test_text_in_a_known_column_is_never_overwritten(changed: Changed) -> None:
    assert problems_of(changed(N1="Бухгольц", N4="см. ниже"), "BH") == [
        "N4: 'см. ниже' is in the way of the column 'Бухгольц'; "
        "empty the cell or move its content; nothing was written",
    ]


def test_formula_and_merged_cells_are_in_the_way(changed: Changed) -> None:
    def merge(sheet: Worksheet) -> None:
        sheet.merge_cells("O3:P4")

    assert problems_of(changed(merge, N3="=1+1"), "BH, SB") == [
        "N3: '=1+1' is in the way of the column 'Бухгольц (ФИДЕ 1998)'; "
        "empty the cell or move its content; nothing was written",
        "O3: the cell is merged with others, in the way of the column 'Бергер (ФИДЕ 1998)'; "
        "unmerge the cells; nothing was written",
    ]


def test_table_without_headings_gets_no_columns(small: Worksheet) -> None:
    small.delete_rows(1)
    assert problems_of(small) == [
        "A1: the table has no headings, and columns beside it would be nameless; write headings into the row above"
    ]


@pytest.mark.parametrize(("new", "fits"), [(3, True), (4, False)])
def test_no_column_is_made_behind_the_last_of_a_sheet(new: int, fits: bool, small: Worksheet) -> None:
    small.insert_cols(1, LAST_COLUMN - 7 - 3)
    chain = ", ".join(["BH", "SB", "WIN", "DE"][:new])
    if fits:
        assert plan_of(small, chain).columns[-1].column == LAST_COLUMN - 1
    else:
        assert problems_of(small, chain) == [
            "no room to the right of XEU1:XFA5: new columns would pass XFD, the last column of a sheet; "
            "move the table to the left; nothing was written"
        ]


def test_heading_of_other_rules_is_left_alone(changed: Changed) -> None:
    path = changed(N1="Бухгольц (ФИДЕ 2009)", N2=42.5)
    planned = plan_of(path, "BH")
    assert written(planned, N) == []
    assert written(planned, O)[0] == "Бухгольц (ФИДЕ 1998)"
    same = plan_of(path, "BH@2009")
    assert written(same, N)[0] == 40.5
    assert written(same, O) == []


def test_heading_that_the_rules_do_not_know_is_left_alone(changed: Changed) -> None:
    planned = plan_of(changed(N1="Форе-Бухгольц", N2=1), "BH")
    assert written(planned, N) == []
    (note,) = planned.notes
    assert note.startswith("column N 'Форе-Бухгольц' was left alone: fide1998 does not know FB")


def test_places_shared_are_texts_and_others_numbers(dmitrov: Path) -> None:
    planned = plan_of(dmitrov, "PTS, BH, BH-CX")
    assert written(planned, 12) == ["6-7", "6-7"]
    assert planned.changes == ("M7: 6 → 6-7", "M8: 7 → 6-7")


def test_place_column_is_made_last_where_there_is_none(small: Worksheet) -> None:
    small.delete_cols(7)
    planned = plan_of(small, "BH")
    assert written(planned, 6)[0] == "Бухгольц (ФИДЕ 1998)"
    assert written(planned, 7) == ["Место (ФИДЕ 1998)", "1-2", "1-2", "3-4", "3-4"]


def test_titles_stand_beside_those_of_the_table(small: Worksheet) -> None:
    small.insert_rows(2)  # a second heading row that numbers the rounds
    for column in range(3, 6):
        small.cell(2, column, column - 2)
        small.cell(1, column).value = None
    small["C1"] = "Туры"
    for _ in range(2):
        (planned,) = fill_worksheet(small, "BH")
        assert [small.cell(row, 8).value for row in range(1, 4)] == ["Бухгольц (ФИДЕ 1998)", None, 3.5]
    assert not planned.edits


def test_column_that_opponents_refer_to_is_not_touched(small: Worksheet) -> None:
    small.delete_cols(7)
    small["A1"] = "Место"
    for row, place in enumerate([4, 3, 2, 1], start=2):
        small.cell(row, 1, place)
    by_place = [["2w1", "3b½", "1w1"], ["1w1", "4w½", "2b1"], ["4b0", "1w½", "3w0"], ["3b0", "2b½", "4b0"]]
    for row, cells in enumerate(by_place, start=2):
        for column, cell in enumerate(cells, start=3):
            small.cell(row, column, cell)
    planned = plan_of(small, "BH")
    assert written(planned, 0) == []
    assert written(planned, 7) == ["Место (ФИДЕ 1998)", "1-2", "1-2", "3-4", "3-4"]


def test_points_are_filled_only_where_none_are(small: Worksheet) -> None:
    small["F2"], small["F3"] = None, 9
    planned = plan_of(small, "BH")
    assert written(planned, 5) == [2.5]
    assert ("PTS", False) in {(column.code, column.new) for column in planned.columns}


def test_other_rules_are_named_by_the_headings_they_fill(small: Worksheet) -> None:
    small.cell(1, 8, "Бухгольц")
    (planned,) = fill_worksheet(small, "BH", "2026")
    assert small["H1"].value == "Бухгольц (ФИДЕ 2026)"
    assert [filled.code for filled in planned.columns if filled.new] == []
    (again,) = fill_worksheet(small, "BH", "2026")
    assert not again.edits


# --- values that are kept


def test_values_that_differ_are_kept_and_ours_get_a_column(changed: Changed) -> None:
    book = changed(N1="Бухгольц", N2=99, O1="Бергер", P1="Бухгольц-1", M2=11)
    planned = plan_of(book, "BH, SB", keep=True)
    assert not [edit for edit in planned.edits if edit.column in (12, N)]
    assert written(planned, O) == [33.25, 33, *written(planned, O)[2:]]  # an empty column is filled as ever
    assert written(planned, Q)[:3] == ["Бухгольц (ФИДЕ 1998)", 46, 40.5]
    assert written(planned, Q + 1)[:3] == ["Место (ФИДЕ 1998)", 1, 2]
    assert planned.changes == ()
    assert planned.notes[:2] == (
        "column N 'Бухгольц' keeps 1 value that differs",
        "column M 'М' keeps 1 value that differs",
    )


def test_values_that_agree_are_ours(changed: Changed, dmitrov: Path) -> None:
    printed = written(plan_of(dmitrov, "BH"), N)[1:]
    book = changed(N1="Бухгольц", **{f"N{row}": value for row, value in enumerate(printed, start=2)})
    planned = plan_of(book, "BH, SB", keep=True)
    assert [(c.column, c.new) for c in planned.columns] == [(N, False), (12, False), (O, True)]


def test_what_cannot_be_replaced_is_kept(changed: Changed) -> None:
    book = changed(N1="Бухгольц", N2="см. ниже")
    with pytest.raises(InputError, match=r"^N2: 'см\. ниже' is in the way"):
        plan_of(book, "BH")
    assert written(plan_of(book, "BH", keep=True), O)[:2] == ["Бухгольц (ФИДЕ 1998)", 46]


def test_own_columns_are_renewed_beside_those_that_are_kept(changed: Changed) -> None:
    book = changed(N1="Бухгольц", N2=99, O1="Бухгольц (ФИДЕ 1998)", O2=98)
    planned = plan_of(book, "BH, SB", keep=True)
    assert planned.changes[0] == "O2: 98 → 46"
    assert [(c.column, c.code, c.new) for c in planned.columns] == [
        (O, "BH", False),
        (12, PLACE, False),
        (P, "SB", True),
    ]
