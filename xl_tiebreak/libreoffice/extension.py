"""The add-in's file, ``xl_tiebreak.oxt``: a zip of the component, its types, a table of names and helps, the engine.

Everything comes from `FUNCTIONS`, so that a new function needs nothing here. The same sources give the same bytes.
"""

from __future__ import annotations

import ast
import io
import pprint
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from ..about import NAME, VERSION
from ..functions import FUNCTIONS
from ..ranges import SPARE_ROWS
from ..signatures import Argument, Function
from .typelibrary import ANY, RANGE, ROWS, Method, library

__all__ = ["EXTENSION_ID", "FILE_NAME", "OLDEST_PYTHON", "extension"]

EXTENSION_ID = "org.xltiebreak"
FILE_NAME = "xl_tiebreak.oxt"
OLDEST_PYTHON = (3, 11)
"""What the engine needs; LibreOffice up to 25.2 brings an older one on Windows and Mac."""
_ADDIN, _REBIND, _INTERFACE = (f"{EXTENSION_ID}.{name}" for name in ("AddIn", "Rebind", "XFunctions"))
_ENGINE = "xl_tiebreak_calc"  # a name of its own: all extensions share LibreOffice's search path
_PACKAGE = Path(__file__).parents[1]
_MIDNIGHT = (1980, 1, 1, 0, 0, 0)  # the oldest date a zip can hold

_MANIFEST_TYPES = {
    "types.rdb": "uno-typelibrary;type=RDB",
    "component.py": "uno-component;type=Python",
    "Jobs.xcu": "configuration-data",
}
_JOBS = f"""<?xml version="1.0" encoding="UTF-8"?>
<oor:component-data xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    oor:name="Jobs" oor:package="org.openoffice.Office">
 <node oor:name="Jobs"><node oor:name="XlTiebreakRebind" oor:op="replace">
  <prop oor:name="Service"><value>{_REBIND}</value></prop></node></node>
 <node oor:name="Events"><node oor:name="OnLoadFinished" oor:op="fuse"><node oor:name="JobList">
  <node oor:name="XlTiebreakRebind" oor:op="replace"/></node></node></node>
</oor:component-data>
"""
_ABOUT = {
    "en": "Tie-breaks for chess and draughts tournaments as functions in cells: BUCHHOLZ, BERGER, PLACES and others.",
    "ru": "Дополнительные показатели шахматных и шашечных турниров в ячейках: BUCHHOLZ, BERGER, PLACES и другие.",
}


def extension() -> bytes:
    """The bytes of ``xl_tiebreak.oxt``."""
    parts = {
        "META-INF/manifest.xml": _manifest(),
        "description.xml": _description(),
        "types.rdb": library(_INTERFACE, map(_method, FUNCTIONS.values())),
        "component.py": (Path(__file__).parent / "component.py").read_bytes(),
        "Jobs.xcu": _JOBS.encode(),
        f"pythonpath/{_ENGINE}_table.py": _table(),
        **{f"about_{language}.txt": text.encode() for language, text in _ABOUT.items()},
        **{f"pythonpath/{_ENGINE}/{path}": (_PACKAGE / path).read_bytes() for path in sorted(_engine())},
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as file:
        for name, data in parts.items():
            file.writestr(zipfile.ZipInfo(name, _MIDNIGHT), data, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def _method(function: Function) -> Method:
    """A function as the type library knows it: rows back; the table as a range, so that blank rows cost nothing."""
    kinds = tuple((argument.name, RANGE if argument.is_range else ANY) for argument in function.arguments)
    return Method(function.name.lower(), ROWS, kinds)


def _table() -> bytes:
    """The module that tells the component of the functions, in words that any Python 3 can read."""

    def texts(item: Function | Argument) -> dict[str, str]:
        return {"en": item.help, "ru": item.help_ru}

    table = {
        function.name: {
            **texts(function),
            "arguments": [{"name": argument.name, **texts(argument)} for argument in function.arguments],
        }
        for function in FUNCTIONS.values()
    }
    values = {
        "ADDIN": _ADDIN,
        "REBIND": _REBIND,
        "OLDEST_PYTHON": OLDEST_PYTHON,
        "SPARE_ROWS": SPARE_ROWS,
        "FUNCTIONS": table,
    }
    lines = [f"{name} = {pprint.pformat(value, width=120, sort_dicts=False)}" for name, value in values.items()]
    return "\n".join(['"""Names and helps of the functions, made from the table of functions."""', *lines, ""]).encode()


def _engine() -> set[str]:
    """The modules that `functions` needs, and those that they need, as paths inside the package."""
    found: set[str] = set()
    waiting = ["__init__.py", "functions.py"]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting.extend(_imported(path))
    return found


def _imported(path: str) -> Iterator[str]:
    """The modules of our own package that a module names in its imports, all of which are relative ones."""
    for node in ast.walk(ast.parse((_PACKAGE / path).read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.level:
            home = Path(path).parents[node.level - 1] / (node.module or "").replace(".", "/")
            for candidate in (home, *(home / alias.name for alias in node.names)):
                for file in (candidate.with_suffix(".py"), candidate / "__init__.py"):
                    if (_PACKAGE / file).is_file():
                        yield file.as_posix()


def _manifest() -> bytes:
    entries = "".join(
        f' <manifest:file-entry manifest:media-type="application/vnd.sun.star.{kind}" manifest:full-path="{name}"/>\n'
        for name, kind in _MANIFEST_TYPES.items()
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest">
{entries}</manifest:manifest>
""".encode()


def _description() -> bytes:
    names = "".join(f"<name lang={quoteattr(language)}>{escape(NAME)}</name>" for language in _ABOUT)
    abouts = "".join(f'<src lang="{language}" xlink:href="about_{language}.txt"/>' for language in _ABOUT)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<description xmlns="http://openoffice.org/extensions/description/2006" xmlns:xlink="http://www.w3.org/1999/xlink">
 <identifier value="{EXTENSION_ID}"/>
 <version value="{VERSION}"/>
 <platform value="all"/>
 <display-name>{names}</display-name>
 <extension-description>{abouts}</extension-description>
</description>
""".encode()
