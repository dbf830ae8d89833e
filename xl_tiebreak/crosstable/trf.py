"""TRF, the tournament report file: its records, columns and letters as data, which reading and writing share.

Positions count characters from 1, as in FIDE's "Tournament Report File", versions 2006 (Krause), 2016 and 2026. JaVaFo
and bbpPairings have records of their own, ``XX…`` and ``BB…``. Some programs count bytes instead of characters; which
of the two a file does shows where its columns fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, NamedTuple

from ..model import Kind

__all__ = [
    "ALONE",
    "FIELDS",
    "LONG_NAME",
    "NO_COLOURS",
    "PAIRED",
    "RECORDS",
    "REMARKS",
    "SLOTS",
    "STANDARD",
    "Cell",
    "Document",
    "Entry",
    "Field",
    "Line",
    "Role",
    "is_trf",
    "parse",
    "round_start",
]

Role = Literal["text", "counted", "rounds", "scores", "player", "byes", "points", "forfeits", "team", "unused", "note"]

_RECORDS = """
###  note      comment
012  text      tournament name
022  text      city
032  text      federation
042  text      date of start
052  text      date of end
062  counted   number of players
072  counted   number of rated players
082  unused    number of teams
092  text      type of tournament
102  text      chief arbiter
112  text      deputy chief arbiter
122  text      allotted times
132  text      dates of the rounds
142  rounds    number of rounds
XXR  rounds    number of rounds
152  unused    initial colour
162  scores    points of the results
XXS  scores    points of the results
BBW  scores    points of a win
BBD  scores    points of a draw
BBL  scores    points of a loss
BBZ  scores    points of a zero-point bye
BBF  scores    points of a forfeit loss
BBU  scores    points of a pairing-allocated bye
172  unused    starting rank method
182  unused    pairing program
192  text      coded type of tournament
202  unused    tie-breaks
212  unused    tie-breaks with points
222  text      coded time control
001  player    player
240  byes      byes
250  unused    accelerated rounds, whose points never enter a tie-break
260  unused    prohibited pairings
299  points    points apart from results
330  forfeits  forfeited pairings
XXA  unused    accelerated rounds
XXC  unused    configuration
XXP  unused    prohibited pairings
XXZ  unused    absent players
013  team      team
300  team      order of boards
310  team      team
320  team      team's pairing-allocated bye
352  team      colours of boards
362  team      points of teams
801  team      results of a team
802  team      results of a team
"""


class Record(NamedTuple):
    """A kind of record: what reading and writing do with it, and what it holds in words."""

    role: Role
    what: str


RECORDS: Mapping[str, Record] = MappingProxyType(
    {tag: Record(role, what) for tag, role, what in (line.split(None, 2) for line in _RECORDS.strip().splitlines())}  # type: ignore[arg-type]
)
"""Tag → record, in the order in which they are written."""


class Field(NamedTuple):
    """A field of a player's record: first and last position, and whether it stands at the right end."""

    name: str
    first: int
    last: int
    right: bool = False

    def cut(self, line: str) -> str:
        """What the field holds."""
        return line[self.first - 1 : self.last].strip()

    def put(self, text: str) -> str:
        """The field as it is written, filled up with blanks."""
        width = self.last - self.first + 1
        return text[:width].rjust(width) if self.right else text[:width].ljust(width)


FIELDS = (
    Field("number", 5, 8, right=True),
    Field("sex", 10, 10),
    Field("title", 11, 13, right=True),
    Field("name", 15, 47),
    Field("rating", 49, 52, right=True),
    Field("federation", 54, 56),
    Field("fide_id", 58, 68, right=True),
    Field("birth", 70, 79),
    Field("points", 81, 84, right=True),
    Field("rank", 86, 89, right=True),
)
"""The fields of a player's record before the rounds."""

_FIRST_ROUND, _WIDTH = 92, 10


def round_start(round_: int) -> int:
    """The position where a round (from 0) begins: opponent, blank, colour, blank, result."""
    return _FIRST_ROUND + _WIDTH * round_


SLOTS: Mapping[str, str] = MappingProxyType(
    {
        "W": "WW BW FW FPB",
        "D": "WD BD HPB",
        "L": "WL BL",
        "A": "ZPB FL",
        "P": "PAB",
        "X": "",
        "BBW": "WW BW FW FPB",
        "BBD": "WD BD HPB",
        "BBL": "WL BL",
        "BBZ": "ZPB",
        "BBF": "FL",
        "BBU": "PAB",
        "+": "FW",
        "-": "FL",
        "F": "FPB",
        "H": "HPB",
        "Z": "ZPB",
    }
)
"""What a letter of a record of points stands for, in the words of XXS: WW is a win with White, FW a forfeit win, …"""

STANDARD: Mapping[str, float] = MappingProxyType(
    {"WW": 1.0, "BW": 1.0, "WD": 0.5, "BD": 0.5, "WL": 0.0, "BL": 0.0}
    | {"FW": 1.0, "FL": 0.0, "PAB": 1.0, "FPB": 1.0, "HPB": 0.5, "ZPB": 0.0}
)
"""The points of every result where no record says anything else."""

Meaning = tuple[Kind, str]
"""Kind of a round, and the result whose points it brings: W, D, L for a game, else a word of `STANDARD`."""

_LETTERS: tuple[tuple[str, Meaning | None, Meaning | None], ...] = (
    ("U", None, (Kind.PAIRING_ALLOCATED_BYE, "PAB")),
    ("F", None, (Kind.FULL_POINT_BYE, "FPB")),
    ("H", None, (Kind.HALF_POINT_BYE, "HPB")),
    ("Z", None, (Kind.ZERO_POINT_BYE, "ZPB")),
    ("1", (Kind.PLAYED, "W"), (Kind.PAIRING_ALLOCATED_BYE, "PAB")),
    ("=", (Kind.PLAYED, "D"), (Kind.HALF_POINT_BYE, "HPB")),
    ("0", (Kind.PLAYED, "L"), (Kind.ZERO_POINT_BYE, "ZPB")),
    ("W", (Kind.PLAYED, "W"), (Kind.PAIRING_ALLOCATED_BYE, "PAB")),
    ("D", (Kind.PLAYED, "D"), (Kind.HALF_POINT_BYE, "HPB")),
    ("L", (Kind.PLAYED, "L"), (Kind.ZERO_POINT_BYE, "ZPB")),
    ("+", (Kind.FORFEIT_WIN, "FW"), (Kind.PAIRING_ALLOCATED_BYE, "PAB")),
    ("-", (Kind.FORFEIT_LOSS, "FL"), None),
    ("", (Kind.PENDING, ""), (Kind.ZERO_POINT_BYE, "ZPB")),
)
"""Letter of a result, its meaning after an opponent and without one. W, D and L are unrated games. The signs without an
opponent are of the years before 2016; what a bare ``-`` was, the points must tell. Of several letters for a meaning the
first one is written."""

PAIRED = {letter: meaning for letter, meaning, _ in _LETTERS if meaning}
ALONE = {letter: meaning for letter, _, meaning in _LETTERS if meaning}

REMARKS = {
    "no colours": "### The colours are not known; White stands for the lower number.",
    "no order": "### The rounds are in no order: they are the games of a matrix.",
}
"""What no record can say and a comment does, word for word, so that it can be read again."""
LONG_NAME = "### Name of {}: {}"
"""The comment with a name that is too long for its field, after the player's number."""
_LONG_NAME = re.compile(re.escape(LONG_NAME).replace(r"\{\}", "(.*?)", 1).replace(r"\{\}", "(.+)"))

NO_COLOURS = "### Round {}, {} and {}: the colours are not known; White stands for the lower number."
"""The comment on a pairing without colours, mostly a forfeit, in a file that has them: round and numbers."""
_NO_COLOURS = re.compile(re.escape(NO_COLOURS).replace(r"\{\}", r"(\d+)"))


class Line(NamedTuple):
    """A record as it stands: its tag, its text with the columns of characters, and its row in the file from 0."""

    tag: str
    text: str
    row: int


class Cell(NamedTuple):
    """A player's round: opponent, colour and result as they are written; ``text`` where it keeps to no columns."""

    opponent: str = ""
    colour: str = ""
    result: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A player's record: the text of every field, and the rounds up to the last one that holds anything."""

    row: int
    fields: Mapping[str, str]
    rounds: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A file as its records: the players, and all other lines by the role of their tag ("" where it is not known)."""

    players: tuple[Entry, ...]
    lines: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)

    def of(self, role: Role | Literal[""]) -> tuple[Line, ...]:
        """The lines of a role."""
        return self.lines.get(role, ())

    def text(self, tag: str) -> str:
        """What the first record of a tag says, empty where there is none."""
        return next((line.text[4:].strip() for line in self.of(RECORDS[tag].role) if line.tag == tag), "")

    def long_names(self) -> dict[str, str]:
        """Number → name of the players whose names are too long for their field."""
        found = (_LONG_NAME.fullmatch(line.text) for line in self.of("note"))
        return {match[1]: match[2] for match in found if match}

    def colourless(self) -> set[tuple[str, int]]:
        """Number and round (from 0) of those whose colour stands there only because a file needs one."""
        found = (_NO_COLOURS.fullmatch(line.text) for line in self.of("note"))
        return {(number, int(match[1]) - 1) for match in found if match for number in match.groups()[1:]}


_PLAYER = re.compile(r"001 [ \d]{3}\d[ \w]")
_TAG = re.compile(r"(?:###|[0-9A-Z]{3})(?= |$)")
_TELLING = 3


def is_trf(rows: Sequence[Sequence[object]]) -> bool:
    """Are these the lines of a TRF, one in the first cell of every row? Without players several known records tell."""
    texts = [row[0] for row in rows if row and isinstance(row[0], str) and row[0].strip()]
    tagged = [text for text in texts if _TAG.match(text)]
    if 10 * len(tagged) < 9 * len(texts):
        return False
    known = {text[:3] for text in tagged} & RECORDS.keys()
    return len(known) >= _TELLING or any(_PLAYER.match(text) for text in tagged)


def parse(rows: Sequence[str]) -> Document:
    """The records of a file; nothing is refused here."""
    counted_in_bytes = _counted_in_bytes(rows)
    players: list[Entry] = []
    lines: dict[str, list[Line]] = {}
    for row, text in enumerate(rows):
        text = text.rstrip().removeprefix("\ufeff")
        tag = text[:3]
        if not tag:
            continue
        if tag == "001":
            players.append(_entry(row, text, counted_in_bytes))
        else:
            role = RECORDS[tag].role if tag in RECORDS else ""
            lines.setdefault(role, []).append(Line(tag, text, row))
    return Document(tuple(players), {role: tuple(found) for role, found in lines.items()})


def _entry(row: int, text: str, counted_in_bytes: bool) -> Entry:
    if not counted_in_bytes:
        return Entry(row, {f.name: f.cut(text) for f in FIELDS}, tuple(_cells(text)))
    line = _as_bytes(text)
    fields = {f.name: f.cut(line).encode("latin-1").decode("utf-8", "replace") for f in FIELDS}
    return Entry(row, fields, tuple(_cells(line)))


def _cells(line: str) -> Iterator[Cell]:
    """The rounds of a player's record, of which every third, fifth and last two positions are blank."""
    for start in range(_FIRST_ROUND - 1, len(line), _WIDTH):
        text = line[start : start + _WIDTH].ljust(_WIDTH)
        opponent, colour, result = text[:4].strip(), text[5].strip().lower(), text[7].strip().upper()
        sound = (text[4] + text[6] + text[8:]).isspace() and (not opponent or opponent.isdecimal())
        yield Cell(opponent, colour, result, "" if sound else text.strip())


def _as_bytes(text: str) -> str:
    """A character for every byte of the text in UTF-8."""
    return text.encode("utf-8", "replace").decode("latin-1")


def _counted_in_bytes(rows: Sequence[str]) -> bool:
    """Do the columns of players with letters beyond ASCII fit better where every byte counts?"""
    doubtful = [row.rstrip() for row in rows if row.startswith("001") and not row.isascii()]
    return sum(map(_fits, map(_as_bytes, doubtful))) > sum(map(_fits, doubtful))


def _fits(line: str) -> bool:
    """Do the points and all rounds stand in their columns?"""
    points = re.fullmatch(r" *\d+[.,]\d *| *", line[80:84])
    return points is not None and line[84:85] in ("", " ") and not any(cell.text for cell in _cells(line))
