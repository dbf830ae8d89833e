"""What this distribution is called, and which version of it is installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

__all__ = ["DISTRIBUTION", "NAME", "VERSION"]

NAME = "xl_tiebreak"
DISTRIBUTION = "xl-tiebreak"


def _version() -> str:
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:  # run from its sources without having been installed
        return "0"


VERSION = _version()
