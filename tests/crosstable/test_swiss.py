"""Tables with one column a round: what is read, and what a reading says about the table."""

import datetime
import re

import pytest

from xl_tiebreak.crosstable import Grid, clear_caches, find, read
from xl_tiebreak.model import Kind

from .tables import DMITROV, cell_texts, changed, sheet, texts

WRITTEN = {str(row[0]): row[2:11] for row in DMITROV[1:]}
ROUND_ROBIN = [
    ["No.", "Name", "Round 1", "Round 2", "Round 3", "Pts"],
    [1, "A", "2w1", "3b½", None, 1.5],
    [2, "B", "1b0", None, "3b1", 1],
    [3, "C", "", "1w½", "2w0", 0.5],
]


def test_the_document_is_read_as_it_stands():
    reading = read(sheet(DMITROV))
    assert reading.problems == ()
    assert (reading.layout, reading.opponents, reading.dialect, reading.language) == (
        "swiss",
        "number",
        "document",
        "ru",
    )
    assert (str(reading.area), reading.heading_rows, reading.rows) == ("A1:M12", (0,), list(range(1, 12)))
    assert reading.proof == "11 of 11 rows consistent, points equal in 11 of 11"
    assert cell_texts(reading) == WRITTEN
    tournament = reading.tournament_or_raise()
    assert tournament.names[0] == "Невский, Ярослав"
    assert tournament.scores() == [row[11] for row in DMITROV[1:]]
    assert (tournament.system, tournament.rounds, tournament.planned) == ("swiss", 9, 9)
    assert (reading.where(0, 2), read(DMITROV).where(0, 2)) == ("E2", "row 2, round 3")


def test_columns_are_those_of_the_sheet():
    columns = read(sheet(DMITROV, top=4, left=2)).columns
    assert (columns.number, columns.name, columns.points, columns.place) == (2, 3, 13, 14)
    assert (columns.rounds, columns.rating, columns.others) == (tuple(range(4, 13)), None, {})


def test_other_columns_are_kept_with_their_headings():
    table = [["№", "Зв", "Имя", "Рейт", "Клуб", 1, 2, "Оч", "Бухгольц", "М"]]
    table += [[1, "", "А", 1800, "х", "2w1", "+", 2, 1, 1], [2, "кмс", "Б", 0, "", "1b0", "-", 0, None, 2]]
    reading = read(table)
    assert reading.columns.others == {1: "Зв", 4: "Клуб", 8: "Бухгольц"}
    assert reading.tournament_or_raise().ratings == [1800, None]


@pytest.mark.parametrize(("top", "left"), [(0, 0), (3, 0), (0, 2), (5, 3)])
def test_the_table_may_stand_anywhere(top, left):
    width = left + len(DMITROV[0]) + 2
    rows = [[None] * width for _ in range(top)]
    if top:
        rows[0][0] = "Турнир, г. Дмитров: таблица of the tournament from 2008"
    rows += [[None] * left + row + [None, ""] for row in DMITROV] + [[None] * width] * 4
    reading = read(Grid(rows, sheet="Е"))
    assert cell_texts(reading) == WRITTEN
    assert reading.rows == list(range(top + 1, top + 12))
    assert reading.where(0, 0) == f"{'ABCDEF'[left + 2]}{top + 2}"


def test_blank_rows_notes_and_a_repeated_heading_among_the_players_are_passed_over():
    blank: list[object] = [None] * 13
    note = ["", "Главный судья", *blank[2:]]
    rows = [*DMITROV[:4], blank, *DMITROV[4:8], note, DMITROV[0], *DMITROV[8:], blank, ["Арбитр", *blank[1:]]]
    reading = read(rows)
    assert cell_texts(reading) == WRITTEN
    assert reading.rows == [1, 2, 3, 5, 6, 7, 8, 11, 12, 13, 14]
    assert reading.heading_rows == (0, 10)


def test_a_range_without_headings():
    reading = read(sheet(DMITROV[1:]))
    assert cell_texts(reading) == WRITTEN
    assert (reading.opponents, reading.language, reading.columns.number, reading.columns.points) == (
        "number",
        "ru",
        0,
        11,
    )
    assert (reading.heading_rows, reading.rows[0], str(reading.area)) == ((), 0, "A1:M11")


def test_wrong_headings_do_not_matter():
    headings = ["М", "Имя", *range(1, 10), "Оч", "№"]
    reading = read([headings, *DMITROV[1:]])
    assert (reading.opponents, reading.tournament_or_raise().numbers[0]) == ("place", "10")
    assert cell_texts(reading) == WRITTEN
    unknown = read([[f"x{i}" for i in range(13)], *DMITROV[1:]])
    assert cell_texts(unknown) == WRITTEN


def test_rounds_that_their_headings_hide_are_read_all_the_same():
    headings = ["№", "Имя", "X1.Rd", "R2", 3, "4.", "Тур 5", "дата", "7 тур", "", "Финал", "Оч", "М"]
    assert cell_texts(read([headings, *DMITROV[1:]])) == WRITTEN


def test_headings_in_two_rows():
    above = ["№", "Фамилия Имя", "Туры", *[None] * 8, "Оч", "М"]
    below = [None, None, *range(1, 10), None, None]
    reading = read([["Турнир"], above, below, *DMITROV[1:]])
    assert cell_texts(reading) == WRITTEN
    assert reading.heading_rows == (1, 2)


def test_numbers_as_xlwings_and_as_texts():
    floats = [[float(v) if isinstance(v, int) else v for v in row] for row in DMITROV]
    as_text = [[v if isinstance(v, str) else str(v).replace(".", ",") for v in row] for row in DMITROV]
    for rows in (floats, as_text, [tuple(row) for row in DMITROV]):
        reading = read(rows)
        assert reading.problems == ()
        assert cell_texts(reading) == WRITTEN


def test_opponents_by_place_and_by_row():
    place = {str(row[0]): row[12] for row in DMITROV[1:]}

    def by_place(value):
        number, colour, result = re.fullmatch(r"(\d+)([wb])(.)|.*", str(value)).groups()
        return f"{place[number]}{colour}{result}" if number else value

    rows = [DMITROV[0]] + [[*row[:2], *map(by_place, row[2:11]), *row[11:]] for row in DMITROV[1:]]
    by_places = read(rows)
    assert (by_places.opponents, by_places.problems) == ("place", ())
    by_rows = read([row[1:11] for row in rows])
    assert (by_rows.opponents, by_rows.problems) == ("row", ())
    assert cell_texts(by_places) == cell_texts(by_rows)


def test_every_kind_of_round():
    rows = [
        ["№", "Имя", 1, 2, 3, 4, "Оч"],
        [1, "А", "2w½", "5b+", "+", "3б1", "3,5"],
        [2, "Б", "1b0,5", "½", "-", "4w-", 1],
        [3, "В", "4w1/2", "=", 0, "1ч0", 1],
        [4, "Г", "3b=", "", None, "2b+", "1½"],
        [5, "Д", "-", "1w–", "0.5", "−", 0.5],
    ]
    reading = read(rows)
    assert [str(problem) for problem in reading.problems] == [
        f"row 5, round {r}: is empty and counts as an absence; "
        "write - for who was absent, and the opponent for who is still to play, such as 4w"
        for r in (2, 3)
    ]
    assert cell_texts(reading) == {
        "1": ["2w½", "5b+", "+", "3w1"],
        "2": ["1b½", "½", "-", "4w-"],
        "3": ["4w½", "½", "-", "1b0"],
        "4": ["3b½", "-", "-", "2b+"],
        "5": ["-", "1w-", "½", "-"],
    }


def test_double_forfeit():
    rows = [["№", "Имя", 1, 2], [1, "А", "2w-", "3b1"], [2, "Б", "1b-", "+"], [3, "В", "+", "1w0"]]
    assert cell_texts(read(rows))["1"] == ["2w-", "3b1"]


def test_rounds_that_have_not_begun_are_left_out():
    half = [DMITROV[0], *(row[:7] + [None] * 4 + row[11:] for row in DMITROV[1:])]
    reading = read(half)
    assert (reading.tournament_or_raise().rounds, reading.tournament_or_raise().planned) == (5, 9)
    assert reading.round_count_planned == 9
    paired = changed(half, *((i, 7, DMITROV[i][7].rstrip("10½")) for i in range(1, 12)))
    tournament = read(paired).tournament_or_raise()
    assert (tournament.rounds, tournament.planned) == (5, 9)


def test_a_pairing_without_result_in_a_round_that_has_begun():
    open_game = changed(DMITROV, (1, 10, "11b"), (8, 10, "10w "), (1, 11, 6.5))
    reading = read(open_game)
    assert reading.problems == ()
    assert reading.tournament_or_raise().round(0, 8) == (Kind.PENDING, 7, "b", 0.0)


def test_no_result_at_all_yet():
    rows = [["№", "Имя", 1, 2, "Оч"], [1, "А", "2w", None, None], [2, "Б", "1b", None, None]]
    tournament = read(rows).tournament_or_raise()
    assert (tournament.rounds, tournament.scores()) == (0, [0, 0])


def test_a_round_robin_in_rounds():
    reading = read(ROUND_ROBIN)
    tournament = reading.tournament_or_raise()
    assert (tournament.system, tournament.kinds[0][2]) == ("rr", Kind.REST)
    assert read(ROUND_ROBIN, system="swiss").tournament_or_raise().kinds[0][2] is Kind.ZERO_POINT_BYE
    assert read(DMITROV, system="rr").tournament_or_raise().system == "rr"


def test_forfeits_count_as_scheduled():
    forfeits = changed(ROUND_ROBIN, (1, 2, "2w+"), (2, 2, "1b-"))
    assert read(forfeits).tournament_or_raise().system == "rr"
    unfinished = [row[:4] for row in ROUND_ROBIN]
    assert read(unfinished).tournament_or_raise().system == "swiss"


def test_language():
    assert read(ROUND_ROBIN).language == "en"
    assert read(ROUND_ROBIN, language="ru").language == "ru"
    assert read([["№", "Name", 1], [1, "Иванов", "2w1"], [2, "Петров", "1b0"]]).language == "en"
    assert read([[1, "Иванов", "2w1"], [2, "Петров", "1b0"]]).language == "ru"


def test_printed_points_that_differ_are_a_warning_there():
    reading = read(sheet(changed(DMITROV, (1, 11, "7"))))
    assert texts(reading) == ["L2: '7' is printed, but the rounds add up to 7.5; correct the points or a result"]
    assert reading.proof == "11 of 11 rows consistent, points equal in 10 of 11"
    assert reading.tournament_or_raise().scores()[0] == 7.5


@pytest.mark.parametrize("value", [None, "", 0, "=SUM(C2:K2)"])
def test_points_not_printed_are_no_difference(value):
    reading = read([[*row[:11], value if i else "Оч"] for i, row in enumerate(DMITROV)])
    assert reading.problems == ()
    assert reading.proof == "11 of 11 rows consistent, no printed points"


def test_points_that_are_no_number_are_a_warning():
    assert texts(read(sheet(changed(DMITROV, (2, 11, "много"))))) == [
        "L3: 'много' is no number of points; write the points or leave the cell empty"
    ]


def test_colours_that_clash_are_a_warning():
    (sentence,) = texts(read(sheet(changed(DMITROV, (1, 4, "8b½")))), "warning")
    assert sentence.startswith("E2 and E3: '8b½' has the same colour as '10b½', the cell of the opponent")
    both_ways = changed(DMITROV, (1, 4, "8b½"), (5, 4, "4b½"), (7, 4, "2w½"), (2, 4, "10w½"))
    assert read(both_ways).problems == (), "swapped on both sides, no two colours meet"
    crossed = changed(DMITROV, (1, 4, "8b½"), (7, 4, "2w½"))
    assert len(texts(read(crossed), "warning")) == 2


def test_several_byes_in_a_round_are_a_note():
    reading = read(sheet(changed(DMITROV, (1, 4, "+"), (2, 4, "+"), (1, 11, 8), (2, 11, 8))))
    (sentence,) = texts(reading)
    assert sentence.startswith("E2 and E3 and E11: '+' stands for 3 players in round 3")
    assert reading.problems[0].severity == "note"


def test_several_tables_of_a_sheet():
    other = [["No", "Name", 1], [1, "A", "2w1"], [2, "B", "1b0"]]
    rows = [*DMITROV, [], ["Group B"], *other, ["Arbiter"], [], *other]
    found = find(Grid(rows, sheet="S"))
    assert [str(reading.area) for reading in found] == ["A1:M12", "A15:C17", "A20:C22"]
    assert [len(reading.tournament_or_raise()) for reading in found] == [11, 2, 2]
    assert texts(read(rows)) == ["the range holds 3 tables (A1:M12 and A15:C17 and A20:C22); choose one of them"]


def test_ragged_rows_and_a_selected_whole_column():
    ragged = [row[: len(row) - (2 if i else 0)] for i, row in enumerate(DMITROV)]
    assert cell_texts(read(ragged)) == WRITTEN
    blanks: list[list[object]] = [[None] * 13] * 400_000
    assert cell_texts(read(DMITROV + blanks)) == WRITTEN
    zeros: list[list[object]] = [[0] * 13] * 1000
    assert cell_texts(read(DMITROV + zeros)) == WRITTEN


def test_a_sheet_whose_empty_cells_arrive_as_zeros():
    rows = changed([*DMITROV, [0] * 13], (2, 2, "-"), (6, 2, "-"), (2, 11, 7), (6, 11, 5))
    rows = [[0 if v in (None, "", "-") else v for v in row] for row in rows]
    assert cell_texts(read(rows))["8"][0] == "-"


def test_caches_change_nothing():
    first = cell_texts(read(DMITROV))
    clear_caches()
    assert cell_texts(read(DMITROV)) == first


def test_dates_and_bools_anywhere_do_not_break_reading():
    for value in (datetime.datetime(2026, 1, 2), datetime.time(1), True, False, 1e300, float("inf"), "\x00"):
        for column in range(13):
            read(changed(DMITROV, (3, column, value)))
            read(changed(DMITROV, (0, column, value)))


def test_results_may_stand_in_a_column_beside_the_opponents():
    def two(value):
        return [value[:-1], value[-1]] if type(value) is str and value[-1] in "01½" else [value, None]

    spread = [[*row[:2], *(cell for value in row[2:11] for cell in two(value)), *row[11:]] for row in DMITROV]
    spread[0] = [*DMITROV[0][:2], *(cell for r in range(1, 10) for cell in (r, None)), *DMITROV[0][11:]]
    reading = read(sheet(spread))
    assert reading.proof == "11 of 11 rows consistent, points equal in 11 of 11"
    assert cell_texts(reading) == cell_texts(read(sheet(DMITROV)))
    (sentence,) = texts(read(sheet(changed(spread, (1, 7, "2")))), "error")
    assert sentence.startswith("G2: '8w 2' is not a result; write opponent and colour, and the result beside them")
