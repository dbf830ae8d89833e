"""A short run of the comparison with gacrux; `python -m tests.rules.conformance` is the long one."""

from __future__ import annotations

import pytest

HOW = "gacrux and tiebreak-core are not installed (pip install -e '.[test]')"
pytest.importorskip("gacrux", reason=HOW)
pytest.importorskip("tiebreak_core", reason=HOW)

from gacrux.tiebreak import tiebreak  # noqa: E402

from tests.bench.events import Event, Slot  # noqa: E402
from tests.bench.peers import gacrux_tournament, gacrux_values  # noqa: E402
from tests.rules.conformance import EDITIONS, compare, made_up  # noqa: E402
from tests.rules.tables import floats, from_event  # noqa: E402
from xl_tiebreak.standings import rank  # noqa: E402


def test_agrees_with_gacrux(capsys: pytest.CaptureFixture[str]) -> None:
    count, differences = 0, list[str]()
    for event in made_up(45):
        for edition in EDITIONS:
            compared, found = compare(event, edition)
            count += compared
            differences += found
    with capsys.disabled():
        print(f"\n{count:,} values compared with gacrux, {len(differences)} differences")
    assert differences == []
    assert count >= 50_000


def slots(*cells: str) -> tuple[Slot, ...]:
    kinds = {"U": ("PAB", 1.0), "Z": ("ZPB", 0.0), "1": ("GAME", 1.0), "0": ("GAME", 0.0), "-": ("FL", 0.0)}
    found = []
    for cell in cells:
        kind, points = kinds[cell[-1]]
        found.append(Slot(kind, int(cell[0]) if len(cell) > 1 else 0, cell[1:2], points))
    return tuple(found)


def test_the_leak_after_fore_buchholz_is_a_defect_of_the_other_engine() -> None:
    """Asked alone it agrees with the sum by hand, 1.5 + 2 + 1; asked after Fore Buchholz it does not. Our values do not
    depend on what else is asked."""
    lines = (slots("U", "3b1", "2w-"), slots("3w1", "Z", "1b-"), slots("2b0", "1w0", "U"))
    event = Event("leak", "swiss", (2000, 1900, 1800), lines)
    assert gacrux_values(event, "fide2024", ["PTS", "BH"])["BH"][2] == 4.5
    given = gacrux_tournament(event, "fide2024")
    spoilt = tiebreak(given, -1, {"is_rr": None}).compute_tiebreaks(given, {"tiebreak": ["FB", "BH"], "check": False})
    assert spoilt["competitors"][2]["tiebreakScore"][1] == 4
    t = from_event(event)
    assert floats(t, "BH", "fide2024")[2] == 4.5
    both = rank(t, "FB, BH", "fide2024").values
    assert both["BH"] == rank(t, "BH, FB", "fide2024").values["BH"]
    assert both["FB"] == rank(t, "FB", "fide2024").values["FB"]
