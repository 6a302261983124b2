"""M4.2-M4.5: marriages in hand, the fool, king and queen of hearts, and what is shown."""

from typing import Any

import pytest

from marriage_env.mariage.observe import unpack

from .deals import QUIET, QUIET_KING, QUIET_KING_PLAY, SHARED, SHARED_FOUR, SHARED_LAST, TURNUP
from .table import Env, asked, boxes, gains, legal, moved, net, play, start


@pytest.mark.parametrize("players", [5, 7])
def test_m4_2_hearts_marriage(players: int) -> None:
    """M4.2, M4.3: K and Q of hearts take MARIAGE, KING, QUEEN, less one each; 2 from each other."""
    env = start({2: "KH QH"}, "AC", players=players)
    won = [-2] * players
    won[2] = 3 * (players - 1) + 2 * (players - 1)  # five players: 12 + 8
    assert net(env) == won
    assert boxes(env) == [players, 1, players, 1, 1]


def test_m4_2_not_in_one_hand() -> None:
    """M4.2, M4.3: in two hands they take KING and QUEEN; MARIAGE stays."""
    env = start({1: "KH", 3: "QH"}, "AC")
    assert net(env) == [0, 4, 0, 4, 0]
    assert boxes(env) == [5, 5, 5, 1, 1]


@pytest.mark.parametrize(("card", "box"), [("JD", 2), ("KH", 3), ("QH", 4)])
def test_m4_3_single_cards(card: str, box: int) -> None:
    """M4.3: the holder of J of diamonds, K or Q of hearts takes the box and puts one chip back."""
    env = start({4: card}, "AC")
    assert net(env) == [0, 0, 0, 0, 4]
    assert boxes(env) == [1 if b == box else 5 for b in range(5)]


@pytest.mark.parametrize("card", ["JD", "KH", "QH"])
def test_m4_3_turned_up(card: str) -> None:
    """M4.3, M3.2: a card that is turned up is nobody's: its box stays."""
    env = start({}, card)
    assert net(env) == [0] * 5
    assert boxes(env) == [5] * 5


def test_m4_3_without_put_back() -> None:
    """M4.2, M4.3: `box_put_back=False`: the boxes of hearts and the fool's are taken whole."""
    env = start({2: "KH QH", 4: "JD"}, "AC", box_put_back=False)
    assert net(env) == [-2, -2, 15 + 8, -2, 5 - 2]
    assert boxes(env) == [5, 0, 0, 0, 0]


def test_m4_2_no_payment() -> None:
    """M4.2: `hand_marriage_pays=False`: four chips from each box, none from the others."""
    env = start({2: "KH QH"}, "AC", hand_marriage_pays=False)
    assert net(env) == [0, 0, 12, 0, 0]
    assert boxes(env) == [5, 1, 5, 1, 1]


@pytest.mark.parametrize("declarations", ["automatic", "voluntary"])
def test_m4_4_no_such_declaration(declarations: str) -> None:
    """M4.4: `hand_marriage_pays=False`: a pair is not declared, paid or shown, nor asked for."""
    env = start({1: "KS QS"}, "AC", hand_marriage_pays=False, declarations=declarations)
    assert env.phase.name == "TURN"
    assert (asked(env), net(env), boxes(env)) == (0, [0] * 5, [5] * 5)
    seen = unpack(env.observe("player_0")["observation"], 5)
    assert not seen["shown"].any()
    assert not seen["known"].any()
    assert not seen["declared"].any()


def test_m4_4_voluntary_with_a_box() -> None:
    """M4.4, M4.6: `hand_marriage_pays=False`: who holds a box card too is asked for that alone."""
    hands = {1: "KS QS JD"}
    env = start(hands, "AC", hand_marriage_pays=False, declarations="voluntary")
    assert legal(env) == {"FOOL", "DONE"}
    env = start(hands, "AC", declarations="voluntary")
    assert legal(env) == {"FOOL", "PAIR_S", "DONE"}


@pytest.mark.parametrize("suit", ["C", "D", "S"])
def test_m4_4_other_marriages(suit: str) -> None:
    """M4.4: K and Q of another suit, trumps (clubs) too: one chip from every other player."""
    env = start({1: f"K{suit} Q{suit}"}, "AC")
    assert net(env) == gains(5, 1)
    assert boxes(env) == [5] * 5


def test_m4_4_two_marriages() -> None:
    """M4.4: each is paid: 2 chips from each of four."""
    assert net(start({3: "KC QC KS QS"}, "AC")) == gains(5, 3, 2)


def test_m4_4_with_the_hearts_marriage() -> None:
    """M4.2-M4.4: 12 from three boxes, 8 for hearts, 4 for spades."""
    assert net(start({0: "KH QH KS QS"}, "AC")) == [24, -3, -3, -3, -3]


# Spare cards for seat 4 below, in an order that gives it nothing to declare either.
FREE = "QC KD TH TS AS 7H 8S"


def sight(env: Env) -> bytes:
    """What seat 0, the eldest, sees when it is asked for the first card."""
    assert asked(env) == 0
    assert env.phase.name == "TURN"
    return bytes(env.observe("player_0")["observation"])


@pytest.mark.parametrize(
    ("one", "other", "rules", "public"),
    [
        # the sequence that takes POINT
        ("7S 8S 9S AD AH", "7H 8H 9H AD AH", {}, True),
        # the other cards of its hand
        ("7S 8S 9S AD AH", "7S 8S 9S AD TH", {}, False),
        # a pair's suit, and the card besides it
        ("KD QD 7S 9S AH", "KS QS 7S 9S AH", {}, True),
        ("KD QD 7S 9S AH", "KD QD 7S 9S TH", {}, False),
        # single kings and queens of other suits
        ("KD 8S 7S AD AH", "QS 8S 7S AD AH", {}, False),
        # three spades without a sequence: shown under "count" alone
        ("AS 7S 9S AD AH", "AS 7S TS AD AH", {}, False),
        ("AS 7S 9S AD AH", "AS 7S TS AD AH", {"point": "count"}, True),
    ],
)
def test_m4_5_public(one: str, other: str, rules: dict[str, Any], public: bool) -> None:
    """M4.5: seat 0 can tell the two hands of seat 1 apart just where a declaration shows them.

    All else that seat 0 can see is the same: its own hand, the turn-up, all chips and boxes.
    """
    own, rest = "8C TC 6D 8D 6H", {2: "6S JS 7C 9C 7D", 3: "9D TD JH 6C JC"}
    sights = []
    for hand in (one, other):
        free = [c for c in FREE.split() if c not in hand.split()]
        env = start({0: own, 1: hand, **rest, 4: " ".join(free[:5])}, "AC", **rules)
        sights.append((net(env), boxes(env), sight(env)))
    assert sights[0][:2] == sights[1][:2]
    assert (sights[0][2] != sights[1][2]) == public


def test_m4_5_losing_sequence_is_public() -> None:
    """M4.5: every claimant's best sequence is shown, also one that does not take the box."""
    own = "8C TC 6D 8D 6H"
    rest = {1: "8H 9H TH JH AD", 2: "6S JS 7C 9D 7D"}
    one = start({0: own, **rest, 3: "7S 8S 9S 6C AH", 4: "TD AS 9C JC 7H"}, "AC")
    other = start({0: own, **rest, 3: "8S 9S TS 6C AH", 4: "TD AS 9C JC 7H"}, "AC")
    assert net(one) == net(other) == [0, 4, 0, 0, 0]
    assert sight(one) != sight(other)


def test_m4_7_deal() -> None:
    """M4.7: `box_awards="deal"`: paid at once, and kept though all take one trick each."""
    env = start(QUIET_KING, TURNUP, follow="suit", box_awards="deal")
    assert net(env) == [0, 0, 4, 0, 0]
    assert moved(env, QUIET_KING_PLAY) == [0] * 5
    assert boxes(env) == [5, 5, 5, 1, 5]


def test_m4_7_round_nobody_took_two() -> None:
    """M4.7: `box_awards="round"`: not paid, as nobody took more than one trick: the chips stay."""
    env = start(QUIET_KING, TURNUP, follow="suit", box_awards="round")
    assert net(env) == [0] * 5
    assert boxes(env) == [5] * 5
    assert moved(env, QUIET_KING_PLAY) == [0] * 5
    assert boxes(env) == [5] * 5


def test_m4_7_round_before_the_prize() -> None:
    """M4.7: at the end of the deal, before M8.2: seat 1's POINT is five less one: +4.

    Then 1 is left, three fines make 4; the tricks went to 0, 0, 2, 2, 0: two chips each, and the
    fifth trick is not paid. Seat 1 is fined too: 4 - 1.
    """
    env = start(SHARED, TURNUP, follow="suit", box_awards="round")
    assert net(env) == [0] * 5
    assert boxes(env) == [5] * 5
    assert moved(env, SHARED_FOUR) == [0] * 5
    assert moved(env, SHARED_LAST) == [2, 3, 2, -1, -1]
    assert boxes(env) == [0, 5, 5, 5, 5]


def test_m4_7_round_leaves_the_point_stake() -> None:
    """M4.7, M2.2: seat 1's POINT is five less one; the ten staked on the tricks stay: then M8.2.

    Point holds 1 + 10; three fines make 14; five tricks leave 9.
    """
    env = start(SHARED, TURNUP, follow="suit", box_awards="round", point_stake=2)
    assert (net(env, 7), boxes(env)) == ([0] * 5, [15, 5, 5, 5, 5])
    play(env, SHARED_FOUR)
    assert moved(env, SHARED_LAST) == [3, 3, 2, -1, -1]
    assert boxes(env) == [9, 5, 5, 5, 5]


def test_m4_7_payments_between_players() -> None:
    """M4.7: what players pay each other is immediate either way: 2 chips each for hearts."""
    env = start({2: "KH QH"}, "AC", box_awards="round")
    assert net(env) == gains(5, 2, 2)
    assert boxes(env) == [5] * 5
    env = start({2: "KS QS"}, "AC", box_awards="round")
    assert net(env) == gains(5, 2)


def test_m4_6_automatic() -> None:
    """M4.6: "automatic": all is declared before the first question, which is for a card."""
    env = start({0: "6S 7S 8S", 3: "JD"}, "AC", declarations="automatic")
    assert env.phase.name == "TURN"
    assert asked(env) == 0
    assert net(env) == [4, 0, 0, 4, 0]
    play(start(QUIET, TURNUP, declarations="automatic"), "0:QC")
