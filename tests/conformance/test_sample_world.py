"""`sample_world`: environments in which a seat would have seen the same, and that go on."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from marriage_env import (
    Accidents,
    Rules,
    marriage_v0,
    replayed,
    small_mariage,
    small_mariage_v0,
    trynka,
    trynka_v0,
)
from marriage_env.compiler.jit import records
from marriage_env.core.cards import card_name
from marriage_env.core.record_errors import RecordError
from marriage_env.deal_layout import deal_layout
from marriage_env.game import game_of
from marriage_env.records import worlds
from marriage_env.records.check import run, verify
from marriage_env.records.parse import script_of
from marriage_env.records.worlds import sampled_record

KINDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "mariage": (marriage_v0, {"num_players": 5, "deals": 2}),
    "voluntary": (
        marriage_v0,
        {
            "num_players": 7,
            "deals": 2,
            "rules": Rules(declarations="voluntary", offences="all", box_awards="round"),
        },
    ),
    "trynka": (trynka_v0, {"num_players": 4, "deals": 2}),
    "all_out": (trynka_v0, {"num_players": 7, "deals": 2, "rules": trynka.Rules(ends="all_out")}),
    "none": (
        trynka_v0,
        {"num_players": 3, "deals": 2, "rules": trynka.Rules(offences="none", out_pay=1)},
    ),
    "small": (small_mariage_v0, {"num_players": 2, "deals": 3}),
    "large": (
        small_mariage_v0,
        {"num_players": 3, "deals": 2, "rules": small_mariage.Rules.large()},
    ),
}
ACCIDENTS = {"num_players": 5, "deals": 3, "accidents": Accidents(0.3, 0.6, 0.3)}


def some_way(kind: tuple[Any, dict[str, Any]], seed: int, moves: int | None = None) -> Any:
    """A match that has come some way, by random play."""
    module, arguments = kind
    env, rng = module.raw_env(**arguments), random.Random(seed)
    env.reset(seed=seed)
    play_on(env, rng, rng.randrange(1, 80) if moves is None else moves)
    return env


def play_on(env: Any, rng: random.Random, moves: int = 10_000) -> None:
    for _ in range(moves):
        agent = env.agent_selection
        if env.terminations[agent]:
            return
        env.step(int(rng.choice(np.flatnonzero(env.observe(agent)["action_mask"]))))


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_a_world_looks_the_same_and_goes_on(name, seed):
    """Same view, valid record, same events and rewards of its own; and so to the end."""
    env = some_way(KINDS[name], seed)
    before = env.record()
    for agent in env.possible_agents:
        world = env.sample_world(agent, np.random.default_rng(seed))
        assert world.view(agent).tobytes() == env.view(agent).tobytes()
        assert verify(world.record()) == len(world._actions)
        assert world.chips.tolist() == env.chips.tolist()
        assert np.sum([event.chips for event in world.events], axis=0).tolist() == [*world.chips]
        seat = world.possible_agents.index(agent)
        assert world.hands[seat] == env.hands[seat]
        booked = world._states["booked"][0][: len(world.chips)].copy()
        rewards = np.zeros(len(world.chips))
        while not all(world.terminations.values()):
            play_on(world, random.Random(seed), 1)
            rewards += list(world.rewards.values())
        assert (rewards == world.chips - booked).all()
        assert verify(world.record()) == len(world._actions)
        assert replayed(world.record()).events == world.events
    assert env.record() == before


@pytest.mark.parametrize("seed", range(12))
def test_accidents_of_the_past_stay_and_a_hidden_fault_is_forgotten(seed):
    """Void deals, misdeals and missed deals are as they were; later deals have accidents again."""
    env = some_way((marriage_v0, ACCIDENTS), seed)
    known = env.record()
    for agent in env.possible_agents[:2]:
        world = env.sample_world(agent, np.random.default_rng(seed))
        assert world.view(agent).tobytes() == env.view(agent).tobytes()
        made = world.record()
        for one, other in zip(made["deals"][:-1], known["deals"][:-1]):
            assert one["accidents"].keys() == other["accidents"].keys()
        if not made["complete"] and "void" not in made["deals"][-1]["accidents"]:
            assert "faulty_pack" not in made["deals"][-1]["accidents"]
        play_on(world, random.Random(seed))
        verify(world.record())
    assert (env._states["accident_rates"][0] == [0.3, 0.6, 0.3]).all()


@pytest.mark.parametrize("name", [*KINDS, "accidents"])
def test_hidden_cards_make_no_difference(name):
    """Two matches that look the same to a seat give the same worlds, for the same chance."""
    kind = KINDS.get(name, (marriage_v0, ACCIDENTS))
    for seed in range(3):
        record = some_way(kind, 10 + seed, 45).record()
        for seat in range(record["players"]):
            other = sampled_record(record, seat, np.random.default_rng(seed))
            first = sampled_record(record, seat, np.random.default_rng(99))
            again = sampled_record(other, seat, np.random.default_rng(99))
            assert first == again
            assert first["seed"] is None


@pytest.mark.parametrize("name", KINDS)
def test_every_sampled_world_is_kept(name, monkeypatch):
    """None is rejected, so that worlds are as likely as `determinize` makes them."""
    results = []
    retold = worlds._retold

    def watched(*arguments: Any) -> Any:
        results.append(retold(*arguments))
        return results[-1]

    monkeypatch.setattr(worlds, "_retold", watched)
    rng = np.random.default_rng(1)
    for seed in range(6):
        record = some_way(KINDS[name], 20 + seed).record()
        for seat in range(record["players"]):
            sampled_record(record, seat, rng)
    assert results
    assert None not in results


def test_later_packs_can_be_given():
    """`options` has the packs to come; others are shuffled from the world's own chance."""
    pack = [card_name(card) for card in deal_layout_of(small_mariage_v0, 2).cards]
    given = [pack[::-1], pack]
    env = some_way(KINDS["small"], 1, 1)
    worlds = [
        env.sample_world("player_0", np.random.default_rng(seed), {"deck": given})
        for seed in (1, 1, 2)
    ]
    for world in worlds:
        play_on(world, random.Random(3))
    packs = [[deal["pack"] for deal in world.record()["deals"]] for world in worlds]
    assert packs[0] == packs[1]
    assert packs[0][1:] == packs[2][1:] == given
    free = [env.sample_world("player_0", np.random.default_rng(seed)) for seed in (1, 1, 2)]
    for world in free:
        play_on(world, random.Random(3))
    later = [[deal["pack"] for deal in world.record()["deals"]][1:] for world in free]
    assert later[0] == later[1] != later[2]


def deal_layout_of(module: Any, players: int) -> Any:
    game = game_of(module.__name__.rpartition(".")[2])
    return deal_layout(game, game.match(players, None, None, 1))


def test_the_state_of_a_sampled_record():
    """A STATE with a past: the engine goes on from there as the environment does."""
    env = some_way(KINDS["trynka"], 3, 25)
    record = sampled_record(env.record(), 2, np.random.default_rng(4))
    states, again = run(script_of(record)), replayed(record)
    assert states["table"].tobytes() == again._states["table"].tobytes()
    assert states["hands"].tolist() == again._states["hands"].tolist()
    game = env.game
    views = records(1, game.view)
    game.write_view(states, 0, 2, views, 0)
    assert views.tobytes() == env.view("player_2").tobytes()


def test_wrong_arguments_are_named():
    env = some_way(KINDS["small"], 1, 1)
    rng = np.random.default_rng(1)
    with pytest.raises(ValueError, match="agent='player_7'"):
        env.sample_world("player_7", rng)
    with pytest.raises(ValueError, match="rng=7: expected"):
        env.sample_world("player_0", 7)
    with pytest.raises(ValueError, match="deck"):
        env.sample_world("player_0", rng, {"deck": ["QH"]})
    with pytest.raises(ValueError, match="seat=2"):
        sampled_record(env.record(), 2, rng)
    with pytest.raises(RecordError):
        sampled_record({**env.record(), "players": 9}, 0, rng)
    with pytest.raises(RuntimeError, match="reset"):
        small_mariage_v0.raw_env().sample_world("player_0", rng)
    wrapped = small_mariage_v0.env()
    wrapped.reset(seed=1)
    assert wrapped.unwrapped.sample_world("player_0", rng).agents == wrapped.agents
