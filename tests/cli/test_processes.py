"""``fill --jobs``: what becomes of files whose process the system ends."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from xl_tiebreak.cli import work
from xl_tiebreak.cli.named import Task
from xl_tiebreak.workbook import Asked

FILES = 60
work_on = work._some


def dying(tasks: Sequence[Task]) -> list[work.Done]:
    """Tasks done in another process, which ends when it meets a file called deadly, and once for one called unlucky."""
    for task in tasks:
        folder, name = os.path.split(task.file)
        met = Path(folder, "met")
        if name == "deadly.xlsx" or (name == "unlucky.xlsx" and not met.exists()):
            met.touch()
            work_on(tasks[:1])
            os._exit(9)
    return work_on(tasks)


@pytest.mark.parametrize(("name", "failed"), [("unlucky", []), ("deadly", ["deadly"])])
def test_only_the_file_that_ends_its_process_twice_fails(
    name: str, failed: list[str], root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"{number:02}" for number in range(FILES)]
    names[20] = name
    files = [tmp_path / f"{name}.xlsx" for name in names]
    for file in files:
        file.write_bytes((root / "tests/sheets/dmitrov2008.xlsx").read_bytes())
    monkeypatch.setattr(work, "_some", dying)
    tasks = [Task(str(file), str(file)) for file in files]
    done = list(work.in_processes(tasks, work.Job(Asked()), 2))
    assert [Path(one.file).stem for one in done] == names
    assert [Path(one.file).stem for one in done if one.error] == failed
    assert {one.error for one in done} <= {"", "the system ended two processes that were filling it; try it by itself"}
    assert {path.name for path in tmp_path.iterdir()} == {"met", *(file.name for file in files)}  # no unfinished ones
    assert all(one.said for one in done if not one.error)
