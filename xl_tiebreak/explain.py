"""Every number round by round: whose score, why it is that, what a cut takes, and the sum.

The lines are the terms of the rule printed; the value is the one that every other surface shows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .editions import Cut, Own, parse_rules
from .errors import RequestError
from .model import Kind, Tournament
from .standings import Evaluation, rank
from .terms import Terms, Value, removed, total
from .tiebreaks import Item, heading, parse_item, require_known
from .tiebreaks.encounter import mini_table, truncations
from .tiebreaks.opponents import koya_limit
from .tiebreaks.ratings import difference, expected_percent, met, scores_over_the_board
from .unplayed import Ledger
from .wording import Words, number, words

__all__ = ["Explanation", "explain", "told"]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A value in words: ``lines``, one per round or per step, ``conclusion`` the sum, ``sentence`` the whole on one
    line, for a cell. ``str()`` gives the lines under their heading."""

    heading: str
    lines: tuple[str, ...]
    conclusion: str
    sentence: str
    value: Value

    def __str__(self) -> str:
        return "\n".join((self.heading, *(f"  {line}" for line in self.lines), f"  {self.conclusion}"))


def explain(
    tournament: Tournament,
    position: int,
    code: str = "BH",
    rules: object = None,
    language: str = "en",
    chain: object = None,
) -> Explanation:
    """How the value of ``code`` comes about for the player at ``position``, in English (``en``) or Russian (``ru``).

    An item that looks at a tied group takes the one it has in the ``chain``; without one, the players equal on points.
    RequestError for an unknown code, edition or language, and for a value that the table cannot give.
    """
    chosen = parse_rules(rules)
    item = parse_item(code)
    require_known(item, chosen)
    if item.tiebreak.needs_order and not tournament.ordered:
        raise RequestError(f"{item.written} needs the order of the rounds, which a matrix does not tell")
    if item.tiebreak.needs_colours and position in tournament.uncoloured:
        raise RequestError(f"{item.written} needs the colours of the games, which the table does not tell")
    evaluation = Evaluation(tournament, chosen)
    if position in evaluation.out:
        name = tournament.names[position]
        raise RequestError(f"{name} finished less than half of the games and left the standings (withdrawn50)")
    teller = _Teller(evaluation, item, position, words(language), [position])
    if item.tiebreak.terms is not None:
        return teller.tell_sum()
    if item.tiebreak.group is not None:
        standings = rank(tournament, chain, chosen) if chain else None
        in_chain = standings is not None and item in standings.chain
        tied = standings.tied.get(item.written, []) if standings and in_chain else evaluation.tied(item)
        teller.group = next((group for group in tied if position in group), teller.group)
        return _GROUP_TELLERS[item.tiebreak.code](teller)
    return teller.tell_value()


def told(tournament: Tournament, position: int, code: str, rules: object, language: str) -> str:
    """`explain` on one line, or why there is nothing to explain."""
    try:
        return explain(tournament, position, code, rules, language).sentence
    except RequestError as error:
        return str(error)


@dataclass(slots=True)
class _Teller:
    """One explanation in the making."""

    evaluation: Evaluation
    item: Item
    p: int
    words: Words
    group: list[int]

    @property
    def ledger(self) -> Ledger:
        return self.evaluation.ledger(self.item)

    @property
    def t(self) -> Tournament:
        return self.ledger.tournament

    def number(self, value: Value) -> str:
        return number(value, self.words.language)

    def name(self, p: int) -> str:
        """``№ 8 Веселов, Иван``."""
        label, name = self.t.numbers[p], self.t.names[p]
        return f"{self.words.no} {label} {name}".rstrip() if label else name

    @property
    def title(self) -> str:
        return f"{self.name(self.p)}: {heading(self.item, self.evaluation.rules, self.words.language)}"

    # --- a sum of terms

    def tell_sum(self) -> Explanation:
        """One line per round: its term, why it is that, and whether a cut took it."""
        terms, m, p = self.evaluation.terms(self.item), self.item.modifiers, self.p
        low, high = terms.cuts[p] if terms.cuts else (m.cut or m.median, m.median)
        gone = removed(terms, p, low, high, self.ledger.treatment.cut)
        value = total(terms, p, low, high, self.ledger.treatment.cut)
        at = {r: i for i, r in enumerate(terms.rounds[p])}
        order = [r for r in self.rounds() if r in at or self.t.kinds[p][r] is not Kind.PENDING]
        lines = [self.line(terms, r, at.get(r), self.cut_mark(terms, at.get(r), gone, low)) for r in order]
        kept = [r for r in order if r in at and at[r] not in gone]
        conclusion = self.conclusion(terms, [terms.products(p)[at[r]] for r in kept], value)
        products = terms.products(p)
        brief = " + ".join(f"{self.number(products[at[r]])} ({self.whose(r)})" for r in kept)
        if gone:
            cut = ", ".join(f"{self.number(products[i])} ({self.whose(terms.rounds[p][i])})" for i in gone)
            brief += f"; {self.words.sorted_out}: {cut}"
        return Explanation(self.title, tuple(lines), conclusion, f"{self.title} = {self.number(value)}: {brief}", value)

    def rounds(self) -> list[int]:
        """Rounds in their order; in a matrix, which knows none, in the order of the opponents."""
        opponents = self.t.opponents[self.p]
        if self.t.ordered:
            return list(range(len(opponents)))
        met = [(opponent, r) for r, opponent in enumerate(opponents) if opponent is not None]
        return [r for _, r in sorted(met)]

    def line(self, terms: Terms, r: int, i: int | None, mark: str) -> str:
        """``Round 3: no. 8 …, with White, ½ — 7.5 × 0.5 = 3.75 (why)``."""
        start = f"{self.words.round.format(r + 1)}: " if self.t.ordered else ""
        text = f"{start}{self.happened(r)} — "
        why = _WHY[self.item.tiebreak.about](self, r, i is not None)
        if i is None:
            return f"{text}{why or self.words.no_term}"
        text += self.number(terms.scores[self.p][i])
        if terms.weights is not None:
            product = terms.products(self.p)[i]
            text += f" × {self.number(terms.weights[self.p][i])} = {self.number(product)}"
        return text + (f" ({why})" if why else "") + (f" — {mark}" if mark else "")

    def happened(self, r: int) -> str:
        """What the round was: the opponent, the colour, the result; or the kind of unplayed round."""
        kind, opponent, colour, points = self.t.round(self.p, r)
        parts = [] if opponent is None else [self.name(opponent)]
        if kind is Kind.PLAYED:
            parts += [self.words.colours[colour], self.number(points)]
        else:
            parts.append(self.words.kinds[kind])
        return ", ".join(part for part in parts if part)

    def whose(self, r: int) -> str:
        """The shortest name of where a term comes from: the opponent's number, or the kind of round."""
        kind, opponent, _, _ = self.t.round(self.p, r)
        if opponent is not None:
            return f"{self.words.no} {self.t.numbers[opponent]}" if self.t.numbers[opponent] else self.t.names[opponent]
        return self.words.oneself if self.ledger.own(self.p, r) is Own.SELF_DRAW else self.words.kinds[kind]

    def cut_mark(self, terms: Terms, i: int | None, gone: list[int], low: int) -> str:
        if i is None or i not in gone:
            return ""
        if gone.index(i) >= min(low, len(gone)):
            return self.words.cut_high
        preferred = self.ledger.treatment.cut is not Cut.LOWEST and i in terms.voluntary.get(self.p, ())
        return self.words.cut_voluntary if preferred else self.words.cut_low

    def conclusion(self, terms: Terms, kept: list[float], value: Value) -> str:
        if terms.mean and not kept:
            return self.words.nobody
        text = " + ".join(map(self.number, kept)).replace("+ −", "− ") or self.number(0.0)
        divisor = len(kept) if terms.mean else terms.divisor
        if divisor != 1:
            text = f"({text}) / {self.number(divisor)}"
        form = self.words.average if terms.mean else self.words.total
        return form.format(sum=text, value=self.number(value))

    # --- why a term has its score

    def why_score(self, r: int, counts: bool) -> str:
        """Whose score it is where that is not plain, and why it is not the score of the standings."""
        own, opponent = self.ledger.own(self.p, r), self.t.opponents[self.p][r]
        if not counts:
            return ""
        if own in (None, Own.AS_GAME):
            return "" if opponent is None else self.why_adjusted(opponent)
        assert own is not None
        reasons = [self.words.own[own].format(**self.facts(own, r))]
        if own is Own.SELF_DRAW:
            reasons.append(self.why_adjusted(self.p))
        elif own is Own.PARTNER_DRAW and opponent is not None:
            reasons.append(self.why_adjusted(opponent))
        return "; ".join(reason for reason in reasons if reason)

    def facts(self, own: Own, r: int) -> dict[str, str]:
        """The numbers behind a virtual opponent or a dummy."""
        t, p = self.t, self.p
        facts: dict[str, float] = {"score": self.ledger.scores[p]}
        if own in (Own.VIRTUAL, Own.VIRTUAL_DRAW):
            facts |= {
                "before": sum(t.points[p][:r]),
                "in_round": t.scoring.win - t.points[p][r],
                "after": t.scoring.draw * (t.rounds - r - 1),
            }
        elif own is Own.DUMMY_CAPPED_BY_DRAWS:
            facts["cap"] = t.scoring.draw * t.rounds
        elif own is Own.DUMMY_CAPPED_BY_PARTNER:
            facts["cap"] = self.ledger.partner_score(p, r)
        return {key: self.number(value) for key, value in facts.items()}

    def why_adjusted(self, q: int) -> str:
        """``score 6, but unplayed round 8 counts 0.5 instead of 1``; empty where the score is that of the standings."""
        rounds: dict[tuple[float, float], list[str]] = {}
        for r, change in self.ledger.adjustments(q).items():
            points = self.t.points[q][r]
            rounds.setdefault((points + change, points), []).append(str(r + 1))
        one, several = self.words.changed
        changes = [
            (one if len(names) == 1 else several).format(
                rounds=", ".join(names), lent=self.number(lent), points=self.number(points)
            )
            for (lent, points), names in rounds.items()
        ]
        if not changes:
            return ""
        return self.words.adjusted.format(score=self.number(self.ledger.scores[q]), changes="; ".join(changes))

    def why_koya(self, r: int, counts: bool) -> str:
        """Does the opponent have enough points to count?"""
        opponent = self.t.opponents[self.p][r]
        if opponent is None:
            return ""
        form = self.words.qualified if counts else self.words.unqualified
        limit = koya_limit(self.ledger, self.item.modifiers)
        return form.format(score=self.number(self.ledger.scores[opponent]), limit=self.number(limit))

    # --- rules that look at a tied group

    def tell_encounter(self) -> Explanation:
        """The mini-table of the tied players and the order it gives."""
        group = self.group
        sums, missing = mini_table(self.ledger, group)
        order = self.evaluation.split(self.item, group).shown
        lines = []
        for q in sorted(group, key=lambda q: order[q] or 0):
            form = self.words.encounter_missing if missing[q] else self.words.encounter
            lines.append(form.format(name=self.name(q), points=self.number(sums[q]), missing=missing[q]))
        listed = "; ".join(
            f"{self.number(order[q])} — {self.name(q)}" for q in sorted(group, key=lambda q: order[q] or 0)
        )
        return self.tell_group(group, lines, self.words.encounter_order.format(order=listed), order[self.p])

    def tell_truncation(self) -> Explanation:
        """Cut by cut what is left, until the player stands apart."""
        group, p = self.group, self.p
        rows = {q: truncations(self.ledger, q) for q in group}
        left = [sum(self.ledger.elements.scores[p]), *rows[p]]
        lines, apart = [], None
        for cut in range(1, len(left)):
            least = left[cut - 1] - left[cut]
            lines.append(self.words.truncated.format(cut=cut, least=self.number(least), left=self.number(left[cut])))
            rivals = [q for q in group if q != p and rows[q][:cut] == rows[p][:cut]]
            if not rivals:
                apart = cut
                break
        conclusion = self.words.undecided
        if apart:
            others = ", ".join(f"{self.number(rows[q][apart - 1])} ({self.whose_number(q)})" for q in group if q != p)
            conclusion = self.words.decided.format(cut=apart, left=self.number(left[apart]), others=others)
        return self.tell_group(group, lines, conclusion, left[apart] if apart else None)

    def tell_group(self, group: list[int], lines: list[str], conclusion: str, value: Value) -> Explanation:
        if len(group) == 1:
            lines, conclusion, value = [], self.words.not_tied, None
        brief = "; ".join((*lines, conclusion))
        return Explanation(self.title, tuple(lines), conclusion, f"{self.title}: {brief}", value)

    def whose_number(self, q: int) -> str:
        return f"{self.words.no} {self.t.numbers[q]}"

    # --- one value per player

    def tell_value(self) -> Explanation:
        """A value without terms; a performance is told with the ratings it is made of."""
        value = self.evaluation.values(self.item)[self.p]
        terms = met(self.ledger, self.item.modifiers) if self.item.tiebreak.code in _PERFORMANCES else None
        lines: tuple[str, ...] = ()
        conclusion = f"{self.item.tiebreak.formula} = {self.number(value)}"
        if terms is not None and isinstance(value, int):
            ratings, p = terms.scores[self.p], self.p
            lines = tuple(self.line(terms, r, i, "") for i, r in enumerate(terms.rounds[p]))
            scored = scores_over_the_board(self.ledger)[p]
            facts = _PERFORMANCES[self.item.tiebreak.code](value, scored, ratings)
            facts = {name: self.number(fact) if isinstance(fact, float) else fact for name, fact in facts.items()}
            form = self.words.performances[self.item.tiebreak.code]
            conclusion = form.format(value=value, scored=self.number(scored), games=len(ratings), **facts)
        return Explanation(self.title, lines, conclusion, f"{self.title}: {'; '.join((*lines, conclusion))}", value)


def _performance(value: int, scored: float, ratings: Sequence[float]) -> dict[str, object]:
    ahead = difference(scored, len(ratings))
    return {"average": value - ahead, "difference": f"{ahead:+d}".replace("-", "−")}


def _perfect(value: int, scored: float, ratings: Sequence[float]) -> dict[str, object]:
    def expected(own: int) -> float:
        return sum(expected_percent(own - int(rating)) for rating in ratings) / 100

    return {"expected": expected(value), "below": value - 1, "less": expected(value - 1)}


_PERFORMANCES: dict[str, Callable[[int, float, Sequence[float]], dict[str, object]]] = {
    "TPR": _performance,
    "PTP": _perfect,
}
"""Performance → the numbers behind it."""

_WHY: dict[str, Callable[[_Teller, int, bool], str]] = {
    "scores": _Teller.why_score,
    "koya": _Teller.why_koya,
    "own": lambda teller, r, counts: "",
}
"""What a tie-break's terms are about → why one of them is what it is."""

_GROUP_TELLERS: dict[str, Callable[[_Teller], Explanation]] = {
    "DE": _Teller.tell_encounter,
    "BH-CX": _Teller.tell_truncation,
}
