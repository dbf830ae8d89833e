"""LibreOffice with the add-in, driven from the tests; tables to ask it about."""

import io
import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from xl_tiebreak.libreoffice import FILE_NAME, extension
from xl_tiebreak.libreoffice.typelibrary import ROWS, Method, library

ROOT = Path(__file__).parents[2]
UNO_PYTHON = "/usr/bin/python3"
"""The system's Python, whose `uno` belongs to the system's LibreOffice."""
SERVER = Path(__file__).with_name("calc_server.py")


class Calc:
    """A LibreOffice in another process. Each method of `calc_server.Office` is a method here."""

    def __init__(self, profile: Path) -> None:
        self.process = subprocess.Popen(
            [UNO_PYTHON, str(SERVER), str(profile)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __getattr__(self, method: str) -> Any:
        def call(*arguments: Any) -> Any:
            assert self.process.stdin
            assert self.process.stdout
            self.process.stdin.write(json.dumps([method, *arguments]) + "\n")
            self.process.stdin.flush()
            answer = json.loads(self.process.stdout.readline() or '{"error": "the driver of LibreOffice ended"}')
            assert "error" not in answer, answer["error"]
            return answer["result"]

        return call


def add_extensions(profile: Path, extensions: dict[str, bytes]) -> None:
    """Install extensions into a new profile. LibreOffice refuses to do that for root, hence as nobody."""
    for name, data in extensions.items():
        (profile / name).write_bytes(data)
    files = [str(profile / name) for name in extensions]
    command = ["unopkg", "add", "-f", "-s", f"-env:UserInstallation={profile.as_uri()}", *files]
    if os.geteuid() == 0:
        shutil.chown(profile, "nobody")
        as_nobody = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "env", f"HOME={profile}"]
        command = as_nobody + command
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    if os.geteuid() == 0:
        subprocess.run(["chown", "-R", "root", str(profile)], check=True)


def trivial_extension() -> bytes:
    """The extension of `trivial_addin`; its function takes the values of a range, as add-ins usually do."""
    types = library("org.xltiebreaktrivial.XTrivial", [Method("trivial", ROWS, (("table", ROWS),))])
    manifest = """<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest">
 <manifest:file-entry manifest:media-type="application/vnd.sun.star.uno-typelibrary;type=RDB"
  manifest:full-path="types.rdb"/>
 <manifest:file-entry manifest:media-type="application/vnd.sun.star.uno-component;type=Python"
  manifest:full-path="component.py"/>
</manifest:manifest>"""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as file:
        file.writestr("META-INF/manifest.xml", manifest)
        file.writestr("types.rdb", types)
        file.write(Path(__file__).with_name("trivial_addin.py"), "component.py")
    return target.getvalue()


@pytest.fixture(scope="session")
def office_profile(soffice: str) -> Iterator[Path]:
    """A LibreOffice profile with the add-in; in the system's folder for temporary files, where nobody may enter."""
    with tempfile.TemporaryDirectory(prefix="xltb") as folder:
        add_extensions(Path(folder), {FILE_NAME: extension(), "trivial.oxt": trivial_extension()})
        yield Path(folder)


@pytest.fixture(scope="session")
def calc(office_profile: Path) -> Iterator[Calc]:
    """A running LibreOffice with the add-in."""
    office = Calc(office_profile)
    try:
        yield office
        office.quit()
    finally:
        office.process.kill()
        office.process.wait()


@pytest.fixture(scope="session")
def templates() -> dict[str, bytes]:
    """The workbooks in `templates/`, by name."""
    return {path.stem: path.read_bytes() for path in sorted((ROOT / "templates").glob("*.xlsx"))}
