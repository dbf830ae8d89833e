"""Ordinary formulas of the ranking: a chain chosen in cells takes tied groups apart, one criterion after the other.

A group is the players with one rank, a rank being 1 + the number of players ahead; so refining a rank within its group
(rank + number of members with more) is all that a criterion does. Direct encounter needs the group as it is when its
turn comes. Therefore the chain is gone through twice: ``before`` as far as direct encounter, then its stages
(``tiers``), then ``rank`` to the end; nothing ever refers to itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .blocks import Formula, Value, Working, value_block

__all__ = ["CHAIN", "STAGES", "UNBROKEN", "Stage", "choices", "formulas", "previous", "scalars", "widths"]

CHAIN = 5
"""Criteria that can be chosen after the points."""
UNBROKEN = "–"
"""Stands for the truncation of those whom it does not set apart."""
STAGES = 4
"""How often direct encounter is repeated among those it leaves tied; enough for any group of five, see `scalars`."""


def widths(meetings: int, cuts: int, columns: Sequence[str]) -> Mapping[str, tuple[int, Value]]:
    """The blocks of the ranking, in order. ``meetings``: columns that hold the opponents' groups in every stage of
    direct encounter, ``columns``: the other ones of a stage. ``cuts``: columns of truncations, 0 where there are none.
    """
    stages: dict[str, tuple[int, Value]] = {}
    for stage in range(1, STAGES + 1):
        stages |= {
            f"group_size_{stage}": (1, 0),
            f"group_of_{stage}": (meetings, 0),
            **{f"{name}_{stage}": (1, 0) for name in columns},
            f"tier_{stage}": (1, ""),
        }
    truncation: dict[str, tuple[int, Value]] = {
        "cut_group": (1, ""),
        "cut_size": (1, 0),
        "cut_alike": (cuts, 0),
        "cut_shown": (1, ""),
    }
    return {
        "criterion": (CHAIN, ""),
        "before": (CHAIN + 1, ""),
        **stages,
        "rank": (CHAIN + 1, ""),
        "encounter_shown": (1, ""),
        **(truncation if cuts else {}),
        "sharing": (1, 0),
        "decided": (1, ""),
        "place": (1, ""),
        "position": (1, ""),
    }


def choices(chosen: Sequence[str], listed: str) -> Mapping[str, tuple[str, Value]]:
    """Single values: what is chosen. ``chosen`` are the cells of the chain, ``listed`` the range of its headings.

    An item's number is that of its code, 0 for an empty cell and for a code named before, -1 for what is unknown.
    """
    items: dict[str, tuple[str, Value]] = {}
    for k, cell in enumerate(chosen, start=1):
        earlier = "".join(f"IF({cell}={other},0," for other in chosen[: k - 1])
        closing = ")" * (k - 1)
        items[f"item_{k}"] = (f"IF(LEN({cell})=0,0,{earlier}IFERROR(MATCH({cell},{listed},0),-1){closing})", 0)
    unknown = "+".join(f"(tb_item_{k}<0)" for k in range(1, CHAIN + 1))
    return {**items, "unknown": (unknown, 0)}


def scalars(w: Working, codes: Sequence[str]) -> Mapping[str, tuple[str, Value]]:
    """Single values: where direct encounter and truncation stand in the chain, whether direct encounter came to its end
    (the last of its stages changed nothing any more), and how many players share places."""

    def position(code: str) -> str:
        number, found = codes.index(code) + 1, "0"
        for k in range(CHAIN, 0, -1):
            found = f"IF(tb_item_{k}={number},{k},{found})"
        return found

    unsettled = f"SUMPRODUCT(({w.column(f'tier_{STAGES}')}<>{w.column(f'tier_{STAGES - 1}')})*1)"
    result: dict[str, tuple[str, Value]] = {
        "encounter_at": (position("DE"), 0),
        "unsettled": (unsettled, 0),
        "shared": (f'COUNTIF({w.column("sharing")},">1")', 0),
    }
    if "BH-CX" in codes:
        result["cut_at"] = (position("BH-CX"), 0)
    return result


def formulas(
    w: Working, codes: Sequence[str], chain_cells: Sequence[str], on_points: str, not_separated: str, stage: Stage
) -> Mapping[str, Formula]:
    """Block → formula of its columns. ``on_points`` are the words for those whom the points
    set apart, ``not_separated`` for those whom nothing does."""
    found: dict[str, Formula] = {}
    values = w.row(value_block(codes[0]), value_block(codes[-1]))

    def criterion(j: int) -> str:
        item = f"tb_item_{j + 1}"
        return f'IF({w.cell("before")}="","",IF({item}<1,0,INDEX({values},{item})))'

    def refined(block: str, j: int) -> str:
        group, mine = w.column(block, j - 1), w.cell(block, j - 1)
        column, own = w.column("criterion", j - 1), w.cell("criterion", j - 1)
        return f'{mine}+COUNTIFS({group},{mine},{column},">"&{own})'

    def before(j: int) -> str:
        if j == 0:
            ahead = f'COUNTIF({w.column("score")},">"&{w.cell("score")})+1'
            return f'IF({w.cell("active")}=0,"",IF(tb_flaws>0,"",{ahead}))'
        mine = w.cell("before", j - 1)
        return f'IF({mine}="","",IF({j}<tb_encounter_at,{refined("before", j)},{mine}))'

    def rank(j: int) -> str:
        if j == 0:
            return w.cell("before")
        mine, tier = w.cell("rank", j - 1), w.cell(f"tier_{STAGES}")
        later = f"IF({j}=tb_encounter_at,{tier},{refined('rank', j)})"
        return f'IF({mine}="","",IF({j}<tb_encounter_at,{w.cell("before", j)},{later}))'

    for number in range(1, STAGES + 1):
        found |= stage(w, number)
    found |= {
        "criterion": criterion,
        "before": before,
        "rank": rank,
        **_shown(w),
        **_result(w, chain_cells, on_points, not_separated),
    }
    return found


Stage = Callable[[Working, int], Mapping[str, Formula]]
"""The formulas of one stage of direct encounter; they differ between a table with rounds and a matrix."""


def previous(stage: int) -> tuple[str, int]:
    """Block and column of the groups that a stage takes apart."""
    return (f"tier_{stage - 1}", 0) if stage > 1 else ("before", CHAIN)


def _shown(w: Working) -> Mapping[str, Formula]:
    """What is shown for criteria that look at a group: the order inside it; what is left at the cut that decided."""
    first, mine = w.cell("before", CHAIN), w.cell(f"tier_{STAGES}")
    found: dict[str, Formula] = {
        "encounter_shown": lambda _: f'IF({w.cell("group_size_1")}>1,IF(tb_unsettled>0,"?",{mine}-{first}+1),"")'
    }
    if "cut_group" not in w.blocks:
        return found
    bh, points, own = value_block("BH"), w.column("before"), w.cell("before")
    by_buchholz = f'{own}+COUNTIFS({points},{own},{w.column(bh)},">"&{w.cell(bh)})'
    group, mine_too = w.column("cut_group"), w.cell("cut_group")
    deciding = f"INDEX({w.row('truncated')},MATCH(1,{w.row('cut_alike')},0))"
    found |= {
        "cut_group": lambda _: f'IF({own}="","",IF(tb_cut_at=0,{by_buchholz},INDEX({w.row("rank")},tb_cut_at)))',
        "cut_size": lambda _: f'IF({own}="",0,COUNTIF({group},{mine_too}))',
        "cut_alike": lambda j: (
            f"IF({w.cell('cut_size')}>1,COUNTIFS({group},{mine_too},{w.column('alike', j)},{w.cell('alike', j)}),0)"
        ),
        "cut_shown": lambda _: f'IF({w.cell("cut_size")}>1,IFERROR({deciding},"{UNBROKEN}"),"")',
    }
    return found


def _result(w: Working, chain_cells: Sequence[str], on_points: str, not_separated: str) -> Mapping[str, Formula]:
    """Places, and what set each player apart; nothing before the first game is decided."""
    rank, size = w.cell("rank", CHAIN), w.cell("sharing")
    decided, words = f'"{not_separated}"', f'"{on_points}"'
    for k in range(CHAIN, -1, -1):
        alone = f"COUNTIF({w.column('rank', k)},{w.cell('rank', k)})=1"
        decided = f"IF({alone},{chain_cells[k - 1] if k else words},{decided})"
    place = f'IF({size}=1,{rank},{rank}&"-"&({rank}+{size}-1))'
    return {
        "sharing": lambda _: f'IF({rank}="",0,IF(tb_rounds=0,0,COUNTIF({w.column("rank", CHAIN)},{rank})))',
        "decided": lambda _: f'IF({size}=0,"",{decided})',
        "place": lambda _: f'IF({size}=0,"",IF(tb_encounter_at*tb_unsettled>0,"?",{place}))',
        "position": lambda _: f'IF({rank}="","",{rank}+COUNTIF({w.as_far_as_here("rank", CHAIN)},{rank})-1)',
    }
