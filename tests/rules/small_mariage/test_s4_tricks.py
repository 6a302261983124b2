"""S4: leading, following and taking tricks."""

from __future__ import annotations

import pytest

from .table import start


def test_s4_1_leads() -> None:
    """S4.1: the eldest leads any card; the taker of a trick leads to the next."""
    table = start(["AC KD JH", "JC AD AH"], "AS")
    assert table.legal == {"AC", "KD", "JH"}
    table.play("0:AC 1:JC")
    assert (table.asked, table.phase, table.legal) == (1, "TURN", {"AD", "AH"})


@pytest.mark.parametrize(
    ("hand", "beat", "suit"),
    [
        ("JC AC AS", "JC", "JC AC"),  # (1) beat in suit
        ("AC AS JS", "AS JS", "AC"),  # (2) trump, though clubs are in hand
        ("AC AD JD", "AC", "AC"),  # (3) no trump: follow
        ("AD JD AH", "AD JD AH", "AD JD AH"),  # (4) any card
    ],
)
def test_s4_2_following(hand: str, beat: str, suit: str) -> None:
    """S4.2: K♣ is led (nobody holds Q♣), spades are trumps: what may be laid, step by step."""
    for follow, cards in (("beat", beat), ("suit", suit)):
        table = start(["KC QH KH", hand], "QS", follow=follow)
        table.play("0:KC")
        assert table.legal == set(cards.split()), follow


def test_s4_2_the_best_card_so_far_is_to_be_beaten() -> None:
    """S4.2: after A♣ and the trump A♠, J♣ beats nothing; K♠ beats the trump."""
    table = start(["AC KD", "AS AD", "JC KS"], "JS")
    table.play("0:AC 1:AS")
    assert table.legal == {"KS"}
    table = start(["AC KD", "KS AD", "JC AS"], "JS")
    table.play("0:AC 1:KS")
    assert table.legal == {"JC"}


def test_s4_2_nothing_beats_a_marriage() -> None:
    """S4.2: K♣ and Q♣ lie there: seat 1 must follow if it can, and need not trump if not."""
    table = start(["KC KD", "AC AS", "QC AD"], "JS")
    table.play("0:KC 2:QC")
    assert (table.asked, table.legal) == (1, {"AC"})
    table = start(["KC KD", "AH AS", "QC AD"], "JS")
    table.play("0:KC 2:QC")
    assert (table.asked, table.legal) == (1, {"AH", "AS"})


@pytest.mark.parametrize(
    ("cards", "taker"),
    [("AC JC KC", 1), ("AC AS JC", 1), ("AC AS KS", 2), ("QC JC AC", 0), ("AC QD QH", 0)],
)
def test_s4_3_takers(cards: str, taker: int) -> None:
    """S4.3: the highest trump, else the highest card of the led suit; no other suit takes."""
    first, second, third = cards.split()
    table = start([f"{first} KD", f"{second} AD", f"{third} AH"], "JS", follow="suit")
    table.play(f"0:{first} 1:{second} 2:{third}")
    assert table.asked == taker
    assert table.env.tricks.tolist() == [int(seat == taker) for seat in range(3)]
