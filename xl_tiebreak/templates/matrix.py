"""Ordinary formulas of a round robin as an N×N matrix, of one cycle or two: what a cell says, whether its partner's
cell agrees, and every tie-break.

Forfeits are results against the scheduled opponent, under every rule this sheet knows; an empty cell is a game not
played yet. Buchholz is not among the tie-breaks: in a full round robin it is the same for all who are tied.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..address import column_letters
from .blocks import TABLE, Formula, Value, Working, value_block
from .ranking import previous
from .spelling import SAME, in_one_spelling

__all__ = ["CODES", "COLUMNS", "helpers", "limits", "reading", "scalars", "stage", "values", "widths"]

CODES = ("SB", "SH", "WIN", "KS", "DE")
"""The tie-breaks of the table, in the order of its columns and of the list to choose from."""

COLUMNS = ("won",)
"""The columns of a stage of direct encounter: points from the games inside the group."""

_SIGNS, _POINTS = "1½0+-", "1,0.5,0,1,0"
_FITTING = " 10 01 ½½ +- -+ -- "  # a sign and the one in the partner's cell


def widths(players: int, cycles: int) -> Mapping[str, tuple[int, Value]]:
    """The blocks before the ranking, in order: name → (columns, value of an empty row)."""
    return {
        "label": (1, ""),
        "nr": (1, 0),
        "key": (1, ""),
        "active": (1, 0),
        "misnumbered": (1, 0),
        "text": (players, ""),
        "games": (players, 0),
        "flaw": (players, 0),
        "mark": (players, "."),
        "points": (players * cycles, ""),
        "score": (1, ""),
        "played": (1, 0),
        "total": (players, 0),
        "share": (players, 0),
        **{value_block(code): (1, "") for code in CODES},
    }


def scalars(w: Working) -> Mapping[str, tuple[str, Value]]:
    """Single values: name → (formula, value of the empty table)."""
    flaws, games = w.all("flaw"), w.all("games")
    return {
        "rounds": (f"MAX({games})", 0),
        "players": (f"SUM({w.column('active')})", 0),
        "clashes": (f'COUNTIF({flaws},">3")', 0),
        "bad_cells": (f'COUNTIF({flaws},">0")+COUNTIF({w.column("misnumbered")},">0")', 0),
    }


def limits(w: Working) -> Mapping[str, tuple[str, Value]]:
    """Single values that only the computing blocks need."""
    return {"most_games": (f"MAX({w.column('played')})", 0), "koya": ("tb_most_games/2", 0)}


def helpers(w: Working) -> Mapping[str, Formula]:
    """What stands above the columns: the score of the player whose column it is."""
    return {"total": lambda j: f"IF(INDEX({w.column('active')},{j + 1})=1,INDEX({w.column('score')},{j + 1}),0)"}


def reading(w: Working, sheet: str, players: int, cycles: int) -> Mapping[str, Formula]:
    """Block → formula of its columns, for the blocks that read the cells. ``sheet`` is the tournament sheet's name as
    formulas write it."""
    name, key, active = f"TRIM({sheet}!$B{TABLE})", w.cell("key"), w.cell("active")
    return {
        "nr": lambda _: f"ROW()-{w.first_row}",
        "key": lambda _: f"TRIM({sheet}!$A{TABLE})",
        "active": lambda _: f'IF({name}<>"",1,IF(COUNTIF({w.row("games")},0)<{players},1,0))',
        "label": lambda _: f'IF({active}=1,{key}&". "&{name},"")',
        "misnumbered": lambda _: f'IF({active}=0,0,IF({key}="",1,IF(COUNTIF({w.column("key")},{key})>1,2,0)))',
        **_cells(w, sheet, cycles),
    }


def values(w: Working, players: int, cycles: int) -> Mapping[str, Formula]:
    """Block → formula of its columns, for the blocks that compute."""
    active, scores = w.cell("active"), w.helpers("total")
    tiebreaks = {
        "SB": f"SUMPRODUCT({w.row('total')},{scores})",
        "SH": f"2*{w.cell(value_block('SB'))}-SUMPRODUCT({w.row('games')},{scores})",
        "WIN": f"COUNTIF({w.row('points')},1)",
        "KS": f"SUMPRODUCT(({scores}>=tb_koya)*{w.row('total')})",
        "DE": "0",
    }
    return {
        "points": lambda j: _points(w, j % players, j // players),
        "score": lambda _: f'IF({active}=0,"",SUM({w.row("points")}))',
        "played": lambda _: f"COUNT({w.row('points')})",
        "total": lambda j: "+".join(f"N({w.cell('points', j + cycle * players)})" for cycle in range(cycles)),
        "share": lambda j: f"IF({w.cell('games', j)}>0,{w.cell('total', j)}/{w.cell('games', j)},0)",
        **{value_block(code): _in_play(w, formula) for code, formula in tiebreaks.items()},
    }


def _cells(w: Working, sheet: str, cycles: int) -> Mapping[str, Formula]:
    def text(j: int) -> str:
        spelled = in_one_spelling(f"{sheet}!{column_letters(2 + j)}{TABLE}", (*SAME, (" ", "")))
        return f'IF({w.cell("nr")}={j + 1},"",{spelled})'

    def games(j: int) -> str:
        cell = w.cell("text", j)
        first, last = (f'ISNUMBER(FIND({side}({cell},1),"{_SIGNS}"))' for side in ("LEFT", "RIGHT"))
        read = f"IF({first},IF({last},LEN({cell}),-1),-1)"
        return f"IF(LEN({cell})=0,0,IF(LEN({cell})>{cycles},-1,{read}))"

    def flaw(j: int) -> str:
        own, other = w.cell("text", j), f"INDEX({w.all('text')},{j + 1},{w.cell('nr')})"
        fits = [f'ISNUMBER(FIND({side}({own},1)&{side}({other},1),"{_FITTING}"))' for side in ("LEFT", "RIGHT")]
        agreed = f"IF({fits[0]},IF({fits[1]},0,5),5)"
        both = f"IF(LEN({own})=0,0,{agreed})"
        return f"IF({w.cell('games', j)}<0,1,IF(LEN({own})=LEN({other}),{both},4))"

    def mark(j: int) -> str:
        flaw, cell = w.cell("flaw", j), w.cell("text", j)
        forfeit = f'LEN(SUBSTITUTE(SUBSTITUTE({cell},"+",""),"-",""))<LEN({cell})'
        return f'IF({flaw}=0,IF({forfeit},"f","."),IF({flaw}<4,"x","!"))'

    return {"text": text, "games": games, "flaw": flaw, "mark": mark}


def _points(w: Working, j: int, cycle: int) -> str:
    """The points of one game against the j-th player."""
    sign = f'FIND(MID({w.cell("text", j)},{cycle + 1},1),"{_SIGNS}")'
    return f'IF({w.cell("games", j)}>{cycle},CHOOSE({sign},{_POINTS}),"")'


def _in_play(w: Working, formula: str) -> Formula:
    """A value for players, nothing for empty rows."""
    return lambda _: f'IF({w.cell("active")}=0,"",{formula})'


def stage(w: Working, number: int) -> Mapping[str, Formula]:
    """One stage of direct encounter: the points of the games inside a group order it; a game not played counts 0."""
    block, j = previous(number)
    group, mine = w.column(block, j), w.cell(block, j)
    size, inside, won = f"group_size_{number}", f"group_of_{number}", f"won_{number}"
    tied = f"{w.cell(size)}>1"
    ahead = f'COUNTIFS({group},{mine},{w.column(won)},">"&{w.cell(won)})'
    return {
        size: lambda _: f'IF({mine}="",0,COUNTIF({group},{mine}))',
        inside: lambda k: f"IF({tied},IF({w.cell('games', k)}>0,INDEX({group},{k + 1}),0),0)",
        won: lambda _: f"IF({tied},ROUND(SUMPRODUCT(({w.row(inside)}={mine})*{w.row('share')}),6),0)",
        f"tier_{number}": lambda _: f'IF({mine}="","",{mine}+IF({tied},{ahead},0))',
    }
