"""Ordinary formulas of direct encounter in a table with rounds, for tied groups of any size."""

from __future__ import annotations

from collections.abc import Mapping

from .blocks import Formula, Working
from .ranking import previous

__all__ = ["COLUMNS", "stage"]

COLUMNS = ("won", "missed", "most", "open", "behind", "barred", "first")
"""The columns of a stage: points from the games inside the group, members not met, the most that these games could have
brought; whether anybody in the group missed a meeting; members with more points; whether another than those could
overtake; whether the player goes first."""


def stage(w: Working, number: int) -> Mapping[str, Formula]:
    """Where all of a group have met, the points of their games order it. Where not, the one whom nobody could overtake
    had they met goes first, then the next one; the rest is treated anew in the next stage."""
    block, j = previous(number)
    group, mine = w.column(block, j), w.cell(block, j)
    size, won, missed, most, opened, behind, barred, first = (
        f"{name}_{number}" for name in ("group_size", "won", "missed", "most", "open", "behind", "barred", "first")
    )
    inside = f"({w.row(f'group_of_{number}')}={mine})*{w.row('share')}"
    tied, incomplete = f"{w.cell(size)}>1", f"{w.cell(opened)}>0"

    def members(*conditions: str) -> str:
        return f"COUNTIFS({','.join([group, mine, *conditions])})"

    def group_of(j: int) -> str:
        opponents = f"INDEX({group},{w.cell('opponent', j)})"
        return f"IF({tied},IF({w.cell('share', j)}>0,{opponents},0),0)"

    above = members(w.column(won), f'">"&{w.cell(won)}')
    overtaking = members(w.column(most), f'">="&{w.cell(won)}')
    barred_above = members(w.column(won), f'">"&{w.cell(won)}', w.column(barred), "1")
    rest = f"IF({incomplete},IF({w.cell(first)}=0,{members(w.column(first), '1')},{w.cell(behind)}),{w.cell(behind)})"
    return {
        size: lambda _: f'IF({mine}="",0,COUNTIF({group},{mine}))',
        f"group_of_{number}": group_of,
        won: lambda _: f"IF({tied},ROUND(SUMPRODUCT({inside}*{w.row('points')}),6),0)",
        missed: lambda _: f"IF({tied},{w.cell(size)}-1-ROUND(SUMPRODUCT({inside}),6),0)",
        most: lambda _: f"{w.cell(won)}+{w.cell(missed)}",
        opened: lambda _: f"IF({tied},SUMIF({group},{mine},{w.column(missed)}),0)",
        behind: lambda _: f"IF({tied},{above},0)",
        barred: lambda _: f"IF({incomplete},IF({overtaking}-1={w.cell(behind)},0,1),0)",
        first: lambda _: f"IF({incomplete},IF({w.cell(barred)}=0,IF({barred_above}=0,1,0),0),0)",
        f"tier_{number}": lambda _: f'IF({mine}="","",{mine}+{rest})',
    }
