"""A text file as a grid: records of a TRF, fields parted by a delimiter, or a listing in columns of characters.

The rows of a file with delimiters are those that a spreadsheet shows; the rows of the other two are lines.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import groupby

from ..crosstable import Grid
from ..crosstable.trf import is_trf

__all__ = ["grid_of"]

Rows = list[list[str | int | None]]

_DELIMITERS = ";\t,|"
_SHORT = 8
"""Results, numbers and headings of rounds have no more characters; a text that was not taken apart has."""

_GAME = re.compile(
    r"[+=-](?:[WBNF]N? ?\d{1,4}|BYE|HPB|PAB)|--"  # Vega
    r"|\d{1,4}:[WDLU+=-]?"  # SwissPerfect
    r"|[WDLXFZ] {0,3}\d{1,4}|[HBU](?=\s|$)(?:---)?"  # US Chess
    r"|\d{1,4}[+=?-]!?(?:/[wb]\d?)?"  # OpenGotha
    r"|\d{1,4} ?[wbs](?:[01½+-]|=)?"  # chess-results
)
"""A game in one of the notations that listings are printed in; it only says where a column ends."""
_PLAYER = re.compile(r"\s*\d{1,4}[.)]?\s+\S")
_NAMED = re.compile(r"\s*\d{1,4}[.)]?\s+[^\W\d]['’.\w]")
_WHOLE = re.compile(r"-?[1-9]\d{0,8}|0")
_LONGEST_LINE = 1000
_RULE = re.compile(r"[-=_*+| ]{10,}")
_LEAST_FIELDS, _LEAST_PLAYERS, _LEAST_HEADINGS = 4, 2, 3


def grid_of(text: str, name: str) -> Grid:
    """The cells of a text file; ``name`` is the sheet's name where its rows are those of a spreadsheet."""
    lines = re.split(r"\r\n|\r|\n", text)
    whole = [[line] for line in lines]
    if is_trf(whole):
        return Grid(whole)
    fields = max(_delimited(text), key=_short_cells)
    if not _is_regular(fields):
        listing = _listing(lines)
        if _short_cells(listing) >= _short_cells(fields):
            return Grid(listing)
    return Grid(fields, sheet=name)


def _short_cells(rows: Rows) -> int:
    """How far a text was taken apart into a table: the short cells of its rows of the usual length."""
    usual, _ = _usual_length(rows)
    return sum(
        1 for row in rows if len(row) == usual for cell in row if cell is not None and len(str(cell).strip()) <= _SHORT
    )


def _usual_length(rows: Rows) -> tuple[int, int]:
    """The number of fields that most rows have, of those with more than one, and how many rows that are."""
    return max(Counter(len(row) for row in rows if len(row) > 1).most_common(1), default=(0, 0))


def _is_regular(rows: Rows) -> bool:
    """Is this a table of fields beyond doubt: as many in nearly all rows, and neither several games nor a number with a
    name in one of them?"""
    length, count = _usual_length(rows)
    filled = sum(any(cell is not None for cell in row) for row in rows)
    if length < _LEAST_FIELDS or 10 * count < 8 * filled:
        return False
    texts = [cell for row in rows if len(row) == length for cell in row if isinstance(cell, str) and len(cell) > _SHORT]
    return 2 * sum(len(_GAME.findall(text)) > 2 or _NAMED.match(text) is not None for text in texts) < count


# --- delimiters


def _delimited(text: str) -> Iterator[Rows]:
    """The fields of the file by every delimiter that it may have; a first line ``sep=;`` names it. Whole numbers are
    numbers, as in a spreadsheet, which may have taken zeros away before them."""
    if named := re.match(r"sep=(.)(?:\r\n|\r|\n)", text):
        text = text[named.end() :]
    for delimiter in named[1] if named else _DELIMITERS:
        try:
            rows = list(csv.reader(StringIO(text, newline=""), delimiter=delimiter))
        except csv.Error:  # a quotation mark that stands in a name may have swallowed half of the file
            rows = [line.split(delimiter) for line in text.splitlines()]
        yield [[int(cell) if _WHOLE.fullmatch(cell) else cell or None for cell in row] for row in rows]


# --- columns of characters


def _listing(lines: Sequence[str]) -> Rows:
    """The cells of a printed listing: its columns are parted by blanks in the line of every player."""
    lines = [line.replace("|", " ").expandtabs() for line in lines]
    rows: Rows = [[line.strip() or None] for line in lines]
    players = [i for i, line in enumerate(lines) if _PLAYER.match(line) and _GAME.search(line)]
    if len(players) < _LEAST_PLAYERS or max(map(len, lines)) > _LONGEST_LINE:
        return rows
    heading = _heading_above(lines, players[0])
    spans = _spans([lines[i] for i in players])
    if heading is not None:
        spans = _joined(spans, [lines[i] for i in players], lines[heading])
    cut = {i: [_cell(lines[i], span) for span in spans] for i in players}
    if heading is not None:
        cut[heading] = _headings(lines[heading], spans)
    for i, cells in _games_apart(cut, players).items():
        rows[i] = [*cells]
    return rows


def _heading_above(lines: Sequence[str], first: int) -> int | None:
    """The line of headings over the first player: the last one with a few words that is no rule."""
    above = (i for i in range(first - 1, -1, -1) if not _RULE.fullmatch(lines[i]))
    return next((i for i in above if len(lines[i].split()) >= _LEAST_HEADINGS), None)


Span = tuple[int, int]


def _spans(lines: Sequence[str]) -> list[Span]:
    """First and last position (exclusive) of the columns: where any line has a sign."""
    width = max(map(len, lines))
    taken = [any(line[k : k + 1].strip() for line in lines) for k in range(width)]
    return [
        (run[0], run[-1] + 1)
        for full, group in groupby(range(width), taken.__getitem__)
        if full and (run := list(group))
    ]


def _joined(spans: Sequence[Span], lines: Sequence[str], heading: str) -> list[Span]:
    """The columns without those that are the rest of a name: without a heading, a blank right of letters, and letters
    themselves in most lines, or wherever there is anything, each time after one blank."""
    joined: list[Span] = []
    of_letters = False
    for span in spans:
        after_letters = of_letters
        of_letters = 2 * sum(_is_word(_cell(line, span) or "") for line in lines) > len(lines)
        rest = all(_is_rest(line, span) for line in lines if _cell(line, span))
        left = joined[-1][1] if joined else 0
        headed = any(left <= word.start() < span[1] for word in re.finditer(r"\S+", heading))
        if after_letters and (of_letters or rest) and not headed and span[0] - left == 1:
            joined[-1] = (joined[-1][0], span[1])
            of_letters = True
        else:
            joined.append(span)
    return joined


def _is_word(cell: str) -> bool:
    return re.search(r"[^\W\d]{2}|[^\W\d]\.", cell) is not None and _GAME.fullmatch(cell) is None


def _is_rest(line: str, span: Span) -> bool:
    """Do the letters here go on after one blank?"""
    cell = line[span[0] : span[1]]
    before = line[max(span[0] - 2, 0) : span[0]]
    return not cell[0].isspace() and not any(map(str.isdecimal, cell)) and not before[:1].isspace()


def _cell(line: str, span: Span) -> str | None:
    return line[span[0] : span[1]].strip() or None


def _headings(line: str, spans: Sequence[Span]) -> list[str | None]:
    """The words over each column: a word stands over the column that it overlaps most, or else the nearest one."""
    words: list[list[str]] = [[] for _ in spans]
    for match in re.finditer(r"\S+", line):
        distances = [_distance(match.span(), span) for span in spans]
        words[distances.index(min(distances))].append(match[0])
    return [" ".join(found) or None for found in words]


def _distance(word: Span, span: Span) -> tuple[int, int]:
    """How far a word is from standing over a column, and how far apart their middles are."""
    return max(word[0] - span[1] + 1, span[0] - word[1] + 1, 0), abs(sum(word) - sum(span))


def _games_apart(cut: dict[int, list[str | None]], players: Sequence[int]) -> dict[int, list[str | None]]:
    """The rows with a column for every game, where long numbers have left no blanks between some."""
    result: dict[int, list[str | None]] = {i: [] for i in cut}
    for column in range(len(cut[players[0]])):
        texts = {i: cells[column] or "" for i, cells in cut.items()}
        games = {i: _GAME.findall(texts[i]) for i in players}
        most = max(map(len, games.values()))
        apart = most > 1 and all(not _GAME.sub("", texts[i]).strip() for i in players)
        for i, text in texts.items():
            if not apart:
                result[i].append(text or None)
                continue
            parts = games[i] if i in games else text.split()
            result[i] += [*parts[:most], *[None] * (most - len(parts))]
    return result
