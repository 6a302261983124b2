"""Every public function of a game that compiles something, called once: what `warm` compiles.

tests/robustness/test_warm.py sees to it that nothing public compiles after these.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np

from marriage_env.cli.random_play import random_records
from marriage_env.compiler.jit import records
from marriage_env.core.rng import Purpose, child_seeds, seed_for, stream_of
from marriage_env.game import GAMES, Game
from marriage_env.interfaces.from_views import determinize, observe
from marriage_env.interfaces.single_agent import SoloEnv
from marriage_env.interfaces.single_agent_vector import SoloVectorEnv
from marriage_env.interfaces.vector import VectorEnv
from marriage_env.interfaces.warm_up import compile_engine
from marriage_env.records.check import verify
from marriage_env.records.worlds import sampled_record

_SEED = seed_for(Purpose.WARM_UP, 0)


def _engine(game: Game) -> None:
    compile_engine(game.name)


def _environment(game: Game) -> None:
    env = _raw(game)
    env.step(_lowest(game, env._states)[0])
    env.observe(env.agent_selection)
    env.action_masks()
    env.view(env.agent_selection)
    env.render()
    env.clone()


def _batch(game: Game) -> None:
    for observations in (True, False):
        env = VectorEnv(2, game=game.name, observations=observations)
        env.reset(seed=_SEED)
        env.step(_lowest(game, env.states))
        observe(env.views())
        env.close()


def _learner(game: Game) -> None:
    env = SoloEnv(game=game.name)
    env.reset(seed=0)
    env.step(int(env.action_masks().argmax()))
    gymnasium.make(GAMES[game.name].gym_id).close()


def _learners(game: Game) -> None:
    env = SoloVectorEnv(2, game=game.name)
    env.reset(seed=0)
    env.step(env.action_masks().argmax(axis=1))


def _worlds(game: Game) -> None:
    states = _begun(game)
    views, _ = game.look(states, np.arange(len(states)))
    determinize(views[:1], np.random.default_rng(_SEED))
    game.move(states, np.arange(len(states)), _lowest(game, states))
    game.view_of(states, 0, 0)
    env = _raw(game)
    env.sample_world(env.agent_selection, np.random.default_rng(_SEED))


def _rollouts(game: Game) -> None:
    part, states = import_module(f"marriage_env.{game.name}.rollout"), _begun(game)
    n, players = len(states), game.default_players
    streams = np.array([stream_of(child) for child in child_seeds(_SEED, n)])
    rest = streams, game.chance_rows(None, players), game.no_log
    part.random_action(states, 0, streams)
    part.random_actions(states, 0, n, streams, np.zeros(n, np.int64))
    part.random_rollout(states, 0, n, 1, *rest)
    part.watched_rollout(
        states,
        0,
        n,
        1,
        *rest,
        records(1, game.view),
        np.zeros((n, game.num_actions), np.int8),
        np.zeros((n, game.layout.length(players)), np.int8),
        np.zeros((n, players), np.int32),
    )


def _records(game: Game) -> None:
    for record in random_records(1, game.default_players, None, None, 1, _SEED, game.name):
        verify(record)
        sampled_record(record, 0, np.random.default_rng(_SEED))


FIRST_USES: dict[str, Callable[[Game], None]] = {
    "the engine": _engine,
    "env()": _environment,
    "VectorEnv": _batch,
    "gymnasium.make": _learner,
    "gymnasium.make_vec": _learners,
    "determinize": _worlds,
    "rollouts": _rollouts,
    "game records": _records,
}


def _raw(game: Game) -> Any:
    """The environment of a game after its reset."""
    env = import_module(f"marriage_env.{GAMES[game.name].env}").raw_env(render_mode="ansi")
    env.reset(seed=_SEED)
    return env


def _begun(game: Game) -> Any:
    """(2,) STATE of matches under way."""
    match = game.match(None, None, None, 1)
    states = game.new_games(2, match)
    states["stream"] = [stream_of(child) for child in child_seeds(_SEED, len(states))]
    no_chance = game.chance_rows(None, match.num_players)
    game.loops.reset_games(states, 0, len(states), no_chance, game.no_log)
    return states


def _lowest(game: Game, states: Any) -> np.ndarray[Any, Any]:
    """A legal action for each of these matches."""
    return np.array([(int(one) & -int(one)).bit_length() - 1 for one in states["legal"]])
