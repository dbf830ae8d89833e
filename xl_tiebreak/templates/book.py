"""The workbook being written: sheets, looks made once each, formulas with the value that stands in the file."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from .blocks import PREFIX, Value
from .design import Design, quoted
from .looks import FONT, LOOKS

__all__ = ["Book", "protect", "write", "write_column", "write_formula"]

_CREATED = datetime(2026, 1, 1)
_CALCULATION = 191029  # the calcId Excel itself writes; an older one makes it recalculate at opening
_A4 = 9
_SHARED = "¬"


class Book:
    """One .xlsx file. The same design always gives the same bytes: the dates in the file are fixed."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.texts = design.texts
        self._target = io.BytesIO()
        self.file = xlsxwriter.Workbook(self._target, {"in_memory": True, "default_format_properties": FONT})
        self.file.set_calc_mode("auto", _CALCULATION)
        # Ordinary formulas may as well be computed anew; functions of an add-in would be lost where it is missing.
        self.file.calc_on_load = design.style == "formulas"
        title = design.title or self.texts.default_title[design.system]
        self.file.set_properties({"title": title, "author": "xl_tiebreak", "created": _CREATED})
        self._looks: dict[tuple[tuple[str, Any], ...], Format] = {}

    def sheet(self, name: str) -> Worksheet:
        """A new sheet."""
        sheet = self.file.add_worksheet(name)
        sheet.set_paper(_A4)
        sheet.set_margins(left=0.5, right=0.5, top=0.75, bottom=0.7)
        sheet.set_footer(self.texts.footer)
        return sheet

    def look(self, *names: str, **more: Any) -> Format:
        """A format with the properties of all these looks, the later ones counting."""
        properties: dict[str, Any] = {}
        for name in names:
            properties |= LOOKS[name]
        return self.format({**properties, **more})

    def format(self, properties: Mapping[str, Any]) -> Format:
        """A format, made once for all cells that share it."""
        key = tuple(sorted(properties.items()))
        if key not in self._looks:
            self._looks[key] = self.file.add_format(dict(properties))
        return self._looks[key]

    def define(self, name: str, sheet: str, area: str) -> None:
        """Name an area of a sheet, for formulas and for people who look at them."""
        self.file.define_name(PREFIX + name, f"={quoted(sheet)}!{area}")

    def bytes(self) -> bytes:
        """The finished file."""
        self.file.close()
        return _with_shared_formulas(self._target.getvalue())


def write(sheet: Worksheet, row: int, column: int, value: Value, look: Format) -> None:
    """One cell, by the type of its value alone: a text is never taken for a formula, a number or a link."""
    if value == "":
        sheet.write_blank(row, column, None, look)
    elif isinstance(value, str):
        sheet.write_string(row, column, value, look)
    else:
        sheet.write_number(row, column, value, look)


def write_formula(sheet: Worksheet, row: int, column: int, formula: str, look: Format, value: Value) -> None:
    """One cell with a formula and what it shows until somebody calculates."""
    sheet.write_formula(row, column, f"={formula}", look, value)


def write_column(
    sheet: Worksheet, row: int, column: int, formula: str, area: str, number: int, look: Format, value: Value
) -> None:
    """A cell of a column whose cells all have the same formula, seen from their row. The first one holds it for all, as
    Excel itself writes such columns; a file of three hundred players is a fifth as large."""
    text = f"{_SHARED}{number}" + (f" {area} {formula}" if formula else "")
    sheet.write_formula(row, column, text, look, value)


def _with_shared_formulas(data: bytes) -> bytes:
    """The file with the formulas of `write_column` in the form of the file format."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            part = old.read(info)
            if info.filename.startswith("xl/worksheets/"):
                text = part.decode()
                text = re.sub(rf"<f>{_SHARED}(\d+) ([A-Z0-9:]+) ", r'<f t="shared" ref="\2" si="\1">', text)
                part = re.sub(rf"<f>{_SHARED}(\d+)</f>", r'<f t="shared" si="\1"/>', text).encode()
            new.writestr(info, part)
    return result.getvalue()


def protect(sheet: Worksheet) -> None:
    """Protect formulas against slips, without a password; looks and widths may still be changed."""
    sheet.protect("", {"format_cells": True, "format_columns": True, "format_rows": True})
