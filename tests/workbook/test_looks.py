"""Looks: taken from a neighbour, searched for where the number format does not do, added only where there is none."""

from __future__ import annotations

import pytest
from lxml import etree

from xl_tiebreak.workbook.edits import Edit, Style
from xl_tiebreak.workbook.looks import Looks

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
FORMATS = (
    '<numFmts count="2"><numFmt numFmtId="164" formatCode="0.0"/>'
    '<numFmt numFmtId="170" formatCode="0&quot;%&quot;"/></numFmts>'
)
XFS = [
    '<xf numFmtId="0" fontId="0"/>',  # 0: General
    '<xf numFmtId="1" fontId="1" applyNumberFormat="1"/>',  # 1: whole numbers
    '<xf numFmtId="164" fontId="0"/>',  # 2: one decimal
    '<xf numFmtId="14" fontId="1"><alignment horizontal="center"/></xf>',  # 3: a date
    '<xf numFmtId="2" fontId="1"/>',  # 4: two decimals, like 1 otherwise
    '<xf numFmtId="0" fontId="2" applyAlignment="1"><alignment wrapText="1"/></xf>',  # 5: wraps
    '<xf numFmtId="0" fontId="2"/>',  # 6: does not
]


def styles(formats: str = FORMATS, xfs: list[str] = XFS) -> bytes:
    table = f'<cellXfs count="{len(xfs)}">{"".join(xfs)}</cellXfs>'
    other = '<cellStyleXfs><xf numFmtId="0"/></cellStyleXfs>'
    dxfs = '<dxfs><dxf><numFmt numFmtId="180" formatCode="0.0000"/></dxf></dxfs>'
    return f'<?xml version="1.0"?>\r\n<styleSheet xmlns="{MAIN}">{formats}{other}{table}{dxfs}</styleSheet>'.encode()


def look(looks: Looks, own: int, edit: Edit) -> int:
    """The look of an edited cell; that of every other cell is the number of its column."""
    style = edit.style
    base = own or style.like or 0
    model = base if own or style.format_like is None else style.format_like
    return looks.look(base, model, edit.value, style)


@pytest.mark.parametrize(
    ("own", "edit", "expected"),
    [
        (0, Edit(0, 9, 46, Style(like=1)), 1),
        (0, Edit(0, 9, "текст", Style(decimals=2, like=1)), 1),
        (0, Edit(0, 9, None, Style(decimals=2, like=3)), 3),
        (2, Edit(0, 9, 40.5, Style(decimals=1, like=1)), 2),  # its own look
        (0, Edit(0, 9, 40.5, Style(decimals=1)), 0),
        (0, Edit(0, 9, 40.25, Style(decimals=2, like=1)), 4),
        (0, Edit(0, 9, 40.5, Style(decimals=1, like=0, format_like=2)), 2),
        (0, Edit(0, 9, 40.5, Style(decimals=1, like=2, format_like=2)), 2),
        (4, Edit(0, 9, 7, Style(whole=True)), 7),  # added: General with everything else of 4
        (0, Edit(0, 9, "Бухгольц", Style(like=6, title=True)), 5),
        (0, Edit(0, 9, "Бухгольц", Style(like=5, title=True)), 5),
        (99, Edit(0, 9, 40.5, Style(decimals=1)), 99),  # a file that is wrong already
        (0, Edit(0, 9, True, Style(decimals=1, like=1)), 1),
    ],
)
def test_look_of_a_cell(own: int, edit: Edit, expected: int) -> None:
    looks = Looks(styles())
    assert look(looks, own, edit) == expected
    assert (looks.written() is None) is (expected != len(XFS))


@pytest.mark.parametrize("formats", ["", "<numFmts/>", '<numFmts count="0" />', '<numFmts count="0"></numFmts>'])
def test_look_that_is_added(formats: str) -> None:
    looks = Looks(styles(formats))
    edit = Edit(0, 9, 40.5, Style(decimals=1, like=3))
    assert [look(looks, 0, edit), look(looks, 3, edit)] == [7, 7]
    assert look(looks, 0, Edit(0, 9, 40.125, Style(decimals=3, like=3))) == 8
    root = etree.fromstring(looks.written() or b"")
    kinds = {element.get("numFmtId"): element.get("formatCode") for element in root[0]}
    assert kinds == {"164": "0.0", "165": "0.000"}
    table = root.find(f"{{{MAIN}}}cellXfs")
    assert (root[0].get("count", "2"), table.get("count"), len(table)) == ("2", "9", 9)
    assert dict(table[7].attrib) == {"numFmtId": "164", "fontId": "1", "applyNumberFormat": "1"}
    assert dict(table[7][0].attrib) == {"horizontal": "center"}


def test_nothing_else_of_the_styles_changes() -> None:
    old = styles()
    looks = Looks(old)
    look(looks, 0, Edit(0, 9, 40.125, Style(decimals=3, like=1)))
    expected = old.replace(b'<numFmts count="2">', b'<numFmts count="3">').replace(
        b"</numFmts>", b'<numFmt numFmtId="171" formatCode="0.000"/></numFmts>'
    )
    new = b'<xf numFmtId="171" fontId="1" applyNumberFormat="1"/></cellXfs>'
    expected = expected.replace(b'<cellXfs count="7">', b'<cellXfs count="8">').replace(b"</cellXfs>", new)
    assert looks.written() == expected


def test_heading_that_does_not_wrap_yet() -> None:
    looks = Looks(styles())
    assert look(looks, 0, Edit(0, 9, "Бухгольц", Style(like=3, title=True))) == 7
    assert look(looks, 0, Edit(0, 9, "Бергер", Style(like=1, title=True))) == 8
    table = etree.fromstring(looks.written() or b"").find(f"{{{MAIN}}}cellXfs")
    assert dict(table[7][0].attrib) == {"horizontal": "center", "wrapText": "1"}
    assert table[7].get("numFmtId") == "14"
    assert dict(table[8][0].attrib) == {"wrapText": "1"}
    assert table[8].get("applyAlignment") == "1"


@pytest.mark.parametrize("part", [None, f'<styleSheet xmlns="{MAIN}"/>'.encode()])
def test_workbook_without_looks(part: bytes | None) -> None:
    looks = Looks(part)
    assert look(looks, 0, Edit(0, 9, 40.5, Style(decimals=1, like=0, title=True))) == 0
    assert looks.written() is None
