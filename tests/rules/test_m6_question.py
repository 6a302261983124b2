"""M6.1, M6.2, M6.6, M6.7: which queen must come, when, and which cannot. Trumps are clubs."""

import pytest

from .table import asked, cards, cards_of, gains, legal, mask, moved, play, start, tricks

# Seat 0 leads KS; every other has one other spade, and so must follow with it.
LED = {
    0: "KS 8D TD 9H 6H",
    1: "6S 7D 8H 9C AD",
    2: "7S 9D 7H TC AH",
    3: "8S QD TH 7C JH",
    4: "9S 6D AC 8C JC",
}
SPADES = {1: "6S", 2: "7S", 3: "8S", 4: "9S"}


def with_queen(seat: int) -> dict[int, str]:
    """The hands above, with QS for the last card of a seat."""
    return {**LED, seat: f"{LED[seat][:-2]}QS"}


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_m6_1_every_distance(seat: int) -> None:
    """M6.1, M6.2: she comes at once, wherever she sits; her holder is passed over afterwards."""
    env = start(with_queen(seat), "6C")
    assert moved(env, "0:KS") == [0] * 5
    assert env.phase.name == "QUEEN"
    assert asked(env) == seat
    assert legal(env) == cards("QS WITHHOLD")
    assert [any(mask(env, s)) for s in range(5)] == [s == seat for s in range(5)]
    assert moved(env, f"{seat}:QS") == gains(5, seat)
    for other in (s for s in (1, 2, 3, 4) if s != seat):
        assert asked(env) == other
        assert legal(env) == {SPADES[other]}
        play(env, f"{other}:{SPADES[other]}")
    assert tricks(env) == [1 if s == seat else 0 for s in range(5)]
    assert asked(env) == seat
    assert len(env.hands[seat]) == 4


@pytest.mark.parametrize("seat", range(1, 10))
def test_m6_1_every_distance_of_ten(seat: int) -> None:
    """M6.1: the same with ten players, seats 1 to 9 having one spade each, from 2 to 10."""
    others = [c for c in cards_of(10) if c[1] != "S" and c not in ("2C", "4C", "3C")]
    hands = ["KS JS AS 2C 4C"]
    for s in range(1, 10):
        four = others[s - 1 :: 9][:4]
        hands.append(" ".join([f"{'23456789T'[s - 1]}S", *four]))
    hands[seat] = f"{hands[seat][:-2]}QS"
    env = start(hands, "3C", players=10)
    play(env, "0:KS")
    assert moved(env, f"{seat}:QS") == gains(10, seat)
    play(env, " ".join(f"{s}:{'23456789T'[s - 1]}S" for s in range(1, 10) if s != seat))
    assert tricks(env)[seat] == 1
    assert asked(env) == seat


# Seat 0 leads 8D; 1 has no diamond and no trump; 4 has QS and could take with AD.
THROWN = {
    0: "8D 6S 9H TH 7C",
    1: "KS 7S 8H 6H AH",
    2: "9D 8S 7H 8C TC",
    3: "TD 9S JH 9C JC",
    4: "QS AD AC TS 6D",
}


def test_m6_1_thrown_king() -> None:
    """M6.1, M6.2: a king thrown off suit calls her too, whatever suit was led.

    4 is asked before 2 and is then passed over; 2 and 3 cannot beat the marriage and follow suit.
    """
    env = start(THROWN, "6C")
    play(env, "0:8D 1:KS")
    assert asked(env) == 4
    assert legal(env) == cards("QS WITHHOLD")
    assert moved(env, "4:QS") == gains(5, 4)
    assert asked(env) == 2
    assert legal(env) == {"9D"}
    play(env, "2:9D")
    assert asked(env) == 3
    assert legal(env) == {"TD"}
    play(env, "3:TD")
    assert tricks(env) == [0, 0, 0, 0, 1]
    assert asked(env) == 4


@pytest.mark.parametrize("offences", ["queen", "all", "none"])
def test_m6_2_also_at_his_own_turn(offences: str) -> None:
    """M6.2: the next player is asked just this as well, though he has a card that follows."""
    env = start(with_queen(1), "6C", offences=offences)
    play(env, "0:KS")
    assert env.phase.name == "QUEEN"
    assert asked(env) == 1
    assert legal(env) == ({"QS"} if offences == "none" else cards("QS WITHHOLD"))


# Seat 0 leads KS, 3 has QS; 1 has KD and neither spade nor trump; 4 has QD.
TWO_KINGS = {
    0: "KS 6S 8D TD 9H",
    1: "KD 7D 8H AD 6H",
    2: "7S 9D 7H TC AH",
    3: "QS 8S TH 7C JH",
    4: "QD 9S 6D AC 8C",
}


def test_m6_2_two_kings_in_one_trick() -> None:
    """M6.2, M6.4, M6.5: both marriages are paid, the first takes; the turn goes on after each king.

    +4 to 3 and -1 to each other; then +4 to 4 and -1 to each other: -2, -2, -2, 3, 3.
    """
    env = start(TWO_KINGS, "6C")
    play(env, "0:KS 3:QS")
    assert asked(env) == 1
    assert legal(env) == cards("KD 7D 8H AD 6H")
    play(env, "1:KD")
    assert asked(env) == 4
    assert legal(env) == cards("QD WITHHOLD")
    assert moved(env, "4:QD") == gains(5, 4)
    assert asked(env) == 2
    assert legal(env) == {"7S"}
    play(env, "2:7S")
    assert tricks(env) == [0, 0, 0, 1, 0]
    assert asked(env) == 3
    # The deal began with -5 each and no declaration.
    assert [int(c) for c in env.chips] == [-7, -7, -7, -2, -2]


def test_m6_2_second_king_of_the_last_but_one() -> None:
    """M6.2: the turn goes on from the left of the second king's player, over those who have played.

    3 has played QS when 2 throws KD (it has no spade); 4, the last, is asked.
    """
    hands = {**TWO_KINGS, 1: "7S 7D 8H AD 6H", 2: "KD 9D 7H TC AH"}
    env = start(hands, "6C")
    play(env, "0:KS 3:QS 1:7S 2:KD 4:QD")
    assert tricks(env) == [0, 0, 0, 1, 0]
    assert asked(env) == 3


@pytest.mark.parametrize("suit", ["C", "D", "H", "S"])
def test_m6_6_king_and_queen_in_one_hand(suit: str) -> None:
    """M6.6: nobody is asked and nothing is paid when their holder leads the king, or the queen."""
    for card in ("K", "Q"):
        env = start({0: f"K{suit} Q{suit}"}, "6C")
        assert moved(env, f"0:{card}{suit}") == [0] * 5
        assert env.phase.name == "TURN"
        assert asked(env) == 1


def test_m6_6_not_declared() -> None:
    """M6.6: so too when the pair was not declared."""
    env = start({0: "KS QS"}, "6C", declarations="voluntary")
    play(env, "0:DONE")
    assert moved(env, "0:KS") == [0] * 5
    assert env.phase.name == "TURN"
    assert asked(env) == 1


def test_m6_7_queen_in_the_talon() -> None:
    """M6.7: nobody has QS: the king is an ordinary card, below the jack."""
    env = start({0: "KS", 1: "JS AS TH"}, "6C")
    assert moved(env, "0:KS") == [0] * 5
    assert env.phase.name == "TURN"
    assert asked(env) == 1
    assert legal(env) == {"JS"}


def test_m6_7_queen_turned_up() -> None:
    """M6.7: so too when she is turned up: spades are trumps here."""
    env = start({0: "KS", 1: "JS AS TH"}, "QS")
    play(env, "0:KS")
    assert env.phase.name == "TURN"
    assert asked(env) == 1
    assert legal(env) == {"JS"}


# Seat 0 has QS and 2 has KS; played by `follow="suit"`.
EARLIER = {
    0: "QS 8D TD 9H 6H",
    1: "6S 7D 8H 9C AD",
    2: "KS 7S 9D TC AH",
    3: "8S QD TH 7C JH",
    4: "9S 6D AC 8C JC",
}


def test_m6_7_queen_already_played() -> None:
    """M6.7: QS was played to the first trick, KS is thrown to the fourth: an ordinary card.

    The tricks go to 0 (QS), 3 (QD), 4 (AC); then 8C is led and neither 0, 1 nor 2 has a club left.
    """
    env = start(EARLIER, "6C", follow="suit")
    play(env, "0:QS 1:6S 2:7S 3:8S 4:9S")
    play(env, "0:8D 1:7D 2:9D 3:QD 4:6D")  # 3 takes
    play(env, "3:7C 4:AC 0:6H 1:9C 2:TC")  # 4 takes
    play(env, "4:8C 0:9H 1:8H")
    assert moved(env, "2:KS") == [0] * 5
    assert env.phase.name == "TURN"
    assert asked(env) == 3


def test_m6_7_queen_in_the_same_trick() -> None:
    """M6.7: QS was led to this very trick: her holder has played, and KS meets nobody."""
    env = start(EARLIER, "6C", follow="suit")
    play(env, "0:QS 1:6S")
    assert moved(env, "2:KS") == [0] * 5
    assert env.phase.name == "TURN"
    assert asked(env) == 3


def test_m6_7_holder_has_played() -> None:
    """M6.7: 0 led another card and has QS in hand when 1 throws KS: she cannot come."""
    env = start({**THROWN, 0: "8D QS 9H TH 7C", 4: "6S AD AC TS 6D"}, "6C")
    play(env, "0:8D")
    assert moved(env, "1:KS") == [0] * 5
    assert env.phase.name == "TURN"
    assert asked(env) == 2
