"""The worked example of the rules: typical rules, five players, seat 4 deals."""

from marriage_env import Rules, marriage_v0

from .table import (
    Env,
    asked,
    bank,
    boxes,
    cards,
    cards_of,
    chips,
    gains,
    legal,
    moved,
    play,
    tricks,
)

DEALT = "6C 7C 8C  KS 9D JD  QS 6D 7D  TH AH 6H  KH 9S 8S  9C TC  8D TD  AD 6S  7H 8H  7S AC  JC"


def example() -> Env:
    """The example's deal, before the first card."""
    env = marriage_v0.raw_env(num_players=5, rules=Rules.typical(), deals=1)
    dealt = DEALT.split()
    rest = [card for card in cards_of(5) if card not in dealt]
    env.reset(seed=7, options={"deck": dealt + rest, "dealer": 4})
    return env


def test_example_deal_and_declarations() -> None:
    """M3.2, M4.1, M4.3: the example's hands, trump, boxes and chips."""
    env = example()
    assert [set(hand) for hand in env.hands] == [
        cards("6C 7C 8C 9C TC"),
        cards("KS 9D JD 8D TD"),
        cards("QS 6D 7D AD 6S"),
        cards("TH AH 6H 7H 8H"),
        cards("KH 9S 8S 7S AC"),
    ]
    assert env.trump == "C"
    assert env.dealer == 4
    assert asked(env) == 0
    # Everyone staked 5. POINT: five clubs beat all, seat 0 +4; FOOL: seat 1 +4; KING: seat 4 +4.
    assert chips(env) == [-1, -1, -5, -5, -1]
    assert boxes(env) == [1, 5, 1, 1, 5]
    assert bank(env) == 0


def test_example_marriage() -> None:
    """M6.2, M6.4, M6.5: the queen is laid on the king thrown to a trump lead, and takes."""
    env = example()
    play(env, "0:6C")
    assert asked(env) == 1
    assert legal(env) == cards("KS 9D JD 8D TD")  # no club: any card
    play(env, "1:KS")
    assert asked(env) == 2
    assert legal(env) == cards("QS WITHHOLD")
    assert moved(env, "2:QS") == gains(5, 2)
    assert asked(env) == 3
    assert legal(env) == cards("TH AH 6H 7H 8H")
    play(env, "3:6H")
    assert asked(env) == 4
    assert legal(env) == {"AC"}  # KH would not beat the marriage either
    play(env, "4:AC")
    assert tricks(env) == [0, 0, 1, 0, 0]
    assert asked(env) == 2
    assert chips(env) == [-2, -2, -1, -6, -2]  # -1-1, -1-1, -5+4, -5-1, -1-1


def test_example_kept_back() -> None:
    """M6.3: the queen kept back costs four, and her holder plays as if without her."""
    env = example()
    play(env, "0:6C 1:KS")
    assert moved(env, "2:WITHHOLD") == [1, 1, -4, 1, 1]
    assert asked(env) == 2
    assert legal(env) == cards("6D 7D AD 6S")


def test_example_to_the_end() -> None:
    """M5.2, M5.3, M7.1, M8.2: all five tricks with their takers, and every payment."""
    env = example()
    play(env, "0:6C 1:KS 2:QS 3:6H 4:AC")
    # Seat 2 leads 6S. Seat 3 has no spade and no trump.
    play(env, "2:6S")
    assert legal(env) == cards("7H 8H TH AH")
    play(env, "3:7H")
    assert legal(env) == cards("7S 8S 9S")  # they beat in suit: not KH
    play(env, "4:7S")
    assert legal(env) == cards("7C 8C 9C TC")  # a trump is due, and all hand is trump
    assert moved(env, "0:7C 1:JD") == gains(5, 1)  # the fool: 7C takes, no king or queen
    assert tricks(env) == [1, 0, 1, 0, 0]
    play(env, "0:8C 1:8D 2:6D 3:8H")
    assert legal(env) == cards("KH 8S 9S")  # a top card off suit is allowed, not compelled
    assert moved(env, "4:KH") == [0] * 5  # QH is in the talon: nobody is asked
    assert tricks(env) == [1, 0, 1, 0, 1]
    play(env, "4:9S")
    assert legal(env) == cards("9C TC")
    play(env, "0:9C 1:9D 2:7D 3:TH")
    assert tricks(env) == [2, 0, 1, 0, 1]
    # Four have fewer than two tricks and pay a chip each into POINT, where one lies; seat 0 is paid
    # three out of it, so that 1 + 4 - 3 are left.
    assert moved(env, "0:TC 1:TD 2:AD 3:AH 4:8S") == [3, -1, -1, -1, -1]
    assert chips(env) == [0, 1, -3, -8, -4]
    assert boxes(env) == [2, 5, 1, 1, 5]
    assert bank(env) == 0
