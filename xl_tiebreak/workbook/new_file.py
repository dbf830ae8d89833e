"""Files that appear under their names whole or not at all.

A new file is written beside its target, synced, and renamed over it: a reader, or a power cut, finds the old file or
the complete new one.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import IO, Generic, TypeVar

from ..errors import RequestError
from .unfinished import tidy, unfinished_prefix

__all__ = ["Finisher", "NewFile"]

_AT_ONCE, _TOGETHER, _SOON = 4, 8, 0.03
"""How many threads wait for the disk; for how many files at a time; after how many seconds it need not be so many."""

_Thing = TypeVar("_Thing")


class NewFile:
    """A complete file that lies beside ``target`` until `finish` gives it that name.

    ``save`` writes it. Its folder is made if need be. It has the rights of the target, or of ``model`` where there is
    none yet; a target that is a link stays one. RequestError in one sentence where the system refuses something: then
    nothing has changed.
    """

    def __init__(self, target: Path, model: Path, save: Callable[[IO[bytes]], None]) -> None:
        self.target = target
        self._place = os.path.realpath(target)
        self.folder = os.path.dirname(self._place)
        self._beside = ""
        with self._or_nothing():
            rights = self._rights(model)
            if not os.path.isdir(self.folder):
                os.makedirs(self.folder)
            tidy(self.folder)
            descriptor, self._beside = tempfile.mkstemp(prefix=unfinished_prefix(), dir=self.folder)
            self._file = os.fdopen(descriptor, "wb")
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
        self.sync()
        self.name()
        _sync(self.folder)

    def sync(self) -> None:
        """Wait until the file is on the disk."""
        with self._or_nothing():
            os.fsync(self._file.fileno())

    def name(self) -> None:
        """Give the file its name; a power cut now may still bring the old one back."""
        with self._or_nothing():
            self._file.close()
            os.replace(self._beside, self._place)

    @contextlib.contextmanager
    def _or_nothing(self) -> Iterator[None]:
        """Take the file away where something fails; an error of the system becomes a sentence."""
        try:
            yield
        except BaseException as error:
            if self._beside:
                with contextlib.suppress(OSError):  # what is still to be written does not fit either
                    self._file.close()
                os.unlink(self._beside)
            if isinstance(error, OSError):
                reason = error.strerror or str(error)
                raise RequestError(f"'{self.target}' cannot be written: {reason}") from error
            raise


class Finisher(Generic[_Thing]):
    """Finishes files while the next ones are made: threads wait for the disk, each for a few files at a time, for to
    hand over a small file costs as much as to write it.

    As a context, it ends when all are finished, and each of their folders is synced.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_AT_ONCE)
        self._things: list[_Thing] = []
        self._files: list[NewFile | None] = []
        self._batches: deque[tuple[list[_Thing], list[NewFile | None], Future[list[RequestError | None]]]] = deque()
        self._handed_over = time.monotonic()
        self._folders: set[str] = set()

    def __enter__(self) -> Finisher[_Thing]:
        return self

    def __exit__(self, *_: object) -> None:
        for _ in self.finished(all_of_them=True):
            pass
        self._threads.shutdown()
        for folder in self._folders:
            _sync(folder)

    def add(self, thing: _Thing, file: NewFile | None) -> None:
        """Take a file to finish, if there is one, and what it belongs to."""
        self._things.append(thing)
        self._files.append(file)
        if len(self._files) == _TOGETHER or time.monotonic() - self._handed_over > _SOON:
            self._hand_over()

    def finished(self, *, all_of_them: bool = False) -> Iterator[tuple[_Thing, RequestError | None]]:
        """What was taken and has become of it, in order, as far as it is finished."""
        if all_of_them:
            self._hand_over()
        while self._batches and (all_of_them or len(self._batches) > _AT_ONCE or self._batches[0][2].done()):
            things, files, synced = self._batches.popleft()
            errors = synced.result()
            named = [error or (_error_of(file.name) if file else None) for file, error in zip(files, errors)]
            yield from zip(things, named)

    def _hand_over(self) -> None:
        self._folders.update(file.folder for file in self._files if file)
        self._batches.append((self._things, self._files, self._threads.submit(_synced, self._files)))
        self._things, self._files, self._handed_over = [], [], time.monotonic()


def _synced(files: Sequence[NewFile | None]) -> list[RequestError | None]:
    """Wait until files are on the disk; why one of them did not get there."""
    return [_error_of(file.sync) if file else None for file in files]


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
