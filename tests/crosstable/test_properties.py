"""Any tournament, in any spelling and place, is read as itself; any damage is named there or gives a legal table."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from xl_tiebreak.crosstable import Grid, clear_caches, find, read
from xl_tiebreak.model import Kind

from .tables import DMITROV, MATRIX, cell_texts, changed

SPELLINGS = {
    "½": ["½", "0.5", "0,5", "1/2", "=", ".5"],
    "1": ["1", "1.0"],
    "0": ["0", "0,0"],
    "+": ["+"],
    "-": ["-", "–", "−"],
    "": ["", " "],
}
COLOURS = {"w": ["w", "W", "б", "Б"], "b": ["b", "B", "ч", "Ч", "В"]}
ALONE = {"+": ["+", " + "], "½": ["½", 0.5, "0,5", "="], "-": ["-", "—", 0, None, ""]}
ANSWERS = [("1", "0"), ("½", "½"), ("0", "1"), ("+", "-"), ("-", "-")]


def event(seed, answers=ANSWERS):
    """Number → cells like ``8w½``: a Swiss of random pairings, with byes and forfeits; the last game is never a bye."""
    rng = random.Random(seed)
    count, rounds = rng.randint(5, 14), rng.randint(1, 6)
    cells = {str(number): [] for number in range(1, count + 1)}
    for _ in range(rounds):
        order = rng.sample(sorted(cells), count)
        alone = rng.randint(0, count - 2)
        alone += (count - alone) % 2
        for number in order[:alone]:
            cells[number].append(rng.choice(["+", "½", "-"]))
        for white, black in zip(order[alone::2], order[alone + 1 :: 2]):
            result, answer = rng.choices(answers, [6, 4, 6, 1, 1][: len(answers)])[0]
            cells[white].append(f"{black}w{result}")
            cells[black].append(f"{white}b{answer}")
    return cells


def spelled(rng, text, number_of):
    """One of the spellings of a cell, its opponent renumbered."""
    if text in ALONE:
        return rng.choice(ALONE[text])
    number = text.rstrip("½10+-")[:-1]
    colour, result = text[len(number)], text[len(number) + 1 :]
    space = rng.choice(["", "", " ", "\u00a0"])
    return (
        space + number_of[number] + space + rng.choice(COLOURS[colour]) + space + rng.choice(SPELLINGS[result]) + space
    )


@given(st.integers(0, 10**9))
@settings(max_examples=150, deadline=None)
def test_a_tournament_in_any_spelling_is_read_as_itself(seed):
    rng = random.Random(seed)
    cells = event(seed)
    numbers = rng.sample(range(1, 3 * len(cells)), len(cells))
    number_of = dict(zip(cells, map(str, numbers)))
    order = rng.sample(sorted(cells), len(cells))
    headings = rng.choice([["№", "Фамилия Имя"], ["No.", "Name"], ["Start-Nr", "Player"]])
    rounds = rng.choice(["{}", "{}.Rd", "R{}", "Тур {}"])
    table = [[*headings, *(rounds.format(r + 1) for r in range(len(cells["1"])))]]
    for number in order:
        shown = rng.choice([int, float, str])(int(number_of[number]))
        table.append([shown, f"Игрок {number}", *(spelled(rng, text, number_of) for text in cells[number])])
    top, left = rng.randint(0, 2), rng.randint(0, 2)
    grid = [[None] * (left + len(table[0])) for _ in range(top)] + [[None] * left + row for row in table]
    reading = read(Grid(grid, sheet="S"), system="swiss")
    assert [p for p in reading.problems if p.severity != "note"] == []
    assert reading.rows == list(range(top + 1, top + 1 + len(cells)))
    wanted = {number_of[n]: [renamed(text, number_of) for text in row] for n, row in cells.items()}
    assert cell_texts(reading) == wanted


def renamed(text, number_of):
    if text in ALONE:
        return text
    number = text.rstrip("½10+-")[:-1]
    return number_of[number] + text[len(number) :]


JUNK = [
    "",
    None,
    "x",
    "+",
    "½",
    "-",
    "0",
    0,
    1,
    -1,
    0.5,
    2,
    "8w½x",
    "99w1",
    "1w1",
    "3b0",
    "2w",
    "5b+",
    "7w-",
    True,
    "(8)",
    "½w8",
]


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 12), st.sampled_from(JUNK)), min_size=1, max_size=3))
@settings(max_examples=300, deadline=None)
def test_damage_is_named_or_gives_another_legal_table(edits):
    table = changed(DMITROV, *edits)
    for reading in find(Grid(table, sheet="S")):
        errors = [problem for problem in reading.problems if problem.severity == "error"]
        assert (reading.tournament is None) == bool(errors)
        assert all(str(problem) for problem in reading.problems)
    reading = read(Grid(table, sheet="S"))
    assert (reading.tournament is None) == any(problem.severity == "error" for problem in reading.problems)


@given(st.integers(1, 11), st.integers(2, 10), st.sampled_from(JUNK))
@settings(max_examples=300, deadline=None)
def test_one_damaged_round_is_a_problem_at_that_cell_or_its_partner(row, column, junk):
    reading = read(Grid(changed(DMITROV, (row, column, junk)), sheet="S"))
    here = f"{'ABCDEFGHIJKLM'[column]}{row + 1}"
    if reading.tournament is None:
        assert all(here in problem.cells for problem in reading.problems)
    else:
        printed = [p for p in reading.problems if p.cells == (f"L{row + 1}",)]
        assert printed or reading.tournament.scores() == [line[11] for line in DMITROV[1:]]


@given(
    st.integers(1, 4), st.integers(2, 5), st.sampled_from([*JUNK, "1½", "11", "1:1", "2-0", "0-1", "*", "??", 11, 1.5])
)
@settings(max_examples=300, deadline=None)
def test_one_damaged_cell_of_a_matrix(row, column, junk):
    reading = read(Grid(changed(MATRIX, (row, column, junk)), sheet="S"))
    here = f"{'ABCDEFG'[column]}{row + 1}"
    if reading.tournament is None:
        assert all(here in problem.cells for problem in reading.problems if problem.severity == "error")
    else:
        assert reading.layout == "matrix"


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=12), st.dates(), st.datetimes()
)


@given(st.lists(st.lists(VALUES, max_size=8), max_size=8))
@settings(max_examples=200, deadline=None)
def test_nonsense_is_never_an_exception(rows):
    reading = read(rows)
    assert reading.tournament is not None or reading.problems
    assert read(Grid(rows, sheet="S")).problems is not None


def table_of(cells):
    """The document's layout of an event."""
    rows = [[int(number), number, *row] for number, row in cells.items()]
    return [["№", "Имя", *range(1, len(cells["1"]) + 1)], *rows]


@given(st.integers(0, 10**9), st.integers(0, 10**9))
@settings(max_examples=50, deadline=None)
def test_what_was_read_before_changes_nothing(seed, other):
    def told(seed):
        return cell_texts(read(table_of(event(seed)), system="swiss"))

    first = told(seed)
    told(other)
    assert told(seed) == first
    clear_caches()
    assert told(seed) == first


def test_kinds_are_all_met():
    kinds = set()
    for seed in range(30):
        tournament = read(table_of(event(seed)), system="swiss").tournament_or_raise()
        kinds.update(kind for row in tournament.kinds for kind in row)
    assert kinds == set(Kind) - {Kind.PENDING, Kind.REST, Kind.FULL_POINT_BYE}
