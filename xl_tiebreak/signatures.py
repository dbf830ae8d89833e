"""What a spreadsheet function is called, takes and gives, and what help says of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["ARGUMENTS", "Argument", "Cell", "Function", "Shape"]

Cell = Any
"""What a cell holds or shows: a number, a text, None, a date."""
Shape = Literal["column or value", "column", "table", "value"]


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument: its name, its help in both languages, and whether it may be left out."""

    name: str
    help: str
    help_ru: str
    optional: bool

    @property
    def is_range(self) -> bool:
        """Is it the range of the crosstable?"""
        return self.name == "table"


@dataclass(frozen=True, slots=True)
class Function:
    """One spreadsheet function. ``help`` texts have at most 255 characters, what Excel shows of them."""

    name: str
    help: str
    help_ru: str
    arguments: tuple[Argument, ...]
    shape: Shape
    body: Callable[..., Cell]

    @property
    def documentation(self) -> str:
        """What `help` says of the body: what it does, takes and gives, and its errors."""
        takes = (f"{a.name}{' (may be left out)' if a.optional else ''}: {a.help}" for a in self.arguments)
        return "\n".join([self.help, "", *takes, "", f"Gives {_GIVEN[self.shape]} {_ERRORS}", ""])


ARGUMENTS = {
    "table": (
        "The crosstable with its headings: one row a player, one cell a round (8w½), or an N×N matrix",
        "Турнирная таблица с заголовками: строка на участника, клетка на тур (8w½), или шахматка N×N",
    ),
    "player": (
        "Number or name of one player; left out: every row of the table",
        "Номер или имя участника; без него – все строки таблицы",
    ),
    "n": ("How many to leave out, 1 if not given", "Сколько отбросить, без указания 1"),
    "code": ("Code of the tie-break: BH, BH-C1, SB, SH, KS, DE, …", "Код показателя: BH, BH-C1, SB, SH, KS, DE, …"),
    "chain": (
        "Tie-breaks in order of weight: PTS, BH, BH-CX, SB",
        "Показатели по порядку применения: PTS, BH, BH-CX, SB",
    ),
    "rules": (
        "Edition of the rules, id or year, options after colons: fide1998, 2024, 2024:rr; left out: fide1998",
        "Редакция правил, название или год, после двоеточия система: fide1998, 2024, 2024:rr; без неё fide1998",
    ),
}
"""Argument → help in English and in Russian; an argument means the same in every function."""

_GIVEN: dict[Shape, str] = {
    "column or value": "a list of rows with one cell, one for each row of the table: the title beside the heading, a "
    "number beside a player, an empty text beside everything else; or the number alone if a player is named.",
    "column": "a list of rows with one cell, one for each row of the table: the title beside the heading, a text or "
    "number beside a player, an empty text beside everything else.",
    "table": "a list of rows, the first of them with titles.",
    "value": "one text.",
}
_ERRORS = (
    "An undefined number is an empty text. Raises InputError, which names the cells, for a table that cannot be read, "
    "and RequestError for a code, player or edition that does not exist; both are ValueErrors."
)
