"""Writes docs/reading.md: what is read, from the records of notations, headings, mendings and refusals.

python -m tests.crosstable.document
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.rules.document import grid
from xl_tiebreak.crosstable.colours import BLACK, WHITE, WHITE_B
from xl_tiebreak.crosstable.eaten import RESTORINGS
from xl_tiebreak.crosstable.games import DIAGONAL, EXAMPLES, NOT_PLAYED
from xl_tiebreak.crosstable.grid import text_of
from xl_tiebreak.crosstable.mending import MENDINGS, WRONG_HALVES
from xl_tiebreak.crosstable.notations import DRAW, UNREADABLE, WIN, Mark, Notation
from xl_tiebreak.crosstable.others import OTHERS
from xl_tiebreak.crosstable.programs import NOTATIONS
from xl_tiebreak.crosstable.scoring import SCHEMES
from xl_tiebreak.crosstable.words import ROLES, ROUND_AFTER, ROUND_BEFORE
from xl_tiebreak.model import FACTS, Kind
from xl_tiebreak.tiebreaks import REGISTRY

__all__ = ["PATH", "text"]

PATH = Path(__file__).resolve().parents[2] / "docs/reading.md"

HEAD = """\
# What is read

<!-- Generated: python -m tests.crosstable.document -->

A table is read as it stands: pasted, saved by a program, or typed; with a title above it and a legend below, with
headings in many languages or none. Nothing has to be retyped. What cannot be read is told with its cell.

- **A row for every player, a column for every round** (a Swiss system, or a round robin by rounds): a cell names the
  opponent and says how the game ended.
- **A row and a column for every player** (a matrix): a cell holds the results against one opponent.

What opponents are numbered by (a number, the place, the row) is decided by the cells: the opponent whom a cell names
must name the player back, with a result that fits. So is the scale: of {scales} and others the one that gives the
players their printed points. How well a table agrees with itself is told with it:
*40 of 40 rows consistent, points equal in 40 of 40*.
"""

NOTES = """\
Capitals, spaces of every kind, dashes of every length and full-width digits make no difference, nor do numbers that are
stored as text. A ½ may be written `½`, `1/2`, `0.5`, `0,5`, `.5` or `,5`. An empty cell is an absence in a Swiss system
and a free round in a round robin. An opponent without a result is a game still to be played.
"""

COLOURS = """\
## Colours

The letters of the whole table decide: {white} stand for White, {black} for Black. `b` is White beside {white_b}
(*blanc*, *bílý* …) and Black beside a letter of White. Russian `б` and `ч` are never in doubt. Where the letters do not
tell, as `b` beside `s`, a warning says so, and only the tie-breaks that count colours ({codes}) are undefined. So they
are where the table tells no colours at all.
"""

AROUND = """\
## Around the table

Titles, legends, schedules, totals, blank rows, lists of prizes below them, headings that are repeated on every page,
names of groups and separators between columns are left aside. Several tables in a sheet, below or beside each other,
are read one by one. A heading may take two rows. Columns headed by nothing that is known here, or not headed at all,
are recognised by what they hold; a wrong heading never overrules the cells. A column of the next round's pairings does
not begin a round until a result is there. The column of points may be missing.
"""


def text() -> str:
    """The whole document."""
    scales = ", ".join("-".join(map(written, (s.win, s.draw, s.loss))) for s in SCHEMES if not s.extra)
    parts = [HEAD.format(scales=scales), rounds(), matrix(), colours(), headings(), AROUND, mended(), refused()]
    return "\n".join(parts)


def code(value: object) -> str:
    """A cell as it is seen."""
    return f"`{shown}`" if (shown := text_of(value)) else "*empty*"


def written(points: float) -> str:
    """Points with halves as signs."""
    whole, half = divmod(points, 1)
    return f"{whole:g}½" if half and whole else "½" if half else f"{whole:g}"


def rounds() -> str:
    """Every notation with its examples."""
    parts = ["## A column for every round\n", NOTES]
    told: set[str] = set()
    for notation in sorted(NOTATIONS, key=lambda notation: notation.spread == "beside"):
        rows = [(code(value), meaning(mark)) for value, mark in notation.examples.items()]
        parts.append(f"### {notation.title[:1].upper()}{notation.title[1:]} (`{notation.name}`)\n")
        parts.append(grid(("cell", "means"), rows))
        parts += [said for said in open_texts(notation) if said not in told]
        told.update(open_texts(notation))
    return "\n".join(parts)


def open_texts(notation: Notation) -> Iterator[str]:
    """What is left open in a notation, and why."""
    for why in dict.fromkeys(notation.doubtful.values()):
        written = ", ".join(code(text) for text, said in notation.doubtful.items() if said == why)
        yield f"Left open: {written} {why}.\n"


def meaning(mark: Mark) -> str:
    """A mark in words."""
    kind, opponent, colour, result = mark
    if kind is None or mark == UNREADABLE:
        return "nothing: it is told as a problem"
    if opponent is None:
        return BYES[kind]
    colour = f", {COLOUR_NAMES.get(colour, f'letter {colour}')}" if colour else ""
    if kind is not Kind.PLAYED:
        return f"against {opponent}{colour}: {PAIRINGS[kind]}"
    ended = {WIN: "won", DRAW: "drawn"}.get(result, "lost") if isinstance(result, str) else written(result)
    return f"against {opponent}{colour}: {ended}"


COLOUR_NAMES = {"w": "White", "b": "Black"}
BYES = {
    Kind.PAIRING_ALLOCATED_BYE: "bye worth a win",
    Kind.FULL_POINT_BYE: "full-point bye",
    Kind.HALF_POINT_BYE: "half-point bye",
    Kind.ZERO_POINT_BYE: "absent, or a bye worth nothing",
}
PAIRINGS = {
    Kind.FORFEIT_WIN: "won by forfeit",
    Kind.FORFEIT_LOSS: "lost by forfeit",
    Kind.PENDING: "no result yet",
    Kind.ZERO_POINT_BYE: "absent",
}


def matrix() -> str:
    """Pairs of cells and the games they tell."""
    rows = [
        (code(one), code(other), ", ".join(" : ".join(game) for game in games))
        for (one, other), games in EXAMPLES.items()
    ]
    signs = " ".join(sorted({f"`{sign}`" for sign in DIAGONAL if len(sign) == 1}))
    waiting = " ".join(f"`{sign}`" for sign in sorted(NOT_PLAYED))
    return "\n".join(
        (
            "## A column for every opponent\n",
            "A cell may list several games or give their points; both cells of a pair together must leave one "
            "possibility, else the pair is told. Of two numbers such as 11 and 100 the spreadsheet may have taken "
            "zeros.\n",
            grid(("cell", "cell of the opponent", "games"), rows),
            f"Where a player would meet himself stands nothing, or up to four of {signs}. A game not played yet is "
            f"left empty, or {waiting} where empty cells arrive as 0.\n",
        )
    )


def colours() -> str:
    """Which letters stand for whom."""
    letters = {name: listed("|".join(sorted(said))) for name, said in LETTERS.items()}
    codes = ", ".join(f"`{code}`" for code, rule in REGISTRY.items() if rule.needs_colours)
    return COLOURS.format(**letters, codes=codes)


LETTERS = {"white": WHITE, "black": BLACK, "white_b": WHITE_B}


def headings() -> str:
    """Words by role and language."""
    parts = ["## Headings\n", "Capitals and full stops make no difference.\n"]
    rows = [
        (role, language, listed(words)) for role, languages in ROLES.items() for language, words in languages.items()
    ]
    parts.append(grid(("column", "language", "words"), rows))
    before, after = (by_language(words) for words in (ROUND_BEFORE, ROUND_AFTER))
    parts.append(f"A round is headed by its number, alone or after a word ({before}) or before one ({after}).\n")
    return "\n".join(parts)


def listed(words: str) -> str:
    return ", ".join(f"`{word}`" for word in words.split("|"))


def by_language(words: Mapping[str, str]) -> str:
    return "; ".join(f"{language}: {listed(said)}" for language, said in words.items())


def mended() -> str:
    """What is recovered."""
    rows = [(mending.was, code(mending.example[0]), code(mending.example[1])) for mending in MENDINGS]
    rows += [(restoring.was, code(restoring.example[0]), code(restoring.example[1])) for restoring in RESTORINGS]
    halves = " ".join(f"`{half}`" for half in WRONG_HALVES)
    return "\n".join(
        (
            "## What spreadsheets and encodings made of cells\n",
            "It is undone where a cell says nothing as it stands, and told in a note. The last two are restored only "
            "where the opponent's cell leaves one possibility.\n",
            grid(("a cell holds", "such as", "read as"), rows),
            f"A ½ in a wrong encoding looks like {halves}.\n",
            "What is lost beyond that (`#NAME?`, `12` that was `12+`) has a sentence of its own with the remedy.\n",
        )
    )


def refused() -> str:
    """What is no crosstable of players."""
    rows = [
        (" / ".join(code(cell) for cell in other.example[0]), f"{other.why[0].upper()}{other.why[1:]}; {other.hint}")
        for other in OTHERS.values()
    ]
    rows.append(("`64b3½` `0w0`", "This is a table of teams: both sides share the board points of a match"))
    return "\n".join(("## What is refused by its name\n", grid(("such as", "why"), rows)))


assert {kind for kind, facts in FACTS.items() if not facts.paired} - {Kind.REST} == {*BYES}

if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
    print(f"wrote {PATH.name}")
