"""Headings that people put over columns."""

import pytest

from xl_tiebreak.editions import EDITIONS, FIDE1998, FIDE2024, parse_rules
from xl_tiebreak.headings import is_place, place_heading, read_heading
from xl_tiebreak.tiebreaks import REGISTRY, heading, parse_item


def read(text: object) -> tuple[str, str | None] | None:
    found = read_heading(text)
    return found and (found.item.written, found.under)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Бухгольц", "BH"),
        ("БУХГ.", "BH"),
        ("Коэффициент Бухгольца", "BH"),
        ("Ус. Бухгольц", "BH-C1"),
        ("Усечённый Бухгольц-2", "BH-C2"),
        ("Усеч. коэф. Бухгольца", "BH-C1"),
        ("Медианный Бухгольц", "BH-M1"),
        ("Усредненный Бухгольц-2", "BH-M2"),
        ("Бухгольц без худшего", "BH-C1"),
        ("Buchholz mit einem Streichwert", "BH-C1"),
        ("Buchholzwertung", "BH"),
        ("SB-Wertung", "SB"),
        ("SoBe", "SB"),
        ("Сумм. Бухгольц", "SOB"),
        ("Средн. Бухгольц соп.", "AOB"),
        ("Бергер", "SB"),
        ("К. Бергера", "SB"),
        ("Зонненборн-Бергер", "SB"),
        ("Шмульян", "SH"),
        ("Койя", "KS"),
        ("Победы", "WIN"),
        ("Прогресс", "PS"),
        ("Личная встреча", "DE"),
        ("Buchholz", "BH"),
        ("Buchholz\nCut 1", "BH-C1"),
        ("Buchholz (cut 1)", "BH-C1"),
        ("Median Buchholz", "BH-M1"),
        ("Sonneborn-Berger", "SB"),
        ("Sonneborn Berger Cut 1", "SB-C1"),
        ("BH", "BH"),
        ("BH-C1", "BH-C1"),
        ("BH C1", "BH-C1"),
        ("BH/M2", "BH-M2"),
    ],
)
def test_heading_names_a_tiebreak(text: str, code: str) -> None:
    assert read(text) == (code, None)
    assert read(f" {text} (ФИДЕ 2009)") == (code, "fide2009")


@pytest.mark.parametrize(
    "text",
    [
        "М",
        "Очки",
        "PTS",
        "TB1",
        "Город",
        "STD",
        "B",
        "BHX",
        "Cut",
        "Рейтинг",
        "Rating",
        "Ст. номер",
        "Бухгольц 2",
        "",
        None,
        5,
    ],
)
def test_heading_that_names_none(text: object) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "edition"),
    [
        ("Бухгольц (ФИДЕ 1998)", "fide1998"),
        ("Buchholz (FIDE 1998)", "fide1998"),
        ("Бергер (2024)", "fide2024"),
        ("BH (fide2026)", "fide2026"),
        ("Бухгольц (российская практика)", "ru_note"),
        ("Buchholz (face values)", "raw"),
    ],
)
def test_rules_in_brackets(text: str, edition: str) -> None:
    found = read(text)
    assert found is not None
    assert found[1] == edition


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_heading_we_write_is_read_as_what_it_means(language: str, edition: str) -> None:
    rules = parse_rules(edition)
    others = {"PTS", "RTNG", "STD", "TPN", "NBW"}  # not tie-breaks alone; wins are WIN
    modified = "BH-C1 BH-C2 BH-M1 SB-C1 SB-C1-P BH-CX-P KS-L+1 KS-L-1 SH-MM PS-C1"
    for code in [*(REGISTRY.keys() - others), *modified.split()]:
        assert read(heading(parse_item(code), rules, language)) == (code, edition)


def test_places() -> None:
    for text in ("М", "Место", "Rk.", "Place", " место ", place_heading("ru", FIDE1998), place_heading("en", FIDE1998)):
        assert is_place(text, "fide1998")
    for text in ("Бухгольц", "", None, place_heading("ru", FIDE2024)):
        assert not is_place(text, "fide1998")
