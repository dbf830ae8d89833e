"""What the formulas show, from the engine: the values that stand in a filled file until somebody calculates.

A file carries with every formula the value it had last. The values of a template come from the same functions as every
other number of this package, so that a reader that cannot calculate shows the right ones. Tests compare them with what
a spreadsheet program makes of the formulas.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..crosstable import read
from ..editions import parse_rules
from ..model import Kind, Tournament
from ..standings import Evaluation, Standings, rank, shown
from ..tiebreaks import parse_item
from .blocks import Value
from .design import RULES, Design
from .ranking import UNBROKEN

__all__ = ["Facts", "Line", "Term", "facts_of", "written"]

_MARKS = {Kind.PLAYED: ".", Kind.PENDING: "u", Kind.FORFEIT_WIN: "f", Kind.FORFEIT_LOSS: "f"}
"""Kind → the mark by which its cell is coloured; a bye of any kind is marked ``o``."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player: ``values`` by code, ``marks`` of his results, ``position`` his line on the standings sheet."""

    number: str
    name: str
    points: float
    place: Value
    decided: str
    values: Mapping[str, Value]
    marks: str
    position: int

    @property
    def label(self) -> str:
        """Number and name, as lists show them."""
        return f"{self.number}. {self.name}"


@dataclass(frozen=True, slots=True)
class Term:
    """One round on the sheet that explains: the opponent's label and score, what counts and why."""

    opponent: str
    score: Value
    counts: Value
    weight: Value
    why: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything the visible sheets show; an empty table has no lines. ``terms`` are those of the first player."""

    state: str
    lines: tuple[Line, ...] = ()
    terms: tuple[Term, ...] = field(default=())

    @property
    def standings(self) -> list[Line]:
        """The players in order of place."""
        return sorted(self.lines, key=lambda line: line.position)


def facts_of(design: Design) -> Facts:
    """What the formulas of a design show. Only a Swiss table is ever made filled."""
    if not design.rows:
        return Facts(design.texts.state_empty)
    assert design.system == "swiss"
    heading = ("№", design.texts.name, *range(1, design.across + 1))
    tournament = read([heading, *design.rows], system="swiss").tournament_or_raise()
    rules = parse_rules(RULES[0].id)
    standings = rank(tournament, ["PTS", *design.chain], rules)
    evaluation = Evaluation(tournament, rules)
    columns = {
        code: standings.values[code] if code in standings.values else evaluation.values(parse_item(code))
        for code in design.codes
    }
    unbroken = _unbroken(design, tournament, columns["BH-CX"])
    lines = []
    for p in range(len(tournament)):
        values = {code: _cell(shown(column[p])) for code, column in columns.items()}
        if p in unbroken and design.style == "formulas":  # our function leaves such a cell blank
            values["BH-CX"] = UNBROKEN
        place, decided = standings.places[p], standings.decided_by[p]
        word = design.texts.on_points if decided == "PTS" else design.heading(decided) if decided else ""
        lines.append(
            Line(
                number=tournament.numbers[p],
                name=tournament.names[p],
                points=standings.values["PTS"][p] or 0,  # type: ignore[arg-type]
                place=int(place) if place.isdigit() else place,
                decided=word or design.texts.not_separated,
                values=values,
                marks="".join(_MARKS.get(kind, "o") for kind in tournament.kinds[p]),
                position=standings.order.index(p) + 1,
            )
        )
    shared = sum(not place.isdigit() for place in standings.places)
    state = design.texts.state_fine["swiss"].format(players=len(tournament), rounds=tournament.rounds)
    state += design.texts.state_shared.format(shared) if shared else ""
    return Facts(state, tuple(lines), tuple(_terms(design, standings, lines)))


def _unbroken(design: Design, tournament: Tournament, truncated: Sequence[object]) -> set[int]:
    """The players who were tied when truncation had its turn, and whom it did not set apart."""
    ranks = rank(tournament, ["PTS", *design.chain[: design.chain.index("BH-CX")]], RULES[0].id).ranks
    return {p for p, value in enumerate(truncated) if value is None and ranks.count(ranks[p]) > 1}


def _cell(value: float | None) -> Value:
    return "" if value is None else value


def _terms(design: Design, standings: Standings, lines: list[Line]) -> list[Term]:
    """The terms of the player in the first place."""
    ledger = Evaluation(standings.tournament, standings.rules).ledger(parse_item("BH"))
    t, texts, p = standings.tournament, design.texts, standings.order[0]
    found = []
    for r in range(t.rounds):
        opponent, element = t.opponents[p][r], ledger.element(p, r)
        counts, weight = element if element else ("", "")
        score = "" if opponent is None else ledger.scores[opponent]
        if opponent is not None and not t.kinds[p][r]:
            why = texts.game_plain if counts == score else texts.game_adjusted
        else:
            why = texts.self_draw.format(written(ledger.scores[p], design), written(ledger.adjusted[p], design))
        label = "" if opponent is None else lines[opponent].label
        found.append(Term(label, score, counts, weight, why))
    return found


def written(value: Value, design: Design) -> str:
    """A number inside a sentence, as the language writes it."""
    text = value if isinstance(value, str) else f"{value:g}"
    return text.replace(".", ",") if design.language == "ru" else text
