"""The detection matrix: the examples of every notation, read in every notation."""

import pytest

from xl_tiebreak.crosstable import read
from xl_tiebreak.crosstable.marks import meanings
from xl_tiebreak.crosstable.notations import UNREADABLE
from xl_tiebreak.crosstable.programs import NOTATIONS

from .tables import sheet

READABLE = [(n, [text for text, mark in n.examples.items() if mark != UNREADABLE]) for n in NOTATIONS]
WIDER = {
    "document": ["chess-results", "draughts", "football", "points"],
    "chess-results": ["draughts", "football", "points"],
    "draughts": ["points"],
    "football": ["points"],
}
"""Notation → those that read all of its examples as well: they differ in byes and scales only."""
TWO_MEANINGS = {
    ("0w0", "points"): {"document", "chess-results", "draughts", "football"},  # nobody there, or a player number 0
    ("Z", "us-chess"): {"trf"},  # a drawn forfeit, or an absence
    ("U", "us-chess"): {"trf"},  # unpaired, or a pairing-allocated bye
}
"""Text and notation → the notations in which it means something else; tables tell which it is."""


@pytest.mark.parametrize(("notation", "texts"), READABLE, ids=[notation.title for notation, _ in READABLE])
def test_all_examples_together_are_read_in_their_notation_and_in_wider_ones_only(notation, texts):
    assert list(meanings(texts)) == [notation.name, *WIDER.get(notation.name, [])]


def test_a_text_that_two_notations_read_means_the_same_in_both_but_for_three():
    found = {}
    for notation, texts in READABLE:
        for text in texts:
            mark = notation.read(text)
            others = {n.name for n in NOTATIONS if n.read(text) not in (UNREADABLE, mark)}
            if others - {notation.name}:
                found[text, notation.name] = others
    assert found == TWO_MEANINGS


def test_the_table_tells_what_such_a_text_means():
    """U is an absence on a wall chart and a bye in a report file, and a table with both kinds of cells is neither."""
    head = ["No", "Name", 1, 2]
    chart = [head, [1, "A", "W 2", "D 3"], [2, "B", "L 1", "U"], [3, "C", "U", "D 1"]]
    report = [head, [1, "A", "2 w 1", "3 b ="], [2, "B", "1 b 0", "U"], [3, "C", "U", "1 w ="]]
    assert read(sheet(chart)).tournament_or_raise().scores() == [1.5, 0, 0.5]
    assert read(sheet(report)).tournament_or_raise().scores() == [1.5, 1, 1.5]
    mixed = [head, [1, "A", "W 2", "3 b ="], [2, "B", "L 1", "U"], [3, "C", "U", "1 w ="]]
    assert read(sheet(mixed)).tournament is None
