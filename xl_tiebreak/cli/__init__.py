"""The command line, ``xl-tiebreak``: fill, show, check, explain, and what there is."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command line. All of it is loaded here, so that Ctrl-C meanwhile ends it without a traceback as well."""
    try:
        from .app import run

        run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
