"""M8: the end of the deal. Five players, one chip a box: POINT holds 5 at first."""

import pytest

from marriage_env import Rules

from . import deals as d
from .table import Env, asked, bank, boxes, chips, moved, net, play, start, tricks


def rewards(env: Env) -> list[int]:
    """The rewards of the last step, by seat."""
    return [int(env.rewards[f"player_{seat}"]) for seat in range(5)]


@pytest.mark.parametrize("prize", ["per_trick", "pool"])
def test_m8_1_a_trick_each(prize: str) -> None:
    """M8.1, M8.2: nobody took more than one trick: no fine, no prize, POINT stays."""
    env = start(d.QUIET, d.TURNUP, follow="suit", trick_prize=prize)
    play(env, d.QUIET_PLAY)
    assert tricks(env) == [1, 1, 1, 1, 1]
    assert net(env) == [0] * 5
    assert boxes(env) == [5] * 5


def test_m8_2_per_trick() -> None:
    """M8.2: four fines make 9 in POINT; five tricks are paid: 4 are left."""
    env = start(d.SWEEP, d.TURNUP)
    assert moved(env, d.SWEEP_FOUR) == [0] * 5
    assert moved(env, d.SWEEP_LAST) == [5, -1, -1, -1, -1]
    assert boxes(env) == [4, 5, 5, 5, 5]


@pytest.mark.parametrize(
    ("hands", "last", "won"),
    [
        (d.SHARED, d.SHARED_LAST, [3, 0, 2, 0, 0]),  # the tricks: 0 0 2 2 0
        (d.CEDED, d.CEDED_LAST, [2, 0, 3, 0, 0]),  # the tricks: 0 0 2 2 2
    ],
)
def test_m8_2_until_it_is_empty(hands: list[str], last: str, won: list[int]) -> None:
    """M8.2: seat 1 has taken POINT, 1 is left; three fines: 4; the fifth trick is not paid.

    So both have two chips, whoever took the fifth.
    """
    env = start(hands, d.TURNUP, follow="suit")
    assert net(env) == [0, 4, 0, 0, 0]
    play(env, d.SHARED_FOUR)
    assert moved(env, last) == [2, -1, 2, -1, -1]
    assert tricks(env) == won
    assert boxes(env) == [0, 5, 5, 5, 5]


def test_m8_2_one_trick_is_fined() -> None:
    """M8.2: fewer than two: who took one trick is fined like who took none.

    As the quiet deal, but 4 has KC for TS (QC has been played): 0 takes the last trick with 8S. So
    the tricks are 2, 1, 1, 1, 0; POINT has 5 + 4 - 2.
    """
    env = start([*d.QUIET[:4], "6C AD TH 9C KC"], d.TURNUP, follow="suit")
    assert moved(env, d.QUIET_FOUR) == [0] * 5
    assert moved(env, "3:7H 4:KC 0:8S 1:9H 2:7S") == [2, -1, -1, -1, -1]
    assert tricks(env) == [2, 1, 1, 1, 0]
    assert boxes(env)[0] == 7


@pytest.mark.parametrize(("base", "left"), [(Rules.guimbarde(), 5), (Rules.typical(), 1)])
def test_m8_2_pool(base: Rules, left: int) -> None:
    """M8.2: "pool": no fine; the prize is what POINT holds when the deal ends.

    Seat 1 took POINT, but for one chip. By guimbarde nothing is put back, and five are staked anew.
    """
    env = start(d.SHARED, d.TURNUP, base=base, trick_prize="pool", follow="suit", point="sequence")
    assert boxes(env)[0] == left
    assert moved(env, d.SHARED_FOUR) == [0] * 5
    assert moved(env, d.SHARED_LAST) == [left, 0, 0, 0, 0]
    assert boxes(env)[0] == 0


@pytest.mark.parametrize(("hands", "last"), [(d.SHARED, d.SHARED_LAST), (d.CEDED, d.CEDED_LAST)])
def test_m8_2_pool_first_with_two(hands: list[str], last: str) -> None:
    """M8.2: "pool": 0 took the first two tricks, 2 the next two: 0 has all, whoever has more.

    POINT is not declared here, so it holds 5.
    """
    env = start(hands, d.TURNUP, follow="suit", trick_prize="pool", declarations="voluntary")
    play(env, "1:DONE")
    assert moved(env, d.SHARED_FOUR) == [0] * 5
    assert moved(env, last) == [5, 0, 0, 0, 0]
    assert boxes(env) == [0, 5, 5, 5, 5]


def test_m8_2_pool_after_round_awards() -> None:
    """M8.2, M4.7: under "round" seat 1 is first paid POINT, 5 less 1; the pool is that chip."""
    env = start(d.SHARED, d.TURNUP, follow="suit", trick_prize="pool", box_awards="round")
    assert moved(env, d.SHARED_FOUR) == [0] * 5
    assert moved(env, d.SHARED_LAST) == [1, 4, 0, 0, 0]
    assert boxes(env) == [0, 5, 5, 5, 5]


def test_m8_2_pool_with_point_stake() -> None:
    """M8.2, M2.2: "pool" with a point stake of one: all ten chips, nobody having declared."""
    env = start(d.SWEEP, d.TURNUP, trick_prize="pool", point_stake=1)
    play(env, d.SWEEP_FOUR)
    assert moved(env, d.SWEEP_LAST) == [10, 0, 0, 0, 0]


def test_m8_3_next_deal() -> None:
    """M8.3, M2.2: stakes and declarations of the second deal come with the first's last step.

    First deal: the sweep, +5 and -1 each. Second deal: -5 each; KH is with seat 3 (eldest 1, and 2
    after him): the KING box, not taken in the first deal, holds 10: +9.
    """
    then = [(d.turned(d.QUIET_KING, 1), d.TURNUP)]
    env = start(d.SWEEP, d.TURNUP, deals=2, then=then, follow="suit")
    play(env, d.SWEEP_FOUR)
    play(env, d.SWEEP_LAST)
    assert rewards(env) == [5 - 5, -1 - 5, -1 - 5, -1 - 5 + 9, -1 - 5]
    assert chips(env) == [-5, -11, -11, -2, -11]
    assert boxes(env) == [4 + 5, 10, 10, 1, 10]
    assert not any(env.terminations.values())
    assert env.dealer == 0
    assert asked(env) == 1
    assert env.phase.name == "TURN"
    assert tricks(env) == [0] * 5
    assert [set(env.hands[(1 + k) % 5]) for k in range(5)] == [set(h.split()) for h in d.QUIET_KING]


def test_m8_3_first_stakes() -> None:
    """M8.3, M2.2: the first deal's stakes show after reset and are booked with the first step."""
    env = start(d.QUIET_KING, d.TURNUP, follow="suit")
    assert rewards(env) == [0] * 5
    assert net(env) == [0, 0, 4, 0, 0]
    play(env, "0:QC")
    assert rewards(env) == [-5, -5, -1, -5, -5]
    play(env, "1:8C")
    assert rewards(env) == [0] * 5


@pytest.mark.parametrize("count", [1, 2])
def test_m8_3_end_of_the_match(count: int) -> None:
    """M8.3: after `deals` deals all is over; what lies in the boxes stays."""
    then = [(d.turned(d.QUIET, 1), d.TURNUP)][: count - 1]
    env = start(d.QUIET, d.TURNUP, deals=count, then=then, follow="suit")
    for deal in range(count):
        assert not any(env.terminations.values())
        play(env, d.turned_play(d.QUIET_PLAY, deal))
    assert all(env.terminations.values())
    assert env.phase.name == "OVER"
    assert chips(env) == [-5 * count] * 5
    assert boxes(env) == [5 * count] * 5
    assert bank(env) == 0
