"""Codes, modifiers and chains as people write them, and what is refused."""

from __future__ import annotations

import pytest

from tests.rules.tables import E01, E02, E03, floats, table
from xl_tiebreak.editions import EDITIONS, parse_rules
from xl_tiebreak.errors import RequestError
from xl_tiebreak.standings import evaluate, rank
from xl_tiebreak.tiebreaks import DEFAULT_CHAINS, REGISTRY, heading, parse_chain, parse_item, require_known


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("BH", "BH"),
        ("bh", "BH"),
        (" Bh-c1 ", "BH-C1"),
        ("BH/C1", "BH-C1"),
        ("bh#c1", "BH-C1"),
        ("BH - C1", "BH-C1"),
        ("BH-C12", "BH-C12"),
        ("BH/M2", "BH-M2"),
        ("BH-CX", "BH-CX"),
        ("BH/CX/P", "BH-CX-P"),
        ("BH-P-C1", "BH-C1-P"),
        ("BH-F", "FB"),
        ("BH/F", "FB"),
        ("BH-C1-F", "FB-C1"),
        ("BH@2026-F", "FB@2026"),
        ("BH-F-C1@2024", "FB@2024-C1"),
        ("AOB-F", "AOB-F"),
        ("BH@2009", "BH@2009"),
        ("BH@fide2009-C1", "BH@2009-C1"),
        ("BH-C1@2009", "BH@2009-C1"),
        ("BH@ru_note", "BH@ru_note"),
        ("BH@USCF", "BH@uscf"),
        ("SB-C1-N", "SB-C1-N"),
        ("KS-L+1", "KS-L+1"),
        ("KS-L-1", "KS-L-1"),
        ("KS/L-2", "KS-L-2"),
        ("ARO-U1400-C1", "ARO-C1-U1400"),
        ("SH-MM", "SH-MM"),
        ("DE-P", "DE-P"),
        ("TPN-R", "TPN-R"),
        ("SB-S", "SB-S"),
        ("GE", "REP"),
        ("ge@2023", "REP@2023"),
        ("SOS-1", "SOS-C1"),
        ("SOS/2", "SOS-C2"),
        ("BH-C1/V2024", "BH@2024-C1"),
        ("BH#V2026", "BH@2026"),
    ],
)
def test_items_are_read(asked: str, written: str) -> None:
    item = parse_item(asked)
    assert item.written == str(item) == written
    assert parse_item(written) == item


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ("BHX", "unknown tie-break 'BHX'; did you mean BH-CX?"),
        ("BHC1", "did you mean BH-C1?"),
        ("BHZ", "did you mean BH"),
        ("SOLKOF", "did you mean SOLK?"),
        ("", "unknown tie-break ''"),
        ("42", "unknown tie-break '42'"),
        ("BH--C1", "unknown tie-break 'BH--C1'; did you mean BH-C1?"),
        ("BH-C", "'BH-C': BH has no modifier 'C'; it takes BH-C1, BH-CX, BH-M1, BH-P"),
        ("BH-C0", "BH has no modifier 'C0'"),
        ("BH-X", "BH has no modifier 'X'"),
        ("BH-1", "BH has no modifier '1'"),
        ("BH-MM", "BH has no modifier 'MM'"),
        ("SH-M1", "'SH-M1': SH has no modifier 'M1'; it takes SH-MM"),
        ("WIN-C1", "'WIN-C1': WIN has no modifier 'C1'; it takes none"),
        ("KS-L40", "KS has no modifier 'L40'; it takes KS-L+1"),
        ("KS-L+0", "KS has no modifier 'L+0'"),
        ("ARO-U", "ARO has no modifier 'U'; it takes ARO-C1, ARO-M1, ARO-U1400"),
        ("SB-CX", "SB has no modifier 'CX'"),
        ("SB-F", "SB has no modifier 'F'"),
        ("BH-C1-M1", "'BH-C1-M1': asks for two kinds of cut; write one of them"),
        ("BH-CX-C1", "asks for two kinds of cut"),
        ("BH-C1-C2", "names the modifier C twice"),
        ("BH-P-P", "names the modifier P twice"),
        ("BH-N", "'BH-N': N says how a cut is made, and there is none; write BH-C1-N"),
        ("BH-C1/V", "'BH-C1/V': V has meant two things; write BH@2024 for an edition, BH-C1-N for a plain cut"),
        ("BH/V2009", "V has meant two things"),
        ("BH@2009-V2024", "names two editions; write one of them"),
        ("BH@2009-C1@2024", "names two editions"),
        ("BH@2025", "'BH@2025': unknown rules '2025'"),
    ],
)
def test_items_are_refused(asked: str, complaint: str) -> None:
    with pytest.raises(RequestError) as refused:
        parse_item(asked)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("code", REGISTRY)
def test_every_code_has_its_record(code: str) -> None:
    rule = REGISTRY[code]
    assert rule.code == code
    assert sum(kind is not None for kind in (rule.terms, rule.value, rule.group)) == 1
    for text in (rule.title, rule.title_ru, rule.heading, rule.heading_ru, rule.formula, rule.source, rule.doc):
        assert text == text.strip() != ""
    assert any("а" <= letter.lower() <= "я" for letter in rule.title_ru)
    assert any(rule.family in edition.families for edition in EDITIONS.values())
    assert parse_item(code).tiebreak is rule
    assert len(heading(parse_item(code), parse_rules(2026), "ru", named=False)) < 30


CATALOGUE = """PTS BH BH-CX FB SOB AOB SB SH KS PS DE WIN WON BPG BWG REP STD TPN RTNG ARO TPR PTP APRO APPO
SOLK MED MMED CUM CUMOP KASH NBW MMS SOS SODOS SOSOS CUSS"""


def test_the_whole_catalogue_is_registered() -> None:
    assert set(REGISTRY) == set(CATALOGUE.split())


@pytest.mark.parametrize(
    ("code", "rules", "complaint"),
    [
        ("FB", "fide1998", "fide1998 does not know FB; write FB@2026 or choose other rules"),
        ("AOB-F", "fide2022", "fide2022 does not know AOB-F; write AOB@2026-F"),
        ("BH-CX-F", "fide2009", "write BH@2026-CX-F"),
        ("STD", "fide2024", "write STD@2026"),
        ("SOLK", "fide2026", "write SOLK@uscf"),
        ("SOS-1", "uscf", "uscf does not know SOS-C1; write SOS@go-C1"),
        ("KASH@2024", "uscf", "fide2024 does not know KASH@2024; write KASH@uscf"),
    ],
)
def test_an_edition_refuses_what_it_does_not_know(code: str, rules: str, complaint: str) -> None:
    for ask in (lambda: evaluate(table(E02), code, rules), lambda: rank(table(E02), code, rules)):
        with pytest.raises(RequestError) as refused:
            ask()
        assert complaint in str(refused.value)


def test_the_suggestion_works() -> None:
    assert evaluate(table(E02), "SOLK@uscf", "fide1998") == evaluate(table(E02), "SOLK", "uscf")


@pytest.mark.parametrize(
    ("asked", "system", "written"),
    [
        (None, "swiss", ["PTS", "BH", "BH-CX", "SB"]),
        ("", "rr", ["PTS", "SB", "WIN", "DE"]),
        ("BH, SB", "swiss", ["PTS", "BH", "SB"]),
        ("pts; bh/c1 ,bh", "swiss", ["PTS", "BH-C1", "BH"]),
        (["BH", "DE", "SB", "DE"], "swiss", ["PTS", "BH", "DE", "SB", "DE"]),
        ("BH@2009, BH@2024", "swiss", ["PTS", "BH@2009", "BH@2024"]),
    ],
)
def test_chains_are_read(asked: object, system: str, written: list[str]) -> None:
    items = parse_chain(asked, parse_rules(), "rr" if system == "rr" else "swiss")
    assert [item.written for item in items] == written


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ("BH, BH", "the chain names BH twice"),
        ("BH, bh/f@2024, FB@2024", "the chain names FB@2024 twice"),
        ("BH, PTS", "PTS always comes first; write it there, or leave it out"),
        ("BH, XY", "unknown tie-break 'XY'"),
        ("BH, SOLK", "fide1998 does not know SOLK"),
    ],
)
def test_chains_are_refused(asked: str, complaint: str) -> None:
    with pytest.raises(RequestError) as refused:
        parse_chain(asked, parse_rules(), "swiss")
    assert complaint in str(refused.value)


def test_default_chains_are_chains() -> None:
    for system, chain in DEFAULT_CHAINS.items():
        for edition in EDITIONS:
            assert len(parse_chain(chain, parse_rules(edition), system)) == 4


def test_direct_encounter_receives_the_group_as_it_is_by_then() -> None:
    """Players 2 and 4 of the round robin are tied on points; DE asked after SB finds nobody tied any more."""
    t = table(E01, "rr")
    assert rank(t, "DE").values["DE"] == [None, 2, None, 1]
    assert rank(t, "SB, DE").values["DE"] == [None] * 4
    assert rank(t, "SB, DE").decided_by == ["PTS", "SB", "PTS", "SB"]


def test_directions() -> None:
    t = table(E02, ratings=[2000, 2100, 1900, 2200, 1800])
    assert rank(t, "TPN").places == ["1", "3", "2", "4", "5"]
    assert rank(t, "TPN-R").places == ["2", "4", "1", "3", "5"]
    assert rank(t, "RTNG").places == ["1", "4", "2", "3", "5"]
    assert rank(t, "RTNG-R").places == ["2", "3", "1", "4", "5"]


def test_undefined_values_come_last() -> None:
    """Nobody met the fifth over the board: his average is undefined, though he has as many points as the fourth."""
    t = table("1: 2w1 3w1 | 2: 1b0 4w1 | 3: 4w1 1b0 | 4: 3b0 2b0 | 5: Z Z")
    assert floats(t, "AOB", "fide2024")[4] is None
    assert rank(t, "AOB", "fide2024").places == ["1", "2-3", "2-3", "4", "5"]


def test_unrated_players_leave_ratings_undefined() -> None:
    t = table(E03, ratings=[2000, None, 1900, 2200, 1800, 1700])
    for code in ("RTNG", "ARO", "TPR", "PTP", "APRO", "APPO", "ARO-C1"):
        assert evaluate(t, code) == [None] * 6, code
    assumed = table(E03, ratings=[2000, 1400, 1900, 2200, 1800, 1700])
    for code in ("ARO", "TPR", "PTP", "APRO", "APPO", "ARO-C1"):
        assert evaluate(t, f"{code}-U1400") == evaluate(assumed, code), code


@pytest.mark.parametrize(
    ("code", "rules", "language", "text"),
    [
        ("BH-C1", "2024", "en", "Buchholz Cut 1 (FIDE 2024)"),
        ("BH-C1", "1998", "ru", "Ус. Бухгольц-1 (ФИДЕ 1998)"),
        ("BH@2009-M2-P", "1998", "en", "Buchholz Median 2 -P (FIDE 2009)"),
        ("KS-L-1", "2024", "en", "Koya -L-1 (FIDE 2024)"),
        ("ARO-U1400", "2024", "en", "Average rating -U1400 (FIDE 2024)"),
        ("BH-CX", "1998", "en", "Truncated while tied (FIDE 1998)"),
        ("SOLK", "uscf", "en", "Solkoff (US Chess)"),
    ],
)
def test_headings(code: str, rules: str, language: str, text: str) -> None:
    assert heading(parse_item(code), parse_rules(rules), language) == text


def test_require_known_takes_the_edition_of_the_item() -> None:
    require_known(parse_item("SOLK@uscf"), parse_rules("fide2026"))
