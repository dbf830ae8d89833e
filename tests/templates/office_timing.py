"""How long LibreOffice takes to calculate every formula of some workbooks: seconds for each, best of several, as JSON.

    /usr/bin/python3 office_timing.py SOFFICE PROFILE_FOLDER BOOK.xlsx [...]

Runs on the Python that has LibreOffice's module `uno`, which is the system's, so it imports nothing of this project.
"""

import contextlib
import json
import subprocess
import sys
import time
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue

TIMES = 5
PIPE = "templates"


def main(soffice, profile, *books):
    office = subprocess.Popen(
        [soffice, f"-env:UserInstallation={Path(profile).as_uri()}", "--headless", f"--accept=pipe,name={PIPE};urp;"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    desktop = connected()
    try:
        print(json.dumps([seconds(desktop, Path(book)) for book in books]))
    finally:
        with contextlib.suppress(Exception):  # it may be gone before it answers
            desktop.terminate()
        office.wait(timeout=60)


def connected():
    context = uno.getComponentContext()
    resolver = context.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
    for _ in range(200):
        try:
            remote = resolver.resolve(f"uno:pipe,name={PIPE};urp;StarOffice.ComponentContext")
        except Exception:  # not listening yet
            time.sleep(0.3)
            continue
        return remote.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", remote)
    raise SystemExit("LibreOffice does not answer")


def seconds(desktop, book):
    hidden = PropertyValue()
    hidden.Name, hidden.Value = "Hidden", True
    document = desktop.loadComponentFromURL(book.as_uri(), "_blank", 0, (hidden,))
    taken = []
    for _ in range(TIMES):
        start = time.perf_counter()
        document.calculateAll()
        taken.append(time.perf_counter() - start)
    document.close(True)
    return min(taken)


if __name__ == "__main__":
    main(*sys.argv[1:])
