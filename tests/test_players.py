"""Players as people name them."""

import pytest

from xl_tiebreak.crosstable import read
from xl_tiebreak.errors import RequestError
from xl_tiebreak.players import Players

TABLE = [
    ["№", "Фамилия Имя", 1, "Оч"],
    [10, "Невский, Ярослав", "8w1", 1],
    [8, "Веселов, Иван", "10b0", 0],
    [2, "Хан", "3w1", 1],
    [3, "хан ", "2b0", 0],
]


@pytest.fixture
def players() -> Players:
    return Players(read(TABLE).tournament_or_raise())


@pytest.mark.parametrize(("asked", "position"), [(10, 0), (10.0, 0), ("10", 0), (" веселов,  ИВАН", 1), ("3", 3)])
def test_number_or_name(players: Players, asked: object, position: int) -> None:
    assert players.position(asked) == position


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("Хан", "2 players are called 'Хан'; give the number instead"),
        ("невский", "no player 'невский' in the table; did you mean Невский, Ярослав?"),
        ("Веселов, Ивн", "no player 'Веселов, Ивн' in the table; did you mean Веселов, Иван?"),
        (99, "no player '99' in the table; give a number or a whole name"),
        ("", "no player '' in the table; give a number or a whole name"),
    ],
)
def test_nobody_or_several(players: Players, asked: object, sentence: str) -> None:
    with pytest.raises(RequestError) as caught:
        players.position(asked)
    assert str(caught.value) == sentence
