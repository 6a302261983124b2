"""M6.4, M6.5: who takes with a marriage and who pays for it. Trumps are clubs."""

from typing import Any

import pytest

from .table import asked, cards, gains, legal, moved, play, start, tricks

# Seat 0 leads 8D; 1 lays its first card; 2 throws KS (no diamond, no trump); 3 has QS.
OVER = {
    0: "8D 6S 9H TH 8C",
    2: "KS TS 7H JH 9S",
    3: "QS 9D TD 6D TC",
    4: "AD 7D AS 9C AC",
}


@pytest.mark.parametrize("first", ["7C", "QH"])
@pytest.mark.parametrize(("rank_order", "taker"), [("queen_high", 3), ("king_high", 2)])
def test_m6_4_over_a_trump_and_over_qh(first: str, rank_order: str, taker: int) -> None:
    """M6.4: the marriage takes though a trump, or QH, lies there; for its higher card's player."""
    env = start({**OVER, 1: f"{first} 7S 8H 6H AH"}, "6C", rank_order=rank_order)
    play(env, f"0:8D 1:{first} 2:KS")
    assert asked(env) == 3
    assert legal(env) == cards("QS WITHHOLD")
    assert moved(env, "3:QS") == gains(5, 3)
    assert legal(env) == cards("AD 7D")
    play(env, "4:7D")
    assert tricks(env) == [1 if s == taker else 0 for s in range(5)]
    assert asked(env) == taker


@pytest.mark.parametrize("later", ["QH", "AC"])
def test_m6_4_not_even_qh_later(later: str) -> None:
    """M6.4: QH or the highest trump laid after the marriage does not beat it."""
    hands = {0: "KS", 1: "QS", 2: f"{later} 9D TD 7H 9H"}
    env = start(hands, "6C", follow="suit")
    play(env, f"0:KS 1:QS 2:{later}")
    while len(env.hands[asked(env)]) == 5:  # 3 and 4 lay anything lawful
        seat = asked(env)
        play(env, f"{seat}:{min(legal(env))}")
    assert tricks(env) == [0, 1, 0, 0, 0]


@pytest.mark.parametrize("power", [True, False])
@pytest.mark.parametrize("rank_order", ["queen_high", "king_high"])
def test_m6_4_hearts(rank_order: str, power: bool) -> None:
    """M6.4: in hearts the queen is the higher card in either order, with KH's power and without."""
    hands = {0: "KH 8D TD 9S 6S", 1: "6H 7D 8S 9C AD", 2: "QH 9D 7S TC AS", 3: "8H 6D TS 7C JS"}
    env = start(
        {**hands, 4: "9H TH AC 8C JC"}, "6C", rank_order=rank_order, hearts_king_power=power
    )
    play(env, "0:KH 2:QH 1:6H 3:8H 4:9H")
    assert tricks(env) == [0, 0, 1, 0, 0]
    assert asked(env) == 2


@pytest.mark.parametrize(("rank_order", "taker"), [("queen_high", 2), ("king_high", 0)])
def test_m6_4_led_king(rank_order: str, taker: int) -> None:
    """M6.4: a led king's marriage goes to the queen's player, or in the French order to his own."""
    hands = {0: "KS 8D TD 9H 6H", 1: "6S 7D 8H 9C AD", 2: "QS 9D 7H TC AH", 3: "8S 6D TH 7C JH"}
    env = start({**hands, 4: "9S TS AC 8C JC"}, "6C", rank_order=rank_order)
    play(env, "0:KS 2:QS 1:6S 3:8S 4:9S")
    assert tricks(env)[taker] == 1
    assert asked(env) == taker


@pytest.mark.parametrize(
    ("suit", "rules", "paid"),
    [
        # "queen": one chip from every other player to the queen's, in every suit
        ("S", {"table_marriage": "queen"}, [-1, -1, 4, -1, -1]),
        ("H", {"table_marriage": "queen"}, [-1, -1, 4, -1, -1]),
        ("C", {"table_marriage": "queen"}, [-1, -1, 4, -1, -1]),
        ("H", {"table_marriage": "queen", "hearts_king_pays": True}, [-1, -1, 4, -1, -1]),
        # "king": one from all but the queen's player to the king's
        ("S", {"table_marriage": "king"}, [3, -1, 0, -1, -1]),
        ("C", {"table_marriage": "king", "rank_order": "king_high"}, [3, -1, 0, -1, -1]),
        ("S", {"table_marriage": "king", "hearts_king_pays": True}, [3, -1, 0, -1, -1]),
        # ... in hearts to the queen's: from three, or from four with the king's
        ("H", {"table_marriage": "king", "hearts_king_pays": False}, [0, -1, 3, -1, -1]),
        ("H", {"table_marriage": "king", "hearts_king_pays": True}, [-1, -1, 4, -1, -1]),
        # "taker": the higher card's player, from all but the queen's
        ("S", {"table_marriage": "taker"}, [-1, -1, 4, -1, -1]),
        ("C", {"table_marriage": "taker"}, [-1, -1, 4, -1, -1]),
        ("H", {"table_marriage": "taker"}, [-1, -1, 4, -1, -1]),
        ("S", {"table_marriage": "taker", "rank_order": "king_high"}, [3, -1, 0, -1, -1]),
        ("C", {"table_marriage": "taker", "rank_order": "king_high"}, [3, -1, 0, -1, -1]),
        ("H", {"table_marriage": "taker", "rank_order": "king_high"}, [-1, -1, 4, -1, -1]),
        (
            "H",
            {"table_marriage": "taker", "rank_order": "king_high", "hearts_king_power": False},
            [-1, -1, 4, -1, -1],
        ),
        # ... whatever hearts_king_pays says: that is for "king"
        ("H", {"table_marriage": "taker", "hearts_king_pays": True}, [-1, -1, 4, -1, -1]),
        (
            "S",
            {"table_marriage": "taker", "rank_order": "king_high", "hearts_king_pays": True},
            [3, -1, 0, -1, -1],
        ),
    ],
)
def test_m6_5_pay(suit: str, rules: dict[str, Any], paid: list[int]) -> None:
    """M6.5: seat 0 leads the king, 2 lays the queen: this is paid then, and once."""
    env = start({0: f"K{suit}", 2: f"Q{suit}"}, "6C", follow="suit", **rules)
    assert moved(env, f"0:K{suit}") == [0] * 5
    assert moved(env, f"2:Q{suit}") == paid
    rest = [0] * 5
    while len(env.hands[asked(env)]) == 5:  # 1, 3 and 4 lay anything lawful
        more = moved(env, f"{asked(env)}:{min(legal(env))}")
        rest = [a + b for a, b in zip(rest, more, strict=True)]
    assert rest == [0] * 5


def test_m6_5_pay_of_seven() -> None:
    """M6.5: seven players: the king's player has one from each of five."""
    env = start({0: "KD", 4: "QD"}, "6C", players=7, table_marriage="king")
    play(env, "0:KD")
    assert moved(env, "4:QD") == [5, -1, -1, -1, 0, -1, -1]


def test_m6_5_further_marriage_is_paid() -> None:
    """M6.5, M6.4: under "king" both are paid too: KS by three, then KD by three.

    0: +3 -1, 1: -1 +3, 2: -1 -1, 3 (QS): 0 -1, 4 (QD): -1 +0. The first takes: queen 3.
    """
    hands = {
        0: "KS 6S 8D TD 9H",
        1: "KD 7D 8H AD 6H",
        2: "7S 9D 7H TC AH",
        3: "QS 8S TH 7C JH",
        4: "QD 9S 6D AC 8C",
    }
    env = start(hands, "6C", table_marriage="king")
    assert moved(env, "0:KS 3:QS 1:KD 4:QD 2:7S") == [2, 2, -2, -1, -1]
    assert tricks(env) == [0, 0, 0, 1, 0]


@pytest.mark.parametrize(
    ("rank_order", "paid"),
    [
        # QS: +4, -1 each; QD: +4, -1 each
        ("queen_high", [-2, -2, -2, 4 - 1, 4 - 1]),
        # KS: three pay, not QS; KD: three pay, not QD
        ("king_high", [3 - 1, 3 - 1, -2, -1, -1]),
    ],
)
def test_m6_5_further_marriage_of_the_taker(rank_order: str, paid: list[int]) -> None:
    """M6.5: under "taker" a second marriage of the trick pays its own higher card's player."""
    hands = {
        0: "KS 6S 8D TD 9H",
        1: "KD 7D 8H AD 6H",
        2: "7S 9D 7H TC AH",
        3: "QS 8S TH 7C JH",
        4: "QD 9S 6D AC 8C",
    }
    env = start(hands, "6C", table_marriage="taker", rank_order=rank_order)
    assert moved(env, "0:KS 3:QS 1:KD 4:QD 2:7S") == paid
