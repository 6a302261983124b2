"""Nothing that a seat of Trynka sees depends on cards it cannot know, nor on who has passed unseen.

A match is told again with hidden cards in other places, everybody doing what he did, passing where
he laid nothing, as long as he can. Who knows the same must see the same, byte for byte.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marriage_env import determinize, trynka_v0
from marriage_env.core.cards import card_name, pack_for
from marriage_env.trynka.actions import PASS, STOP
from marriage_env.trynka.play import how_laid
from marriage_env.trynka.rules import Rules
from marriage_env.trynka.state import Phase
from tests.play import legal, over

from .strategies import steady
from .test_trynka_determinize import ANY_RULES

Move = tuple[int, int, int]  # seat, card, how it came to be laid
Sight = tuple[bytes, bytes, str, bytes]  # observation, mask, infos, view


class Telling(NamedTuple):
    """What a match of one deal begins from."""

    players: int
    rules: Rules
    pack: list[str]
    dealer: int

    def begin(self) -> trynka_v0.raw_env:
        """The match, begun."""
        env = trynka_v0.raw_env(self.players, self.rules, deals=1)
        env.reset(seed=1, options={"deck": self.pack, "dealer": self.dealer})
        return env


def seat_asked(env: trynka_v0.raw_env) -> int:
    """The seat that is asked."""
    return int(env.agent_selection.removeprefix("player_"))


def seen_by(env: trynka_v0.raw_env, seat: int) -> Sight:
    """All that the environment shows to a seat."""
    agent = f"player_{seat}"
    shown = env.observe(agent)
    observation, mask = shown["observation"].tobytes(), shown["action_mask"].tobytes()
    return observation, mask, repr(env.infos.get(agent)), env.view(agent).tobytes()


def known_by(env: trynka_v0.raw_env, seat: int, passes: int) -> tuple[object, ...]:
    """What a seat knows: the events at the table, its cards, its question, its own passes."""
    state = env._states[0]
    question = int(state["phase"]) if state["seat"] == seat else None
    happened = b"".join(rows.tobytes() for rows in env._event_rows())
    return happened, int(state["hands"][seat]), question, passes, over(env)


def moments(
    telling: Telling, rng: random.Random, passing: float
) -> Iterator[tuple[trynka_v0.raw_env, list[Move]]]:
    """The match played at random: before every action, with the cards laid so far."""
    env, moves = telling.begin(), []
    while not over(env):
        yield env, moves
        words = [action for action in legal(env) if action >= PASS]
        if words and rng.random() < passing:
            env.step(words[0])
            continue
        card = rng.choice([action for action in legal(env) if action < PASS])
        moves.append((seat_asked(env), card, int(how_laid(env._states[0]))))
        env.step(card)
    yield env, moves


def what_he_sees(
    telling: Telling, moves: list[Move], seat: int
) -> Iterator[tuple[tuple[object, ...], Sight]]:
    """What a seat knows and sees at every moment, as long as the cards can be laid."""
    env, coming, passes = telling.begin(), moves[:], 0
    while True:
        yield known_by(env, seat, passes), seen_by(env, seat)
        if over(env):
            return
        asked = seat_asked(env)
        laid = (asked, coming[0][1], int(how_laid(env._states[0]))) if coming else None
        if coming and laid == coming[0] and coming[0][1] in legal(env):
            env.step(coming.pop(0)[1])
            passes = 0
        elif env.phase == Phase.KING:
            env.step(STOP)
        elif PASS in legal(env):
            env.step(PASS)
            passes += asked == seat
        else:
            return


def other_tellings(
    telling: Telling, env: trynka_v0.raw_env, seat: int, rng: random.Random
) -> Iterator[Telling]:
    """The match with hidden cards in other places: games drawn, cards exchanged, all shuffled."""
    state, generator = env._states[0], np.random.default_rng(rng.getrandbits(32))
    for world in determinize(env.view(f"player_{seat}"), generator, 2):
        yield telling._replace(pack=[card_name(card) for card in world["pack"] if card >= 0])
    seen = int(state["table"]["played"]) | int(state["hands"][seat])
    pack = [int(card) for card in state["pack"] if card >= 0]
    places = [place for place, card in enumerate(pack) if not seen >> card & 1]
    for size in (2, 2, 4, len(places)):
        chosen = rng.sample(places, min(size, len(places)))
        mixed = pack[:]
        for place, other in zip(chosen, rng.sample(chosen, len(chosen)), strict=True):
            mixed[place] = pack[other]
        yield telling._replace(pack=[card_name(card) for card in mixed])


def check_match(players: int, rules: Rules, passing: float, seed: int, share: float) -> int:
    """Tell a match again, from a share of its moments on; how often the same was seen elsewhere."""
    rng = random.Random(seed)
    pack = [card_name(card) for card in pack_for(players)]
    telling = Telling(players, rules, rng.sample(pack, len(pack)), rng.randrange(players))
    alike = 0
    for env, moves in moments(telling, rng, passing):
        for seat in range(players):
            if rng.random() > share / players:
                continue
            seen = dict(what_he_sees(telling, moves, seat))
            for other in other_tellings(telling, env, seat, rng):
                for known, sight in what_he_sees(other, moves, seat):
                    alike += known in seen
                    assert seen.setdefault(known, sight) == sight
    return alike


@settings(steady, max_examples=4)
@given(st.integers(3, 10), ANY_RULES, st.floats(0, 1), st.integers(0, 10**6))
def test_t4_3_what_a_seat_sees_depends_on_what_it_knows(
    players: int, rules: Rules, passing: float, seed: int
) -> None:
    """T4.3: hidden cards in other places: who knows the same sees the same, byte for byte."""
    assert check_match(players, rules, passing, seed, 0.1) > 0


@pytest.mark.slow
@settings(steady, max_examples=100)
@given(st.integers(3, 10), ANY_RULES, st.floats(0, 1), st.integers(0, 10**6))
def test_what_a_seat_sees_depends_on_what_it_knows_at_length(
    players: int, rules: Rules, passing: float, seed: int
) -> None:
    """The same, for more matches and more of their moments."""
    assert check_match(players, rules, passing, seed, 0.3) > 0


@settings(steady, max_examples=4)
@given(st.integers(3, 10), ANY_RULES, st.floats(0, 1), st.integers(0, 10**6), st.integers(1, 9))
def test_seats_are_alike(players: int, rules: Rules, passing: float, seed: int, turn: int) -> None:
    """With everything moved some seats on, each sees what the one before it in its place saw."""
    rng = random.Random(seed)
    pack = [card_name(card) for card in pack_for(players)]
    telling = Telling(players, rules, rng.sample(pack, len(pack)), rng.randrange(players))
    moved = telling._replace(dealer=(telling.dealer + turn) % players).begin()
    for env, _ in moments(telling, rng, passing):
        if moved._actions != env._actions:
            moved.step(env._actions[-1])
        assert over(moved) == over(env)
        if over(env):
            continue
        assert seat_asked(moved) == (seat_asked(env) + turn) % players
        for seat in range(players):
            there = (seat + turn) % players
            assert seen_by(moved, there)[:3] == seen_by(env, seat)[:3]
            assert moved.rewards[f"player_{there}"] == env.rewards[f"player_{seat}"]


def test_different_histories_look_different() -> None:
    """Perfect recall: what a seat could see or did itself in this deal differs in the vector."""
    rng = random.Random(1)
    pack = [card_name(card) for card in pack_for(3)]
    telling = Telling(3, Rules(), rng.sample(pack, len(pack)), 0)
    known_from: dict[bytes, tuple[object, ...]] = {}
    for seed in range(60):
        env, passes, number = telling.begin(), 0, 0
        play = random.Random(seed)
        while not over(env):
            known = known_by(env, 0, passes)
            seen = seen_by(env, 0)[0]
            assert known_from.setdefault(seen, known) == known
            asked, action = seat_asked(env), play.choice(legal(env))
            env.step(action)
            passes += action == PASS and asked == 0
            if env._table["number"] != number:
                number, passes = int(env._table["number"]), 0
