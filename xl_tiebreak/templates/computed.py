"""The computed columns of the tournament sheet: formulas for any row, and what they show of a player."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from . import calls
from .blocks import Value, Working, value_block
from .design import Design, quoted
from .facts import Line

__all__ = ["NO_NUMBER", "Computed", "columns"]

NO_NUMBER = "x"
"""The last mark of a row whose number is missing or given twice."""


class Computed(NamedTuple):
    """One column: its formula, the value for a player, and the value for an empty row."""

    formula: str
    shown: Callable[[Line], Value]
    blank: Value = ""


def columns(design: Design, w: Working) -> Iterator[Computed]:
    """Points, place, tie-breaks, what decided, what is wrong, marks; in that order."""
    texts = design.texts
    there = quoted(texts.working) + "!"
    active, marks = there + w.cell("active"), there + w.row("mark")

    def in_play(formula: str, flawed: str = "?", flaws: str = "tb_flaws") -> str:
        return f'IF({active}=0,"",IF({flaws}>0,"{flawed}",{formula}))'

    if design.style == "formulas":
        own_flaws = f'COUNTIF({marks},"x")+COUNTIF({marks},"!")'
        yield Computed(in_play(there + w.cell("score"), flaws=own_flaws), lambda line: line.points)
        yield Computed(in_play(there + w.cell("place")), lambda line: line.place)
        for code in design.codes:
            block = {"BH-CX": "cut_shown", "DE": "encounter_shown"}.get(code, value_block(code))
            yield Computed(in_play(_left(design, code, there + w.cell(block))), _value(code))
        yield Computed(in_play(there + w.cell("decided"), flawed=""), lambda line: line.decided)
    else:
        yield Computed(in_play(calls.points(design)), lambda line: line.points)
        yield Computed(in_play(_begun(calls.place(design))), lambda line: line.place)
        for code in design.codes:
            yield Computed(in_play(_begun(calls.tiebreak(design, code), design.cut(code))), _value(code))
        decided = calls.decided(design, there + w.cell("key"))
        yield Computed(in_play(_begun(decided), flawed=""), lambda line: line.decided)
    yield Computed(_check(design, w, there), lambda line: "")
    number = f'IF({there}{w.cell("misnumbered")}>0,"{NO_NUMBER}",".")'
    cells = "&".join(there + w.cell("mark", j) for j in range(design.across))
    yield Computed(f"{cells}&{number}", lambda line: f"{line.marks}.", "." * (design.across + 1))


def _value(code: str) -> Callable[[Line], Value]:
    return lambda line: line.values[code]


def _begun(formula: str, cut: int = 0) -> str:
    """A call that needs a round that is left after a cut; the functions refuse what leaves nothing."""
    return f'IF(tb_rounds<={cut},"",{formula})'


def _left(design: Design, code: str, formula: str) -> str:
    """A value of which the cut has left something; else it would be a plausible 0."""
    return _begun(formula, design.cut(code)) if design.cut(code) else formula


def _check(design: Design, w: Working, there: str) -> str:
    """What is wrong in the row, in words: the number, else the first of its flawed cells, the gravest kind first."""
    texts = design.texts
    misnumbered, flaws = there + w.cell("misnumbered"), there + w.row("flaw")
    before, after = texts.at_round[design.system].split("{}")
    found = '""'
    for flaw, sentence in reversed(list(texts.flaws.items())):
        found = f'IFERROR("{before}"&MATCH({flaw},{flaws},0)&"{after}{sentence}",{found})'
    twice = f'IF({misnumbered}=2,"{texts.number_twice}",{found})'
    return f'IF({misnumbered}=1,"{texts.no_number}",{twice})'
