"""docs/rules.md says what the registries say."""

from __future__ import annotations

from tests.rules.document import FAMILIES, MODIFIERS, PATH, of_module, text
from xl_tiebreak.editions import EDITIONS
from xl_tiebreak.tiebreaks import REGISTRY


def test_the_document_is_up_to_date() -> None:
    assert PATH.read_text(encoding="utf-8") == text(), "run: python -m tests.rules.document"


def test_nothing_is_left_out() -> None:
    written = text()
    for code in REGISTRY:
        assert written.count(f"| `{code}` |") >= 2, code  # its record and its example
    for edition in EDITIONS:
        assert f"(`{edition}`)" in written
    assert {letter for rule in REGISTRY.values() for letter in rule.modifiers} == set(MODIFIERS)
    assert sorted(rule.code for _, module in FAMILIES for rule in of_module(module)) == sorted(REGISTRY)
