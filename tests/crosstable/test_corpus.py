"""Workbooks as people have them, read as `expected.json` beside them says."""

import json

import openpyxl
import pytest

from xl_tiebreak.crosstable import Grid, find, read
from xl_tiebreak.model import Kind

READ = [
    "cr_excel_stockholm2026_inprogress.xlsx",
    "cr_rr_matrix6.xlsx",
    "cr_swiss_moscow2018.xlsx",
    "cr_swiss_naantali2015_fi.xlsx",
    "dmitrov2008.xlsx",
    "hdr_variants_newyork1924.xlsx",
    "rr3_matrix_vienna1873.xlsx",
    "rr3_matrix_vienna1873_eaten.xlsx",
    "tec_exercise_swiss16_cr.xlsx",
    "tec_exercise_swiss16_seed.xlsx",
]
COUNTED = {
    "full_byes": Kind.PAIRING_ALLOCATED_BYE,
    "half_byes": Kind.HALF_POINT_BYE,
    "forfeit_wins": Kind.FORFEIT_WIN,
    "forfeit_losses": Kind.FORFEIT_LOSS,
}


def expectation(shared, name):
    files = json.loads((shared / "corpus/expected.json").read_text(encoding="utf-8"))["files"]
    return next(entry for entry in files if entry["file"] == name)


def grids(path):
    workbook = openpyxl.load_workbook(path)
    return [Grid(list(sheet.iter_rows(values_only=True)), sheet=sheet.title) for sheet in workbook]


@pytest.mark.parametrize("name", READ)
def test_a_file_is_read_as_expected(shared, name):
    expected = expectation(shared, name)
    ((grid, reading),) = [(grid, reading) for grid in grids(shared / "corpus" / name) for reading in find(grid)]
    tournament = reading.tournament_or_raise()
    assert (grid.sheet, str(reading.area)) == (expected["sheet"], expected["range"])
    assert (reading.layout, tournament.system) == (expected["layout"], expected["system"])
    assert reading.opponents == expected["opponents"] or expected["opponents_coincide"]
    assert (len(tournament), tournament.rounds) == (expected["players"], expected["rounds_played"])
    assert list(tournament.numbers) == [str(number) for number in expected["numbers"]]
    assert list(tournament.names) == [" ".join(text.split()) for text in expected["names"]]
    assert tournament.scores() == expected["points"]
    counts = expected["counts"]
    kinds = [kind for row in tournament.kinds for kind in row]
    assert kinds.count(Kind.PLAYED) == 2 * counts["games"]
    for field, kind in COUNTED.items():
        assert kinds.count(kind) == counts.get(field, 0), field
    if expected["points_printed"] != "none":
        assert expected["points_printed"].removesuffix(" rows").removeprefix("agree in ") in reading.proof
    assert [str(problem) for problem in reading.problems if problem.severity != "note"] == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("cr_rr_matrix6_typed_halves.xlsx", "J7: '2026-01-02' is a date or a time that the spreadsheet made of a text"),
        ("draughts_swiss_ouagadougou2022.xlsx", "G4: '68b2' is not a result"),
        ("sp_limerick2009.xlsx", "F6: '0:W' is one of 126 cells, out of 126, that are in no notation known here"),
        ("vega_sydneyblitz2024.xlsx", "H8: '+W56' is one of 753 cells, out of 774, that are in no notation known here"),
    ],
)
def test_what_is_not_understood_is_named(shared, name, sentence):
    (reading,) = [reading for grid in grids(shared / "corpus" / name) for reading in find(grid)]
    assert reading.tournament is None
    assert str(reading.problems[0]).startswith(sentence)


def test_a_sheet_without_a_table_says_so(shared):
    prizes, crosstable = grids(shared / "corpus/sp_limerick2009.xlsx")
    assert find(prizes) == []
    assert read(prizes).problems[0].code == "no-table"
    assert len(find(crosstable)) == 1
