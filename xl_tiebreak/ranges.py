"""Ranges as people select them: with spare rows below the table, or whole columns, a million rows of them.

A result has a row for every row of its range, so that it stands beside the table; but where more than `SPARE_ROWS`
blank rows end the range, as in whole columns, it ends with the last row in use.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["SPARE_ROWS", "used_rows"]

SPARE_ROWS = 1_000
"""Blank rows at the end of a range that still have a row in the result. Nobody keeps more room for entries."""


def used_rows(rows: Sequence[Sequence[object]]) -> Sequence[Sequence[object]]:
    """The rows of a range without the blank ones at its end, at least one row.

    xlwings Lite hands over a blank cell as 0, so that a few rows of zeros may be players who lost every game, in a
    matrix without names, but more than `SPARE_ROWS` of them are whole columns.
    """
    end = len(rows)
    while end > 1 and not any(rows[end - 1]):
        end -= 1
    last = min(len(rows), end + SPARE_ROWS + 1)
    zeros = next((r - end for r in range(end, last) if all(map(_is_blank, rows[r]))), last - end)
    return rows[: end if zeros > SPARE_ROWS else end + zeros]


def _is_blank(cell: object) -> bool:
    return cell is None or cell == ""
