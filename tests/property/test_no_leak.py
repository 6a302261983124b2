"""Nothing that a seat sees depends on cards that it cannot know, nor on where it sits."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marriage_env import Rules
from marriage_env.mariage.state import Phase
from tests.play import over

from .retold import known_by, moments, other_tellings, seat_asked, seen_by, tell, what_he_sees
from .strategies import any_players, any_rules, steady

any_rate = st.sampled_from([0.0, 0.3])
any_seed = st.integers(0, 10**6)


def check_match(players: int, rules: Rules, rate: float, seed: int, share: float) -> int:
    """Tell a match again, from a share of its moments on; how often the same was seen elsewhere."""
    rng = random.Random(seed)
    telling, alike = tell(players, rules, rng, rate), 0
    again = telling.begin()
    for env, moves in moments(telling, rng):
        for seat in range(players):
            if seat != seat_asked(env):
                assert not env.observe(f"player_{seat}")["action_mask"].any()
            if over(env) or rng.random() > share / players:
                continue
            seen = {known: sight for known, sight, _ in what_he_sees(telling, moves, seat, again)}
            for other in other_tellings(telling, env, seat, rng):
                for known, sight, _ in what_he_sees(other, moves, seat, again):
                    alike += known in seen
                    assert seen.setdefault(known, sight) == sight
    return alike


@settings(steady, max_examples=10)
@given(any_players, any_rules, any_rate, any_seed)
def test_what_a_seat_sees_depends_on_what_it_knows(
    players: int, rules: Rules, rate: float, seed: int
) -> None:
    """Hidden cards in other places: who knows the same sees the same, byte for byte."""
    assert check_match(players, rules, rate, seed, 0.2) > 0


@pytest.mark.slow
@settings(steady, max_examples=120)
@given(any_players, any_rules, any_rate, any_seed)
def test_what_a_seat_sees_depends_on_what_it_knows_at_length(
    players: int, rules: Rules, rate: float, seed: int
) -> None:
    """The same, for more matches and more of their moments."""
    assert check_match(players, rules, rate, seed, 0.4) > 0


@pytest.mark.parametrize("asked", [Phase.QUEEN, Phase.DECLARE])
@pytest.mark.parametrize("players", [5, 7])
def test_a_question_shows_to_the_seat_asked_alone(asked: Phase, players: int) -> None:
    """M4.6, M6.2: all other seats see just what they would see if nothing were pending."""
    rules, found = Rules(declarations="voluntary"), 0
    for seed in range(5):
        rng = random.Random(seed)
        telling = tell(players, rules, rng)
        again = telling.begin()
        for env, moves in moments(telling, rng):
            if over(env) or env.phase != asked:
                continue
            for seat in range(players):
                known, sight = known_by(env, seat), seen_by(env, seat)
                for other in other_tellings(telling, env, seat, rng):
                    for same, other_sight, phase in what_he_sees(other, moves, seat, again):
                        if same == known and phase != asked:
                            assert other_sight == sight
                            found += 1
    assert found > 0


@settings(steady, max_examples=15)
@given(any_players, any_rules, any_rate, any_seed, st.integers(1, 9))
def test_seats_are_alike(players: int, rules: Rules, rate: float, seed: int, turn: int) -> None:
    """With everything moved some seats on, each sees what the one before it in its place saw."""
    rng = random.Random(seed)
    telling = tell(players, rules, rng, rate)
    moved = telling._replace(dealer=(telling.dealer + turn) % players).begin()
    for env, moves in moments(telling, rng):
        if moves:
            moved.step(moves[-1][1])
        assert over(moved) == over(env)
        if over(env):
            continue
        assert seat_asked(moved) == (seat_asked(env) + turn) % players
        for seat in range(players):
            there = (seat + turn) % players
            assert seen_by(moved, there)[:3] == seen_by(env, seat)[:3]
            assert moved.rewards[f"player_{there}"] == env.rewards[f"player_{seat}"]
