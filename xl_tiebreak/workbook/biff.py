"""Where the formulas are in the binary workbooks of Excel, .xls (BIFF8 in a compound file) and .xlsb (BIFF12), and how
far out their cells reach.

Neither the library that reads their values nor this module says what the formulas are. That a cell holds one is enough
to refuse it where a result should stand: what looks like a 0 may have been ``=B3``. The library takes memory for every
cell as far as the last one, and for as many texts as a damaged file claims to have: both are looked at before it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence

from .sheet import Position

__all__ = ["PasswordError", "cells_of_xls", "cells_of_xlsb"]

_BOUND_SHEET, _EOF, _ENCRYPTION, _DIMENSIONS = 0x0085, 0x000A, 0x002F, 0x0200
_ROWS, _COLUMNS = 65_536, 256  # of a sheet in .xls
_FORMULAS = frozenset({0x0006, 0x0206, 0x0406})
_CELLS = _FORMULAS | {0x00BD, 0x00D6, 0x00FD, 0x0203, 0x0204, 0x0205, 0x027E}  # none of cells that only have a look
_BUNDLE_SHEET, _ROW, _XLSB_CELLS, _XLSB_FORMULAS = 156, 0, range(2, 12), range(8, 12)
_END_OF_CHAIN = 0xFFFFFFFA
"""From this number on sector numbers have other meanings."""


class PasswordError(ValueError):
    """What the records say is encrypted."""


Cells = tuple[set[Position], Position]
"""The cells with formulas, and the last row and the last column of all cells."""


def cells_of_xls(content: bytes) -> dict[str, Cells]:
    """Title of a sheet → its cells; ValueError where the file is no such workbook, PasswordError where one is needed to
    read it."""
    try:
        stream = _stream(content)
        return {title: _gathered(_cells_of_xls(stream, start)) for title, start in _sheets_of_xls(stream)}
    except (struct.error, IndexError, UnicodeDecodeError) as error:
        raise ValueError("its records end early") from error


def _stream(content: bytes) -> bytes:
    """The stream of the workbook in the compound file; a short one lies in small sectors inside of another stream."""
    size, small = (1 << power for power in struct.unpack_from("<2H", content, 30))
    sectors = [content[at : at + size] for at in range(size, len(content), size)]
    tables = list(struct.unpack_from("<109I", content, 76))
    more = struct.unpack_from("<I", content, 68)[0]
    for _ in sectors:  # no more than there are: a damaged file may lead in circles
        if more >= _END_OF_CHAIN:
            break
        *further, more = _numbers(sectors[more])
        tables += further
    following = [number for table in tables if table < _END_OF_CHAIN for number in _numbers(sectors[table])]
    first_directory, cutoff, first_small = struct.unpack_from("<I4xII", content, 48)
    directory = _chain(first_directory, sectors, following)
    entries = [directory[at : at + 128] for at in range(0, len(directory), 128)]
    for entry in entries:
        first, length = struct.unpack_from("<2I", entry, 116)
        if entry[: max(struct.unpack_from("<H", entry, 64)[0] - 2, 0)].decode("utf-16-le") not in ("Workbook", "Book"):
            continue
        if length >= cutoff:
            return _chain(first, sectors, following)
        inside = _chain(struct.unpack_from("<I", entries[0], 116)[0], sectors, following)
        parts = [inside[at : at + small] for at in range(0, len(inside), small)]
        return _chain(first, parts, _numbers(_chain(first_small, sectors, following)))
    raise ValueError("it has no stream of a workbook")


def _numbers(sector: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(sector) // 4}I", sector)


def _chain(first: int, sectors: Sequence[bytes], following: Sequence[int]) -> bytes:
    """The sectors from one on, each followed by the next."""
    parts: list[bytes] = []
    while first < _END_OF_CHAIN and len(parts) <= len(sectors):
        parts.append(sectors[first])
        first = following[first]
    return b"".join(parts)


def _sheets_of_xls(stream: bytes) -> Iterator[tuple[str, int]]:
    """Title of each sheet, and where its records begin."""
    for kind, data in _records_of_xls(stream, 0):
        if kind == _ENCRYPTION:
            raise PasswordError("the workbook is encrypted")
        if kind == _BOUND_SHEET:
            start, length, wide = struct.unpack_from("<I2xBB", data)
            yield data[8:].decode("utf-16-le")[:length] if wide & 1 else data[8 : 8 + length].decode("latin-1"), start


def _cells_of_xls(stream: bytes, start: int) -> Iterator[tuple[Position, bool]]:
    """The cells, and whether there is a formula in them."""
    for kind, data in _records_of_xls(stream, start):
        if kind == _DIMENSIONS and len(data) >= 14:
            first, rows, left, columns = struct.unpack_from("<2I2H", data)
            if not (first <= rows <= _ROWS and left <= columns <= _COLUMNS):
                raise ValueError("its records give a sheet a size that it cannot have")
        elif kind in _CELLS:
            yield struct.unpack_from("<2H", data), kind in _FORMULAS


def _gathered(cells: Iterable[tuple[Position, bool]]) -> Cells:
    formulas, bottom, right = set(), 0, 0
    for position, is_formula in cells:
        bottom, right = max(bottom, position[0]), max(right, position[1])
        if is_formula:
            formulas.add(position)
    return formulas, (bottom, right)


def _records_of_xls(stream: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """Kind and content of the records up to the end of their part."""
    kind = -1
    while kind != _EOF:
        kind, length = struct.unpack_from("<2H", stream, at)
        yield kind, stream[at + 4 : at + 4 + length]
        at += 4 + length


def cells_of_xlsb(parts: Mapping[str, bytes]) -> dict[str, Cells]:
    """Title of a sheet → its cells. Sheets are taken in the order of their parts' numbers."""
    sheets = sorted(
        (name for name in parts if name.startswith("xl/worksheets/sheet")), key=lambda name: (len(name), name)
    )
    titles = []
    for kind, data in _records_of_xlsb(parts["xl/workbook.bin"]):
        if kind == _BUNDLE_SHEET:
            skipped = 8 + 4 + 2 * struct.unpack_from("<I", data, 8)[0]
            length = struct.unpack_from("<I", data, skipped)[0]
            titles.append(data[skipped + 4 : skipped + 4 + 2 * length].decode("utf-16-le"))
    return {title: _gathered(_cells_of_xlsb(parts[name])) for title, name in zip(titles, sheets)}


def _cells_of_xlsb(data: bytes) -> Iterator[tuple[Position, bool]]:
    row = 0
    for kind, content in _records_of_xlsb(data):
        if kind == _ROW:
            row = struct.unpack_from("<I", content)[0]
        elif kind in _XLSB_CELLS:
            yield (row, struct.unpack_from("<I", content)[0]), kind in _XLSB_FORMULAS


def _records_of_xlsb(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Kind and content of the records; both kind and length are written seven bits a byte, the kind in all its bits."""
    at = 0
    while at < len(data):
        kind = data[at]
        at += 1
        if kind & 0x80:
            kind = (kind & 0x7F) | (data[at] & 0x7F) << 7
            at += 1
        length = shift = 0
        while True:
            byte = data[at]
            at += 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                break
        yield kind, data[at : at + length]
        at += length
