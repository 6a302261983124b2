"""Sampling worlds of Small Mariage: exactly those that a view allows, each as often as any other.

The worlds of a view are found by enumeration: every way to deal the cards that its seat has not
seen is played from the deal on, everybody doing what the table shows that they did, and is allowed
if the view comes out the same, byte by byte. Nothing here reads evidence from a view.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marriage_env import VectorEnv, determinize, small_mariage_v0
from marriage_env.compiler.jit import records
from marriage_env.core.cards import card_name, cards_of
from marriage_env.game import GAMES, game_named
from marriage_env.small_mariage.actions import WITHHOLD, parse
from marriage_env.small_mariage.card_strength import pack_of_suits
from marriage_env.small_mariage.evidence import EVIDENCE
from marriage_env.small_mariage.game import GAME
from marriage_env.small_mariage.rules import Rules
from marriage_env.small_mariage.state import STATE, Phase
from tests.play import legal, play_out

from .strategies import steady
from .test_determinize import assert_uniform
from .test_small_mariage_differential import ANY_KIND

Records = np.ndarray[Any, Any]
Env = small_mariage_v0.raw_env
SAMPLES = 20  # for each allowed world


def views_of(env: Env, rng: random.Random) -> Iterator[tuple[list[int], int, Records]]:
    """A match played at random: before every action and at the end every seat's view."""
    moves: list[int] = []
    for action in play_out(env, rng):
        for seat in range(env.max_num_agents):
            yield moves[:], seat, env.view(f"player_{seat}")
        moves.append(action)
    for seat in range(env.max_num_agents):
        yield moves, seat, env.view(f"player_{seat}")


def all_packs(env: Env, moves: list[int], seat: int) -> Iterator[tuple[list[str], list[int]]]:
    """Every pack with these cards in the seat's hand and turned up; and the complete hands.

    `moves`: what has been played, which every hand must have held.
    """
    state, rules = env._states[0], env.rules
    n, size = env.max_num_agents, rules.hand_cards
    laid = [{int(c) for c in state["table"]["laid"][:, k] if c >= 0} for k in range(n)]
    own = laid[seat] | set(cards_of(int(state["hands"][seat])))
    turned = int(state["table"]["turn_up"])
    order = [(env.dealer + 1 + k) % n for k in range(n)]

    def deal(places: list[int], left: list[int]) -> Iterator[dict[int, set[int]]]:
        if not places:
            yield {}
            return
        here, rest = places[0], places[1:]
        fixed = own if here == seat else laid[here]
        free = [card for card in left if card not in fixed and not any(card in o for o in laid)]
        for more in combinations(free, size - len(fixed)):
            hand = fixed | set(more)
            for others in deal(rest, [card for card in left if card not in hand]):
                yield {here: hand, **others}

    whole = [card for card in pack_of_suits(rules.suits) if card != turned]
    others = [k for k in order if k != seat]
    for hands in deal([seat, *others], whole):
        dealt = [card for k in order for card in sorted(hands[k])]
        talon = [card for card in whole if card not in dealt]
        yield (
            [card_name(card) for card in [*dealt, turned, *talon]],
            [sum(1 << card for card in hands[k] - laid[k]) for k in range(n)],
        )


def leads_to(env: Env, pack: list[str], moves: list[int], seat: int, view: Records) -> bool:
    """Whether a pack, everybody playing as at the table, comes to this view of the seat."""
    again = Env(env.max_num_agents, env.rules, deals=1)
    again.reset(seed=1, options={"deck": pack, "dealer": env.dealer})
    for action in moves:
        if again.view(f"player_{seat}").tobytes() == view.tobytes():
            return True
        if action not in legal(again):
            return False
        again.step(action)
    return bool(again.view(f"player_{seat}").tobytes() == view.tobytes())


def begun(players: int, rules: Rules, seed: int) -> Env:
    """A match of one deal."""
    env = Env(players, rules, deals=1)
    env.reset(seed=seed)
    return env


@pytest.mark.parametrize(
    ("players", "rules", "seed"),
    [
        (2, Rules(), 1),
        (2, Rules(suits=2, hand_cards=3), 2),
        (2, Rules(follow="suit", offences="none"), 3),
        (3, Rules(suits=2), 4),
        (3, Rules(suits=2, follow="suit"), 5),
        (3, Rules(suits=2, offences="none"), 6),
    ],
)
def test_just_the_allowed_worlds_and_uniformly(players: int, rules: Rules, seed: int) -> None:
    """S4.2, S5: by enumeration, for all views of some matches."""
    env, rng = begun(players, rules, seed), random.Random(seed)
    sampled = 0
    for number in range(15):
        env.reset(seed=10 * seed + number)
        for k, (moves, seat, view) in enumerate(views_of(env, rng)):
            found = [
                (hands, leads_to(env, pack, moves, seat, view))
                for pack, hands in all_packs(env, moves, seat)
            ]
            allowed = np.array([hands for hands, good in found if good], np.int64)
            assert verdicts(view, [hands for hands, _ in found]) == [good for _, good in found]
            worlds = determinize(view, np.random.default_rng(k), SAMPLES * len(allowed))
            if len(allowed) == 1:
                assert (worlds["hands"][:, :players] == allowed).all()
            else:
                assert_uniform(worlds["hands"][:, :players], allowed)
            sampled += len(found) > len(allowed) > 1
    assert sampled > 2


def verdicts(view: Records, hands: list[list[int]]) -> list[bool]:
    """What `allows` says of these hands."""
    states, evidence, said = records(1, STATE), records(1, EVIDENCE), []
    for deal in hands:
        states["hands"][0, : len(deal)] = deal
        said.append(bool(GAME.worlds.allows(view, 0, states, 0, evidence, 0)))
    return said


@settings(steady, max_examples=25)
@given(ANY_KIND, st.integers(0, 10**6))
def test_a_sampled_world_looks_the_same_and_can_be_played_on(
    kind: tuple[int, Rules], seed: int
) -> None:
    """The observer's view stays; what is asked of it is legal; the chips stay together."""
    env, rng = begun(*kind, seed), random.Random(seed)
    for _, seat, view in views_of(env, rng):
        worlds = determinize(view, np.random.default_rng(seed), 3)
        for i in range(3):
            assert GAME.view_of(worlds, i, seat).tobytes() == view.tobytes()
        if view[0]["asked"]:
            assert (worlds["legal"] == env._states["legal"][0]).all()
        while (live := np.flatnonzero(worlds["seat"] >= 0)).size:
            _, masks = GAME.look(worlds, live)
            GAME.move(worlds, live, [rng.choice(np.flatnonzero(mask).tolist()) for mask in masks])
        assert not worlds["table"]["chips"].sum(axis=1).any()


def test_whose_queen_is_called_is_not_seen() -> None:
    """S5.1: K♣ is led: seat 0 cannot tell where Q♣ is; seat 1, not asked, knows."""
    env = begun(3, Rules(suits=2), 0)
    deck = ["KC", "AD", "AC", "JD", "QC", "KD", "JC", "QD"]
    env.reset(seed=1, options={"deck": deck, "dealer": 2})
    env.step(parse("KC"))
    assert WITHHOLD in legal(env)
    asked = []
    for seat in (0, 1):
        worlds = determinize(env.view(f"player_{seat}"), np.random.default_rng(1), 100)
        asked.append({(int(world["seat"]), Phase(world["phase"]).name) for world in worlds})
    assert asked == [{(1, "QUEEN"), (2, "QUEEN"), (1, "TURN")}, {(2, "QUEEN")}]


@pytest.mark.parametrize("game", GAMES)
def test_a_view_of_no_game(game: str) -> None:
    """More or fewer cards than a hand holds: no game has such a view."""
    kind = game_named(game)
    env = VectorEnv(1, kind.default_players, game=game)
    env.reset(seed=1)
    hand = int(env.views()["hand"][0])
    for wrong in ((1 << 52) - 1, hand & (hand - 1)):
        view = env.views()
        view["hand"] = wrong
        with pytest.raises(ValueError, match="no game"):
            determinize(view, np.random.default_rng(1))


@pytest.mark.parametrize(("name", "wrong"), [("suits", 5), ("suits", -5), ("hand_cards", 4)])
def test_a_size_that_there_is_not(name: str, wrong: int) -> None:
    view = begun(2, Rules(), 1).view("player_0")
    view["table"]["rules"][name] = wrong
    with pytest.raises(ValueError, match=f"{name}: from {wrong} to {wrong}: expected 2 to "):
        determinize(view, np.random.default_rng(1))
