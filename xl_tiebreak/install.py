"""Puts the add-ins where Excel and LibreOffice look for them, takes them away again, and says what is ready.

Every function answers with sentences for a person. What cannot be done raises `RequestError`, with the next step.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from . import addin
from .errors import RequestError
from .libreoffice import EXTENSION_ID, FILE_NAME, OLDEST_PYTHON, extension

__all__ = ["HOSTS", "Check", "doctor", "install", "uninstall"]

_UNOPKG = {
    "win32": tuple(f"C:/{top}/LibreOffice/program/unopkg.com" for top in ("Program Files", "Program Files (x86)")),
    "darwin": ("/Applications/LibreOffice.app/Contents/MacOS/unopkg",),
}
"""Where LibreOffice keeps its extension manager, apart from the search path and /opt."""
_OF_PYTHON = frozenset({"VIRTUAL_ENV", "PYTHONHOME", "PYTHONPATH"})
_PLAIN = re.compile(r"^ERROR:( Exception occurred:)?| at \S+\.cxx:\d+$")
_NO_OFFICE = "no LibreOffice found on this machine"
_CLASSIC = "on Windows only"
HOSTS = ("excel", "libreoffice")


def install(host: str, folder: Path | None = None) -> str:
    """Give the functions to a host. With `folder` the add-in's file is put there and nothing else is done."""
    _known(host)
    name, data = (addin.FILE_NAME, _addin) if host == "excel" else (FILE_NAME, extension)
    if folder is not None:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data())
        return f"{file} is written"
    return _install_excel() if host == "excel" else _install_libreoffice()


def uninstall(host: str) -> str:
    """Take the functions away from a host."""
    _known(host)
    if host == "libreoffice":
        if EXTENSION_ID not in _unopkg("list", *_shared()):
            raise RequestError("LibreOffice has no functions of ours")
        _unopkg("remove", *_shared(), EXTENSION_ID)
        return "the functions are gone from LibreOffice; start it anew"
    file = _startup_folder() / addin.FILE_NAME
    if not file.is_file():
        raise RequestError(f"there is no {file}, so Excel has no functions of ours")
    try:
        file.unlink()
    except PermissionError:
        raise RequestError(f"{file} is in use; close Excel, then start again") from None
    return f"{file} is deleted; the functions are gone from Excel when it is started anew"


def _known(host: str) -> None:
    if host not in HOSTS:
        raise RequestError(f"'{host}' is no program to install in; known are {', '.join(HOSTS)}")


# --- Excel on Windows


def _addin() -> bytes:
    return addin.addin(sys.executable)


def _startup_folder() -> Path:
    """The folder from which Excel loads add-ins when it starts, and whose macros it trusts."""
    if sys.platform != "win32":
        raise RequestError(
            f"functions of this kind work in Excel {_CLASSIC}; elsewhere use xlwings Lite "
            "(xl-tiebreak new --for lite), or write the add-in's file into a folder with --to"
        )
    return Path(os.environ["APPDATA"], "Microsoft/Excel/XLSTART")


def _install_excel() -> str:
    file = _startup_folder() / addin.FILE_NAME
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        file.write_bytes(_addin())
    except PermissionError:
        raise RequestError(f"{file} is in use; close Excel, then start again") from None
    addin.import_functions(file)
    return f"{file} is ready: start Excel and type =BUCHHOLZ(A1:M12) in any workbook"


# --- LibreOffice


def _install_libreoffice() -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, FILE_NAME)
        file.write_bytes(extension())
        _unopkg("add", *_shared(), "-f", "-s", str(file))
    return "the functions are in LibreOffice: start it anew and type =BUCHHOLZ(A1:M12) in Calc"


def _unopkgs() -> Iterator[Path]:
    """Every extension manager of a LibreOffice on this machine, the one on the search path first."""
    found = shutil.which("unopkg")
    if found:
        yield Path(found)
    yield from (Path(place) for place in _UNOPKG.get(sys.platform, ()) if Path(place).is_file())
    yield from sorted(Path("/opt").glob("libreoffice*/program/unopkg"), reverse=True)


def _shared() -> list[str]:
    """LibreOffice installs for root only what all users shall have."""
    return ["--shared"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


def _unopkg(*arguments: str) -> str:
    """Run the extension manager; what it says."""
    program = next(_unopkgs(), None)
    if program is None:
        raise RequestError(f"{_NO_OFFICE}; install LibreOffice Calc, then start again")
    done = _run([str(program), *arguments])
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR:")]
        why = _PLAIN.sub("", said[0]).strip() if said else f"exit code {done.returncode}"
        raise RequestError(f"LibreOffice's unopkg refused: {why}")
    return done.stdout


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        env=_without_virtual_environment(),
    )


def _without_virtual_environment() -> dict[str, str]:
    """The variables for LibreOffice, whose own Python takes the first one on the search path for its home."""
    kept = {name: value for name, value in os.environ.items() if name not in _OF_PYTHON}
    folders = kept.get("PATH", "").split(os.pathsep)
    kept["PATH"] = os.pathsep.join(folder for folder in folders if not Path(folder, "../pyvenv.cfg").exists())
    return kept


# --- what is ready


@dataclass(frozen=True, slots=True)
class Check:
    """What was found about one way to have functions in cells: `ready`, and if not the next step."""

    host: str
    ready: bool
    text: str


def doctor() -> list[Check]:
    """Which hosts have our functions on this machine, and what is missing for the others."""
    return [_check_excel(), _check_libreoffice(), _LITE, _LAMBDA]


_LITE = Check(
    "xlwings Lite",
    True,
    "needs nothing on this machine: xl-tiebreak new swiss --for lite, then open the workbook in Excel with xlwings "
    "Lite (Windows, Mac, web)",
)
_LAMBDA = Check(
    "no add-in",
    True,
    "needs Excel 365 or 2024: xl-tiebreak new swiss --for lambda makes a workbook with its own functions",
)


def _check_excel() -> Check:
    name, step = "Excel with xlwings", "xl-tiebreak install excel"
    if find_spec("xlwings") is None:
        return Check(name, False, "xlwings is not installed in this Python; pip install xlwings")
    if sys.platform != "win32":
        return Check(name, False, f"works {_CLASSIC}; here use xlwings Lite")
    file = _startup_folder() / addin.FILE_NAME
    if not file.is_file():
        return Check(name, False, f"the add-in is not installed; {step}")
    if not addin.starts(file.read_bytes(), sys.executable):
        return Check(name, False, f"the add-in starts another Python than this one; {step}")
    return Check(name, True, f"{file} is there")


def _check_libreoffice() -> Check:
    name, step = "LibreOffice Calc", "xl-tiebreak install libreoffice"
    program = next(_unopkgs(), None)
    if program is None:
        return Check(name, False, f"{_NO_OFFICE}; install LibreOffice Calc, then {step}")
    if EXTENSION_ID not in _run([str(program), "list"]).stdout + _run([str(program), "list", "--shared"]).stdout:
        return Check(name, False, f"found {program}, but not our functions in it; {step}")
    version = _office_python(program)
    if version is not None and version < OLDEST_PYTHON:
        needed, found = (".".join(map(str, v)) for v in (OLDEST_PYTHON, version))
        return Check(name, False, f"the functions are in it, but it brings Python {found} and they need {needed}")
    return Check(name, True, "the functions are in it")


def _office_python(program: Path) -> tuple[int, int] | None:
    """The version of the Python that a LibreOffice brings; None where it uses the system's."""
    home = program.resolve().parent
    folders = (*home.glob("python-core-*"), *home.parent.glob("Frameworks/LibreOfficePython.framework/Versions/3*"))
    versions = [match for folder in folders if (match := re.search(r"(\d+)\.(\d+)", folder.name))]
    return (int(versions[0][1]), int(versions[0][2])) if versions else None
