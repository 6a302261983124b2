"""T2 and T7: doubles, saucers, stakes, and chips that are never lost."""

from random import Random
from typing import Any

import pytest

from marriage_env.trynka.rules import Rules

from .deals import OUT_AT_ONCE, OUT_PLAY, SPREAD, turned
from .table import DOUBLES, SAUCERS, Table, start


def test_t2_places() -> None:
    """T2: doubles of six clubs and two saucers."""
    assert (DOUBLES, SAUCERS) == (("AC", "KC", "QC", "JC", "TC", "9C"), ("MARIAGE", "TRYNKA"))


@pytest.mark.parametrize(
    ("players", "card_stake", "saucer_stake"), [(3, 1, 2), (5, 1, 2), (4, 0, 2), (8, 3, 0)]
)
def test_t2_stakes(players: int, card_stake: int, saucer_stake: int) -> None:
    """T2: each player stakes 6 times on cards and twice in saucers.

    Seat 0 holds A, Q and 10 of clubs, seat 1 K, J and 9, and each takes the others' stakes of three
    doubles (T3.3); nobody has a marriage or a trynka.
    """
    table = start(SPREAD, players, card_stake=card_stake, saucer_stake=saucer_stake)
    staked = 6 * card_stake + 2 * saucer_stake
    won = 3 * (players - 1) * card_stake
    assert table.chips == [won - staked] * 2 + [-staked] * (players - 2)
    assert [table.places[name] for name in DOUBLES] == [card_stake] * 6
    assert [table.places[name] for name in SAUCERS] == [players * saucer_stake] * 2


@pytest.mark.parametrize("field", ["card_stake", "saucer_stake"])
def test_t2_a_stake_is_not_negative(field: str) -> None:
    """T2: nought or more."""
    with pytest.raises(ValueError, match=f"{field}=-1: expected an integer from 0"):
        Rules(**{field: -1})


def test_t2_contents_carry_over() -> None:
    """T2, T5: what lies on the table stays, and the stakes of the next deal come to it.

    First deal: ten chips from each of six; five from the others for each double held. Seat 0 is out
    before any club is laid. In the second deal each double holds 1 + 6, of which 1 goes back.
    """
    table = start(OUT_AT_ONCE, 6, deals=2, then=[turned(OUT_AT_ONCE, 1)])
    assert table.chips == [-10, 0, -5, -5, -5, -5]
    table.play(OUT_PLAY)
    assert table.chips == [-20 + 6, -10, -10 - 5 + 12, -15 + 6, -15 + 6, -15 + 6]
    assert [table.places[name] for name in DOUBLES] == [1] * 6
    assert [table.places[name] for name in SAUCERS] == [24, 24]


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"ends": "all_out", "out_pay": 2},
        {"card_stake": 3, "saucer_stake": 0, "offences": "none"},
        {"card_stake": 0, "marriage_saucer": "two", "out_pay": 1},
    ],
)
@pytest.mark.parametrize("players", range(3, 11))
def test_t7_constant(players: int, rules: dict[str, Any]) -> None:
    """T7: chips of all players and all that lies on the table are nought after every step."""
    table = Table(players, Rules(**rules), 2)
    table.begin([], -1)
    rng = Random(players)
    assert table.bank == 0
    while table.asked >= 0:
        legal = int(table.states["legal"][0])
        table.step(rng.choice([action for action in range(54) if legal >> action & 1]))
        assert table.bank == 0
        assert min(table.places.values()) >= 0


def test_t7_below_nothing() -> None:
    """T7: a player who has nothing pays all the same."""
    table = start(SPREAD)
    assert table.chips[2] == -10
