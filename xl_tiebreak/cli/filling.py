"""The command ``fill``: file after file, a summary each; one bad file never stops the rest."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from pathlib import Path

from ..errors import RequestError
from ..workbook import Asked
from ..workbook.unfinished import tidy_own
from . import as_json, prints
from .named import FOLDERS, Task, passed_over, tasks
from .outlet import Outlet
from .progress import progress
from .report import JsonList, Report, Totals
from .work import Done, Job, in_processes, in_turn

__all__ = ["Order", "fill_files"]

_INTERRUPTED = 130
"""What shells expect of a program that Ctrl-C ended."""
_INTERRUPTIONS = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C, and what systems send to a program that shall end."""

_TO_CONVERT = "to fill a workbook of another kind, convert it first (xl-tiebreak convert FILE -o NEW.xlsx)"
_TO_NAME = "to fill what is in a folder inside, name that folder as well"


@dataclass(frozen=True, slots=True)
class Order:
    """What the options of the command say: the folder for copies, or into the files themselves; ``keep`` and ``values``
    as in `fill_file`; how many processes, 0 for one a core; where a report goes; whether JSON is printed."""

    asked: Asked
    out: Path | None = None
    in_place: bool = False
    keep: bool = False
    values: bool = False
    jobs: int = 1
    report: Path | None = None
    json: bool = False


def fill_files(arguments: Sequence[Path], order: Order) -> int:
    """Fill every file that the arguments mean; 0, or 1 where a table has errors, or 2 where a request was wrong or
    something could not be written, or 130 after Ctrl-C. RequestError where it can be told before the first file."""
    if order.out is not None and order.in_place:
        raise RequestError("-o and --in-place exclude each other; choose one of them")
    named = list(tasks(arguments, order.out, order.in_place))
    alone = len(named) == 1 and named[0].file == str(arguments[0])
    to_do = [task for task in named if not task.skipped]
    outlet = Outlet()
    for task in named:
        if task.skipped:
            outlet.err(f"{task.file}: skipped, {task.skipped}")
    totals = Totals(len(named), len(named) - len(to_do), passed_over=passed_over(arguments, order.out))
    if totals.passed_over:
        outlet.err(_left_out(totals.passed_over))
    ascii_only = order.json and not as_json.can_carry_all()
    job = Job(
        order.asked,
        order.keep,
        order.values,
        order.json or order.report is not None,
        ascii_only,
        alone and not order.json,
    )
    with ExitStack() as stack:
        report = stack.enter_context(Report(order.report, totals, outlet)) if order.report else None
        printed = JsonList(partial(outlet.out, nl=False)) if order.json and not alone else None
        status = 0 if to_do or not alone else 2
        with _interruptible(alone) as interruption, progress(len(to_do)) as advance:
            wanted = takewhile(lambda _: not interruption.pressed, to_do)
            for done in _results(wanted, job, min(order.jobs or os.cpu_count() or 1, len(to_do))):
                _tell(done, order, printed, outlet)
                if report:
                    report.add(done.json)
                totals.add(done)
                status = max(status, done.status)
                advance()
        if interruption.at_once:
            for folder in {os.path.dirname(os.path.realpath(task.target)) for task in to_do}:
                tidy_own(folder)
        if printed:
            printed.end()
            outlet.out()
    if _summed_up(totals, len(to_do), interruption, outlet):
        return _INTERRUPTED
    return max(status, outlet.status)


def _results(wanted: Iterable[Task], job: Job, processes: int) -> Iterator[Done]:
    return in_processes(wanted, job, processes) if processes > 1 else in_turn(wanted, job)


def _tell(done: Done, order: Order, printed: JsonList | None, outlet: Outlet) -> None:
    """Print what became of a file."""
    if printed:
        printed.add(done.json)
    elif order.json:
        outlet.out(done.json)
    else:
        for table in done.ranked:
            outlet.print(partial(prints.ranking, Path(done.file), table))
        for line in done.said:
            outlet.out(line)
    for line in done.warned:
        outlet.err(line)


def _left_out(kinds: Counter[str]) -> str:
    """What was passed over in folders, and what to do about it."""
    count = ", ".join(f"{kind} {number}" for kind, number in kinds.items())
    remedies = {_TO_CONVERT if kind != FOLDERS else _TO_NAME: None for kind in kinds}  # each once, in order
    return "; ".join([f"passed over: {count}", *remedies])


def _summed_up(totals: Totals, files: int, interruption: _Interruption, outlet: Outlet) -> bool:
    """Say how many files were not filled, and whether that is because of Ctrl-C."""
    done = totals.filled + totals.failed
    if totals.failed and files > 1:
        outlet.err(f"{totals.failed} of {files} files were not filled")
    if not interruption.pressed:
        return False
    if interruption.at_once:
        outlet.err(
            f"interrupted: each file is as it was or complete; {totals.filled} of {files} are known to be filled"
        )
    else:
        outlet.err(f"interrupted: {totals.filled} of {files} files were filled, the others are as they were")
    return done < files


@dataclass(slots=True)
class _Interruption:
    """Whether Ctrl-C was ``pressed``, and whether that ended everything ``at_once``: then files that were being
    finished may be complete without anybody having told of them."""

    pressed: bool = False
    at_once: bool = False


@contextmanager
def _interruptible(alone: bool) -> Iterator[_Interruption]:
    """What Ctrl-C does meanwhile: no file more is begun, and those at work are finished; pressed again, or with a file
    ``alone``, it ends everything at once, and leaves each file as it was or complete. The end of the
    program after that is not interrupted any more."""
    interruption = _Interruption()

    def press(*_: object) -> None:
        if interruption.at_once:  # it is ending
            return
        interruption.at_once, interruption.pressed = interruption.pressed or alone, True
        if interruption.at_once:
            raise KeyboardInterrupt

    before = [(number, signal.signal(number, press)) for number in _INTERRUPTIONS]
    try:
        yield interruption
    except KeyboardInterrupt:
        interruption.pressed = interruption.at_once = True
    finally:
        for number, handler in before:
            signal.signal(number, signal.SIG_IGN if interruption.pressed else handler)
