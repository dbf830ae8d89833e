"""How long LibreOffice takes to calculate every formula of some workbooks: processor seconds for each, as JSON.

    /usr/bin/python3 office_timing.py SOFFICE PROFILE_FOLDER BOOK.xlsx [...]

Runs on the Python that has LibreOffice's module `uno`, which is the system's, so it imports nothing of this project.
"""

import contextlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue

LONG_ENOUGH = 1.5  # seconds: the system counts hundredths
PIPE = "templates"


def main(soffice, profile, *books):
    office = subprocess.Popen(
        [soffice, f"-env:UserInstallation={Path(profile).as_uri()}", "--headless", f"--accept=pipe,name={PIPE};urp;"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    desktop = connected()
    try:
        print(json.dumps([seconds(desktop, Path(book), profile) for book in books]))
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


def seconds(desktop, book, profile):
    hidden = PropertyValue()
    hidden.Name, hidden.Value = "Hidden", True
    document = desktop.loadComponentFromURL(book.as_uri(), "_blank", 0, (hidden,))
    document.calculateAll()
    start, times = processor_time(profile), 0
    while processor_time(profile) - start < LONG_ENOUGH:
        document.calculateAll()
        times += 1
    taken = (processor_time(profile) - start) / times
    document.close(True)
    return taken


def processor_time(profile):
    """Seconds that all threads of this LibreOffice have had a processor; other programs on the machine do not count."""
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            command = (process / "cmdline").read_bytes()
            if b"soffice.bin" in command and profile.encode() in command:
                ticks = (process / "stat").read_text().rpartition(")")[2].split()[11:13]
                return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
    raise SystemExit("LibreOffice is gone")


if __name__ == "__main__":
    main(*sys.argv[1:])
