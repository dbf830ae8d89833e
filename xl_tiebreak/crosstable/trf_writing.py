"""A tournament as the lines of a TRF, version 2026, by the records and letters that reading uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from ..errors import RequestError
from ..model import Kind, Tournament
from .trf import ALONE, FIELDS, LONG_NAME, NO_COLOURS, PAIRED, RECORDS, REMARKS, Document, round_start

__all__ = ["write_trf"]

_PAIRED = {meaning: letter for letter, meaning in reversed(PAIRED.items())}
_ALONE = {meaning[0]: letter for letter, meaning in reversed(ALONE.items())} | {Kind.REST: "Z"}
_SLOTS = {Kind.PENDING: "", Kind.FORFEIT_WIN: "FW", Kind.FORFEIT_LOSS: "FL"}
_OUTCOMES = {1.0: "W", 0.5: "D", 0.0: "L"}
_APART = {"U": "F"}
"""Letter of a bye → the one that stands for it in a record of points apart from results, which lacks a few."""


def write_trf(tournament: Tournament, ranks: Sequence[int], source: Document | None = None, event: str = "") -> str:
    """The file of a tournament with the players' ``ranks``, in the order of their numbers; ``event`` is its name.

    Numbers of the table that are no whole numbers up to 9999, or not all different, are replaced by the rows. What a
    tournament does not hold (name of the event, titles, dates of birth) is taken over from ``source``, a TRF with the
    same players. Colours that are not known are allocated, for without them no program reads the file (nor forfeits
    with a ``-`` for the colour), and comments say so. RequestError where a number does not fit its columns.
    """
    lines = list(_Writer(tournament, ranks, source, event).lines())
    lines.sort(key=lambda line: list(RECORDS).index(line[:3]))
    return "".join(f"{line.rstrip()}\r\n" for line in lines)


class _Writer:
    """One file in the making."""

    def __init__(self, tournament: Tournament, ranks: Sequence[int], source: Document | None, event: str) -> None:
        self.tournament, self.ranks, self.source, self.event = tournament, ranks, source, event
        self.numbers = _numbers(tournament.numbers)
        self.order = sorted(range(len(tournament)), key=self.numbers.__getitem__)
        self.letters = [[self.letter(p, r) for r in range(tournament.rounds)] for p in range(len(tournament))]
        self.scale = self.common_scale()

    def lines(self) -> Iterator[str]:
        """Every line, in no order of records."""
        t, system = self.tournament, "ROUNDROBIN" if self.tournament.system == "rr" else "SWISS"
        values = {
            "092": "Individual: Round-Robin" if t.system == "rr" else "Individual: Swiss-System",
            "062": str(len(t)),
            "072": str(sum(rating is not None for rating in t.ratings)),
            "142": str(max(t.planned, t.rounds)),
            "192": f"CUSTOM_{system}",
            "012": self.event,
        }
        if self.source is not None:
            values |= {line.tag: line.text[4:] for line in self.source.of("text")}
        yield from (f"{tag} {value}" for tag, value in values.items())
        if self.scale != {"W": 1.0, "D": 0.5, "L": 0.0, "A": 0.0, "P": 1.0}:
            yield "162  " + "    ".join(f"{letter}{_points(value)}" for letter, value in self.scale.items())
        yield from (REMARKS[key] for key in self.remarks())
        yield from self.colourless()
        longest = next(f.last - f.first + 1 for f in FIELDS if f.name == "name")
        yield from (LONG_NAME.format(self.numbers[p], t.names[p]) for p in self.order if len(t.names[p]) > longest)
        yield from map(self.player, self.order)
        yield from self.apart()

    def remarks(self) -> Iterator[str]:
        t = self.tournament
        cells = ((kind, colour) for kinds, colours in zip(t.kinds, t.colours) for kind, colour in zip(kinds, colours))
        if any(kind is Kind.PLAYED and not colour for kind, colour in cells):
            yield "no colours"
        if not t.ordered:
            yield "no order"

    def colourless(self) -> Iterator[str]:
        """A comment for every pairing without colours, where games have them."""
        t = self.tournament
        if "no colours" not in self.remarks():
            for r, p in product(range(t.rounds), self.order):
                o = t.opponents[p][r]
                if o is not None and self.numbers[p] < self.numbers[o] and not t.colours[p][r] + t.colours[o][r]:
                    yield NO_COLOURS.format(r + 1, self.numbers[p], self.numbers[o])

    def letter(self, p: int, r: int) -> str:
        """The letter of a round."""
        kind = self.tournament.kinds[p][r]
        if self.tournament.opponents[p][r] is None:
            return _ALONE[kind]
        slot = _SLOTS.get(kind)
        if slot is None:
            slot = _OUTCOMES[self.tournament.scoring.share(self.tournament.points[p][r])]
        return _PAIRED[kind, slot]

    def player(self, p: int) -> str:
        """A player's record."""
        t = self.tournament
        fields: Mapping[str, str] = self.source.players[p].fields if self.source is not None else {}
        fields = {
            **fields,
            "number": str(self.numbers[p]),
            "name": t.names[p],
            "rating": str(t.ratings[p] or ""),
            "points": _points(sum(t.points[p])),
            "rank": str(self.ranks[p]),
        }
        line = "001"
        for f in FIELDS:
            line = line.ljust(f.first - 1) + f.put(fields.get(f.name, ""))
        for r in range(t.rounds):
            line = line.ljust(round_start(r) - 1) + self.round(p, r)
        return line

    def round(self, p: int, r: int) -> str:
        """Opponent, colour and result."""
        opponent = self.tournament.opponents[p][r]
        if opponent is None:
            return f"0000 - {self.letters[p][r]}"
        colours = self.tournament.colours
        colour = colours[p][r] or {"w": "b", "b": "w"}.get(colours[opponent][r], "")
        colour = colour or ("w" if self.numbers[p] < self.numbers[opponent] else "b")
        return f"{self.numbers[opponent]:4} {colour} {self.letters[p][r]}"

    def common_scale(self) -> dict[str, float]:
        """The points of a win, a draw, a loss, an absence and a pairing-allocated bye."""
        t = self.tournament
        scale = {"W": t.scoring.win, "D": t.scoring.draw, "L": t.scoring.loss, "A": 0.0, "P": t.scoring.win}
        for letter, kinds in (
            ("A", (Kind.ZERO_POINT_BYE, Kind.FORFEIT_LOSS, Kind.REST)),
            ("P", (Kind.PAIRING_ALLOCATED_BYE,)),
        ):
            values = {
                points
                for row, row_of_points in zip(t.kinds, t.points)
                for kind, points in zip(row, row_of_points)
                if kind in kinds
            }
            if len(values) == 1:
                scale[letter] = values.pop()
        return scale

    def apart(self) -> Iterator[str]:
        """A record for every round whose points are not those of its letter."""
        scale = self.scale
        worth = {"1": "W", "=": "D", "0": "L", "+": "W", "-": "A", "F": "W", "H": "D", "Z": "A", "U": "P"}
        for p in self.order:
            for r, points in enumerate(self.tournament.points[p]):
                letter = self.letters[p][r]
                if letter and points != scale[worth[letter]]:
                    sign = _APART.get(letter, worth[letter] if letter in "1=0" else letter)
                    yield f"299 {sign}        {_points(points)}  {r + 1:3} {self.numbers[p]:4}"


def _numbers(texts: Sequence[str]) -> list[int]:
    """The players' numbers, or those of the rows."""
    numbers = [int(text) if text.isdecimal() and 0 < int(text) < 10_000 else 0 for text in texts]
    return numbers if 0 not in numbers and len(set(numbers)) == len(numbers) else list(range(1, len(texts) + 1))


def _points(value: float) -> str:
    """A number of points in the four characters that TRF has for it: `` 7.5``."""
    text = f"{value:4.1f}" if float(value * 10).is_integer() else f"{value:4.2f}"
    if len(text) > 4:
        raise RequestError(f"a TRF has four characters for points, and {value:g} does not fit in them")
    return text
