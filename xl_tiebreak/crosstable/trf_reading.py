"""The tournament in a TRF: records → rounds → a `Reading` whose problems name lines.

A line of the file is a row of the grid, so that the same file pasted into a column of a sheet is read as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..address import Area
from ..errors import Problem
from ..model import Kind, Outcome, Rounds, Scoring, System, Tournament
from .attempts import Place, everybody_meets_everybody
from .faults import clashing_colours, describe_faults, describe_strangers
from .grid import Grid, decimal_of, whole_of
from .points import compare_points
from .reading import Columns, Language, Reading, Table
from .references import Reference, number_problems
from .swiss import begun
from .trf import ALONE, PAIRED, REMARKS, SLOTS, STANDARD, Cell, Document, Line, parse, round_start

__all__ = ["document_of", "read_trf"]

_SCALES = ((1.0, 0.5, 0.0), (2.0, 1.0, 0.0), (3.0, 1.0, 0.0), (3.0, 2.0, 1.0))
"""Points of a win, a draw and a loss that are tried where no record tells and the points of the players do not fit."""
_NUMBER, _NAME, _RATING, _POINTS, _RANK, _ROUNDS = range(6)
_FIELDS = ("number", "name", "rating", "points", "rank")
_ROUND_ROBIN = re.compile(r"robin|berger|all[- ]play[- ]all|кругов", re.IGNORECASE)
_EXPORT = "export it again, with players and results"
_WRITE = "write opponent, colour and result, such as '   8 w 1'"


def document_of(grid: Grid) -> Document:
    """The records in the lines of a grid."""
    return parse([row[0] if row and isinstance(row[0], str) else "" for row in grid.rows])


def read_trf(grid: Grid, language: Language | None = None, system: System | None = None) -> Reading:
    """The reading of the lines for which `trf.is_trf` holds."""
    return _Reader(grid, document_of(grid), language, system).read()


@dataclass(frozen=True, slots=True)
class _Lines(Table):
    """A table of records, whose places are lines and rounds."""

    def name(self, player: int, round_: int) -> str:
        return f"{self.grid.line_name(self.grid.top + self.rows[player])}, round {round_ + 1}"

    def cell(self, player: int, column: int) -> str:
        return f"{self.grid.line_name(self.grid.top + self.rows[player])}, {_FIELDS[column]}"


@dataclass(frozen=True, slots=True)
class _Way:
    """How the records are read; see `faults.Way`."""

    reference: Reference
    rounds: Rounds
    strangers: Mapping[Place, str]


@dataclass(slots=True)
class _Round:
    """A player's round: its kind (None: not readable), the opponent as written, colour, and what it is worth."""

    kind: Kind | None
    opponent: int | None = None
    colour: str = ""
    slot: str = ""
    points: float | None = None


_ABSENT = Kind.ZERO_POINT_BYE, "ZPB"
_OPEN = "open"
"""The result of a bare ``-`` until the points have told what it was worth."""


class _Reader:
    """One reading in the making."""

    def __init__(self, grid: Grid, document: Document, language: Language | None, system: System | None) -> None:
        self.grid, self.document, self.language, self.system = grid, document, language, system
        self.problems: list[Problem] = []
        self.index: dict[int, int] = {}
        self.scale = dict(STANDARD)
        players = document.players
        self.count = max((len(entry.rounds) for entry in players), default=0)
        cells = [[*entry.rounds, *[Cell()] * (self.count - len(entry.rounds))] for entry in players]
        columns: list[Sequence[object]] = [[entry.fields[name] for entry in players] for name in _FIELDS]
        names = document.long_names()
        columns[_NAME] = [names.get(entry.fields["number"], entry.fields["name"]) for entry in players]
        columns += [[_shown(cell) for cell in column] for column in zip(*cells)]
        rounds = tuple(range(_ROUNDS, len(columns)))
        where = Columns(number=_NUMBER, name=_NAME, rating=_RATING, points=_POINTS, place=_RANK, rounds=rounds)
        self.table = _Lines(grid, (), [entry.row for entry in players], columns, where, 0, 0)
        self.colourless = document.colourless()
        self.rounds = [[self.round(p, r, cell) for r, cell in enumerate(row)] for p, row in enumerate(cells)]

    def read(self) -> Reading:
        self.refuse_teams()
        self.refuse_empty()
        self.problems += number_problems(self.table, needed=True)
        declared = self.read_scores()
        if not any(problem.severity == "error" for problem in self.problems):
            self.index = {int(str(number)): p for p, number in enumerate(self.table.cells[_NUMBER])}
            self.enter_byes()
            self.settle_absences()
            if not declared:
                self.infer_scale()
            self.settle_open()
            return self.finished()
        return self.reading(None, "")

    # --- cells

    def round(self, player: int, round_: int, cell: Cell) -> _Round:
        """What a cell says by itself."""
        opponent = int(cell.opponent or 0) or None if not cell.text else None
        colour = {"w": "w", "b": "b", "-": "", "": ""}.get(cell.colour)
        meaning = (PAIRED if opponent else ALONE).get(cell.result)
        if not opponent and "-" in (cell.result, cell.colour + cell.result):
            meaning = Kind.ZERO_POINT_BYE, _OPEN
        elif meaning is None and opponent:
            meaning = ALONE.get(cell.result)  # see settle_absences
        if cell.text or colour is None or meaning is None:
            first = round_start(round_)
            why = f"is no round; positions {first} to {first + 9} hold opponent, colour and result"
            self.problems.append(Problem("unreadable", (self.table.name(player, round_),), _shown(cell), why, _WRITE))
            return _Round(None)
        if not opponent or (self.document.players[player].fields["number"], round_) in self.colourless:
            colour = ""
        return _Round(meaning[0], opponent, colour, meaning[1])

    def settle_absences(self) -> None:
        """Letters of byes beside an opponent, as some servers write them: an absent player's game, where the opponent
        names him back, and else a bye."""
        for p, row in enumerate(self.rounds):
            for r, one in enumerate(row):
                if one.opponent is None or one.slot not in ("PAB", "FPB", "HPB", "ZPB"):
                    continue
                other = self.position(one.opponent)
                back = other is not None and self.position(self.rounds[other][r].opponent) == p
                if back and one.slot == "ZPB":
                    one.kind, one.slot = Kind.FORFEIT_LOSS, "FL"
                elif back and one.slot in ("PAB", "FPB"):
                    one.kind, one.slot = Kind.FORFEIT_WIN, "FW"
                else:
                    one.opponent, one.colour = None, ""

    def settle_open(self) -> None:
        """What each bare ``-`` was worth: nothing or a half-point bye, whichever the printed points need."""
        half, full = self.scale["HPB"], self.scale["FPB"]
        for p, row in enumerate(self.rounds):
            places = [r for r, one in enumerate(row) if one.slot == _OPEN]
            printed = decimal_of(self.table.cells[_POINTS][p])
            if not places:
                continue
            lacking = 0.0 if printed is None else printed - sum(map(self.worth, row))
            kind, slot = _ABSENT
            if lacking == half * len(places):
                kind, slot = Kind.HALF_POINT_BYE, "HPB"
            elif lacking == full * len(places):
                kind, slot = Kind.FULL_POINT_BYE, "FPB"
            elif 0 < lacking < half * len(places) and (lacking / half).is_integer():
                why = f"was a half-point bye in {lacking / half:g} of these {len(places)} rounds and an absence else"
                names = tuple(self.table.name(p, r) for r in places)
                self.problems.append(Problem("bye", names, "-", why, "write H for a half-point bye, Z for an absence"))
            for r in places:
                row[r].kind, row[r].slot = kind, slot

    # --- other records

    def refuse_teams(self) -> None:
        """A team tournament is recognised, and refused."""
        for line in self.document.of("team")[:1]:
            why = "belongs to a team tournament, and team tie-breaks are not computed"
            self.say(line, "team", why, "leave out the records of teams to rank the players")
        for line in self.document.of(""):
            if not (line.tag.isalpha() and line.text[4:8].strip().isdecimal()):  # else a national rating
                self.say(line, "unknown-record", "is a record of no known kind and was left aside", severity="note")

    def refuse_empty(self) -> None:
        """Without players or rounds there is nothing to rank."""
        if not self.document.players:
            self.problems.append(
                Problem("no-players", (), "", "the report has no players: no line begins with 001", _EXPORT)
            )
        elif not self.count:
            self.problems.append(Problem("no-rounds", (), "", "the players of the report have no rounds yet", _EXPORT))

    def read_scores(self) -> bool:
        """Take over the points of results that the file declares; False where it declares none."""
        lines = self.document.of("scores")
        for line in lines:
            if line.tag == "XXS":
                found = re.findall(r"(\w+) *= *(\d*[.,]?\d+)", line.text)
            elif line.tag == "162":
                found = re.findall(r"([WDLAPX]) *(\d+(?:[.,]\d+)?)", line.text[4:].upper())
                found = [*[("P", points) for letter, points in found if letter == "W"], *found]
            else:
                found = [(line.tag, line.text[4:].strip())]
            for name, text in found:
                points = decimal_of(text)
                if points is None or (name not in SLOTS and name not in STANDARD):
                    self.say(line, "scores", "is no record of points", "write a letter and points, such as W 1.0")
                else:
                    self.scale.update(dict.fromkeys(SLOTS.get(name, name).split(), points))
        for line in self.document.of("points"):
            points, letter = decimal_of(line.text[13:17].strip()), line.text[4:5].upper()
            if not line.text[19:].strip(" 0") and letter in SLOTS and points is not None:
                self.scale.update(dict.fromkeys(SLOTS[letter].split(), points))
        if any(self.scale[f"W{x}"] != self.scale[f"B{x}"] for x in "WDL"):
            self.say(lines[0], "scores", "gives other points for White than for Black, which is not supported")
        return bool(lines)

    def enter_byes(self) -> None:
        """Byes, forfeited pairings and points that have a record of their own: they fill rounds that are blank."""
        for line in self.document.of("byes"):
            letter, round_ = line.text[4:5].upper() or "Z", whole_of(line.text[6:9].strip())
            for number in _numbers(line.text, 11, 5):
                self.enter(line, number, round_, Cell("", "", letter))
        for line in self.document.of("forfeits"):
            round_, sides = whole_of(line.text[7:10].strip()), (line.text[11:14].strip(), line.text[15:18].strip())
            for number, other, colour, sign in zip(sides, sides[::-1], "wb", line.text[4:6]):
                self.enter(line, number, round_, Cell(other, colour, sign))
        for line in self.document.of("points"):
            if line.text[19:].strip(" 0"):
                self.enter_points(line)

    def enter(self, line: Line, number: str, round_: int | None, cell: Cell) -> None:
        """One player's round as another record says it; a round that nobody has begun is left aside."""
        p = self.position(whole_of(number))
        if p is None or round_ is None or round_ < 1:
            why = "names no round" if p is not None else f"names player {number}, who is not in the file"
            self.say(line, "record", why, severity="warning")
        elif round_ <= self.count:
            said = self.table.cells[_ROUNDS + round_ - 1][p]
            if not said:
                self.rounds[p][round_ - 1] = self.round(p, round_ - 1, cell)
            elif self.rounds[p][round_ - 1].slot != self.round(p, round_ - 1, cell).slot:
                where = self.table.name(p, round_ - 1)
                self.say(line, "record", f"contradicts '{said}' in {where}, which counts", severity="warning")

    def enter_points(self, line: Line) -> None:
        """Points that a round brought apart from its result."""
        points, letter = decimal_of(line.text[13:17].strip()), line.text[4:5].upper().strip()
        round_ = whole_of(line.text[19:22].strip())
        for number in _numbers(line.text, 24, 5):
            p = self.position(whole_of(number))
            if p is None or points is None or not letter or not round_ or round_ > self.count:
                why = "gives or takes points apart from results, which cannot be computed"
                self.say(line, "points", why, "take the record out, and correct the places by hand")
            else:
                self.rounds[p][round_ - 1].points = points

    # --- the tournament

    def worth(self, one: _Round) -> float:
        """The points of a round."""
        if one.points is not None:
            return one.points
        return self.scale.get(f"W{one.slot}" if one.slot in ("W", "D", "L") else one.slot, 0.0)

    def infer_scale(self) -> None:
        """The first of the common scales on which everybody's points are the printed ones, else the standard."""
        printed = [decimal_of(text) for text in self.table.cells[_POINTS]]
        rows = [(row, points) for row, points in zip(self.rounds, printed) if points is not None]
        rows = [(row, points) for row, points in rows if all(one.slot != _OPEN for one in row)]
        if not any(points for _, points in rows):
            return
        for win, draw, loss in _SCALES:
            for bye in (win, draw):
                slots = {"W": win, "D": draw, "L": loss, "P": bye}
                self.scale = dict(STANDARD) | {word: slots[s] for s in slots for word in SLOTS[s].split()}
                if all(sum(map(self.worth, row)) == points for row, points in rows):
                    return
        self.scale = dict(STANDARD)

    def finished(self) -> Reading:
        """Prove the tournament, or say what contradicts what."""
        places = [(p, r) for r in range(self.count) for p in range(len(self.rounds))]
        strangers = {
            (p, r): str(one.opponent)
            for p, r in places
            if (one := self.rounds[p][r]).opponent is not None and self.position(one.opponent) is None
        }
        lost = strangers.keys() | {(p, r) for p, r in places if self.rounds[p][r].kind is None}
        columns = list(zip(*self.rounds)) if self.count else []
        opponents = [[self.position(one.opponent) for one in column] for column in columns]
        system = self.system or self.declared_system()
        system = system or ("rr" if everybody_meets_everybody(opponents) else "swiss")
        known: dict[Outcome, int] = {}
        codes = [
            [known.setdefault(self.outcome(one, system, (p, r) in lost), len(known)) for p, one in enumerate(column)]
            for r, column in enumerate(columns)
        ]
        scoring = Scoring(self.scale["WW"], self.scale["WD"], self.scale["WL"], self.extra(opponents))
        rounds = Rounds(opponents, codes, list(known), scoring)
        faults = [f for f in rounds.faults if not {(f.player, f.round), (f.partner, f.round)} & lost]
        sums = [sum(map(self.worth, row)) for row in self.rounds]
        way = _Way(Reference("number", _NUMBER, list(self.index)), rounds, strangers)
        self.problems += describe_strangers(self.table, way)
        self.problems += describe_faults(self.table, way, faults)
        self.problems += clashing_colours(self.table, faults)
        if any(problem.severity == "error" for problem in self.problems):
            return self.reading(None, "")
        tournament = Tournament.of_rounds(
            rounds,
            numbers=list(map(str, self.index)),
            names=self.table.names(),
            ratings=self.table.ratings(),
            system=system,
            planned=max(self.count, self.planned()),
        )
        about_points, proof = compare_points(self.table, sums)
        self.problems += about_points
        tournament = replace(tournament, ordered=False) if self.remarked("no order") else begun(tournament)
        return self.reading(tournament, f"{len(sums)} of {len(sums)} rows consistent, {proof}")

    def position(self, number: int | None) -> int | None:
        """The position of the player with a number."""
        return None if number is None else self.index.get(number)

    def outcome(self, one: _Round, system: System, lost: bool) -> Outcome:
        """What a round was; a lost one is an absence, so that the rest of the table can be proved."""
        kind = Kind.ZERO_POINT_BYE if lost or one.kind is None else one.kind
        if kind is Kind.ZERO_POINT_BYE and system == "rr":
            kind = Kind.REST
        return Outcome(kind, "" if self.remarked("no colours") else one.colour, self.worth(one))

    def extra(self, opponents: Sequence[Sequence[int | None]]) -> tuple[tuple[float, float], ...]:
        """Pairs of points that games ended with because a record says so."""
        return tuple(
            {
                (self.worth(one), self.worth(self.rounds[o][r]))
                for p, row in enumerate(self.rounds)
                for r, one in enumerate(row)
                if one.points is not None and one.kind is Kind.PLAYED and (o := opponents[r][p]) is not None
            }
        )

    def declared_system(self) -> System | None:
        """What the file calls itself."""
        said = self.document.text("192") + self.document.text("092")
        if _ROUND_ROBIN.search(said):
            return "rr"
        return "swiss" if "swiss" in said.casefold() else None

    def planned(self) -> int:
        """The number of rounds that the file announces, 0 where it does not."""
        return max((whole_of(line.text[4:].strip()) or 0 for line in self.document.of("rounds")), default=0)

    def remarked(self, key: str) -> bool:
        return any(line.text == REMARKS[key] for line in self.document.of("note"))

    def reading(self, tournament: Tournament | None, proof: str) -> Reading:
        if any(problem.severity == "error" for problem in self.problems):
            tournament = None
        grid, rows = self.grid, [self.grid.top + entry.row for entry in self.document.players]
        return Reading(
            tournament=tournament,
            problems=tuple(self.problems),
            area=Area(min(rows, default=grid.top), grid.left, max(rows, default=grid.top), grid.left),
            rows=rows,
            layout="trf",
            dialect="trf",
            opponents="number",
            language=self.language or self.table.language(self.table.names()),
            round_count_planned=max(self.count, self.planned()),
            proof=proof,
            grid=grid,
        )

    def say(self, line: Line, code: str, why: str, hint: str = "", severity: str = "error") -> None:
        """A problem of a line."""
        where = self.grid.line_name(self.grid.top + line.row)
        self.problems.append(Problem(code, (where,), line.text, why, hint, severity))  # type: ignore[arg-type]


def _shown(cell: Cell) -> str:
    """A round as it is quoted: ``12 w 1``."""
    return cell.text or " ".join(filter(None, [cell.opponent, cell.colour, cell.result]))


def _numbers(line: str, first: int, width: int) -> Iterator[str]:
    """The numbers of players from a position on, four characters each."""
    for start in range(first - 1, len(line), width):
        if number := line[start : start + 4].strip():
            yield number
