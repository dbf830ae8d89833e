"""Files that a process was writing when it was killed: found by their names, and taken away when nobody needs them.

A new file lies beside its target under a name that says which process of which computer is writing it.
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
import time
import zlib
from collections.abc import Callable
from functools import cache

__all__ = ["tidy", "tidy_own", "unfinished_prefix"]

_NAME = re.compile(r"\.xl-tiebreak-([0-9a-f]{8})-([0-9]+)-\w+")
_LONG_AGO = 24 * 3600
"""Seconds after which nobody is writing a file any more, be it from another computer."""


def unfinished_prefix() -> str:
    """How the names of the files begin that this process is writing."""
    return f".xl-tiebreak-{_computer()}-{os.getpid()}-"


@cache
def tidy(folder: str) -> None:
    """Take away the unfinished files in a folder whose process is gone, or that are a day old. A folder is looked
    through once; what cannot be taken away stays."""
    _take_away(folder, _is_left)


def tidy_own(folder: str) -> None:
    """Take away the unfinished files of this process, which is at work on none of them any more."""
    own = _computer(), str(os.getpid())
    _take_away(folder, lambda entry, *writer: writer == own)


def _take_away(folder: str, is_left: Callable[[os.DirEntry[str], str, str], bool]) -> None:
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            found = _NAME.fullmatch(entry.name)
            if found and entry.is_file(follow_symlinks=False) and is_left(entry, *found.groups()):
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)


def _is_left(entry: os.DirEntry[str], computer: str, process: str) -> bool:
    if time.time() - entry.stat(follow_symlinks=False).st_mtime > _LONG_AGO:
        return True
    return computer == _computer() and not _is_alive(int(process))


def _is_alive(process: int) -> bool:
    """Is there such a process? Where the system cannot be asked without harm, there may be."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


@cache
def _computer() -> str:
    return f"{zlib.crc32(platform.node().encode()):08x}"
