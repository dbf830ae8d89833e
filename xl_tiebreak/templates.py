"""The workbooks in `templates/`: what an organiser opens on Saturday morning.

A `Template` is data: which players, how many rounds, which language, what already stands in the cells. `workbook`
turns it into the bytes of an .xlsx file in the layout of the documents (№, Фамилия Имя, 1…n, Оч, М, then the
tie-breaks), with the table beginning at A1. `TEMPLATES` holds the usual ones, and `python -m xl_tiebreak.templates`
writes them anew.

The same data always gives the same parts: the dates in the file are fixed, so that a test can compare the files in the
repository with fresh ones.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_range
from xlsxwriter.worksheet import Worksheet

from .errors import RequestError, nearest

__all__ = ["TEMPLATES", "Template", "main", "swiss", "workbook"]

Value = str | int | float
"""What a cell may hold; the empty text is an empty cell that has its look."""

_CREATED = datetime(2026, 1, 1)
_CALCULATION = (
    191029  # the calcId Excel itself writes; an older one, or fullCalcOnLoad, makes it recalculate at opening
)
_A4 = 9
_PLAYERS, _ROUNDS = (2, 300), (1, 15)  # the sizes offered, least and most

# Dark on light throughout, and no meaning is carried by a hue: white is for typing, the tint for what is computed.
_INK, _TINT, _LINE, _EDGE = "#1F2A44", "#EEF2F8", "#C3CAD6", "#5B6B8C"


@dataclass(frozen=True, slots=True)
class _Wording:
    """The words of a template in one language; `tiebreaks` gives the heading of a code."""

    number: str
    name: str
    points: str
    place: str
    tiebreaks: Mapping[str, str]
    sheet: str
    title: str
    footer: str
    prompt_title: str
    prompt: str


@dataclass(frozen=True, slots=True)
class Template:
    """One workbook as data.

    `rows` holds a tuple a player: number, name, one text a round, points, place and a value for every code of
    `tiebreaks`; a shorter row leaves the rest empty. `sheet` names the sheet; `title` heads the printed page, and where
    it is empty the sheet's name does, so that renaming the sheet renames the print.
    """

    language: str
    rounds: int
    rows: tuple[tuple[Value, ...], ...]
    tiebreaks: tuple[str, ...] = ()
    sheet: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class _Column:
    """One column: its heading, its name in `_LOOKS`, and whether a block begins with it (a darker line at its left)."""

    heading: Value
    look: str
    block: bool = False


@dataclass(frozen=True, slots=True)
class _Look:
    """How a kind of column looks: its width in characters, and the properties of its cells."""

    width: float
    cell: Mapping[str, Any]


_WORDING: Mapping[str, _Wording] = MappingProxyType(
    {
        "ru": _Wording(
            number="№",
            name="Фамилия Имя",
            points="Оч",
            place="М",
            tiebreaks={"BH": "Бухгольц", "BH-C1": "Ус. Бухгольц-1", "SB": "Бергер"},
            sheet="Турнир",
            title="Швейцарская система: таблица турнира",
            footer="&L&9&D&C&9стр. &P из &N&R&9Главный судья ____________________",
            prompt_title="Как записать результат",
            prompt="8w½  ничья белыми с № 8 (или 8б½, 8w=)\n"
            "8w1, 8b0  выигрыш белыми, проигрыш чёрными\n"
            "5w+, 5b-  неявка соперника № 5; своя неявка\n"
            "+  свободен от игры, очко\n"
            "½  пропуск тура, пол-очка\n"
            "-  отсутствует, ноль",
        ),
        "en": _Wording(
            number="No.",
            name="Name",
            points="Pts",
            place="Place",
            tiebreaks={"BH": "Buchholz", "BH-C1": "Buchholz Cut 1", "SB": "Berger"},
            sheet="Tournament",
            title="Swiss system: tournament table",
            footer="&L&9&D&C&9page &P of &N&R&9Chief arbiter ____________________",
            prompt_title="How to write a result",
            prompt="8w½  drew with No. 8, playing White (or 8w=)\n"
            "8w1, 8b0  won as White, lost as Black\n"
            "5w+, 5b-  forfeit win, forfeit loss against No. 5\n"
            "+  pairing-allocated bye, a point\n"
            "½  half-point bye\n"
            "-  absent, no point",
        ),
    }
)

# Arial, or a font of its widths, is on every system; without a scheme, lest Excel take the theme's font instead.
_FONT = {"font_name": "Arial", "font_size": 10, "font_scheme": "none"}
_COMPUTED = {"align": "center", "bg_color": _TINT}
_LOOKS: Mapping[str, _Look] = MappingProxyType(
    {
        "number": _Look(5, {"align": "center", "font_color": _EDGE}),
        "name": _Look(28, {"align": "left", "indent": 1, "shrink": True}),
        # Text, so that a typed 1/2 or -1 stays what was typed and becomes no date and no number.
        "round": _Look(6.5, {"align": "center", "num_format": "@"}),
        "points": _Look(7, {**_COMPUTED, "bold": True, "num_format": "0.0"}),
        # No number format: a column added beside it takes its look, and one for whole numbers would hide halves.
        "place": _Look(7, {**_COMPUTED, "bold": True}),
        "BH": _Look(11, {**_COMPUTED, "num_format": "0.0"}),
        "SB": _Look(11, {**_COMPUTED, "num_format": "0.00"}),  # a draw against a half point is worth a quarter
    }
)
_LINES = {"valign": "vcenter", "top": 1, "bottom": 1, "left": 1}
_FRAME = {**_LINES, **dict.fromkeys(("top_color", "bottom_color", "left_color"), _LINE)}
_HEADING = {
    **_LINES,
    **dict.fromkeys(("top_color", "bottom_color", "left_color"), _EDGE),
    "align": "center",
    "text_wrap": True,
    "bold": True,
    "font_color": "#FFFFFF",
    "bg_color": _INK,
}
_BLOCK = {"left_color": _EDGE}
_RIGHT = {"right": 1, "right_color": _LINE}


def swiss(players: int, rounds: int, language: str, tiebreaks: Sequence[str] = ("BH", "BH-C1", "SB")) -> Template:
    """An empty Swiss table: numbers 1…`players`, `rounds` columns to type results in, headings that `fill` fills.

    `language` is "ru" or "en"; `tiebreaks` are codes that have a heading in it. RequestError names what does not fit.
    """
    for value, least, most, what in ((players, *_PLAYERS, "players"), (rounds, *_ROUNDS, "rounds")):
        if not least <= value <= most:
            raise RequestError(f"a Swiss template has {least} to {most} {what}, not {value}")
    if language not in _WORDING:
        raise RequestError(f"there is no template in the language '{language}'; known are {', '.join(_WORDING)}")
    known = _WORDING[language].tiebreaks
    for code in tiebreaks:
        if code not in known:
            raise RequestError(f"a template has no column for '{code}'; {nearest(code, known)}")
    return Template(language, rounds, tuple((number,) for number in range(1, players + 1)), tuple(tiebreaks))


def workbook(template: Template) -> bytes:
    """The .xlsx file of a template."""
    words, columns, last = _WORDING[template.language], _columns(template), len(template.rows)
    target = io.BytesIO()
    book = xlsxwriter.Workbook(target, {"in_memory": True, "default_format_properties": _FONT})
    book.set_calc_mode("auto", _CALCULATION)
    book.calc_on_load = False
    book.set_properties({"title": template.title or words.title, "author": "xl_tiebreak", "created": _CREATED})

    sheet = book.add_worksheet(template.sheet or words.sheet)
    sheet.set_row_pixels(0, 40)
    for row in range(1, last + 1):
        sheet.set_row_pixels(row, 22)
    for position, column in enumerate(columns):
        look = _LOOKS[column.look]
        edges = (_BLOCK if column.block else {}) | (_RIGHT if position == len(columns) - 1 else {})
        sheet.set_column(position, position, look.width)
        _write(sheet, 0, position, column.heading, book.add_format({**_HEADING, **edges}))
        cell = book.add_format({**_FRAME, **look.cell, **edges})
        for row, values in enumerate(template.rows, start=1):
            _write(sheet, row, position, values[position] if position < len(values) else "", cell)

    results = (1, 2, last, 1 + template.rounds)
    sheet.data_validation(
        *results, {"validate": "any", "input_title": words.prompt_title, "input_message": words.prompt}
    )
    area = xl_range(*results)
    sheet.ignore_errors({"number_stored_as_text": area})  # else a green triangle in every cell that holds a bare 1
    sheet.freeze_panes(1, 2)
    _page(sheet, template.title.replace("&", "&&") or "&A", words.footer)
    book.close()
    return target.getvalue()


def _columns(template: Template) -> tuple[_Column, ...]:
    """The columns in the order of the documents: number, name, rounds, points, place; then the tie-breaks."""
    words = _WORDING[template.language]
    return (
        _Column(words.number, "number"),
        _Column(words.name, "name"),
        *(_Column(number, "round", block=number == 1) for number in range(1, template.rounds + 1)),
        _Column(words.points, "points", block=True),
        _Column(words.place, "place"),
        *(
            _Column(words.tiebreaks[code], code.partition("-")[0], block=position == 0)
            for position, code in enumerate(template.tiebreaks)
        ),
    )


def _write(sheet: Worksheet, row: int, column: int, value: Value, look: Format) -> None:
    """One cell, by the type of its value alone: a text is never taken for a formula, a number or a link."""
    if value == "":
        sheet.write_blank(row, column, None, look)
    elif isinstance(value, str):
        sheet.write_string(row, column, value, look)
    else:
        sheet.write_number(row, column, value, look)


def _page(sheet: Worksheet, title: str, footer: str) -> None:
    """Print on A4, landscape, all columns on one page's width, the heading row on every page.

    `title` and `footer` are in the code of page headers, where "&A" is the sheet's name and "&&" an ampersand.
    """
    sheet.set_landscape()
    sheet.set_paper(_A4)
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)
    sheet.center_horizontally()
    sheet.set_margins(left=0.5, right=0.5, top=0.9, bottom=0.7)
    sheet.set_header("&C&14&B" + title)
    sheet.set_footer(footer)


# The table of the document on the 1998 rule: rows by place, opponents by №.
_DMITROV_2008 = """
10 | Невский, Ярослав    | 1b0  +   8w½  9b1  4w1  2w1  5b1  3w1  11b1 | 7.5 | 1
 8 | Веселов, Иван       | 3b½  5w1 10b½  1w1  2b1  4w1  7b½ 11w1  6b1  | 7.5 | 2
 1 | Белов, Георгий      | 10w1 4b0  6w1  8b0 11b1  3w1  2b0  +    7w1  | 6   | 3
 5 | Баюшкин, Павел      | 6w1  8b0 11w1  4b1  3w0  +   10w0  9b1  2b1  | 6   | 4
 2 | Хан, Ирина          | 9w1 11b1  4w½  3b1  8w0 10b0  1w1  7b1  5w0  | 5.5 | 5
 3 | Медведева, Юлия     | 8w½  6b1  7w1  2w0  5b1  1b0  9w1 10b0  +    | 5.5 | 6
 4 | Хан, Оксана         | 7w1  1w1  2b½  5w0 10b0  8b0  +    6w1  9b1  | 5.5 | 7
11 | Додышева, Ольга     | +    2w0  5b0  7b1  1w0  9b1  6w1  8b0 10w0  | 4   | 8
 7 | Дерябин, Алексей    | 4b0  9w1  3b0 11w0  +    6b1  8w½  2w0  1b0  | 3.5 | 9
 9 | Андреев, Сергей     | 2b0  7b0  +   10w0  6b1 11w0  3b0  5w0  4w0  | 2   | 10
 6 | Федорова, Анастасия | 5b0  3w0  1b0  +    9w0  7w0 11b0  4b0  8w0  | 1   | 11
"""


def _dmitrov() -> Template:
    """Group E of Dmitrov 2008, filled as the document prints it, without any tie-break column."""
    rows: list[tuple[Value, ...]] = []
    for line in _DMITROV_2008.strip().splitlines():
        number, name, results, points, place = (part.strip() for part in line.split("|"))
        rows.append((int(number), name, *results.split(), float(points), int(place)))
    return Template("ru", 9, tuple(rows), sheet="Группа Е", title="Дмитров-2008, группа «Е»")


TEMPLATES: Mapping[str, Template] = MappingProxyType(
    {"dmitrov2008": _dmitrov(), "swiss_en": swiss(24, 9, "en"), "swiss_ru": swiss(24, 9, "ru")}
)
"""What `templates/` holds, by the file's name without its ending."""


def main(folder: str = "templates") -> None:
    """Write every template into `folder`."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, template in TEMPLATES.items():
        Path(folder, f"{name}.xlsx").write_bytes(workbook(template))


if __name__ == "__main__":
    main(*sys.argv[1:])
