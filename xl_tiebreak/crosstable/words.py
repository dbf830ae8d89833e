"""The words of headings in the languages they are met in; in lower case, without a full stop at the end.

What a heading says is only a guess at a table, which its cells confirm or not: a word that is missing here costs
nothing where the cells tell enough.
"""

from __future__ import annotations

__all__ = ["PLAYERS", "ROLES", "ROUND_AFTER", "ROUND_BEFORE", "by_word"]

Words = dict[str, dict[str, str]]
"""What is named → language → its words, parted by bars."""

ROLES: Words = {
    "number": {
        "signs": "№|#|nº|n°|n",
        "English": "no|num|id|s.no|sno|seed|start|start no|start-no|starting number|pair|pair num",
        "German": "nr|snr|start-nr",
        "Russian": "номер|п/п|№ п/п|№п/п|ст.№|ст. №|ст.н|стартовый номер",
        "Spanish": "nº.inic",
        "Polish": "lp",
    },
    "place": {
        "English": "place|pl|pos|position|rank|rk|place/rank",
        "German": "rang|rg|platz",
        "Russian": "место|мес|м",
        "Spanish": "clas",
        "Finnish": "sija|lopputulos",
        "Polish": "miejsce",
    },
    "name": {
        "English": "name|names|player|players|player name",
        "German": "spieler",
        "Russian": "имя|фамилия|фамилия имя|фамилия, имя|фамилия и имя|фамилия имя отчество|фио|ф.и.о|ф. и. о|участник"
        "|участники|игрок|игроки",
        "Ukrainian": "прізвище",
        "French": "nom|joueur",
        "Spanish": "nombre|jugador",
        "Italian": "nome|giocatore",
        "Dutch": "naam",
        "Danish": "navn",
        "Swedish": "namn",
        "Finnish": "nimi",
        "Polish": "nazwisko|nazwisko i imię",
        "Czech": "jméno",
        "Hungarian": "név",
    },
    "rating": {
        "English": "rating|rat|rtg|rtgi|rtgn|frtg|nrtg|elo|eloi|fmjd",
        "German": "dwz|twz",
        "Russian": "рейтинг|рейт",
    },
    "points": {
        "English": "points|point|pts|pt|p|score|scr|total|tot",
        "German": "punkte|pkt",
        "Russian": "очки|очков|оч|о|сумма",
        "Spanish": "puntos",
        "Italian": "punti",
        "Swedish": "poäng",
        "Czech": "body",
        "Turkish": "puan",
        "Hungarian": "pont",
        "Go": "nbw|mms",
    },
}
"""What a column holds → how its heading says so."""

ROUND_BEFORE = {
    "English": "round|rnd|rd|r|opp|opponent",
    "German": "runde",
    "Russian": "тур|т",
    "Dutch": "ronde",
    "Spanish": "ronda",
    "Italian": "turno",
    "Polish": "runda",
    "Czech": "kolo",
    "signs": "x",
}
"""Words before the number of a round, as in "Round 3"."""
ROUND_AFTER = {"English": "round|rd|st|nd|th", "German": "runde", "Russian": "тур|-й тур|й тур"}
"""Words behind the number of a round, as in "3. Runde"."""

PLAYERS: Words = {
    "white": {
        "English": "white|home",
        "German": "weiß|weiss|nrw",
        "Russian": "белые",
        "French": "blancs",
        "Spanish": "blancas",
        "Italian": "bianco",
        "Portuguese": "brancas",
        "Polish": "białe",
        "Dutch": "wit",
        "Danish": "hvid",
        "Swedish": "vit",
        "Finnish": "valkea",
        "Turkish": "beyaz",
        "Czech": "bílý",
    },
    "black": {
        "English": "black|away",
        "German": "schwarz|nrs",
        "Russian": "чёрные|черные",
        "French": "noirs",
        "Spanish": "negras",
        "Italian": "nero",
        "Portuguese": "pretas",
        "Polish": "czarne",
        "Dutch": "zwart",
        "Danish": "sort",
        "Swedish": "svart",
        "Finnish": "musta",
        "Turkish": "siyah",
        "Czech": "černý",
    },
}
"""What lists of games write above the two players of a game."""


def by_word(words: Words) -> dict[str, str]:
    """Word → what it names."""
    return {word: named for named, said in words.items() for part in said.values() for word in part.split("|")}
