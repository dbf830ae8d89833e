"""Workbooks as people have them, read as `expected.json` beside them says, and every computed value in it."""

import json

import pytest

from xl_tiebreak.crosstable import find, read
from xl_tiebreak.model import Kind
from xl_tiebreak.standings import evaluate
from xl_tiebreak.workbook import open_sheets

FILES = [
    "cr_excel_stockholm2026_inprogress.xlsx",
    "cr_rr_matrix6.xlsx",
    "cr_rr_matrix6_typed_halves.xlsx",
    "cr_swiss_moscow2018.xlsx",
    "cr_swiss_naantali2015_fi.xlsx",
    "dmitrov2008.xlsx",
    "draughts_rr_kndb1934.xlsx",
    "draughts_swiss_ouagadougou2022.xlsx",
    "go_opengotha_4x3.xlsx",
    "hdr_variants_newyork1924.xlsx",
    "mojibake_half_1000x21.xlsx",
    "rr2_rounds_wz_2014.xlsx",
    "rr3_matrix_vienna1873.xlsx",
    "rr3_matrix_vienna1873_eaten.xlsx",
    "sp_limerick2009.xlsx",
    "tec_exercise_swiss16_cr.xlsx",
    "tec_exercise_swiss16_seed.xlsx",
    "uscf_wintd_64x7.xlsx",
    "vega_crosstable_latecomer_formulas.xlsx",
    "vega_sydneyblitz2024.xlsx",
]
COUNTED = {
    "full_byes": {Kind.PAIRING_ALLOCATED_BYE},
    "half_byes": {Kind.HALF_POINT_BYE},
    "forfeit_wins": {Kind.FORFEIT_WIN},
    "forfeit_losses": {Kind.FORFEIT_LOSS},
}
SCORINGS = {(1.0, 0.5, 0.0): "1-½-0", (2.0, 1.0, 0.0): "2-1-0"}


@pytest.fixture(scope="module")
def expected(shared):
    """File name → what a reader must get out of it."""
    files = json.loads((shared / "corpus/expected.json").read_text(encoding="utf-8"))["files"]
    return {entry["file"]: entry for entry in files}


@pytest.fixture(scope="module")
def opened(shared):
    """File name → its one table: grid and reading."""
    found = {}
    for name in FILES:
        grids = [sheet.grid for sheet in open_sheets(shared / "corpus" / name)]
        (found[name],) = [(grid, reading) for grid in grids for reading in find(grid)]
    return found


def test_no_workbook_of_the_corpus_is_left_out(expected):
    assert sorted(name for name in expected if name.endswith(".xlsx")) == FILES


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_read_as_expected(expected, opened, name):
    entry, (grid, reading) = expected[name], opened[name]
    tournament = reading.tournament_or_raise()
    assert (grid.sheet, str(reading.area)) == (entry["sheet"], entry["range"])
    assert (reading.layout, tournament.system) == (entry["layout"], entry["system"])
    assert reading.opponents == entry["opponents"] or entry["opponents_coincide"]
    scoring = tournament.scoring
    assert SCORINGS[scoring.win, scoring.draw, scoring.loss] == entry["scoring"]
    assert (len(tournament), tournament.rounds) == (entry["players"], entry["rounds_played"])
    assert list(tournament.numbers) == [str(number) for number in entry["numbers"]]
    assert list(tournament.names) == [" ".join(text.split()) for text in entry["names"]]
    assert tournament.scores() == entry["points"]
    counts = entry["counts"]
    kinds = [kind for row in tournament.kinds for kind in row]
    assert kinds.count(Kind.PLAYED) == 2 * counts["games"]
    for field, counted in COUNTED.items():
        assert sum(map(kinds.count, counted)) == counts.get(field, 0), field
    if reading.layout == "swiss":
        absent = kinds.count(Kind.ZERO_POINT_BYE) + kinds.count(Kind.REST)
        assert absent == counts.get("zero_byes", 0) + counts.get("blank", 0)
        assert kinds.count(Kind.PENDING) == counts.get("unfinished", 0)


@pytest.mark.parametrize("name", FILES)
def test_printed_points_are_compared(expected, opened, name):
    entry, (_, reading) = expected[name], opened[name]
    if entry["points_printed"] == "none":
        assert "no printed points" in reading.proof
    else:
        agree = entry["points_printed"].removesuffix(" rows").removeprefix("agree in ")
        assert reading.proof == f"{entry['players']} of {entry['players']} rows consistent, points equal in {agree}"
    wrong = {int(problem.cells[0].lstrip("P")) for problem in reading.problems if problem.severity == "warning"}
    assert wrong == {reading.heading_rows[-1] + 1 + row for row in entry.get("points_wrong_rows", [])}


def test_every_computed_value(expected, opened):
    compared = 0
    for name, (_, reading) in opened.items():
        tournament = reading.tournament_or_raise()
        for edition, codes in expected[name]["computed"].items():
            rules = f"{edition}:swiss" if edition == "go" else edition  # as its players took that round robin
            for code, wanted in codes.items():
                ours = evaluate(tournament, code, rules)
                asked = [(value, want) for value, want in zip(ours, wanted) if want is not None]
                assert [float(value) for value, _ in asked if value is not None] == [want for _, want in asked], (
                    name,
                    edition,
                    code,
                )
                compared += len(asked)
    print(f"{len(opened)} files of the corpus, {compared} values, 0 differences")
    assert compared == 48_272


def test_what_had_to_be_mended_is_told(opened):
    told = {name: reading.problems for name, (_, reading) in opened.items()}
    ((half,), (date,)) = (
        [problem for problem in told[name] if problem.code == "mended"]
        for name in ("mojibake_half_1000x21.xlsx", "cr_rr_matrix6_typed_halves.xlsx")
    )
    assert str(half).endswith(
        "'64b˝' holds a ½ in a wrong encoding, like 3773 more cells, and was read as it was meant"
    )
    assert str(date).startswith(
        "J7 and I8 and K8 and J9: '2026-01-02' holds a date that the spreadsheet made of a text"
    )
    noted = {"mended", "several-byes"}
    rest = {name: [p for p in problems if p.code not in noted] for name, problems in told.items()}
    assert {name for name, problems in rest.items() if problems} == {"draughts_rr_kndb1934.xlsx"}


def test_a_sheet_without_a_table_says_so(shared):
    prizes, crosstable = (sheet.grid for sheet in open_sheets(shared / "corpus/sp_limerick2009.xlsx"))
    assert find(prizes) == []
    assert read(prizes).problems[0].code == "no-table"
    assert len(find(crosstable)) == 1
