"""One random event in every notation: each is recognised by its cells and read as the same tournament."""

import json

import pytest

from xl_tiebreak.crosstable import Grid, read
from xl_tiebreak.crosstable.programs import NOTATIONS

from .tables import DMITROV, cell_texts, sheet, texts
from .test_properties import ANSWERS, event


def simple(letters, results, alone):
    """A writer of opponent, colour and result in this order."""
    return lambda number, colour, result: [f"{number}{letters[colour]}{results[result]}" if number else alone[result]]


def vega(number, colour, result):
    if not number:
        return [{"+": "+PAB", "½": "=HPB", "-": "--"}[result]]
    if result in "+-":
        return [f"{result}F{number}"]
    return [f"{ {'1': '+', '½': '=', '0': '-'}[result] }{colour.upper()}{number}"]


def swiss_perfect(number, colour, result):
    code = {"1": "W", "½": "D", "0": "L", "+": "+", "-": "-"}[result]
    return [f"{number:>2}:{code}" if number else {"+": " 0:W", "½": " 0:D", "-": " 0: "}[result]]


def us_chess(number, colour, result):
    code = {"1": "W", "½": "D", "0": "L", "+": "X", "-": "F"}[result]
    return [f"{code}{number:>4}" if number else {"+": "B", "½": "H", "-": "U"}[result]]


def go(number, colour, result):
    sign = {"1": "+", "½": "=", "0": "-", "+": "+!", "-": "-!"}[result]
    return [f"{number}{sign}/{colour}0" if number else {"+": "0+", "½": "0=", "-": "0-"}[result]]


def papi(number, colour, result):
    code = {"1": 3, "½": 2, "0": 1, "+": 6, "-": 4}[result]
    if number:
        return [json.dumps({"result": code, "color": {"w": "B", "b": "N"}[colour], "opponent": int(number) - 1})]
    return [json.dumps({"result": {"+": 6, "½": 2, "-": 0}[result], "color": "F", "opponent": None})]


def trf(number, colour, result):
    return [
        f"{number:>4} {colour} {result.replace('½', '=')}"
        if number
        else {"+": "0000 - U", "½": "0000 - H", "-": "0000 - Z"}[result]
    ]


def danish(number, colour, result):
    """Two columns; it knows no forfeits."""
    if number:
        return [f"{ {'b': 1, 'w': 2}[colour] }{int(number):02}", {"1": 1, "½": 0.5, "0": 0}[result]]
    return [None, {"+": 1, "½": 0.5, "-": None}[result]]


LETTERS = {"w": "w", "b": "b"}
SAME = {sign: sign for sign in "1½0+-"}
DOUBLED = {"1": "2", "½": "1", "0": "0", "+": "+", "-": "-"}
TRIPLED = {"1": "3", "½": "1", "0": "0", "+": "+", "-": "-"}
CHESS_RESULTS = {"+": -1, "½": "-½", "-": 0}
WRITERS = {
    "document": simple(LETTERS, SAME, {"+": "+", "½": "½", "-": "-"}),
    "chess-results": simple(LETTERS, SAME, CHESS_RESULTS),
    "Dutch document": simple({"w": "w", "b": "z"}, SAME, {"+": "+", "½": "½", "-": "-"}),
    "French document": simple({"w": "b", "b": "n"}, SAME, {"+": "+", "½": "½", "-": "-"}),
    "draughts": simple(LETTERS, DOUBLED, CHESS_RESULTS),
    "football": simple({"w": "h", "b": "a"}, TRIPLED, CHESS_RESULTS),
    "vega": vega,
    "swissperfect": swiss_perfect,
    "us-chess": us_chess,
    "go": go,
    "papi": papi,
    "trf": trf,
    "danish": danish,
}
COLOURLESS = {"swissperfect", "us-chess"}
SCALES = {"draughts": (2.0, 1.0), "football": (3.0, 1.0)}


def rows_in(cells, write):
    """The event as a table in a notation, in one or two columns a round."""
    width = len(write("", "", "+"))
    headings = [r // width + 1 if r % width == 0 else None for r in range(width * len(cells["1"]))]
    table = [["No", "Name", *headings]]
    for number, row in cells.items():
        written = [part for text in row for part in write(*parts(text))]
        table.append([int(number), f"Player {number}", *written])
    return table


def parts(text):
    """Opponent, colour and result of a cell such as 8w½; both empty where there is no opponent."""
    number = text.rstrip("½10+-")[:-1]
    return (number, text[len(number)], text[len(number) + 1 :]) if number else ("", "", text)


def expected(text, name):
    """What comes back: some notations know no colours, and Vega drops that of a forfeit."""
    number, colour, result = parts(text)
    told = colour if name not in COLOURLESS and not (name == "vega" and result in "+-") else ""
    return f"{number}{told}{result}"


@pytest.mark.parametrize("name", WRITERS)
def test_every_notation_is_recognised_and_read(name):
    answers = ANSWERS[:3] if name == "danish" else ANSWERS
    events = [cells for seed in range(60) if len((cells := event(seed, answers))["1"]) > 2]
    for cells in events:
        reading = read(Grid(rows_in(cells, WRITERS[name]), sheet="S"), system="swiss")
        assert [str(p) for p in reading.problems if p.severity != "note"] == [], cells
        tournament = reading.tournament_or_raise()
        assert reading.dialect == name.split()[-1]
        assert (tournament.scoring.win, tournament.scoring.draw) == SCALES.get(name, (1.0, 0.5))
        assert cell_texts(reading) == {n: [expected(text, name) for text in row] for n, row in cells.items()}
    assert len(events) > 30


def test_every_notation_is_tried():
    names = {notation.name for notation in NOTATIONS}
    assert names - {name.split()[-1] for name in WRITERS} == {"fmjd", "points"}, "which the corpus and scales hold"


def test_a_go_cell_may_be_empty_or_have_its_sign_moved():
    rows = [["Pl", "Name", 1, 2], [1, "Adams", "2+", None], [2, "Baker", -1, "3+"], [3, "Clark", "0+", "2-"]]
    reading = read(sheet(rows))
    assert reading.tournament_or_raise().scores() == [1, 1, 1]
    assert "C3: '-1' holds a - that the spreadsheet moved before its number, and was read as it was meant" in texts(
        reading
    )


def test_what_is_wrong_in_the_second_column_of_a_danish_round_is_quoted():
    rows = [["Nr", "Navn", 1, "", 2, ""], [1, "Adams", 202, 1, 203, "[1]"], [2, "Baker", 101, 0, None, 1]]
    rows.append([3, "Clark", None, "(½]", 101, "{0}"])
    assert [text.split(" is ")[0] for text in texts(read(sheet(rows)))] == [
        "E2: '203 [1]'",
        "C4: '(½]'",
        "E4: '101 {0}'",
    ]


def test_an_apostrophe_that_marks_a_text_is_no_part_of_it():
    quoted = [[f"'{v}" if type(v) is str and v[-1] in "01½" else v for v in row] for row in DMITROV]
    assert read(sheet(quoted)).tournament_or_raise().scores() == read(sheet(DMITROV)).tournament_or_raise().scores()
