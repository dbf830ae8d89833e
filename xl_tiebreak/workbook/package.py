"""A workbook file as its parts: where each is found, and which of them are written anew.

The parts of an Open XML workbook refer to one another by relationships, and only those are followed; a part that is not
asked for is neither unpacked nor looked at.
"""

from __future__ import annotations

import posixpath
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import IO, NamedTuple
from urllib.parse import unquote

from lxml import etree

from ..address import Area
from ..errors import RequestError, TiebreakError, nearest
from .archive import LARGEST_PART, REMEDY, Archive
from .contents import decoded, plain_text
from .remembering import remembering
from .splice import Around, Element, Span, attribute, document, elements, sound, splice, start_tag

__all__ = ["Package", "TablePart"]

_MOST_TEXTS = 4_000_000
_TYPES = "[Content_Types].xml"
_ROWS_OF_TABLES = {"header": "1", "totals": "0"}
"""What a table may say of its rows → how many it has without a word."""
_NO_WORKBOOK = "is a zip archive without a workbook in it"
_FOREIGN_PARTS = {
    "xl/workbook.bin": f"is a binary workbook (.xlsb); {REMEDY}",
    "content.xml": f"is an OpenDocument file (.ods); {REMEDY}",
    "word/document.xml": "is a Word document, not a workbook",
    "index/document.iwa": f"is a Numbers document; {REMEDY}",
}
"""A part that only such a file has → what the file is, as the end of a sentence."""
_SIGNATURES = {
    "vbaprojectsignature": "has signed macros, and the signature would break; remove it, or fill a copy without macros",
    "_xmlsignatures/": "is digitally signed, and the signature would break; remove it, or fill a copy without it",
}
"""What stands in the name of a part that signs the file → why the file is not written, as the end of a sentence."""


class _Relation(NamedTuple):
    """Where a relationship leads: the last word of its type, such as ``worksheet``, and the name of a part."""

    kind: str
    target: str


class TablePart(NamedTuple):
    """A table of a sheet: its name, all of its cells, how many rows of headings and of totals it has, its columns."""

    name: str
    area: Area
    headings: int
    totals: int
    columns: tuple[str, ...]


class Package:
    """A workbook file, its ``content`` read before or now.

    RequestError, one sentence, where the file is no workbook, and where a part that is asked for is missing or damaged.
    """

    def __init__(self, path: Path, content: bytes | None = None) -> None:
        self._archive = Archive(path, content)
        self._names = {_plain(name): name for name in self._archive.names}
        self._replaced: dict[str, bytes | None] = {}
        self._proved: dict[str, bytes] = {}
        self._known_relations: dict[str, dict[str, _Relation]] = {}
        self._workbook = self._find_workbook()

    @property
    def path(self) -> Path:
        return self._archive.path

    @property
    def content(self) -> bytes:
        """The file as it was read."""
        return self._archive.content

    def _find_workbook(self) -> str:
        foreign = (what for part, what in _FOREIGN_PARTS.items() if part in self._names)
        if _plain(_TYPES) not in self._names or any(part in self._names for part in _FOREIGN_PARTS):
            raise self._archive.refusal(next(foreign, _NO_WORKBOOK))
        found = self._related("", "officeDocument")
        if not found:
            raise self._archive.refusal(_NO_WORKBOOK)
        return found[0]

    @contextmanager
    def part(self, name: str) -> Iterator[bytes]:
        """A part as it is now. What is found wrong with it inside the ``with`` becomes a sentence that names it."""
        with self._blaming(name):
            stored = self._stored(name)
            if stored not in self._proved:
                data = sound(self._read(name))
                if sum(map(len, self._proved.values())) + len(data) > LARGEST_PART:
                    self._proved.clear()
                self._proved[stored] = data
            yield self._proved[stored]

    @contextmanager
    def _blaming(self, name: str) -> Iterator[None]:
        try:
            yield
        except TiebreakError:
            raise
        except (ValueError, etree.LxmlError) as error:
            raise self._archive.refusal(f"cannot be used: its part '{name}' {error}") from error

    def _read(self, name: str) -> bytes:
        stored = self._stored(name)
        replaced = self._replaced.get(stored)
        return self._archive.read(stored) if replaced is None else replaced

    def _stored(self, name: str) -> str:
        if _plain(name) not in self._names:
            raise ValueError("is missing")
        return self._names[_plain(name)]

    def holds(self, name: str, found: Callable[[bytes], object]) -> bool:
        """Is something found in a part? Told without a proof that it is sound."""
        with self._blaming(name):
            return bool(found(self._proved.get(self._stored(name)) or self._read(name)))

    def replace(self, name: str, data: bytes) -> None:
        """Write a part anew when the package is saved."""
        stored = self._stored(name)
        self._replaced[stored] = data
        self._proved.pop(stored, None)

    def save(self, out: IO[bytes]) -> None:
        """Write the file with its new parts; all others as they are packed."""
        self._archive.copy(out, self._replaced)

    @property
    def names(self) -> list[str]:
        """The members of the file."""
        return self._archive.names

    def refuse_signed(self) -> None:
        """RequestError where a signature would no longer fit the file."""
        for mark, why in _SIGNATURES.items():
            if any(mark in name for name in self._names):
                raise self._archive.refusal(why)

    @cached_property
    def sheets(self) -> dict[str, str]:
        """Title → part, of every worksheet in order."""
        relations = self._relations(self._workbook)
        with self._blaming(self._workbook):
            listed = _listed(self._read(self._workbook))
        found = ((title, relations[identity]) for title, identity in listed if identity in relations)
        return {title: relation.target for title, relation in found if relation.kind == "worksheet"}

    def sheet(self, title: str) -> str:
        """The part of a worksheet."""
        if title not in self.sheets:
            raise RequestError(f"there is no sheet '{title}' with cells; {nearest(title, self.sheets)}")
        return self.sheets[title]

    @property
    def workbook(self) -> str:
        """The part that lists the sheets."""
        return self._workbook

    @property
    def styles(self) -> str | None:
        """The part with the looks of cells."""
        return next(iter(self._related(self._workbook, "styles")), None)

    def shared_text(self, number: int) -> str:
        """A text of the table of texts that cells refer to by number."""
        data, around, begins, more = self._texts
        begins.extend(span.begin for span in islice(more, max(0, min(number, _MOST_TEXTS) + 1 - len(begins))))
        if not 0 <= number < len(begins):
            raise ValueError(f"refers to text {number}, which the workbook does not have")
        span = next(elements(data, b"si", begins[number]))
        return plain_text(around.parse(data[span.begin : span.end]))

    @cached_property
    def _texts(self) -> tuple[bytes, Around, array[int], Iterator[Span]]:
        """The table of texts: its bytes, what is around a text, where those begin that were met, and the others."""
        parts = self._related(self._workbook, "sharedStrings")
        if not parts:
            raise ValueError("refers to a text, but the workbook has no texts")
        with self.part(parts[0]) as data:
            return data, Around(data, start_tag(data)), array("L"), elements(data, b"si")

    def tables(self, sheet: str) -> list[TablePart]:
        """The tables of a sheet part, which have parts of their own."""
        found = []
        for name in self._related(sheet, "table"):
            with self._blaming(name):
                table = document(self._read(name))
                columns = tuple(decoded(column.get("name", "")) for column in table.iter("{*}tableColumn"))
                headings, totals = (int(table.get(f"{row}RowCount", count)) for row, count in _ROWS_OF_TABLES.items())
                area = Area.parse(table.get("ref", ""))
                found.append(TablePart(table.get("displayName", ""), area, headings, totals, columns))
        return found

    @cached_property
    def defined_names(self) -> dict[tuple[str, str], str]:
        """Name and the sheet on which alone it is known ("": everywhere), both in small letters → what it stands
        for."""
        names = {}
        with self._blaming(self._workbook):
            workbook = document(self._read(self._workbook))
            titles = [sheet.get("name", "") for sheet in workbook.iter("{*}sheet")]
            for element in workbook.iter("{*}definedName"):
                index = element.get("localSheetId")
                scope = "" if index is None else titles[int(index)] if int(index) < len(titles) else "?"
                names[element.get("name", "").casefold(), scope.casefold()] = element.text or ""
        return names

    def drop_calculation_chain(self) -> None:
        """Leave out the order in which formulas are calculated, which Excel makes anew; one that names a cell without
        formula makes it offer a repair."""
        for part in self._related(self._workbook, "calcChain"):
            self._replaced[self._stored(part)] = None
            self._cut(_TYPES, b"Override", b"PartName", "", part)
            self._cut(_relations_of(self._workbook), b"Relationship", b"Target", self._workbook, part)

    def _cut(self, name: str, element: bytes, key: bytes, base: str, part: str) -> None:
        """Take the elements out of a part that name another part in an attribute."""
        with self.part(name) as data:
            pieces = []
            for span in elements(data, element):
                target = attribute(data, span, key)
                if target and _plain(_joined(base, target.value.decode())) == _plain(part):
                    pieces.append((span.begin, span.end, b""))
            self.replace(name, splice(data, pieces))

    def _related(self, part: str, kind: str) -> list[str]:
        """The parts to which a part has a relationship of a kind."""
        return [relation.target for relation in self._relations(part).values() if relation.kind == kind]

    def _relations(self, part: str) -> dict[str, _Relation]:
        """The relationships of a part, or of the package (""), by id; those that lead out of the file are left out."""
        if part not in self._known_relations:
            self._known_relations[part] = self._read_relations(part)
        return self._known_relations[part]

    def _read_relations(self, part: str) -> dict[str, _Relation]:
        name = _relations_of(part)
        if _plain(name) not in self._names:
            return {}
        with self._blaming(name):
            return dict(_leading(self._read(name), part))


@remembering
def _listed(workbook: bytes) -> tuple[tuple[str, str], ...]:
    """The title of every sheet in its order, and the id of its relationship."""
    sheets = document(workbook).iter("{*}sheet")
    return tuple(
        (sheet.get("name", ""), next((str(value) for name, value in sheet.items() if str(name).endswith("}id")), ""))
        for sheet in sheets
    )


@remembering
def _leading(relationships: bytes, part: str) -> tuple[tuple[str, _Relation], ...]:
    """Id and relationship, of all that a part has and that lead into the file."""
    inside = document(relationships).iter("{*}Relationship")
    return tuple((e.get("Id", ""), _relation(part, e)) for e in inside if e.get("TargetMode") != "External")


def _relation(part: str, element: Element) -> _Relation:
    kind = element.get("Type", "").rpartition("/")[2]
    return _Relation(kind, _joined(part, element.get("Target", "")))


def _relations_of(part: str) -> str:
    folder, stroke, name = part.rpartition("/")
    return f"{folder}{stroke}_rels/{name}.rels"


def _joined(base: str, target: str) -> str:
    """The part that a part (or the package, "") means by a target."""
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(base), target)).lstrip("/")


def _plain(name: str) -> str:
    """A name as parts are told apart: without regard to case, however its folders are written."""
    return (unquote(name) if "%" in name else name).replace("\\", "/").lstrip("/").casefold()
