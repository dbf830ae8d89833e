"""Small workbooks for the tests of reading, planning and writing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

DMITROV = "tests/sheets/dmitrov2008.xlsx"

# Four players, three rounds; 1 and 2 tie on points, and Buchholz sets them apart.
SMALL = [
    ["№", "Фамилия Имя", 1, 2, 3, "Оч", "М"],
    [1, "Невский", "3w1", "2b½", "4w1", 2.5, 1],
    [2, "Веселов", "4w1", "1w½", "3b1", 2.5, 2],
    [3, "Белов", "1b0", "4w½", "2w0", 0.5, 3],
    [4, "Хан", "2b0", "3b½", "1b0", 0.5, 4],
]


@pytest.fixture
def dmitrov(root: Path) -> Path:
    """The table of the 1998 document."""
    return root / DMITROV


@pytest.fixture
def changed(dmitrov: Path, tmp_path: Path) -> Callable[..., Path]:
    """The table of the 1998 document with other contents of some cells: ``changed(N1="Бухгольц")``."""

    def make(prepare: Callable[[Worksheet], Any] = lambda sheet: None, **cells: Any) -> Path:
        book = load_workbook(dmitrov)
        for name, value in cells.items():
            book.active[name] = value
        prepare(book.active)
        book.save(tmp_path / "changed.xlsx")
        return tmp_path / "changed.xlsx"

    return make


@pytest.fixture
def small() -> Worksheet:
    """A worksheet with a small table in A1:G5 and nothing else."""
    sheet = Workbook().active
    for row in SMALL:
        sheet.append(row)
    return sheet
