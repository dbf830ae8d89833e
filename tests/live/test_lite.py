"""Workbooks for xlwings Lite: what is embedded, how calls are spelled, and that nothing else changes."""

import html
import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from xl_tiebreak.errors import RequestError
from xl_tiebreak.lite import MAIN, REQUIREMENTS, for_lite

from . import tables
from .test_lambdas import CALLS, book_of

EXTENSION = "xl/webextensions/webextension1.xml"


def parts_of(workbook: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(workbook)) as file:
        return {name: file.read(name) for name in file.namelist()}


@pytest.fixture
def calls() -> bytes:
    """A workbook with plain calls."""
    return book_of(tables.document(), "BUCHHOLZ({})", "SUM(BERGER({}),1)&MYBERGER(1)")


def test_code_is_embedded(calls: bytes) -> None:
    properties = {
        e.get("name"): json.loads(e.get("value") or "")
        for e in etree.fromstring(parts_of(for_lite(calls))[EXTENSION]).iter("{*}property")
    }
    assert properties == {"main.py": MAIN, "requirements.txt": REQUIREMENTS}
    names: dict[str, Any] = {}
    exec(properties["main.py"], names)
    assert names["BUCHHOLZ"](tables.document(), 10) == 46


def test_requirements_may_name_a_wheel(calls: bytes) -> None:
    book = for_lite(calls, "xlwings\nhttps://example.org/xl_tiebreak-1-py3-none-any.whl\n")
    assert "example.org/xl_tiebreak-1" in html.unescape(parts_of(book)[EXTENSION].decode())


def test_calls_are_spelled_as_excel_keeps_them(calls: bytes) -> None:
    sheet = parts_of(for_lite(calls))["xl/worksheets/sheet1.xml"].decode()
    formulas = [html.unescape(f) for f in re.findall("<f[^>]*>([^<]*)</f>", sheet)]
    assert formulas == ["_xldudf_BUCHHOLZ($A$1:$M$12)", "SUM(_xldudf_BERGER($A$1:$M$12),1)&MYBERGER(1)"]


def test_nothing_else_changes(templates: dict[str, bytes]) -> None:
    for workbook in templates.values():
        before, after = parts_of(workbook), parts_of(for_lite(workbook))
        assert [name for name in before if before[name] != after[name]] == ["[Content_Types].xml", "_rels/.rels"]
        added = set(after) - set(before)
        assert added == {
            EXTENSION,
            "xl/webextensions/taskpanes.xml",
            "xl/webextensions/_rels/taskpanes.xml.rels",
        }


def test_file_is_sound_and_the_same_twice(
    check_xlsx: Callable[[Path], None], templates: dict[str, bytes], calls: bytes, tmp_path: Path
) -> None:
    for name, workbook in {**templates, "calls": calls, "all": book_of(tables.document(), *CALLS)}.items():
        book = for_lite(workbook)
        assert book == for_lite(workbook)
        (tmp_path / f"{name}.xlsx").write_bytes(book)
        check_xlsx(tmp_path / f"{name}.xlsx")


def test_refuses_what_it_cannot_do(calls: bytes) -> None:
    with pytest.raises(RequestError, match="web extension already"):
        for_lite(for_lite(calls))
    with pytest.raises(RequestError, match="no workbook"):
        for_lite(b"PK")
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as file:
        file.writestr("word/document.xml", "")
    with pytest.raises(RequestError, match="no workbook"):
        for_lite(target.getvalue())


def test_libreoffice_opens_it_live(calls: bytes, calc: Any, tmp_path: Path) -> None:
    (tmp_path / "lite.xlsx").write_bytes(for_lite(calls))
    calc.open(str(tmp_path / "lite.xlsx"))
    assert calc.values("O1:O3") == [["Бухгольц (ФИДЕ 1998)"], [46], [40.5]]
