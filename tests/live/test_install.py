"""Installing, uninstalling, and what doctor finds, with stand-ins for the programs concerned."""

import os
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from tests.cli.conftest import run  # noqa: F401  (a fixture)
from xl_tiebreak import addin, install, libreoffice
from xl_tiebreak.errors import RequestError

UNOPKG = """#!/bin/sh
echo "$@" >>'{log}'
if [ "$1" = list ]; then cat '{folder}/installed'; fi
if [ "$1" = add ]; then
    {refusal}
    echo org.xltiebreak >'{folder}/installed'
fi
if [ "$1" = remove ]; then : >'{folder}/installed'; fi
"""


@pytest.fixture
def unopkg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """A stand-in for LibreOffice's extension manager; called, it gives the commands it was started with."""
    log, program = tmp_path / "log", tmp_path / "unopkg"

    def prepare(refusal: str = "") -> list[str]:
        if not log.exists():
            program.write_text(UNOPKG.format(log=log, folder=tmp_path, refusal=refusal))
            program.chmod(0o755)
            (tmp_path / "installed").touch()
            log.touch()
        return log.read_text().splitlines()

    monkeypatch.setattr(install, "_unopkgs", lambda: iter([program]))
    monkeypatch.setattr(install, "_shared", lambda: [])
    return prepare


@pytest.fixture
def on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Windows as far as the installer looks; where Excel loads the add-in from."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(install, "_unopkgs", lambda: iter([]))  # the search path cannot be searched as on Windows
    monkeypatch.setenv("APPDATA", str(tmp_path))
    return tmp_path / "Microsoft/Excel/XLSTART/xl_tiebreak.xlam"


def check(host: str) -> install.Check:
    (found,) = [check for check in install.doctor() if check.host == host]
    return found


def settings(file: Path) -> dict[str, str]:
    """The sheet that the add-in's Visual Basic reads."""
    with zipfile.ZipFile(file) as parts:
        assert b'<sheet name="myaddin.conf"' in parts.read("xl/workbook.xml")
        rows = etree.fromstring(parts.read("xl/worksheets/sheet1.xml")).iter("{*}row")
    return dict([cell.findtext(".//{*}t") for cell in row] for row in rows)


def test_libreoffice_gets_and_loses_the_extension(unopkg: Callable[..., list[str]]) -> None:
    unopkg()
    assert check("LibreOffice Calc").text.endswith("not our functions in it; xl-tiebreak install libreoffice")
    assert "type =BUCHHOLZ(A1:M12)" in install.install("libreoffice")
    added = unopkg()[-1]
    assert added.startswith("add -f -s ")
    assert added.endswith("/xl_tiebreak.oxt")
    assert check("LibreOffice Calc") == install.Check("LibreOffice Calc", True, "the functions are in it")
    assert "gone" in install.uninstall("libreoffice")
    assert unopkg()[-1] == "remove org.xltiebreak"
    with pytest.raises(RequestError, match="no functions of ours"):
        install.uninstall("libreoffice")


def test_refusal_of_libreoffice_is_one_sentence(unopkg: Callable[..., list[str]]) -> None:
    unopkg(
        "echo 'ERROR: Exception occurred: the disk is full at ./desktop/x.cxx:7' >&2; echo 'ERROR: failed' >&2; exit 1"
    )
    with pytest.raises(RequestError, match=r"^LibreOffice's unopkg refused: the disk is full$"):
        install.install("libreoffice")


def test_libreoffice_starts_without_the_virtual_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """LibreOffice's own Python takes the first one on the search path for its home, and finds nothing there."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "pyvenv.cfg").touch()
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path))
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path / "bin"), "/usr/bin", "/bin"]))
    program = tmp_path / "unopkg"
    program.write_text('#!/bin/sh\necho "$PATH $VIRTUAL_ENV" >&2\nexit 0\n')
    program.chmod(0o755)
    assert install._run([str(program)]).stderr == f"{os.pathsep.join(['/usr/bin', '/bin'])} \n"


def test_without_libreoffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "_unopkgs", lambda: iter([]))
    with pytest.raises(RequestError, match="no LibreOffice found"):
        install.install("libreoffice")
    assert not check("LibreOffice Calc").ready


def test_libreoffice_with_an_old_python(unopkg: Callable[..., list[str]], tmp_path: Path) -> None:
    unopkg()
    install.install("libreoffice")
    (tmp_path / "python-core-3.9.19").mkdir()
    found = check("LibreOffice Calc")
    assert not found.ready
    assert found.text == "the functions are in it, but it brings Python 3.9 and they need 3.11"


def test_excel_gets_and_loses_the_add_in(on_windows: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    imported: list[Path] = []
    monkeypatch.setattr(addin, "import_functions", imported.append)
    assert check("Excel with xlwings").text == "the add-in is not installed; xl-tiebreak install excel"
    assert "type =BUCHHOLZ(A1:M12)" in install.install("excel")
    assert imported == [on_windows]
    assert settings(on_windows) == {
        "Interpreter_Win": sys.executable,
        "UDF Modules": "xl_tiebreak.excel",
        "ADD_WORKBOOK_TO_PYTHONPATH": "false",
    }
    assert check("Excel with xlwings").ready
    monkeypatch.setattr(sys, "executable", "C:/elsewhere/python.exe")
    assert "another Python" in check("Excel with xlwings").text
    assert "deleted" in install.uninstall("excel")
    assert not on_windows.exists()
    with pytest.raises(RequestError, match="no functions of ours"):
        install.uninstall("excel")


def test_excel_elsewhere_is_refused_with_the_other_way() -> None:
    with pytest.raises(RequestError, match=r"on Windows only.*--for lite"):
        install.install("excel")
    assert not check("Excel with xlwings").ready


def test_unknown_program_is_refused() -> None:
    for action in (install.install, install.uninstall):
        with pytest.raises(RequestError, match="known are excel, libreoffice"):
            action("word")


def test_files_only(tmp_path: Path) -> None:
    for host, name in (("excel", addin.FILE_NAME), ("libreoffice", libreoffice.FILE_NAME)):
        assert install.install(host, tmp_path / "new") == f"{tmp_path / 'new' / name} is written"
        assert zipfile.is_zipfile(tmp_path / "new" / name)


def test_add_in_is_sound_and_the_same_twice(check_xlsx: Callable[[Path], None], tmp_path: Path) -> None:
    interpreter = r"C:\Users\Ö & Co\python.exe"
    data = addin.addin(interpreter)
    assert data == addin.addin(interpreter)
    assert addin.starts(data, interpreter)
    assert not addin.starts(data, r"C:\python.exe")
    path = tmp_path / addin.FILE_NAME
    path.write_bytes(data)
    check_xlsx(path)
    assert settings(path)["Interpreter_Win"] == interpreter


def test_command_line(run: Any, unopkg: Callable[..., list[str]]) -> None:  # noqa: F811
    unopkg()
    assert run("install", "libreoffice").status == 0
    done = run("doctor")
    assert done.status == 0
    assert [
        word for word in ("Excel with xlwings", "LibreOffice Calc", "xlwings Lite", "no add-in") if word not in done.out
    ] == []
    assert run("doctor", "--json").out.startswith("[")
    assert run("uninstall", "libreoffice").status == 0
    refused = run("install", "word")
    assert (refused.status, refused.out) == (2, "")
    assert "known are excel, libreoffice" in refused.err
