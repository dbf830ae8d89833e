"""What stands around a table: schedules, texts below, words beside numbers; and where the players end."""

import datetime

import pytest

from xl_tiebreak.crosstable import find, read

from .tables import DMITROV, MATRIX, changed, sheet, texts


def beside_nothing(*cells, width=13):
    return [*cells, *[None] * (width - len(cells))]


SCHEDULES = [
    [beside_nothing(1, 2, 3)],
    [beside_nothing(None, None, *range(1, 10))],
    [beside_nothing(1, 2, 3), beside_nothing("10:00", "12:00", "14:00")],
    [beside_nothing(1, 2, 3), beside_nothing()],
    [beside_nothing("Round", 1, 2, 3), beside_nothing("Date", "1.5.", "2.5.", "3.5.")],
    [beside_nothing(None, None, *(datetime.datetime(2026, 1, day) for day in range(1, 10)))],
]


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_schedule_above_the_heading_is_none(schedule):
    (reading,) = find(sheet([*schedule, *DMITROV]))
    assert reading.heading_rows == (len(schedule),)
    assert reading.proof == "11 of 11 rows consistent, points equal in 11 of 11"


def test_a_schedule_above_a_matrix_is_none():
    reading = read(sheet([beside_nothing(None, None, 1, 2, 3, 4, width=7), *MATRIX]))
    assert (reading.layout, reading.heading_rows) == ("matrix", (1,))
    assert reading.proof == "4 of 4 rows consistent, points equal in 4 of 4"


def test_rounds_that_nothing_else_heads_are_a_heading_where_games_follow():
    rows = [[1, 2, 3], ["2w1", "+", "2b1"], ["1b0", "-", "1w0"]]
    assert read(sheet(rows)).heading_rows == (0,)
    following = [[None, None, None], ["№", "Name", "Prize"]]
    assert find(sheet([*rows, *following]))[0].heading_rows == (0,)


@pytest.mark.parametrize(
    "rows",
    [
        [["Score", 5], ["p", 1]],
        [["p", 1], ["q", 2]],
        [["Points", 1], ["Rank", 2], ["Name", "Adams"]],
        [["Total", 1], ["Adams", 1]],
        [["No", 1], [None, None]],
    ],
)
def test_a_word_beside_a_number_is_no_table(rows):
    assert find(sheet(rows)) == []


def test_a_total_below_a_table_begins_no_other():
    assert len(find(sheet([*DMITROV, beside_nothing("Total", 1)]))) == 1


def test_a_player_without_results_below_is_told_where_only_names_tell_players():
    names = [["Name", 1, 2], ["Adams", "2w1", "+"], ["Baker", "1b0", "-"]]
    (note,) = texts(read(sheet([*names, ["Clark", None, None]])))
    assert note == "A4: 'Clark' has no results and was not taken for a player; write - in his rounds if he is one"
    assert texts(read(sheet([*names, [None, None, None], ["Arbiter: Dale", None, None]]))) == []
    with_points = [[*row, points] for row, points in zip([*names, ["Clark", None, None]], ["Pts", 2, 0, 0])]
    assert read(sheet(with_points)).tournament_or_raise().names == ["Adams", "Baker", "Clark"]


def test_the_last_player_of_a_matrix_may_not_have_played_yet():
    rows = [["Name", 1, 2, 3], ["Adams", "x", 1, None], ["Baker", 0, "x", None], ["Clark", None, None, None]]
    assert read(sheet(rows)).tournament_or_raise().names == ["Adams", "Baker", "Clark"]


def test_a_legend_below_two_columns_of_names_is_not_taken_for_them():
    legend = [["Annotation: the tie-breaks of this table", *[None] * 6], ["Tie Break 1: Sonneborn-Berger", *[None] * 6]]
    reading = read(sheet([*changed(MATRIX, (0, 0, "Имя")), *legend]))
    assert reading.tournament_or_raise().names == ["А", "Б", "В", "Г"]


def test_a_number_beside_a_comment_above_is_no_player():
    rows = [
        ["; written by a program", 1, None, None],
        ["; Pl", "Names", None, None],
        [1, "Adams", "2+/w", "3+/b"],
        [2, "Baker", "1-/b", "0-"],
        [3, "Clark", "0-", "1-/w"],
    ]
    assert read(sheet(rows)).tournament_or_raise().names == ["Adams", "Baker", "Clark"]


@pytest.mark.parametrize(("column", "heading"), [(1, "0"), (1, 0), (7, "5")])
def test_a_heading_beside_those_of_a_matrix_may_be_a_number(column, heading):
    with_sex = [[*row[:1], "f", *row[1:]] for row in MATRIX]
    reading = read(sheet(changed(with_sex, (0, column, heading))))
    assert (reading.layout, reading.proof) == ("matrix", "4 of 4 rows consistent, points equal in 4 of 4")


def test_a_count_behind_the_rounds_is_no_number_of_players_whatever_its_heading():
    with_wins = [[*row, wins] for row, wins in zip(MATRIX, ["№", 2, 1, 1, 0])]
    reading = read(sheet(changed(with_wins, (0, 0, "М"))))
    assert reading.columns.others == {7: "№"}
    assert reading.tournament is not None


def test_points_under_a_number_are_no_further_round():
    reading = read(sheet(changed(DMITROV, (0, 11, 10))))
    assert reading.proof == "11 of 11 rows consistent, points equal in 11 of 11"
    next_round = [[*row, opponent] for row, opponent in zip(DMITROV, [10, 8, 10, 5, 1, 3, 2, 11, 4, 9, 7, 6])]
    without_points = [[*row[:11], row[13]] for row in next_round]
    assert texts(read(sheet(without_points)), "error")[0].startswith("L2: '8' has neither colour nor result")


def test_a_number_alone_in_a_row_is_no_player():
    lone = [120, *[None] * (len(DMITROV[0]) - 1)]
    reading = read(sheet([DMITROV[0], lone, *DMITROV[1:]]))
    assert len(reading.tournament_or_raise()) == 11


def test_a_game_beside_a_footer_makes_no_player_of_it():
    footer = ["Generated by a program", *[None] * 5, "3w1", *[None] * 6]
    assert read(sheet([*DMITROV, footer])).proof == "11 of 11 rows consistent, points equal in 11 of 11"


@pytest.mark.parametrize("number", [None, "x", "=", "2:"])
def test_a_player_of_a_matrix_may_have_no_number(number):
    for row in (2, 4):
        reading = read(sheet(changed(MATRIX, (row, 0, number))))
        assert reading.tournament_or_raise().names == ["А", "Б", "В", "Г"]
    totals = [None, "Всего", 0.5, 1.5, 1.5, 2.5, None]
    assert len(read(sheet([*MATRIX, totals])).tournament_or_raise()) == 4


def test_a_name_that_became_a_number_is_a_player_all_the_same():
    rows = [["Name", 1, 2], ["Adams", "2w1", "3b½"], [1, "1b0", "+"], ["Clark", "+", "1w½"]]
    assert read(sheet(rows)).tournament_or_raise().names == ["Adams", "1", "Clark"]


def test_one_game_among_the_results_of_a_small_matrix_is_told_where_it_is():
    small = [
        ["#", "Name", 1, 2, 3],
        [1, "Adams", "x", "W", "D"],
        [2, "Baker", "L", "x", "8w½"],
        [3, "Clark", "D", "L", "x"],
    ]
    (problem,) = read(sheet(small)).errors
    assert problem.cells == ("E3",)


def test_a_word_of_headings_in_place_of_a_number_makes_no_heading_of_a_player():
    unknown = [["Nr", "Name", *"abcdefghi", "Points", "Rank"], *DMITROV[1:]]
    for table in (DMITROV, unknown, [row[:1] + row[2:] for row in DMITROV]):
        (problem,) = read(sheet(changed(table, (4, 0, "No")))).errors
        assert problem.cells == ("A5",)


def row_of(number, name, *rounds, points=None):
    return [number, name, *rounds, *[None] * (9 - len(rounds)), points, None]


NOTHING = row_of(None, None)
BLOCKS = {
    "prizes": [row_of(number, "Prize", points=100) for number in range(1, 12)],
    "prizes under a title": [row_of(None, "Prizes"), row_of(1, "Adams", points=100), row_of(2, "Baker", points=50)],
    "a ranking": [row_of(1, "Adams", 46, 33.25), row_of(2, "Baker", 40.5, 33)],
    "numbers alone": [row_of(1, None, 9), row_of(None, None, 10)],
    "two blocks": [row_of(1, "Prize"), NOTHING, row_of(2, "Prize")],
}


@pytest.mark.parametrize("blank", [1, 10])
@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_a_block_below_a_table_is_no_part_of_it(block, blank):
    reading = read(sheet([*DMITROV, *[NOTHING] * blank, *block]))
    assert reading.proof == "11 of 11 rows consistent, points equal in 11 of 11"
    assert str(reading.area) == "A1:M12"
    assert reading.problems == ()


@pytest.mark.parametrize("games", [["1b0", "+", "8w½"], ["+", "-"]], ids=["games", "results"])
def test_a_block_with_results_is_named_with_what_to_do(games):
    (problem,) = read(sheet([*DMITROV, NOTHING, row_of(8, "Adams", *games)])).errors
    assert str(problem) == (
        "A3 and A14: '8' is the number of two players; give every player a number of his own; "
        "if other rows below the table were taken for players, name its cells with --range"
    )


def test_who_never_played_is_told_where_he_stands_apart():
    reading = read(sheet([*DMITROV, NOTHING, row_of(12, "Adams"), row_of(3, "Baker")]))
    assert texts(reading) == [
        "B14: 'Adams' has no results and was not taken for a player; write - in his rounds if he is one"
    ]
    assert len(read(sheet([*DMITROV, row_of(12, "Adams")])).tournament_or_raise()) == 12


def test_players_stand_apart_and_are_some_all_the_same():
    """In groups, two rows each, before the first round, in a matrix; and whoever is an opponent of the others."""
    groups = [*DMITROV[:5], NOTHING, row_of(None, "Group B"), *DMITROV[5:9], NOTHING, NOTHING, NOTHING, *DMITROV[9:]]
    spaced = [DMITROV[0], *(row for player in DMITROV[1:] for row in (player, NOTHING))]
    for rows in (groups, spaced):
        assert read(sheet(rows)).proof == "11 of 11 rows consistent, points equal in 11 of 11"
    unplayed = [DMITROV[0], *(row_of(number, "Adams") for number in (1, 2)), NOTHING, row_of(3, "Baker")]
    assert len(read(sheet(unplayed)).rows) == 3
    begun = [[row[0], row[1], *(value if value == "x" else None for value in row[2:6]), None] for row in MATRIX[1:]]
    assert len(read(sheet([MATRIX[0], *begun[:3], [None] * 7, begun[3]])).rows) == 4
    cleared = [*DMITROV[:11], NOTHING, row_of(6, "Федорова, Анастасия")]
    assert len(read(sheet(cleared)).rows) == 11
