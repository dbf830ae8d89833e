"""What holds for every tournament, whatever its table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.strategies import PLAYED_ONLY, round_robins, tournaments
from xl_tiebreak.editions import EDITIONS, parse_rules
from xl_tiebreak.model import Scoring, Tournament
from xl_tiebreak.standings import Evaluation, evaluate, rank
from xl_tiebreak.terms import Value, total, totals
from xl_tiebreak.tiebreaks import REGISTRY, parse_item
from xl_tiebreak.unplayed import Ledger

MODIFIED = ("BH-C1", "BH-C2", "BH-M1", "SB-C1", "PS-C1", "BH-P", "SB-P", "DE-P", "KS-L+1", "SH-MM", "ARO-C1")
FIDE = [edition for edition in EDITIONS if edition.startswith("fide")]
FROM_ELEMENTS = ("BH", "BH-C1", "BH-C2", "BH-M1", "SOB", "AOB", "SB", "SB-C1", "SH", "PS", "KS")


def everything(t: Tournament, edition: str) -> dict[str, list[Value]]:
    """Every code that the edition knows, and some with modifiers → values."""
    evaluation = Evaluation(t, parse_rules(edition))
    known = [code for code, rule in REGISTRY.items() if rule.family in evaluation.rules.edition.families]
    return {code: evaluation.values(parse_item(code)) for code in (*known, *MODIFIED)}


def numbers(t: Tournament, code: str, rules: object) -> list[float]:
    return [float(value) for value in evaluate(t, code, rules) if value is not None]


def reordered(t: Tournament, order: Sequence[int]) -> Tournament:
    """The same table with its rows in another order: row k is the old row ``order[k]``."""
    place = {old: new for new, old in enumerate(order)}
    return replace(
        t,
        numbers=[t.numbers[p] for p in order],
        names=[t.names[p] for p in order],
        ratings=[t.ratings[p] for p in order],
        kinds=[t.kinds[p] for p in order],
        opponents=[[None if q is None else place[q] for q in t.opponents[p]] for p in order],
        colours=[t.colours[p] for p in order],
        points=[t.points[p] for p in order],
    )


@given(st.data(), tournaments() | round_robins(), st.sampled_from(list(EDITIONS)))
def test_the_order_of_rows_changes_nothing(data: st.DataObject, t: Tournament, edition: str) -> None:
    order = data.draw(st.permutations(range(len(t))))
    before, after = everything(t, edition), everything(reordered(t, order), edition)
    assert after == {code: [values[p] for p in order] for code, values in before.items()}


@given(st.data(), tournaments() | round_robins(), st.sampled_from(list(EDITIONS)))
def test_renumbering_changes_nothing_but_the_number(data: st.DataObject, t: Tournament, edition: str) -> None:
    other = replace(t, numbers=data.draw(st.permutations(t.numbers)))
    before, after = everything(t, edition), everything(other, edition)
    assert before.pop("TPN") == list(map(int, t.numbers))
    assert after.pop("TPN") == list(map(int, other.numbers))
    assert before == after


@given(tournaments() | round_robins(), st.sampled_from(list(EDITIONS)))
def test_colours_matter_to_games_with_black_only(t: Tournament, edition: str) -> None:
    swap = {"w": "b", "b": "w", "": ""}
    before, after = everything(t, edition), everything(replace(t, colours=_each(t.colours, swap)), edition)
    for code in ("BPG", "BWG"):
        before.pop(code), after.pop(code)
    assert before == after


def _each(rows: Sequence[Sequence[str]], swap: dict[str, str]) -> list[list[str]]:
    return [[swap[entry] for entry in row] for row in rows]


@given(round_robins(), st.sampled_from(list(EDITIONS)))
def test_identities_of_a_full_round_robin(t: Tournament, edition: str) -> None:
    """BH = T − S, sum of SB = sum of S·(G − S), and Shmulyan orders tied players as Berger does."""
    s, bh, sb, sh = (numbers(t, code, edition) for code in ("PTS", "BH", "SB", "SH"))
    everybody, games = sum(s), len(t) - 1
    assert bh == [everybody - score for score in s]
    assert sum(sb) == sum(score * (games - score) for score in s)
    tied = [(p, q) for p in range(len(t)) for q in range(len(t)) if s[p] == s[q]]
    assert all((sb[p] < sb[q]) == (sh[p] < sh[q]) for p, q in tied)


@given(tournaments(PLAYED_ONLY, byes=()) | round_robins(), st.sampled_from(list(EDITIONS)))
def test_shmulyan_is_twice_berger_less_buchholz(t: Tournament, edition: str) -> None:
    s, bh, sb, sh = (numbers(t, code, edition) for code in ("PTS", "BH", "SB", "SH"))
    assert sh == [2 * berger - buchholz for berger, buchholz in zip(sb, bh, strict=True)]
    assert sum(score * value for score, value in zip(s, sh, strict=True)) == 0


@given(tournaments())
def test_under_1998_the_identity_holds_with_unplayed_rounds(t: Tournament) -> None:
    bh, sb, sh = (numbers(t, code, "fide1998") for code in ("BH", "SB", "SH"))
    assert sh == [2 * berger - buchholz for berger, buchholz in zip(sb, bh, strict=True)]


@given(tournaments() | round_robins(), st.sampled_from(list(EDITIONS)))
def test_a_further_cut_takes_something_away(t: Tournament, edition: str) -> None:
    columns = [numbers(t, code, edition) for code in ("BH", *(f"BH-C{n}" for n in range(1, 8)))]
    for before, after in pairwise(columns):
        assert all(less <= more for less, more in zip(after, before, strict=True))


@given(tournaments())
def test_caps_of_2026_only_lower(t: Tournament) -> None:
    for code in ("BH", "SB"):
        new, old = numbers(t, code, "fide2026"), numbers(t, code, "fide2024")
        assert all(n <= o for n, o in zip(new, old, strict=True))


@given(tournaments() | round_robins())
def test_2023_and_2024_are_the_same(t: Tournament) -> None:
    assert everything(t, "fide2023") == everything(t, "fide2024")


@given(tournaments())
def test_1998_and_2009_lend_the_same_scores(t: Tournament) -> None:
    adjusted = [Ledger(t, parse_rules(edition)).adjusted for edition in ("fide1998", "ru_note", "fide2009", "uscf")]
    assert adjusted[1:] == adjusted[:-1]


@given(st.data(), st.sampled_from([Scoring(), Scoring(2, 1, 0)]))
def test_with_all_rounds_played_all_editions_agree(data: st.DataObject, scoring: Scoring) -> None:
    t = data.draw(tournaments(PLAYED_ONLY, byes=(), scoring=scoring) | round_robins(scoring=scoring))
    for code in FROM_ELEMENTS:
        columns = {edition: evaluate(t, code, edition) for edition in EDITIONS}
        assert all(column == columns["raw"] for column in columns.values()), (code, columns)


@given(tournaments(), st.sampled_from(["fide1998", "ru_note", "fide2009", "uscf", "go", "raw"]))
def test_iterative_truncation_leaves_identical_lists_only(t: Tournament, edition: str) -> None:
    standings = rank(t, "BH, BH-CX", edition)
    elements = Ledger(t, parse_rules(edition)).elements.scores
    by_rank: dict[int, list[list[float]]] = {}
    for p, place in enumerate(standings.ranks):
        by_rank.setdefault(place, []).append(sorted(value for value in elements[p] if value))
    for lists in by_rank.values():
        assert all(one == lists[0] for one in lists)


@given(tournaments(), st.sampled_from(list(EDITIONS)), st.integers(0, 3), st.integers(0, 3))
def test_whole_columns_equal_single_players(t: Tournament, edition: str, low: int, high: int) -> None:
    ledger = Ledger(t, parse_rules(edition))
    cut = ledger.treatment.cut
    single = [total(ledger.elements, p, low, high, cut) for p in range(len(t))]
    assert totals(ledger.elements, low, high, cut) == single


@given(tournaments() | round_robins(), st.sampled_from(FIDE))
def test_a_ranking_is_a_ranking(t: Tournament, edition: str) -> None:
    """Everybody has one place, places count who is ahead, and values of a chain are those asked singly."""
    standings = rank(t, "PTS, BH, BH-CX, SB, WIN", edition)
    assert sorted(standings.order) == list(range(len(t)))
    for p, place in enumerate(standings.ranks):
        ahead = [q for q in range(len(t)) if standings.ranks[q] < place]
        assert place == len(ahead) + 1
        assert ("-" in standings.places[p]) == (standings.ranks.count(place) > 1)
        assert (standings.decided_by[p] is None) == (standings.ranks.count(place) > 1) or len(t) == 1
    for code in ("PTS", "BH", "SB", "WIN"):
        assert standings.values[code] == evaluate(t, code, edition)


@given(st.data(), tournaments())
def test_interim_standings_forget_later_rounds(data: st.DataObject, t: Tournament) -> None:
    rounds = data.draw(st.integers(1, t.rounds))
    cut = replace(
        t,
        kinds=[row[:rounds] for row in t.kinds],
        opponents=[row[:rounds] for row in t.opponents],
        colours=[row[:rounds] for row in t.colours],
        points=[row[:rounds] for row in t.points],
    )
    for code in ("PTS", "BH", "SB", "PS", "TPR"):
        assert evaluate(t.after(rounds), code, "fide2026") == evaluate(cut, code, "fide2026")
    if rounds < t.rounds:
        assert evaluate(t.after(rounds), "FB", "fide2026") == evaluate(cut, "BH", "fide2026")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_value_is_exact(edition: str) -> None:
    """What is no fraction is a multiple of 1/64: no sum of floats has lost anything."""

    @given(tournaments())
    def check(t: Tournament) -> None:
        for code, values in everything(t, edition).items():
            assert all(float(v) * 64 % 1 == 0 for v in values if isinstance(v, float | int)), code

    check()
