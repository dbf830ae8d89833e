"""Puts the add-ins where Excel and LibreOffice look for them, takes them away again, and says what is ready.

Every function answers with sentences for a person. What cannot be done raises `RequestError`, with the next step.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from .errors import RequestError
from .libreoffice import EXTENSION_ID, FILE_NAME, extension

__all__ = ["find_unopkg", "install_libreoffice", "uninstall_libreoffice"]

_UNOPKG = {
    "win32": tuple(
        f"C:/{folder}/LibreOffice/program/unopkg.com" for folder in ("Program Files", "Program Files (x86)")
    ),
    "darwin": ("/Applications/LibreOffice.app/Contents/MacOS/unopkg",),
}
"""Where LibreOffice keeps its extension manager, apart from the search path and /opt."""


def find_unopkg() -> Path | None:
    """LibreOffice's extension manager, None where there is no LibreOffice."""
    return next(_unopkgs(), None)


def _unopkgs() -> Iterator[Path]:
    found = shutil.which("unopkg")
    if found:
        yield Path(found)
    yield from (Path(place) for place in _UNOPKG.get(sys.platform, ()) if Path(place).is_file())
    yield from sorted(Path("/opt").glob("libreoffice*/program/unopkg"), reverse=True)


def install_libreoffice() -> str:
    """Give the add-in to LibreOffice, for this user; as root for every user."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, FILE_NAME)
        file.write_bytes(extension())
        _unopkg("add", "-f", "-s", str(file))
    return "the functions are installed in LibreOffice; start it anew and type =BUCHHOLZ(A1:M12) in Calc"


def uninstall_libreoffice() -> str:
    """Take the add-in away from LibreOffice."""
    _unopkg("remove", EXTENSION_ID)
    return "the functions are gone from LibreOffice"


def _unopkg(action: str, *arguments: str) -> None:
    program = find_unopkg()
    if program is None:
        raise RequestError("no LibreOffice found on this machine; install LibreOffice Calc, then start again")
    shared = ["--shared"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    done = _run([str(program), action, *shared, *arguments])
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise RequestError(f"LibreOffice's unopkg refused: {said[-1] if said else f'exit code {done.returncode}'}")


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False
    )
