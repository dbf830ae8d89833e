"""What a template says, in one language. `texts_en` and `texts_ru` hold the words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Texts"]


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of a template. Where a text has a variant per system, the key is ``swiss`` or ``rr``.

    ``flaws`` are the sentences behind ``round 3: ``, by the number of the flaw on the working sheet; ``legend``
    explains a code in one line; ``blocks`` gives title and note of a block of the working sheet, by its name up to
    the number of a stage; ``scalars`` names the single values there.
    """

    language: str

    # sheets
    tournament: str
    standings: str
    why: str
    settings: str
    guide: str
    working: str

    # tournament sheet
    number: str
    name: str
    points: str
    place: str
    decided: str
    check: str
    by_place: str
    place_word: str
    points_word: str
    on_points: str
    first: str
    then: str
    default_title: Mapping[str, str]
    prompt_title: str
    prompt: Mapping[str, str]
    prompt_two_games: str
    not_separated: str
    at_round: Mapping[str, str]
    flaws: Mapping[int, str]
    no_number: str
    number_twice: str

    # settings
    settings_title: str
    event: str
    event_hint: str
    venue: str
    venue_hint: str
    arbiter: str
    arbiter_hint: str
    unplayed: str
    round_robin_rule: str
    chain: str
    chain_hint: str
    chosen_twice: str
    unknown: str
    unknown_rule: str
    state: str
    state_empty: str
    state_flawed: str
    state_fine: Mapping[str, str]
    state_shared: str
    state_unsettled: str
    rules_table: str
    codes_table: str
    code: str
    legend: Mapping[str, str]
    rules: Mapping[str, str]

    # standings
    ranked_by: str
    flawed: str
    footer: str

    # why
    choose: str
    choose_hint: str
    why_title: str
    why_note: Mapping[str, str]
    rules_used: str
    round: str
    with_number: str
    cell: str
    opponent: str
    opponent_points: str
    counts: str
    result: str
    points_against: str
    product: str
    why_counts: str
    in_all: str
    game_plain: str
    game_adjusted: str
    forfeit_plain: str
    self_draw: str
    partner_draw: str
    not_counted: str
    no_result: str

    # help and working sheet
    guide_title: str
    guide_sections: Mapping[str, tuple[tuple[str, str], ...]]
    guide_two_games: tuple[str, str]
    guide_all: tuple[tuple[str, str], ...]
    colours_title: str
    colours: Mapping[str, str]
    working_title: str
    scalars_title: str
    blocks: Mapping[str, tuple[str, str]]
    scalars: Mapping[str, str]
