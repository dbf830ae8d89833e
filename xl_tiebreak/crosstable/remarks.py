"""What is to be said about single cells: why one cannot be read, what was mended, what should be written otherwise."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from ..errors import Problem
from ..model import Kind
from .attempts import Attempt
from .grid import is_blank, text_of
from .lines import round_cells
from .mending import ERROR, is_mangled
from .notations import Notation
from .reading import Table
from .rows import silent_rows
from .scoring import SCHEMES

__all__ = [
    "blanks",
    "complaint",
    "left_out",
    "mended",
    "mended_note",
    "nothing_finished",
    "scale_of_points",
    "several_byes",
    "unknown_colours",
    "unreadable",
]

_FEW = 8
"""Up to so many cells are complained about one by one, however small the table is."""
_NAMED = 5
"""So many cells are named in a note; the others are counted."""
_OPPONENT = re.compile(r"\d+ ?[^\W\d_]")
"""How a cell begins that names an opponent and a colour, whatever has become of the rest."""


def unreadable(table: Table, way: Attempt) -> list[Problem]:
    """A problem for every cell that cannot be read; one for them all where most of the table cannot, or where no cell
    names an opponent."""
    columns, places = table.columns.rounds, way.unreadable
    notation = way.cells.notation
    if not places:
        return []
    filled = sum(text_of(value) != "" for column in columns for value in table.cells[column])
    if len(places) > _FEW and 2 * len(places) > filled:
        why = f"is one of {len(places)} cells, out of {filled}, that are in no notation known here"
        hint = f"write {notation.write}"
        return [Problem("notation", (table.name(*places[0]),), table.text(*places[0]), why, hint)]
    named = any(opponent for column in way.cells.rounds for opponent in column.opponents)
    if filled > 1 and not named and not any(_OPPONENT.match(table.text(*place)) for place in places):
        why = f"is one of {filled} results, none of which names an opponent"
        hint = f"write the opponents with the results: {notation.write}; or a column for every opponent"
        return [Problem("no-opponents", (table.name(*places[0]),), table.text(*places[0]), why, hint)]
    problems = []
    cells = round_cells(table, notation) or []
    for player, round_ in places:
        value = cells[round_][player]
        why, hint = complaint(notation, value)
        problems.append(Problem("unreadable", (table.name(player, round_),), text_of(value), why, hint))
    return problems


def complaint(notation: Notation, value: object) -> tuple[str, str]:
    """Why a cell cannot be read and what to write instead."""
    text = text_of(value)
    write = f"write {notation.write}"
    if text.lower() in notation.doubtful:
        return notation.doubtful[text.lower()], f"{write}, or {notation.byes.split()[0]} for the bye"
    if is_mangled(value):
        return "is a date or a time that the spreadsheet made of a text", f"format the cell as text and {write}"
    if ERROR.fullmatch(text):
        why = "is an error of the spreadsheet, which took a text such as +BYE for a formula"
        return why, f"format the cell as text and {write}"
    if text.endswith("?") and text[:-1].strip():
        why = "has a ? for its result, which is what some programs save instead of ½"
        return why, f"{write}, or save the file again as 'CSV UTF-8' or .xlsx"
    if text.isdigit():
        return "has neither colour nor result", f"{write}, or {notation.byes} for a bye"
    named = any(map(str.isdigit, text))
    return "is not a result", write if named else f"{write}, or {notation.byes} for a bye"


def left_out(table: Table, hint: str) -> Iterator[Problem]:
    """A note on every row below the players that has a name and nothing else, and was not taken for a player; ``hint``
    says what makes it one."""
    for row in silent_rows(table):
        cell = table.grid.name(table.grid.top + row, table.grid.left + (table.columns.name or 0))
        text = text_of(table.grid.rows[row][table.columns.name or 0])
        yield Problem("left-out", (cell,), text, "has no results and was not taken for a player", hint, "note")


def unknown_colours(way: Attempt) -> Iterator[Problem]:
    """A warning where the letters do not tell which colour is White."""
    if way.cells.colours is None:
        letters = " and ".join(sorted({token.colour for token in way.cells.reader.tokens} - {""}))
        why = f"the colour letters {letters} do not tell which of them is White"
        if len(letters) == 1:
            why = f"all games have the colour letter {letters}"
        hint = "write w and b; only tie-breaks that count colours are affected"
        yield Problem("colour-letters", (), "", why, hint, "warning")


def several_byes(table: Table, way: Attempt) -> Iterator[Problem]:
    """A note for every round in which several players got a point without an opponent."""
    tokens = way.cells.reader.tokens
    byes = {token for token, (kind, *_) in enumerate(tokens) if kind is Kind.PAIRING_ALLOCATED_BYE}
    for r, column in enumerate(way.cells.rounds):
        players = [p for p in column.alone if column.tokens[p] in byes]
        if len(players) > 1:
            why = f"stands for {len(players)} players in round {r + 1}"
            hint = "a win by forfeit is better written with the opponent, such as 5w+"
            cells = tuple(table.name(p, r) for p in players)
            yield Problem("several-byes", cells, table.text(players[0], r), why, hint, "note")


def blanks(table: Table, way: Attempt, rounds: int) -> Iterator[Problem]:
    """A note on the empty cells of a Swiss, which count as absences in the rounds that count."""
    for r, column in enumerate(way.cells.rounds[:rounds] if way.system == "swiss" else ()):
        first = table.cells[table.columns.rounds[r]]
        players = [p for p in column.alone if is_blank(first[p]) and not table.text(p, r)]
        if players:
            more = f"and {len(players) - _NAMED} more cells " if len(players) > _NAMED else ""
            why = f"{more}are empty and count as absences" if len(players) > 1 else "is empty and counts as an absence"
            hint = "write - for who was absent, and the opponent for who is still to play, such as 4w"
            yield Problem("blank", tuple(table.name(p, r) for p in players[:_NAMED]), "", why, hint, "note")


def nothing_finished(table: Table) -> Iterator[Problem]:
    """A warning where something stands in the rounds, none of which is finished."""
    columns = table.columns.rounds
    filled = [
        (p, r)
        for p in range(len(table.rows))
        for r, column in enumerate(columns)
        if table.cells[column][p] != 0 and not is_blank(table.cells[column][p])
    ]
    if filled:
        cells = f"is one of {len(filled)} cells in the rounds, none of which is a finished game"
        why = cells if len(filled) > 1 else "stands alone in the rounds and is no finished game"
        hint = "write opponent, colour and result of a game into one cell, such as 8w½, once it is finished"
        yield Problem("no-results", (table.name(*filled[0]),), table.text(*filled[0]), why, hint, "warning")


def scale_of_points(way: Attempt) -> Iterator[Problem]:
    """A note where only the printed points say what a game or a bye counts."""
    scale, counted = way.scale, way.scale.counted
    if counted not in SCHEMES:
        why = f"a win counts {counted.win:g} here and a draw {counted.draw:g}, as the points say"
        yield Problem("scale", (), "", why, "correct the points where that is wrong", "note")
    if scale.bye is not None:
        why = f"a bye counts {scale.bye:g} here and a win {counted.win:g}, as the points say"
        yield Problem("bye-points", (), "", why, "correct the points where that is wrong", "note")


def mended(table: Table, way: Attempt) -> Iterator[Problem]:
    """A note for every way in which cells had to be mended before they said anything."""
    mendings: defaultdict[str, set[int]] = defaultdict(set)
    for position, token in enumerate(way.cells.reader.tokens):
        if token.mending is not None:
            mendings[token.mending.was].add(position)
    for was, tokens in mendings.items():
        places = way.cells.places_of(tokens)
        if places:
            yield mended_note([table.name(*place) for place in places], table.text(*places[0]), was)


def mended_note(cells: Sequence[str], text: str, was: str) -> Problem:
    """A note on cells that were mended."""
    others = "" if len(cells) == 1 else f", like {len(cells) - 1} more cells" if len(cells) > 2 else ", like one more"
    why = f"holds {was}{others}, and was read as it was meant"
    return Problem("mended", tuple(cells[:_NAMED]), text, why, "", "note")
