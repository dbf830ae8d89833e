"""Tournaments that hypothesis makes up and shrinks."""

from __future__ import annotations

from hypothesis import strategies as st

from xl_tiebreak.model import Kind, Scoring, System, Tournament

__all__ = ["PLAYED_ONLY", "round_robins", "tournaments"]

Slot = tuple[Kind, int | None, str, float]
GAMES = ("win", "draw", "loss")
FORFEITS = ("forfeit win", "forfeit loss", "double forfeit")
BYES = (Kind.PAIRING_ALLOCATED_BYE, Kind.FULL_POINT_BYE, Kind.HALF_POINT_BYE, Kind.ZERO_POINT_BYE)
PLAYED_ONLY: tuple[str, ...] = GAMES
EVERYTHING: tuple[str, ...] = (*GAMES, *GAMES, *FORFEITS)
CLASSIC = Scoring()


def pairing(white: int, black: int, result: str, scoring: Scoring) -> dict[int, Slot]:
    """Both sides of a game or forfeit."""
    kinds, (mine, other) = {
        "win": ((Kind.PLAYED, Kind.PLAYED), (scoring.win, scoring.loss)),
        "draw": ((Kind.PLAYED, Kind.PLAYED), (scoring.draw, scoring.draw)),
        "loss": ((Kind.PLAYED, Kind.PLAYED), (scoring.loss, scoring.win)),
        "forfeit win": ((Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS), (scoring.win, 0.0)),
        "forfeit loss": ((Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN), (0.0, scoring.win)),
        "double forfeit": ((Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS), (0.0, 0.0)),
    }[result]
    return {white: (kinds[0], black, "w", mine), black: (kinds[1], white, "b", other)}


def built(
    rounds: list[dict[int, Slot]], players: int, system: System, scoring: Scoring, ratings: list[int | None]
) -> Tournament:
    rows = [[slots[p] for slots in rounds] for p in range(players)]
    numbers = [str(p + 1) for p in range(players)]
    return Tournament(
        numbers,
        numbers,
        ratings,
        kinds=[[kind for kind, _, _, _ in row] for row in rows],
        opponents=[[opponent for _, opponent, _, _ in row] for row in rows],
        colours=[[colour for _, _, colour, _ in row] for row in rows],
        points=[[score for _, _, _, score in row] for row in rows],
        system=system,
        scoring=scoring,
    )


@st.composite
def tournaments(
    draw: st.DrawFn,
    results: tuple[str, ...] = EVERYTHING,
    byes: tuple[Kind, ...] = BYES,
    scoring: Scoring = CLASSIC,
    most_players: int = 8,
    most_rounds: int = 6,
) -> Tournament:
    """A Swiss of a few players; pairings as they come, also of players who have met. Without ``byes`` everybody is
    paired in every round."""
    players = draw(st.integers(1, most_players // 2)) * 2 if not byes else draw(st.integers(2, most_players))
    points = dict(zip(BYES, (scoring.win, scoring.win, scoring.draw, 0.0), strict=True))
    rounds = []
    for _ in range(draw(st.integers(1, most_rounds))):
        order = draw(st.permutations(range(players)))
        pairs = draw(st.integers(0, players // 2)) if byes else players // 2
        slots: dict[int, Slot] = {}
        for k in range(pairs):
            slots |= pairing(order[2 * k], order[2 * k + 1], draw(st.sampled_from(results)), scoring)
        for p in order[2 * pairs :]:
            kind = draw(st.sampled_from(byes))
            slots[p] = (kind, None, "", points[kind])
        rounds.append(slots)
    ratings: list[int | None] = draw(st.lists(st.integers(1000, 2800), min_size=players, max_size=players))
    return built(rounds, players, "swiss", scoring, ratings)


@st.composite
def round_robins(
    draw: st.DrawFn, results: tuple[str, ...] = PLAYED_ONLY, scoring: Scoring = CLASSIC, most_players: int = 7
) -> Tournament:
    """A full single round robin, in the rounds of the circle method; in an odd field somebody rests."""
    players = draw(st.integers(2, most_players))
    wheel = players + players % 2 - 1
    rounds = []
    for r in range(wheel):
        pairs = [(wheel, r)] + [((r + step) % wheel, (r - step) % wheel) for step in range(1, (wheel + 1) // 2)]
        slots: dict[int, Slot] = {}
        for white, black in pairs:
            if max(white, black) == players:
                slots[min(white, black)] = (Kind.REST, None, "", 0.0)
            else:
                slots |= pairing(white, black, draw(st.sampled_from(results)), scoring)
        rounds.append(slots)
    ratings: list[int | None] = [None] * players
    return built(rounds, players, "rr", scoring, ratings)
