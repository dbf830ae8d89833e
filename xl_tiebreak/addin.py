"""The add-in file for classic Excel on Windows, ``xl_tiebreak.xlam``: our functions in every workbook, through xlwings.

It is the add-in that xlwings ships for such ends, with its settings filled in. The Visual Basic wrappers, through which
Excel sees the functions, only Excel can put into it: `import_functions` has it do so, with xlwings' own code.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from .about import NAME
from .errors import RequestError
from .package import WORKBOOK, read_parts, write_parts

__all__ = ["FILE_NAME", "MODULE", "addin", "import_functions", "starts"]

FILE_NAME = "xl_tiebreak.xlam"
MODULE = "xl_tiebreak.excel"
_BASE = "quickstart_addin.xlam"
_SETTINGS, _CORE = "xl/worksheets/sheet1.xml", "docProps/core.xml"
_CONF = (
    "myaddin.conf"  # the Visual Basic inside looks for a sheet of this name; an underscore before it switches it off
)
_ABOUT = "Tie-breaks for chess and draughts tournaments: BUCHHOLZ, BERGER, PLACES and others"
_TRUST = (
    "Excel does not let the functions in. In Excel choose File, Options, Trust Center, Trust Center Settings, Macro "
    "Settings, tick 'Trust access to the VBA project object model', press OK; then start this command again"
)


def addin(interpreter: str) -> bytes:
    """The bytes of the add-in. `interpreter` is the Python for Excel to start, in which this package is installed."""
    parts = read_parts(_base().read_bytes())
    settings = {"Interpreter_Win": interpreter, "UDF Modules": MODULE, "ADD_WORKBOOK_TO_PYTHONPATH": "false"}
    _change(parts, _SETTINGS, r"<sheetData>.*</sheetData>", f"<sheetData>{_rows(settings)}</sheetData>")
    _change(parts, _SETTINGS, r'<dimension ref="[^"]*"', f'<dimension ref="A1:B{len(settings)}"')
    _change(parts, WORKBOOK, f'<sheet name="_{_CONF}"', f'<sheet name="{_CONF}"')
    _change(parts, WORKBOOK, r"<mc:AlternateContent.*</mc:AlternateContent>", "")  # where its author saved it
    _change(parts, _CORE, r"<dc:title />", f"<dc:title>{NAME}</dc:title>")
    _change(parts, _CORE, r"<dc:description />", f"<dc:description>{_ABOUT}</dc:description>")
    return write_parts(parts)


def _base() -> Path:
    spec = find_spec("xlwings")
    if spec is None or spec.origin is None:
        raise RequestError("xlwings is not installed in this Python; pip install xlwings, then start again")
    base = Path(spec.origin).with_name(_BASE)
    if not base.is_file():
        raise RequestError(f"this xlwings has no {_BASE}; pip install --upgrade xlwings, then start again")
    return base


def _change(parts: dict[str, bytes], name: str, pattern: str, text: str) -> None:
    """Replace what must be there once; another form of the file would need another way."""
    changed, count = re.subn(pattern, lambda _: text, parts[name].decode(), flags=re.DOTALL)
    if count != 1:
        raise RequestError(f"the add-in of this xlwings has an unknown form: {pattern} occurs {count} times in {name}")
    parts[name] = changed.encode()


def _rows(settings: dict[str, str]) -> str:
    """The settings as rows of a sheet: key, value."""

    def cell(address: str, text: str) -> str:
        return f'<c r="{address}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'

    return "".join(
        f'<row r="{row}">{cell(f"A{row}", key)}{cell(f"B{row}", value)}</row>'
        for row, (key, value) in enumerate(settings.items(), start=1)
    )


def starts(file: bytes, interpreter: str) -> bool:
    """Whether an add-in, perhaps saved by Excel since, starts this Python."""
    return any(escape(interpreter).encode() in part for part in read_parts(file).values())


def import_functions(path: Path) -> None:
    """Have Excel put the wrappers into the add-in and save it; RequestError where it may not. Windows only."""
    import pywintypes  # with xlwings on Windows
    import xlwings
    from xlwings.udfs import import_udfs

    app = xlwings.App(visible=True, add_book=True)  # Excel takes help texts only while it shows a workbook
    try:
        book: Any = app.api.Workbooks.Open(str(path))
        try:
            import_udfs(MODULE, book)  # type: ignore[no-untyped-call]
        except pywintypes.com_error:
            raise RequestError(_TRUST) from None
        book.Save()
    finally:
        app.quit()
