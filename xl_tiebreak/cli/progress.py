"""A bar on a terminal that says how far a run over many files is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

__all__ = ["progress"]


@contextmanager
def progress(files: int) -> Iterator[Callable[[], None]]:
    """A function to call after each file. The bar shows files, rate and time left, on standard error if that is a
    terminal and there are several files; lines that are printed meanwhile stand above it."""
    if files < 2 or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    console, begin = Console(stderr=True), monotonic()
    with Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        task = bar.add_task("", total=files, rate="")

        def advance() -> None:
            done = bar.tasks[0].completed + 1
            bar.update(task, advance=1, rate=f"{done / (monotonic() - begin):.0f} files/s,")

        yield advance
