"""The words of explanations in English and Russian, and numbers as each language writes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from .editions import Edition, Lend, Own
from .errors import RequestError
from .model import Kind, System
from .terms import Value

__all__ = ["LANGUAGES", "Words", "described", "number", "words"]


@dataclass(frozen=True, slots=True)
class Words:
    """One language. Texts with braces are filled in by `explain`."""

    language: str
    no: str
    round: str
    place: str
    name: str
    decided_by: str
    colours: Mapping[str, str]
    kinds: Mapping[Kind, str]
    own: Mapping[Own, str]
    no_term: str
    adjusted: str
    """score, what changed"""
    changed: tuple[str, str]
    """one round, several rounds; what they count, what they brought"""
    total: str
    average: str
    nobody: str
    cut_low: str
    cut_voluntary: str
    cut_high: str
    sorted_out: str
    """label of the list of terms that were cut, in a one-line explanation"""
    qualified: str
    unqualified: str
    """score of the opponent, limit of Koya"""
    oneself: str
    undefined: str
    not_tied: str
    encounter: str
    """name, points from the games inside the group"""
    encounter_missing: str
    encounter_order: str
    truncated: str
    """number of the cut, what it took away, what is left"""
    decided: str
    """values of the others at the cut that decided"""
    undecided: str
    performances: Mapping[str, str]
    """code → conclusion; value, scored, games, and the numbers behind it"""

    def edition(self, edition: Edition) -> str:
        """The title of an edition of the rules."""
        return edition.title_ru if self.language == "ru" else edition.title


_EN = Words(
    language="en",
    no="no.",
    round="Round {}",
    place="Place",
    name="Name",
    decided_by="Decided by",
    colours={"w": "with White", "b": "with Black", "": ""},
    kinds={
        Kind.FORFEIT_WIN: "forfeit win",
        Kind.FORFEIT_LOSS: "forfeit loss",
        Kind.PAIRING_ALLOCATED_BYE: "pairing-allocated bye",
        Kind.FULL_POINT_BYE: "full-point bye",
        Kind.HALF_POINT_BYE: "half-point bye",
        Kind.ZERO_POINT_BYE: "absent",
        Kind.REST: "free round",
        Kind.PENDING: "no result yet",
    },
    own={
        Own.ZERO: "an unplayed round counts as an opponent with 0 points",
        Own.SELF_DRAW: "an unplayed round counts as a draw against oneself",
        Own.PARTNER_DRAW: "a forfeit counts as a draw against the scheduled opponent",
        Own.VIRTUAL: "virtual opponent: {before} before the round, {in_round} in it, {after} in draws after it",
        Own.VIRTUAL_DRAW: "draw with a virtual opponent: {before} before the round, {in_round} in it, {after} after it",
        Own.DUMMY: "dummy opponent with one's own score",
        Own.DUMMY_CAPPED_BY_DRAWS: "dummy opponent: own score {score}, at most {cap}",
        Own.DUMMY_CAPPED_BY_PARTNER: "dummy opponent: own score {score}, at most the scheduled opponent's {cap}",
    },
    no_term="counts for nothing",
    adjusted="score {score}, but {changes}",
    changed=(
        "unplayed round {rounds} counts {lent} instead of {points}",
        "unplayed rounds {rounds} count {lent} instead of {points}",
    ),
    total="Sum: {sum} = {value}",
    average="Mean: {sum} = {value}",
    nobody="no opponent met, hence undefined",
    cut_low="cut: the lowest",
    cut_voluntary="cut: a voluntary unplayed round goes first, C.07 article 16.5",
    cut_high="cut: the highest",
    sorted_out="cut",
    qualified="opponent has {score}, needed {limit}",
    unqualified="opponent has only {score}, needed {limit}: not counted",
    oneself="oneself",
    undefined="undefined",
    not_tied="nobody is tied with this player, so there is nothing to decide",
    encounter="{name}: {points} from the games among the tied",
    encounter_missing="{name}: {points} from the games among the tied, {missing} not met",
    encounter_order="Order among the tied: {order}",
    truncated="Cut {cut} takes away {least}, which leaves {left}",
    decided="Set apart at cut {cut}: {left} against {others}",
    undecided="No cut sets this player apart: the lists of the tied are equal",
    performances={
        "TPR": "Average rating {average}; {scored} of {games} is worth {difference}: {value}",
        "PTP": "{scored} of {games}: with {value} one expects {expected}, with {below} only {less}",
    },
)
_RU = Words(
    language="ru",
    no="№",
    round="Тур {}",
    place="Место",
    name="Участник",
    decided_by="Решено по",
    colours={"w": "белыми", "b": "чёрными", "": ""},
    kinds={
        Kind.FORFEIT_WIN: "победа из-за неявки соперника",
        Kind.FORFEIT_LOSS: "поражение из-за неявки",
        Kind.PAIRING_ALLOCATED_BYE: "свободен от игры, очко без игры",
        Kind.FULL_POINT_BYE: "очко без игры",
        Kind.HALF_POINT_BYE: "пропуск тура, пол-очка",
        Kind.ZERO_POINT_BYE: "пропуск тура",
        Kind.REST: "свободный тур",
        Kind.PENDING: "результата ещё нет",
    },
    own={
        Own.ZERO: "несыгранный тур считается за соперника с 0 очков",
        Own.SELF_DRAW: "несыгранный тур считается ничьей с самим собой",
        Own.PARTNER_DRAW: "неявка считается ничьей с назначенным соперником",
        Own.VIRTUAL: "виртуальный соперник: {before} до тура, {in_round} в туре, {after} ничьими после него",
        Own.VIRTUAL_DRAW: "ничья с виртуальным соперником: {before} до тура, {in_round} в туре, {after} после него",
        Own.DUMMY: "условный соперник с собственными очками игрока",
        Own.DUMMY_CAPPED_BY_DRAWS: "условный соперник: собственные очки {score}, но не больше {cap}",
        Own.DUMMY_CAPPED_BY_PARTNER: "условный соперник: собственные очки {score}, но не больше {cap} у назначенного",
    },
    no_term="не учитывается",
    adjusted="очки {score}, но {changes}",
    changed=(
        "несыгранный тур {rounds} считается за {lent} вместо {points}",
        "несыгранные туры {rounds} считаются за {lent} вместо {points}",
    ),
    total="Сумма: {sum} = {value}",
    average="Среднее: {sum} = {value}",
    nobody="ни одной сыгранной партии, значение не определено",
    cut_low="отброшено: наименьшее",
    cut_voluntary="отброшено: добровольно пропущенный тур отбрасывается первым (C.07, 16.5)",
    cut_high="отброшено: наибольшее",
    sorted_out="отброшено",
    qualified="у соперника {score}, нужно {limit}",
    unqualified="у соперника только {score}, нужно {limit}: не учитывается",
    oneself="сам с собой",
    undefined="не определено",
    not_tied="никто не делит с игроком место, решать нечего",
    encounter="{name}: {points} в партиях между разделившими место",
    encounter_missing="{name}: {points} в партиях между разделившими место, не встречался с {missing}",
    encounter_order="Порядок среди разделивших место: {order}",
    truncated="Усечение {cut}: вычтено {least}, осталось {left}",
    decided="Отделён усечением {cut}: {left} против {others}",
    undecided="Ни одно усечение не отделяет игрока: наборы очков соперников одинаковы",
    performances={
        "TPR": "Средний рейтинг {average}; {scored} из {games} дают {difference}: {value}",
        "PTP": "{scored} из {games}: с рейтингом {value} ожидается {expected}, с {below} – {less}",
    },
)
_LANGUAGES = {words.language: words for words in (_EN, _RU)}
LANGUAGES = tuple(_LANGUAGES)
"""Languages of explanations and headings."""


def words(language: str) -> Words:
    """The words of a language; RequestError where there are none."""
    if language not in _LANGUAGES:
        raise RequestError(f"unknown language '{language}'; known are {', '.join(LANGUAGES)}")
    return _LANGUAGES[language]


def number(value: Value, language: str) -> str:
    """A value as people write it: ``7,5`` in Russian, ``7.5`` in English; a mean with two decimals; − for minus."""
    if value is None:
        return words(language).undefined
    if isinstance(value, Fraction) and value.denominator & (value.denominator - 1):
        hundredths = (value * 100 + Fraction(1, 2)).__floor__()
        text = f"{hundredths / 100:.2f}"
    else:
        text = f"{float(value):.6f}".rstrip("0").rstrip(".")
    text = text.replace("-", "−")
    return text.replace(".", ",") if language == "ru" else text


_UNPLAYED: Mapping[System, tuple[Kind, ...]] = {
    "swiss": tuple(kind for kind in _EN.kinds if kind not in (Kind.REST, Kind.PENDING)),
    "rr": (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, Kind.REST),
}
"""System → the kinds of unplayed rounds it knows."""


def described(edition: Edition, system: System = "swiss") -> tuple[tuple[str, str, str], ...]:
    """What an edition does with unplayed rounds, in English: (what it was, what it is worth to opponents, which term it
    brings the player himself)."""
    treatment = edition.round_robin if system == "rr" else edition.swiss
    rows = []
    for kind in _UNPLAYED[system]:
        lend = treatment.lend.get(kind, Lend.POINTS)
        closing = treatment.lend_trailing.get(kind, lend)
        lent = lend.value if closing is lend else f"{lend.value}; {closing.value} where he played no later round"
        rows.append((_EN.kinds[kind], lent, treatment.own.get(kind, Own.NOTHING).value))
    return tuple(rows)
