"""What ``fill`` tells programs while it works: JSON that is written piece by piece, however many files there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import indent
from typing import TextIO

from ..errors import RequestError
from .as_json import written
from .outlet import Outlet
from .work import Done

__all__ = ["JsonList", "Report", "Totals"]


@dataclass(slots=True)
class Totals:
    """What is added up over all files. ``decided_by``: item of a chain → places that it decided;
    ``passed_over``: what lies in folders and is not among the files."""

    files: int
    skipped: int = 0
    passed_over: Counter[str] = field(default_factory=Counter)
    filled: int = 0
    failed: int = 0
    tables: int = 0
    players: int = 0
    warnings: int = 0
    decided_by: Counter[str] = field(default_factory=Counter)
    failures: list[dict[str, str]] = field(default_factory=list)

    def add(self, done: Done) -> None:
        if done.error:
            self.failed += 1
            self.failures.append({"file": done.file, "error": done.error})
            return
        self.filled += 1
        self.tables += done.tables
        self.players += done.players
        self.warnings += done.warnings
        self.decided_by += done.decided_by

    @property
    def as_object(self) -> dict[str, object]:
        """All but the failures."""
        counts = ("files", "skipped", "filled", "failed", "tables", "players", "warnings")
        tables = ("passed_over", "decided_by")
        return {name: getattr(self, name) for name in counts} | {name: dict(getattr(self, name)) for name in tables}


class JsonList:
    """A list of objects, written one by one through ``write``, each line behind ``margin`` but for the first."""

    def __init__(self, write: Callable[[str], object], margin: str = "") -> None:
        self._write, self._margin, self._before = write, margin, "["

    def add(self, text: str) -> None:
        """Write an object, given as text."""
        self._write(f"{self._before}\n{indent(text, f'{self._margin} ')}")
        self._before = ","

    def end(self) -> None:
        self._write("[]" if self._before == "[" else f"\n{self._margin}]")


class Report:
    """The file of ``--report``, open as long as files are filled: the objects of ``--json``, then totals and failures.
    RequestError where it is no .json file, which might be somebody's workbook, or cannot be begun: that is told before
    any file is filled. A disk that is full later is told through ``outlet``, and ends the report alone."""

    def __init__(self, path: Path, totals: Totals, outlet: Outlet) -> None:
        self._path, self._totals, self._outlet = path, totals, outlet
        self._refused = False

    def __enter__(self) -> JsonList:
        if self._path.suffix.lower() != ".json":
            raise RequestError(f"--report writes JSON; name a file such as report.json, not '{self._path}'")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file: TextIO = self._path.open("w", encoding="utf-8", newline="\n")
        except OSError as error:
            raise RequestError(f"{self._name} cannot be written: {error.strerror}") from error
        self._write('{\n "files": ')
        self._list = JsonList(self._write, " ")
        return self._list

    def __exit__(self, *_: object) -> None:
        self._list.end()
        for name, value in (("totals", self._totals.as_object), ("failures", self._totals.failures)):
            self._write(f',\n "{name}": ' + indent(written(value, ascii_only=False), " ").lstrip())
        self._write("\n}\n")
        self._attempt(self._file.close)

    @property
    def _name(self) -> str:
        return f"the report '{self._path}'"

    def _write(self, text: str) -> None:
        self._attempt(lambda: self._file.write(text))

    def _attempt(self, write: Callable[[], object]) -> None:
        if self._refused:
            return
        try:
            write()
        except OSError as error:
            self._refused = True
            self._outlet.refused(self._name, error)
            with suppress(OSError):
                self._file.close()
