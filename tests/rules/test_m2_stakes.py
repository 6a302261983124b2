"""M2: boxes, stakes and single chips."""

from typing import Any

import pytest

from marriage_env import Rules
from marriage_env.mariage.observe import unpack

from .deals import QUIET, QUIET_PLAY, SHARED, SWEEP, SWEEP_FOUR, SWEEP_LAST, TURNUP, turned
from .table import asked, bank, boxes, chips, gains, moved, net, play, start


def test_m2_1_boxes() -> None:
    """M2.1: five boxes."""
    env = start(QUIET, TURNUP)
    assert set(env.boxes) == {"POINT", "MARIAGE", "FOOL", "KING", "QUEEN"}


@pytest.mark.parametrize("stake", [1, 3])
@pytest.mark.parametrize("players", [5, 8])
def test_m2_2_stake(stake: int, players: int) -> None:
    """M2.2: each player puts `stake` into each box; here nobody declares (filled hands)."""
    env = start({}, "7C", players=players, stake=stake)
    assert boxes(env) == [players * stake] * 5
    assert chips(env) == [-5 * stake] * players
    assert bank(env) == 0


def test_m2_2_stake_at_least_one() -> None:
    """M2.2: a stake is at least one chip."""
    with pytest.raises(ValueError, match="stake"):
        Rules(stake=0)


@pytest.mark.parametrize(
    ("rules", "first", "later"),
    [
        # five players, one chip into each box before each deal; the contents carry over
        ({"contribution": "all"}, [5] * 5, [10] * 5),
        # later deals: into POINT alone
        ({"contribution": "point"}, [5] * 5, [10, 5, 5, 5, 5]),
        ({"contribution": "point", "stake": 2}, [10] * 5, [20, 10, 10, 10, 10]),
        # 5 * (1 + 2) into POINT before each deal, then as much again
        ({"point_stake": 2}, [15, 5, 5, 5, 5], [30, 10, 10, 10, 10]),
        ({"point_stake": 0}, [5] * 5, [10] * 5),
        # 5 * (1 + 1) into POINT, both times
        ({"contribution": "point", "point_stake": 1}, [10, 5, 5, 5, 5], [20, 5, 5, 5, 5]),
    ],
)
def test_m2_2_before_every_deal(rules: dict[str, Any], first: list[int], later: list[int]) -> None:
    """M2.2: what is staked before the first deal and before a later one; nobody wins anything."""
    then = [(turned(QUIET, 1), TURNUP)]
    env = start(QUIET, TURNUP, deals=2, then=then, follow="suit", **rules)
    assert boxes(env) == first
    assert chips(env) == [-sum(first) // 5] * 5
    play(env, QUIET_PLAY)  # a trick each: no prize and no fine (M8.1)
    assert boxes(env) == later
    assert chips(env) == [-sum(later) // 5] * 5


def test_m2_2_point_stake_carries_over() -> None:
    """M2.2: nobody took two tricks, so the stakes on the tricks stay; POINT awards them later.

    First deal: 5 and 5 times 2. Second: 5 more to 20, which seat 1's sequence takes but for one,
    and then 10 anew.
    """
    then = [(turned(SHARED, 1), TURNUP)]
    env = start(QUIET, TURNUP, deals=2, then=then, follow="suit", point_stake=2)
    play(env, QUIET_PLAY)
    assert net(env, 14) == [0, 0, 19, 0, 0]
    assert boxes(env) == [1 + 10, 10, 10, 10, 10]


def test_m2_2_point_stake_when_all_have_spoken() -> None:
    """M2.2: under voluntary declarations all stake on the tricks when POINT is settled."""
    env = start({1: "6S 7S 8S", 3: "JD"}, "AC", point_stake=2, declarations="voluntary")
    assert boxes(env) == [5] * 5
    play(env, "1:POINT")
    assert boxes(env) == [5] * 5
    assert moved(env, "3:DONE") == [-2, -2 + 4, -2, -2, -2]
    assert boxes(env) == [1 + 10, 5, 5, 5, 5]
    assert (asked(env), env.phase.name) == (0, "TURN")


@pytest.mark.parametrize("point_stake", [0, 2, 200])
def test_m2_2_a_paid_point_stake_is_seen(point_stake: int) -> None:
    """M2.2: all see it lie in POINT, however full that box is; without one nothing tells."""
    env = start({3: "JD"}, "AC", stake=100, point_stake=point_stake, declarations="voluntary")
    told = []
    for step in ("3:FOOL", ""):
        seen = [unpack(env.observe(f"player_{seat}")["observation"], 5) for seat in range(5)]
        told.append([int(blocks["spoken"][0]) for blocks in seen])
        play(env, step)
    assert told == [[0] * 5, [2 if point_stake else 0] * 5]


def test_m2_3_one_chip_put_back() -> None:
    """M2.3: with a stake of 3 the box holds 15; its taker puts back a single chip: +14."""
    env = start({2: "QH"}, "6C", stake=3)
    assert net(env, 15) == [0, 0, 14, 0, 0]
    assert boxes(env) == [15, 15, 15, 15, 1]


def test_m2_3_single_chips() -> None:
    """M2.3: with a stake of 3 fines, marriages and the fool are still in single chips."""
    hands = {0: "KS 6D 8D 9H TH", 1: "QS"}
    assert moved(start(hands, "6C", stake=3), "0:KS 1:QS") == gains(5, 1)
    assert moved(start(hands, "6C", stake=3), "0:KS 1:WITHHOLD") == gains(5, 1, -1)
    # The hearts marriage: MARIAGE, KING, QUEEN at +14 each, and 2 chips from each of four.
    assert net(start({3: "KH QH"}, "6C", stake=3), 15) == [-2, -2, -2, 50, -2]


def test_m2_3_single_chips_at_the_end() -> None:
    """M2.3: with a stake of 3 the fine is one chip and a trick is paid with one."""
    env = start(SWEEP, TURNUP, stake=3)
    play(env, SWEEP_FOUR)
    assert moved(env, SWEEP_LAST) == [5, -1, -1, -1, -1]
    assert boxes(env)[0] == 15 + 4 - 5
    assert bank(env) == 0
