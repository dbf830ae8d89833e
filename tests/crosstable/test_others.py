"""What is no crosstable is refused by its name, in one sentence with the remedy."""

import datetime

import pytest

from xl_tiebreak.crosstable import find, read
from xl_tiebreak.crosstable.others import OTHERS

from .tables import DMITROV, sheet, texts

PAIRINGS = [
    ["Round 1 on 2018/01/27 at 16:00", *[None] * 9],
    ["Bo.", "No.", None, "White", "Pts.", "Result", "Pts.", None, "Black", "No."],
    [1, 1, "GM", "Adams", 0, "1 - 0", 0, None, "Davis", 4],
    [2, 5, None, "Baker", 0, "½ - ½", 0, "FM", "Evans", 2],
    [3, 3, None, "Clark", 0, "- - +", 0, None, "Frank", 6],
]
LISTS = {
    "a pairing list": PAIRINGS,
    "whose players are both headed Name": [["Name" if v in ("White", "Black") else v for v in row] for row in PAIRINGS],
    "round by round": [*PAIRINGS, [None] * 10, *PAIRINGS],
    "in Russian, results that became times": [
        ["Тур", "Белые", "Чёрные", "Результат"],
        [1, "Адамов", "Беляев", datetime.time(1, 0)],
        [1, "Власов", "Гусев", datetime.time(0, 1)],
    ],
    "by numbers": [["Runde", "NrW", "NrS", "ErgW", "ErgS"], [1, 1, 2, 1, 0], [1, 3, 4, 0.5, 0.5]],
    "without headings": [[1, "Adams", "1-0", "Baker"], [2, "Clark", "½-½", "Davis"]],
    "with a heading that looks like a draw": [["White", "Black", "R1"], ["Adams", "Baker", "1-0"]],
}


@pytest.mark.parametrize("rows", LISTS.values(), ids=LISTS)
def test_a_list_of_games_is_refused_by_name(rows):
    reading = read(sheet(rows))
    (problem,) = reading.errors
    assert (reading.tournament, problem.code) == (None, "list-of-games")
    begun = next(i for i, row in enumerate(rows, 1) if len([v for v in row if v is not None]) > 1)
    assert problem.cells == (f"A{begun}",)


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_every_kind_is_recognised_by_its_example(other):
    assert texts(read(sheet(other.example))) == [f"A1: '{other.example[0][0]}' {other.why}; {other.hint}"]


def test_a_crosstable_in_the_same_sheet_is_read_all_the_same():
    width = len(DMITROV[0])
    games = [[*row, *[None] * (width - len(row))] for row in (*PAIRINGS, [None])]
    (reading,) = find(sheet([*games, *DMITROV]))
    assert reading.proof == "11 of 11 rows consistent, points equal in 11 of 11"


def test_games_under_headings_that_nobody_knows_are_read():
    unknown = [["White and black", "Name", *"abcdefghi", "Points", "Black"], *DMITROV[1:]]
    assert read(sheet(unknown)).tournament_or_raise().scores()[0] == 7.5


def test_a_matrix_of_matches_is_refused_by_name():
    teams = [
        ["Rk", "Team", 1, 2, 3, 4],
        [1, "Adams", "*", "3½", "3", "2"],
        [2, "Baker", "½", "*", "2½", "2"],
        [3, "Clark", "1", "1½", "*", "4"],
        [4, "Davis", "2", "2", "0", "*"],
    ]
    (sentence,) = texts(read(sheet(teams)))
    assert sentence.startswith("this is a table of teams or of matches: the results of both sides add up to 4;")
    two_games = [["Rk", "Name", 1, 2, 3], [1, "A", "*", 2, 1.5], [2, "B", 0, "*", 2], [3, "C", 0.5, 1, "*"]]
    assert texts(read(sheet(two_games)))[0].startswith("E3 and D4: '2' contradicts '1'")
