"""A table from one file to another: into a workbook in the layout of the documents, or into a TRF."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

from ..crosstable.scoring import SCHEMES
from ..crosstable.trf_reading import document_of
from ..crosstable.trf_writing import write_trf
from ..errors import InputError, RequestError
from ..headings import place_heading
from ..model import Kind, Tournament
from ..standings import Standings
from .new_file import NewFile
from .tables import Asked, Table, open_tables

__all__ = ["convert_file"]

_TITLES = {
    "en": {"number": "No.", "name": "Name", "rating": "Rtg", "points": "Pts"},
    "ru": {"number": "№", "name": "Фамилия Имя", "rating": "Рейт", "points": "Оч"},
}
_WIDTHS = {"number": 5, "name": 32, "rating": 7, "points": 7, "place": 12, "round": 7}

Value = str | float | int | None


def convert_file(source: Path, target: Path, asked: Asked, *, overwrite: bool = False) -> list[Table]:
    """Write every table of a file to ``target``, whose ending says what it becomes: .xlsx, a sheet for each table, or
    .trf, which holds one. Gives the tables.

    Players stand in the order of the source, with places by the chain and the rules that were asked for. InputError
    where a table has errors, RequestError where the file cannot be read, written, or lacks what was asked for, or where
    there is a target already that was not to be overwritten; nothing is written then.
    """
    _require_free(target, source, overwrite)
    tables = open_tables(source, asked)
    errors = [problem for table in tables for problem in table.problems if problem.severity == "error"]
    if errors:
        raise InputError(errors)
    content = _WRITERS[target.suffix.lower()](tables, source)

    def save(file: IO[bytes]) -> None:
        file.write(content)

    NewFile(target, source, save).finish()
    return tables


def _require_free(target: Path, source: Path, overwrite: bool) -> None:
    """RequestError where a file of this name cannot be written, or must not."""
    if target.is_dir():
        raise RequestError(f"'{target}' is a folder; name a file in it")
    if target.suffix.lower() not in _WRITERS:
        raise RequestError(f"'{target}' must end in {' or '.join(_WRITERS)}, which say what to write")
    if not target.parent.is_dir():
        raise RequestError(f"there is no folder '{target.parent}'; make it, or name another one")
    if target.exists() and source.exists() and target.samefile(source):
        raise RequestError(f"'{target}' is the file itself; name another one")
    if target.exists() and not overwrite:
        raise RequestError(f"there is a file '{target}' already; name another one, or add --overwrite")


def _trf(tables: Sequence[Table], source: Path) -> bytes:
    if len(tables) > 1:
        places = ", ".join(table.place for table in tables)
        raise RequestError(f"a TRF holds one tournament, and '{source}' has several tables ({places}); choose one")
    standings, reading = tables[0].standings, tables[0].reading
    assert standings is not None
    document = document_of(reading.grid) if reading.layout == "trf" else None
    return write_trf(standings.tournament, standings.ranks, document, source.stem).encode("utf-8")


def _xlsx(tables: Sequence[Table], source: Path) -> bytes:
    import xlsxwriter

    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        heading = book.add_format({"bold": True, "align": "center", "bottom": 1})
        result = book.add_format({"align": "center", "num_format": "@"})  # text, lest somebody's edit becomes a date
        titles: set[str] = set()
        for table in tables:
            assert table.standings is not None
            title = _sheet_title(table.sheet.grid.sheet or source.stem, titles)
            sheet = book.add_worksheet(title)
            for column, (kind, head, values) in enumerate(_columns(table.standings, table.reading.language)):
                sheet.set_column(column, column, _WIDTHS[kind])
                _write(sheet.write_string, sheet.write_number, 0, column, head, heading)
                for row, value in enumerate(values, start=1):
                    _write(
                        sheet.write_string, sheet.write_number, row, column, value, result if kind == "round" else None
                    )
            sheet.freeze_panes(1, 2)
    return content.getvalue()


_WRITERS: Mapping[str, Callable[[Sequence[Table], Path], bytes]] = {".xlsx": _xlsx, ".trf": _trf}
"""Ending of a file → what writes it."""


def _write(
    string: Callable[..., object], number: Callable[..., object], row: int, column: int, value: Value, look: object
) -> None:
    """One cell, by the type of its value alone: a text is never taken for a formula or a link."""
    if value is not None and value != "":
        (string if isinstance(value, str) else number)(row, column, value, look)


def _sheet_title(wanted: str, taken: set[str]) -> str:
    """A name that a sheet may have and no other one has; it is remembered."""
    plain = re.sub(r"[\[\]:*?/\\]", " ", wanted).strip(" '")[:31] or "Table"
    title, n = plain, 1
    while title.casefold() in taken:
        n += 1
        title = f"{plain[: 31 - len(str(n)) - 1]} {n}"
    taken.add(title.casefold())
    return title


# --- the layout of the documents

Column = tuple[str, Value, Sequence[Value]]
"""What a column is for, its heading, and a value for every player."""


def _columns(standings: Standings, language: str) -> list[Column]:
    """Number, name, rating where there is one, a column for every round or opponent, points, place."""
    t, titles = standings.tournament, _TITLES[language]
    columns: list[Column] = [
        ("number", titles["number"], [_whole(text) for text in t.numbers]),
        ("name", titles["name"], t.names),
    ]
    if any(t.ratings):
        columns.append(("rating", titles["rating"], t.ratings))
    columns += _rounds(t) if t.ordered else _matrix(t)
    columns.append(("points", titles["points"], t.scores()))
    place = place_heading(language, standings.rules.edition)
    columns.append(("place", place, [_whole(text) for text in standings.places]))
    return columns


def _whole(text: str) -> Value:
    return int(text) if text.isdecimal() and (text == "0" or not text.startswith("0")) else text


def _matrix(t: Tournament) -> list[Column]:
    """A column for every opponent: the games of a matrix are in no order of rounds."""
    count = len(t)
    cells = [["*" if p == q else " ".join(_games(t, p, q)) for p in range(count)] for q in range(count)]
    return [("round", q + 1, column) for q, column in enumerate(cells)]


def _games(t: Tournament, p: int, q: int) -> list[str]:
    """What every game between two players brought the first of them."""
    signs = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "-"}
    kinds, points = t.kinds[p], t.points[p]
    known = [r for r, opponent in enumerate(t.opponents[p]) if opponent == q and kinds[r] is not Kind.PENDING]
    return [signs.get(kinds[r]) or _result(t, points[r]) for r in known]


def _rounds(t: Tournament) -> list[Column]:
    """A column for every round, those to come as well."""
    known = all(
        colour for row, kinds in zip(t.colours, t.kinds) for colour, kind in zip(row, kinds) if kind is Kind.PLAYED
    )
    cell = _coloured if known else _colourless
    count = max(t.rounds, t.planned)
    return [("round", r + 1, [cell(t, p, r) if r < t.rounds else "" for p in range(len(t))]) for r in range(count)]


_ALONE = {
    Kind.PAIRING_ALLOCATED_BYE: "+",
    Kind.FULL_POINT_BYE: "+",
    Kind.HALF_POINT_BYE: "½",
    Kind.ZERO_POINT_BYE: "-",
    Kind.REST: "",
}
_SIGNS = {Kind.PENDING: "", Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "-"}


def _coloured(t: Tournament, p: int, r: int) -> str:
    """A round as the documents write it: ``8w½``; a forfeit without a colour is ``8-+``."""
    _, opponent, colour, points = t.round(p, r)
    kind = t.kinds[p][r]
    _require_usual(t, kind, points)
    if opponent is None:
        return _ALONE[kind]
    if not colour:
        colour = {"w": "b", "b": "w"}.get(t.colours[opponent][r], "-")
    return f"{t.numbers[opponent]}{colour}{_SIGNS[kind] if kind in _SIGNS else _result(t, points)}"


def _colourless(t: Tournament, p: int, r: int) -> str:
    """A round where colours are not known, as SwissPerfect writes it: ``8:D``."""
    _, opponent, _, points = t.round(p, r)
    kind = t.kinds[p][r]
    _require_usual(t, kind, points)
    if opponent is None:
        return "0:" + {"+": "W", "½": "D"}.get(_ALONE[kind], "")
    outcome = {1.0: "W", 0.5: "D", 0.0: "L"}[t.scoring.share(points)]
    return f"{t.numbers[opponent]}:{_SIGNS.get(kind, outcome)}"


def _require_usual(t: Tournament, kind: Kind, points: float) -> None:
    """RequestError where a round without a game brought points of its own, which no sign in a table tells."""
    win = (Kind.FORFEIT_WIN, Kind.PAIRING_ALLOCATED_BYE, Kind.FULL_POINT_BYE)
    usual = t.scoring.win if kind in win else t.scoring.draw if kind is Kind.HALF_POINT_BYE else 0.0
    if kind is not Kind.PLAYED and points != usual:
        what = kind.name.lower().replace("_", " ")
        raise RequestError(f"a {what} that brought {points:g} cannot be written in a table; convert to .trf")


def _result(t: Tournament, points: float) -> str:
    """What a game brought: points where they tell the scale, as on a common one; else 1, ½ and 0, and the column of
    points tells it."""
    written = _points(points)
    return written if t.scoring in SCHEMES or t.scoring.extra else _points(t.scoring.share(points))


def _points(value: float) -> str:
    """Points with a half sign: ``½``, ``1``, ``1½``; RequestError for other fractions."""
    whole, half = divmod(value, 1)
    if half not in (0, 0.5):
        raise RequestError(f"a game that brought {value:g} cannot be written in a table; convert to .trf")
    return (f"{whole:g}" if whole or not half else "") + ("½" if half == 0.5 else "")
