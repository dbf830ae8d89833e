"""The work of ``fill``: files filled one after the other, in this process or in several.

A result is small and can go from one process to another: lines to print, text for programs, and what is added up.
"""

from __future__ import annotations

import gc
import os
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread

from ..errors import InputError, RequestError, TiebreakError
from ..workbook import Asked, Outcome, Table, prepare_file
from ..workbook.unfinished import tidy
from . import as_json, prints
from .named import Task

__all__ = ["Done", "Job", "in_processes", "in_turn"]

_TOGETHER, _MOST_TOGETHER, _PORTION = 8, 64, 0.3
"""Files that go to a process at a time: at first, at most, and otherwise what it does in so many seconds."""
_OBJECTS = 50_000
"""How many more there are before cycles are searched for."""
_AHEAD = 2
"""How many times a process is given files before the results of the first ones are there."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is done to every file, and what is told of it: JSON ``with_json``, in ASCII letters only where others could
    not be carried; the ranked tables themselves ``with_tables``, which stay in this process."""

    asked: Asked
    keep: bool = False
    values: bool = False
    with_json: bool = False
    ascii_only: bool = False
    with_tables: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Done:
    """What became of a file: the exit status, lines for standard output and standard error, JSON if it was asked for,
    why it was not filled, its tables if they were asked for, and what is counted."""

    file: str
    status: int = 0
    said: tuple[str, ...] = ()
    warned: tuple[str, ...] = ()
    json: str = ""
    error: str = ""
    ranked: tuple[Table, ...] = ()
    tables: int = 0
    players: int = 0
    warnings: int = 0
    decided_by: Counter[str] = field(default_factory=Counter)


_Portion = tuple[list[Done], float]
"""What became of a few tasks, and how many seconds they took."""


def in_turn(tasks: Iterable[Task], job: Job) -> Iterator[Done]:
    """Every task done in this process, in order. Files are finished in other threads while the next ones are made."""
    from ..workbook.new_file import Finisher

    finisher = Finisher[tuple[Task, Done]]()
    with _collecting_rarely(), finisher:
        for task in tasks:
            file = None
            try:
                if task.refused:
                    raise RequestError(task.refused)
                outcome, file = prepare_file(
                    Path(task.file), Path(task.target), job.asked, keep=job.keep, values=job.values
                )
                done = _filled(task, outcome, job)
            except (InputError, RequestError) as error:
                done = _failed(task, error, job)
            finisher.add((task, done), file)
            yield from _told(finisher.finished(), job)
        yield from _told(finisher.finished(all_of_them=True), job)


def _told(finished: Iterable[tuple[tuple[Task, Done], RequestError | None]], job: Job) -> Iterator[Done]:
    """What became of files when they got their names, or did not."""
    for (task, done), error in finished:
        yield _failed(task, error, job) if error else done


@contextmanager
def _collecting_rarely() -> Iterator[None]:
    """What a file leaves behind is freed without a search for cycles, which takes a tenth of the time."""
    often = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(_OBJECTS, *often[1:])
    try:
        yield
    finally:
        gc.set_threshold(*often)
        gc.unfreeze()


def in_processes(tasks: Iterable[Task], job: Job, processes: int) -> Iterator[Done]:
    """Every task done in other processes, yielded in order. Where the system ends one of them, what it and the others
    were at is done again, file by file; only a file that ends another process has failed."""
    source = iter(tasks)
    waiting: deque[tuple[list[Task], Future[_Portion]]] = deque()
    folders: set[str] = set()
    together = _TOGETHER
    with ExitStack() as stack:
        stack.callback(lambda: [tidy(folder) for folder in folders])  # of files that an ended process was writing
        pool, second = stack.enter_context(_Processes(job, processes)), stack.enter_context(_Processes(job, 1))
        while True:
            while len(waiting) < _AHEAD * processes and (some := list(islice(source, together))):
                folders.update(os.path.dirname(os.path.realpath(task.target)) for task in some if task.target)
                waiting.append((some, pool.submit(some)))
            if not waiting:
                return
            some, future = waiting.popleft()
            done = _unless_ended(future)
            if done is None:
                yield from (_once_more(task, second, job) for task in some)
                continue
            results, seconds = done
            together = max(1, min(int(_PORTION * len(some) / seconds), _MOST_TOGETHER)) if seconds else _MOST_TOGETHER
            yield from results


def _once_more(task: Task, alone: _Processes, job: Job) -> Done:
    """What became of a task whose process the system may have ended, now that nothing else is done beside it."""
    done = _unless_ended(alone.submit([task]))
    if done is not None:
        return done[0][0]
    return _failed(task, RequestError("the system ended two processes that were filling it; try it by itself"), job)


def _unless_ended(future: Future[_Portion]) -> _Portion | None:
    """The result, or None where the system ended a process."""
    try:
        return future.result()
    except BrokenProcessPool:
        return None


class _Processes:
    """Processes that help this one, begun when they are needed, and anew after the system ended one of them. They are
    ended at once where an exception ends their context."""

    def __init__(self, job: Job, number: int) -> None:
        self._job, self._number = job, number
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> _Processes:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind:
            for process in active_children():
                process.terminate()
        if self._pool:
            self._pool.shutdown(cancel_futures=True)

    def submit(self, tasks: list[Task]) -> Future[_Portion]:
        """The tasks done in one of them, all in order; BrokenProcessPool as the result where the system ends one."""
        if self._pool:
            with suppress(BrokenProcessPool):
                return self._pool.submit(_some, tasks)
            self._pool.shutdown()
        self._pool = _pool(self._job, self._number)
        return self._pool.submit(_some, tasks)


def _pool(job: Job, processes: int) -> ProcessPoolExecutor:
    """Processes that are started as on every system, and leave an interruption to this one."""
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _begin, (job,))
    with _uninterrupted():
        for _ in range(processes):
            pool.submit(_some, [])
    return pool


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes that are started inside do not take notice of Ctrl-C, from the first moment on."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_job: Job
"""That of this process, if it was started to help another one."""


def _begin(job: Job) -> None:
    global _job
    _job = job
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    """End this process when the one that it helps is gone, however that ended."""
    parent.join()
    os._exit(1)


def _some(tasks: Sequence[Task]) -> _Portion:
    begun = time.perf_counter()
    return list(in_turn(tasks, _job)), time.perf_counter() - begun


def _filled(task: Task, outcome: Outcome, job: Job) -> Done:
    file, tables = Path(task.file), outcome.tables
    standings = [table.standings for table in tables if table.standings]
    return Done(
        task.file,
        said=tuple(prints.filled_lines(outcome)),
        warned=tuple(line for table in tables for line in prints.problem_lines(table.problems, f"{file}: ")),
        json=_json(job, lambda: as_json.outcome(file, outcome, job.asked)),
        ranked=tables if job.with_tables else (),
        tables=len(standings),
        players=sum(len(one.tournament) for one in standings),
        warnings=sum(len(table.problems) for table in tables),
        decided_by=Counter(decider or "shared" for one in standings for decider in one.decided_by),
    )


def _failed(task: Task, error: TiebreakError, job: Job) -> Done:
    file = Path(task.file)
    problems = error.problems if isinstance(error, InputError) else ()
    return Done(
        task.file,
        status=1 if problems else 2,
        warned=tuple(prints.failure_lines(error, file)),
        json=_json(job, lambda: as_json.failure(file, str(error), problems)),
        error=str(error),
    )


def _json(job: Job, of: Callable[[], as_json.Object]) -> str:
    return as_json.written(of(), ascii_only=job.ascii_only) if job.with_json else ""
