"""XML parts as bytes: where an element stands in them, and single elements as trees.

A part is not parsed and written anew as a whole: what is not touched keeps every byte, down to its quotes and line
ends, and a large sheet does not become a tree of twenty times its size. `sound` has a parser prove that the bytes are
well-formed and declare no entities; on such bytes the tokens that are looked for here are exact. What is touched
becomes a tree, in the namespaces of the elements around it, and bytes again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from html import unescape
from typing import NamedTuple
from xml.parsers import expat

from lxml import etree

__all__ = [
    "Around",
    "Attribute",
    "Element",
    "Piece",
    "Span",
    "attribute",
    "attributes",
    "document",
    "elements",
    "first",
    "has_asides",
    "local",
    "sound",
    "splice",
    "start_tag",
    "text_of",
    "token_pattern",
    "tree",
]

Element = etree._Element

_MOST_TAGS = 400_000
"""Of what becomes a tree, which then takes some 100 MB; a full row of 16,384 cells has 100,000."""

_LONGEST_TAGS = 2**16
"""Bytes of the start tags around an element; they are parsed with each."""

_PARSER = etree.XMLParser(
    resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True, strip_cdata=False, collect_ids=False
)
_ATTRIBUTE = re.compile(rb"""\s([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_TAG_NAME = re.compile(rb"<([^\s/>]+)")
_ENCODING = re.compile(rb"""(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)""")


def token_pattern(tag: bytes) -> re.Pattern[bytes]:
    """Comments, CDATA, instructions, and the tags that a pattern describes as far as their names go; the last group is
    what follows in the tag, None for the others. No other ``<`` is met inside well-formed XML, and ``>`` may stand in
    the values of attributes."""
    attributes = rb"""(?=[\s/>])((?:[^>"']++|"[^"]*+"|'[^']*+')*+)>"""
    return re.compile(rb"<(?:!--.*?-->|!\[CDATA\[.*?\]\]>|\?.*?\?>|%s%s)" % (tag, attributes), re.DOTALL)


@cache
def _tokens(name: bytes) -> re.Pattern[bytes]:
    """The tags of a local name; the first group is a stroke where they close."""
    return token_pattern(rb"(/)?(?:[^\s/>:!?]++:)?(?:%s)" % name)


_ANY = rb"[^\s/>:!?]++"


class Span(NamedTuple):
    """Where an element begins, where its content begins, where its end tag begins, where it ends."""

    begin: int
    inside: int
    close: int
    end: int


Piece = tuple[int, int, bytes]
"""Where bytes begin and end that are replaced by others."""


class Attribute(NamedTuple):
    """The value of an attribute as it is written, where it stands, and where the attribute begins with its space."""

    value: bytes
    begin: int
    end: int
    space: int


def sound(data: bytes) -> bytes:
    """``data`` itself, proved to be well-formed XML in UTF-8 without a document type; ValueError says what is wrong, as
    the end of a sentence that begins with the part."""
    _expect_utf_8(data)
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise ValueError(f"is damaged: {error}") from error
    return data


def document(data: bytes) -> Element:
    """A whole part as a tree, under the conditions of `sound`."""
    _expect_utf_8(data)
    if b"<!DOCTYPE" in data:
        _refuse_doctype()
    try:
        return tree(data)
    except etree.XMLSyntaxError as error:
        raise ValueError(f"is damaged: {error.msg}") from error


def _expect_utf_8(data: bytes) -> None:
    encoding = _ENCODING.match(data)
    if b"\0" in data[:4] or (encoding and encoding[1].lower() not in (b"utf-8", b"us-ascii")):
        raise ValueError("is not written in UTF-8, which every spreadsheet program uses")


def _refuse_doctype(*_: object) -> None:
    raise ValueError("declares a document type, which no spreadsheet program does")


def elements(
    data: bytes, name: bytes, begin: int = 0, end: int | None = None, *, within: bytes | None = None
) -> Iterator[Span]:
    """Every element of a local name between two places, but for those inside another one of that name; up to the end of
    the element ``within``, which ``begin`` is in."""
    tokens = _tokens(name) if within is None else _tokens(b"%s|%s" % (name, within))
    depth = start = inside = 0
    for token in tokens.finditer(data, begin, len(data) if end is None else end):
        closes, rest = token.groups()
        if rest is None:  # a comment, CDATA or an instruction
            continue
        if closes:
            if not depth:
                return
            depth -= 1
            if not depth:
                yield Span(start, inside, token.start(), token.end())
            continue
        if not depth:
            start, inside = token.span()
        if not rest.endswith(b"/"):
            depth += 1
        elif not depth:
            yield Span(start, inside, inside, inside)


def first(data: bytes, name: bytes, begin: int = 0, end: int | None = None) -> Span | None:
    """The first of `elements`."""
    return next(elements(data, name, begin, end), None)


def start_tag(data: bytes, name: bytes | None = None) -> Span:
    """The start tag of the first element of a local name, or of all; what is in the element is not looked through."""
    for token in _tokens(name or _ANY).finditer(data):
        if token[2] is not None:
            return Span(*token.span(), token.end(), token.end())
    raise ValueError("holds nothing" if name is None else f"has no {name.decode()}")


def attributes(data: bytes, span: Span) -> Iterator[tuple[bytes, bytes]]:
    """Name and bytes, with the space before it, of every attribute of an element."""
    for found in _ATTRIBUTE.finditer(data, span.begin, span.inside):
        yield found[1], found[0]


def attribute(data: bytes, span: Span, name: bytes) -> Attribute | None:
    """An attribute of the element at ``span``."""
    for found in _ATTRIBUTE.finditer(data, span.begin, span.inside):
        if found[1] == name:
            group = 2 if found[2] is not None else 3
            return Attribute(found[group], *found.span(group), found.start())
    return None


def has_asides(data: bytes, begin: int, end: int) -> bool:
    """Are there comments, CDATA or instructions between two places? A single letter is found fastest."""
    return any(data.find(mark[1:], begin, end) >= 0 and data.find(mark, begin, end) >= 0 for mark in (b"<!", b"<?"))


def text_of(data: bytes) -> str:
    """The text that stands for itself or for characters between two tags."""
    if b"<" in data:
        return "".join(map(str, tree(b"<text>%s</text>" % data).itertext()))
    return unescape(data.decode()) if b"&" in data else data.decode()


def splice(data: bytes, pieces: Iterable[Piece]) -> bytes:
    """``data`` with other bytes in the place of some, in order."""
    out, at = [], 0
    for begin, end, piece in pieces:
        out += [data[at:begin], piece]
        at = end
    return b"".join([*out, data[at:]])


def tree(data: bytes) -> Element:
    """Anything that is complete in itself as a tree."""
    if data.count(b"<") > _MOST_TAGS:
        raise ValueError("holds more than can be looked through")
    return etree.fromstring(data, _PARSER)


def local(element: Element) -> str:
    """The name of an element without its namespace; "" for comments and instructions."""
    tag = element.tag
    return tag[tag.rfind("}") + 1 :] if isinstance(tag, str) else ""


class Around:
    """The start tags around an element, outermost first, which say what its prefixes mean."""

    def __init__(self, data: bytes, *spans: Span) -> None:
        tags = [data[span.begin : span.inside].removesuffix(b">").removesuffix(b"/") + b">" for span in spans]
        if sum(map(len, tags)) > _LONGEST_TAGS:
            raise ValueError("holds more than can be looked through")
        names = [name[1] for tag in tags if (name := _TAG_NAME.match(tag))]
        self._before = b"".join(tags)
        self._after = b"".join(b"</%s>" % name for name in reversed(names))
        prefix, colon, _ = names[-1].rpartition(b":")
        self.prefix = prefix + colon
        self._depth = len(tags)

    def parse(self, data: bytes) -> Element:
        """The element in ``data`` as the child of those around it."""
        element = tree(self._before + data + self._after)
        for _ in range(self._depth):
            element = element[0]
        return element

    def unparse(self, element: Element) -> bytes:
        """The bytes of what `parse` gave, or of all children of the innermost element around it."""
        before, after = self._written
        written = _written(element)
        return written[before : len(written) - after]

    @cached_property
    def _written(self) -> tuple[int, int]:
        """How many bytes the elements around take when they are written, before and after what is in them."""
        nothing = b"<%sx/>" % self.prefix
        before, _, after = _written(self.parse(nothing)).partition(nothing)
        return len(before), len(after)


def _written(element: Element) -> bytes:
    """The tree that an element belongs to."""
    return etree.tostring(element.getroottree(), encoding="UTF-8", xml_declaration=False)
