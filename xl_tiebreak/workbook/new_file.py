"""Files that appear under their names whole or not at all.

A new file is written beside its target, synced, and renamed over it: a reader, or a power cut, finds the old file or
the complete new one.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event, Lock
from typing import IO, Generic, TypeVar
from weakref import finalize

from ..errors import RequestError
from .unfinished import tidy, unfinished_prefix

__all__ = ["Finisher", "NewFile"]

_AT_ONCE, _SOON = 4, 0.03
"""How many threads wait for the disk; for how many seconds one lets files come together."""
_Batch = Future[dict["NewFile", RequestError | None]]
"""A few files finished; why one of them did not get its name."""

_Thing = TypeVar("_Thing")


class NewFile:
    """A complete file that lies beside ``target`` until `finish` gives it that name, or until nobody can do that any
    more: then it is taken away.

    ``save`` writes it. Its folder is made if need be. It has the rights of the target, or of ``model`` where there is
    none yet; a target that is a link stays one. RequestError in one sentence where the system refuses something: then
    nothing has changed.
    """

    def __init__(self, target: Path, model: Path, save: Callable[[IO[bytes]], None]) -> None:
        self.target = target
        self._place = os.path.realpath(target)
        self.folder = os.path.dirname(self._place)
        self._taken_away: finalize[..., NewFile] | None = None
        with self._or_nothing():
            rights = self._rights(model)
            if not os.path.isdir(self.folder):
                os.makedirs(self.folder, exist_ok=True)  # another process may just have made it
            tidy(self.folder)
            descriptor, self._beside = tempfile.mkstemp(prefix=unfinished_prefix(), dir=self.folder)
            self._file = os.fdopen(descriptor, "wb")
            self._taken_away = finalize(self, _take_away, self._file, self._beside)
            save(self._file)
            self._file.flush()
            os.chmod(self._beside, rights)

    def _rights(self, model: Path) -> int:
        try:
            rights = os.stat(self._place).st_mode & 0o7777
        except (FileNotFoundError, NotADirectoryError):
            return os.stat(model).st_mode & 0o7777 | 0o200  # a copy may be filled again
        if not rights & 0o222 or not os.access(self._place, os.W_OK):
            raise RequestError(f"'{self.target}' is read-only; nothing was written")
        return rights

    def finish(self) -> None:
        """Wait until the file is on the disk, give it its name, and wait for that as well."""
        self.replace()
        _sync(self.folder)

    def replace(self) -> None:
        """What `finish` does without the last step: a power cut now may still bring the old file back."""
        with self._or_nothing():
            os.fsync(self._file.fileno())
            self._file.close()
            os.replace(self._beside, self._place)
            if self._taken_away:
                self._taken_away.detach()

    @contextlib.contextmanager
    def _or_nothing(self) -> Iterator[None]:
        """Take the file away where something fails; an error of the system becomes a sentence."""
        try:
            yield
        except BaseException as error:
            if self._taken_away:
                self._taken_away()
            if isinstance(error, OSError):
                reason = error.strerror or str(error)
                raise RequestError(f"'{self.target}' cannot be written: {reason}") from error
            raise


def _take_away(file: IO[bytes], path: str) -> None:
    """Remove an unfinished file."""
    with contextlib.suppress(OSError):  # what is still to be written does not fit either
        file.close()
    with contextlib.suppress(OSError):  # somebody did it already
        os.unlink(path)


class Finisher(Generic[_Thing]):
    """Finishes files in other threads while the next ones are made: waiting for the disk is most of the work. To wake a
    thread costs as much as to write a small file, so it waits a moment and finishes what has come meanwhile. No more
    than ``MOST`` files wait for a thread.

    As a context, it ends when all are finished, and each of their folders is synced.
    """

    MOST = 16

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_AT_ONCE)
        self._waiting: deque[tuple[_Thing, NewFile | None, _Batch | None]] = deque()
        self._files: list[NewFile] = []
        self._batch: _Batch | None = None
        self._lock, self._at_once = Lock(), Event()
        self._folders: set[str] = set()

    def __enter__(self) -> Finisher[_Thing]:
        return self

    def __exit__(self, *_: object) -> None:
        self._at_once.set()
        self._threads.shutdown()
        for folder in self._folders:
            _sync(folder)

    def add(self, thing: _Thing, file: NewFile | None) -> None:
        """Take a file to finish, if there is one, and what it belongs to."""
        if file:
            self._folders.add(file.folder)
            with self._lock:
                self._files.append(file)
                if len(self._files) == 1:
                    self._batch = self._threads.submit(self._finish_some)
        self._waiting.append((thing, file, self._batch if file else None))

    def finished(self, *, all_of_them: bool = False) -> Iterator[tuple[_Thing, RequestError | None]]:
        """What was taken and has become of it, in order, as far as it is finished."""
        if all_of_them:
            self._at_once.set()
        while self._waiting:
            thing, file, batch = self._waiting[0]
            if batch and not (all_of_them or len(self._waiting) > self.MOST or batch.done()):
                return
            error = batch.result()[file] if batch and file else None
            self._waiting.popleft()
            yield thing, error

    def _finish_some(self) -> dict[NewFile, RequestError | None]:
        """Finish all files that have come meanwhile."""
        self._at_once.wait(_SOON)
        with self._lock:
            files, self._files = self._files, []
        return {file: _error_of(file.replace) for file in files}


def _error_of(work: Callable[[], None]) -> RequestError | None:
    try:
        work()
    except RequestError as error:
        return error
    return None


def _sync(folder: str) -> None:
    """Wait until the names in a folder are on the disk, where the system can."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):  # some network folders cannot be synced; the files in them are
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
