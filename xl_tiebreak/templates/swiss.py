"""Ordinary formulas of a Swiss table: what a cell says, what is wrong with it, and every tie-break.

One block of columns a step, one column a round, so that every step can be read on the working sheet:
text → colour letter → opponent's row → kind → flaw; points of the round; term of Buchholz; its weight for Berger.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..address import column_letters
from .blocks import TABLE, Formula, Value, Working, value_block
from .spelling import LETTERS, SAME, in_one_spelling

__all__ = ["CODES", "helpers", "limits", "reading", "scalars", "values", "widths"]

CODES = ("BH", "BH-C1", "BH-C2", "BH-CX", "BH-M1", "BH-M2", "SB", "SH", "PS", "KS", "WIN", "DE")
"""The tie-breaks of the table, in the order of its columns and of the list to choose from."""

# The kind of a cell. With an opponent: 1 win, 2 draw, 3 loss, 4 forfeit win, 5 forfeit loss, 6 no result yet; without:
# 7 pairing-allocated bye, 8 half-point bye, 9 absent; 0 an empty cell, which is an absence once the round was played.
_RESULTS, _ALONE, _OF_ALONE = "1½0+-", "+½-0", "7,8,9,9"
_POINTS = "0,1,0.5,0,1,0,0,1,0.5,0"  # of the kinds 0 to 9
_MARKS, _FLAWED = "...ffuooo", "xxx!!c"  # how cells of the kinds 1 to 9 and of the flaws 1 to 6 are marked
_FITTING = " 13 22 31 45 54 55 66 "  # kinds of the two cells of a game


def widths(rounds: int) -> Mapping[str, tuple[int, Value]]:
    """The blocks before the ranking, in order: name → (columns, value of an empty row)."""
    return {
        "label": (1, ""),
        "nr": (1, 0),
        "key": (1, ""),
        "active": (1, 0),
        "misnumbered": (1, 0),
        "text": (rounds, ""),
        "colour": (rounds, 0),
        "opponent": (rounds, 0),
        "kind": (rounds, 0),
        "flaw": (rounds, 0),
        "mark": (rounds, "."),
        "points": (rounds, 0),
        "score": (1, ""),
        "lent": (rounds, 0),
        "adjusted": (1, ""),
        "term": (rounds, ""),
        "weight": (rounds, 0),
        "terms": (1, 0),
        **{value_block(code): (1, "") for code in CODES},
        "met_score": (rounds, -1),
        "running": (rounds, ""),
        "truncated": (rounds, ""),
        "alike": (rounds, ""),
        "share": (rounds, 0),
    }


def reading(w: Working, sheet: str, rounds: int) -> Mapping[str, Formula]:
    """Block → formula of its columns, for the blocks that read the cells. ``sheet`` is the tournament sheet's name as
    formulas write it."""
    return {**_identity(w, sheet, rounds), **_cells(w, sheet)}


def values(w: Working) -> Mapping[str, Formula]:
    """Block → formula of its columns, for the blocks that compute."""
    return {**_scores(w), **_values(w)}


def scalars(w: Working) -> Mapping[str, tuple[str, Value]]:
    """Single values: name → (formula, value of the empty table)."""
    flaws = w.all("flaw")
    return {
        "rounds": (f"MAX({w.helpers('kind')})", 0),
        "players": (f"SUM({w.column('active')})", 0),
        "clashes": (f'COUNTIFS({flaws},">3",{flaws},"<6")', 0),
        "bad_cells": (
            f'COUNTIFS({flaws},">0",{flaws},"<6")+COUNTIF({w.column("misnumbered")},">0")',
            0,
        ),
    }


def limits() -> Mapping[str, tuple[str, Value]]:
    """Single values that only the computing blocks need."""
    return {"koya": ("tb_rounds/2", 0)}


def helpers(w: Working) -> Mapping[str, Formula]:
    """What stands above the columns: the number of a round that has begun, else 0. It has with its first result; where
    nobody is paired, with a point that somebody gets without a game."""

    def begun(j: int) -> str:
        kinds = w.column("kind", j)
        without_games = f"IF(COUNTIF({kinds},6)>0,0,IF(COUNTIF({kinds},7)>0,{j + 1},0))"
        return f'IF(COUNTIFS({kinds},">0",{kinds},"<6")>0,{j + 1},{without_games})'

    return {"kind": begun}


def _identity(w: Working, sheet: str, rounds: int) -> Mapping[str, Formula]:
    name, key = f"TRIM({sheet}!$B{TABLE})", w.cell("key")
    whole = f"IFERROR(AND(VALUE({key})>0,INT(VALUE({key}))=VALUE({key})),FALSE)"
    twice = f"IF(COUNTIF({w.column('key')},{key})>1,2,0)"
    return {
        "nr": lambda _: f"ROW()-{w.first_row}",
        "key": lambda _: f"TRIM({sheet}!$A{TABLE})",
        "active": lambda _: f'IF({name}<>"",1,IF(COUNTIF({w.row("kind")},0)<{rounds},1,0))',
        "label": lambda _: f'IF({w.cell("active")}=1,{key}&". "&{name},"")',
        "misnumbered": lambda _: f"IF({w.cell('active')}=0,0,IF({whole},{twice},1))",
    }


def _cells(w: Working, sheet: str) -> Mapping[str, Formula]:
    """From the text of a cell to its kind, and what is wrong with it."""

    def opponent(j: int) -> str:
        text, colour = w.cell("text", j), w.cell("colour", j)
        return f"IF({colour}>1,IFERROR(MATCH(LEFT({text},{colour}-1),{w.column('key')},0),-1),0)"

    def kind(j: int) -> str:
        text, colour = w.cell("text", j), w.cell("colour", j)
        alone = f'IFERROR(IF(LEN({text})=1,CHOOSE(FIND({text},"{_ALONE}"),{_OF_ALONE}),-1),-1)'
        result = f'IFERROR(IF(LEN({text})={colour}+1,FIND(RIGHT({text},1),"{_RESULTS}"),-1),-1)'
        return f'IF({text}="",0,IF({colour}=0,{alone},IF(LEN({text})={colour},6,{result})))'

    def flaw(j: int) -> str:
        opponent, kind, me = w.cell("opponent", j), w.cell("kind", j), w.cell("nr")
        back = f"INDEX({w.column('opponent', j)},{opponent})"
        fitting = f'ISNUMBER(FIND({kind}&INDEX({w.column("kind", j)},{opponent}),"{_FITTING}"))'
        colour = f"MID({w.cell('text', j)},{w.cell('colour', j)},1)"
        other = f"MID(INDEX({w.column('text', j)},{opponent}),INDEX({w.column('colour', j)},{opponent}),1)"
        met = f"IF({back}<>{me},4,IF({fitting},IF({colour}={other},6,0),5))"
        named = f"IF({opponent}<1,2,IF({opponent}={me},3,{met}))"
        return f"IF({kind}<0,1,IF({w.cell('colour', j)}=0,0,{named}))"

    def mark(j: int) -> str:
        flaw, kind = w.cell("flaw", j), w.cell("kind", j)
        column = w.column("flaw", j)
        claims = f'COUNTIFS({w.column("opponent", j)},{w.cell("nr")},{column},">3",{column},"<6")'
        missed = f'IF({j + 1}>tb_rounds,".",IF({w.cell("active")}=0,".","m"))'
        plain = f'IF({kind}=0,{missed},MID("{_MARKS}",{kind},1))'
        claimed = f"IF(tb_clashes=0,0,{claims})"
        return f'IF({flaw}>0,MID("{_FLAWED}",{flaw},1),IF({claimed}>0,"!",{plain}))'

    return {
        "text": lambda j: in_one_spelling(f"{sheet}!{column_letters(2 + j)}{TABLE}", (*SAME, *LETTERS)),
        "colour": lambda j: f'IFERROR(FIND("w",SUBSTITUTE({w.cell("text", j)},"b","w")),0)',
        "opponent": opponent,
        "kind": kind,
        "flaw": flaw,
        "mark": mark,
    }


def _is_game(kind: str) -> str:
    return f"AND({kind}>0,{kind}<4)"


def _scores(w: Working) -> Mapping[str, Formula]:
    """Points, and what a round brings: the score of the opponent or what the rule puts in its place, and its weight."""
    active = w.cell("active")

    def points(j: int) -> str:
        return f"IF({j + 1}>tb_rounds,0,CHOOSE(MAX({w.cell('kind', j)},0)+1,{_POINTS}))"

    def lent(j: int) -> str:
        as_they_are = f"OR({_is_game(w.cell('kind', j))},{w.cell('kind', j)}=6,tb_rule=3)"
        return f"IF({j + 1}>tb_rounds,0,IF({as_they_are},{w.cell('points', j)},0.5))"

    def term(j: int) -> str:
        kind = w.cell("kind", j)
        opponents = f"INDEX({w.column('adjusted')},{w.cell('opponent', j)})"
        own = f"IF(AND(tb_rule=2,{kind}>3,{kind}<6),{opponents},{w.cell('adjusted')})"
        unplayed = f'IF({kind}=6,"",IF({j + 1}>tb_rounds,"",IF(tb_rule=3,"",{own})))'
        return f'IF({active}=0,"",IF(tb_flaws>0,"",IF({_is_game(kind)},{opponents},{unplayed})))'

    def weight(j: int) -> str:
        weight = f"IF({_is_game(w.cell('kind', j))},{w.cell('points', j)},0.5)"
        return f'IF({w.cell("term", j)}="",0,{weight})'

    def met_score(j: int) -> str:
        opponent = w.cell("opponent", j)
        return f"IF({opponent}>0,INDEX({w.column('score')},{opponent}),-1)"

    return {
        "points": points,
        "score": lambda _: f'IF({active}=0,"",SUM({w.row("points")}))',
        "lent": lent,
        "adjusted": lambda _: f'IF({active}=0,"",SUM({w.row("lent")}))',
        "term": term,
        "weight": weight,
        "terms": lambda _: f"COUNT({w.row('term')})",
        "met_score": met_score,
    }


def _values(w: Working) -> Mapping[str, Formula]:
    """Every tie-break of the table but those that look at a tied group, which `ranking` adds."""
    term, count = w.row("term"), w.cell("terms")
    bh, c1, c2, sb = (w.cell(value_block(code)) for code in ("BH", "BH-C1", "BH-C2", "SB"))
    low = [f"SMALL({term},{k})" for k in (1, 2)]
    high = [f"LARGE({term},{k})" for k in (1, 2)]
    values = {
        "BH": f"SUM({term})",
        "BH-C1": f"IF({count}>1,{bh}-{low[0]},0)",
        "BH-C2": f"IF({count}>2,{c1}-{low[1]},0)",
        "BH-M1": f"IF({count}>2,{c1}-{high[0]},0)",
        "BH-M2": f"IF({count}>4,{c2}-{high[0]}-{high[1]},0)",
        "SB": f"SUMPRODUCT({term},{w.row('weight')})",
        "SH": f"2*{sb}-{bh}",
        "PS": f"SUM({w.row('running')})",
        "KS": f"SUMPRODUCT(({w.row('met_score')}>=tb_koya)*{w.row('points')})",
        "WIN": f"COUNTIF({w.row('points')},1)",
        # Only the order matters to a chain: the last of the columns numbers the players by all truncations at once.
        "BH-CX": f"-{w.cell('alike', -1)}",
        "DE": "0",
    }

    def running(j: int) -> str:
        total = f"SUM({w.cell('points')}:{w.cell('points', j)})"
        return f'IF({w.cell("active")}=0,"",IF({w.cell("kind", j)}=6,"",IF({j + 1}>tb_rounds,"",{total})))'

    def truncated(j: int) -> str:
        if j == 0:
            return bh
        rest = f"IF({count}>{j},{w.cell('truncated', j - 1)}-SMALL({term},{j}),0)"
        return f'IF({w.cell("active")}=0,"",{rest})'

    def alike(j: int) -> str:
        column, own = w.column("truncated", j), w.cell("truncated", j)
        ahead = f'COUNTIF({column},">"&{own})+1'
        if j:
            group, mine = w.column("alike", j - 1), w.cell("alike", j - 1)
            ahead = f'{mine}+COUNTIFS({group},{mine},{column},">"&{own})'
        return f'IF({w.cell("active")}=0,"",{ahead})'

    def share(j: int) -> str:
        kind, kinds = w.cell("kind", j), w.row("kind")
        meetings = f'COUNTIFS({w.row("opponent")},{w.cell("opponent", j)},{kinds},">0",{kinds},"<4")'
        return f"IF({_is_game(kind)},1/{meetings},0)"

    return {
        **{value_block(code): _in_play(w, formula) for code, formula in values.items()},
        "running": running,
        "truncated": truncated,
        "alike": alike,
        "share": share,
    }


def _in_play(w: Working, formula: str) -> Formula:
    """A value for players, nothing for empty rows."""
    return lambda _: f'IF({w.cell("active")}=0,"",{formula})'
