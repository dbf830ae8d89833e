"""Every golden value, through the public functions: the collection beside the repository, and a selection in it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.rules.tables import floats, table, tournament
from xl_tiebreak.editions import parse_rules
from xl_tiebreak.model import Tournament
from xl_tiebreak.standings import rank
from xl_tiebreak.terms import Terms, total
from xl_tiebreak.unplayed import Ledger

Case = Mapping[str, Any]
COMMITTED = Path(__file__).resolve().parents[1] / "golden/events.json"
ADJUSTED = {"ABH": False, "AFB": True}
"""Names of adjusted scores in the collection → whether the last round is drawn."""
PRINTED = {"SB (old chess-results)": ("SB", "fide2009:virtualdraw")}


def read(path: Path) -> list[Case]:
    """The cases of a golden file."""
    content = json.loads(path.read_text(encoding="utf-8"))
    cases: list[Case] = content.get("cases") or content["events"]
    return cases


def built(case: Case) -> Tournament:
    return tournament(case["cells"], case["system"])


def computed(t: Tournament, code: str, rules: str) -> list[float | None]:
    """A value of ours by its name in the collection."""
    if code in ADJUSTED:
        return list(Ledger(t, parse_rules(rules), fore=ADJUSTED[code]).adjusted)
    code, rules = PRINTED.get(code, (code, rules))
    return floats(t, code, rules)


def asked(case: Case) -> Iterable[tuple[str, str, Mapping[str, float | None]]]:
    """(rules, code, number → value) of a case, those listed for later included."""
    for rules, codes in case["values"].items():
        yield from ((rules, code, values) for code, values in codes.items())
    (rules, *_) = case["values"]
    for key, content in case.get("more", {}).items():
        if key in case["values"]:
            yield from ((key, code, values) for code, values in content.items())
        elif isinstance(content, dict):
            yield rules, key, content
        else:
            yield rules, key, dict(zip(case["cells"], content, strict=True))


def compare(cases: Iterable[Case]) -> tuple[int, list[str]]:
    """How many values and places were compared, and a line for each that differs."""
    count, differences = 0, []
    for case in cases:
        t = built(case)
        for rules, code, values in asked(case):
            ours = dict(zip(t.numbers, computed(t, code, rules), strict=True))
            for number, value in values.items():
                count += 1
                if value != (ours[number] if value is None or ours[number] is None else pytest.approx(ours[number])):
                    differences.append(f"{case['id']} {rules} {code} no. {number}: {ours[number]}, golden {value}")
        for places in case.get("places", ()):
            standings = rank(t, places["chain"], places["rules"])
            for p, number in enumerate(t.numbers):
                count += 1
                if standings.ranks[p] != places["places"][number]:
                    golden = places["places"][number]
                    differences.append(f"{case['id']} {places} no. {number}: {standings.ranks[p]}, golden {golden}")
    return count, differences


def check(paths: Iterable[Path], least: int, capsys: pytest.CaptureFixture[str]) -> None:
    count, differences = compare(case for path in paths for case in read(path))
    with capsys.disabled():
        print(f"\n{count:,} golden values, {len(differences)} differences")
    assert differences == []
    assert count >= least


def test_every_golden_value(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check([shared / "golden/worked.json", shared / "golden/random_events.json"], 73_989, capsys)


def test_the_selection(capsys: pytest.CaptureFixture[str]) -> None:
    check([COMMITTED], 3_000, capsys)


def test_a_wrong_value_would_be_seen() -> None:
    (case,) = [case for case in read(COMMITTED) if case["id"] == "E02"]
    wrong = dict(case, values={"fide1998": {"BH": {"1": 4.25}}}, places=[])
    assert compare([wrong]) == (1, ["E02 fide1998 BH no. 1: 4.0, golden 4.25"])


def test_unconfirmed_values_are_ours(shared: Path) -> None:
    """Where the collection notes that a program disagrees, we have the value of the file: a median takes no account of
    absences at its upper end."""
    events = {case["id"]: case for case in read(shared / "golden/random_events.json")}
    found = 0
    for case in events.values():
        t = built(case)
        for rules, code, number in case.get("unconfirmed", ()):
            found += 1
            value = dict(zip(t.numbers, floats(t, code, rules), strict=True))[str(number)]
            assert value == case["values"][rules][code][str(number)], (case["id"], number)
    assert found == 8


VIRTUAL = """
1: 2w1 3b1 4w+ 5b1 6w1 7b1 8w0 9b0 10w0
| 2: 1b0 Z Z Z Z Z Z Z Z | 3: Z 1w0 Z Z Z Z Z Z Z | 4: Z Z 1b- Z Z Z Z Z Z | 5: Z Z Z 1w0 Z Z Z Z Z
| 6: Z Z Z Z 1b0 Z Z Z Z | 7: Z Z Z Z Z 1w0 Z Z Z | 8: Z Z Z Z Z Z 1b1 Z Z | 9: Z Z Z Z Z Z Z 1w1 Z
| 10: Z Z Z Z Z Z Z Z 1b1
"""


def test_arithmetic(shared: Path) -> None:
    """Sums without a table: one round of a virtual opponent, and pairs of an opponent's score and a result."""
    entries = {e["id"]: e for e in json.loads((shared / "golden/worked.json").read_text("utf-8"))["arithmetic"]}
    assert len(entries) == 3
    ledger = Ledger(table(VIRTUAL), parse_rules("fide2009"))
    expected = entries["virtual-opponent-contribution-A"]["expect"]
    assert ledger.virtual_score(0, 2) == expected["contribution_to_own_BH"]
    assert ledger.adjusted[0] == expected["score_seen_by_opponents"]
    assert ledger.scores[0] == entries["virtual-opponent-contribution-A"]["final_points"]
    for name, first in (("scores-only-A", None), ("scores-only-adjusted-opponent", 1)):
        pairs = [list(pair) for pair in entries[name]["opponents"]]
        assert total(pairs_as_terms(pairs), 0) == 6 if first is None else 7
        if first is not None:
            pairs[1][0] = first  # the real score of the opponent whose score was adjusted
            assert total(pairs_as_terms(pairs), 0) == entries[name]["expect"]["SB_raw"]


def pairs_as_terms(pairs: list[list[float]]) -> Terms:
    scores, results = zip(*pairs, strict=True)
    return Terms([scores], [range(len(pairs))], [results])
