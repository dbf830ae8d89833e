"""The tables of the corpus in other dress: moved, as texts, with titles and footers, without points or headings."""

import pytest

from xl_tiebreak.crosstable import Grid, find

from .fuzz import corpus


def _moved(rows, table):
    return [*[[None] * (len(rows[0]) + 3)] * 4, *([None, None, None, *row] for row in rows)]


def _as_texts(rows, table):
    def text(value):
        if not isinstance(value, (int, float)):
            return value
        return str(int(value)) if float(value).is_integer() else str(value)

    return [list(map(text, row)) for row in rows]


def _with_decimal_commas(rows, table):
    plain = _as_texts(rows, table)
    return [
        [v.replace(".", ",") if isinstance(v, str) and v.replace(".", "").isdigit() else v for v in r] for r in plain
    ]


def _as_integers(rows, table):
    return [[int(v) if isinstance(v, float) and v.is_integer() else v for v in row] for row in rows]


def _with_odd_spaces(rows, table):
    return [[f"\u00a0{value} " if isinstance(value, str) else value for value in row] for row in rows]


def _blank_as_empty_texts(rows, table):
    return [["" if value is None else value for value in row] for row in rows]


def _with_a_title_and_a_schedule(rows, table):
    width = len(rows[0])
    above = (["Championship 2026"], ["Round", 1, 2, 3], [None])
    return [*([*row, *[None] * (width - len(row))] for row in above), *rows]


def _with_a_footer(rows, table):
    return [*rows, [None] * len(rows[0]), ["Arbiter: N. N., 12.05.2026", *[None] * (len(rows[0]) - 1)]]


def _cut_out(rows, table):
    area = table.area
    return [row[area.left : area.right + 1] for row in rows[area.top : area.bottom + 1]]


def _without_points(rows, table):
    points = table.columns.points
    return rows if points is None else [[*row[:points], *row[points + 1 :]] for row in rows]


def _with_typed_halves(rows, table):
    return [
        [v.replace("½", "1/2") if i in table.rows and isinstance(v, str) else v for v in r] for i, r in enumerate(rows)
    ]


def _without_headings(rows, table):
    return rows[table.rows[0] : table.rows[-1] + 1]


DRESSES = [
    _moved,
    _as_texts,
    _with_decimal_commas,
    _as_integers,
    _with_odd_spaces,
    _blank_as_empty_texts,
    _with_a_title_and_a_schedule,
    _with_a_footer,
    _cut_out,
    _without_points,
    _with_typed_halves,
    _without_headings,
]


@pytest.fixture(scope="module")
def sources(shared):
    return corpus(shared / "corpus")


@pytest.mark.parametrize("dress", DRESSES, ids=lambda dress: dress.__name__.strip("_"))
def test_a_table_in_other_dress_is_the_same_tournament(sources, dress):
    read = 0
    for source in sources:
        if dress is _without_headings and source.reading.dialect == "us-chess":
            continue  # the lines of colours need the heading
        rows = dress([list(row) for row in source.grid.rows], source.reading)
        (reading,) = find(Grid(rows, sheet="S"))
        ours, theirs = reading.tournament_or_raise(), source.reading.tournament_or_raise()
        assert (ours.names, ours.kinds, ours.opponents) == (theirs.names, theirs.kinds, theirs.opponents), source.name
        assert [*map(list, ours.colours)] == [*map(list, theirs.colours)], source.name
        assert (ours.numbers, ours.scores()) == (theirs.numbers, theirs.scores()), source.name
        read += 1
    assert read >= 19
