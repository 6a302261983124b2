"""S5: the king calls the queen, who comes out of turn or is kept back."""

from __future__ import annotations

import pytest

from .table import start


def test_s5_1_a_king_led_breaks_the_turn_order() -> None:
    """S5.1, S5.2: seat 2 plays before seat 1; then the turn goes on from the king's left."""
    table = start(["KC AD", "AC AH", "QC JD"], "AS")
    table.play("0:KC")
    assert (table.asked, table.phase, table.legal) == (2, "QUEEN", {"QC", "WITHHOLD"})
    table.play("2:QC")
    assert (table.asked, table.phase) == (1, "TURN")
    table.play("1:AC")
    assert (table.asked, table.legal) == (2, {"JD"})


def test_s5_1_a_king_thrown_off_suit_calls_too() -> None:
    """S5.1: seat 1 throws K♣ on A♥; seat 2, who holds Q♣, need not follow with A♥'s suit."""
    table = start(["AH AD", "KC AC", "QC JH"], "AS")
    table.play("0:AH 1:KC")
    assert (table.asked, table.phase) == (2, "QUEEN")
    table.play("2:QC")
    assert table.asked == 2
    assert table.env.tricks.tolist() == [0, 0, 1]


def test_s5_1_whoever_has_played_is_not_asked() -> None:
    """S5.1: seat 0 holds Q♣ but has led; K♣ is an ordinary card then."""
    table = start(["AH QC", "KC AC", "JH JD"], "AS")
    table.play("0:AH 1:KC")
    assert (table.asked, table.phase) == (2, "TURN")


@pytest.mark.parametrize(
    ("hands", "turned"),
    [
        (["KC QC", "AH AD", "JH JD"], "AS"),  # in the king's own hand
        (["KC AC", "AH AD", "JH JD"], "QC"),  # turned up
        (["KC AC", "AH AD", "JH JD"], "AS"),  # in the talon
    ],
)
def test_s5_1_a_queen_that_cannot_come(hands: list[str], turned: str) -> None:
    """S5.1: no other hand has the queen, so that the turn goes on."""
    table = start(hands, turned)
    table.play("0:KC")
    assert (table.asked, table.phase) == (1, "TURN")


def test_s5_1_a_queen_played_before_cannot_come() -> None:
    """S5.1: Q♣ has taken the first trick; K♣ led to the second calls nobody."""
    table = start(["AC KC", "QC AD"], "AS")
    assert table.play("0:AC 1:QC") == [0, 0]
    table.play("1:AD 0:KC")
    assert table.asked == -1


def test_s5_2_the_question_comes_at_the_own_turn_too() -> None:
    """S5.2: with two players the holder is next anyway, and is asked for the queen all the same."""
    table = start(["KC AD", "QC JC"], "AS")
    table.play("0:KC")
    assert (table.asked, table.phase, table.legal) == (1, "QUEEN", {"QC", "WITHHOLD"})


@pytest.mark.parametrize(("fine", "moved"), [(0, [0, 0, 0]), (1, [1, 1, -2]), (5, [5, 5, -10])])
def test_s5_3_the_fine(fine: int, moved: list[int]) -> None:
    """S5.3: to each other player, at once; a fine of nothing is no fine."""
    table = start(["KC AD", "AC AH", "QC JD"], "AS", queen_fine=fine)
    assert table.play("0:KC 2:WITHHOLD") == moved
    assert table.env.events[-1].cards == ("QC",)
    assert table.asked == 1


def test_s5_3_kept_back_she_stays_in_the_hand() -> None:
    """S5.3: J♣ is due as if Q♣ were not there; all know of her; she takes the next trick."""
    table = start(["KC AC", "QC JC"], "AS")
    table.play("0:KC 1:WITHHOLD")
    assert (table.phase, table.legal) == ("TURN", {"JC"})
    blocks = table.env.game.layout.unpack(table.env.observe("player_0")["observation"], 2)
    assert blocks["known"][1].reshape(4, 4)[0].tolist() == [0, 1, 0, 0]
    table.play("1:JC 1:QC 0:AC")
    assert table.env.tricks.tolist() == [0, 2]


def test_s5_3_off_suit_as_if_she_were_not_there() -> None:
    """S5.3: without Q♣ seat 1 has no club, and trumps."""
    table = start(["KC AC", "QC KS"], "AS")
    table.play("0:KC 1:WITHHOLD")
    assert table.legal == {"KS"}


def test_s5_3_nothing_else_left() -> None:
    """S5.3: the last card is the queen: she is laid at her turn, and makes no marriage."""
    table = start(["AH KC", "AD QC"], "AS", trick_prize=0)
    table.play("0:AH 1:AD")
    assert table.play("0:KC 1:WITHHOLD") == [1, -1]
    assert (table.phase, table.legal) == ("TURN", {"QC"})
    assert table.play("1:QC") == [0, 0]
    assert table.env.tricks.tolist() == [1, 1]


def test_s5_3_two_queens_kept_back_in_one_trick() -> None:
    """S5.3: kings of seats 0 and 1 call both queens of seat 2, which then has nothing else."""
    table = start(["KC AC", "KD AD", "QC QD"], "AS", trick_prize=0)
    assert table.play("0:KC 2:WITHHOLD 1:KD 2:WITHHOLD") == [2, 2, -4]
    assert table.legal == {"QC"}  # S4.2 among the two: clubs are led


def test_s5_3_one_queen_kept_back_and_the_next_laid() -> None:
    """S5.3, S5.4: Q♣ is kept back to K♣, Q♦ comes to K♦ and takes the trick."""
    table = start(["KC AC", "KD AD", "QC QD"], "AS", trick_prize=0, table_marriage="queen")
    assert table.play("0:KC 2:WITHHOLD 1:KD 2:QD") == [0, 0, 0]
    assert table.asked == 2


def test_s5_3_offences_none() -> None:
    """S5.3: the queen must come."""
    table = start(["KC AD", "QC JC"], "AS", offences="none")
    table.play("0:KC")
    assert table.legal == {"QC"}


def test_s5_4_a_marriage_beats_a_trump_laid_before() -> None:
    """S5.4: A♠ is led, a trump; K♣, thrown on it, calls Q♣, and the marriage takes the trick."""
    table = start(["AS AD", "KC AC", "QC JH"], "JS")
    table.play("0:AS 1:KC 2:QC")
    assert table.asked == 2
    assert table.env.tricks.tolist() == [0, 0, 1]


def test_s5_4_the_trick_is_the_queens_players() -> None:
    """S5.4: seat 1 trumps A♥ with K♠ and calls Q♠, with which seat 2 takes the trick."""
    table = start(["AH AD", "KS AC", "QS JD"], "JS")
    table.play("0:AH 1:KS")
    assert table.phase == "QUEEN"
    table.play("2:QS")
    assert table.asked == 2


@pytest.mark.parametrize(
    ("who", "players", "moved"),
    [
        ("queen", 2, [-1, 1]),
        ("queen", 3, [-1, -1, 2]),
        ("king", 2, [1, -1]),
        ("king", 3, [1, -1, 0]),
    ],
)
def test_s5_5_pay(who: str, players: int, moved: list[int]) -> None:
    """S5.5: the queen's player by all; the king's by all but that one, if there is another."""
    hands = ["KC AD", "AH JH", "QC JD"] if players == 3 else ["KC AD", "QC JD"]
    table = start(hands, "AS", table_marriage=who)
    table.play("0:KC")
    assert table.play(f"{players - 1}:QC") == moved
