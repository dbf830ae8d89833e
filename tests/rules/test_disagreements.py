"""Where programs disagree: the side we take, item by item, each with the table that shows it."""

from __future__ import annotations

from fractions import Fraction

from tests.rules.tables import E02, E03, E05, E07, E10, E11, E12, floats, table
from xl_tiebreak.model import Scoring
from xl_tiebreak.standings import evaluate, rank


def test_1_fore_buchholz_draws_a_forfeit_of_the_last_round() -> None:
    assert floats(table(E05), "FB", "2024") == [4, 5, 4, 5]  # unchanged, it would be 3.5 and 5.5 for 2 and 3


def test_2_koya_takes_half_of_the_games_scheduled() -> None:
    assert floats(table(E07, "rr"), "KS", "2024") == [1.5, 0, 0.5, 1.5, 0]  # of the rounds: 0.5 for 1 and 4
    assert floats(table(E12, "rr"), "KS", "2024") == [1.5, 0.5, 1]  # of the rounds: 0 0 0


def test_3_koya_counts_forfeits_in_a_swiss() -> None:
    assert floats(table(E10), "KS", "2024")[1] == 1.5  # without the forfeit 0.5


def test_4_a_pair_that_met_by_forfeit_only_has_not_met() -> None:
    assert rank(table(E10), "DE", "2024").places[:3] == ["3-5", "3-5", "3-5"]  # met 0:0, player 1 would be first
    assert rank(table(E10), "DE-P", "2024").places[:3] == ["4", "3", "5"]


def test_5_direct_encounter_averages_any_number_of_games() -> None:
    assert rank(table(E11), "DE", "2024").places[:2] == ["2", "3"]  # 2/3 against 1/3


def test_6_the_absence_with_the_lowest_product_is_cut() -> None:
    t = table("1: U 3b+ H 2w+ | 2: 3b0 4b- 4b= 1b- | 3: 2w1 1w- U H | 4: H 2w- 2w= Z")
    assert floats(t, "SB-C1", "2026")[2] == 3  # by the lowest dummy: 2.5


def test_7_of_equal_products_the_lower_dummy_is_cut() -> None:
    t = table("1: 4w- 2w= 4w- | 2: U 1b= Z | 3: Z H Z | 4: 1b+ Z 1b-")
    assert floats(t, "SB-C2", "2026")[3] == 0  # by the earlier round: 0.5


def test_8_own_record_in_a_round_robin() -> None:
    t = table("1: 2b+ 3w1 4b1 | 2: 1w- 4w1 3b0 | 3: 4b1 1b0 2w1 | 4: 3w0 2b0 1w0", "rr")
    assert floats(t, "WON", "2026")[0] == 2  # a forfeit win is a win, but not won over the board
    assert floats(t, "WIN", "2026")[0] == 3
    assert floats(t, "BPG", "2026")[0] == 1
    assert floats(t, "REP", "2026")[1] == 2  # a forfeit loss is not a round elected


def test_9_more_cuts_than_rounds_leave_nothing() -> None:
    t = table("1: 2w1 | 2: 1b0")
    assert floats(t, "BH-C1", "2024") == [0, 0]
    assert floats(t, "BH-M1", "2024") == [0, 0]
    assert floats(table(E02), "BH-C9", "2024") == [0] * 5


def test_10_without_an_opponent_averages_are_undefined() -> None:
    t = table("1: 2w1 | 2: 1b0 | 3: U", ratings=[2000, 1900, 1800])
    for code in ("AOB", "ARO", "TPR", "PTP", "APRO", "APPO"):
        assert evaluate(t, code, "2024")[2] is None, code
    assert evaluate(t, "ARO-C1", "2024") == [None] * 3


def test_11_averages_are_exact() -> None:
    assert evaluate(table(E02), "AOB", "2024")[1] == Fraction(31, 6)


def test_12_the_text_of_2022_is_an_edition_of_its_own() -> None:
    assert floats(table(E05), "BH", "2022") != floats(table(E05), "BH", "2023")


def test_13_no_item_depends_on_what_else_is_asked() -> None:
    t = table(E03)
    alone = evaluate(t, "BH", "2024")
    assert rank(t, "FB, AOB-F, BH", "2024").values["BH"] == alone


def test_14_the_dummy_of_a_forfeit_has_the_cap_of_the_opponent_only() -> None:
    """Own score 3 of 4, the opponent has 3: the dummy has 3, though draws in all rounds would make 2."""
    t = table("1: 2w+ 3w1 4w1 5w0 | 2: 1b- 4b1 5b1 3b1 | 3: 4w1 1b0 U 2w0 | 4: 3b0 2w0 1b0 Z | 5: Z Z 2w0 1b1")
    assert floats(t, "BH", "2026")[0] == 3 + 2 + 0.5 + 1


def test_15_own_unplayed_rounds_keep_the_awarded_result() -> None:
    assert floats(table(E02), "SB", "2009")[2] == 1 + 1.25 + 1.5
    assert floats(table(E02), "SB", "2009:virtualdraw")[2] == 1 + 1.25 + 0.75


def test_16_berger_weighs_shares_of_a_win() -> None:
    """On 2-1-0 opponents have twice as many points and a draw counts half of them: twice the classical value."""
    classical, draughts = table(E03), table(E03, scoring=Scoring(2, 1, 0))
    for edition in ("1998", "2009", "2024", "2026", "uscf"):
        assert floats(draughts, "SB", edition) == [2 * (value or 0) for value in floats(classical, "SB", edition)]
