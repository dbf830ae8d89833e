"""Drives LibreOffice for the tests, run by a Python that has `uno` (the system's), which tests need not have.

    python3 calc_server.py PROFILE

Reads one request a line from standard input, ``[method, argument, …]``, and answers each with one line of JSON:
``{"result": …}`` or ``{"error": …}``. Addresses are LibreOffice's own, such as ``B3`` or ``A1:C9``.
"""

import json
import subprocess
import sys
import time
import traceback
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

FILTERS = {".xlsx": "Calc MS Excel 2007 XML", ".ods": "calc8", ".pdf": "calc_pdf_Export"}


def properties(**values):
    return tuple(PropertyValue(name, 0, value, 0) for name, value in values.items())


class Office:
    """A LibreOffice of its own profile, with one document open at a time."""

    def __init__(self, profile):
        pipe = f"xltb{Path(profile).name}".replace("_", "").replace("-", "")
        command = ["soffice", "--headless", "--norestore", "--nologo", f"--accept=pipe,name={pipe};urp;"]
        self.process = subprocess.Popen(
            [*command, f"-env:UserInstallation={Path(profile).as_uri()}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        for _ in range(300):
            try:
                self.context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
                break
            except NoConnectException:
                time.sleep(0.1)
        self.desktop = self.service("com.sun.star.frame.Desktop")
        self.document = None

    def service(self, name):
        return self.context.ServiceManager.createInstanceWithContext(name, self.context)

    def open(self, path=None):
        """Open a file, or a new document, in place of the one that is open; the names of its sheets."""
        self.close()
        url = Path(path).as_uri() if path else "private:factory/scalc"
        self.document = self.desktop.loadComponentFromURL(url, "_blank", 0, properties(Hidden=True))
        if self.document is None:
            raise ValueError(f"LibreOffice does not open {path}")
        return list(self.document.Sheets.ElementNames)

    def close(self):
        if self.document is not None:
            self.document.close(True)
            self.document = None

    def range(self, address):
        return self.document.Sheets.getByIndex(0).getCellRangeByName(address)

    def put(self, address, rows):
        """Texts and numbers into cells, as they are."""
        self.range(address).setDataArray(tuple(map(tuple, rows)))

    def enter(self, address, formula):
        """A formula (or a value) into one cell, as if it were typed."""
        self.range(address).setFormula(formula)

    def enter_all(self, address, rows):
        self.range(address).setFormulaArray(tuple(map(tuple, rows)))

    def enter_array(self, address, formula):
        self.range(address).setArrayFormula(formula)

    def values(self, address):
        """What the cells hold: numbers and texts."""
        return [list(row) for row in self.range(address).getDataArray()]

    def formulas(self, address):
        return [list(row) for row in self.range(address).getFormulaArray()]

    def shown(self, address):
        """Text and error code of one cell."""
        cell = self.range(address).getCellByPosition(0, 0)
        return [cell.getString(), cell.getError()]

    def modified(self):
        return self.document.isModified()

    def recalculate(self):
        """Calculate everything again; the seconds it took."""
        start = time.perf_counter()
        self.document.calculateAll()
        return time.perf_counter() - start

    def timed(self, address, formula):
        """Seconds until a formula that was typed has its value."""
        start = time.perf_counter()
        cell = self.range(address).getCellByPosition(0, 0)
        cell.setFormula(formula)
        cell.getString()
        return time.perf_counter() - start

    def save(self, path):
        """Save a copy, in the format of the file's ending."""
        self.document.storeToURL(Path(path).as_uri(), properties(FilterName=FILTERS[Path(path).suffix]))

    def functions(self):
        """Every function that LibreOffice knows: its name, its help, names and helps of its arguments."""
        functions = self.service("com.sun.star.sheet.FunctionDescriptions")
        entries = ({p.Name: p.Value for p in functions.getByIndex(index)} for index in range(functions.Count))
        return [
            [
                entry["Name"],
                entry["Description"],
                [[a.Name, a.Description, a.IsOptional] for a in entry["Arguments"] or ()],
            ]
            for entry in entries
        ]

    def quit(self):
        self.close()
        try:
            self.desktop.terminate()
        finally:
            self.process.wait(60)


def main(profile):
    office = Office(profile)
    for line in sys.stdin:
        method, *arguments = json.loads(line)
        try:
            answer = {"result": getattr(office, method)(*arguments)}
        except Exception:
            answer = {"error": traceback.format_exc()}
        print(json.dumps(answer), flush=True)
        if method == "quit":
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
