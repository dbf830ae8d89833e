"""docs/reading.md says what the records say."""

import pytest

from tests.crosstable.document import PATH, text
from xl_tiebreak.crosstable.eaten import RESTORINGS
from xl_tiebreak.crosstable.grid import text_of
from xl_tiebreak.crosstable.mending import MENDINGS, mended_texts
from xl_tiebreak.crosstable.programs import NOTATIONS
from xl_tiebreak.crosstable.words import PLAYERS, ROLES, by_word


def test_the_document_is_up_to_date():
    assert PATH.read_text(encoding="utf-8") == text(), "run: python -m tests.crosstable.document"


def test_nothing_is_left_out():
    document = text()
    for notation in NOTATIONS:
        assert f"{notation.title[1:]} (`{notation.name}`)" in document
    for record in (*MENDINGS, *RESTORINGS):
        assert f"| {record.was} |" in document


@pytest.mark.parametrize("mending", MENDINGS, ids=lambda mending: mending.name)
def test_every_mending_mends_its_example(mending):
    damaged, meant = mending.example
    assert (mending, meant) in list(mended_texts(text_of(damaged)))


@pytest.mark.parametrize("words", [ROLES, PLAYERS])
def test_no_word_names_two_things(words):
    said = [word for part in words.values() for line in part.values() for word in line.split("|")]
    assert len(by_word(words)) == len(said)
    assert all(word == word.lower().strip(" .:") for word in said)
