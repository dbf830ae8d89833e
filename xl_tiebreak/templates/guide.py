"""The help sheet: how to type results, what the colours mean, how places come about."""

from __future__ import annotations

from math import ceil

from .book import Book, protect, write
from .looks import LOOKS, MARKED, MEDALS, SHARED

__all__ = ["add_guide"]

_WIDTH = 100  # characters of a line of text
_SAMPLES = {
    "x": "8w½x",
    "!": "5w1",
    "c": "3b1",
    "o": "+",
    "f": "5w+",
    "u": "7b",
    "m": "",
    "medal": "1",
    "shared": "6-7",
}


def add_guide(book: Book) -> None:
    """Write the sheet."""
    design, texts = book.design, book.texts
    sheet = book.sheet(texts.guide)
    sheet.hide_gridlines(2)
    sheet.set_portrait()
    sheet.fit_to_pages(1, 1)
    sheet.set_column(0, 0, 20)
    sheet.set_column(1, 1, _WIDTH)
    sheet.set_row_pixels(0, 34)
    write(sheet, 0, 0, texts.guide_title, book.look("title"))
    two_games = (texts.guide_two_games,) if design.cycles > 1 else ()
    row = 2
    for topic, text in (*texts.guide_sections[design.system], *two_games, *texts.guide_all):
        write(sheet, row, 0, topic, book.look("topic"))
        write(sheet, row, 1, text, book.look("paragraph"))
        sheet.set_row_pixels(row, 6 + 17 * ceil(len(text) / (1.15 * _WIDTH)))
        row += 1
    write(sheet, row + 1, 0, texts.colours_title, book.look("subtitle"))
    marks = [mark for mark in texts.colours if design.system == "swiss" or mark not in ("c", "o", "u", "m")]
    for k, mark in enumerate(marks, start=row + 2):
        look = {"medal": MEDALS[0], "shared": SHARED, **MARKED}[mark]
        sample = (
            _SAMPLES[mark] if design.system == "swiss" else {"x": "5", "!": "1", "f": "+"}.get(mark, _SAMPLES[mark])
        )
        write(sheet, k, 0, sample, book.format({**LOOKS["sample"], **look}))
        meaning = texts.flaws[1] if design.system == "rr" and mark == "x" else texts.colours[mark]
        write(sheet, k, 1, meaning, book.look("line", indent=1))
        sheet.set_row_pixels(k, 21)
    protect(sheet)
