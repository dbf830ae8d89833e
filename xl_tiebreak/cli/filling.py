"""The command ``fill``: file after file, a summary each; one bad file never stops the rest."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from ..errors import InputError, RequestError
from ..workbook import Asked, fill_file
from . import as_json, prints

__all__ = ["fill_files"]

_SUFFIX = "_filled"


def fill_files(
    files: Sequence[Path], out: Path | None, in_place: bool, asked: Asked, *, values: bool, for_programs: bool
) -> int:
    """Fill every file; 0, or 1 where a table has errors, or 2 where a request was wrong. RequestError where that can be
    told before the first file."""
    if out is not None and in_place:
        raise RequestError("-o and --in-place exclude each other; choose one of them")
    status, objects, written = 0, [], set[Path]()
    for file in files:
        if out is None and not in_place and _is_copy(file):
            typer.echo(f"{file}: skipped, it is a filled copy", err=True)
            continue
        alone = len(files) == 1
        filled, code = _fill(file, out, in_place, asked, written, values=values, alone=alone, for_programs=for_programs)
        objects.append(filled)
        status = max(status, code)
    if for_programs:
        as_json.print_json(objects, always_list=len(files) > 1)
    return status


def _fill(
    file: Path,
    out: Path | None,
    in_place: bool,
    asked: Asked,
    written: set[Path],
    *,
    values: bool,
    alone: bool,
    for_programs: bool,
) -> tuple[dict[str, Any], int]:
    """Fill one file and say so; what programs are told, and the exit status."""
    try:
        target = file if in_place else _target(file, out, written)
        outcome = fill_file(file, target, asked, values=values)
    except (InputError, RequestError) as error:
        prints.failure(error, file)
        problems = error.problems if isinstance(error, InputError) else ()
        return as_json.failure(file, str(error), problems), 1 if problems else 2
    written.add(target.resolve())
    if not for_programs:
        if alone:
            for table in outcome.tables:
                prints.ranking(file, table)
        prints.filled(outcome)
    for table in outcome.tables:
        prints.problems(table.problems, f"{file}: ")
    return as_json.outcome(file, outcome, asked), 0


def _is_copy(file: Path) -> bool:
    """Is it what an earlier run wrote beside its original?"""
    original = file.parent / f"{file.stem.removesuffix(_SUFFIX)}{file.suffix}"
    return file.stem.endswith(_SUFFIX) and original.exists()


def _target(file: Path, out: Path | None, written: set[Path]) -> Path:
    """Where the copy goes: beside the original under another name, or into a folder under its own."""
    if out is None:
        target = file.parent / f"{file.stem}{_SUFFIX}{file.suffix}"
    else:
        target = out / file.name
        if target.resolve() == file.resolve():
            raise RequestError(f"'{out}' is the folder of '{file}' itself; --in-place writes into the file")
    if target.resolve() in written:
        raise RequestError(f"'{target}' was written already, for another file of this name")
    return target
