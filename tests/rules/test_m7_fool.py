"""M7: the fool, J of diamonds. Trumps are clubs, and suit has only to be followed."""

from typing import Any

import pytest

from marriage_env import Rules

from .deals import QUIET, QUIET_FOUR, TURNUP
from .table import asked, gains, moved, play, start, tricks

PAID = [4, -1, -1, -1, -1]  # to seat 0, who lays the fool
NOTHING = [0] * 5
PAYS_4 = [-1, 0, 0, 0, 1]  # to the queen's player

# Seat 0 leads JD; 1, 2, 3 follow with low diamonds; 4 lays its first card.
LED = {
    0: "JD 6S 8H TH 7S",
    1: "6D 8S 7H 9C TC",
    2: "7D 9S 6H 8C JS",
    3: "8D TS 9H 7C JC",
}


@pytest.mark.parametrize(
    ("last", "rank_order", "taker", "court", "hearts"),
    [
        ("AD", "queen_high", 0, PAID, PAID),  # J above A: the fool takes himself
        ("KD", "queen_high", 0, PAID, PAID),  # J above K too: the king does not take
        ("AC", "queen_high", 4, PAID, PAID),  # taken by a trump
        ("KD", "king_high", 4, NOTHING, PAID),  # taken by a king
        ("QD", "queen_high", 4, PAYS_4, PAID),  # by a queen
        ("KC", "queen_high", 4, NOTHING, PAID),  # by a king of trumps
        ("QC", "queen_high", 4, PAYS_4, PAID),  # by a queen of trumps
        ("KH", "queen_high", 4, NOTHING, NOTHING),  # by K of hearts
        ("QH", "queen_high", 4, PAYS_4, PAYS_4),  # by Q of hearts
        ("KS", "queen_high", 0, PAID, PAID),  # a king that does not take (QS is the player's own)
    ],
)
@pytest.mark.parametrize("beaten_by", ["court", "hearts"])
def test_m7_1_fool(
    last: str, rank_order: str, taker: int, court: list[int], hearts: list[int], beaten_by: str
) -> None:
    """M7.1: at the trick's end each other pays one, unless another's king or queen took it.

    `fool_beaten_by="court"`: any king or queen; `"hearts"`: K or Q of hearts. A queen is paid one.
    """
    hands = {**LED, 4: f"{last} AS JH AH QS"}
    rules: dict[str, Any] = {
        "rank_order": rank_order,
        "fool_beaten_by": beaten_by,
        "follow": "suit",
    }
    env = start(hands, "6C", **rules)
    assert moved(env, "0:JD 1:6D 2:7D 3:8D") == NOTHING
    assert moved(env, f"4:{last}") == (court if beaten_by == "court" else hearts)
    assert tricks(env)[taker] == 1
    assert asked(env) == taker


@pytest.mark.parametrize(
    ("suit", "rules", "taker", "paid"),
    [
        # the marriage: +4 to 3, -1 to each other. Then the fool: taken by the queen: 0 pays 1 to 3
        ("S", {}, 3, [-2, -1, -1, 5, -1]),
        # ... beaten by hearts only: +4 to 0, -1 to each other
        ("S", {"fool_beaten_by": "hearts"}, 3, [3, -2, -2, 3, -2]),
        # in the French order the king takes: nothing for the fool, nor from him
        ("S", {"rank_order": "king_high"}, 1, [-1, -1, -1, 4, -1]),
        ("S", {"rank_order": "king_high", "fool_beaten_by": "hearts"}, 1, [3, -2, -2, 3, -2]),
        # in hearts the queen takes, in either order
        ("H", {}, 3, [-2, -1, -1, 5, -1]),
        ("H", {"fool_beaten_by": "hearts"}, 3, [-2, -1, -1, 5, -1]),
        ("H", {"fool_beaten_by": "hearts", "rank_order": "king_high"}, 3, [-2, -1, -1, 5, -1]),
    ],
)
def test_m7_1_marriage_takes(suit: str, rules: dict[str, Any], taker: int, paid: list[int]) -> None:
    """M7.1, M6.4: a marriage takes with its higher card, which may beat the fool.

    JD is led; 1 throws the king and 3 lays the queen; neither has a diamond.
    """
    hands = {
        0: "JD 6S 8H TH 7S",
        1: f"K{suit} 8S 7H 9C TC",
        2: "7D 9S 6H 8C JS",
        3: f"Q{suit} TS 9H 7C JC",
        4: "AD AS JH AH 8D",
    }
    env = start(hands, "6C", follow="suit", **rules)
    assert moved(env, f"0:JD 1:K{suit} 3:Q{suit} 2:7D 4:AD") == paid
    assert tricks(env)[taker] == 1


@pytest.mark.parametrize("base", [Rules.typical(), Rules.modern(), Rules.classic()])
def test_m7_1_thrown(base: Rules) -> None:
    """M7.1: so too when he is thrown: 2 has no spade and no trump; AS takes; +4 to 2.

    1 must beat 8S with TS, 3 must beat that with AS; 4 has low spades and no trump.
    """
    hands = {
        0: "8S 6D 9H TH 8C",
        1: "TS 7D 8H 9C 6H",
        2: "JD 9D 7H AH QD",
        3: "AS AD JH 7C JC",
        4: "9S 6S TD 8D KD",
    }
    env = start(hands, "6C", base=base)
    assert moved(env, "0:8S 1:TS 2:JD 3:AS") == [0] * 5
    assert moved(env, "4:9S") == gains(5, 2)
    assert tricks(env) == [0, 0, 0, 1, 0]


def test_m7_1_with_power() -> None:
    """M7.1, M1.3: with his power he takes over the trump ace, and is paid; QD does not beat him."""
    hands = {**LED, 3: "AC TS 9H 7C JC", 4: "QD AS JH AH QS"}
    env = start(hands, "6C", base=Rules.guimbarde())
    assert moved(env, "0:JD 1:6D 2:7D 3:AC 4:QD") == PAID
    assert tricks(env) == [1, 0, 0, 0, 0]


def test_m7_1_last_trick() -> None:
    """M7.1, M8.1: in the last trick, a trump takes: +4 to 0; a trick each, and so nothing more."""
    hands = ["QC 6D AH 9D JD", *QUIET[1:]]
    env = start(hands, TURNUP, follow="suit")
    play(env, QUIET_FOUR)
    assert moved(env, "3:7H 4:TS 0:JD 1:9H 2:7S") == PAID
    assert tricks(env) == [1, 1, 1, 1, 1]
