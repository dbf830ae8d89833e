"""gacrux 1.11.65 and tiebreak-core 1.2.0 from PyPI, called as their own documentation and command line call them.

A `Peer` builds its input objects from an event (never timed), computes points, BH, BH-C1, SB and the order from them
(timed), and gives the result as plain columns (never timed). Of several public ways the fastest was taken that applies
FIDE rules:

* gacrux: the class behind its `tiebreakchecker`; its constructor is part of the work, it turns results into points.
  Ratings are left out, it would otherwise compute rating changes; absences may be left out, it supplies them.
* tiebreak-core: `rank_standings_strict`, which validates and then ranks, under `fide-2026`, the faster of its two FIDE
  rulesets (under `fide-2024` it copies the table of players for every value). Without its validation, by a function of
  an engine module that the package does not export, it is not comparable to reading a table that people typed, and is
  listed for information. Its descriptors take quadratic time, its `legacy-0.1.0` is not FIDE's: neither is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, NamedTuple

import tiebreak_core
from gacrux.tiebreak import tiebreak
from tiebreak_core import fide2026

from . import events
from .events import Event, Slot

__all__ = ["CODES", "PEERS", "Outcome", "Peer", "gacrux_tournament", "gacrux_values"]

CODES: Final = ("PTS", "BH", "BH-C1", "SB")
"""What every engine computes, in the order in which it breaks ties."""


class Outcome(NamedTuple):
    """Values by code and places, both by player number; who cannot be told apart shares the better place."""

    values: dict[str, list[float]]
    places: list[int]


@dataclass(frozen=True, slots=True)
class Peer:
    """An engine: `build` makes its input, `run` is what is timed, `outcome` makes its result comparable."""

    name: str
    edition: str
    build: Callable[[Event], Any]
    run: Callable[[Any], Any]
    outcome: Callable[[Any], Outcome]


# --- gacrux

START: Final = {"fide2024": "2025-01-01", "fide2026": "2026-04-01"}
"""Edition → a start date under it; gacrux takes the rules from the date."""

SCORES: Final = {
    "game": {
        "W": Decimal("1.0"),
        "D": Decimal("0.5"),
        "L": Decimal("0.0"),
        "F": "W",
        "H": "D",
        "Z": Decimal("0.0"),
        "P": "W",
        "A": "D",
        "U": "Z",
    }
}
GAME: Final = {1.0: "W", 0.5: "D", 0.0: "L"}
FORFEIT: Final = {events.FORFEIT_WIN: "W", events.FORFEIT_LOSS: "Z"}
BYE: Final = {events.PAIRING_BYE: "P", events.FULL_BYE: "W", events.HALF_BYE: "D"}


def gacrux_tournament(event: Event, edition: str, ratings: bool = False) -> dict[str, Any]:
    """An event as gacrux's reader would leave it."""
    games: list[dict[str, Any]] = []
    for player, line in enumerate(event.slots):
        for number, slot in enumerate(line):
            if slot.colour == "b" or not (slot.opponent or slot.kind in BYE):
                continue
            game: dict[str, Any] = {"id": len(games) + 1, "round": number + 1}
            game["white"] = {"cid": player + 1, "result": _letter(slot)}
            game["black"] = {"cid": slot.opponent}
            if slot.opponent:
                game["black"]["result"] = _letter(event.slots[slot.opponent - 1][number])
            game["played"] = slot.kind in (events.PLAYED, events.PAIRING_BYE)
            game["rated"] = slot.kind == events.PLAYED
            games.append(game)
    rated = [{"rating": {"rating": rating}} if ratings else {} for rating in event.ratings]
    return {
        "tournamentNo": 1,
        "tournamentType": "Swiss" if event.system == "swiss" else "Round Robin",
        "tournamentInfo": {"startDate": START[edition]},
        "numRounds": event.rounds,
        "currentRound": event.rounds,
        "teamTournament": False,
        "rankOrder": [],
        "scoreSystem": SCORES,
        "gameList": games,
        "matchList": [],
        "competitors": [{"cid": player + 1, **rating} for player, rating in enumerate(rated)],
    }


def _letter(slot: Slot) -> str:
    return GAME[slot.points] if slot.kind == events.PLAYED else FORFEIT.get(slot.kind) or BYE[slot.kind]


def _run_gacrux(tournament: dict[str, Any], codes: Sequence[str] = CODES) -> Any:
    asked = [re.sub(r"-(?=[A-Z])", "/", code) for code in codes]  # BH-C1-P is BH/C1/P, KS-L-1 is KS/L-1
    engine = tiebreak(tournament, -1, {"is_rr": None})
    return engine.compute_tiebreaks(tournament, {"tiebreak": asked, "check": False})


def _gacrux_outcome(result: Any) -> Outcome:
    lines = result["competitors"]
    columns = zip(*(line["tiebreakScore"] for line in lines))
    values = {code: list(map(float, column)) for code, column in zip(CODES, columns)}
    return Outcome(values, [line["rank"] for line in lines])


def gacrux_values(event: Event, edition: str, codes: Sequence[str]) -> dict[str, list[float | None]]:
    """Any codes by gacrux, written as here (``BH-C1``), by player number; None where it finds no value.

    A Fore Buchholz spoils what is computed after it, so each of these is asked alone. `DE` is the rank gacrux gives
    inside the group that is tied on what stands before it in `codes`.
    """
    fore = [code for code in codes if code.startswith(("FB", "AFB")) or code.endswith("-F")]
    found: dict[str, list[float | None]] = {}
    for asked in ([code for code in codes if code not in fore], *([code] for code in fore)):
        lines = _run_gacrux(gacrux_tournament(event, edition, ratings=True), asked)["competitors"]
        for place, code in enumerate(asked):
            scores = [line["tiebreakScore"][place] for line in lines]
            found[code] = [None if score is None else float(score) for score in scores]
    return found


# --- tiebreak-core

KINDS: Final = {
    events.PLAYED: tiebreak_core.PLAYED,
    events.FORFEIT_WIN: tiebreak_core.FORFEIT_WIN,
    events.FORFEIT_LOSS: tiebreak_core.FORFEIT_LOSS,
    events.PAIRING_BYE: tiebreak_core.PAIRING_BYE,
    events.FULL_BYE: tiebreak_core.PAIRING_BYE,  # its word for both; as a requested bye it would not end an absence
    events.HALF_BYE: tiebreak_core.REQUESTED_BYE,
    events.ZERO_BYE: tiebreak_core.REQUESTED_BYE,
}
CRITERIA: Final = {"BH": "buchholz", "BH-C1": "buchholz_cut1", "SB": "sonneborn_berger"}

Players = dict[int, Any]


def _core_players(event: Event) -> tuple[Players, int]:
    """A Swiss event as tiebreak-core takes it, and its number of rounds."""
    players = {
        player: tiebreak_core.PlayerTiebreakData(
            player,
            event.ratings[player - 1],
            points,
            [_record(slot, number, event.ratings) for number, slot in enumerate(event.slots[player - 1], 1)],
        )
        for player, points in enumerate(events.points(event), 1)
    }
    return players, event.rounds


def _record(slot: Slot, number: int, ratings: tuple[int, ...]) -> Any:
    return tiebreak_core.GameRecord(
        opponent_id=slot.opponent or -1,
        opponent_rating=ratings[slot.opponent - 1] if slot.opponent else 0,
        score=slot.points,
        color="black" if slot.colour == "b" else "white",
        round_number=number,
        kind=KINDS[slot.kind],
    )


def _run_strict(ruleset: str) -> Callable[[tuple[Players, int]], Any]:
    def run(given: tuple[Players, int]) -> Any:
        players, rounds = given
        criteria = list(CRITERIA.values())
        return tiebreak_core.rank_standings_strict(players, criteria, total_rounds=rounds, ruleset=ruleset)

    return run


def _run_unvalidated(given: tuple[Players, int]) -> Any:
    players, rounds = given
    return fide2026.rank_standings(players, list(CRITERIA.values()), rounds)


def _core_outcome(result: Any) -> Outcome:
    """tiebreak-core numbers the order through; here who is equal in everything shares the place."""
    lines = sorted(result.players, key=lambda line: line.player_id)
    values = {"PTS": [line.points for line in lines]}
    values |= {code: [line.values[criterion] for line in lines] for code, criterion in CRITERIA.items()}
    keys = list(zip(*values.values()))
    shared: dict[tuple[float, ...], int] = {}
    for line in result.players:
        shared.setdefault(keys[line.player_id - 1], line.rank)
    return Outcome(values, [shared[key] for key in keys])


GACRUX: Final = Peer(
    "gacrux", "fide2024", lambda event: gacrux_tournament(event, "fide2024"), _run_gacrux, _gacrux_outcome
)
CORE: Final = Peer("tiebreak-core", "fide2026", _core_players, _run_strict("fide-2026"), _core_outcome)

PEERS: Final = (
    GACRUX,
    CORE,
    Peer("gacrux 2026", "fide2026", lambda event: gacrux_tournament(event, "fide2026"), _run_gacrux, _gacrux_outcome),
    Peer("tiebreak-core 2024", "fide2024", _core_players, _run_strict("fide-2024"), _core_outcome),
    Peer("tiebreak-core unvalidated", "fide2026", _core_players, _run_unvalidated, _core_outcome),
)
"""The two that the ratios are about, then their other ways."""
