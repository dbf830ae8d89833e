"""The functions in cells, called as plain Python on the document's table."""

from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from xl_tiebreak import excel, functions
from xl_tiebreak.errors import InputError, RequestError

Rows = list[list[Any]]


@pytest.fixture(scope="module")
def table(root: Path) -> Rows:
    """Dmitrov 2008 as nested lists."""
    sheet = load_workbook(root / "tests/sheets/dmitrov2008.xlsx").active
    return [list(row) for row in sheet.iter_rows(values_only=True)]


def test_the_public_names_are_the_registry() -> None:
    assert excel.__all__ == sorted(functions.FUNCTIONS)
    assert all(getattr(excel, name) is not None for name in excel.__all__)


def test_a_column_stands_beside_its_table(table: Rows) -> None:
    column = excel.BUCHHOLZ(table)
    assert [row[0] for row in column] == [
        "Бухгольц (ФИДЕ 1998)", 46.0, 40.5, 42.5, 41.0, 43.5, 41.0, 41.0, 39.5, 37.0, 36.5, 37.0,
    ]  # fmt: skip


@pytest.mark.parametrize("player", [10, 10.0, "10", "Невский, Ярослав", " невский,  ярослав "])
def test_one_player_by_number_or_name(table: Rows, player: object) -> None:
    assert excel.BUCHHOLZ(table, player) == 46.0


@pytest.mark.parametrize("player", [None, "", 0, 0.0])
def test_no_player_means_everybody(table: Rows, player: object) -> None:
    assert len(excel.BERGER(table, player)) == len(table)


def test_the_other_numbers_of_the_winner(table: Rows) -> None:
    assert excel.BERGER(table, 10) == 33.25
    assert excel.SHMULYAN(table, 10) == 20.5
    assert excel.PROGRESSIVE(table, 10) == 32.5
    assert excel.KOYA(table, 10) == 4.5
    assert excel.TRUNCBUCHHOLZ(table, None, 10) == 44.5
    assert excel.TRUNCBUCHHOLZ(table, 2, 10) == 41.0
    assert excel.MEDIANBUCHHOLZ(table, 1, 10) == 37.0
    assert excel.TIEBREAK(table, "BH-C2", 10) == 41.0
    assert excel.TOTALBUCHHOLZ(table, 8) == 41 + 41 + 46 + 42.5 + 43.5 + 41 + 37 + 39.5 + 37
    assert [excel.BUCHHOLZ(table, 10, rules) for rules in (1998, "2009", 2024.0, "fide2026")] == [46, 42.5, 49.5, 46.5]


def test_places(table: Rows) -> None:
    assert [row[0] for row in excel.PLACES(table)][1:] == list(range(1, 12))
    shared = [row[0] for row in excel.PLACES(table, "PTS, BH, BH-CX")]
    assert shared == ["Место (ФИДЕ 1998)", 1, 2, 3, 4, 5, "6-7", "6-7", 8, 9, 10, 11]


@pytest.mark.parametrize("chain", [["PTS", "BH", "BH-CX"], [["PTS", "BH", "BH-CX", None]], (("BH",), ("BH-CX",))])
def test_a_chain_may_come_from_cells(table: Rows, chain: object) -> None:
    assert excel.PLACES(table, chain) == excel.PLACES(table, "PTS, BH, BH-CX")


def test_true_is_not_taken_for_a_number_that_was_read_before() -> None:
    heading = ["No.", "Name", 1, 2, 3]
    sound = [heading, [1, "A", "x", 1, 0.5], [2, "B", 0, "x", 1], [3, "C", 0.5, 0, "x"]]
    mistyped = [heading, [1, "A", "x", True, 0.5], [2, "B", False, "x", True], [3, "C", 0.5, False, "x"]]
    functions.clear_caches()
    with pytest.raises(InputError, match="TRUE"):
        excel.BERGER(mistyped)
    assert [row[0] for row in excel.BERGER(sound)][1:] == [1.25, 0.5, 0.75]


def test_standings_are_a_sorted_table(table: Rows) -> None:
    shuffled = [table[0], *reversed(table[1:])]
    rows = excel.STANDINGS(shuffled, "PTS, BH, BH-CX")
    assert rows[0] == [
        "Место",
        "№",
        "Участник",
        "Очки",
        "Бухгольц (ФИДЕ 1998)",
        "Посл. усечение (ФИДЕ 1998)",
        "Решено по",
    ]
    assert rows[1] == [1, 10, "Невский, Ярослав", 7.5, 46.0, "", "BH"]
    assert {row[0] for row in rows[6:8]} == {"6-7"}
    assert [row[-1] for row in rows[6:8]] == ["", ""]


def test_an_explanation_is_one_line_with_the_terms(table: Rows) -> None:
    text = excel.EXPLAINTIEBREAK(table, 10)
    assert text.startswith("№ 10 Невский, Ярослав: Бухгольц (ФИДЕ 1998) = 46: 5,5 (№ 1) + 7 (сам с собой) + 7,5 (№ 8)")
    assert "\n" not in text


def test_a_sound_table_is_ok(table: Rows) -> None:
    [[text]] = excel.CHECKTABLE(table)
    assert text.startswith("OK: 11 players, 9 rounds")


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda t: excel.BUCHHOLZ(t, 12), "no player '12' in the table; give a number or a whole name"),
        (lambda t: excel.TRUNCBUCHHOLZ(t, 9), "BH-C9 leaves nothing of 9 rounds; the most to cut is 8"),
        (lambda t: excel.MEDIANBUCHHOLZ(t, 5), "BH-M5 leaves nothing of 9 rounds; the most to cut is 4"),
        (lambda t: excel.TRUNCBUCHHOLZ(t, 0), "n must be a whole number, 1 or more, not '0'"),
        (lambda t: excel.TRUNCBUCHHOLZ(t, float("nan")), "n must be a whole number, 1 or more, not 'nan'"),
        (lambda t: excel.TRUNCBUCHHOLZ(t, float("inf")), "n must be a whole number, 1 or more, not 'inf'"),
        (lambda t: excel.BUCHHOLZ([1, 2, 3]), "the first argument must be the range of a crosstable, such as A1:M12"),
        (lambda t: excel.TRUNCBUCHHOLZ(t, 1.5), "n must be a whole number, 1 or more, not '1.5'"),
        (lambda t: excel.TIEBREAK(t, "BHX"), "unknown tie-break 'BHX'; did you mean BH-CX?"),
        (lambda t: excel.TIEBREAK(t, 5), "code must be a text such as BH-C1, not '5'"),
        (lambda t: excel.BUCHHOLZ(t, None, 2010), "unknown rules '2010'; known are 1998, 2009, 2022, 2023, 2024, 2026"),
        (lambda t: excel.EXPLAINTIEBREAK(t, None), "name a player by number or name"),
        (lambda t: excel.BUCHHOLZ("A1:M12"), "the first argument must be the range of a crosstable, such as A1:M12"),
    ],
)
def test_what_does_not_exist_is_refused(table: Rows, call: Any, sentence: str) -> None:
    with pytest.raises(RequestError) as refused:
        call(table)
    assert str(refused.value) == sentence


def test_a_typing_error_names_its_cell_in_every_function(table: Rows) -> None:
    broken = [list(row) for row in table]
    broken[4][4] = "8w½x"
    for name, function in functions.FUNCTIONS.items():
        needed = [broken, *("BH" if a.name == "code" else 10 for a in function.arguments[1:] if not a.optional)]
        if name == "CHECKTABLE":
            assert any("row 5, round 3" in row[0] and "8w½x" in row[0] for row in function.body(*needed))
            continue
        with pytest.raises(InputError, match=r"^row 5, round 3: '8w½x' is not a result"):
            function.body(*needed)


def test_a_table_is_read_once(table: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    functions.clear_caches()
    read, readings = functions.read, []
    monkeypatch.setattr(functions, "read", lambda *args: readings.append(args) or read(*args))
    for _ in range(20):
        fresh = [list(row) for row in table]
        excel.BUCHHOLZ(fresh, 10)
        excel.BERGER(fresh)
        excel.PLACES(fresh)
    assert len(readings) == 1
    broken = [list(row) for row in table]
    broken[4][4] = "?"
    for _ in range(3):
        with pytest.raises(InputError):
            excel.BUCHHOLZ(broken)
    assert len(readings) == 2
