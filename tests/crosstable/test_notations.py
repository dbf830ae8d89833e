"""Every notation reads its own examples, a column at a time as well as cell by cell, and is linear in hostile text."""

import datetime
import math

import pytest

from xl_tiebreak.crosstable.grid import decimal_of, plain, text_of, whole_of, wholes_of
from xl_tiebreak.crosstable.marks import Memory, Reader
from xl_tiebreak.crosstable.notations import DOCUMENT, UNREADABLE
from xl_tiebreak.crosstable.programs import NOTATIONS
from xl_tiebreak.crosstable.remarks import complaint
from xl_tiebreak.model import Kind

EXAMPLES = [(n, value, mark) for n in NOTATIONS for value, mark in n.examples.items()]


def marks(notation, cells):
    """The marks of a column of cells."""
    reader = Reader(notation)
    (column,) = reader.columns([cells])
    tokens = [reader.tokens[token] for token in column.tokens]
    opponents = [int(text[:9]) if text else None for text in column.opponents]
    return [(kind, opponent, colour, result) for (kind, colour, result, _), opponent in zip(tokens, opponents)]


@pytest.mark.parametrize(("notation", "value", "mark"), EXAMPLES, ids=lambda value: getattr(value, "name", repr(value)))
def test_examples(notation, value, mark):
    assert notation.read(value) == mark
    for others in ([*notation.examples], [None, "+"], ["8w1/2"] * 3, ["1", "x"]):
        read = marks(notation, [value, *others, value])
        assert read[0] == read[-1] == mark


@pytest.mark.parametrize(
    "half",
    [
        "8w½",
        "8W½",
        "8w0.5",
        "8w0,5",
        "8w1/2",
        "8w.5",
        "8 w ½",
        " 8w½ ",
        "\u00a08w\u00a0½",
        "8б½",
        "8Б 0,5",
        "8ш½",
        "８w½",
    ],
)
def test_a_draw_with_white_in_many_spellings(half):
    assert DOCUMENT.read(half) == (Kind.PLAYED, 8, "w", 0.5)


@pytest.mark.parametrize("dash", "-‐‑‒–—―−－")
def test_every_dash_is_a_forfeit_after_an_opponent_and_an_absence_alone(dash):
    assert DOCUMENT.read(f"12b{dash}")[:3] == (Kind.FORFEIT_LOSS, 12, "b")
    assert DOCUMENT.read(dash)[0] is Kind.ZERO_POINT_BYE


@pytest.mark.parametrize("nothing", [None, "", "  ", "\u00a0", 0, 0.0, "0", float("nan")])
def test_a_blank_and_a_zero_are_the_same_absence(nothing):
    assert marks(DOCUMENT, [nothing]) == [(Kind.ZERO_POINT_BYE, None, "", "nothing")]


@pytest.mark.parametrize(
    "text", ["w1", " w1", "1 0w1", "8w½x", "8w11", "8w+-", "8ww1", "8x1", "8w2", "x", "½1", "99", "8"]
)
def test_what_is_no_result_is_not_guessed(text):
    assert DOCUMENT.read(text) == UNREADABLE
    assert marks(DOCUMENT, [text, "8w½"]) == [UNREADABLE, (Kind.PLAYED, 8, "w", 0.5)]


def test_a_bare_one_is_left_open_and_true_is_no_one():
    assert marks(DOCUMENT, [1, 1.0, True, "8w1"]) == [*[UNREADABLE] * 3, (Kind.PLAYED, 8, "w", 1.0)]
    assert complaint(DOCUMENT, 1)[0] == "may be a bye worth a point or a game against player 1"


def test_complaints_name_a_remedy():
    assert (
        complaint(DOCUMENT, datetime.datetime(2026, 1, 2))[0]
        == "is a date or a time that the spreadsheet made of a text"
    )
    assert complaint(DOCUMENT, "12")[0] == "has neither colour nor result"
    assert all("such as 8w½" in complaint(DOCUMENT, value)[1] for value in (1, "12", "8x", datetime.time(1)))


def test_the_memory_is_bounded_and_counts_its_work():
    met = []
    memory = Memory(lambda text: met.append(text) or len(text))
    assert [memory["ab"], memory["ab"], memory["abc"]] == [2, 2, 3]
    assert met == ["ab", "abc"]
    assert memory["x" * 1000] == memory["x" * 1000] == 1000
    assert len(met) == 4, "long texts are not kept"
    for i in range(60_000):
        memory[str(i)]
    assert len(memory) <= 50_000


@pytest.mark.parametrize("usual", ["8w1", "8w0,5", "12 b ½", "-"])
def test_every_round_may_be_written_its_own_way(usual):
    rounds = [[usual] * 9, ["8w1", "12w0.5", "+", "3b 0"] * 3, [" 8w1", 0, None, "½"], [usual, "103 b 1/2"]]
    reader = Reader(DOCUMENT)
    found = [
        [(*reader.tokens[token][:3], opponent) for token, opponent in zip(column.tokens, column.opponents)]
        for column in reader.columns(rounds)
    ]
    expected = [[DOCUMENT.read(value) for value in cells] for cells in rounds]
    assert found == [[(kind, colour, result, str(o or "")) for kind, o, colour, result in cells] for cells in expected]


def test_hostile_texts_are_refused_without_being_kept():
    hostile = [
        "9" * 30_000,
        " " * 30_000,
        "9" * 30_000 + "w1",
        "8w" + "½" * 30_000,
        "8" + " " * 30_000 + "w1",
        "-" * 30_000,
    ]
    kinds = [kind for kind, *_ in marks(DOCUMENT, hostile)]
    assert kinds == [None, Kind.ZERO_POINT_BYE, Kind.PLAYED, None, Kind.PLAYED, None]


def test_what_cells_say():
    assert [text_of(v) for v in (8.0, 7.5, None, True, " a\u00a0 b ", datetime.datetime(2026, 1, 2))] == [
        "8", "7.5", "", "TRUE", "a b", "2026-01-02",
    ]  # fmt: skip
    assert plain("１０−８\u2009½") == "10-8 ½"
    assert [whole_of(v) for v in (8, 8.0, "8", " 8. ", "8a", 8.5, True, None, "")] == [
        8,
        8,
        8,
        8,
        None,
        None,
        None,
        None,
        None,
    ]
    columns = ([8, 9], [8.0, 9.0], [8.0, 8.5, math.nan, math.inf], [8, 8.0, True, "8.", None])
    assert [list(wholes_of(column)) for column in columns] == [[*map(whole_of, column)] for column in columns]
    assert list(wholes_of(columns[1])) == [8, 9]
    assert [decimal_of(v) for v in (7, 7.5, "7,5", "7½", "7 1/2", "½", "1/2", ".5", "11/2", "a", "", None, True)] == [
        7, 7.5, 7.5, 7.5, 7.5, 0.5, 0.5, 0.5, None, None, None, None, None,
    ]  # fmt: skip
