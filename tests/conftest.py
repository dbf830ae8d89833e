"""What the tests find outside the repository: the shared folder beside it, its workbook checker, LibreOffice."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT / "../shared"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark `office` on every test that asks for LibreOffice, so that it can be left out with `-m "not office"`."""
    for item in items:
        if "soffice" in getattr(item, "fixturenames", ()):
            item.add_marker("office")


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of rules, golden values and real workbooks that lies beside the repository."""
    if not SHARED.is_dir():
        pytest.skip("no ../shared folder beside the repository")
    return SHARED


@pytest.fixture(scope="session")
def soffice() -> str:
    """The LibreOffice command. On CI it has to be there."""
    command = shutil.which("soffice")
    if command is None and os.environ.get("CI") == "true":
        pytest.fail("soffice is missing on CI; tests/run.sh installs it")
    if command is None:
        pytest.skip("soffice (LibreOffice) is not installed")
    return command


@pytest.fixture(scope="session")
def check_xlsx(shared: Path) -> Callable[[Path], None]:
    """A check that Excel would open a workbook without offering to repair it; fails with the findings."""
    tool = shared / "tools/check_xlsx.py"

    def check(workbook: Path) -> None:
        done = subprocess.run([sys.executable, tool, workbook], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, ""), f"{workbook}:\n{done.stdout}{done.stderr}"

    return check
