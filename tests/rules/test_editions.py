"""What each edition does with unplayed rounds, written out; and that an edition differs from the one before it exactly
where the rule changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given

from tests.rules.strategies import round_robins, tournaments
from tests.rules.tables import E00, E02, E03, E04, E05, E15, E16, floats, table
from xl_tiebreak.editions import EDITIONS, OPTIONS, find_edition, parse_rules
from xl_tiebreak.errors import RequestError
from xl_tiebreak.model import Kind, Tournament
from xl_tiebreak.standings import evaluate, rank
from xl_tiebreak.unplayed import Ledger, trailing_from
from xl_tiebreak.wording import described

K = Kind
UNPLAYED = set(Kind) - {Kind.PLAYED, Kind.REST, Kind.PENDING}
VOLUNTARY = {Kind.HALF_POINT_BYE, Kind.ZERO_POINT_BYE, Kind.FORFEIT_LOSS}
FORFEITS = {Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS}

# What a round is worth to the opponents: kind → (anywhere, in the closing run of voluntary unplayed rounds). P are the
# points it brought, ½ a draw.
HALF = dict.fromkeys(UNPLAYED, ("½", "½"))
FACE: dict[Kind, tuple[str, str]] = {}
LENT = {
    "fide1998": HALF,
    "ru_note": HALF,
    "fide2009": HALF,
    "uscf": HALF,
    "fide2022": {K.HALF_POINT_BYE: ("½", "½"), K.ZERO_POINT_BYE: ("0", "½"), K.FORFEIT_LOSS: ("0", "½")},
    "fide2023": {K.HALF_POINT_BYE: ("½", "½"), K.ZERO_POINT_BYE: ("0", "½"), K.FORFEIT_LOSS: ("0", "0")},
    "raw": FACE,
    "go": FACE,
}
LENT["fide2024"] = LENT["fide2026"] = LENT["fide2023"]


def closing(kinds: list[Kind] | tuple[Kind, ...], r: int) -> bool:
    return all(kind in VOLUNTARY for kind in kinds[r:])


def lent(t: Tournament, p: int, edition: str) -> float:
    """A(p), round by round from the table above."""
    score = 0.0
    for r, kind in enumerate(t.kinds[p]):
        how = LENT[edition].get(kind, ("P", "P"))[closing(tuple(t.kinds[p]), r)]
        score += {"P": t.points[p][r], "½": 0.5, "0": 0.0}[how]
    return score


def own_terms(t: Tournament, p: int, edition: str) -> list[tuple[float, float]]:
    """(score, weight) of every round of p that brings a term, from the rule book's table of own unplayed rounds."""
    a = [lent(t, q, edition) for q in range(len(t))]
    s, n = sum(t.points[p]), t.rounds
    terms = []
    for r, kind in enumerate(t.kinds[p]):
        result, q = t.points[p][r], t.opponents[p][r]
        opponent = a[q] if q is not None else 0.0
        virtual = sum(t.points[p][:r]) + (1 - result) + 0.5 * (n - r - 1)
        forfeit = kind in FORFEITS
        if kind is Kind.PLAYED:
            terms.append((opponent, result))
        elif edition == "fide1998":
            terms.append((a[p], 0.5))
        elif edition == "ru_note":
            terms.append((opponent, 0.5) if forfeit else (a[p], 0.5))
        elif edition == "fide2009":
            terms.append((virtual, result))
        elif edition in ("fide2022", "fide2023", "fide2024"):
            terms.append((s, result))
        elif edition == "fide2026":
            terms.append((min(s, opponent) if forfeit else min(s, 0.5 * n), result))
        elif edition == "uscf":
            terms.append((0.0, 0.0))
        elif edition == "go":
            terms.append((opponent, result) if forfeit else (0.0, 0.0))
    return terms


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_tables_of_the_rule_book(edition: str) -> None:
    @given(tournaments())
    def check(t: Tournament) -> None:
        t = t.after(t.finished)
        assert Ledger(t, parse_rules(edition)).adjusted == [lent(t, p, edition) for p in range(len(t))]
        terms = [own_terms(t, p, edition) for p in range(len(t))]
        assert floats(t, "BH", edition) == [sum(score for score, _ in row) for row in terms]
        assert floats(t, "SB", edition) == [sum(score * weight for score, weight in row) for row in terms]

    check()


@given(round_robins(("win", "draw", "loss", "forfeit win", "forfeit loss", "double forfeit")))
def test_a_round_robin_is_the_same_in_every_edition(t: Tournament) -> None:
    """Forfeits are results against the scheduled opponent, free rounds bring nothing, in every edition."""
    for code in ("SB", "PS", "KS", "WIN", "SH", "SB-C1"):
        columns = [evaluate(t, code, edition) for edition in EDITIONS]
        assert all(column == columns[0] for column in columns), code
    scores = t.scores()
    berger = [
        sum(points * scores[q] for points, q in zip(t.points[p], t.opponents[p], strict=True) if q is not None)
        for p in range(len(t))
    ]
    assert evaluate(t, "SB", "fide2026") == berger


# --- old against new: who differs, and by what

Affected = Callable[[Tournament, int], bool]


def has(*kinds: Kind) -> Affected:
    return lambda t, p: any(kind in kinds for kind in t.kinds[p])


def closes_with_forfeit(t: Tournament, p: int) -> bool:
    return Kind.FORFEIT_LOSS in t.kinds[p][trailing_from(t.kinds[p]) :]


def touched(affected: Affected) -> Affected:
    """The player himself or somebody he met."""
    return lambda t, p: affected(t, p) or any(q is not None and affected(t, q) for q in t.opponents[p])


CHANGES = [
    ("fide1998", "ru_note", "BH", has(*FORFEITS), "a forfeit is a draw with the scheduled opponent"),
    ("fide1998", "fide2009", "BH", has(*UNPLAYED), "one's own unplayed rounds meet a virtual opponent"),
    ("fide1998", "uscf", "BH", has(*UNPLAYED), "one's own unplayed rounds are opponents with 0"),
    ("fide1998", "fide1998", "BH", lambda t, p: False, "nothing"),
    ("fide2009", "fide2022", "BH", touched(has(*UNPLAYED)), "dummy with the own score; results lent as they stand"),
    ("fide2022", "fide2023", "BH", touched(closes_with_forfeit), "closing forfeit losses are lent as 0"),
    ("fide2022", "fide2023", "SB-C1", touched(has(*VOLUNTARY)), "an absence is cut only if it costs something"),
    ("fide2023", "fide2024", "BH-C1", lambda t, p: False, "nothing but names"),
    ("fide2024", "fide2026", "BH", has(*UNPLAYED), "the dummy is capped"),
    ("go", "raw", "BH", has(*FORFEITS), "a forfeit is a game"),
]


@pytest.mark.parametrize(("old", "new", "code", "affected", "change"), CHANGES)
def test_only_who_is_affected_differs(old: str, new: str, code: str, affected: Affected, change: str) -> None:
    @given(tournaments())
    def check(t: Tournament) -> None:
        t = t.after(t.finished)  # where nobody has played yet, nobody has left
        before, after = evaluate(t, code, old), evaluate(t, code, new)
        assert all(before[p] == after[p] or affected(t, p) for p in range(len(t))), change

    check()


@pytest.mark.parametrize(
    ("old", "new", "cells", "code", "differences"),
    [
        # number → (old, new); everybody else has the same value under both
        ("fide1998", "ru_note", E05, "BH", {2: (4, 5), 3: (5, 4)}),
        ("fide1998", "ru_note", E02, "BH", {}),
        ("fide1998", "fide2009", E02, "BH", {3: (5.5, 5), 4: (4.5, 4), 5: (4.5, 5)}),
        ("fide1998", "fide2009", E16, "BH", {2: (4.5, 5)}),
        ("fide1998", "uscf", E02, "BH", {3: (5.5, 3.5), 4: (4.5, 3.5), 5: (4.5, 4)}),
        ("fide2009", "fide2022", E16, "BH", {2: (5, 4)}),
        ("fide2022", "fide2023", E05, "BH", {1: (4, 3.5), 4: (6, 5.5)}),
        ("fide2022", "fide2023", E02, "BH", {}),
        ("fide2022", "fide2023", E04, "SB-C1", {2: (4, 3)}),
        ("fide2023", "fide2024", E03, "BH", {}),
        ("fide2024", "fide2026", E02, "BH", {3: (6.5, 5.5)}),
        ("fide2024", "fide2026", E03, "BH", {2: (9.5, 9)}),
        ("fide2024", "fide2026", E05, "BH", {3: (5.5, 3.5)}),
        ("fide2024", "fide2026", E15, "BH", {2: (8, 7)}),
        ("fide2024", "raw", E02, "BH", {3: (6.5, 4), 4: (5.5, 4), 5: (5, 4)}),
        ("raw", "go", E05, "BH", {2: (3, 5.5), 3: (3, 3.5)}),
    ],
)
def test_differences_by_hand(
    old: str, new: str, cells: str, code: str, differences: dict[int, tuple[float, float]]
) -> None:
    before, after = (floats(table(cells), code, edition) for edition in (old, new))
    found = {p + 1: (before[p], after[p]) for p in range(len(before)) if before[p] != after[p]}
    assert found == differences


def test_four_right_values_of_one_table() -> None:
    """Player 10 of Dmitrov 2008, and under which edition."""
    values = {edition: floats(table(E00), "BH", edition)[9] for edition in EDITIONS}
    assert values == {
        "fide1998": 46,
        "ru_note": 46,
        "fide2009": 42.5,
        "fide2022": 49.5,
        "fide2023": 49.5,
        "fide2024": 49.5,
        "fide2026": 46.5,
        "uscf": 39,
        "go": 42,
        "raw": 42,
    }


# --- raw, summed by hand: scores as they stand, own unplayed rounds bring nothing


@pytest.mark.parametrize(
    ("cells", "code", "expected"),
    [
        (E02, "BH", [1.5 + 2.5 + 1, 2.5 + 1 + 1.5, 1.5 + 2.5, 2.5 + 1.5, 1.5 + 2.5]),
        (E03, "BH", [1.5 + 2.5 + 1 + 2.5, 2.5 + 3.5 + 1, 1 + 3.5, 3.5 + 2.5, 2.5 + 1 + 1.5 + 3.5, 1 + 2.5 + 2.5]),
        (E03, "BH-C1", [6.5, 6, 3.5, 3.5, 7.5, 5]),
        (E03, "SB", [1.5 + 1.25 + 1 + 2.5, 1.25 + 1.75 + 1, 1, 0, 1.25 + 1 + 1.5, 0]),
        (E05, "BH", [0.5 + 2.5 + 0.5, 2.5 + 0.5, 0.5 + 2.5, 2.5 + 0.5 + 2.5]),
        (E05, "SOB", [3 + 3 + 5.5, 3.5 + 5.5, 5.5 + 3.5, 3 + 3 + 3.5]),
        (E15, "BH", [1.5 + 2, 2 + 1.5 + 1, 3 + 1 + 2, 1 + 3 + 2, 1.5 + 2 + 3]),
    ],
)
def test_raw_by_hand(cells: str, code: str, expected: list[float]) -> None:
    assert floats(table(cells), code, "raw") == expected


# --- editions as people write them


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        (None, "fide1998"),
        ("", "fide1998"),
        (0, "fide1998"),
        (2024, "fide2024"),
        (2026.0, "fide2026"),
        ("2009", "fide2009"),
        ("FIDE2022", "fide2022"),
        ("ru_note", "ru_note"),
        ("2026:rr", "fide2026:rr"),
        ("1998:rr:selfdraw", "fide1998:rr:selfdraw"),
        ("2009:virtualdraw", "fide2009:virtualdraw"),
        (" 2024 : Swiss ", "fide2024:swiss"),
        (":rr", "fide1998:rr"),
    ],
)
def test_rules_are_read(asked: object, written: str) -> None:
    assert str(parse_rules(asked)) == written
    assert str(parse_rules(parse_rules(asked))) == written


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ("2025", "unknown rules '2025'; known are 1998, 2009, 2022, 2023, 2024, 2026"),
        ("fide2025", "did you mean fide202"),
        ("ucsf", "did you mean uscf?"),
        ("2024:rrr", "unknown option 'rrr' in '2024:rrr'; did you mean rr?"),
        ("2024:selfdraw", "fide2024 does not know 'selfdraw'"),
        ("2024:virtualdraw", "it belongs to fide2009"),
    ],
)
def test_unknown_rules_are_refused(asked: object, complaint: str) -> None:
    with pytest.raises(RequestError) as refused:
        parse_rules(asked)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


KINDS = ["forfeit win", "forfeit loss", "pairing-allocated bye", "full-point bye", "half-point bye", "absent"]


def test_every_edition_says_what_it_is() -> None:
    for name, edition in EDITIONS.items():
        assert find_edition(name) is edition
        assert all((edition.title, edition.title_ru, edition.source, edition.in_force))
        assert [row[0] for row in described(edition)] == KINDS
    assert described(EDITIONS["fide2026"])[1] == (
        "forfeit loss",
        "nothing",
        "the awarded result against the dummy, who has at most what the scheduled opponent has",
    )
    assert described(EDITIONS["fide2024"])[5] == (
        "absent",
        "nothing; the points of a draw where he played no later round",
        "the awarded result against a dummy with his own final score",
    )


def test_every_option_is_taken_by_some_edition() -> None:
    assert set(OPTIONS) == {"matchpoints", "selfdraw", "virtualdraw", "withdrawn50"}
    for option in OPTIONS:
        assert any(parse_rules(edition).takes(option) for edition in EDITIONS)


def test_an_item_under_another_edition() -> None:
    t = table(E02)
    assert rank(t, "BH, BH@2024", "fide1998").values["BH@2024"] == evaluate(t, "BH", "fide2024")
