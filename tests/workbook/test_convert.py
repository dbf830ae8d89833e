"""From any table to a TRF and to our layout, and back: the same tournament."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl import load_workbook

from xl_tiebreak.errors import InputError, RequestError
from xl_tiebreak.model import Kind, Tournament
from xl_tiebreak.workbook import Asked, convert_file, open_tables

FULL = (Kind.PAIRING_ALLOCATED_BYE, Kind.FULL_POINT_BYE)  # a sign in a table stands for both, and so do their values


def by_number(t: Tournament) -> dict[str, object]:
    """Number → all that is known of a player, opponents by their numbers; colours of games only."""
    found = {}
    for p, number in enumerate(t.numbers):
        kinds = [FULL[0] if kind in FULL else kind for kind in t.kinds[p]]
        met = [None if o is None else t.numbers[o] for o in t.opponents[p]]
        colours = [colour if kind is Kind.PLAYED else "" for colour, kind in zip(t.colours[p], kinds)]
        found[number] = (t.names[p], t.ratings[p], kinds, met, colours, list(t.points[p]))
    return found


def facts(t: Tournament) -> tuple[object, ...]:
    """What holds for the tournament as a whole."""
    return t.system, t.scoring, t.ordered, t.planned


def tournament(path: Path) -> Tournament:
    (table,) = open_tables(path, Asked())
    return table.reading.tournament_or_raise()


def corpus(shared: Path) -> Iterator[tuple[Path, Tournament]]:
    """The tables of the corpus."""
    for path in sorted((shared / "corpus").iterdir()):
        if path.suffix in (".xlsx", ".trf"):
            yield path, tournament(path)


def test_every_table_comes_back_from_a_trf(shared: Path, tmp_path: Path) -> None:
    same = []
    for path, t in corpus(shared):
        report, table, again = (tmp_path / f"{path.stem}{end}" for end in ("_1.trf", "_2.xlsx", "_3.trf"))
        for source, target in ((path, report), (report, table), (table, again)):
            convert_file(source, target, Asked())
            other = tournament(target)
            assert by_number(other) == by_number(t), (path.name, target.suffix)
            assert facts(other) == facts(t), (path.name, target.suffix)
        same.append(path.name)
    print(f"\nthe same after table → TRF → table → TRF: {', '.join(same)}")
    assert len(same) == 23


MADE = {
    "a pairing-allocated bye in every round": """
        No;Name;1;2;3;Pts
        1;Adams;2w1;3b½;5w1;2,5
        2;Baker;1b0;5w1;4b½;1,5
        3;Clark;4w1;1w½;+;2,5
        4;Davis;3b0;+;2w½;1,5
        5;Evans;+;2b0;1b0;1""",
    "half-point byes, absences, forfeits": """
        No;Name;1;2;3;4;Pts
        1;Adams;4w1;2b½;3w1;5b1;3,5
        2;Baker;5w½;1w½;½;6b1;2,5
        3;Clark;6w1;4b-;1b0;-;1
        4;Davis;1b0;3w+;5w0;½;1,5
        5;Evans;2b½;6w1;4b1;1w0;2,5
        6;Frank;3b0;5b0;+;2w0;1""",
    "three points for a win": """
        No;Name;1;2;3;Pts
        1;Adams;2w1;3b½;4w1;7
        2;Baker;1b0;4w1;3b½;4
        3;Clark;4w½;1w½;2w½;3
        4;Davis;3b½;2b0;1b0;1""",
    "two points for a win, with a bye": """
        No;Name;1;2;3;Pts
        1;Adams;2w1;3b½;+;5
        2;Baker;1b0;+;3w1;4
        3;Clark;+;1w½;2b0;3""",
    "a round robin with a forfeit": """
        No;Name;1;2;3;4;Pts
        1;Adams;*;1;½;+;2,5
        2;Baker;0;*;1;½;1,5
        3;Clark;½;0;*;1;1,5
        4;Davis;-;½;0;*;0,5""",
    "a double round robin": """
        No;Name;1;2;3;Pts
        1;Adams;*;1 ½;1 1;3,5
        2;Baker;0 ½;*;½ 1;2
        3;Clark;0 0;½ 0;*;0,5""",
}


@pytest.mark.parametrize("name", MADE)
def test_tables_of_every_kind_come_back_and_another_program_agrees(name: str, tmp_path: Path) -> None:
    lines = [line.strip() for line in MADE[name].strip().splitlines()]
    (tmp_path / "table.csv").write_text("\n".join(lines), encoding="utf-8")
    t = tournament(tmp_path / "table.csv")
    assert t.scores() == [float(line.rpartition(";")[2].replace(",", ".")) for line in lines[1:]]
    convert_file(tmp_path / "table.csv", tmp_path / "table.trf", Asked())
    convert_file(tmp_path / "table.trf", tmp_path / "table.xlsx", Asked())
    for path in (tmp_path / "table.trf", tmp_path / "table.xlsx"):
        assert (by_number(tournament(path)), facts(tournament(path))) == (by_number(t), facts(t))
    assert points_by_gacrux(tmp_path / "table.trf") == dict(zip(t.numbers, t.scores()))


def points_by_gacrux(path: Path) -> dict[str, float]:
    """Number → points as another program reads them from a TRF."""
    gacrux = pytest.importorskip("gacrux.trf2json", reason="gacrux is not installed")
    from gacrux.tiebreak import tiebreak

    report = gacrux.trf2json()
    report.parse_file(path.read_bytes().decode("utf-8"), 0)
    assert report.chessjson["status"] == {"code": 0, "error": []}
    event = report.get_tournament(1)
    computed = tiebreak(event, -1, None).compute_tiebreaks(event, {"tiebreak": ["PTS"], "check": False})
    return {str(player["cid"]): float(player["tiebreakScore"][0]) for player in computed["competitors"]}


def test_another_program_reads_the_trf_and_agrees_on_points(shared: Path, tmp_path: Path) -> None:
    agreed = []
    for path, t in corpus(shared):
        convert_file(path, tmp_path / "table.trf", Asked(), overwrite=True)
        assert points_by_gacrux(tmp_path / "table.trf") == dict(zip(t.numbers, t.scores())), path.name
        agreed.append(f"{path.name} {len(t)}")
    print(f"\npoints as gacrux has them: {', '.join(agreed)}")
    assert len(agreed) == 23


def test_layout_of_the_documents(shared: Path, tmp_path: Path) -> None:
    convert_file(shared / "corpus/trf_sharly_2020_06.trf", tmp_path / "table.xlsx", Asked())
    sheet = load_workbook(tmp_path / "table.xlsx").active
    rows = [list(row) for row in sheet.iter_rows(values_only=True)]
    assert sheet.title == "trf_sharly_2020_06"
    assert rows[0] == ["No.", "Name", *range(1, 11), "Pts", "Place (FIDE 1998)"]
    assert rows[5][:6] == [5, "Player 005", "½", "-", "10w1", "9b1"]
    assert rows[6][4:7] == ["11b1", "1w½", "2b½"]
    assert rows[1][-2:] == [8, 1]
    assert sheet["C2"].number_format == "@"
    assert sheet.freeze_panes == "C2"


def test_table_of_the_document_keeps_its_order_and_language(root: Path, tmp_path: Path) -> None:
    convert_file(root / "templates/dmitrov2008.xlsx", tmp_path / "table.xlsx", Asked("PTS, BH, BH-CX"))
    rows = [list(row) for row in load_workbook(tmp_path / "table.xlsx").active.iter_rows(values_only=True)]
    assert rows[0] == ["№", "Фамилия Имя", *range(1, 10), "Оч", "Место (ФИДЕ 1998)"]
    assert rows[1] == [10, "Невский, Ярослав", "1b0", "+", *rows[1][4:-2], 7.5, 1]
    assert [row[-1] for row in rows[6:8]] == ["6-7", "6-7"]


def test_matrix_stays_a_matrix(shared: Path, tmp_path: Path) -> None:
    convert_file(shared / "corpus/rr3_matrix_vienna1873.xlsx", tmp_path / "table.xlsx", Asked())
    rows = [list(row) for row in load_workbook(tmp_path / "table.xlsx").active.iter_rows(values_only=True)]
    assert rows[1][2:7] == ["*", "1 1 ½", "0 1 1", "0 0 ½", "0 1 1"]  # the games of a cell are in no order
    assert [row[n + 1] for n, row in enumerate(rows[1:], start=1)] == ["*"] * 12


def test_several_tables_become_several_sheets(root: Path, tmp_path: Path) -> None:
    book = load_workbook(root / "templates/dmitrov2008.xlsx")
    book.copy_worksheet(book.active).title = "Группа Ж"
    book.save(tmp_path / "two.xlsx")
    convert_file(tmp_path / "two.xlsx", tmp_path / "out.xlsx", Asked())
    assert [sheet.title for sheet in load_workbook(tmp_path / "out.xlsx")] == ["Группа Е", "Группа Ж"]
    with pytest.raises(RequestError, match=r"a TRF holds one tournament, and .* has several tables \(Группа Е!A1:"):
        convert_file(tmp_path / "two.xlsx", tmp_path / "out.trf", Asked())
    convert_file(tmp_path / "two.xlsx", tmp_path / "out.trf", Asked(sheet="Группа Е"))
    assert len(tournament(tmp_path / "out.trf")) == 11


def test_what_cannot_be_converted(root: Path, tmp_path: Path) -> None:
    source = root / "templates/dmitrov2008.xlsx"
    with pytest.raises(RequestError, match=r"out.ods' must end in \.xlsx or \.trf, which say what to write"):
        convert_file(source, tmp_path / "out.ods", Asked())
    with pytest.raises(RequestError, match="is the file itself; name another one"):
        convert_file(source, source, Asked())
    with pytest.raises(RequestError, match=r"there is no folder '.*none'; make it, or name another one"):
        convert_file(source, tmp_path / "none/out.trf", Asked())
    (tmp_path / "folder.trf").mkdir()
    with pytest.raises(RequestError, match="is a folder; name a file in it"):
        convert_file(source, tmp_path / "folder.trf", Asked())
    (tmp_path / "folder.trf").rmdir()
    with pytest.raises(InputError):
        convert_file(root / "templates/swiss_ru.xlsx", tmp_path / "out.trf", Asked())
    assert list(tmp_path.iterdir()) == []


def test_file_that_exists_is_kept(root: Path, tmp_path: Path) -> None:
    source, target = tmp_path / "table.xlsx", tmp_path / "report.trf"
    source.write_bytes((root / "templates/dmitrov2008.xlsx").read_bytes())
    target.write_text("mine", encoding="utf-8")
    with pytest.raises(RequestError, match=r"is a file '.*report\.trf' already; name another one, or add --overwrite"):
        convert_file(source, target, Asked())
    assert target.read_text(encoding="utf-8") == "mine"
    convert_file(source, target, Asked(), overwrite=True)
    assert len(tournament(target)) == 11
    (tmp_path / "same.xlsx").hardlink_to(source)
    for same in (source, tmp_path / "same.xlsx"):
        with pytest.raises(RequestError, match="is the file itself; name another one"):
            convert_file(source, same, Asked(), overwrite=True)
    target.chmod(0o444)
    with pytest.raises(RequestError, match="is read-only; nothing was written"):
        convert_file(source, target, Asked(), overwrite=True)
    assert {path.name for path in tmp_path.iterdir()} == {"table.xlsx", "report.trf", "same.xlsx"}


def test_points_that_no_sign_in_a_table_tells(tmp_path: Path) -> None:
    from tests.crosstable.test_trf import player

    lines = ["162  W 1.0    D 0.5    P 0.5", player(1, ["2 w 1"]), player(2, ["1 b 0"]), player(3, ["U"])]
    (tmp_path / "half.trf").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(RequestError, match=r"a pairing allocated bye that brought 0\.5 cannot be written in a table"):
        convert_file(tmp_path / "half.trf", tmp_path / "out.xlsx", Asked())
    lines = ["162  W 1.0    D0.25", player(1, ["2 w ="]), player(2, ["1 b ="])]
    (tmp_path / "half.trf").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(RequestError, match=r"a game that brought 0\.25 cannot be written in a table; convert to \.trf"):
        convert_file(tmp_path / "half.trf", tmp_path / "out.xlsx", Asked())


SWISS = """
    No;Name;1;2;3;Pts
    1;Adams;2w1;6b½;4w½;{0}
    2;Baker;1b0;3w1;5b0;{1}
    3;Clark;4w1;2b0;6w½;{2}
    4;Davis;3b0;5w1;1b½;{3}
    5;Evans;6w1;4b0;2w1;{4}
    6;Frank;5b0;1w½;3b½;{5}"""


@pytest.mark.parametrize(("win", "draw", "loss"), [(5, 2, 0), (10, 5, 0), (4, 2, 1)], ids=["5-2-0", "10-5-0", "4-2-1"])
def test_unusual_scale_is_read_back(win: int, draw: int, loss: int, tmp_path: Path) -> None:
    mixed = win + draw + loss
    points = (win + 2 * draw, win + 2 * loss, mixed, mixed, 2 * win + loss, 2 * draw + loss)
    (tmp_path / "table.csv").write_text(SWISS.format(*points).replace("    ", "").strip(), encoding="utf-8")
    t = tournament(tmp_path / "table.csv")
    assert t.scores() == [*points]
    convert_file(tmp_path / "table.csv", tmp_path / "table.xlsx", Asked())
    other = tournament(tmp_path / "table.xlsx")
    assert (by_number(other), facts(other)) == (by_number(t), facts(t))


VEGA = """
    N;Name;1;2;Pts
    1;Adams;+F2;=W3;1,5
    2;Baker;-F1;+B4;1
    3;Clark;+W4;=B1;1,5
    4;Davis;-B3;-W2;0"""


def test_forfeits_without_colours_are_given_none(tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text(VEGA.replace("    ", "").strip(), encoding="utf-8")
    t = tournament(tmp_path / "table.csv")
    assert [*t.colours[:2]] == [("", "w"), ("", "b")]
    for name in ("table.xlsx", "table.trf"):
        convert_file(tmp_path / "table.csv", tmp_path / name, Asked())
        assert (tournament(tmp_path / name).colours, tournament(tmp_path / name).kinds) == (t.colours, t.kinds)
    assert load_workbook(tmp_path / "table.xlsx").active["C2"].value == "2-+"
    assert "### Round 1, 1 and 2: the colours are not known" in (tmp_path / "table.trf").read_text(encoding="utf-8")
    assert points_by_gacrux(tmp_path / "table.trf") == {"1": 1.5, "2": 1, "3": 1.5, "4": 0}


def test_made_workbook_is_sound(shared: Path, tmp_path: Path, check_xlsx) -> None:  # type: ignore[no-untyped-def]
    convert_file(shared / "corpus/trf_bunratty_masters2011.trf", tmp_path / "table.xlsx", Asked())
    check_xlsx(tmp_path / "table.xlsx")
