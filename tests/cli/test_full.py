"""What is printed or reported is not taken: ``fill`` fills files all the same, and it is said once."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FULL = Path("/dev/full")
FILES = 40
full_device = pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")
NO_SPACE = "cannot be written: No space left on device; files are filled without it"


@pytest.fixture
def filling(root: Path, dmitrov: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., subprocess.Popen[str]]:
    """A run over many files, which are written to ``out``."""
    monkeypatch.setenv("PYTHONPATH", str(root))
    Path("many").mkdir()
    for number in range(FILES):
        Path(f"many/{number}.xlsx").write_bytes(dmitrov.read_bytes())

    def begin(*options: object, **streams: Any) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "xl_tiebreak", "fill", "many", "-o", "out", *map(str, options)]
        return subprocess.Popen(command, text=True, encoding="utf-8", **{"stderr": subprocess.PIPE} | streams)

    return begin


@full_device
@pytest.mark.parametrize("options", [[], ["--jobs", 2], ["--json"]])
def test_standard_output_is_full(options: list[object], filling: Callable[..., subprocess.Popen[str]]) -> None:
    with FULL.open("w") as full:
        process = filling(*options, stdout=full)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (2, f"error: standard output {NO_SPACE}\n")
    assert len(list(Path("out").iterdir())) == FILES


@full_device
@pytest.mark.parametrize(
    "command",
    [["show", "x.xlsx"], ["show", "--json", "x.xlsx"], ["explain", "x.xlsx", "1"], ["check", "x.xlsx"], ["--help"]],
)
def test_standard_output_of_another_command_is_full(
    command: list[str], root: Path, dmitrov: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(root))
    Path("x.xlsx").write_bytes(dmitrov.read_bytes())
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "xl_tiebreak", *command], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    sentence = "error: standard output cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, sentence)


@full_device
def test_standard_error_is_full(filling: Callable[..., subprocess.Popen[str]]) -> None:
    Path("many/text.xlsx").write_text("text", encoding="utf-8")
    Path("many/text2.xlsx").write_text("text", encoding="utf-8")
    with FULL.open("w") as full:
        process = filling(stdout=subprocess.PIPE, stderr=full)
        out, _ = process.communicate(timeout=60)
    assert (process.returncode, len(out.splitlines())) == (2, FILES)


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_nobody_reads_any_more(options: list[object], filling: Callable[..., subprocess.Popen[str]]) -> None:
    process = filling(*options, stdout=subprocess.PIPE)
    assert process.stdout
    assert process.stderr
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=60) == 0
    assert len(list(Path("out").iterdir())) == FILES


@full_device
def test_report_is_full(filling: Callable[..., subprocess.Popen[str]]) -> None:
    Path("report.json").symlink_to(FULL)
    process = filling("--report", "report.json", stdout=subprocess.PIPE)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, len(out.splitlines())) == (2, FILES)
    assert err == f"error: the report 'report.json' {NO_SPACE}\n"
    assert len(list(Path("out").iterdir())) == FILES


@pytest.mark.skipif(os.name != "posix", reason="a shell closes the streams")
@pytest.mark.parametrize("words", ["fill dmitrov2008.xlsx -o out >&-", "fill many -o out 2>&-"])
def test_stream_that_is_closed(words: str, root: Path, dmitrov: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(root))
    Path("many").mkdir()
    Path("many/dmitrov2008.xlsx").write_bytes(dmitrov.read_bytes())
    done = subprocess.run(f"{sys.executable} -m xl_tiebreak {words}", shell=True, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert Path("out/dmitrov2008.xlsx").exists()
