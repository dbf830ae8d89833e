"""The notations of programs and of other games, as data; `notations` says how such a record is read."""

from __future__ import annotations

import re

from ..model import Kind
from .notations import (
    CHESS_RESULTS,
    DOCUMENT,
    DRAUGHTS,
    DRAW,
    FOOTBALL,
    IN_THREE_COLUMNS,
    IN_TWO_COLUMNS,
    IN_TWO_LINES,
    NOTHING,
    POINTS,
    UNREADABLE,
    WIN,
    Notation,
    numbered,
    spelled,
)

__all__ = [
    "DANISH",
    "FMJD",
    "GO",
    "NOTATIONS",
    "PAPI",
    "SWISS_PERFECT",
    "TRF",
    "US_CHESS",
    "VEGA",
    "WALL_CHART",
]

_PLAYED = spelled(("w", Kind.PLAYED, WIN), ("d", Kind.PLAYED, DRAW), ("l", Kind.PLAYED, NOTHING))
_ABSENT = {"": (Kind.ZERO_POINT_BYE, NOTHING)}

VEGA = Notation(
    name="vega",
    title="Vega",
    pattern=re.compile(
        r"(?:=(?=[-+=]))?(?P<result>[-+=]{0,2}(?:bye|pab|hpb|zpb|fn|f|n)?)(?:(?:(?P<colour>[wb])|(?<=[fn]))(?P<opponent>\d{1,5}))?"
    ),
    results=spelled(
        ("+", Kind.PLAYED, WIN),
        ("=", Kind.PLAYED, DRAW),
        ("-", Kind.PLAYED, NOTHING),
        ("+f +n", Kind.FORFEIT_WIN, WIN),
        ("-f -n", Kind.FORFEIT_LOSS, NOTHING),
    ),
    alone=_ABSENT
    | spelled(
        ("+bye +pab bye pab +fn", Kind.PAIRING_ALLOCATED_BYE, WIN),
        ("=bye =hpb hpb", Kind.HALF_POINT_BYE, DRAW),
        ("-bye -zpb zpb -- -fn", Kind.ZERO_POINT_BYE, NOTHING),
    ),
    write="result, colour and opponent, such as +W12",
    byes="+PAB =HPB --",
    number="last",
    examples={
        "+W12": (Kind.PLAYED, 12, "w", WIN),
        "=B3": (Kind.PLAYED, 3, "b", DRAW),
        "-B4": (Kind.PLAYED, 4, "b", NOTHING),
        "=+W5": (Kind.PLAYED, 5, "w", WIN),
        "=-B4": (Kind.PLAYED, 4, "b", NOTHING),
        "-N7": (Kind.FORFEIT_LOSS, 7, "", NOTHING),
        "+F8": (Kind.FORFEIT_WIN, 8, "", WIN),
        "+B108 ": (Kind.PLAYED, 108, "b", WIN),
        "+BYE": (Kind.PAIRING_ALLOCATED_BYE, None, "", WIN),
        "+PAB": (Kind.PAIRING_ALLOCATED_BYE, None, "", WIN),
        "+FN": (Kind.PAIRING_ALLOCATED_BYE, None, "", WIN),
        "=BYE": (Kind.HALF_POINT_BYE, None, "", DRAW),
        "=HPB": (Kind.HALF_POINT_BYE, None, "", DRAW),
        "-BYE": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        "-FN": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        "--": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        "+": UNREADABLE,
        "+5": UNREADABLE,
    },
)
"""F and N stand for a forfeit, which has no colour. In a spreadsheet ``+W5`` may have become the formula ``=+W5``."""

SWISS_PERFECT = Notation(
    name="swissperfect",
    title="SwissPerfect",
    pattern=re.compile(r"(?P<opponent>\d{0,5})(?P<colour>) ?: ?(?P<result>[-+=wld]?)"),
    results=_PLAYED
    | spelled(("=", Kind.PLAYED, DRAW), ("+", Kind.FORFEIT_WIN, WIN), ("-", Kind.FORFEIT_LOSS, NOTHING))
    | {"": (Kind.PENDING, NOTHING)},
    alone=_ABSENT
    | spelled(
        ("w +", Kind.PAIRING_ALLOCATED_BYE, WIN),
        ("d =", Kind.HALF_POINT_BYE, DRAW),
        ("l -", Kind.ZERO_POINT_BYE, NOTHING),
    ),
    write="opponent and result, such as 11:W",
    byes="0:W 0:D 0:",
    nobody=True,
    examples={
        "11:W": (Kind.PLAYED, 11, "", WIN),
        " 1:L": (Kind.PLAYED, 1, "", NOTHING),
        "2:D": (Kind.PLAYED, 2, "", DRAW),
        "7:+": (Kind.FORFEIT_WIN, 7, "", WIN),
        "2:-": (Kind.FORFEIT_LOSS, 2, "", NOTHING),
        " 0:W": (Kind.PAIRING_ALLOCATED_BYE, None, "", WIN),
        "0:+": (Kind.PAIRING_ALLOCATED_BYE, None, "", WIN),
        "0:D": (Kind.HALF_POINT_BYE, None, "", DRAW),
        "0:-": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        "0: ": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        "  : ": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
    },
)

US_CHESS = Notation(
    name="us-chess",
    title="US Chess wall chart",
    pattern=re.compile(r"(?P<result>[a-z]?)-{0,4}(?: ?(?P<opponent>\d{1,5}))?(?: (?P<colour>[wb]))?"),
    results=_PLAYED
    | spelled(
        ("n", Kind.PLAYED, WIN),
        ("r", Kind.PLAYED, DRAW),
        ("s", Kind.PLAYED, NOTHING),
        ("x", Kind.FORFEIT_WIN, WIN),
        ("f", Kind.FORFEIT_LOSS, NOTHING),
    ),
    alone=_ABSENT
    | spelled(
        ("b x", Kind.PAIRING_ALLOCATED_BYE, WIN),
        ("h z", Kind.HALF_POINT_BYE, DRAW),
        ("u f", Kind.ZERO_POINT_BYE, NOTHING),
    ),
    write="result and opponent, such as W 12",
    byes="B H U",
    number="last",
    nobody=True,
    examples={
        "W  39": (Kind.PLAYED, 39, "", WIN),
        "D  12": (Kind.PLAYED, 12, "", DRAW),
        "L   4": (Kind.PLAYED, 4, "", NOTHING),
        "W4": (Kind.PLAYED, 4, "", WIN),
        "N 7": (Kind.PLAYED, 7, "", WIN),
        "X  12": (Kind.FORFEIT_WIN, 12, "", WIN),
        "F  12": (Kind.FORFEIT_LOSS, 12, "", NOTHING),
        "X": (Kind.PAIRING_ALLOCATED_BYE, None, "", WIN),
        "B": (Kind.PAIRING_ALLOCATED_BYE, None, "", WIN),
        "H---": (Kind.HALF_POINT_BYE, None, "", DRAW),
        "Z": (Kind.HALF_POINT_BYE, None, "", DRAW),
        "U": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        "U   0": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        "B 12": UNREADABLE,
    },
)
"""N, R and S are games against an opponent whose own cell says otherwise, X without an opponent is a point won by
forfeit whose opponent is lost."""

WALL_CHART = Notation(
    name="us-chess",
    title="US Chess wall chart, colours in a second line",
    pattern=US_CHESS.pattern,
    results=US_CHESS.results,
    alone=US_CHESS.alone,
    write=US_CHESS.write,
    byes=US_CHESS.byes,
    number="",
    nobody=True,
    spread="below",
    examples={
        "W  39 W": (Kind.PLAYED, 39, "w", WIN),
        "D   4 B": (Kind.PLAYED, 4, "b", DRAW),
        "H     ": (Kind.HALF_POINT_BYE, None, "", DRAW),
    },
)

GO = Notation(
    name="go",
    title="OpenGotha and the European Go Database",
    pattern=re.compile(r"(?:(?P<opponent>\d{1,5})(?P<result>[-+=?]!?)(?:/(?P<colour>[wb])\d?)?(?:\|.{0,20})?)?"),
    results=spelled(
        ("+", Kind.PLAYED, WIN),
        ("=", Kind.PLAYED, DRAW),
        ("-", Kind.PLAYED, NOTHING),
        ("+!", Kind.FORFEIT_WIN, WIN),
        ("-!", Kind.FORFEIT_LOSS, NOTHING),
        ("?", Kind.PENDING, NOTHING),
    ),
    alone=_ABSENT
    | spelled(
        ("+ +!", Kind.PAIRING_ALLOCATED_BYE, WIN),
        ("= =!", Kind.HALF_POINT_BYE, DRAW),
        ("- -! ?", Kind.ZERO_POINT_BYE, NOTHING),
    ),
    write="opponent, result and colour, such as 12+/w",
    byes="0+ 0= 0-",
    nobody=True,
    examples={
        "12+/w9": (Kind.PLAYED, 12, "w", WIN),
        "3-/b0": (Kind.PLAYED, 3, "b", NOTHING),
        "5=": (Kind.PLAYED, 5, "", DRAW),
        "8?/w0": (Kind.PENDING, 8, "w", NOTHING),
        "7-!": (Kind.FORFEIT_LOSS, 7, "", NOTHING),
        "4+/b|12345678": (Kind.PLAYED, 4, "b", WIN),
        "0+": (Kind.PAIRING_ALLOCATED_BYE, None, "", WIN),
        "0=": (Kind.HALF_POINT_BYE, None, "", DRAW),
        "0-": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        None: (Kind.ZERO_POINT_BYE, None, "", NOTHING),
    },
)
"""The digit after the colour is the handicap, what follows a bar the player's number in the database."""

FMJD = Notation(
    name="fmjd",
    title="draughts reports, result before the opponent",
    pattern=re.compile(r"(?:(?P<result>\d{1,2}(?:½|[.,]5)?)/(?P<opponent>\d{1,5}) ?(?P<colour>[wb]?))?"),
    results=numbered(*range(13)),
    alone=_ABSENT,
    write="result, opponent and colour, such as 2/7w",
    byes="an empty cell",
    number="",
    examples={
        "2/7w": (Kind.PLAYED, 7, "w", 2.0),
        "1/2b": (Kind.PLAYED, 2, "b", 1.0),
        "12/3w": (Kind.PLAYED, 3, "w", 12.0),
        "1/7": (Kind.PLAYED, 7, "", 1.0),
        None: (Kind.ZERO_POINT_BYE, None, "", NOTHING),
    },
)

DANISH = Notation(
    name="danish",
    title="Danish club sheets, a colour digit before the opponent and the result in a second column",
    pattern=re.compile(r"(?:(?P<colour>[12])(?P<opponent>\d{2,3}) ?)?(?P<result>[-½.,/\d]{0,4})"),
    results=numbered(0, 0.5, 1) | spelled(("-1", Kind.PENDING, NOTHING)) | {"": (Kind.PENDING, NOTHING)},
    alone=_ABSENT | spelled(("1 1.0 1,0", Kind.PAIRING_ALLOCATED_BYE, WIN), ("0.5 0,5 ½", Kind.HALF_POINT_BYE, DRAW)),
    write="colour (1 black, 2 white), opponent and result, such as 207 and 1",
    byes="a result without an opponent",
    number="",
    colours={"1": "b", "2": "w"},
    spread="beside",
    parted=True,
    examples={
        "207 1": (Kind.PLAYED, 7, "w", 1.0),
        "112 0.5": (Kind.PLAYED, 12, "b", 0.5),
        "207": (Kind.PENDING, 7, "w", NOTHING),
        "1": (Kind.PAIRING_ALLOCATED_BYE, None, "", WIN),
        "": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
    },
)

PAPI = Notation(
    name="papi",
    title="Papi and Sharly Chess, as JSON",
    pattern=re.compile(
        r'\{ ?"result" ?: ?(?P<result>\d) ?, ?"color" ?: ?"(?P<colour>[bnf])"'
        r'(?: ?, ?"opponent" ?: ?(?:(?P<opponent>\d{1,5})|null))? ?\}'
    ),
    results=spelled(
        ("0", Kind.PENDING, NOTHING),
        ("1", Kind.PLAYED, NOTHING),
        ("2", Kind.PLAYED, DRAW),
        ("3", Kind.PLAYED, WIN),
        ("4 5", Kind.FORFEIT_LOSS, NOTHING),
        ("6", Kind.FORFEIT_WIN, WIN),
    ),
    alone=spelled(
        ("3 6", Kind.PAIRING_ALLOCATED_BYE, WIN),
        ("2", Kind.HALF_POINT_BYE, DRAW),
        ("0 1 4 5", Kind.ZERO_POINT_BYE, NOTHING),
    ),
    write='an object such as {"result":3,"color":"B","opponent":8}',
    byes='{"result":6,"color":"F"}',
    number="",
    colours={"b": "w", "n": "b", "f": ""},
    base=0,
    examples={
        '{"result":3,"color":"B","opponent":8}': (Kind.PLAYED, 9, "w", WIN),
        '{"result": 2, "color": "N", "opponent": 0}': (Kind.PLAYED, 1, "b", DRAW),
        '{"result":6,"color":"F","opponent":null}': (Kind.PAIRING_ALLOCATED_BYE, None, "", WIN),
        '{"result":4,"color":"N","opponent":3}': (Kind.FORFEIT_LOSS, 4, "b", NOTHING),
    },
)
"""B is *blanc*, N *noir*. Opponents are counted from 0, in the order of the rows."""

TRF = Notation(
    name="trf",
    title="rounds of a FIDE report file, one in a cell",
    pattern=re.compile(r"(?:(?P<opponent>\d{1,5}) (?:(?P<colour>[wbs])|-) )?(?P<result>[-+=01wdlufhz]?)"),
    results=_PLAYED
    | numbered(0, 1)
    | spelled(
        ("=", Kind.PLAYED, DRAW),
        ("+", Kind.FORFEIT_WIN, WIN),
        ("-", Kind.FORFEIT_LOSS, NOTHING),
        ("z", Kind.ZERO_POINT_BYE, NOTHING),
    )
    | {"": (Kind.PENDING, NOTHING)},
    alone=_ABSENT
    | spelled(
        ("u +", Kind.PAIRING_ALLOCATED_BYE, WIN),
        ("f", Kind.FULL_POINT_BYE, WIN),
        ("h =", Kind.HALF_POINT_BYE, DRAW),
        ("z -", Kind.ZERO_POINT_BYE, NOTHING),
    ),
    write="opponent, colour and result, such as 12 w 1",
    byes="0000 - U, 0000 - H, 0000 - Z",
    nobody=True,
    examples={
        "  12 w 1": (Kind.PLAYED, 12, "w", 1.0),
        "  22 b 0": (Kind.PLAYED, 22, "b", 0.0),
        "  7 w w": (Kind.PLAYED, 7, "w", WIN),
        "0000 - U": (Kind.PAIRING_ALLOCATED_BYE, None, "", WIN),
        "0000 - F": (Kind.FULL_POINT_BYE, None, "", WIN),
        "0000 - =": (Kind.HALF_POINT_BYE, None, "", DRAW),
        "0000 - Z": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        "  62 b Z": (Kind.ZERO_POINT_BYE, None, "", NOTHING),
        "  5 - +": (Kind.FORFEIT_WIN, 5, "", WIN),
    },
)

NOTATIONS = (
    IN_THREE_COLUMNS,
    IN_TWO_COLUMNS,
    IN_TWO_LINES,
    DOCUMENT,
    CHESS_RESULTS,
    DRAUGHTS,
    FOOTBALL,
    POINTS,
    VEGA,
    SWISS_PERFECT,
    WALL_CHART,
    US_CHESS,
    GO,
    FMJD,
    DANISH,
    PAPI,
    TRF,
)
"""In the order in which they are tried: of those that read a table equally well the first one names it."""
