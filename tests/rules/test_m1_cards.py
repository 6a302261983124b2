"""M1: players, pack, rank and top cards."""

from itertools import pairwise
from typing import Any

import pytest

from marriage_env import Accidents, Rules, marriage_v0
from marriage_env.core.cards import NUM_CARDS, card_set
from marriage_env.mariage.card_strength import power, stronger
from marriage_env.mariage.rules import PRESETS
from marriage_env.mariage.state import new_states

from .table import asked, cards, cards_of, legal, play, start, tricks

QUEEN_HIGH = "QJKAT98765432"
KING_HIGH = "KQJAT98765432"


@pytest.mark.parametrize("players", [5, 6, 7, 8, 9, 10])
def test_m1_1_pack(players: int) -> None:
    """M1.1: the 36 cards from six to ace with 5 or 6 players, all 52 with 7 to 10."""
    small, large = cards_of(5), cards_of(7)
    assert (len(small), len(large)) == (36, 52)
    right, wrong = (small, large) if players <= 6 else (large, small)
    env = marriage_v0.raw_env(num_players=players, deals=1)
    env.reset(seed=1, options={"deck": right, "dealer": 0})
    assert len({card for hand in env.hands for card in hand}) == 5 * players
    with pytest.raises(ValueError, match="deck"):
        env.reset(seed=1, options={"deck": wrong, "dealer": 0})


@pytest.mark.parametrize("players", [5, 7])
def test_m1_1_shuffled_pack(players: int) -> None:
    """M1.1: a shuffled pack has every card of the pack for so many players, and no other."""
    env = marriage_v0.raw_env(num_players=players, deals=1)
    seen: set[str] = set()
    for seed in range(40):
        env.reset(seed=seed)
        seen.update(card for hand in env.hands for card in hand)
    assert seen == set(cards_of(players))


@pytest.mark.parametrize("players", [4, 11])
def test_m1_1_players(players: int) -> None:
    """M1.1: fewer than 5 or more than 10 cannot play."""
    with pytest.raises(ValueError, match="num_players"):
        marriage_v0.raw_env(num_players=players)


@pytest.mark.parametrize(
    ("rank_order", "high", "low"),
    [
        (name, high, low)
        for name, ranks in (("queen_high", QUEEN_HIGH), ("king_high", KING_HIGH))
        for high, low in pairwise(ranks)
    ],
)
def test_m1_2_rank_order(rank_order: str, high: str, low: str) -> None:
    """M1.2: each rank takes the next lower one, in spades, which are not trumps.

    Seat 0 leads the lower; seat 1 holds the higher and clubs (trumps), and must beat in suit. The
    others have red cards only. A king meets no queen: she is in the talon, or led already.
    """
    red = [r + s for r in "23456789TJQKA" for s in "DH" if r + s != "QH"]
    hands = [f"{low}S 3C 5C 7C 9C", f"{high}S 4C 6C 8C TC"]
    hands += [" ".join(red[k : k + 5]) for k in range(0, 25, 5)]
    env = start(hands, "2C", players=7, rank_order=rank_order)
    play(env, f"0:{low}S")
    assert asked(env) == 1
    assert legal(env) == {high + "S"}
    play(env, f"1:{high}S 2:2D 3:4H 4:7D 5:9H 6:QD")
    assert tricks(env) == [0, 1, 0, 0, 0, 0, 0]
    assert asked(env) == 1


@pytest.mark.parametrize(
    ("rank_order", "second"), [("queen_high", cards("KS 6S")), ("king_high", {"KS"})]
)
def test_m1_2_queen_and_king(rank_order: str, second: set[str]) -> None:
    """M1.2: K on a led Q beats her in the French order alone, and so must be played there."""
    env = start({0: "QS", 1: "KS 6S 6D 8D 9H"}, "6C", rank_order=rank_order)
    play(env, "0:QS")
    assert legal(env) == second


# Seat 0 leads 8S; 1 must trump it with 7C; 2 has AC, a top card and no spade; 3 and 4 have spades.
TOP = {
    0: "8S 6D 9D TH AH",
    1: "7C 8H 9H AD TD",
    3: "TC JC 6S 9S 7D",
    4: "TS AS KD 9C 8C",
}


@pytest.mark.parametrize(
    ("top", "rules"),
    [("QH", {}), ("QH", {"hearts_king_power": False}), ("KH", {}), ("JD", {"fool_power": True})],
)
def test_m1_3_above_trumps(top: str, rules: dict[str, Any]) -> None:
    """M1.3: a top card beats a trump; it may be laid where the trick could be trumped (M5.2(2))."""
    env = start({**TOP, 2: f"AC {top} 6H 7H 8D"}, "6C", **rules)
    play(env, "0:8S 1:7C")
    assert legal(env) == {"AC", top}
    play(env, f"2:{top}")
    assert legal(env) == cards("6S 9S")  # no trump beats it: the led suit
    play(env, "3:6S 4:TS")
    assert tricks(env) == [0, 0, 1, 0, 0]


@pytest.mark.parametrize(
    ("card", "rules"), [("KH", {"hearts_king_power": False}), ("JD", {"fool_power": False})]
)
def test_m1_3_without_power(card: str, rules: dict[str, Any]) -> None:
    """M1.3: without its power the card is an ordinary card: off suit it beats nothing."""
    env = start({**TOP, 2: f"AC {card} 6H 7H 8D"}, "6C", **rules)
    play(env, "0:8S 1:7C")
    assert legal(env) == {"AC"}
    env = start({**TOP, 2: f"QD {card} 6H 7H 8D"}, "6C", **rules)
    # No spade and no trump: 2 throws it. 3 must overtrump; 4's trumps 9C 8C are lower than TC.
    play(env, f"0:8S 1:7C 2:{card} 3:TC 4:TS")
    assert tricks(env) == [0, 0, 0, 1, 0]


@pytest.mark.parametrize(
    ("first", "second", "taker"),
    [
        ("JD", "KH", 2),
        ("KH", "JD", 1),
        ("JD", "QH", 2),
        ("QH", "JD", 1),
        ("QH", "KH", 1),
    ],
)
def test_m1_3_order_of_top_cards(first: str, second: str, taker: int) -> None:
    """M1.3: QH above KH above JD (given its power), in whatever order they are laid."""
    hands = {**TOP, 1: f"{first} 8H 9H AD TD", 2: f"{second} AC 6H 7H 8D"}
    env = start(hands, "6C", fool_power=True)
    # Seat 1 has no spade and no trump: any card. Trumps do not beat a top card: 2 plays any card.
    play(env, f"0:8S 1:{first} 2:{second} 3:6S 4:TS")
    assert tricks(env)[taker] == 1


def test_m1_3_follow_suit() -> None:
    """M1.3: for following suit a top card belongs to its own suit: QH led asks for hearts."""
    env = start({0: "QH", 1: "6H 7H AS TS 8C"}, "6C")
    play(env, "0:QH")
    assert legal(env) == cards("6H 7H")


@pytest.mark.parametrize(
    ("led", "hand", "rules", "expected"),
    [
        ("JH", "KH 6H 8D 9D TS", {"hearts_king_power": True}, "KH"),
        ("JH", "KH 6H 8D 9D TS", {"hearts_king_power": False}, "KH 6H"),
        ("QD", "JD 6D 8H 9H TS", {"fool_power": True}, "JD"),
        ("QD", "JD 6D 8H 9H TS", {"fool_power": False}, "JD 6D"),
    ],
)
def test_m1_3_in_its_own_suit(led: str, hand: str, rules: dict[str, Any], expected: str) -> None:
    """M1.3: in its suit too a top card stands above all; without power it has its rank (Q J K A).

    With power it beats the led card and so must be played (M5.2(1)); else the suit is followed.
    """
    env = start({0: led, 1: hand}, "6C", **rules)
    play(env, f"0:{led}")
    assert legal(env) == cards(expected)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("trump", range(4))
def test_m1_3_stronger_cards_are_those_of_more_power(preset: str, trump: int) -> None:
    """M1.2, M1.3: the set of stronger cards is that of all cards which `power` says to be so."""
    states = new_states(1, 5, Rules.preset(preset), 1, Accidents())
    states["table"]["trump"] = trump
    table = states[0]["table"]
    for led in range(4):
        powers = [int(power(table, led, card)) for card in range(NUM_CARDS)]
        for strength in sorted({0, *powers}):
            higher = card_set(card for card, own in enumerate(powers) if own > strength)
            assert stronger(table, led, strength) == higher
