"""TRF: every letter, column and record, read and written, and problems that name lines."""

import json
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path

import pytest

from xl_tiebreak.crosstable import Grid, Reading, find
from xl_tiebreak.crosstable.trf import FIELDS, RECORDS, is_trf, parse, round_start
from xl_tiebreak.crosstable.trf_writing import write_trf
from xl_tiebreak.errors import RequestError
from xl_tiebreak.model import Kind, Scoring, Tournament
from xl_tiebreak.standings import evaluate

PLAYED, PENDING = Kind.PLAYED, Kind.PENDING
PAB, FULL, HALF, ZERO = (
    Kind.PAIRING_ALLOCATED_BYE,
    Kind.FULL_POINT_BYE,
    Kind.HALF_POINT_BYE,
    Kind.ZERO_POINT_BYE,
)
WON, LOST = Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS


def player(number: int, rounds: Sequence[str], points: object = "", **fields: str) -> str:
    """A player's record; rounds such as ``2 w 1``, or as they stand where they are ten characters long."""
    fields = {"number": str(number), "name": f"Player {number}", "points": str(points), **fields}
    line = "001"
    for field in FIELDS:
        line = line.ljust(field.first - 1) + field.put(fields.get(field.name, ""))
    for r, text in enumerate(rounds):
        line = line.ljust(round_start(r) - 1) + (text if len(text) == 10 else text.rjust(8))
    return line.rstrip()


def read(*lines: str, sheet: str | None = None) -> Reading:
    (reading,) = find(Grid([[line] for line in lines], sheet=sheet))
    assert reading.layout == "trf"
    return reading


def tournament(*lines: str) -> Tournament:
    return read(*lines).tournament_or_raise()


def sentences(reading: Reading) -> list[str]:
    return [f"{problem.severity}: {problem}" for problem in reading.problems]


def test_fields_stand_where_the_handbook_says() -> None:
    line = ""
    for position, text in {
        1: "001",
        8: "7",
        10: "w",
        11: "WGM",
        15: "Größe, Été",
        49: "2101",
        54: "GER",
        58: "12345678901",
        70: "1999/12/31",
        82: "7.5",
        89: "3",
    }.items():
        line = line.ljust(position - 1) + text
    (entry,) = parse([line]).players
    assert entry.fields == {
        "number": "7",
        "sex": "w",
        "title": "WGM",
        "name": "Größe, Été",
        "rating": "2101",
        "federation": "GER",
        "fide_id": "12345678901",
        "birth": "1999/12/31",
        "points": "7.5",
        "rank": "3",
    }
    assert entry.rounds == ()


@pytest.mark.parametrize(
    ("one", "other", "kinds", "points"),
    [
        ("2 w 1", "1 b 0", (PLAYED, PLAYED), (1, 0)),
        ("2 W =", "1 B =", (PLAYED, PLAYED), (0.5, 0.5)),
        ("2 w W", "1 b L", (PLAYED, PLAYED), (1, 0)),
        ("2 b d", "1 w d", (PLAYED, PLAYED), (0.5, 0.5)),
        ("2 w +", "1 b -", (WON, LOST), (1, 0)),
        ("2 w -", "1 b -", (LOST, LOST), (0, 0)),
        ("   2 w  ", "   1 b  ", (PENDING, PENDING), (0, 0)),
        ("0000 - U", "0000 - Z", (PAB, ZERO), (1, 0)),
        ("0000 - F", "0000 - H", (FULL, HALF), (1, 0.5)),
        ("u", "h", (PAB, HALF), (1, 0.5)),
        ("0000 - +", "0000 - =", (PAB, HALF), (1, 0.5)),
        ("0000 - -", "", (ZERO, ZERO), (0, 0)),
        ("2 b Z", "1 w +", (LOST, WON), (0, 1)),
        ("2 w F", "1 b -", (WON, LOST), (1, 0)),
        ("2 w Z", "0000 - U", (ZERO, PAB), (0, 1)),
    ],
)
def test_every_letter(one: str, other: str, kinds: tuple[Kind, Kind], points: tuple[float, float]) -> None:
    t = tournament("092 Swiss", player(1, [one, "2 w 1"]), player(2, [other, "1 b 0"]))
    assert tuple(row[0] for row in t.kinds) == kinds
    assert tuple(row[0] for row in t.points) == points


def test_a_bare_dash_is_worth_what_the_points_need() -> None:
    t = tournament(
        player(1, ["5 w 1", "-", "       -  "], 2),
        player(2, ["6 w 1", "-", "3 b 0"], 1),
        player(3, ["7 w 1", "-", "2 w 1"], 3),
        player(4, ["8 w 1", "-"]),
        *(player(n, [f"{n - 4} b 0"], 0) for n in (5, 6, 7, 8)),
    )
    assert t.kinds[0] == (PLAYED, HALF, HALF)
    assert [row[1] for row in t.kinds[1:4]] == [ZERO, FULL, ZERO]


def test_a_dash_that_the_points_leave_open_is_asked_for() -> None:
    reading = read(player(1, ["2 w 1", "-", "-"], 1.5), player(2, ["1 b 0"], 0))
    assert sentences(reading) == [
        "error: line 1, round 2 and line 1, round 3: '-' was a half-point bye in 1 of these 2 rounds and an absence "
        "else; write H for a half-point bye, Z for an absence"
    ]


def test_columns_counted_in_bytes() -> None:
    lines = [player(1, ["2 w 1", "2 b ="], 1.5), player(2, ["1 b 0", "1 w ="], 0.5)]
    lines = [line.replace(f"Player {n}  ", f"Größe{n}  ", 1) for n, line in enumerate(lines, start=1)]
    for line in lines:  # two bytes for each of ö and ß: the columns of characters are two short
        assert len(line.encode()) == round_start(1) - 1 + 8
    t = tournament(*lines)
    assert t.names == ["Größe1", "Größe2"]
    assert t.scores() == [1.5, 0.5]


@pytest.mark.parametrize(
    ("records", "scoring", "points"),
    [
        (["162  W 2.0    D 1.0    P 1.0"], (2, 1, 0), [2, 1, 1]),
        (["162  W 3.0    D 1.0    L 0.0"], (3, 1, 0), [3, 1, 3]),
        (["XXS W=3 D=2 PAB=2 WL=1 BL=1"], (3, 2, 1), [3, 2, 2]),
        (["BBW  3.0", "BBD  1.0", "BBU  3.0"], (3, 1, 0), [3, 1, 3]),
        (["299 H         0.0"], (1, 0.5, 0), [1, 0, 1]),
    ],
)
def test_points_that_the_file_declares(records: list[str], scoring: tuple[float, ...], points: list[float]) -> None:
    t = tournament(*records, player(1, ["2 w 1"]), player(2, ["1 b 0"]), player(3, ["0000 - H"]), player(4, ["U"]))
    assert t.scoring == Scoring(*scoring)
    assert [t.scores()[p] for p in (0, 2, 3)] == points


@pytest.mark.parametrize(("win", "draw", "bye"), [(1, 0.5, 1), (2, 1, 2), (2, 1, 1), (3, 1, 3), (3, 1, 1)])
def test_points_that_the_players_have(win: float, draw: float, bye: float) -> None:
    t = tournament(
        player(1, ["2 w 1", "3 b ="], win + draw),
        player(2, ["1 b 0", "0000 - U"], bye),
        player(3, ["0000 - U", "1 w ="], bye + draw),
    )
    assert t.scores() == [win + draw, bye, bye + draw]
    assert (t.scoring.win, t.scoring.draw) == (win, draw)


def test_points_that_differ_from_the_results_are_named() -> None:
    reading = read("012 Open", player(1, ["2 w 1"], 1.5), player(2, ["1 b 0"], 0))
    assert sentences(reading) == [
        "warning: line 2, points: '1.5' is printed, but the rounds add up to 1; correct the points or a result"
    ]
    assert reading.proof == "2 of 2 rows consistent, points equal in 1 of 2"


def test_byes_and_forfeits_in_records_of_their_own_fill_blank_rounds() -> None:
    t = tournament(
        player(1, ["2 w 1"]),
        player(2, ["1 b 0", "3 w ="]),
        player(3, ["4 w 1", "2 b =", "", "4 w 1"]),
        player(4, ["3 b 0", "", "", "3 b 0"]),
        "240 H 002 0001",
        "240 F 009    1",
        "330 -+ 003   3   1",
    )
    assert t.kinds[0] == (PLAYED, HALF, WON, ZERO)
    assert t.kinds[2][2] is LOST
    assert (t.opponents[0][2], t.colours[0][2]) == (2, "b")


def test_records_that_contradict_the_players_are_named_and_do_not_count() -> None:
    reading = read(player(1, ["2 w 1"]), player(2, ["1 b 0"]), "240 H 001    1", "240 H 001    7")
    assert sentences(reading) == [
        "warning: line 3: '240 H 001 1' contradicts '2 w 1' in line 1, round 1, which counts",
        "warning: line 4: '240 H 001 7' names player 7, who is not in the file",
    ]


def test_points_apart_from_results() -> None:
    lines = player(1, ["2 w 1", "U"]), player(2, ["1 b 0", "Z"])
    t = tournament(*lines, "299 D         1.5    1    1", "299 D         1.0    1    2", "299 Z         0.5    2    2")
    assert t.points == [(1.5, 1), (1, 0.5)]
    reading = read(*lines, "299          -1.0  001    1")
    assert sentences(reading) == [
        "error: line 3: '299 -1.0 001 1' gives or takes points apart from results, which cannot be computed; "
        "take the record out, and correct the places by hand"
    ]


def test_system_and_rounds_that_the_file_announces() -> None:
    games = player(1, ["2 w 1"]), player(2, ["1 b 0"]), player(3, [""])
    t = tournament("092 Individual: Swiss-System", "142 7", *games)
    assert (t.system, t.rounds, t.planned, t.kinds[2]) == ("swiss", 1, 7, (ZERO,))
    for said in ("092 Individual Round Robin", "192 FIDE_DOUBLEROUNDROBIN"):
        t = tournament(said, "XXR 3", *games)
        assert (t.system, t.planned, t.kinds[2]) == ("rr", 3, (Kind.REST,))
    everybody = player(1, ["2 w 1", "3 b 1", ""]), player(2, ["1 b 0", "", "3 w 1"]), player(3, ["", "1 w 0", "2 b 0"])
    assert tournament(*everybody).system == "rr"
    assert read(*everybody).problems == ()


def test_rounds_that_wait_for_results_do_not_count() -> None:
    t = tournament(player(1, ["2 w 1", "   2 b  "]), player(2, ["1 b 0", "   1 w  "]), player(3, ["H", "H"]))
    assert (t.rounds, t.planned) == (1, 2)


def test_team_tournament_is_refused() -> None:
    reading = read(player(1, ["2 w 1"]), player(2, ["1 b 0"]), "013 Northern Knights                     1    2")
    assert reading.tournament is None
    assert sentences(reading) == [
        "error: line 3: '013 Northern Knights 1 2' belongs to a team tournament, and team tie-breaks are not computed; "
        "leave out the records of teams to rank the players"
    ]


def test_unknown_records_are_noted_national_ratings_are_known() -> None:
    national = "NOR" + player(1, [])[3:]
    reading = read(player(1, ["2 w 1"]), player(2, ["1 b 0"]), national, "9X9 what", "### a comment")
    assert sentences(reading) == ["note: line 4: '9X9 what' is a record of no known kind and was left aside"]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (
            [player(1, ["2 w 1"]), player(2, ["1 b 1"])],
            "line 1, round 1 and line 2, round 1: '2 w 1' contradicts '1 b 1', the cell of opponent 2; one game needs "
            "two results that fit: 1 and 0, ½ and ½, + and -, or none in both",
        ),
        (
            [player(1, ["2 w 1"]), player(2, ["", "1 b 0"])],
            "line 1, round 1 and line 2, round 1: '2 w 1' names opponent 2, whose own cell is empty",
        ),
        (
            [player(1, ["9 w 1"]), player(2, ["U"])],
            "line 1, round 1: '9 w 1' names opponent 9, but the numbers go from 1 to 2; correct the number",
        ),
        ([player(1, ["1 w 1"]), player(2, ["U"])], "line 1, round 1: '1 w 1' is a game of number 1 against himself"),
        (
            [player(1, ["2 w 1"]), player(1, ["2 b 0"])],
            "line 1, number and line 2, number: '1' is the number of two players",
        ),
        (
            [player(1, ["2 x 1"]), player(2, ["1 b 0"])],
            "line 1, round 1: '2 x 1' is no round; positions 92 to 101 hold opponent, colour and result; "
            "write opponent, colour and result, such as '   8 w 1'",
        ),
        (
            [player(1, ["U", " 2 w 1    "]), player(2, ["Z", "1 b 0"])],
            "line 1, round 2: '2 w 1' is no round; positions 102 to 111 hold",
        ),
        ([player(1, ["2 w ?"]), player(2, ["1 b 0"])], "line 1, round 1: '2 w ?' is no round"),
        (
            ["XXS WW=1 BW=2", player(1, ["2 w 1"]), player(2, ["1 b 0"])],
            "line 1: 'XXS WW=1 BW=2' gives other points for White than for Black, which is not supported",
        ),
        (["162 nonsense", player(1, ["U"]), "BBW x"], "line 3: 'BBW x' is no record of points"),
    ],
)
def test_problems_name_the_line(lines: list[str], sentence: str) -> None:
    reading = read(*lines)
    assert reading.tournament is None
    assert any(str(problem).startswith(sentence) for problem in reading.errors), sentences(reading)


def test_lines_pasted_into_a_sheet_have_the_names_of_cells() -> None:
    reading = read("012 Open", player(1, ["2 w 1"]), player(2, ["1 b 1"]), sheet="Sheet1")
    (problem,) = reading.errors
    assert problem.cells == ("A2, round 1", "A3, round 1")
    reading = read("012 Open", player(1, ["2 w 1"]), player(2, ["1 b 0"]), sheet="Sheet1")
    assert (str(reading.area), reading.rows, reading.where(1, 0)) == ("A2:A3", [1, 2], "A3, round 1")


def test_same_colours_are_a_warning() -> None:
    reading = read(player(1, ["2 w 1"]), player(2, ["1 w 0"]))
    assert reading.tournament is not None
    assert [problem.code for problem in reading.problems] == ["colour"]


@pytest.mark.parametrize(
    ("rows", "is_one"),
    [
        ([["001    1      A"]], True),
        ([["012 Open"], [""], ["001    1      A"], [None]], True),
        ([["012 Open"]], False),
        ([["001"]], False),
        ([["001 1 w"], ["what"], ["else"]], False),
        ([], False),
        ([[]], False),
        ([[1, "001    1      A"]], False),
    ],
)
def test_what_a_trf_looks_like(rows: list[list[object]], is_one: bool) -> None:
    assert is_trf(rows) is is_one


def made(**changes: object) -> Tournament:
    """Three players, three rounds: a game, a forfeit, byes of every kind."""
    columns: dict[str, object] = {
        "numbers": ["1", "2", "3"],
        "names": ["A", "B", "C"],
        "ratings": [2000, None, 1850],
        "kinds": [(PLAYED, WON, PAB), (PLAYED, FULL, LOST), (HALF, LOST, WON)],
        "opponents": [(1, 2, None), (0, None, 2), (None, 0, 1)],
        "colours": [("w", "b", ""), ("b", "", "w"), ("", "w", "b")],
        "points": [(1, 1, 1), (0, 1, 0), (0.5, 0, 1)],
        "planned": 5,
    }
    return Tournament(**(columns | changes))  # type: ignore[arg-type]


def lines_of(t: Tournament) -> list[str]:
    return write_trf(t, [1, 2, 3], None, "Open").splitlines()


def test_what_is_written() -> None:
    assert lines_of(made()) == [
        "012 Open",
        "062 3",
        "072 2",
        "092 Individual: Swiss-System",
        "142 5",
        "192 CUSTOM_SWISS",
        "001    1      A                                 2000                             3.0    1     2 w 1"
        "     3 b +  0000 - U",
        "001    2      B                                                                  1.0    2     1 b 0"
        "  0000 - F     3 w -",
        "001    3      C                                 1850                             1.5    3  0000 - H"
        "     1 w -     2 b +",
    ]
    tags = [line[:3] for line in lines_of(made())]
    assert list(dict.fromkeys(tags)) == [tag for tag in RECORDS if tag in tags]


def test_what_is_written_ends_its_lines_as_the_format_wants() -> None:
    text = write_trf(made(), [1, 2, 3])
    assert text.endswith("\r\n")
    assert text.count("\r\n") == text.count("\n") == 9


def same(t: Tournament, other: Tournament) -> bool:
    return all(list_of(getattr(t, f.name)) == list_of(getattr(other, f.name)) for f in fields(t))


def list_of(value: object) -> object:
    return [list_of(entry) for entry in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"numbers": ["7", "19", "300"]},
        {"names": ["A" * 40, "B", "Größe"]},
        {"colours": [("", "", "")] * 3},
        {"ordered": False, "colours": [("", "", "")] * 3, "planned": 3},
        {"system": "rr"},
        {
            "scoring": Scoring(2, 1, 0),
            "points": [(2, 2, 1), (0, 2, 0), (1, 0, 2)],
        },
        {
            "scoring": Scoring(3, 1.5, 0, ((1.5, 1),)),
            "points": [(1.5, 3, 3), (1, 3, 0), (1.5, 0, 3)],
        },
        {"points": [(1, 1, 0.5), (0, 0.75, 0), (0.25, 0, 1)]},
    ],
)
def test_what_is_written_is_read_again(changes: dict[str, object]) -> None:
    t = made(**changes)
    reading = read(*lines_of(t))
    assert reading.problems == ()
    again = reading.tournament_or_raise()
    assert again.scoring.pairs() == t.scoring.pairs()
    assert same(t, replace(again, scoring=t.scoring)), (t, again)


def test_numbers_that_do_not_fit_give_way_to_rows() -> None:
    for numbers in (["1", "1", "2"], ["A", "B", "C"], ["10000", "1", "2"]):
        t = tournament(*lines_of(made(numbers=numbers)))
        assert list(t.numbers) == ["1", "2", "3"]


def test_colours_that_are_not_known_are_allocated_and_marked() -> None:
    lines = lines_of(made(colours=[("", "", "")] * 3))
    assert lines[0] == "### The colours are not known; White stands for the lower number."
    assert lines[-3].endswith("     2 w 1     3 w +  0000 - U")


def test_points_that_do_not_fit_are_refused() -> None:
    with pytest.raises(RequestError, match=r"four characters for points, and 10.25 does not fit"):
        write_trf(made(points=[(1, 1, 8.25), (0, 1, 0), (0.5, 0, 1)]), [1, 2, 3])


def test_people_of_another_file_stay_who_they_are() -> None:
    extras = {"sex": "w", "title": "WGM", "federation": "GER", "fide_id": "123456", "birth": "1999/12/31"}
    lines = ["022 Stadt", player(1, ["2 w 1"], 1, **extras), player(2, ["1 b 0"], 0), "102 Arbiter"]
    document = parse(lines)
    text = write_trf(tournament(*lines), [1, 2], document, "file name").splitlines()
    assert text[:2] == ["012 file name", "022 Stadt"]
    assert parse(text).players[0].fields == document.players[0].fields | {"rank": "1", "points": "1.0"}
    assert "102 Arbiter" in text


FILES = ["trf_bunratty_masters2011.trf", "trf_krause_valid.trf", "trf_sharly_2020_06.trf"]


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_the_corpus_is_read_as_expected(name: str, shared: Path) -> None:
    files = json.loads((shared / "corpus/expected.json").read_text(encoding="utf-8"))["files"]
    expected = next(entry for entry in files if entry["file"] == name)
    content = (shared / "corpus" / name).read_bytes()
    reading = read(*content.decode(expected.get("encoding", "utf-8")).splitlines())
    t = reading.tournament_or_raise()
    assert reading.problems == ()
    assert (len(t), t.rounds, t.system) == (expected["players"], expected["rounds_played"], expected["system"])
    assert list(t.numbers) == [str(number) for number in expected["numbers"]]
    assert list(t.names) == [" ".join(text.split()) for text in expected["names"]]
    assert t.scores() == expected["points"]
    assert expected["points_printed"] == f"agree in {len(t)} of {len(t)} rows"
    assert reading.proof.endswith(f"points equal in {len(t)} of {len(t)}")
    counts, kinds = expected["counts"], [kind for row in t.kinds for kind in row]
    assert kinds.count(PLAYED) == 2 * counts["games"]
    assert kinds.count(PAB) + kinds.count(FULL) == counts.get("full_byes", 0)
    assert kinds.count(HALF) == counts.get("half_byes", 0)
    assert kinds.count(ZERO) == counts.get("zero_byes", 0) + counts.get("blank", 0)
    assert (kinds.count(WON), kinds.count(LOST)) == (counts.get("forfeit_wins", 0), counts.get("forfeit_losses", 0))
    compared = len(t)  # the points
    for rules, columns in expected["computed"].items():
        for code, values in columns.items():
            assert values in (None, [float(value) for value in evaluate(t, code, rules)]), (rules, code)  # type: ignore[arg-type]
            compared += len(values or ())
    assert compared == expected["values"]
