"""Options after the edition, modifiers of one item, interim standings, scorings, and what objects to a chain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.tables import E01, E02, E03, E05, E07, E10, floats, table
from xl_tiebreak.crosstable import read
from xl_tiebreak.editions import EDITIONS, parse_rules
from xl_tiebreak.errors import RequestError
from xl_tiebreak.explain import explain
from xl_tiebreak.model import Scoring, Tournament
from xl_tiebreak.standings import evaluate, objections, rank
from xl_tiebreak.tiebreaks import REGISTRY
from xl_tiebreak.unplayed import withdrawn

# 5 left after two of four games: half of them, his other games are forfeits. 4 left after one: less than half.
LEFT = """
1: 2w1 3b1 4w+ 5b+ Z | 2: 1b0 Z 5w1 3b= 4w+ | 3: 5b1 1w0 Z 2w= Z | 4: Z 5w1 1b- Z 2b- | 5: 3w0 4b0 2b0 1w- Z
"""
DELETED = "1: 2w1 3b1 Z 5b+ Z | 2: 1b0 Z 5w1 3b= Z | 3: 5b1 1w0 Z 2w= Z | 4: Z Z Z Z Z | 5: 3w0 Z 2b0 1w- Z"


def test_who_finished_less_than_half_leaves_the_standings() -> None:
    t = table(LEFT, "rr")
    assert withdrawn(t) == {3}
    standings = rank(t, "SB, KS, WIN", "fide2026:withdrawn50")
    assert standings.places == ["1", "2-3", "2-3", "", "4"]
    assert standings.ranks == [1, 2, 2, 0, 4]
    assert standings.order[-1] == 3
    assert standings.decided_by == ["PTS", None, None, None, "PTS"]
    without = rank(table(DELETED, "rr"), "SB, KS, WIN", "fide2026")
    for code, values in standings.values.items():
        assert values[3] is None
        assert values[:3] + values[4:] == without.values[code][:3] + without.values[code][4:], code
    assert standings.tournament is t


def test_without_the_option_his_games_stay() -> None:
    t = table(LEFT, "rr")
    assert rank(t, "SB", "fide2026").places == ["1", "2", "3", "4", "5"]
    assert floats(t, "PTS") == [4, 2.5, 1.5, 1, 0]
    assert floats(t, "PTS", "1998:withdrawn50") == [3, 1.5, 1.5, None, 0]


def test_the_option_means_nothing_in_a_swiss() -> None:
    t = table(LEFT)
    assert rank(t, "BH, SB", "2026:withdrawn50").values == rank(t, "BH, SB", "2026").values
    assert rank(t, "SB", "2026:rr:withdrawn50").places[3] == ""


def test_everybody_may_have_left() -> None:
    t = table("1: 2w- 2b- | 2: 1b- 1w-", "rr")
    standings = rank(t, "SB, DE", "fide2026:withdrawn50")
    assert (standings.places, standings.ranks, standings.order) == (["", ""], [0, 0], [0, 1])
    assert standings.values["PTS"] == [None, None]


def test_half_of_the_games_is_enough() -> None:
    t = table("1: 2w1 3b1 4w+ | 2: 1b0 4w1 3b= | 3: 4b= 1w0 2w= | 4: 3w= 2b0 1b-", "rr")
    assert withdrawn(t) == frozenset()
    assert withdrawn(table("1: 2w+ 2b* | 2: 1b- 1w*", "rr")) == {1}


def test_nobody_explains_the_number_of_who_left() -> None:
    with pytest.raises(RequestError, match="Player 4 finished less than half of the games"):
        explain(table(LEFT, "rr"), 3, "SB", "2026:withdrawn50")


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("1998:rr", [1 * 1 + 1 * 0, 1 * 0, 0]),
        ("1998:rr:selfdraw", [1 * 1 + 0.5 * 1.5, 1 * 0.5, 0.5 * 0.5]),  # both forfeits lend ½ and draw with their owner
    ],
)
def test_forfeits_of_a_round_robin_as_the_1998_text_says_literally(rules: str, expected: list[float]) -> None:
    t = table("1: 2w1 Z 3b+ | 2: 1b0 3w1 Z | 3: Z 2b0 1w-", "rr")
    assert floats(t, "SB", rules) == expected


def test_virtual_opponents_as_chess_results_counted_them() -> None:
    """Every own unplayed round is a draw with the virtual opponent: 3 has 1 + 1.25 + ½·1.5 instead of 1 + 1.25 + 1.5;
    Buchholz stays as it is."""
    t = table(E02)
    assert floats(t, "SB", "2009")[2] == 3.75
    assert floats(t, "SB", "2009:virtualdraw")[2] == 3
    assert evaluate(t, "BH", "2009:virtualdraw") == evaluate(t, "BH", "2009")


def test_an_option_does_not_reach_an_item_of_another_edition() -> None:
    t = table(E02)
    values = rank(t, "SB, SB@2024", "2009:virtualdraw").values
    assert values["SB@2024"] == evaluate(t, "SB", "2024")


def test_played_as_a_swiss() -> None:
    """The free round of an odd round robin becomes an absence, as in a Swiss of the same table."""
    rr, swiss = table(E07, "rr"), table(E07)
    for code in ("BH", "SB", "SH", "KS", "DE", "AOB", "SOB"):
        assert evaluate(rr, f"{code}-S", "fide2026") == evaluate(swiss, code, "fide2026"), code
        assert evaluate(rr, code, "2026:swiss") == evaluate(swiss, code, "fide2026"), code
        assert evaluate(swiss, code, "2026:rr") == evaluate(rr, code, "fide2026"), code
    assert evaluate(rr, "SB", "2026") != evaluate(swiss, "SB", "2026")


def test_a_matrix_has_no_rounds() -> None:
    t = matrix(E01)
    assert evaluate(t, "PS") == [None] * 4
    assert floats(t, "SB") == [2.75, 1.5, 2.25, 1]
    for code, rules in (("BH-S", "2026"), ("BH", "2026:swiss")):
        with pytest.raises(RequestError, match="a matrix has no rounds"):
            evaluate(t, code, rules)


def matrix(cells: str) -> Tournament:
    return replace(table(cells, "rr"), ordered=False)


# --- interim standings


def test_pairings_without_a_result_count_for_nothing() -> None:
    """Round 3 is paired, nobody has played it; the bye entered for it waits as well."""
    before = table("1: 2w1 3b= | 2: 1b0 5w1 | 3: 4w1 1w= | 4: 3b0 U | 5: U 2b0")
    paired = table("1: 2w1 3b= 5w* | 2: 1b0 5w1 4b* | 3: 4w1 1w= U | 4: 3b0 U 2w* | 5: U 2b0 1b*")
    assert paired.finished == 2
    for rules in ("fide1998", "fide2009", "fide2022", "fide2026", "uscf", "raw"):
        for code in ("PTS", "BH", "BH-C1", "SB", "PS", "KS", "SH", "WIN", "REP", "SOB", "DE"):
            assert evaluate(paired, code, rules) == evaluate(before, code, rules), (code, rules)


def test_a_postponed_game_is_no_round_so_far() -> None:
    """1 and 2 postponed their game of round 2: no term for either, no score for others; round 2 counts for the rest."""
    t = table("1: 3w1 2b* | 2: 4b1 1w* | 3: 1b0 4w1 | 4: 2w0 3b0")
    assert t.finished == 2
    assert floats(t, "BH", "2026") == [1, 0, 1, 2]
    assert floats(t, "PS", "2026") == [1, 1, 1, 0]
    assert floats(t, "REP", "2026") == [1, 1, 2, 2]
    assert floats(t, "STD", "2026") == [1, 1, 1, 0]
    assert floats(t, "KS", "2026") == [1, 0, 0, 0]
    assert floats(t, "AOB", "2026") == [1, 2, (1 + 2) / 2, 0.5]


def test_an_absence_before_a_pairing_still_closes_the_rounds_played() -> None:
    """2 was absent in round 2 and is paired in round 3, which has begun on another board."""
    t = table("1: 2w1 3b1 4w1 | 2: 1b0 Z 3w* | 3: 4w1 1w0 2b* | 4: 3b0 U 1b0")
    assert floats(t, "BH", "2026")[0] == 0.5 + 1 + 1


def test_fore_buchholz_knows_the_planned_number_of_rounds() -> None:
    t = table(E03)
    early = t.after(3)
    assert early.planned == 4
    assert evaluate(early, "FB", "2024") == evaluate(early, "BH", "2024")
    assert evaluate(t, "FB", "2024") != evaluate(t, "BH", "2024")


def test_the_last_round_as_soon_as_it_is_paired_counts_as_drawn_for_fore_buchholz() -> None:
    paired = table("1: 2w1 3b1 4w* | 2: 1b0 4w1 Z | 3: 4w1 1w0 H | 4: 3b0 2b0 1b*")
    assert paired.finished == 2
    assert floats(paired, "BH", "2024")[0] == 1 + 1
    assert floats(paired, "FB", "2024")[0] == 1.5 + 1.5 + 0.5


def test_interim_standings_by_round() -> None:
    """After round 1 the bye is a draw against oneself and worth ½, the opponents of the winners have nothing."""
    t = table(E02)
    assert [rank(t.after(k), "BH", "1998").places for k in (1, 2, 3)] == [
        ["2-3", "4-5", "2-3", "4-5", "1"],
        ["1", "3-4", "2", "3-4", "5"],
        ["2", "4", "1", "3", "5"],
    ]


# --- points


def test_a_bye_worth_less_than_a_win() -> None:
    """The bye brings ½: awarded points everywhere."""
    t = table(E02, bye=0.5)
    assert floats(t, "PTS") == [2.5, 1.5, 2, 1, 0.5]
    assert floats(t, "WIN") == [2, 1, 1, 0, 0]
    assert floats(t, "PS") == [5, 2.5, 1 + 1.5 + 2, 0 + 0.5 + 1, 1.5]
    assert floats(t, "BH", "2024")[2] == 1 + 2.5 + 2
    assert floats(t, "SB", "2024")[2] == 1 + 0.5 * 2.5 + 0.5 * 2
    assert floats(t, "BH", "2009")[2] == 1 + 2.5 + (1.5 + 0.5)
    assert floats(t, "STD", "2026") == [2.5, 1.5, 2, 1, 0.5]
    assert floats(t, "CUM", "uscf")[4] == 1.5


def test_a_bye_worth_less_than_a_draw() -> None:
    t = table(E02, bye=0)
    assert floats(t, "STD", "2026") == [2.5, 1.5, 1.5, 0.5, 0]
    assert floats(t, "BH", "1998") == floats(table(E02), "BH", "1998")


def test_an_extra_game_after_a_draw() -> None:
    """3-1½-1-0: both results of an extra game count as a draw by outcome; the winner of it out-scored his opponent."""
    t = table("1: 2w1 3b= | 2: 1b0 4w1 | 3: 4w0 1w= | 4: 3b1 2b0", "swiss", Scoring(3, 1.5, 0, ((1.5, 1.0),)))
    points = [list(row) for row in t.points]
    points[0][1], points[2][1] = 1.5, 1.0
    t = replace(t, points=points)
    assert floats(t, "PTS") == [4.5, 3, 1, 3]
    assert floats(t, "SB", "1998") == [3 + 1 / 2, 3, 4.5 / 2, 1]
    assert floats(t, "SB", "2024") == [3 + 1 / 2, 3, 4.5 / 3, 1]
    assert floats(t, "SH", "1998") == [3, 3 - 4.5, -3, 1 - 3]
    assert floats(t, "STD", "2026") == [2, 1, 0, 1]
    assert floats(t, "KASH", "uscf") == [6, 5, 3, 5]


# --- objections


@pytest.mark.parametrize(
    ("cells", "system", "chain", "rules", "codes"),
    [
        (E01, "rr", "BH, SB", "2026", ["round-robin"]),
        (E01, "rr", "FB, AOB, BH-CX, SOB", "2026", ["round-robin"] * 4),
        (E01, "rr", "BH-S, SB", "2026", []),
        (E01, "rr", "BH", "2026:swiss", []),
        (E05, "swiss", "BH, SB, DE", "2026", []),
        (E05, "swiss", "BH", "2026:rr", ["round-robin"]),
        (E01, "rr", "SB, PS", "2026", []),
        (E10, "swiss", "ARO, TPR", "2026", ["unrated", "unrated"]),
        (E10, "swiss", "ARO-U1400", "2026", []),
        (E10, "swiss", "RTNG", "2026", ["unrated"]),
    ],
)
def test_objections(cells: str, system: str, chain: str, rules: str, codes: list[str]) -> None:
    t = table(cells, "rr" if system == "rr" else "swiss")
    found = objections(t, chain, rules)
    assert [problem.code for problem in found] == codes
    assert all(problem.severity == "warning" for problem in found)


def test_objections_are_sentences() -> None:
    t = matrix(E01)
    assert [str(problem) for problem in objections(t, "BH, PS, ARO, RTNG", parse_rules(2026))] == [
        "BH separates nobody in a round robin, where everybody has the same opponents; use SB, KS or DE",
        "PS needs the order of the rounds, which a matrix does not tell; use a table with a column for each round",
        "ARO is undefined, because 4 of 4 players have no rating; write ARO-U1400 to assume one",
        "RTNG is undefined, because 4 of 4 players have no rating; fill in the ratings",
    ]
    assert objections(table(E01, "rr")) == ()


def test_a_round_of_byes_only_is_a_round() -> None:
    """Three players, two of whom withdrew before round 2: the pairing-allocated bye of the third counts."""
    t = table("1: 2w1 Z | 2: 1b0 U | 3: Z Z")
    assert t.finished == 2
    assert floats(t, "PTS") == [1, 1, 0]


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("letters that do not tell", [[1, "Adams", "2b1", "+"], [2, "Baker", "1s0", "-"]]),
        ("cells without colours", [[1, "Adams", "2:W", "0:W"], [2, "Baker", "1:L", "0:"]]),
        ("a matrix", [[1, "Adams", "x", 1], [2, "Baker", 0, "x"]]),
    ],
)
def test_counts_of_colours_are_undefined_where_the_table_tells_none(name: str, rows: list[list[object]]) -> None:
    t = read([["№", "Name", 1, 2], *rows]).tournament_or_raise()
    for code in ("BPG", "BWG"):
        assert evaluate(t, code, 2026) == [None, None], name
        (problem,) = objections(t, code, 2026)
        assert str(problem) == (
            f"{code} is undefined, because the games of 2 of 2 players have no colour that is known;"
            " write w or b in every game"
        )
        with pytest.raises(RequestError, match=f"{code} needs the colours of the games, which the table does not tell"):
            explain(t, 0, code, 2026)
    assert rank(t, "PTS, BPG", 2026).places == ["1", "2"]


def test_who_has_played_no_game_has_counted_colours_all_the_same() -> None:
    t = read([["№", "Name", 1], [1, "Adams", "2:W"], [2, "Baker", "1:L"], [3, "Clark", "0:W"]]).tournament_or_raise()
    assert evaluate(t, "BPG", 2026) == [None, None, 0]


@pytest.mark.parametrize("code", REGISTRY)
def test_no_rule_reads_colours_without_saying_so(code: str) -> None:
    coloured = read(COLOURED).tournament_or_raise()
    without = replace(coloured, colours=[[""] * coloured.rounds for _ in coloured.names])
    rules = next(edition for edition in reversed(EDITIONS.values()) if REGISTRY[code].family in edition.families).id
    same = evaluate(coloured, code, rules) == evaluate(without, code, rules)
    assert same is not REGISTRY[code].needs_colours


COLOURED = [
    ["№", "Name", "Rtg", 1, 2, 3],
    [1, "Adams", 2100, "2w1", "4b1", "3w½"],
    [2, "Baker", 2000, "1b0", "3w1", "4b0"],
    [3, "Clark", 1900, "4w½", "2b0", "1b½"],
    [4, "Davis", 1800, "3b½", "1w0", "2w1"],
]
