"""Files that appear under their names whole or not at all.

A new file is written beside its target, synced, and renamed over it: a reader, or a power cut, finds the old file or
the complete new one.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import BoundedSemaphore
from typing import IO

from ..errors import RequestError
from .unfinished import tidy, unfinished_prefix

__all__ = ["Finisher", "NewFile"]

_AT_ONCE = 4
"""How many threads wait for the disk."""


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
        self.replace()
        _sync(self.folder)

    def replace(self) -> None:
        """What `finish` does without the last step: a power cut now may still bring the old file back."""
        with self._or_nothing():
            os.fsync(self._file.fileno())
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


class Finisher:
    """Finishes files in other threads while the next ones are made: waiting for the disk is most of the work. No more
    than ``MOST`` files wait for a thread.

    As a context, it ends when all are finished, and each of their folders is synced. Each call gives a future, whose
    result raises what `NewFile.finish` raises.
    """

    MOST = 16

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_AT_ONCE)
        self._places = BoundedSemaphore(self.MOST)
        self._folders: set[str] = set()

    def __enter__(self) -> Finisher:
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown()
        for folder in self._folders:
            _sync(folder)

    def __call__(self, file: NewFile) -> Future[None]:
        self._places.acquire()
        self._folders.add(file.folder)
        done = self._threads.submit(file.replace)
        done.add_done_callback(lambda _: self._places.release())
        return done


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
