"""Writes docs/rules.md: every tie-break, edition and option from the registries, each with an example that runs.

python -m tests.rules.document
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.rules.tables import E03, E13, cell, table
from xl_tiebreak.editions import DEFAULT, EDITIONS, OPTIONS, Rules, parse_rules
from xl_tiebreak.explain import explain
from xl_tiebreak.model import Tournament
from xl_tiebreak.standings import Evaluation
from xl_tiebreak.tiebreaks import DEFAULT_CHAINS, REGISTRY, Tiebreak, parse_item
from xl_tiebreak.wording import described, number

__all__ = ["PATH", "text"]

PATH = Path(__file__).resolve().parents[2] / "docs/rules.md"
RATINGS = (2001, 2100, 1900, 2200, 1800, 1700)
EXAMPLE = table(E03, ratings=RATINGS)
PLAYER = 1
OWN_EXAMPLES: dict[str, tuple[Tournament, int]] = {"BH-CX": (table(E13), 2)}
"""Code → the table and the player that show it, where the common example does not."""
FAMILIES = (
    ("Points and one's own record", "record"),
    ("Scores of opponents", "opponents"),
    ("Inside a tied group", "encounter"),
    ("Ratings", "ratings"),
    ("US Chess and Go", "national"),
)
"""Heading → the module of `xl_tiebreak.tiebreaks` whose codes stand under it."""

MODIFIERS = {
    "C": ("-C1, -C2 …", "Cut: without the n least significant terms", "усечённый-n"),
    "CX": ("-CX", "Truncated while tied: cut by cut until somebody stands apart", "последовательно усечённый"),
    "M": ("-M1, -M2 …", "Median: without the n least significant and the n highest terms", "усреднённый-n"),
    "P": ("-P", "Forfeits are games against the scheduled opponent", "неявки как партии"),
    "F": ("-F", "With Fore Buchholz inside; BH-F is FB", "«форе»"),
    "L": ("-L+1, -L-1", "Koya's limit moved by half points", "граница Койя"),
    "U": ("-U1400", "The rating assumed for unrated players", "рейтинг безрейтинговых"),
    "R": ("-R", "The other way round", "обратный порядок"),
    "MM": ("-MM", "By micro-matches: every pair once", "по микроматчам"),
    "N": ("-N", "Plain cuts: voluntary unplayed rounds do not go first", "простое усечение"),
    "S": ("-S", "As in a Swiss, although it is a round robin", "как в швейцарской"),
}

HEAD = """\
# Rules and tie-breaks

<!-- Generated: python -m tests.rules.document -->

Every tie-break has a code, every edition of the rules an id and most a year. Both are always visible: a column says
`BH-C1` and `FIDE 2024`, since one table has several right values. Nothing is derived from today's date; without a word
the rules are `{default}`.

## Writing a chain

    PTS, BH, BH-C1@2024, KS-L+1

Items are separated by commas and applied in that order to whoever is still tied; points come first whether written or
not. An item is a code, an edition if it is not that of the chain (`@2024`, `@fide2024`, `@uscf`), and modifiers after a
hyphen; `/` and `#` are read as hyphens, capitals do not matter. What a code does not take, what contradicts itself and
what the edition does not know is refused, with the nearest that exists. `GE` is read as `REP`, `SOS-1` as `SOS-C1`,
`/V2024` as `@2024`.

Without a chain a Swiss is ranked by `{swiss}`, a round robin by `{rr}`.
"""

RANKING = """\
## Ranking

1. Players with equal points are a tied group. The next item splits each group by its value; groups that are left go on
   to the next item.
2. `DE` and `BH-CX` look at the group as it is when their turn comes. Asked without a chain they take the players equal
   on points (`BH-CX`: on points and Buchholz).
3. Who is still tied at the end shares the place: two on places 6 and 7 both have `6-7`. Lots are never drawn.
4. More is better, but for `TPN`; undefined values (nobody met, somebody unrated) come last and are shown blank.
5. Values are compared exactly, averages as fractions; they are rounded for display only.

Interim standings count the rounds that have begun; a pairing without a result counts for nothing, and neither do byes
entered for a round that nobody has played yet. Only Fore Buchholz looks at the planned number of rounds.

**Warnings, not errors**: Buchholz and its kin in a round robin (they separate nobody there, and FIDE 2026 forbids
them), progressive scores of a matrix (it has no order of rounds), ratings where somebody has none, counts of colours
where the table tells none.
"""

DECISIONS = """\
## Where programs disagree

| topic | we take |
|---|---|
| Fore Buchholz, a forfeit in the last round | it is a draw |
| Koya's limit in odd or double round robins | half of the games scheduled, not of the rounds |
| Koya, forfeits in a Swiss | count with their points |
| Direct encounter, a pair that met by forfeit only | has not met, unless `-P` |
| Direct encounter, several games of a pair | their average; US Chess: wins minus losses, whatever the number of games |
| SB-C1 with several voluntary unplayed rounds | the one with the lowest product goes, of equal ones the lowest dummy |
| Own record in a round robin | forfeits are no games over the board, a forfeit loss is no round elected |
| More cuts than rounds | 0 |
| Averages without an opponent | undefined |
| Caps of 2026 for a forfeit | the scheduled opponent's score only |
| SB of own unplayed rounds under 2009 | the awarded result; the option `virtualdraw` as chess-results counted it |
| SB on 2-1-0 | shares of a win: a draw is half of the opponent's points |
| SB on 3-1-0 and the like | 1998, US Chess, Go, face values weigh by outcome (a draw ½); from 2009 on by points |
| A bye worth less than a win | the awarded points, everywhere |

Open: the 1998 text does not say whether a draw against oneself takes the adjusted score (its numbers do); the text of
September 2023 is read as that of 2024; US Chess reduces no half-point byes in `CUM`; a crosstable does not tell McMahon
starting scores, so that `MMS` starts everybody at 0.
"""


def text() -> str:
    """The whole document."""
    head = HEAD.format(default=DEFAULT, swiss=DEFAULT_CHAINS["swiss"], rr=DEFAULT_CHAINS["rr"])
    parts = [head, modifiers(), tiebreaks(), examples(), by_edition(), RANKING, editions(), options(), DECISIONS]
    return "\n".join(parts)


def grid(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [list(headings), ["---"] * len(headings), *(list(row) for row in rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n"


def modifiers() -> str:
    rows = [
        (f"`{written}`", meaning, russian, ", ".join(f"`{code}`" for code in REGISTRY if takes(code, letter)))
        for letter, (written, meaning, russian) in MODIFIERS.items()
    ]
    return "### Modifiers\n\n" + grid(("written", "meaning", "по-русски", "taken by"), rows)


def takes(code: str, letter: str) -> bool:
    return letter in REGISTRY[code].modifiers


def tiebreaks() -> str:
    """Every code under the heading of its module."""
    parts = ["## Tie-breaks\n"]
    parts.append(
        "`s` is the score that an opponent lends (his points, his unplayed rounds as the edition says), `r` what the "
        "result weighs: 1, ½ or 0.\n"
    )
    for heading, module in FAMILIES:
        rows = [
            (f"`{rule.code}`", rule.title, rule.title_ru, rule.formula, rule.source, editions_of(rule))
            for rule in of_module(module)
        ]
        parts.append(f"### {heading}\n")
        parts.append(grid(("code", "name", "название", "value", "source", "editions"), rows))
        parts.append("\n".join(f"- `{rule.code}`: {rule.doc}" for rule in of_module(module)) + "\n")
    return "\n".join(parts)


def of_module(module: str) -> list[Tiebreak]:
    def home(rule: Tiebreak) -> str:
        body = rule.terms or rule.value or rule.group
        assert body is not None
        return body.__module__.rpartition(".")[2]

    return [rule for rule in REGISTRY.values() if home(rule) == module]


def editions_of(rule: Tiebreak) -> str:
    known = [e.id for e in EDITIONS.values() if rule.family in e.families]
    return "all" if len(known) == len(EDITIONS) else f"from {known[0]}" if len(known) > 1 else known[0]


def rules_for(rule: Tiebreak) -> Rules:
    """The newest FIDE edition for codes that it knows, else the one that does."""
    known = [e.id for e in EDITIONS.values() if rule.family in e.families]
    return parse_rules("fide2026" if "fide2026" in known else known[0])


def examples() -> str:
    """The table of the example, and one sum per code."""
    rows = [
        (str(p + 1), str(RATINGS[p]), *(cell(EXAMPLE, p, r) for r in range(EXAMPLE.rounds)), show(score))
        for p, score in enumerate(EXAMPLE.scores())
    ]
    rounds = [str(r + 1) for r in range(EXAMPLE.rounds)]
    sums = []
    for code, rule in REGISTRY.items():
        t, p = OWN_EXAMPLES.get(code, (EXAMPLE, PLAYER))
        rules = rules_for(rule)
        told = explain(t, p, code, rules)
        where = "" if t is EXAMPLE else f"no. {p + 1} of the table below, "
        sums.append((f"`{code}`", f"{where}{rules.edition.title}", told.conclusion, show(told.value)))
    own = OWN_EXAMPLES["BH-CX"][0]
    more = [(str(p + 1), *(cell(own, p, r) for r in range(own.rounds)), show(s)) for p, s in enumerate(own.scores())]
    return "\n".join(
        (
            "## An example for each\n",
            "Every kind of round at once: `5w=` a draw with number 5, `+` and `-` forfeits, `H` a half-point bye, `U` "
            "a pairing-allocated bye, `Z` an absence. The sums are those of number 2.\n",
            grid(("№", "rating", *rounds, "points"), rows),
            grid(("code", "rules", "how", "value"), sums),
            "For `BH-CX`, where players have to be equal on points and Buchholz, as numbers 3 and 7 are:\n",
            grid(("№", *(str(r + 1) for r in range(own.rounds)), "points"), more),
        )
    )


def show(value: object) -> str:
    return "–" if value is None else number(value, "en")  # type: ignore[arg-type]


def by_edition() -> str:
    """Codes × editions: the value of the same player under each."""
    evaluations = {name: Evaluation(EXAMPLE, parse_rules(name)) for name in EDITIONS}
    rows = []
    for code in (*REGISTRY, "BH-C1", "BH-M1", "BH-P", "SB-C1"):
        if code in OWN_EXAMPLES:
            continue
        item = parse_item(code)
        row = [
            show(evaluation.values(item)[PLAYER]) if item.tiebreak.family in evaluation.rules.edition.families else ""
            for evaluation in evaluations.values()
        ]
        rows.append((f"`{code}`", *row))
    return "\n".join(
        (
            "## Codes × editions\n",
            "Number 2 of the example under every edition; empty where an edition does not know the code.\n",
            grid(("", *EDITIONS), rows),
        )
    )


def editions() -> str:
    """Every edition: what it is, and what it does with unplayed rounds."""
    parts = ["## Editions\n"]
    rows = [(f"`{e.id}`", str(e.year or ""), e.title, e.title_ru, e.in_force, e.source) for e in EDITIONS.values()]
    parts.append(grid(("id", "year", "title", "название", "in force", "source"), rows))
    parts.append(
        "An edition answers three questions: what a player's unplayed round is worth to his opponents, which term it "
        "brings himself, and which term a cut takes.\n"
    )
    for e in EDITIONS.values():
        parts.append(f"### {e.title} (`{e.id}`)\n")
        parts.append(unplayed(described(e)))
        parts.append(
            f"A cut takes {e.swiss.cut.value}. In Sonneborn-Berger a result weighs {e.weigh.value}. "
            f"A direct encounter counts {e.meet.value}.\n"
        )
    (first, *_) = EDITIONS.values()
    parts.append("### Round robins, in every edition\n")
    parts.append(unplayed(described(first, "rr")))
    assert all(e.round_robin == first.round_robin for e in EDITIONS.values())
    return "\n".join(parts)


def unplayed(rows: Iterable[tuple[str, str, str]]) -> str:
    """Kinds of round that are treated alike stand together."""
    alike: dict[tuple[str, str], list[str]] = {}
    for kind, *treatment in rows:
        alike.setdefault((treatment[0], treatment[1]), []).append(kind)
    lines = [(", ".join(kinds), *treatment) for treatment, kinds in alike.items()]
    return grid(("his round", "is worth to his opponents", "brings himself"), lines)


def options() -> str:
    """Options after the edition, and who takes them."""
    rows = [
        (f"`{name}`", meaning, ", ".join(e.id for e in EDITIONS.values() if Rules(e).takes(name)))
        for name, meaning in OPTIONS.items()
    ]
    everywhere = ", ".join(EDITIONS)
    rows = [(name, meaning, "all" if ids == everywhere else ids) for name, meaning, ids in rows]
    return "\n".join(
        (
            "## Options\n",
            "After the edition, separated by colons: `2026:rr`, `1998:rr:selfdraw`. `rr` and `swiss` say what the "
            "table is; left alone, a matrix and a table in which everybody meets everybody equally often are round "
            "robins.\n",
            grid(("option", "meaning", "editions"), rows),
        )
    )


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
    print(f"wrote {PATH.name}")
