"""How the cells of a template look: one table of properties, dark on light throughout.

No meaning is carried by a hue alone: what is wrong is also darker, bolder or hatched, and every colour has its word in
the check column or in the cell itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

__all__ = ["EDGE", "FONT", "LINE", "LOOKS", "MARKED", "MEDALS", "PAPER", "SHARED"]

Look = Mapping[str, Any]

INK, TINT, LINE, EDGE, PAPER = "#1F2A44", "#EEF2F8", "#C3CAD6", "#5B6B8C", "#FFFFFF"

# Arial, or a font of its widths, is on every system; without a scheme, lest Excel take the theme's font instead.
FONT = {"font_name": "Arial", "font_size": 10, "font_scheme": "none"}

_LINES = {"valign": "vcenter", "top": 1, "bottom": 1, "left": 1, "right": 1}
_FRAME = {**_LINES, **{f"{side}_color": LINE for side in ("top", "bottom", "left", "right")}}
_COMPUTED = {**_FRAME, "align": "center", "bg_color": TINT}
_INPUT = {**_FRAME, "locked": False}
_TITLE = {"font_size": 9, "bold": True}

LOOKS: Mapping[str, Look] = MappingProxyType(
    {
        "heading": {
            **_FRAME,
            **{f"{side}_color": EDGE for side in ("top", "bottom", "left", "right")},
            "align": "center",
            "text_wrap": True,
            "bold": True,
            "font_color": PAPER,
            "bg_color": INK,
        },
        "small heading": {"font_size": 9},
        "block": {"left_color": EDGE},
        # What people type.
        "number": {**_INPUT, "align": "center", "font_color": EDGE},
        "name": {**_INPUT, "align": "left", "indent": 1, "shrink": True},
        # Text, so that a typed 1/2 or -1 stays what was typed and becomes no date and no number.
        "result": {**_INPUT, "align": "center", "num_format": "@"},
        "diagonal": {**_FRAME, "align": "center", "bg_color": EDGE, "font_color": EDGE},
        "input": {**_INPUT, "align": "left", "indent": 1},
        "choice": {**_INPUT, "align": "left", "indent": 1, "bold": True},
        # What is computed.
        "points": {**_COMPUTED, "bold": True, "num_format": "0.0"},
        "place": {**_COMPUTED, "bold": True},  # no number format: 6-7 and 1 alike
        "halves": {**_COMPUTED, "num_format": "0.0"},
        "quarters": {**_COMPUTED, "num_format": "0.00"},  # a draw against a half point is worth a quarter
        "whole": _COMPUTED,
        "text": {**_FRAME, "align": "center", "shrink": True, "bg_color": TINT},
        "left text": {**_FRAME, "align": "left", "indent": 1, "shrink": True, "bg_color": TINT},
        "plain": {"valign": "vcenter", "align": "center"},
        "points here": {"valign": "vcenter", "align": "center", "bold": True, "num_format": "0.0"},
        "plain halves": {"valign": "vcenter", "align": "center", "num_format": "0.0"},
        "plain quarters": {"valign": "vcenter", "align": "center", "num_format": "0.00"},
        "plain left": {"valign": "vcenter", "align": "left", "indent": 1, "shrink": True},
        "bold left": {"valign": "vcenter", "align": "left", "indent": 1, "shrink": True, "bold": True},
        "sum": {"valign": "vcenter", "align": "center", "bold": True},
        "check": {"valign": "vcenter", "align": "left", "indent": 1, "font_color": "#B3261E", "bold": True},
        # Words.
        "title": {"font_size": 16, "bold": True, "font_color": INK, "valign": "vcenter"},
        "subtitle": {"font_size": 12, "bold": True, "font_color": INK, "valign": "vcenter"},
        "label": {"font_color": EDGE, "valign": "vcenter"},
        "line": {"valign": "vcenter"},
        "small": {"font_size": 9, "font_color": EDGE, "valign": "vcenter"},
        "foot state": {"valign": "vcenter", "indent": 1, "bold": True},
        "foot": {"font_size": 9, "font_color": EDGE, "valign": "vcenter", "indent": 1},
        "hint": {"font_size": 9, "font_color": EDGE, "valign": "vcenter", "indent": 1},
        "note": {"font_size": 9, "font_color": EDGE, "valign": "top", "text_wrap": True},
        "wrapped": {"valign": "vcenter", "text_wrap": True},
        "paragraph": {"valign": "top", "text_wrap": True},
        "topic": {"valign": "top", "bold": True, "font_color": INK},
        "warning": {"valign": "vcenter", "bold": True, "font_color": "#B3261E"},
        "sample": {**_FRAME, "align": "center"},
        "hidden": {"font_color": "#FFFFFF", "font_size": 8},
        # The working sheet.
        "block title": {**_FRAME, **_TITLE, "bg_color": TINT, "align": "left", "valign": "vcenter", "shrink": True},
        "block note": {**_FRAME, "font_size": 8, "font_color": EDGE, "text_wrap": True, "valign": "top"},
        "helper": {**_FRAME, "font_size": 8, "align": "center", "font_color": EDGE},
        "column": {**_FRAME, "font_size": 8, "align": "center", "bold": True, "bg_color": TINT},
        "work": {"font_size": 9, "align": "center"},
        "work block": {"font_size": 9, "align": "center", "left": 1, "left_color": EDGE},
        "work label": {"font_size": 9, "align": "left", "shrink": True},
    }
)
"""Name → properties of a cell."""

MARKED: Mapping[str, Look] = MappingProxyType(
    {
        "x": {"bg_color": "#A50F15", "font_color": PAPER, "bold": True},
        "!": {"bg_color": "#FDAE61", "font_color": "#000000", "bold": True},
        "c": {"bg_color": "#FFF2B2", "font_color": "#000000"},
        "o": {"bg_color": "#DDE1E8", "font_color": "#3F4757"},
        "f": {"bg_color": "#DDE1E8", "font_color": "#3F4757", "italic": True},
        "u": {"font_color": EDGE, "italic": True},
        "m": {"bg_color": "#ECEEF2"},
    }
)
"""Mark of the working sheet → how the cell of the tournament sheet is shown. No mark is a letter that heads a column
somewhere (p for points), so that nobody reads a table out of them."""

MEDALS: tuple[Look, ...] = tuple(
    {"bg_color": colour, "font_color": "#000000"} for colour in ("#F2C94C", "#CBD2DC", "#E0A872")
)
"""First, second, third place."""

SHARED: Look = MappingProxyType(
    {"pattern": 14, "fg_color": "#7B4EA3", "bg_color": "#F4ECFA", "font_color": "#3D1A5B", "bold": True, "italic": True}
)
"""A place that nothing separates: hatched, where the program can hatch."""
