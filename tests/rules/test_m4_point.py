"""M4.1: the POINT box. Five players: it holds 5, and its taker puts one back: +4."""

from typing import Any

import pytest

from .deals import QUIET, TURNUP
from .table import boxes, net, start


def point_to(seat: int) -> list[int]:
    """What the taker of the box has won when nothing else is declared."""
    return [4 if s == seat else 0 for s in range(5)]


@pytest.mark.parametrize(
    ("hands", "taker"),
    [
        # four of diamonds to the nine beat three trumps to the queen at the eldest's
        ({0: "TC JC QC", 2: "6D 7D 8D 9D"}, 2),
        # five of spades beat four of trumps
        ({1: "6S 7S 8S 9S TS", 4: "7C 8C 9C TC"}, 1),
        # equal length: the higher top card, not the trump or the place
        ({0: "7C 8C 9C", 3: "8H 9H TH"}, 3),
        # equal length and top: the trump suit
        ({1: "7H 8H 9H", 3: "7C 8C 9C"}, 3),
        # two cards are no sequence, nor are three with a gap
        ({0: "7C 8C TC", 2: "9S JS AS", 4: "6D 7D 8D"}, 4),
    ],
)
def test_m4_1_strongest_sequence(hands: dict[int, str], taker: int) -> None:
    """M4.1: longer beats shorter, then the higher top card, then trumps (clubs)."""
    env = start(hands, "AC")
    assert net(env) == point_to(taker)
    assert boxes(env) == [1, 5, 5, 5, 5]


def test_m4_1_nearer_the_eldest() -> None:
    """M4.1: all else equal, nearer the eldest: seat 2 deals, so 4 comes second and 1 fourth."""
    env = start({1: "7H 8H 9H", 4: "7S 8S 9S"}, "AC", dealer=2)
    assert net(env) == point_to(4)


def test_m4_1_nobody() -> None:
    """M4.1: without a sequence the box stays."""
    assert boxes(start(QUIET, TURNUP)) == [5] * 5


def test_m4_1_natural_order() -> None:
    """M4.1: natural order is J Q K A: Q K A beats J Q K, though that one is of trumps.

    Both also show a king and queen (M4.4): +4 and -1 for each of the two, -2 for the rest.
    """
    env = start({1: "JC QC KC", 3: "QS KS AS"}, "AC", sequence_order="natural")
    assert net(env) == [-2, 3, -2, 3 + 4, -2]


@pytest.mark.parametrize("hand", ["KS AS 2S", "AS 2S 3S"])
def test_m4_1_no_wrap(hand: str) -> None:
    """M4.1: the ace does not join the two; seven players, whose pack has twos."""
    env = start({2: hand}, "AC", players=7)
    assert boxes(env) == [7] * 5
    assert boxes(start({2: "2S 3S 4S"}, "AC", players=7)) == [1, 7, 7, 7, 7]


@pytest.mark.parametrize(("order", "taker"), [("natural", 1), ("rank", 3)])
def test_m4_1_sequence_order(order: str, taker: int) -> None:
    """M4.1: 10-J-Q is a sequence in the natural order, 9-10-A in that of rank (Q J K A 10 9)."""
    env = start({1: "TS JS QS", 3: "9H TH AH"}, "AC", sequence_order=order)
    assert net(env) == point_to(taker)


def test_m4_1_rank_order_top_card() -> None:
    """M4.1: under "rank" the top card is reckoned so too: J-K-A (top J) beats 9-10-A (top A)."""
    env = start({1: "9S TS AS", 3: "JH KH AH"}, "AC", sequence_order="rank")
    assert net(env) == [0, 0, 0, 4 + 4, 0]  # POINT, and KING for KH
    # Under "natural" neither is a sequence: KING alone.
    assert net(start({1: "9S TS AS", 3: "JH KH AH"}, "AC")) == [0, 0, 0, 4, 0]


@pytest.mark.parametrize(("rank_order", "won"), [("king_high", 4), ("queen_high", 0)])
def test_m4_1_french_rank_order(rank_order: str, won: int) -> None:
    """M4.1: "rank" follows M1.2: J-A-10 are in sequence in K Q J A 10, not in Q J K A 10."""
    hands = {2: "JS AS TS"}
    env = start(hands, "AC", rank_order=rank_order, sequence_order="rank")
    assert net(env) == [0, 0, won, 0, 0]


@pytest.mark.parametrize(
    ("hands", "rules", "taker"),
    [
        # four beat three, which would be a sequence
        ({0: "7S 8S 9S", 3: "6H 8H TH AH"}, {}, 3),
        # any three cards of a suit: no sequence is needed
        ({2: "6H 8H TH"}, {}, 2),
        # equally many: the higher top card by rank: J above A
        ({1: "AS 9S 7S", 3: "JH 7H 8H"}, {}, 3),
        # Q above K, or K above Q in the French order
        ({1: "KS 7S 9S", 3: "QD 7D 9D"}, {}, 3),
        ({1: "KS 7S 9S", 3: "QD 7D 9D"}, {"rank_order": "king_high"}, 1),
        # equal top cards: trumps (clubs)
        ({1: "TS 9S 7S", 3: "TC 7C 8C"}, {}, 3),
        # ... then nearer the eldest: seat 2 deals
        ({1: "AS 9S 7S", 4: "AH 7H 8H"}, {"dealer": 2}, 4),
    ],
)
def test_m4_1_count(hands: dict[int, str], rules: dict[str, Any], taker: int) -> None:
    """M4.1: `point="count"`: three or more cards of one suit."""
    env = start(hands, "AC", point="count", **rules)
    assert net(env) == point_to(taker)


def test_m4_1_count_needs_three() -> None:
    """M4.1: under "count" two cards of a suit are not enough (the filled hands have no more)."""
    assert boxes(start({}, "AC", point="count")) == [5] * 5


def test_m4_1_point_stake() -> None:
    """M4.1, M2.2: what all stake on the tricks is no part of the award: five stakes, less one."""
    env = start({1: "6S 7S 8S"}, "AC", point_stake=2)
    assert net(env, 7) == [0, 4, 0, 0, 0]
    assert boxes(env) == [1 + 10, 5, 5, 5, 5]


def test_m4_1_without_put_back() -> None:
    """M4.1: `box_put_back=False`: the taker has all five; nothing is left in the box."""
    env = start({1: "6S 7S 8S"}, "AC", box_put_back=False)
    assert net(env) == [0, 5, 0, 0, 0]
    assert boxes(env) == [0, 5, 5, 5, 5]
