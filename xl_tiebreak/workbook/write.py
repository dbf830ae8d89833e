"""The file itself filled: cells change, and every other part of the workbook stays as it is, byte for byte.

The new file is written beside the target, synced, and renamed over it, so that a reader, or a power cut, finds the old
file or the whole new one.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

from ..errors import RequestError
from .edits import Edit
from .looks import Looks
from .package import Package
from .sheet_part import Surroundings, fill_sheet
from .splice import attribute, first, splice

__all__ = ["write"]

_OPEN_MARKS = {"Excel": "~${}", "LibreOffice": ".~lock.{}#"}
"""Program → name of the file that it leaves beside a workbook as long as it has it open."""

_NO_RESULT = re.compile(
    rb"(?:</(?:\w+:)?f>|<(?:\w+:)?f\s[^>]*/>)\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)


def write(path: Path, target: Path, edits: Mapping[str, Sequence[Edit]]) -> int:
    """Write the workbook at ``path`` with the edits of each sheet (by title) to ``target``, which may be the same file;
    how many cells changed.

    Of an edited sheet only the cells change. Besides it only these parts do: the styles where a number needs a number
    format that no look has, the calculation chain where a formula comes or goes. Where no cell changes, a target that
    is the file itself is not touched, and another one becomes an exact copy. RequestError and InputError say in one
    sentence why nothing was written; then nothing has changed.
    """
    target = Path(os.path.realpath(target))  # a link stays a link
    for file in (path, target):
        _refuse_open(file)
    with Package(path) as package:
        changed = _fill(package, edits)
        if not changed and target.exists() and target.samefile(path):
            return 0
        temporary = _written_beside(target, path, package.save)
    _rename(temporary, target)
    return changed


def _fill(package: Package, edits: Mapping[str, Sequence[Edit]]) -> int:
    """Make the edits in the open package."""
    styles = package.styles
    looks = Looks(None)
    if styles:
        with package.part(styles) as data:
            looks = Looks(data)
    fillings = []
    for title in (title for title in edits if edits[title]):
        sheet = package.sheet(title)
        around = Surroundings(looks, package.shared_text, package.table_headings(sheet))
        with package.part(sheet) as data:
            filling = fill_sheet(data, edits[title], around)
        if filling.cells:
            package.replace(sheet, filling.data)
            fillings.append(filling)
    new_styles = looks.written()
    if styles and new_styles:
        package.replace(styles, new_styles)
    if any(filling.formulas for filling in fillings):
        package.drop_calculation_chain()
    if any(filling.results for filling in fillings):
        _let_results_stand(package)
    if fillings:
        package.refuse_signed()
    return sum(filling.cells for filling in fillings)


def _let_results_stand(package: Package) -> None:
    """Withdraw the demand that everything be calculated at opening, which puts an error in the place of each result of
    a function that the program does not have. It stays where another formula has no result yet."""
    with package.part(package.workbook) as data:
        span = first(data, b"calcPr")
        demand = attribute(data, span, b"fullCalcOnLoad") if span else None
        if demand is None or demand.value in (b"0", b"false"):
            return
        for sheet in package.sheets.values():
            with package.part(sheet) as cells:
                if _NO_RESULT.search(cells):
                    return
        package.replace(package.workbook, splice(data, [(demand.begin, demand.end, b"0")]))


def _refuse_open(path: Path) -> None:
    """RequestError where a program has the workbook open: it would write over what we write."""
    for program, mark in _OPEN_MARKS.items():
        before, after = mark.split("{}")
        if path.name.startswith(before) and path.name.endswith(after):
            raise RequestError(f"'{path}' is no workbook; {program} leaves it beside one that is open")
        beside = path.with_name(mark.format(path.name))
        if beside.exists():
            remedy = f"close it there, or delete '{beside.name}' if it is not"
            raise RequestError(f"'{path}' is open in {program} and was skipped; {remedy}")


def _written_beside(target: Path, model: Path, save: Callable[[IO[bytes]], None]) -> Path:
    """A complete file in the folder of the target, on the disk, with the rights of the target or else the model."""
    temporary = None
    try:
        known = target if target.exists() else model
        rights = known.stat().st_mode & 0o7777
        if target.exists() and not (rights & 0o222 and os.access(target, os.W_OK)):
            raise RequestError(f"'{target}' is read-only; nothing was written")
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".xl-tiebreak-", delete=False) as file:
            temporary = Path(file.name)
            save(file)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(rights)
    except BaseException as error:
        _give_up(temporary, target, error)
        raise
    return temporary


def _rename(temporary: Path, target: Path) -> None:
    """Give a complete file its name, at once and for good."""
    try:
        temporary.replace(target)
    except BaseException as error:
        _give_up(temporary, target, error)
        raise
    if os.name == "posix":
        with contextlib.suppress(OSError):  # some network folders cannot be synced; the file itself was
            folder = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def _give_up(temporary: Path | None, target: Path, error: BaseException) -> None:
    """Take away what was written; an error of the system becomes a sentence."""
    if temporary is not None:
        temporary.unlink(missing_ok=True)
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        raise RequestError(f"'{target}' cannot be written: {reason}; nothing has changed") from error
