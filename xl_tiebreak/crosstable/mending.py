"""What a spreadsheet or a wrong encoding made of texts, and how it is undone.

Each `Mending` turns a damaged text back into what may have been typed. It is tried only where a cell says nothing as it
stands, and what was mended is told in a note; so nothing is changed that can be read without it.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

__all__ = ["ERROR", "MENDINGS", "WRONG_HALVES", "Mending", "decimal_in_date", "is_mangled", "mended_texts"]

WRONG_HALVES = (
    *("â½", "ā½", "β½"),  # UTF-8 read as Latin-1 and its relatives
    *("â˝", "вѕ", "┬╜", "¬ω", "¬љ", "тн", "б╫", "бґ", "┬ż", "â¢", "┬¢"),  # UTF-8 read as another code page
    *("˝", "ѕ", "╜", "ω", "љ", "ż", "╫", "ґ", "œ", "ŋ", "¢"),  # Latin-1 read as another code page
    *("«", "ź", "╚", "´", "ђ", "ť", "ћ", "ģ"),  # DOS read as another code page
    "\ufffd",
)
"""What the bytes of ½ look like in a wrong encoding, in lower case."""

_MANGLED = (datetime.date, datetime.time, datetime.timedelta)
"""What a spreadsheet makes of texts such as 1/2 and 1:0."""
_MONTHS: dict[str, int] = {
    word: number
    for number, words in enumerate(
        """jan янв січ jän ene gen janv sty led
        feb фев лют fév févr lut únor
        mar мар бер mär mrz mars maa
        apr апр кві avr abr kwi dub
        may май мая тра mai mag maj
        jun июн чер juin giu cze
        jul июл лип juil lug lip
        aug авг сер août ago sie
        sep сен вер sept set wrz
        oct окт жов okt out ott paź
        nov ноя лис lis
        dec дек гру dez déc dic gru""".splitlines(),
        start=1,
    )
    for word in words.split()
}
"""How months are shortened in a file of text, where a spreadsheet wrote its dates as it showed them."""
ERROR = re.compile(r"#[A-Z0-9/_]{2,12}[?!]?|Err:\d{3}")
"""What a spreadsheet shows where a formula cannot be computed: ``#NAME?`` ``#REF!`` ``Err:508``."""

_DATE = re.compile(r"(?:19|20)\d\d-(?P<month>\d\d)-(?P<day>\d\d)(?: 00:00:00)?")
_WRITTEN_DATE = re.compile(
    r"(?P<day>\d{1,2})(?:\. |[-./ ])(?P<month>WORD)\.?|(?P<month_first>WORD)\.?[-./ ](?P<day_last>\d{1,2})".replace(
        "WORD", "|".join(sorted(_MONTHS, key=len, reverse=True))
    )
)
_CLOCK = re.compile(r"(?:1899-12-3[01] |1900-01-0[01] )?(?P<hour>\d{1,2}):(?P<minute>\d\d):00")
_DAY_FRACTION = re.compile(r"0\.\d{4,20}")
_SERIAL = re.compile(r"[34]\d{4}|5\d{4}")
_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class Mending:
    """``pattern`` matches a damaged text in lower case, ``texts`` gives what may have been typed, the likeliest first.
    ``was`` ends a note on it: *'8w˝' holds* … ``example`` is a cell and one of its texts, run as a test."""

    name: str
    pattern: re.Pattern[str]
    texts: Callable[[re.Match[str]], Iterator[str]]
    was: str
    example: tuple[object, str]


def _half(match: re.Match[str]) -> Iterator[str]:
    yield f"{match[1]}½{match[2]}"


def _unquoted(match: re.Match[str]) -> Iterator[str]:
    yield match[1]


def _sign_behind(match: re.Match[str]) -> Iterator[str]:
    yield f"{match[1]}-"


def _unescaped(match: re.Match[str]) -> Iterator[str]:
    from html import unescape  # a large table, needed for hardly any file

    yield unescape(match[0])


def _of_date(match: re.Match[str]) -> Iterator[str]:
    yield from _of_day(int(match["month"]), int(match["day"]))


def _of_day(month: int, day: int) -> Iterator[str]:
    for first, second in ((month, day), (day, month)):
        yield f"{first}/{second}"
        yield f"{first}-{second}"
    if {month, day} == {1, 2}:
        yield "½"
    if month == 5:
        yield f"{day}.5"


def _of_written_date(match: re.Match[str]) -> Iterator[str]:
    yield from _of_day(_MONTHS[match["month"] or match["month_first"]], int(match["day"] or match["day_last"]))


def _of_clock(match: re.Match[str]) -> Iterator[str]:
    yield f"{int(match['hour'])}:{int(match['minute'])}"


def _of_day_fraction(match: re.Match[str]) -> Iterator[str]:
    minutes = float(match[0]) * _MINUTES
    if abs(minutes - round(minutes)) < 1e-6:
        yield "{}:{}".format(*divmod(round(minutes), 60))


def _of_serial(match: re.Match[str]) -> Iterator[str]:
    day = datetime.date(1899, 12, 30) + datetime.timedelta(int(match[0]))
    yield from _of_day(day.month, day.day)


MENDINGS = (
    Mending(
        "half",
        re.compile(rf"(.{{0,12}}?)(?:{'|'.join(map(re.escape, WRONG_HALVES))})(.{{0,12}})"),
        _half,
        "a ½ in a wrong encoding",
        ("8w˝", "8w½"),
    ),
    Mending(
        "apostrophe",
        re.compile(r"['’`](.{1,40})"),
        _unquoted,
        "an apostrophe that marks the cell as text",
        ("'8w1", "8w1"),
    ),
    Mending(
        "minus", re.compile(r"-(\d{1,5})"), _sign_behind, "a - that the spreadsheet moved before its number", (-3, "3-")
    ),
    Mending(
        "entity", re.compile(r".{0,40}&#?[a-z0-9]{2,8};.{0,40}"), _unescaped, "a sign in HTML", ("8w&frac12;", "8w½")
    ),
    Mending(
        "date", _DATE, _of_date, "a date that the spreadsheet made of a text", (datetime.datetime(2026, 1, 2), "½")
    ),
    Mending(
        "written date",
        _WRITTEN_DATE,
        _of_written_date,
        "a date that the spreadsheet made of a text",
        ("02.янв", "½"),
    ),
    Mending("clock", _CLOCK, _of_clock, "a time that the spreadsheet made of a text", (datetime.time(1, 0), "1:0")),
    Mending(
        "day fraction",
        _DAY_FRACTION,
        _of_day_fraction,
        "a time that the spreadsheet made of a text",
        (0.0416666667, "1:0"),
    ),
    Mending("serial", _SERIAL, _of_serial, "a date that the spreadsheet made of a text", (46024, "½")),
)
"""In the order in which they are tried."""


def mended_texts(text: str) -> Iterator[tuple[Mending, str]]:
    """What may have been typed where a damaged text stands, the likeliest first, and how it was mended."""
    damaged = text.lower()
    for mending in MENDINGS:
        match = mending.pattern.fullmatch(damaged)
        if match:
            yield from ((mending, mended) for mended in mending.texts(match))


def is_mangled(value: object) -> bool:
    """Is a cell a date or a time, or the text of a date as a spreadsheet writes it into a file of text?"""
    return isinstance(value, _MANGLED) or (
        isinstance(value, str) and _WRITTEN_DATE.fullmatch(value.lower()) is not None
    )


def decimal_in_date(text: str) -> float | None:
    """The number that became a date: 6.5, typed where the point parts day and month, is the 6th of May."""
    match = _DATE.fullmatch(text)
    return float(f"{int(match['day'])}.{int(match['month'])}") if match else None
