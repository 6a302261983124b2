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
