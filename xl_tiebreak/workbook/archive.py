"""A zip file whose members can be replaced one by one; every other member is copied as it is packed, byte for byte.

The standard library reads the directory of a zip but cannot copy a member without packing it anew, so the writing half
is here. What a hostile file may hold is refused before it costs memory: members that lie over one another or unpack to
more than they say, and names that lead out of the archive.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from ..errors import RequestError
from .raw import content_of
from .remembering import SMALL, remembering

__all__ = ["CUT_SHORT", "LARGEST_PART", "PROTECTED", "REMEDY", "REPAIR", "Archive"]

LARGEST_PART = 64 * 2**20
"""The most bytes that a member may unpack to if it is read; the sheet of 5,000 players in 20 rounds has 5 MB."""
REMEDY = "save it as .xlsx in Excel or LibreOffice"
REPAIR = "open it in Excel or LibreOffice, which may repair it, and save it as .xlsx"
CUT_SHORT = "is damaged: its end is missing; copy or download it again"
PROTECTED = "is protected by a password; save a copy without it"

_LEVEL = 2  # of 9: a third of the time of the usual 6, a tenth more bytes
_LARGEST_DIRECTORY = 4 * 2**20  # bytes, some 40,000 members; a workbook has a few hundred at most
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")

_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s4B4H3L5H2L")
_END = struct.Struct("<4s4H2LH")
_ENCRYPTED, _SIZES_FOLLOW, _UTF8 = 0x1, 0x8, 0x800  # bits in the flags of a member
_SIZES = 1  # id of the extra field with sizes of more than 4 GB, which some programs write for every member


class _Directory(io.BytesIO):
    """A file of which only sane pieces are read; zipfile reads a directory in one piece, however large it is."""

    def read(self, size: int | None = -1, /) -> bytes:
        piece = super().read(_LARGEST_DIRECTORY if size is None or not 0 <= size <= _LARGEST_DIRECTORY else size)
        if len(piece) == _LARGEST_DIRECTORY:
            raise zipfile.BadZipFile("its directory is too large")
        return piece


class Archive:
    """A zip file, its ``content`` read before or now; ``names`` are its members in the order in which they lie.

    RequestError, one sentence that begins with the file, where it cannot be read or a member cannot be unpacked.
    """

    def __init__(self, path: Path, content: bytes | None = None) -> None:
        self.path = path
        self.content = content_of(path) if content is None else content
        if foreign := _foreign(self.content):
            raise self.refusal(foreign)
        file = _Directory(self.content)
        try:
            with zipfile.ZipFile(file) as directory:
                self._comment, end = directory.comment, directory.start_dir
                members = sorted(directory.infolist(), key=lambda info: info.header_offset)
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError, OSError, struct.error) as error:
            damaged = f"is damaged and cannot be opened: {getattr(error, 'strerror', error)}"
            raise self.refusal(damaged if zipfile.is_zipfile(file) else _no_zip(self.content)) from error
        self._members = {info.orig_filename: info for info in members}
        if len(self._members) < len(members):
            raise self.refusal("is damaged: two of its parts have one name")
        self._local = {}
        for info, following in zip(members, [*(info.header_offset for info in members[1:]), end]):
            self._local[info.orig_filename] = self._examined(info, following)

    def _examined(self, info: zipfile.ZipInfo, following: int) -> tuple[bytes, bytes, int]:
        """Name and extra fields of the record before a member's data, and where the data begin."""
        name = info.orig_filename
        if ".." in name.replace("\\", "/").split("/") or "\0" in name:
            raise self.refusal(f"holds a part named {name!a}, which leads out of the file; no spreadsheet writes that")
        if info.flag_bits & _ENCRYPTED:
            raise self.refusal(PROTECTED)
        record = b""
        if info.header_offset >= 0:
            record = self.content[info.header_offset : info.header_offset + _LOCAL.size]
        if len(record) < _LOCAL.size or record[:4] != b"PK\3\4":
            raise self.refusal(f"is damaged: '{name}' is not where it should be")
        *_, name_length, extra_length = _LOCAL.unpack(record)
        named = info.header_offset + _LOCAL.size
        begin = named + name_length + extra_length
        written, extra = self.content[named : named + name_length], self.content[named + name_length : begin]
        if written != name.encode("utf-8" if info.flag_bits & _UTF8 else "cp437"):
            raise self.refusal(f"is damaged: another part lies where '{name}' should be")
        if begin + info.compress_size > following:
            raise self.refusal(f"is damaged: '{name}' reaches into the part that follows")
        return written, _without_sizes(extra), begin

    @property
    def names(self) -> list[str]:
        return list(self._members)

    def refusal(self, why: str) -> RequestError:
        """The error that says ``'book.xlsx' is damaged …``, with what to do about any damage."""
        remedy = f"; {REPAIR}" if "is damaged" in why and why != CUT_SHORT else ""
        return RequestError(f"'{self.path}' {' '.join(why.split())}{remedy}")  # a damaged name may hold a line's end

    def read(self, name: str, limit: int = LARGEST_PART) -> bytes:
        """A member unpacked; RequestError where it has more than ``limit`` bytes, or not those that were packed."""
        info = self._members[name]
        if info.file_size > limit:
            size = f"{info.file_size / 2**20:,.0f} MB"
            raise self.refusal(f"is too large: its part '{name}' unpacks to {size}, the limit is {limit >> 20} MB")
        if info.compress_type not in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED):
            raise self.refusal(f"is packed in a way that no spreadsheet uses; {REMEDY}")
        try:
            unpack = _unpacked_once if info.file_size <= SMALL else _unpacked
            return unpack(bytes(self._packed(info)), info.compress_type, info.file_size, info.CRC)
        except ValueError as error:
            raise self.refusal(f"is damaged: '{name}' {error}") from error

    def copy(self, out: IO[bytes], replaced: Mapping[str, bytes | None]) -> None:
        """Write the archive to ``out``, some members with other contents or (None) left out."""
        directory, at = [], 0
        for name, info in self._members.items():
            if name in replaced:
                data = replaced[name]
                if data is None:
                    continue
                pack = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
                packed: bytes | memoryview = pack.compress(data) + pack.flush()
                facts = (zipfile.ZIP_DEFLATED, zlib.crc32(data), len(packed), len(data))
            else:
                packed = self._packed(info)
                facts = (info.compress_type, info.CRC, info.compress_size, info.file_size)
            local, central = self._records(info, facts, at)
            out.write(local)
            out.write(packed)
            directory.append(central)
            at += len(local) + facts[2]
        entries = b"".join(directory)
        count = len(directory)
        out.write(entries)
        out.write(_END.pack(b"PK\5\6", 0, 0, count, count, len(entries), at, len(self._comment)) + self._comment)

    def _packed(self, info: zipfile.ZipInfo) -> memoryview:
        """The data of a member as they lie in the file."""
        begin = self._local[info.orig_filename][2]
        return memoryview(self.content)[begin : begin + info.compress_size]

    def _records(self, info: zipfile.ZipInfo, facts: tuple[int, int, int, int], at: int) -> tuple[bytes, bytes]:
        """What stands before a member's data and what stands of it in the directory, for a member that begins at
        ``at``. Sizes stand in both, so none need to follow the data."""
        name, extra, _ = self._local[info.orig_filename]
        year, month, day, hour, minute, second = info.date_time
        time, date = hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day
        method, *sizes = facts
        common = (info.flag_bits & ~_SIZES_FOLLOW, method, time, date, *sizes, len(name))
        local = _LOCAL.pack(b"PK\3\4", info.extract_version, *common, len(extra)) + name + extra
        known = _without_sizes(info.extra)
        versions = (info.create_version, info.create_system, info.extract_version, 0)
        rest = (len(known), len(info.comment), 0, info.internal_attr, info.external_attr, at)
        return local, _CENTRAL.pack(b"PK\1\2", *versions, *common, *rest) + name + known + info.comment


def _unpacked(data: bytes, method: int, size: int, check: int) -> bytes:
    """The content of a member; ValueError where it is not that of ``size`` bytes, as the end of a sentence."""
    if method == zipfile.ZIP_DEFLATED:
        try:
            data = zlib.decompressobj(-zlib.MAX_WBITS).decompress(data, size + 1)
        except zlib.error as error:
            raise ValueError("cannot be unpacked") from error
    if len(data) != size or zlib.crc32(data) != check:
        raise ValueError("is not what was packed")
    return data


_unpacked_once = remembering(_unpacked)


def _foreign(content: bytes) -> str | None:
    """What a file of another program is, as the end of a sentence."""
    if not content.startswith(_OLE):
        return None
    return PROTECTED if _ENCRYPTED_PACKAGE in content else f"is an old .xls file; {REMEDY}"


def _no_zip(content: bytes) -> str:
    """What a file is that ends in no directory, as the end of a sentence."""
    cut = content.startswith(b"PK")
    return CUT_SHORT if cut else f"is no workbook, whatever its name says; {REMEDY}"


def _without_sizes(extra: bytes) -> bytes:
    """The extra fields of a member without the one for sizes of more than 4 GB, which it does not have."""
    kept, at = b"", 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind != _SIZES:
            kept += extra[at : at + 4 + length]
        at += 4 + length
    return kept
