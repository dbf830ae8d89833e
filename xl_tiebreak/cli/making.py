"""The command ``new``: an empty template of the size asked for."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import cast

import typer

from ..errors import RequestError, nearest
from ..lambdas import for_lambda
from ..lite import for_lite
from ..model import System
from ..templates import Style
from ..templates import new as template

__all__ = ["make_template"]

_SYSTEMS: dict[str, tuple[System, int]] = {"swiss": ("swiss", 24), "round-robin": ("rr", 10), "rr": ("rr", 10)}
"""What the command line calls a system → the system, and how many players it has if nobody says."""

_ROUNDS = 9
"""How many rounds a Swiss has if nobody says."""

_HOSTS: dict[str, tuple[Style, Callable[[bytes], bytes]]] = {
    "lite": ("functions", for_lite),
    "lambda": ("formulas", for_lambda),
}
"""Where functions come from, if not from an add-in → the style of the template, and what makes it ready."""


def make_template(
    system: str,
    players: int | None,
    rounds: int | None,
    cycles: int | None,
    language: str,
    style: str | None,
    host: str | None,
    out: Path | None,
) -> None:
    """Write the template, and its folder if need be; RequestError where there is none like that, or a file stands there
    already."""
    if system.lower() not in _SYSTEMS:
        raise RequestError(f"unknown system '{system}'; {nearest(system, list(_SYSTEMS)[:2])}")
    kind, usual = _SYSTEMS[system.lower()]
    count = usual if players is None else players
    chosen = host.lower() if host else None
    if chosen not in (None, *_HOSTS):
        raise RequestError(f"--for '{host}' is unknown; {nearest(str(host), _HOSTS)}")
    for does_not_go, why in (
        (kind == "swiss" and cycles is not None, "a Swiss has no cycles; leave --cycles out"),
        (kind == "rr" and rounds is not None, "a round robin has as many rounds as it needs; leave --rounds out"),
        (kind == "rr" and chosen == "lambda", "the LAMBDA names count a Swiss only; use --for lite, or an add-in"),
        (chosen is not None and style is not None, "--for decides the style itself; leave --style out"),
    ):
        if does_not_go:
            raise RequestError(why)
    rounds, cycles = _ROUNDS if rounds is None else rounds, 1 if cycles is None else cycles
    if chosen is not None:
        style, adapt = _HOSTS[chosen]
    target = out or Path(f"{system.lower()}.xlsx")
    if target.suffix.lower() != ".xlsx":
        raise RequestError(f"a template is an .xlsx file; give it a name such as 'tournament.xlsx', not '{target}'")
    data = template(kind, count, rounds, language.lower(), cycles, cast(Style, (style or "formulas").lower()))
    if chosen is not None:
        data = adapt(data)
    if os.path.exists(target):  # unlike Path.exists it raises nothing
        raise RequestError(f"'{target}' exists already; choose another name with -o")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    except OSError as error:
        raise RequestError(f"'{target}' cannot be written: {error.strerror}") from None
    size = f"{rounds} rounds" if kind == "swiss" else f"{cycles} cycle{'s' if cycles > 1 else ''}"
    typer.echo(f"{target}: {count} players, {size}")
