"""Where commands tell what they do. A stream or a report that takes no more stops no run over many files."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TextIO

import typer

__all__ = ["Outlet", "standard_streams"]

_NOBODY_READS = (errno.EPIPE, errno.EINVAL)
"""What a pipe says that nobody reads any more, the second on Windows."""
_TAKES_NO_MORE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""What a full or broken device says. Where it held a file, that became a sentence of its own."""


class Outlet:
    """Standard output and standard error. What one of them does not take is said once, on the other, and makes
    ``status`` 2; one that nobody reads any more, as before ``| head``, is no error."""

    def __init__(self) -> None:
        self.status = 0

    def out(self, text: str = "", *, nl: bool = True) -> None:
        self.print(partial(typer.echo, text, nl=nl))

    def err(self, text: str) -> None:
        self._try(lambda: sys.stderr, partial(typer.echo, text, err=True))

    def print(self, write: Callable[[], object]) -> None:
        """Call what writes to standard output."""
        self._try(lambda: sys.stdout, write)

    def refused(self, what: str, error: OSError) -> None:
        """Say that something which is written beside the files takes no more, and that they are filled without it."""
        self.status = 2
        self.err(f"error: {what} cannot be written: {error.strerror}; files are filled without it")

    def _try(self, stream: Callable[[], TextIO], write: Callable[[], object]) -> None:
        try:
            write()
        except OSError as error:
            _to_nowhere(stream())
            if stream() is sys.stderr:
                self.status = 2
            elif error.errno not in _NOBODY_READS:
                self.refused("standard output", error)
        except SystemExit:  # Rich, which lets the stream lead to nowhere when nobody reads any more
            pass


@contextmanager
def standard_streams() -> Iterator[None]:
    """Streams that take any letter and may be closed. Where one of them takes no more, or the system refuses something
    that nobody expected, that is one sentence and exit code 2."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # it is closed, or there is no console
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a console that lacks a letter shows ? for it
    try:
        yield
    except OSError as error:
        what = f"'{error.filename}': " if error.filename is not None else ""
        if error.errno in _TAKES_NO_MORE:
            what = "standard output cannot be written: "
            _to_nowhere(sys.stdout)
        Outlet().err(f"error: {what}{error.strerror}")
        raise SystemExit(2) from None


def _to_nowhere(stream: TextIO) -> None:
    """Let a stream take all that is still to come, and what it could not write yet."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
