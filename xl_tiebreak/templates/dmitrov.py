"""The table of the document on the 1998 rule: rows by place, opponents by №."""

from __future__ import annotations

from .blocks import Value
from .design import Design

__all__ = ["DMITROV"]

_TABLE = """
10 | Невский, Ярослав    | 1b0  +   8w½  9b1  4w1  2w1  5b1  3w1  11b1
 8 | Веселов, Иван       | 3b½  5w1 10b½  1w1  2b1  4w1  7b½ 11w1  6b1
 1 | Белов, Георгий      | 10w1 4b0  6w1  8b0 11b1  3w1  2b0  +    7w1
 5 | Баюшкин, Павел      | 6w1  8b0 11w1  4b1  3w0  +   10w0  9b1  2b1
 2 | Хан, Ирина          | 9w1 11b1  4w½  3b1  8w0 10b0  1w1  7b1  5w0
 3 | Медведева, Юлия     | 8w½  6b1  7w1  2w0  5b1  1b0  9w1 10b0  +
 4 | Хан, Оксана         | 7w1  1w1  2b½  5w0 10b0  8b0  +    6w1  9b1
11 | Додышева, Ольга     | +    2w0  5b0  7b1  1w0  9b1  6w1  8b0 10w0
 7 | Дерябин, Алексей    | 4b0  9w1  3b0 11w0  +    6b1  8w½  2w0  1b0
 9 | Андреев, Сергей     | 2b0  7b0  +   10w0  6b1 11w0  3b0  5w0  4w0
 6 | Федорова, Анастасия | 5b0  3w0  1b0  +    9w0  7w0 11b0  4b0  8w0
"""


def _rows() -> list[tuple[Value, ...]]:
    rows: list[tuple[Value, ...]] = []
    for line in _TABLE.strip().splitlines():
        number, name, results = (part.strip() for part in line.split("|"))
        rows.append((int(number), name, *results.split()))
    return rows


DMITROV = Design("swiss", 11, 9, language="ru", rows=tuple(_rows()), sheet="Группа Е", title="Дмитров-2008, группа «Е»")
"""Group E of Dmitrov 2008 as the document prints it."""
