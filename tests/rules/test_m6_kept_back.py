"""M6.3: the queen kept back. Trumps are clubs unless a test says otherwise."""

import pytest

from marriage_env import Rules
from marriage_env.mariage.observe import unpack

from .deals import QUIET, QUIET_FOUR
from .table import asked, boxes, cards, cards_of, gains, legal, moved, play, start, tricks

# Seat 0 leads KS, 3 has QS; 1 has KD and neither spade nor trump; 4 has QD.
TWO_KINGS = {
    0: "KS 6S 8D TD 9H",
    1: "KD 7D 8H AD 6H",
    2: "7S 9D 7H TC AH",
    3: "QS 8S TH 7C JH",
    4: "QD 9S 6D AC 8C",
}


def test_m6_3_fine_and_turn() -> None:
    """M6.3, M6.2: one chip to every other player, at once; the turn goes on at the king's left."""
    env = start(TWO_KINGS, "6C")
    play(env, "0:KS")
    assert moved(env, "3:WITHHOLD") == [1, 1, 1, -4, 1]
    assert env.phase.name == "TURN"
    assert asked(env) == 1
    assert len(env.hands[3]) == 5
    # 1: neither spade nor trump: any card. 2: 7S does not beat KS, TC does (M5.2(2)).
    assert legal(env) == cards("KD 7D 8H AD 6H")
    play(env, "1:6H")
    assert legal(env) == {"TC"}
    play(env, "2:TC")
    # 3 without QS: 8S and 7C beat nothing; the led suit.
    assert asked(env) == 3
    assert legal(env) == {"8S"}
    play(env, "3:8S")
    assert asked(env) == 4
    assert legal(env) == {"AC"}
    play(env, "4:AC")
    assert tricks(env) == [0, 0, 0, 0, 1]


@pytest.mark.parametrize("fine", [0, 3, 1000])
def test_m6_3_queen_fine(fine: int) -> None:
    """M6.3: `queen_fine` chips to every other player, whatever the stake; openly also when 0."""
    env = start(TWO_KINGS, "6C", stake=2, queen_fine=fine)
    play(env, "0:KS")
    assert legal(env) == cards("QS WITHHOLD")
    assert moved(env, "3:WITHHOLD") == gains(5, 3, -fine)
    withheld = env.events[-1]
    assert (withheld.kind.name, withheld.seat, withheld.cards) == ("WITHHELD", 3, ("QS",))
    seen = unpack(env.observe("player_1")["observation"], 5)
    assert seen["kept"][0, 2].tolist() == [0, 0, 0, 1]  # seat 3, seen from 1; spades


@pytest.mark.parametrize("fine", [-1, 1001, True, 1.0])
@pytest.mark.parametrize("field", ["queen_fine", "revoke_fine"])
def test_m6_3_fines_allowed(field: str, fine: object) -> None:
    """M6.3, M9.1: a fine is an integer from 0 to 1000."""
    with pytest.raises(ValueError, match=rf"{field}={fine}: expected an integer from 0 to 1000"):
        Rules(**{field: fine})


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("QS AS 7C 8H 9D", "7C"),  # AS is below KS; the trump beats it
        ("QS JS 7C 8H 9D", "JS"),  # JS is above KS
        ("QS AS 8S 8H 9D", "AS 8S"),  # nothing beats it: the led suit
        ("QS QH 8S 9D 7D", "8S QH"),  # ... or a top card
        ("QS 6H 8H 7D 9D", "6H 8H 7D 9D"),  # any other card
        ("QS QD 8H 7D 9H", "QD 8H 7D 9H"),  # the other queen too
    ],
)
def test_m6_3_as_if_not_in_hand(hand: str, expected: str) -> None:
    """M6.3: at his own turn he plays by M5.2 as if she were not in his hand."""
    env = start({0: "KS", 1: hand}, "6C")
    play(env, "0:KS 1:WITHHOLD")
    assert env.phase.name == "TURN"
    assert asked(env) == 1
    assert legal(env) == cards(expected)


def test_m6_3_two_kept_back() -> None:
    """M6.3: two are kept back in one trick: two fines; he plays as if without both.

    4 has 9S, 6D, AC besides; TC lies highest: AC.
    """
    hands = {**TWO_KINGS, 3: "8S 8C TH 7C JH", 4: "QD QS 9S 6D AC"}
    env = start(hands, "6C")
    assert moved(env, "0:KS 4:WITHHOLD 1:KD") == gains(5, 4, -1)
    assert asked(env) == 4
    assert legal(env) == cards("QD WITHHOLD")
    assert moved(env, "4:WITHHOLD") == gains(5, 4, -1)
    play(env, "2:TC 3:8S")
    assert asked(env) == 4
    assert legal(env) == {"AC"}


def test_m6_3_first_kept_back_second_laid() -> None:
    """M6.3, M6.4: QS is kept back, QD laid: hers is the first marriage and takes.

    3: -4 - 1; 4: +1 + 4; the others +1 - 1. Nothing beats a marriage: 2 and 3 follow suit.
    """
    env = start(TWO_KINGS, "6C")
    assert moved(env, "0:KS 3:WITHHOLD 1:KD 4:QD") == [0, 0, 0, -5, 5]
    assert asked(env) == 2
    assert legal(env) == {"7S"}
    play(env, "2:7S")
    assert asked(env) == 3
    assert legal(env) == {"8S"}
    play(env, "3:8S")
    assert tricks(env) == [0, 0, 0, 0, 1]


def test_m6_3_first_laid_second_kept_back() -> None:
    """M6.3: QS is laid, QD kept back by 4, who follows suit at its own turn.

    3 gets one from each, then 4 pays one to each: 3 +4 +1, 4 -1 -4, the others -1 +1.
    """
    env = start(TWO_KINGS, "6C")
    assert moved(env, "0:KS 3:QS 1:KD 4:WITHHOLD 2:7S") == [0, 0, 0, 5, -5]
    assert asked(env) == 4
    assert legal(env) == {"9S"}


def test_m6_3_other_queen_on_the_king() -> None:
    """M6.3: "queen of diamonds on the king of clubs": QC kept back and QD laid: one fine only.

    Spades are trumps. 1 has no other club and no trump, and so may lay any card but QC.
    """
    env = start({0: "KC", 1: "QC QD 7H 8H 9D"}, "6S")
    assert moved(env, "0:KC 1:WITHHOLD") == [1, -4, 1, 1, 1]
    assert legal(env) == cards("QD 7H 8H 9D")
    assert moved(env, "1:QD") == [0] * 5


def test_m6_3_until_the_next_trick() -> None:
    """M6.3: to the next trick she may be played: 1 takes with JS and may lead QS.

    JS is 1's only other spade; it is above KS and the others' 6S, 7S, 8S.
    """
    hands = {
        0: "KS 9H 8C 8D AD",
        1: "QS JS 7D 8H TH",
        2: "6S 9D TD 7H AH",
        3: "7S 6D JH 6H QD",
        4: "8S TC 9C JC AC",
    }
    env = start(hands, "7C", follow="suit")
    play(env, "0:KS 1:WITHHOLD 1:JS 2:6S 3:7S 4:8S")
    assert asked(env) == 1
    assert legal(env) == cards("QS 7D 8H TH")
    # At her holder's own turn she is an ordinary card.
    assert moved(env, "1:QS") == [0] * 5


def test_m6_3_led_queen_is_no_marriage() -> None:
    """M6.3: a queen laid at her holder's own turn never makes a marriage: QS led, KS follows."""
    hands = {
        0: "QS 8D TD 9H 6H",
        1: "KS 7D 8H AS AD",
        2: "7S 9D 7H TC AH",
        3: "8S QD TH 7C JH",
        4: "9S 6D AC 8C JC",
    }
    env = start(hands, "6C")
    assert moved(env, "0:QS 1:KS") == [0] * 5
    assert asked(env) == 2
    assert legal(env) == {"TC"}


# Spades are trumps. As QUIET, but 3 has KS and 1 has QS for the last trick.
LAST_TWO = [QUIET[0], "8C QD 6H 7D QS", QUIET[2], "AC TD 8H JC KS", QUIET[4]]


def test_m6_3_nothing_but_a_queen_kept_back() -> None:
    """M6.3: in the last trick QS is all that 1 has: kept back, she is laid at its own turn.

    She makes no marriage, but is the highest trump: 1's second trick. At the end (M8.2) 0, 2, 3 and
    4 are fined one each, and 1 is paid for two tricks.
    """
    env = start(LAST_TWO, "6S", follow="suit")
    play(env, QUIET_FOUR)
    play(env, "3:KS")
    assert asked(env) == 1
    assert legal(env) == cards("QS WITHHOLD")
    assert moved(env, "1:WITHHOLD") == [1, -4, 1, 1, 1]
    assert asked(env) == 4
    assert legal(env) == {"TS"}
    play(env, "4:TS 0:8S")
    assert asked(env) == 1
    assert legal(env) == {"QS"}
    assert moved(env, "1:QS") == [0] * 5  # no marriage
    assert moved(env, "2:7S") == [-1, 2, -1, -1, -1]
    assert tricks(env) == [1, 2, 1, 1, 0]
    assert boxes(env)[0] == 5 + 4 - 2


def test_m6_5_marriage_in_the_last_trick() -> None:
    """M6.5, M8.2: QS is laid: +4; then fines and two tricks: 4 + 2, and -1 - 1 for the others."""
    env = start(LAST_TWO, "6S", follow="suit")
    play(env, QUIET_FOUR)
    assert moved(env, "3:KS 1:QS 4:TS 0:8S 2:7S") == [-2, 6, -2, -2, -2]
    assert tricks(env) == [1, 2, 1, 1, 0]


def test_m6_3_nothing_but_two_queens_kept_back() -> None:
    """M6.3: QS and QD are all that 1 has: M5.2 applies to those: S was led, so QS.

    Spades are trumps. Two fines of four in the fourth trick.
    """
    hands = [
        "QC 6D AH 8S 7H",
        "8C AD 6H QS QD",
        "TC 8D JH KS 7C",
        "AC TD 8H KD JC",
        "6C 9D TH TS 9C",
    ]
    env = start(hands, "6S", follow="suit")
    play(env, "0:QC 1:8C 2:TC 3:AC 4:6C  0:6D 1:AD 2:8D 3:TD 4:9D  1:6H 2:JH 3:8H 4:TH 0:AH")
    assert moved(env, "2:KS 1:WITHHOLD") == gains(5, 1, -1)
    assert asked(env) == 3
    assert legal(env) == cards("KD JC")
    assert moved(env, "3:KD 1:WITHHOLD") == gains(5, 1, -1)
    play(env, "4:TS 0:8S")
    assert asked(env) == 1
    assert legal(env) == {"QS"}
    assert moved(env, "1:QS") == [0] * 5
    assert tricks(env) == [1, 2, 1, 0, 0]
    assert asked(env) == 1
    assert legal(env) == {"QD"}


def test_m6_3_keeper_throws_a_king() -> None:
    """M6.3, M6.1: at his own turn the keeper lays KD, which calls QD as any king does.

    1 follows with 7S; TC beats KS and is 2's only trump; 3 has no spade but QS and no trump.
    """
    hands = {
        0: "KS 6S 8D TD 9H",
        1: "7S 7D 8H AD 6H",
        2: "8S 7H TS AH TC",
        3: "QS KD TH JH 9D",
        4: "QD 9S 6D AC 8C",
    }
    env = start(hands, "6C")
    assert moved(env, "0:KS 3:WITHHOLD") == gains(5, 3, -1)
    assert moved(env, "1:7S 2:TC 3:KD") == [0] * 5
    assert legal(env) == cards("QD WITHHOLD")
    assert moved(env, "4:QD") == gains(5, 4)
    assert tricks(env) == [0, 0, 0, 0, 1]


def test_m6_3_fine_of_ten() -> None:
    """M6.3: with ten players the fine is nine chips: 0 has KS, 6 has QS, the rest as it falls."""
    spare = [c for c in cards_of(10) if c not in ("KS", "QS", "2C")]
    hands = [" ".join(spare[4 * s : 4 * s + 4]) for s in range(10)]
    more = ["KS" if s == 0 else "QS" if s == 6 else spare[40 + s] for s in range(9)] + [spare[46]]
    env = start([f"{four} {one}" for four, one in zip(hands, more, strict=True)], "2C", players=10)
    assert moved(env, "0:KS 6:WITHHOLD") == gains(10, 6, -1)
