"""Calls of our own functions, for people who have the add-in: the same sheet, each number from one call.

Every call is written for one cell, ``INDEX(…, row)``, so that it works in every Excel and in LibreOffice, and the value
it had stays in sight where the add-in is missing.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..address import column_letters
from .blocks import Value
from .design import STANDINGS_HEADING, Design, quoted
from .ranking import CHAIN
from .settings import Cells

__all__ = ["counts", "decided", "explanation", "place", "points", "scalars", "standings_cell", "tiebreak"]

_OWN = {"BH": "BUCHHOLZ", "SB": "BERGER", "SH": "SHMULYAN", "PS": "PROGRESSIVE", "KS": "KOYA"}
"""Codes that have a function of their own."""


def _table(design: Design) -> str:
    """The range of the crosstable, without what is computed from it."""
    last = column_letters(design.points_column - 1)
    return f"{quoted(design.tournament_sheet)}!$A$1:${last}${design.players + 1}"


def points(design: Design) -> str:
    """The points of the row's player."""
    return f'INDEX(TIEBREAK({_table(design)},"PTS","",tb_rules),ROW())'


def place(design: Design) -> str:
    """The place of the row's player."""
    return f"INDEX(PLACES({_table(design)},tb_chain,tb_rules),ROW())"


def decided(design: Design, number: str) -> str:
    """What set the player with this number apart, as the standings sheet says it."""
    sheet, first = quoted(design.texts.standings), STANDINGS_HEADING + 2
    numbers, words = (f"{sheet}!${column}${first}:${column}${first + design.players - 1}" for column in "BE")
    line = f"IFERROR(MATCH({number},{numbers},0),MATCH(VALUE({number}),{numbers},0))"
    return f'IFERROR(INDEX({words},{line}),"")'


def tiebreak(design: Design, code: str) -> str:
    """The value of a tie-break for the row's player."""
    if code in _OWN:
        return f'INDEX({_OWN[code]}({_table(design)},"",tb_rules),ROW())'
    return f'INDEX(TIEBREAK({_table(design)},"{code}","",tb_rules),ROW())'


def explanation(design: Design, number: str, code: str) -> tuple[str, str]:
    """A player's value, and how it comes about in words."""
    table = _table(design)
    return (
        f'TIEBREAK({table},"{code}",{number},tb_rules)',
        f'EXPLAINTIEBREAK({table},{number},"{code}",tb_rules)',
    )


def standings_cell(design: Design, line: int, what: int | str) -> str:
    """A cell of the ranked table: a column counted from 1 (place, number, name, points), ``decided``, or the criterion
    whose number stands in a name (``tb_item_2``)."""
    chosen = [counts(design, k) for k in range(1, CHAIN + 1)]
    column = str(what)
    if what == "decided":
        column = "5+" + "+".join(chosen)
    elif isinstance(what, str):
        column = "4+" + "+".join(chosen[: int(what[-1])])
    return f"INDEX(STANDINGS({_table(design)},tb_chain,tb_rules),{line + 1},{column})"


def counts(design: Design, k: int) -> str:
    """Does the k-th tie-break of the chain leave something of the rounds played? The functions refuse others."""
    cuts = ",".join(str(design.cut(code)) for code in design.codes)
    return f"(tb_item_{k}>0)*(tb_rounds>CHOOSE(MAX(1,tb_item_{k}),{cuts}))"


def scalars(design: Design) -> Mapping[str, tuple[str, Value]]:
    """The rules and the chain as the functions take them."""
    cells, system = Cells(design), design.system
    rules, shown = f'"{design.rules[0].id}:{system}"', f"{design.rules[0].id}:{system}"
    if system == "swiss":
        rules = f'INDEX({cells.rule_ids},MAX(1,tb_rule))&":{system}"'
    parts = [f'IF({counts(design, k)},","&INDEX({cells.codes},tb_item_{k}),"")' for k in range(1, CHAIN + 1)]
    chain = ",".join(["PTS", *design.chain])
    return {"rules": (rules, shown), "chain": ('"PTS"&' + "&".join(parts), chain)}
