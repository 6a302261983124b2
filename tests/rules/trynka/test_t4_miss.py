"""T4.3 and T6: passing, what it costs, and what it tells."""

import pytest

from marriage_env.trynka.game import GAME

from .table import start

# Seat 0 begins with 8♠ and has 9♣ and 9♥; seat 1 has the other nines.
NINES = ["8S 9C 9H", "9S 9D"]


def test_t4_3_each_miss_doubles() -> None:
    """T4.3: 1 chip lies on 9♣; the first miss costs 1, and round to him at once again the next 2.

    Then 4 lie there for whoever lays it: he himself, who begins the next pile.
    """
    table = start(NINES)
    assert table.play("0:8S 0:PASS") == [-1, 0, 0]
    assert (table.asked, table.legal) == (1, {"9S", "9D", "PASS"})
    assert table.play("1:PASS") == [0, 0, 0]
    assert (table.asked, table.phase, table.legal) == (0, "TURN", {"9C", "9H", "PASS"})
    assert table.play("0:PASS") == [-2, 0, 0]
    assert (table.asked, table.phase) == (0, "BEGIN")
    assert table.play("0:9C") == [4, 0, 0]


def test_t4_3_not_mended_before_the_turn_comes_round() -> None:
    """T4.3: after his miss the turn is seat 1's, and when that lays a nine, tens are wanted."""
    table = start(["8S 9C 9H", "9S 9D TS", "TH TD TC"])
    table.play("0:8S 0:PASS 1:9S")
    assert (table.asked, table.legal) == (1, {"TS", "PASS"})


def test_t4_3_another_card_of_the_rank_is_no_miss() -> None:
    """T4.3: laying 9♥ for 9♣ costs nothing."""
    table = start(NINES)
    assert table.play("0:8S 0:9H") == [0, 0, 0]
    assert table.places["9C"] == 1


def test_t4_3_no_winning_club_missed() -> None:
    """T4.3: seat 1 has 9♠ and 9♦ only; to pass costs nothing."""
    table = start(NINES)
    table.play("0:8S 0:PASS")
    assert table.play("1:PASS") == [0, 0, 0]
    assert table.places["9C"] == 2


def test_t4_3_in_the_middle_of_a_turn() -> None:
    """T4.3: at any point of his turn: here after 8♠ and 9♥, with J♣ still to come."""
    table = start(["8S 9H TS", "JC", "9S 9C 9D TH TD TC"])
    table.play("0:8S 0:9H")
    assert table.legal == {"TS", "PASS"}
    assert table.play("0:PASS") == [0, 0, 0]
    assert table.asked == 2


def test_t4_3_another_player_misses() -> None:
    """T4.3: seat 1 pays for its 9♣, and seat 2 goes on."""
    table = start(["8S", "9C", "9S 9H 9D"], card_stake=3)
    assert table.play("0:8S 1:PASS") == [0, -3, 0]
    assert table.places["9C"] == 6
    assert table.asked == 2


def test_t4_3_an_empty_double() -> None:
    """T4.3: without stakes on the cards nothing lies there and a miss costs nothing."""
    table = start(NINES, card_stake=0)
    assert table.play("0:8S 0:PASS") == [0, 0, 0]


def test_t4_3_no_offences() -> None:
    """T4.3: `offences="none"` masks PASS out."""
    table = start(NINES, offences="none")
    table.play("0:8S")
    assert table.legal == {"9C", "9H"}


def test_t4_3_a_free_pass_looks_like_having_no_card() -> None:
    """T4.3: whether seat 1 passes with 9♥, or 0 with 9♥ and seat 1 has no nine: 2 sees the same."""
    kept = start(["8S 6S", "9H 7S", "9D 9S 9C"])
    kept.play("0:8S 1:PASS")
    other = start(["8S 9H", "6S 7S", "9D 9S 9C"])
    other.play("0:8S 0:PASS")
    assert kept.hands[2] == other.hands[2]
    assert kept.asked == other.asked == 2
    assert GAME.view_of(kept.states, 0, 2).tobytes() == GAME.view_of(other.states, 0, 2).tobytes()


def test_t4_3_a_paid_miss_is_seen_at_once() -> None:
    """T4.3: all see who paid; that a card was missed for nothing they do not see."""
    table = start(["8S 9C 9H", "9S 9D"])
    table.play("0:8S")
    before = GAME.view_of(table.states, 0, 2)
    table.play("0:PASS")
    paid = GAME.view_of(table.states, 0, 2)
    assert (before["table"]["misses"][0, 0], paid["table"]["misses"][0, 0]) == (0, 1)
    table.play("1:PASS")
    assert GAME.view_of(table.states, 0, 2).tobytes() == paid.tobytes()


@pytest.mark.parametrize("offences", ["miss", "none"])
def test_t6_nobody_prompts(offences: str) -> None:
    """T6: the actions are cards, PASS and STOP; no action names another player's card."""
    table = start(NINES, offences=offences)
    while table.asked >= 0:
        assert table.legal - {"PASS", "STOP"} <= table.hands[table.asked]
        table.play(f"{table.asked}:{min(table.legal)}")
