"""Which workbooks the arguments of ``fill`` mean: files, those in folders, and patterns that no shell expanded."""

from __future__ import annotations

import glob
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ..errors import RequestError

__all__ = ["FOLDERS", "SUFFIX", "Task", "passed_over", "tasks"]

SUFFIX = "_filled"
"""What a copy is called besides the name of its original."""

FOLDERS = "folders"
"""How folders in folders are counted."""

_KINDS = (".xlsx", ".xlsm")
_OTHER_KINDS = (".xls", ".xlsb", ".ods", ".xltx", ".xltm")
"""Workbooks that are filled after they were converted."""
_OWNER = "~$"
_MAGIC = frozenset("*?[")


class Task(NamedTuple):
    """A file and where it is written; or why it is passed over, or cannot be filled."""

    file: str
    target: str = ""
    skipped: str = ""
    refused: str = ""


def tasks(arguments: Iterable[Path], out: Path | None, in_place: bool) -> Iterator[Task]:
    """One task a file, each file once. A filled copy is passed over where copies are made beside the originals, a link
    to another one where files are filled themselves. RequestError where ``out`` is to be a folder by mistake."""
    if out is not None and out.suffix.lower() in _KINDS and not out.is_dir():
        raise RequestError(f"-o names a folder for the copies, not a file; write -o '{out.with_suffix('')}'")
    seen: set[str] = set()
    taken: dict[str, str] = {}
    for argument in arguments:
        try:
            files = _files(argument)
        except RequestError as error:
            yield Task(str(argument), refused=str(error))
            continue
        for file in files:
            place = os.path.abspath(file)
            if place not in seen:
                seen.add(place)
                yield _task(file, out, in_place, taken)


def passed_over(arguments: Iterable[Path], out: Path | None) -> Counter[str]:
    """What lies in the folders among the arguments, and may be meant, but is not filled: how many workbooks of other
    kinds, by their endings, and how many folders that are neither named themselves nor take the copies."""
    folders = {os.path.realpath(argument) for argument in arguments if os.path.isdir(argument)}
    known = folders | ({os.path.realpath(out)} if out else set())
    found: list[str] = []
    for folder in folders:
        with suppress(OSError), os.scandir(folder) as entries:  # one that cannot be read is refused as a task
            for entry in entries:
                if entry.name.startswith((".", _OWNER)):
                    continue
                if not entry.is_dir():
                    found.append(os.path.splitext(entry.name)[1].lower())
                elif os.path.realpath(entry.path) not in known:
                    found.append(FOLDERS)
    count = Counter(found)
    return Counter({kind: count[kind] for kind in (*_OTHER_KINDS, FOLDERS) if count[kind]})


def _files(argument: Path) -> list[str]:
    """The files that an argument means, in the order of their names; RequestError where it means none."""
    name = str(argument)
    if os.path.isdir(argument):
        try:
            inside = sorted(entry.name for entry in os.scandir(argument) if entry.is_file())
        except OSError as error:
            raise RequestError(f"'{name}' cannot be read: {error.strerror}") from error
        found = [str(argument / one) for one in inside if one.lower().endswith(_KINDS) and not one.startswith(".")]
        if not found:
            raise RequestError(f"'{name}' is a folder without workbooks (.xlsx, .xlsm)")
        return found
    if _MAGIC.isdisjoint(name) or os.path.exists(argument):
        return [name]
    found = sorted(file for file in glob.glob(name) if os.path.isfile(file))
    if not found:
        raise RequestError(f"no file is called '{name}'")
    return found


def _task(file: str, out: Path | None, in_place: bool, taken: dict[str, str]) -> Task:
    if os.path.basename(file).startswith(_OWNER):
        return Task(file, skipped="Excel leaves it beside a workbook that is open")
    if in_place:
        first = taken.setdefault(os.path.normcase(os.path.realpath(file)), file)
        return Task(file, file) if first == file else Task(file, skipped=f"it is the same file as '{first}'")
    stem, ending = os.path.splitext(file)
    if out is None:
        if stem.endswith(SUFFIX) and os.path.exists(f"{stem.removesuffix(SUFFIX)}{ending}"):
            return Task(file, skipped="it is a filled copy; --in-place fills it anew")
        return Task(file, f"{stem}{SUFFIX}{ending}")
    target = str(out / os.path.basename(file))
    place = os.path.realpath(target)
    if place == os.path.realpath(file):
        return Task(file, refused=f"'{out}' is the folder of '{file}' itself; --in-place writes into the file")
    first = taken.setdefault(os.path.normcase(place), file)
    if first != file:
        return Task(file, refused=f"'{target}' is written for '{first}' already; fill them into two folders")
    return Task(file, target)
