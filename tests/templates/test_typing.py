"""What people mistype shows its colour, and no number changes silently: the tables as LibreOffice displays them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import pytest
from openpyxl import load_workbook

from xl_tiebreak.templates import TEMPLATES, workbook
from xl_tiebreak.templates.looks import MARKED, TINT

from .tools import recalculated

RED, ORANGE, YELLOW = (MARKED[mark]["bg_color"] for mark in "x!c")
DESIGN = TEMPLATES["dmitrov2008"]
E2, E3 = (0, 4), (1, 4)
"""The third round of the first two players: 8w½ and 10b½, one game."""

Cell = tuple[int, int]


@dataclass(frozen=True)
class Slip:
    """Something typed wrongly: where and what, and which cells must have which colour; all others keep theirs."""

    typed: dict[Cell, object]
    coloured: dict[Cell, str] = field(default_factory=dict)
    says: str = ""
    blocks: bool = True


def unreadable(text: object, says: str = "тур 3: запись не читается") -> Slip:
    return Slip({E2: text}, {E2: RED, E3: ORANGE}, says)


def stranger(text: str) -> Slip:
    return unreadable(text, "тур 3: нет участника с таким номером")


SLIPS = {
    "a letter too many": unreadable("8w½x"),
    "a result that does not exist": unreadable("8w2"),
    "two results": unreadable("8w1½"),
    "result and number": unreadable("8w10"),
    "a sign too many": unreadable("8w++"),
    "a negative result": unreadable("8w-1"),
    "a question mark behind": unreadable("8w1?"),
    "two halves": unreadable("8w=½"),
    "two colours": unreadable("8wb1"),
    "no colour": unreadable("8½"),
    "a bare number": unreadable("1"),
    "a bare opponent": unreadable("8"),
    "two marks": unreadable("½½"),
    "a double plus": unreadable("++"),
    "an unknown letter": unreadable("8z1"),
    "a Cyrillic letter that may be either": unreadable("8в1"),
    "a word": unreadable("bye?"),
    "a date": unreadable("01.02.2008"),
    "a date as a number": unreadable(39479),
    "a truth": unreadable(True),
    "no opponent": stranger("w½"),
    "a number nobody has": stranger("99w½"),
    "a negative number": stranger("-8w½"),
    "a leading zero": stranger("08w½"),
    "a number with a dot": stranger("8.w½"),
    "two numbers": stranger("8 8w½"),
    "a power of ten": stranger("8e0w½"),
    "the colours turned round": unreadable("8bw½"),
    "a question mark for the number": stranger("?w½"),
    "a star for the number": stranger("*w½"),
    "an equals sign before": stranger("=8w½"),
    "a word with a colour in it": stranger("draw"),
    "himself": unreadable("10w½", "тур 3: соперник – он сам"),
    "both won": Slip({E2: "8w1", E3: "10b1"}, {E2: ORANGE, E3: ORANGE}, "тур 3: результаты не сходятся"),
    "a win against a draw": Slip({E2: "8w1"}, {E2: ORANGE, E3: ORANGE}, "тур 3: результаты не сходятся"),
    "a forfeit against a draw": Slip({E2: "8w+"}, {E2: ORANGE, E3: ORANGE}, "тур 3: результаты не сходятся"),
    "a result on one side only": Slip({E2: "8w"}, {E2: ORANGE, E3: ORANGE}, "тур 3: результаты не сходятся"),
    "a bye against a game": Slip({E2: "+"}, {E2: ORANGE, E3: ORANGE}),
    "nothing against a game": Slip({E2: None}, {E2: ORANGE, E3: ORANGE}),
    "another opponent": Slip(
        {E2: "9w½"}, {E2: ORANGE, E3: ORANGE, (9, 4): ORANGE}, "тур 3: у соперника записано другое"
    ),
    "the same colour twice": Slip({E2: "8b½"}, {E2: YELLOW, E3: YELLOW}, "тур 3: у обоих один цвет", blocks=False),
    "a number given twice": Slip({(9, 0): 6}, {(9, 0): RED, (10, 0): RED}),
    "no number": Slip({(0, 0): None}, {(0, 0): RED}, "нет номера"),
    "a word for a number": Slip({(0, 0): "A"}, {(0, 0): RED}, "нет номера"),
}


class Table(HTMLParser):
    """The first sheet of an HTML export: colour and text of every cell."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[tuple[str, str]]] = []
        self.tables = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.tables += tag == "table"
        if self.tables == 1 and tag == "tr":
            self.rows.append([])
        elif self.tables == 1 and tag == "td":
            self.rows[-1].append(((dict(attrs).get("bgcolor") or "").upper(), ""))

    def handle_data(self, data: str) -> None:
        if self.tables == 1 and self.rows and self.rows[-1]:
            colour, text = self.rows[-1][-1]
            self.rows[-1][-1] = colour, (text + data).strip()

    def cell(self, player: int, column: int) -> tuple[str, str]:
        return self.rows[player + 1][column]


def displayed(soffice: str, folder: Path, slips: dict[str, Slip]) -> dict[str, Table]:
    books = {}
    for number, (name, slip) in enumerate({"": Slip({}), **slips}.items()):
        path = folder / f"slip{number:02d}.xlsx"
        path.write_bytes(workbook(DESIGN))
        book = load_workbook(path)
        for (player, column), value in slip.typed.items():
            cell = book.worksheets[0].cell(player + 2, column + 1)
            cell.value = value
            if isinstance(value, str):
                cell.data_type = "s"
        book.save(path)
        books[path] = name
    results = recalculated(soffice, books, folder, "html")
    return {name: Table(results[path].read_text(encoding="utf-8")) for path, name in books.items()}


@pytest.fixture(scope="module")
def tables(soffice: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Table]:
    return displayed(soffice, tmp_path_factory.mktemp("slips"), SLIPS)


def test_there_are_thirty_kinds() -> None:
    assert len(SLIPS) >= 30


@pytest.mark.parametrize("name", SLIPS)
def test_slip_shows_its_colour(tables: dict[str, Table], name: str) -> None:
    table, sound, slip = tables[name], tables[""], SLIPS[name]
    for player in range(DESIGN.players):
        for column in range(DESIGN.points_column):
            expected = slip.coloured.get((player, column), sound.cell(player, column)[0])
            if name in ("a number given twice", "no number", "a word for a number") and column > 1:
                continue  # whoever met this player has a game against nobody
            assert table.cell(player, column)[0] == expected, (player, column)
    if slip.says:
        player = next(iter(slip.typed))[0]
        assert table.cell(player, DESIGN.check_column)[1] == slip.says


@pytest.mark.parametrize("name", SLIPS)
def test_no_number_changes_silently(tables: dict[str, Table], name: str) -> None:
    table, sound, slip = tables[name], tables[""], SLIPS[name]
    computed = range(DESIGN.points_column, DESIGN.decided_column)
    for player in range(DESIGN.players):
        for column in computed:
            before, after = sound.cell(player, column)[1], table.cell(player, column)[1]
            if slip.blocks and column > DESIGN.points_column:
                assert after == "?", (player, column)
            else:
                assert after in ({before, "?"} if slip.blocks else {before}), (player, column)
    if slip.blocks:
        wrong = [player for player, column in slip.coloured if column > 1]
        assert all(table.cell(player, DESIGN.points_column)[1] == "?" for player in wrong)


def test_sound_table_has_no_alarm(tables: dict[str, Table]) -> None:
    sound = tables[""]
    colours = {sound.cell(player, column)[0] for player in range(11) for column in range(DESIGN.check_column + 1)}
    assert colours.isdisjoint({RED, ORANGE, YELLOW})
    assert TINT in colours
