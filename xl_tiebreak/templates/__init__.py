"""The workbooks in `templates/`: what an organiser opens on Saturday morning.

A template ranks by itself, by ordinary formulas that every spreadsheet program since 2010 computes: no add-in, no
macro. `new` builds one of any size; ``TEMPLATES`` holds the usual ones, and ``python -m xl_tiebreak.templates`` writes
them anew. The same request always gives the same bytes.

The first sheet is the documents' table (№, Фамилия Имя, 1…n, Оч, М, then the tie-breaks), beginning at A1. Further
sheets: standings to print, why a player has his number, choices, help, and the working sheet with every step.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from ..model import System
from .book import Book
from .design import Design, Style, require
from .dmitrov import DMITROV
from .facts import facts_of
from .guide import add_guide
from .settings import add_settings
from .standings import add_standings
from .tournament import add_tournament
from .why import add_why
from .working import add_working, layout

__all__ = ["TEMPLATES", "Design", "Style", "blank", "main", "new", "workbook"]


def new(
    system: System,
    players: int,
    rounds: int = 9,
    language: str = "en",
    cycles: int = 1,
    style: Style = "formulas",
) -> bytes:
    """An empty workbook: ``swiss`` for ``rounds`` rounds, or ``rr`` for one or two ``cycles``.

    RequestError names what does not fit: 2 to 300 players and 1 to 15 rounds, or 3 to 30 players; languages en and ru.
    """
    return workbook(blank(system, players, rounds, language, cycles, style))


def blank(
    system: System, players: int, rounds: int, language: str, cycles: int = 1, style: Style = "formulas"
) -> Design:
    """The design of an empty workbook; see `new`."""
    require(system, players, rounds, language, cycles, style)
    across = rounds if system == "swiss" else players
    return Design(system, players, across, cycles if system == "rr" else 1, language, style)


def workbook(design: Design) -> bytes:
    """The .xlsx file of a design."""
    book, w, facts = Book(design), layout(design), facts_of(design)
    add_tournament(book, w, facts)
    add_standings(book, facts)
    add_why(book, facts)
    add_settings(book, facts)
    add_guide(book)
    add_working(book, w)
    return book.bytes()


TEMPLATES: Mapping[str, Design] = MappingProxyType(
    {
        "dmitrov2008": DMITROV,
        **{f"swiss_{language}": blank("swiss", 24, 9, language) for language in ("en", "ru")},
        **{f"round_robin_{language}": blank("rr", 10, 0, language) for language in ("en", "ru")},
        **{f"double_round_robin_{language}": blank("rr", 8, 0, language, 2) for language in ("en", "ru")},
    }
)
"""What `templates/` holds, by the file's name without its ending."""


def main(folder: str = "templates") -> None:
    """Write every template into `folder`."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, design in TEMPLATES.items():
        Path(folder, f"{name}.xlsx").write_bytes(workbook(design))
