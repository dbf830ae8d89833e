"""Tables the tests read, and small helpers to change and to look at them."""

from collections.abc import Sequence

from xl_tiebreak.crosstable import Grid, Reading, read
from xl_tiebreak.model import Kind

DMITROV = [
    ["№", "Фамилия Имя", 1, 2, 3, 4, 5, 6, 7, 8, 9, "Оч", "М"],
    [10, "Невский, Ярослав", "1b0", "+", "8w½", "9b1", "4w1", "2w1", "5b1", "3w1", "11b1", 7.5, 1],
    [8, "Веселов, Иван", "3b½", "5w1", "10b½", "1w1", "2b1", "4w1", "7b½", "11w1", "6b1", 7.5, 2],
    [1, "Белов, Георгий", "10w1", "4b0", "6w1", "8b0", "11b1", "3w1", "2b0", "+", "7w1", 6, 3],
    [5, "Баюшкин, Павел", "6w1", "8b0", "11w1", "4b1", "3w0", "+", "10w0", "9b1", "2b1", 6, 4],
    [2, "Хан, Ирина", "9w1", "11b1", "4w½", "3b1", "8w0", "10b0", "1w1", "7b1", "5w0", 5.5, 5],
    [3, "Медведева, Юлия", "8w½", "6b1", "7w1", "2w0", "5b1", "1b0", "9w1", "10b0", "+", 5.5, 6],
    [4, "Хан, Оксана", "7w1", "1w1", "2b½", "5w0", "10b0", "8b0", "+", "6w1", "9b1", 5.5, 7],
    [11, "Додышева, Ольга", "+", "2w0", "5b0", "7b1", "1w0", "9b1", "6w1", "8b0", "10w0", 4, 8],
    [7, "Дерябин, Алексей", "4b0", "9w1", "3b0", "11w0", "+", "6b1", "8w½", "2w0", "1b0", 3.5, 9],
    [9, "Андреев, Сергей", "2b0", "7b0", "+", "10w0", "6b1", "11w0", "3b0", "5w0", "4w0", 2, 10],
    [6, "Федорова, Анастасия", "5b0", "3w0", "1b0", "+", "9w0", "7w0", "11b0", "4b0", "8w0", 1, 11],
]
"""The table of the 1998 document: rows in order of place, opponents by №."""

MATRIX = [
    ["№", "Имя", 1, 2, 3, 4, "Очки"],
    [1, "А", "x", 1, "½", 1, 2.5],
    [2, "Б", 0, "x", 1, "½", 1.5],
    [3, "В", "½", 0, "x", 1, 1.5],
    [4, "Г", 0, "½", 0, "x", 0.5],
]


def changed(table: Sequence[Sequence[object]], *edits: tuple[int, int, object]) -> list[list[object]]:
    """A copy of a table with some cells (row, column, value) replaced."""
    copy = [list(row) for row in table]
    for row, column, value in edits:
        copy[row][column] = value
    return copy


def sheet(rows: Sequence[Sequence[object]], top: int = 0, left: int = 0) -> Grid:
    """The table as it lies in a workbook, where cells have names."""
    return Grid(rows, top, left, sheet="Sheet1")


def texts(reading: Reading, severity: str | None = None) -> list[str]:
    """What a reading complains about."""
    return [str(problem) for problem in reading.problems if severity in (None, problem.severity)]


def only_error(rows: Sequence[Sequence[object]]) -> str:
    """The one sentence that a table in a workbook earns; there is no tournament then."""
    reading = read(sheet(rows))
    assert reading.tournament is None
    (sentence,) = texts(reading, "error")
    return sentence


def cell_texts(reading: Reading) -> dict[str, list[str]]:
    """Number → what each round was, written like ``8w½``, from the tournament."""
    tournament = reading.tournament_or_raise()
    signs = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "-", Kind.PENDING: ""}
    alone = {
        Kind.PAIRING_ALLOCATED_BYE: "+",
        Kind.HALF_POINT_BYE: "½",
        Kind.ZERO_POINT_BYE: "-",
        Kind.REST: "",
    }
    outcomes = tournament.outcomes()
    written: dict[str, list[str]] = {}
    for p in range(len(tournament)):
        row = []
        for r in range(tournament.rounds):
            kind, opponent, colour, _ = tournament.round(p, r)
            if opponent is None:
                row.append(alone[kind])
            else:
                result = signs.get(kind, {1.0: "1", 0.5: "½", 0.0: "0"}[outcomes[p][r]])
                row.append(f"{tournament.numbers[opponent]}{colour}{result}")
        written[tournament.numbers[p]] = row
    return written
