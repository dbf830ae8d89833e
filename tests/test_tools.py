"""The tools other tests rely on do their work: a check that accepts everything would empty every test behind it."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook


def test_workbook_check_accepts_a_sound_workbook(check_xlsx: Callable[[Path], None], tmp_path: Path) -> None:
    sound = tmp_path / "sound.xlsx"
    Workbook().save(sound)
    check_xlsx(sound)


def test_workbook_check_shows_what_is_wrong(check_xlsx: Callable[[Path], None], tmp_path: Path) -> None:
    broken = tmp_path / "broken.xlsx"
    book = Workbook()
    book["Sheet"]["A1"] = "=SEQUENCE(3)"  # a function newer than the file format, without its prefix
    book.save(broken)
    with pytest.raises(AssertionError, match=r"broken\.xlsx.*SEQUENCE"):
        check_xlsx(broken)


def test_libreoffice_calculates(soffice: str, tmp_path: Path) -> None:
    source = tmp_path / "sum.csv"
    source.write_text("5.5,40.5,=A1+B1\n", encoding="utf-8")
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [soffice, profile, "--headless", "--convert-to", "xlsx", "--outdir", str(tmp_path), str(source)]
    subprocess.run(command, capture_output=True, check=True, timeout=120)
    assert load_workbook(tmp_path / "sum.xlsx", data_only=True)["sum"]["C1"].value == 46


def test_office_mark_stands_on_tests_that_ask_for_libreoffice(request: pytest.FixtureRequest) -> None:
    marked = {item.name: item.get_closest_marker("office") is not None for item in request.session.items}
    assert marked.get("test_libreoffice_calculates", True)
    assert not marked[request.node.name]
