"""The file itself filled: cells change, and every other part of the workbook stays as it is, byte for byte."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..errors import RequestError
from .edits import Edit
from .formulas import calls_ours
from .looks import Looks
from .new_file import NewFile
from .package import Package
from .sheet_part import Surroundings, fill_sheet
from .splice import attribute, first, splice

__all__ = ["prepare", "write"]

_OPEN_MARKS = {"Excel": "~${}", "LibreOffice": ".~lock.{}#"}
"""Program → name of the file that it leaves beside a workbook as long as it has it open."""

_NO_RESULT = re.compile(
    rb"(?:</(?:\w+:)?f>|<(?:\w+:)?f\s[^>]*/>)\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)


def write(path: Path, target: Path, edits: Mapping[str, Sequence[Edit]], package: Package | None = None) -> int:
    """Write the workbook at ``path`` with the edits of each sheet (by title) to ``target``, which may be the same file;
    how many cells changed. ``package`` is the file where it is open already.

    Of an edited sheet only the cells change. Besides it only these parts do: the styles where a cell needs a look that
    there is not yet, the calculation chain where a formula comes or goes, the demand to calculate at opening. Where no
    cell changes, a target that is the file itself is not touched, and another one becomes an exact copy. RequestError
    and InputError say in one sentence why nothing was written; then nothing has changed.
    """
    cells, file = prepare(path, target, edits, package)
    if file:
        file.finish()
    return cells


def prepare(
    path: Path, target: Path, edits: Mapping[str, Sequence[Edit]], package: Package | None = None
) -> tuple[int, NewFile | None]:
    """What `write` does up to the last step, which is left to `NewFile.finish`; None where there is nothing to do."""
    for file in {path, target}:
        _refuse_open(file)
    package = package or Package(path)
    cells = _fill(package, edits)
    if not cells and target.exists() and target.samefile(path):
        return 0, None
    return cells, NewFile(target, path, package.save)


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
    a function that the program does not have. It stays where no function of ours is called, and where another formula
    has no result yet."""
    with package.part(package.workbook) as data:
        span = first(data, b"calcPr")
        demand = attribute(data, span, b"fullCalcOnLoad") if span else None
        if demand is None or demand.value in (b"0", b"false"):
            return
        if not any(package.holds(sheet, calls_ours) for sheet in package.sheets.values()):
            return
        for sheet in package.sheets.values():
            with package.part(sheet) as cells:
                if _NO_RESULT.search(cells):
                    return
        package.replace(package.workbook, splice(data, [(demand.begin, demand.end, b"0")]))


def _refuse_open(path: Path) -> None:
    """RequestError where a program has the workbook open: it would write over what we write."""
    folder, name = os.path.split(path)
    for program, mark in _OPEN_MARKS.items():
        before, after = mark.split("{}")
        if name.startswith(before) and name.endswith(after):
            raise RequestError(f"'{path}' is no workbook; {program} leaves it beside one that is open")
        beside = mark.format(name)
        if os.path.exists(os.path.join(folder, beside)):
            remedy = f"close it there, or delete '{beside}' if it is not"
            raise RequestError(f"'{path}' is open in {program} and was skipped; {remedy}")
