"""The command line, ``xl-tiebreak``: fill, show, check, explain, and what there is."""

from __future__ import annotations

from .app import app, main

__all__ = ["app", "main"]
