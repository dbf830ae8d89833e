"""A workbook whose functions xlwings Lite brings: in Excel on Windows, Mac and the web, with no Python to install.

xlwings Lite keeps a workbook's Python in a web-extension part, as settings named after files. `for_lite` puts in
``main.py``, which is one import line, and ``requirements.txt``, and spells the calls in the sheets as Excel keeps those
of such functions, ``_xldudf_BUCHHOLZ(…)``; a plain name would open as #NAME?. It comes last: openpyxl drops the part.
"""

from __future__ import annotations

import json
import re
import uuid
from xml.sax.saxutils import quoteattr

from .about import DISTRIBUTION
from .errors import RequestError
from .functions import FUNCTIONS
from .package import FORMULA, WORKBOOK, Parts, add_relationship, add_type, read_parts, sheets, write_parts

__all__ = ["MAIN", "REQUIREMENTS", "for_lite"]

MAIN = "from xl_tiebreak.excel import *  # noqa: F403\n"
REQUIREMENTS = f"xlwings\n{DISTRIBUTION}\n"

_EXTENSION, _PANES = "xl/webextensions/webextension1.xml", "xl/webextensions/taskpanes.xml"
_OFFICE = "http://schemas.microsoft.com/office"
_DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_LITE = "wa200008175"  # xlwings Lite in Microsoft's store
_PLAIN = re.compile(rf"(?<![\w.])({'|'.join(FUNCTIONS)})\(")


def for_lite(workbook: bytes, requirements: str = REQUIREMENTS) -> bytes:
    """The workbook with xl_tiebreak for xlwings Lite inside. `requirements` may name a wheel by its address instead."""
    parts = read_parts(workbook)
    if _EXTENSION in parts:
        raise RequestError("the workbook has a web extension already")
    own = re.findall(rf'<definedName name="({"|".join(FUNCTIONS)})"', parts[WORKBOOK].decode())
    if own:
        raise RequestError(f"the workbook defines the name {own[0]}; a function of that name would not work beside it")
    for name in sheets(parts):
        parts[name] = FORMULA.sub(_spelled, parts[name].decode()).encode()
    _embed(parts, {"main.py": MAIN, "requirements.txt": requirements})
    return write_parts(parts)


def _spelled(formula: re.Match[str]) -> str:
    """A formula with the calls as Excel keeps them."""
    return formula[1] + _PLAIN.sub(r"_xldudf_\1(", formula[2]) + formula[3]


def _embed(parts: Parts, files: dict[str, str]) -> None:
    """Add the web extension with the files as its settings, and the task pane that shows it."""
    identity = uuid.uuid5(uuid.NAMESPACE_URL, "\n".join([DISTRIBUTION, *files.values()]))
    properties = "".join(
        f"<we:property name={quoteattr(name)} value={quoteattr(json.dumps(text))}/>" for name, text in files.items()
    )
    functions = ",".join(f"_xldudf_{name}" for name in FUNCTIONS)
    parts[_EXTENSION] = f"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<we:webextension xmlns:we="{_OFFICE}/webextensions/webextension/2010/11" id="{{{str(identity).upper()}}}">\
<we:reference id="{_LITE}" version="1.0.0.0" store="en-US" storeType="OMEX"/>\
<we:alternateReferences>\
<we:reference id="{_LITE}" version="1.0.0.0" store="{_LITE.upper()}" storeType="OMEX"/>\
</we:alternateReferences>\
<we:properties>{properties}</we:properties><we:bindings/><we:snapshot xmlns:r="{_DOCUMENT}"/>\
<we:extLst>\
<a:ext xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" uri="{{D87F86FE-615C-45B5-9D79-34F1136793EB}}">\
<we:containsCustomFunctions val="1"/></a:ext>\
<a:ext xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" uri="{{7C84B067-C214-45C3-A712-C9D94CD141B2}}">\
<we:customFunctionIdList><we:customFunctionIds>{functions}</we:customFunctionIds></we:customFunctionIdList></a:ext>\
</we:extLst></we:webextension>""".encode()
    parts[_PANES] = b""
    pane = add_relationship(parts, _PANES, f"{_OFFICE}/2011/relationships/webextension", "webextension1.xml")
    parts[_PANES] = f"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<wetp:taskpanes xmlns:wetp="{_OFFICE}/webextensions/taskpanes/2010/11">\
<wetp:taskpane dockstate="right" visibility="0" width="350" row="1">\
<wetp:webextensionref xmlns:r="{_DOCUMENT}" r:id="{pane}"/></wetp:taskpane></wetp:taskpanes>""".encode()
    add_relationship(parts, "", f"{_OFFICE}/2011/relationships/webextensiontaskpanes", _PANES)
    add_type(parts, _PANES, "application/vnd.ms-office.webextensiontaskpanes+xml")
    add_type(parts, _EXTENSION, "application/vnd.ms-office.webextension+xml")
