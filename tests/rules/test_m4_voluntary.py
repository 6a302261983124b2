"""M4.6: declarations of one's own choice."""

import pytest

from .deals import SHARED, SHARED_FOUR, SHARED_LAST, TURNUP
from .table import asked, boxes, cards, gains, legal, mask, moved, net, play, start

# Trumps are clubs. Seats 1 and 3 have nothing to declare.
HANDS = {
    0: "QH KH 6S 8D 9C",
    1: "6C 7D 9D 6H AS",
    2: "7S 8S 9S JD KC",
    3: "7C 8C 6D TH AD",
    4: "KS QS 8H 7H TD",
}


def test_m4_6_one_at_a_time() -> None:
    """M4.6: each in turn from the eldest; the two with nothing to declare are passed over."""
    env = start(HANDS, "AC", declarations="voluntary")
    assert net(env) == [0] * 5
    assert boxes(env) == [5] * 5
    assert env.phase.name == "DECLARE"
    assert asked(env) == 0
    assert legal(env) == cards("MARIAGE KING QUEEN DONE")
    # MARIAGE: its box less one, +4, and two chips from each of four; KING, QUEEN not implied.
    assert moved(env, "0:MARIAGE") == [12, -2, -2, -2, -2]
    assert boxes(env) == [5, 1, 5, 5, 5]
    assert asked(env) == 0
    assert legal(env) == cards("KING QUEEN DONE")
    assert moved(env, "0:QUEEN") == [4, 0, 0, 0, 0]
    assert legal(env) == cards("KING DONE")
    assert moved(env, "0:DONE") == [0] * 5  # KING stays
    assert asked(env) == 2
    assert legal(env) == cards("POINT FOOL DONE")
    assert moved(env, "2:POINT") == [0] * 5  # seat 4 has not spoken yet
    assert legal(env) == cards("FOOL DONE")
    assert moved(env, "2:DONE") == [0] * 5
    assert asked(env) == 4
    assert legal(env) == cards("PAIR_S DONE")
    # One chip each for the spades; then all have spoken: POINT to seat 2, -1 + 4.
    assert moved(env, "4:PAIR_S") == [-1, -1, 3, -1, 4]
    assert boxes(env) == [1, 1, 5, 5, 1]
    assert env.phase.name == "TURN"
    assert asked(env) == 0


def test_m4_6_not_declared() -> None:
    """M4.6: what is not declared is not taken."""
    env = start(HANDS, "AC", declarations="voluntary")
    assert moved(env, "0:DONE 2:DONE 4:DONE") == [0] * 5
    assert boxes(env) == [5] * 5
    assert env.phase.name == "TURN"
    assert asked(env) == 0


def test_m4_6_from_the_eldest() -> None:
    """M4.6: seat 1 deals, so 2 speaks first, then 4, then 0."""
    env = start(HANDS, "AC", dealer=1, declarations="voluntary")
    assert asked(env) == 2
    play(env, "2:DONE 4:DONE 0:DONE")
    assert env.phase.name == "TURN"
    assert asked(env) == 2


def test_m4_6_all_declared() -> None:
    """M4.6: who has nothing left is not asked for DONE; FOOL and KING are single declarations."""
    env = start({1: "JD", 3: "KH"}, "AC", declarations="voluntary")
    assert legal(env) == cards("FOOL DONE")
    assert moved(env, "1:FOOL") == [0, 4, 0, 0, 0]
    assert asked(env) == 3
    assert legal(env) == cards("KING DONE")
    assert moved(env, "3:KING") == [0, 0, 0, 4, 0]
    assert env.phase.name == "TURN"
    assert asked(env) == 0


@pytest.mark.parametrize("suit", ["C", "D", "S"])
def test_m4_6_pairs(suit: str) -> None:
    """M4.6, M4.4: each pair is its own declaration; hearts has none beside MARIAGE."""
    env = start({2: f"K{suit} Q{suit}"}, "AC", declarations="voluntary")
    assert legal(env) == {f"PAIR_{suit}", "DONE"}
    assert moved(env, f"2:PAIR_{suit}") == gains(5, 2)


def test_m4_6_strongest_declared() -> None:
    """M4.6: the four spades are not declared, so the three hearts take POINT."""
    hands = {1: "6S 7S 8S 9S", 3: "7H 8H 9H"}
    env = start(hands, "AC", declarations="voluntary")
    assert moved(env, "1:DONE 3:POINT") == [0, 0, 0, 4, 0]
    env = start(hands, "AC", declarations="voluntary")
    assert moved(env, "1:POINT 3:POINT") == [0, 4, 0, 0, 0]


def test_m4_6_nobody_has_anything() -> None:
    """M4.6: with nothing to declare nobody is asked to."""
    env = start({}, "AC", declarations="voluntary")
    assert env.phase.name == "TURN"
    assert asked(env) == 0


def test_m4_6_others_are_not_told() -> None:
    """M4.6: a seat that said DONE looks to others like one that was never asked.

    Seat 1 has KH and says DONE, or has 8C in its place; seat 2 speaks next either way.
    """
    own, rest = "7S 8S 9S 6C TD", {0: "6D 8D 9C 9H 7H", 3: "7C AH 6H TC AD", 4: "TH TS AS 7D 9D"}
    seen = []
    for hand in ("6S 8H JS JC KH", "6S 8H JS JC 8C"):
        env = start({1: hand, 2: own, **rest}, "AC", declarations="voluntary")
        if asked(env) == 1:
            assert not any(mask(env, 2))
            play(env, "1:DONE")
        assert asked(env) == 2
        assert legal(env) == cards("POINT DONE")
        views = [env.observe(f"player_{seat}") for seat in (0, 2, 3, 4)]
        seen.append([(v["observation"].tolist(), v["action_mask"].tolist()) for v in views])
    assert seen[0] == seen[1]


def test_m4_6_question_is_not_told() -> None:
    """M4.6: while seat 1 is asked, the others see what they see while seat 3 is asked instead."""
    rest = {0: "6D 8D 9C 9H 7H", 2: "7S 9S 6C JC TD", 4: "TH TS AS 7D 9D"}
    seen = []
    for one, three in (("6S 8H JS 8C KH", "7C AH 6H TC AD"), ("6S 8H JS 8C AD", "7C AH 6H TC KH")):
        env = start({1: one, 3: three, **rest}, "AC", declarations="voluntary")
        assert env.phase.name == "DECLARE"
        views = [env.observe(f"player_{seat}") for seat in (0, 2, 4)]
        assert not any(any(v["action_mask"]) for v in views)
        seen.append([v["observation"].tolist() for v in views])
    assert seen[0] == seen[1]


def test_m4_6_shown_at_once() -> None:
    """M4.6, M4.5: a POINT claim shows its sequence at once; before it nothing is seen."""
    rest = {0: "6D 8D 9C 6H TC", 2: "6S JS 7C 9D 7D", 4: "AS JC TS 8C 6C"}
    before, after = [], []
    for hand in ("7S 8S 9S TD AH", "7H 8H 9H TD AH"):
        env = start({1: hand, 3: "KH TH JH AD QC", **rest}, "AC", declarations="voluntary")
        before.append(env.observe("player_0")["observation"].tolist())
        play(env, "1:POINT")
        assert asked(env) == 3
        after.append(env.observe("player_0")["observation"].tolist())
    assert before[0] == before[1]
    assert after[0] != after[1]


def test_m4_7_round_voluntary() -> None:
    """M4.7: under "round" a declared box is paid at the end, what players owe at once.

    MARIAGE: only the two chips from each; QUEEN: nothing yet.
    """
    env = start(HANDS, "AC", declarations="voluntary", box_awards="round")
    assert moved(env, "0:MARIAGE") == gains(5, 0, 2)
    assert moved(env, "0:QUEEN 0:KING") == [0] * 5
    assert boxes(env) == [5] * 5


@pytest.mark.parametrize(
    ("word", "last", "point"),
    [
        # declared: 5 - 1 to seat 1, then as test_m4_7_round_before_the_prize
        ("POINT", [2, 3, 2, -1, -1], 0),
        # not declared: 5 and three fines; all five tricks are paid
        ("DONE", [3, -1, 2, -1, -1], 3),
    ],
)
def test_m4_7_round_voluntary_at_the_end(word: str, last: list[int], point: int) -> None:
    """M4.7, M4.6: only what was declared is paid at the end of the deal."""
    env = start(SHARED, TURNUP, follow="suit", declarations="voluntary", box_awards="round")
    assert legal(env) == cards("POINT DONE")
    assert moved(env, f"1:{word} {SHARED_FOUR}") == [0] * 5
    assert moved(env, SHARED_LAST) == last
    assert boxes(env) == [point, 5, 5, 5, 5]
