"""Nothing that a seat of Small Mariage sees depends on cards that it cannot know.

A match is told again with the hidden cards in all other places, everybody doing what they did as
long as they can. Who knows the same must see the same, byte for byte.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marriage_env import small_mariage_v0
from marriage_env.small_mariage.rules import Rules
from tests.play import legal, over, play_out

from .strategies import steady
from .test_small_mariage_determinize import all_packs
from .test_small_mariage_differential import ANY_KIND

Env = small_mariage_v0.raw_env
Sight = tuple[bytes, bytes, str, bytes]  # observation, mask, infos, view


def seen_by(env: Env, seat: int) -> Sight:
    """All that the environment shows to a seat."""
    agent = f"player_{seat}"
    shown = env.observe(agent)
    observation, mask = shown["observation"].tobytes(), shown["action_mask"].tobytes()
    return observation, mask, repr(env.infos.get(agent)), env.view(agent).tobytes()


def known_by(env: Env, seat: int) -> tuple[object, ...]:
    """What a seat knows: the events at the table, its cards, what it is asked."""
    state = env._states[0]
    question = (env.phase.name, int(state["asked_suit"])) if state["seat"] == seat else None
    if question and question[0] != "QUEEN":
        question = (question[0], -1)
    happened = b"".join(rows.tobytes() for rows in env._event_rows())
    return happened, int(state["hands"][seat]), question, over(env)


def told(env: Env, pack: list[str], moves: list[int], seat: int) -> Iterator[tuple[object, Sight]]:
    """What a seat knows and sees at every moment of a match, as long as the moves are legal."""
    again = Env(env.max_num_agents, env.rules, deals=1)
    again.reset(seed=1, options={"deck": pack, "dealer": env.record()["deals"][0]["dealer"]})
    yield known_by(again, seat), seen_by(again, seat)
    for move in moves:
        if move not in legal(again):
            return
        again.step(move)
        yield known_by(again, seat), seen_by(again, seat)


def check_match(players: int, rules: Rules, seed: int, most: int) -> int:
    """Tell a match again with other hidden cards; how often the same was seen elsewhere."""
    rng = random.Random(seed)
    env = Env(players, rules, deals=1)
    env.reset(seed=seed)
    moves, elsewhere = [], 0
    for move in play_out(env, rng):
        for seat in range(players):
            deck = env.record()["deals"][0]["pack"]
            seen = dict(told(env, deck, moves, seat))
            packs = [pack for pack, _ in all_packs(env, moves, seat)]
            for pack in rng.sample(packs, min(most, len(packs))):
                for known, sight in told(env, pack, moves, seat):
                    elsewhere += known in seen and pack != deck
                    assert seen.setdefault(known, sight) == sight
        moves.append(move)
    return elsewhere


@settings(steady, max_examples=5)
@given(ANY_KIND, st.integers(0, 10**6))
def test_what_a_seat_sees_depends_on_what_it_knows(kind: tuple[int, Rules], seed: int) -> None:
    """Hidden cards in other places: who knows the same sees the same, byte for byte."""
    assert check_match(*kind, seed, 8) > 0


@pytest.mark.slow
@settings(steady, max_examples=200)
@given(ANY_KIND, st.integers(0, 10**6))
def test_what_a_seat_sees_depends_on_what_it_knows_at_length(
    kind: tuple[int, Rules], seed: int
) -> None:
    """The same, for more matches and more of the hidden cards' places."""
    assert check_match(*kind, seed, 40) > 0


@settings(steady, max_examples=10)
@given(ANY_KIND, st.integers(0, 10**6), st.integers(1, 2))
def test_seats_are_alike(kind: tuple[int, Rules], seed: int, turn: int) -> None:
    """With everything moved some seats on, each sees what the one before it in its place saw."""
    players, turn = kind[0], turn % kind[0]
    env, moved = Env(*kind, deals=1), Env(*kind, deals=1)
    env.reset(seed=seed)
    deck = env.record()["deals"][0]["pack"]
    moved.reset(seed=1, options={"deck": deck, "dealer": (env.dealer + turn) % players})
    for action in play_out(env, random.Random(seed)):
        for seat in range(players):
            there = (seat + turn) % players
            assert seen_by(moved, there)[:3] == seen_by(env, seat)[:3]
            assert moved.rewards[f"player_{there}"] == env.rewards[f"player_{seat}"]
        moved.step(action)
    assert over(moved)


def test_different_histories_look_different() -> None:
    """Perfect recall: what a seat could see or did itself in this deal differs in the vector."""
    env = Env(3, Rules(hand_cards=3), deals=1)
    env.reset(seed=3)
    options = {"deck": env.record()["deals"][0]["pack"], "dealer": env.dealer}
    known_from: dict[bytes, tuple[object, ...]] = {}
    for seed in range(60):
        env.reset(seed=1, options=options)
        for _ in play_out(env, random.Random(seed)):
            seen, known = seen_by(env, 0)[0], known_by(env, 0)
            assert known_from.setdefault(seen, known) == known
    assert len(known_from) > 20
