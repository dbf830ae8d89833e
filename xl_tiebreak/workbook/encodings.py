"""The letters of a text file: bytes → text.

A mark at its beginning settles it, and so does UTF-8 that is valid but for a little damage. Else one of the encodings
below was used in which a byte is a letter, and the words tell which: in the right one they are letters throughout, of
one alphabet, and begin with capitals rather than end with them. General detectors need more text than the names in a
table.
"""

from __future__ import annotations

import codecs
import re

__all__ = ["UTF16_MARKS", "decode", "unmarked_wide"]

UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CANDIDATES = ("cp1252", "cp1251", "cp1250", "cp850", "cp866", "koi8-r", "mac-cyrillic")
"""Western Europe first: of encodings that suit equally well, the first one is taken."""

_SAMPLE = 200_000
_MOST_WRONG = 10
"""UTF-8 stays what it is where a damaged byte, or a character cut at the end, comes on so many bytes that fit."""

_WORD = re.compile(r"[^\W\d_]+")
_FOREIGN = re.compile(r"[^\x00-\x7f]")
_USUAL = re.compile(r"[½¼¾№«»‹›„“”‘’–—…°·×•\u00a0]")
"""Signs beyond ASCII that tables contain."""
_INSIDE = re.compile(r"(?<=[^\W\d_])[^\w\s.,;:'’\"()/|-](?=[^\W\d_])|(?<=[^\W\d_])[¹²³ºª](?=\w)")
"""A sign between letters, where no word has one."""
_TWISTED = re.compile(r"[^\W\d_A-Z]*[a-zа-яёіїєґ]+[A-ZА-ЯЁІЇЄҐ]{2,}")
_MIXED = re.compile(r"[A-Za-z](?=[Ѐ-ӿ])|[Ѐ-ӿ](?=[A-Za-z])")
_ACCENTED_RUN = re.compile(r"[À-ž]{3,}")


def decode(content: bytes) -> str:
    """The text of a file in any of the usual encodings."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content.decode(encoding, "replace")
    if wide := unmarked_wide(content):
        return content.decode(wide, "replace")
    text = content.decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    if _MOST_WRONG * wrong <= len(content) - len(content.decode("ascii", "ignore")) - wrong:
        return text
    encoding = min(_CANDIDATES, key=lambda candidate: _strangeness(content[:_SAMPLE], candidate))
    return content.decode(encoding, "replace")


def unmarked_wide(content: bytes) -> str | None:
    """UTF-16 in one of its two orders, where a file has no mark: of the bytes of every digit and blank the same one is
    zero. None for any other content."""
    start = content[:2000]
    zeros = start[0::2].count(0), start[1::2].count(0)
    if min(zeros) or 20 * max(zeros) < len(start):
        return None
    return "utf-16-be" if zeros[0] else "utf-16-le"


def _strangeness(content: bytes, encoding: str) -> int:
    """How little the words beyond ASCII look like words in this encoding."""
    text = content.decode(encoding, "replace")
    strange = 5 * (text.count("\ufffd") + len(_INSIDE.findall(text)))
    strange += sum(1 for sign in _FOREIGN.findall(text) if not sign.isalpha() and not _USUAL.match(sign))
    for word in _WORD.findall(text):
        if not word.isascii():
            strange += 4 * len(_TWISTED.findall(word)) + 4 * len(_MIXED.findall(word))
            strange += 4 * len(_ACCENTED_RUN.findall(word)) + (2 if word[0].islower() and word[1:].isupper() else 0)
    return strange
