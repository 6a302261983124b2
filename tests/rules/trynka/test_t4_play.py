"""T4: piles, turns, and what a winning club does."""

import pytest

from .deals import OUT_AT_ONCE, OUT_PLAY
from .table import start


def test_t4_any_card_begins() -> None:
    """T4, T4.4: the eldest begins with any card, and may not pass."""
    table = start({}, 4, dealer=1)
    assert (table.asked, table.phase) == (2, "BEGIN")
    assert table.legal == table.hands[2]


def test_t4_any_suit_of_the_next_rank() -> None:
    """T4: he goes on with any card of the next rank, and so on."""
    table = start(["6S 7H 7D 8C", "7S 7C 8S 8H 8D"])
    table.play("0:6S")
    assert (table.asked, table.phase) == (0, "TURN")
    assert table.legal == {"7H", "7D", "PASS"}
    table.play("0:7D")
    assert (table.asked, table.legal) == (0, {"8C", "PASS"})


def test_t4_1_a_winning_club_ends_the_turn() -> None:
    """T4.1: the one chip on 9♣ is won, nothing is put back, and seat 1 goes on before 0's 10♠."""
    table = start(["9C TS", "TH TD TC"])
    assert table.play("0:9C") == [1, 0, 0]
    assert table.places["9C"] == 0
    assert (table.asked, table.legal) == (1, {"TH", "TD", "TC", "PASS"})


@pytest.mark.parametrize(
    ("club", "below", "above"),
    [("AC", "KS", ""), ("KC", "QS", "AS"), ("JC", "TS", "QS"), ("TC", "9S", "JS")],
)
def test_t4_1_every_winning_club(club: str, below: str, above: str) -> None:
    """T4.1: laid on the rank below it, each club wins its chip; A♣ lets him begin anew (T4.2)."""
    others = " ".join(above[0] + suit for suit in "CDH") if above else ""
    table = start([f"{below} {club} {above}", others])
    table.play(f"0:{below}")
    assert table.play(f"0:{club}") == [1, 0, 0]
    assert table.places[club] == 0
    assert (table.asked, table.phase) == ((1, "TURN") if above else (0, "BEGIN"))


@pytest.mark.parametrize("offences", ["miss", "none"])
def test_t4_1_king_after_queen(offences: str) -> None:
    """T4.1: after Q♣ he is asked for K♣ alone, which wins its chip too and ends his turn."""
    table = start(["QC KC KS AS", "KH KD AH AD AC"], offences=offences)
    assert table.play("0:QC") == [1, 0, 0]
    assert (table.asked, table.phase, table.legal) == (0, "KING", {"KC", "STOP"})
    assert table.play("0:KC") == [1, 0, 0]
    assert (table.asked, table.phase) == (1, "TURN")


def test_t4_1_stop() -> None:
    """T4.1: STOP costs nothing; then seat 1 goes on with a king."""
    table = start(["QC KC KS", "KH KD"])
    assert table.play("0:QC 0:STOP") == [1, 0, 0]
    assert (table.asked, table.legal) == (1, {"KH", "KD", "PASS"})


def test_t4_1_after_stop_he_is_asked_like_anyone() -> None:
    """T4.1: round to him again, any king will do, and to pass is a miss: the 1 on K♣ doubles."""
    table = start(["QC KC KS", "KH KD"])
    table.play("0:QC 0:STOP 1:PASS")
    assert (table.asked, table.phase, table.legal) == (0, "TURN", {"KC", "KS", "PASS"})
    assert table.play("0:PASS") == [-1, 0, 0]
    assert table.places["KC"] == 2
    assert (table.asked, table.phase) == (0, "BEGIN")


def test_t4_1_no_king_of_clubs() -> None:
    """T4.1: without K♣ the turn is over, other kings or not; nor does a queen of spades ask."""
    table = start(["QC KS", "KC KH KD"])
    table.play("0:QC")
    assert (table.asked, table.phase) == (1, "TURN")
    table = start(["QS KC KS", "KH KD"])
    table.play("0:QS")
    assert (table.phase, table.legal) == ("TURN", {"KC", "KS", "PASS"})


def test_t4_2_passed_over() -> None:
    """T4.2: seat 1 has no seven and is passed over."""
    table = start({0: "6S", 2: "7S 7H 7D 7C"})
    table.play("0:6S")
    assert (table.asked, table.phase) == (2, "TURN")


def test_t4_2_the_next_goes_on_in_his_turn() -> None:
    """T4.2: seat 1 lays one seven and, having laid, the eight; then nobody but 0 has a nine."""
    table = start(["6S 9S 9H 9D 9C", "7S 7H 7D 7C 8S 8H 8D 8C"])
    table.play("0:6S 1:7H 1:8S")
    assert (table.asked, table.legal) == (0, {"9S", "9H", "9D", "9C", "PASS"})


def test_t4_2_round_to_the_layer_who_has_one() -> None:
    """T4.2: 9♣ ended his turn, nobody else has a ten, and it comes round to him."""
    table = start(["9C TS TH TD TC"])
    table.play("0:9C")
    assert (table.asked, table.phase) == (0, "TURN")
    assert table.legal == {"TS", "TH", "TD", "TC", "PASS"}


def test_t4_2_round_to_the_layer_who_has_none() -> None:
    """T4.2: seat 1 misses, nobody else has a seven, and 0 begins a new pile with any card."""
    table = start(["6S", "7S 7H 7D 7C"])
    table.play("0:6S 1:PASS")
    assert (table.asked, table.phase) == (0, "BEGIN")
    assert table.legal == table.hands[0]


@pytest.mark.parametrize("ace", ["AS", "AC"])
def test_t4_2_an_ace_ends_the_pile(ace: str) -> None:
    """T4.2: its player begins the next one, A♣ too."""
    table = start([f"KS {ace}", "2"][:1])
    table.play(f"0:KS 0:{ace}")
    assert (table.asked, table.phase) == (0, "BEGIN")


def test_t4_2_the_layer_is_out() -> None:
    """T4.2: 0 is out with J♠; 1 has all queens, misses, and as next with cards begins a pile."""
    hands = {**dict(enumerate(OUT_AT_ONCE)), 3: "8C", 1: "QC QD QH QS"}
    table = start(hands, 6, ends="all_out")
    table.play(OUT_PLAY)
    assert (table.asked, table.phase) == (1, "TURN")
    assert table.play("1:PASS")[1] == -1
    assert (table.asked, table.phase) == (1, "BEGIN")


def test_t4_4_who_begins_may_not_pass() -> None:
    """T4.4: no PASS when a pile is begun, the first or a later one."""
    table = start(["KS AS"])
    assert "PASS" not in table.legal
    table.play("0:KS 0:AS")
    assert table.legal == table.hands[0]
