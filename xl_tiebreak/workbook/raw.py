"""The bytes of a file, read once and in one piece."""

from __future__ import annotations

import os
from pathlib import Path

from ..errors import RequestError

__all__ = ["content_of", "too_large"]

_LARGEST = 200_000_000
"""Bytes of a workbook, which may hold pictures."""


def content_of(path: Path) -> bytes:
    """The content of a file; RequestError where it cannot be read or holds nothing."""
    try:
        with open(path, "rb", buffering=0) as file:
            if (size := os.fstat(file.fileno()).st_size) > _LARGEST:
                raise too_large(path, size)
            content = file.read()
    except RequestError:
        raise
    except FileNotFoundError:
        raise RequestError(f"there is no file '{path}'") from None
    except (OSError, ValueError) as error:  # a path that no file can have is a ValueError
        if os.path.isdir(path):
            raise RequestError(f"'{path}' is a folder; name the files in it") from None
        raise RequestError(f"'{path}' cannot be read: {getattr(error, 'strerror', error)}") from error
    if not content:
        raise RequestError(f"'{path}' is empty (0 bytes)")
    return content


def too_large(path: Path, size: int) -> RequestError:
    """The error that says so."""
    return RequestError(f"'{path}' is too large to be a table: it has {size:,} bytes; copy the table into a new file")
