"""The type library of the add-in, `types.rdb`: what LibreOffice knows of our functions before it calls one.

LibreOffice asks for every argument's type in a binary file of its own, UNOIDL, which its developers' kit writes with
`unoidl-write` from a text. The file for one interface is small and its layout plain, so that `library` writes it
straight from the table of functions: a new function needs no developers' kit, and no binary lies in the repository.

Layout: the eight bytes of `_MAGIC`, offset and length of the root's map, then the entries that maps point to. All
numbers are four bytes, little end first. A text is its length and its bytes; where it stood before, its offset with the
highest bit set. A map is a list of pairs: offset of a name (ended by a zero byte), offset of its entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["ANY", "RANGE", "ROWS", "Method", "library"]

ANY, ROWS, RANGE = "any", "[][]any", "com.sun.star.table.XCellRange"
"""The types we use: any value, a matrix of any values, a range of cells."""

_MAGIC = b"UNOIDL\xff\0"
_MODULE, _INTERFACE, _IN, _KNOWN = 0, 5, 0, 0x80000000
_BASE = "com.sun.star.uno.XInterface"


class Method(NamedTuple):
    """A method of the interface: its name, the type it returns, names and types of its arguments."""

    name: str
    returns: str
    arguments: tuple[tuple[str, str], ...]


class _Library:
    """The bytes written so far, and where each text stands in them."""

    def __init__(self, comment: bytes) -> None:
        self.data = bytearray(_MAGIC + bytes(8) + comment)
        self.texts: dict[str, int] = {}

    def number(self, value: int) -> None:
        self.data += value.to_bytes(4, "little")

    def text(self, value: str) -> None:
        if value in self.texts:
            self.number(self.texts[value] | _KNOWN)
        else:
            self.texts[value] = len(self.data)
            self.number(len(value))
            self.data += value.encode("ascii")

    def name(self, value: str) -> int:
        offset = len(self.data)
        self.data += value.encode("ascii") + b"\0"
        return offset

    def interface(self, methods: Sequence[Method]) -> int:
        """The entry of the interface: one base, no optional base, no attribute, then its methods."""
        offset = len(self.data)
        self.data.append(_INTERFACE)
        self.number(1)
        self.text(_BASE)
        self.number(0)
        self.number(0)
        self.number(len(methods))
        for method in methods:
            self.text(method.name)
            self.text(method.returns)
            self.number(len(method.arguments))
            for argument, kind in method.arguments:
                self.data.append(_IN)
                self.text(argument)
                self.text(kind)
            self.number(0)  # exceptions
        return offset

    def module(self, name: int, entry: int) -> int:
        """The entry of a module with a single entry in it."""
        offset = len(self.data)
        self.data.append(_MODULE)
        self.number(1)
        self.number(name)
        self.number(entry)
        return offset


def library(dotted: str, methods: Iterable[Method], comment: bytes = b"") -> bytes:
    """The file for one interface, named with its modules: ``org.xltiebreak.XFunctions``.

    Nothing points to a `comment`, so that readers skip it; `unoidl-write` leaves its version there.
    """
    *modules, interface = dotted.split(".")
    file = _Library(comment)
    entry = file.interface(list(methods))
    name = file.name(interface)
    for module in reversed(modules):
        entry = file.module(name, entry)
        name = file.name(module)
    root = len(file.data)
    file.number(name)
    file.number(entry)
    file.data[len(_MAGIC) : len(_MAGIC) + 8] = root.to_bytes(4, "little") + (1).to_bytes(4, "little")
    return bytes(file.data)
