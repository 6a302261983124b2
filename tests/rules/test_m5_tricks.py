"""M5: leading, following, taking. Trumps are clubs unless a test says otherwise."""

from typing import Any

import pytest

from .deals import QUIET, QUIET_FOUR, QUIET_LAST, SWEEP, SWEEP_PLAY, TURNUP
from .table import asked, cards, gains, legal, moved, play, start, tricks


def test_m5_1_eldest_leads_any_card() -> None:
    """M5.1: the eldest leads, any card."""
    env = start({2: "8S 6D QH TC JD"}, "6C", dealer=1)
    assert asked(env) == 2
    assert legal(env) == cards("8S 6D QH TC JD")


def test_m5_1_taker_leads() -> None:
    """M5.1: the tricks go to 0, 1, 2, 3, 4, and each of them leads to the next; five tricks."""
    env = start(QUIET, TURNUP, follow="suit")
    play(env, QUIET_FOUR)  # the script names every leader
    assert tricks(env) == [1, 1, 1, 1, 0]
    assert asked(env) == 3
    play(env, QUIET_LAST)
    assert tricks(env) == [1, 1, 1, 1, 1]
    assert all(env.terminations.values())
    assert env.phase.name == "OVER"


def test_m5_1_same_taker() -> None:
    """M5.1: who takes every trick leads to every trick."""
    env = start(SWEEP, TURNUP)
    play(env, SWEEP_PLAY)
    assert tricks(env) == [5, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("led", "hand", "expected"),
    [
        # (1) led suit that beats: one of those, neither a trump nor a top card instead
        ("8S", "6S TS AS 7C QH", "TS AS"),
        ("8S", "7S QS AC TC KH", "QS"),
        # a trump led: higher trumps, not lower ones and not QH
        ("9C", "7C TC JC AS QH", "TC JC"),
        # hearts led: top cards of the led suit are compelled like any card of it
        ("AH", "QH 6H 7H AC TC", "QH"),
        ("AH", "JH KH 7H AC TC", "JH KH"),
        # (2) else trumps that beat, though low cards of the led suit are held; or a top card
        ("AS", "6S 7S 9C TC AD", "9C TC"),
        ("AS", "6S 9C TC QH 9H", "9C TC QH"),
        ("AS", "6S 9C KH 9H 8D", "9C KH"),
        ("8S", "7C AD TD 9H 8H", "7C"),
        # J of diamonds is no top card by default
        ("AS", "6S 9C JD 9H 8D", "9C"),
        # (3) else the led suit, or a top card that beats
        ("AS", "6S 7S 8D QH 9H", "6S 7S QH"),
        ("AS", "6S 8D TD KH 9H", "6S KH"),
        ("AS", "6S 7S AD JD 9H", "6S 7S"),
        ("AC", "7C 8C AD QH 9H", "7C 8C QH"),
        # (4) else any card: a top card is not compelled
        ("AS", "6D 8D TD QH 9H", "6D 8D TD QH 9H"),
        ("AC", "6D 8D TS JD 9H", "6D 8D TS JD 9H"),
        # QH led: trumps do not beat it; hearts follow, K of hearts too; else any card
        ("QH", "KH 6H 8C TC AS", "KH 6H"),
        ("QH", "6D 8D TC AC AS", "6D 8D TC AC AS"),
    ],
)
def test_m5_2_beat(led: str, hand: str, expected: str) -> None:
    """M5.2(1)-(4): the second player's choice after this lead, by rank Q J K A 10 9 8 7 6."""
    env = start({0: led, 1: hand}, "6C", follow="beat")
    play(env, f"0:{led}")
    assert asked(env) == 1
    assert legal(env) == cards(expected)


@pytest.mark.parametrize(
    ("hand", "rules", "expected"),
    [
        # QH is a trump itself: (2) compels it, or another trump that beats
        ("QH 6S 6D 7D 8C", {}, "QH"),
        ("QH 7H 6S 7D 8C", {}, "QH 7H"),
        # so is KH, with its power and without
        ("KH 6S 6D 7D 8C", {"hearts_king_power": True}, "KH"),
        ("KH 6S 6D 7D 8C", {"hearts_king_power": False}, "KH"),
        # J of diamonds with its power: allowed beside a trump, not compelled
        ("JD 7H 6S 6D 8C", {"fool_power": True}, "JD 7H"),
        ("JD 6S 6D 7D 8C", {"fool_power": True}, "JD 6S"),
        ("JD 6S 6D 7D 8C", {"fool_power": False}, "6S"),
    ],
)
def test_m5_2_2_top_card_that_is_a_trump(hand: str, rules: dict[str, Any], expected: str) -> None:
    """M5.2(2): hearts are trumps; the ace of spades is led."""
    env = start({0: "AS", 1: hand}, "6H", **rules)
    play(env, "0:AS")
    assert legal(env) == cards(expected)


@pytest.mark.parametrize(
    ("second", "third", "expected"),
    [
        # TS beats 8S, and so 9S need not be played, but AS
        ("TS 7D 9D 6H 8H", "9S AS 6D TD 9H", "AS"),
        # trumped with 7C: AS does not beat it; a higher trump, though the led suit is held
        ("7C 7D 9D 6H 8H", "AS 6S 9C TD 9H", "9C"),
        ("7C 7D 9D 6H 8H", "AS 6S 9C QH 9H", "9C QH"),
        # ... only a lower trump: follow suit
        ("TC 7D 9D 6H 8H", "AS 6S 9C TD 9H", "AS 6S"),
        # ... a lower trump and no card of the led suit: any card, not that trump above all
        ("TC 7D 9D 6H 8H", "7C 6D 8D TD 9H", "7C 6D 8D TD 9H"),
        # KH off suit lies highest: the ace of trumps does not beat it
        ("KH 7D 9D 6H 8H", "6S AC 8D TD 9H", "6S"),
        # QH lies highest: KH does not beat it
        ("QH 7D 9D 6H 8H", "6S AC 8D KH 9H", "6S"),
        # a thrown higher card of another suit is nothing to beat
        ("AD 7D 9D 6H 8H", "6S 9S TD TH AH", "9S"),
    ],
)
def test_m5_2_best_so_far(second: str, third: str, expected: str) -> None:
    """M5.2: what counts is the best card so far; 8S is led, seat 1 lays its first card."""
    env = start({0: "8S", 1: second, 2: third}, "6C")
    play(env, f"0:8S 1:{second.split()[0]}")
    assert asked(env) == 2
    assert legal(env) == cards(expected)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("7S JS AC TC QH", "7S JS"),  # JS is above KS by rank, but no matter; no trump, no top card
        ("AS 9D TC QH 9H", "AS"),
        ("9D TD TC QH 9H", "9D TD TC QH 9H"),
    ],
)
@pytest.mark.parametrize("follow", ["beat", "suit"])
def test_m5_2_marriage_in_the_trick(hand: str, expected: str, follow: str) -> None:
    """M5.2: nothing beats a marriage: a card of the led suit if he has one, else any card."""
    env = start({0: "KS", 1: "QS", 2: hand}, "6C", follow=follow)
    play(env, "0:KS 1:QS")
    assert asked(env) == 2
    assert legal(env) == cards(expected)


@pytest.mark.parametrize(
    ("led", "hand", "expected"),
    [
        ("8S", "6S TS AS 7C QH", "6S TS AS"),
        ("AS", "6S 9C TC QH 9H", "6S"),
        ("8S", "7C AD TD QH 9H", "7C AD TD QH 9H"),
        ("AH", "QH 6H KH AC TC", "QH 6H KH"),
    ],
)
def test_m5_2_suit(led: str, hand: str, expected: str) -> None:
    """M5.2: `follow="suit"`: a card of the led suit if he has one, else any card."""
    env = start({0: led, 1: hand}, "6C", follow="suit")
    play(env, f"0:{led}")
    assert legal(env) == cards(expected)


# Seat 0 leads 8S; the others lay the first card of their hands. Trumps are clubs.
@pytest.mark.parametrize(
    ("first_cards", "taker"),
    [
        ("9S TS AS 7S", 3),  # the highest of the led suit: A 10 9 8 7
        ("6S 7S AD AH", 0),  # cards of other suits never take
        ("AS 7C TS 9C", 4),  # the highest trump: 9 above 7
        ("AS 9C 7C TS", 2),
        ("7C KH AC AS", 2),  # a top card above trumps
        ("QH KH AC AS", 1),  # the highest top card
    ],
)
def test_m5_3_taker(first_cards: str, taker: int) -> None:
    """M5.3: the highest top card, else the highest trump, else the highest of the led suit."""
    first = first_cards.split()
    low = {1: "6D 8D 9H TH", 2: "7D TD 6H 8H", 3: "9D JH 7H 8C", 4: "JC TC QD KC"}
    hands = {0: "8S KD QC"} | {seat: f"{first[seat - 1]} {low[seat]}" for seat in low}
    env = start(hands, "6C", follow="suit")
    play(env, "0:8S " + " ".join(f"{k}:{card}" for k, card in enumerate(first, 1)))
    assert tricks(env) == [1 if seat == taker else 0 for seat in range(5)]
    assert asked(env) == taker


def test_m5_3_marriage_takes() -> None:
    """M5.3: a marriage takes before every top card and trump: QH lies first here, then 7C."""
    hands = {0: "8S", 1: "QH 6D 8D 9H TH", 2: "7C 7D TD 6H 8H", 3: "KS 9D JH 7H 9C", 4: "QS"}
    env = start(hands, "6C", follow="suit")
    play(env, "0:8S 1:QH 2:7C")
    assert moved(env, "3:KS 4:QS") == gains(5, 4)
    assert tricks(env) == [0, 0, 0, 0, 1]
    assert asked(env) == 4
