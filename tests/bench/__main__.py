"""Speed beside gacrux and tiebreak-core: from a tournament to points, BH, BH-C1, SB and places.

    pip install -e '.[benchmark]'
    python -m tests.bench                     Swiss events of 100x9, 1,000x9 and 5,000x15
    python -m tests.bench 300x11 2000x9       events of other sizes (players x rounds)
    python -m tests.bench --all               also the other ways into both engines
    python -m tests.bench --check             exit code 1 where a ratio misses its target

Ours starts from the raw cells of a sheet and reads and checks them, every time from fresh cells with all caches empty;
the input objects of the others are built beforehand. All run in turn in this one process, and the medians are compared;
as in `timeit` the garbage collector rests meanwhile (it would cost the others more). Milliseconds are this machine's;
a ratio says how many times as long as ours something takes. Before anything is timed, all values and places are
compared: a faster wrong number is no result.
"""

from __future__ import annotations

import argparse
import gc
import re
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import process_time
from typing import Final

from xl_tiebreak.functions import BUCHHOLZ

from .events import Event, rows, swiss
from .ours import every_code, forget, ours, outcome, tournament
from .peers import PEERS, Peer

__all__ = ["main"]

ROOT: Final = Path(__file__).resolve().parents[2]
SIZES: Final = ((100, 9), (1000, 9), (5000, 15))

FASTER: Final = {"gacrux": 12.0, "tiebreak-core": 5.5}
"""Engine → how many times as long as ours it takes at least, in events of 1,000 players or more."""

Prepare = Callable[[], Callable[[], object]]
"""Makes ready, untimed, and gives what is to be timed."""


def main(arguments: list[str] | None = None) -> int:
    """Print the tables; 1 where `--check` finds a ratio beside its target, else 0."""
    summary = (__doc__ or "").splitlines()[0]
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=summary)
    parser.add_argument("sizes", nargs="*", type=size, default=SIZES, help="players x rounds, such as 1000x9")
    parser.add_argument("--all", action="store_true", help="also the other ways into both engines")
    parser.add_argument("--check", action="store_true", help="exit code 1 where a ratio misses its target")
    options = parser.parse_args(arguments)
    missed = beside_others(options.sizes, PEERS if options.all else PEERS[: len(FASTER)])
    missed += beside_ourselves()
    for text in missed:
        print("missed:", text)
    return 1 if options.check and missed else 0


def size(text: str) -> tuple[int, int]:
    """Players and rounds of an event written 1000x9."""
    players, rounds = map(int, text.split("x"))
    return players, rounds


def beside_others(sizes: Sequence[tuple[int, int]], peers: tuple[Peer, ...]) -> list[str]:
    """The table of ratios; what falls short of its target."""
    missed = []
    print(f"{'event':12}{'ours, ms':>10}", *(f"{peer.name:>{len(peer.name) + 2}}" for peer in peers))
    for players, rounds in sizes:
        event = swiss(players, rounds, seed=1)
        require_agreement(event, peers)
        runs = {"ours": _ours(event)} | {peer.name: _theirs(peer, event) for peer in peers}
        took = medians(runs, times=max(5, min(51, 40_000 // (players * rounds))))
        ratios = {peer.name: took[peer.name] / took["ours"] for peer in peers}
        print(
            f"{f'{players:,}x{rounds}':12}{took['ours'] * 1e3:10.2f}",
            *(f"{ratios[name]:{len(name) + 2}.1f}" for name in ratios),
        )
        if players >= 1000:
            short = [name for name, target in FASTER.items() if ratios[name] < target]
            missed += [
                f"{event.name}: {name} takes {ratios[name]:.1f}, not {FASTER[name]} times as long" for name in short
            ]
    return missed


def beside_ourselves() -> list[str]:
    """Ratios between our own times; what exceeds its limit."""
    small, large, rated = swiss(1000, 9, seed=1), swiss(5000, 9, seed=1), swiss(1000, 9, seed=2)
    grown = medians({"small": _ours(small), "large": _ours(large)}, times=9)
    codes = medians({"three": _ours(rated, True), "every": _every(rated)}, times=9)
    cells = medians({"read": _read(long := swiss(1000, 21, seed=1)), "split": _split(long)}, times=15)
    calls, hashes = single_player_calls(small)
    package, standard = import_times()
    missed = []
    print()
    for text, ratio, limit in (
        ("5,000x9 to 1,000x9", grown["large"] / grown["small"], 6.0),
        ("every registered tie-break to those three, 1,000x9", codes["every"] / codes["three"], 6.0),
        ("reading 1,000x21 to splitting the text of each cell once", cells["read"] / cells["split"], 3.0),
        ("1,000 single-player calls to hashing their 1,000 ranges", calls / hashes, 2.0),
        ("import xl_tiebreak to import dataclasses, enum, re, functools", package / standard, 2.0),
    ):
        print(f"{text:64}{ratio:6.2f}  (at most {limit:g})")
        if ratio > limit:
            missed.append(f"{text}: {ratio:.2f}, at most {limit:g}")
    return missed


def require_agreement(event: Event, peers: tuple[Peer, ...]) -> None:
    """Stop unless every engine gives our values and places under its edition."""
    for peer in peers:
        theirs = peer.outcome(peer.run(peer.build(event)))
        mine = outcome(ours(rows(event), peer.edition))
        if mine != theirs:
            wrong = [code for code in mine.values if mine.values[code] != theirs.values[code]] or ["places"]
            raise SystemExit(f"{event.name}, {peer.edition}: {peer.name} differs in {', '.join(wrong)}")


def medians(runs: Mapping[str, Prepare], times: int) -> dict[str, float]:
    """Name → median seconds of `times` runs, all in turn, after one run of each that does not count."""
    took: dict[str, list[float]] = {name: [] for name in runs}
    for turn in range(times + 1):
        for name, prepare in runs.items():
            run = prepare()
            seconds = _seconds(run)
            if turn:
                took[name].append(seconds)
    return {name: statistics.median(seconds) for name, seconds in took.items()}


def _seconds(run: Callable[[], object]) -> float:
    gc.collect()
    gc.disable()
    try:
        start = process_time()
        run()
        return process_time() - start
    finally:
        gc.enable()


def _ours(event: Event, ratings: bool = False) -> Prepare:
    def prepare() -> Callable[[], object]:
        fresh = rows(event, ratings)
        forget()
        return lambda: ours(fresh)

    return prepare


def _every(event: Event) -> Prepare:
    def prepare() -> Callable[[], object]:
        fresh = rows(event, ratings=True)
        forget()
        return lambda: every_code(fresh)

    return prepare


def _read(event: Event) -> Prepare:
    def prepare() -> Callable[[], object]:
        fresh = rows(event)
        forget()
        return lambda: tournament(fresh)

    return prepare


def _split(event: Event) -> Prepare:
    """Opponent, colour and result of every cell of a round, by a pattern and nothing more."""
    split = re.compile(r"(\d*)([a-z]?)(.*)").fullmatch

    def prepare() -> Callable[[], object]:
        cells = [row[2 : 2 + event.rounds] for row in rows(event)[1:]]
        return lambda: [[split(str(cell)).groups() for cell in row] for row in cells]  # type: ignore[union-attr]

    return prepare


def _theirs(peer: Peer, event: Event) -> Prepare:
    given = peer.build(event)
    return lambda: lambda: peer.run(given)


def single_player_calls(event: Event) -> tuple[float, float]:
    """Seconds of one call for each player over a range that arrives as new lists, and of hashing those ranges."""
    forget()
    table = rows(event)
    calls = hashes = 0.0
    gc.collect()
    gc.disable()
    for line in table[1:]:
        fresh = [list(row) for row in table]
        start = process_time()
        BUCHHOLZ(fresh, line[0])
        between = process_time()
        hash(tuple(map(tuple, fresh)))
        hashes += process_time() - between
        calls += between - start
    gc.enable()
    return calls, hashes


def import_times() -> tuple[float, float]:
    """Median seconds of importing the package, and four modules of the standard library, in fresh interpreters."""
    code = "from time import process_time as now; start = now(); import {}; print(now() - start)"
    took: dict[str, list[float]] = {"xl_tiebreak": [], "dataclasses, enum, re, functools": []}
    for _ in range(15):
        for modules, seconds in took.items():
            command = [sys.executable, "-S", "-E", "-c", code.format(modules)]
            seconds.append(float(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout))
    package, standard = map(statistics.median, took.values())
    return package, standard


if __name__ == "__main__":
    sys.exit(main())
