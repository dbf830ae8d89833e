"""Workbooks: files and worksheets → tables, what to write beside them, and writing it.

`fill_worksheet` is for scripts that hold an openpyxl worksheet, `fill_file` for whole files.
"""

from __future__ import annotations

from .convert import convert_file
from .edits import Edit
from .fill import Outcome, fill_file, fill_worksheet, prepare_file
from .plan import PLACE, Filled, Plan, plan
from .read import Sheet, open_sheets
from .tables import Asked, Table, open_tables

__all__ = [
    "PLACE",
    "Asked",
    "Edit",
    "Filled",
    "Outcome",
    "Plan",
    "Sheet",
    "Table",
    "convert_file",
    "fill_file",
    "fill_worksheet",
    "open_sheets",
    "open_tables",
    "plan",
    "prepare_file",
]
