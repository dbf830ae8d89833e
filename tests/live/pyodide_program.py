"""What runs inside Pyodide: every call that `test_pyodide` asks for, by the names that xlwings Lite imports."""

import json
import platform
import sys
import time

import office  # what pyodide_run.mjs tells

before, start = office.heap(), time.perf_counter()
import xl_tiebreak.excel  # noqa: E402

imported, answers = time.perf_counter() - start, []
start = time.perf_counter()
for name, arguments in json.loads(office.given):
    try:
        answers.append(getattr(xl_tiebreak.excel, name)(*arguments))
    except ValueError as error:
        answers.append(f"{type(error).__name__}: {error}")
calculated = time.perf_counter() - start
json.dumps(
    {
        "answers": answers,
        "python": platform.python_version(),
        "platform": sys.platform,
        "xlwings": sys.modules["xlwings"].__version__,
        "others": sorted({name.split(".")[0] for name in sys.modules} & {"openpyxl", "rich", "typer", "xlsxwriter"}),
        "boot": office.boot,
        "import": imported,
        "calls": calculated,
        "heap": [before, office.heap()],
    }
)
