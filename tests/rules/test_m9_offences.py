"""M9.1: offences. Trumps are clubs unless a test says otherwise."""

import pytest

from marriage_env import IllegalAction
from marriage_env.mariage import actions
from marriage_env.mariage.observe import unpack

from .deals import QUIET, QUIET_FOUR, QUIET_PLAY, TURNUP
from .table import asked, boxes, cards, chips, gains, legal, moved, play, start, tricks

# Seat 0 leads 8D, which 1 must beat with 9D or AD; 1 has KS and 3 has QS.
HANDS = {
    0: "8D 6S 9H TH 8C",
    1: "KS 6D 9D AD 7C",
    2: "7D TS 7H JH 9S",
    3: "QS TD 9C TC AH",
    4: "QD 8H 6H AS AC",
}


@pytest.mark.parametrize("offences", ["queen", "none"])
def test_m9_1_unlawful_is_masked(offences: str) -> None:
    """M9.1: what M5.2 forbids is masked out; to try it raises and changes nothing."""
    env = start(HANDS, "6C", offences=offences)
    play(env, "0:8D")
    assert legal(env) == cards("9D AD")
    before = chips(env), boxes(env), [list(hand) for hand in env.hands]
    for name in ("KS", "6D", "QS", "2C", "WITHHOLD", "DONE", "POINT"):
        with pytest.raises(IllegalAction):
            env.step(actions.parse(name))
    assert (chips(env), boxes(env), [list(hand) for hand in env.hands]) == before
    assert asked(env) == 1
    assert legal(env) == cards("9D AD")


# Seat 0 leads KS; 2 has QS.
KING = {
    0: "KS 8D TD 9H 6H",
    1: "6S 7D 8H 9C AD",
    2: "QS AS 7H 7C AH",
    3: "8S 6D TH 9D JH",
    4: "9S TS AC 8C JC",
}


@pytest.mark.parametrize(
    ("offences", "expected"),
    [("none", "QS"), ("queen", "QS WITHHOLD"), ("all", "QS WITHHOLD")],
)
def test_m9_1_the_queens_question(offences: str, expected: str) -> None:
    """M9.1: "none": only the queen; else WITHHOLD beside her, and nothing more under "all"."""
    env = start(KING, "6C", offences=offences)
    play(env, "0:KS")
    assert asked(env) == 2
    assert legal(env) == cards(expected)
    assert moved(env, "2:QS") == gains(5, 2)


def test_m9_1_all_cards_open() -> None:
    """M9.1: "all": at a turn every card in hand may be played; the leader commits no offence."""
    env = start(HANDS, "6C", offences="all")
    assert legal(env) == set(HANDS[0].split())
    assert moved(env, "0:8D") == [0] * 5
    assert legal(env) == set(HANDS[1].split())


@pytest.mark.parametrize(
    ("card", "fine"),
    [
        ("9D", 0),  # beats in suit: lawful
        ("AD", 0),
        ("6D", -1),  # does not beat, though two others would
        ("7C", -1),  # trumps instead of beating in suit
    ],
)
def test_m9_1_revoke(card: str, fine: int) -> None:
    """M9.1: a card that M5.2 forbids stands and costs one chip to every other player at once."""
    env = start(HANDS, "6C", offences="all")
    play(env, "0:8D")
    assert moved(env, f"1:{card}") == gains(5, 1, fine)
    assert card not in env.hands[1]
    assert asked(env) == 2


def test_m9_1_revoke_under_suit() -> None:
    """M9.1: under `follow="suit"` only a card off suit is a revoke ("false renounce")."""
    for card, fine in (("6D", 0), ("9D", 0), ("7C", -1)):
        env = start(HANDS, "6C", offences="all", follow="suit")
        play(env, "0:8D")
        assert moved(env, f"1:{card}") == gains(5, 1, fine)


def test_m9_1_revoke_stands() -> None:
    """M9.1: 1 trumps unlawfully; the others play against that trump, and it takes.

    2 has no trump: 7D. 3's 9C, TC beat 7C: TD is a second revoke. 4 has AC, so QD is a third; then
    7C is the only trump.
    """
    env = start(HANDS, "6C", offences="all")
    assert moved(env, "0:8D 1:7C") == gains(5, 1, -1)
    assert moved(env, "2:7D") == [0] * 5
    assert moved(env, "3:TD") == gains(5, 3, -1)
    assert moved(env, "4:QD") == gains(5, 4, -1)
    assert tricks(env) == [0, 1, 0, 0, 0]
    assert asked(env) == 1


@pytest.mark.parametrize("fine", [0, 3, 1000])
def test_m9_1_revoke_fine(fine: int) -> None:
    """M9.1: `revoke_fine` chips to every other player before any effect; a revoke also when 0."""
    env = start(HANDS, "6C", offences="all", stake=2, revoke_fine=fine, queen_fine=7)
    assert moved(env, "0:8D 1:KS") == gains(5, 1, -fine)
    assert [event.kind.name for event in env.events[-2:]] == ["REVOKE", "CARD"]
    assert env.events[-2].chips == tuple(gains(5, 1, -fine))
    seen = unpack(env.observe("player_0")["observation"], 5)
    assert seen["revoked"][0].tolist() == [0, 1, 0, 0, 0]
    assert moved(env, "3:WITHHOLD") == gains(5, 3, -7)


def test_m9_1_two_fines_for_a_wrong_queen() -> None:
    """M9.1, M6.3: QD laid to KC: QC is kept back, and then a club was due: two fines."""
    hands = {0: "KC 6S 7H 9H 8D", 1: "QC QD 9C 6H 7S"}
    env = start(hands, "6C", offences="all", queen_fine=2, revoke_fine=3)
    assert moved(env, "0:KC 1:WITHHOLD") == gains(5, 1, -2)
    assert moved(env, "1:QD") == gains(5, 1, -3)


def test_m9_1_king_as_a_revoke() -> None:
    """M9.1, M6.1: KS as a revoke: -4 and +1 each first; then QS is asked: +4, -1 each."""
    env = start(HANDS, "6C", offences="all")
    assert moved(env, "0:8D 1:KS") == gains(5, 1, -1)
    assert asked(env) == 3
    assert legal(env) == cards("QS WITHHOLD")
    assert moved(env, "3:QS") == gains(5, 3)
    play(env, "2:7D 4:QD")
    assert tricks(env) == [0, 0, 0, 1, 0]


def test_m9_1_against_a_marriage() -> None:
    """M9.1, M5.2: where a marriage lies, not to follow suit is the only revoke."""
    for card, fine in (("8S", 0), ("TH", -1)):
        env = start(KING, "6C", offences="all")
        play(env, "0:KS 2:QS 1:6S")
        assert legal(env) == set(KING[3].split())
        assert moved(env, f"3:{card}") == gains(5, 3, fine)


@pytest.mark.parametrize(
    ("card", "fine"),
    [
        ("7C", 0),  # without QS: AS is below KS, 7C beats it (M5.2(2))
        ("AS", -1),
        ("QS", -1),  # the kept-back queen, though she would beat KS
        ("7H", -1),
    ],
)
def test_m9_1_kept_back_queen(card: str, fine: int) -> None:
    """M9.1, M6.3: the kept-back queen in that same trick is a revoke, and no marriage.

    1 revokes too, laying 6S though 9C beats KS, so that KS is still the best card for 2.
    """
    env = start(KING, "6C", offences="all")
    assert moved(env, "0:KS 2:WITHHOLD") == gains(5, 2, -1)
    assert moved(env, "1:6S") == gains(5, 1, -1)
    assert asked(env) == 2
    assert legal(env) == set(KING[2].split())
    assert moved(env, f"2:{card}") == gains(5, 2, fine)


def test_m9_1_kept_back_queen_may_take() -> None:
    """M9.1: laid as a revoke she still has her rank: QS takes over KS, no marriage.

    3 has no trump: 8S. 4's trumps beat QS: 9S is a revoke.
    """
    env = start(KING, "6C", offences="all")
    play(env, "0:KS 2:WITHHOLD 1:6S 2:QS")
    assert moved(env, "3:8S") == [0] * 5
    assert moved(env, "4:9S") == gains(5, 4, -1)
    assert tricks(env) == [0, 0, 1, 0, 0]


def test_m9_1_nothing_but_the_queen() -> None:
    """M9.1, M6.3: "unless M6.3 leaves him nothing else": in the last trick no second fine.

    Spades are trumps; 3 has KS, 1 QS alone; then the end: fines, and two tricks for 1.
    """
    hands = [QUIET[0], "8C QD 6H 7D QS", QUIET[2], "AC TD 8H JC KS", QUIET[4]]
    env = start(hands, TURNUP, follow="suit", offences="all")
    assert moved(env, QUIET_FOUR) == [0] * 5
    assert moved(env, "3:KS 1:WITHHOLD") == gains(5, 1, -1)
    play(env, "4:TS 0:8S")
    assert legal(env) == {"QS"}
    assert moved(env, "1:QS") == [0] * 5
    assert moved(env, "2:7S") == [-1, 2, -1, -1, -1]


@pytest.mark.parametrize(("card", "fine"), [("QS", 0), ("QD", -1)])
def test_m9_1_nothing_but_two_queens(card: str, fine: int) -> None:
    """M9.1, M6.3: with nothing but two queens kept back M5.2 applies to them: spades were led.

    So QS is lawful in the fourth trick, and QD a revoke. Spades are trumps.
    """
    hands = [
        "QC 6D AH 8S 7H",
        "8C AD 6H QS QD",
        "TC 8D JH KS 7C",
        "AC TD 8H KD JC",
        "6C 9D TH TS 9C",
    ]
    env = start(hands, "6S", follow="suit", offences="all")
    play(env, "0:QC 1:8C 2:TC 3:AC 4:6C  0:6D 1:AD 2:8D 3:TD 4:9D  1:6H 2:JH 3:8H 4:TH 0:AH")
    assert moved(env, "2:KS 1:WITHHOLD 3:KD 1:WITHHOLD") == gains(5, 1, -2)
    play(env, "4:TS 0:8S")
    assert legal(env) == cards("QS QD")
    assert moved(env, f"1:{card}") == gains(5, 1, fine)


def test_m9_1_fool_as_a_revoke() -> None:
    """M9.1, M7.1: JD where TS must beat: -4 at once; at the trick's end, as AS takes, +4.

    2 must beat 8S with 9S, 3 that with AS; 4 has low spades and no trump.
    """
    hands = {
        0: "8S 6D 9H TH 8C",
        1: "JD TS 8H 7C 6H",
        2: "9S 9D 7H AH TD",
        3: "AS AD JH 9C JC",
        4: "6S 7S 8D 7D KD",
    }
    env = start(hands, "6C", offences="all")
    assert moved(env, "0:8S 1:JD") == gains(5, 1, -1)
    assert moved(env, "2:9S 3:AS") == [0] * 5
    assert moved(env, "4:6S") == gains(5, 1)


def test_m9_1_lawful_deal_costs_nothing() -> None:
    """M9.1: under "all" a deal played by the rules moves no chip."""
    env = start(QUIET, TURNUP, follow="suit", offences="all")
    assert moved(env, QUIET_PLAY) == [0] * 5
