"""Playing duplicate deals in which one seat sees every card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents.arena.confidence_interval import t_interval
from agents.arena.duplicate import seat_gains
from agents.arena.lockstep import Player, begin_games, check_chips, move, play_in_lockstep
from agents.arena.misbehavior import supervised
from agents.arena.setting import Setting, agent_generators, seeded_games, seeds_of_deals
from agents.game_agents import agents_of
from agents.isolation.agent import AgentProcesses
from agents.protocol import Agent
from agents.search.policy_search import PolicySearchAgent
from eval.ceiling.result import CeilingGain, CeilingResult
from eval.execution import Execution
from marriage_env.core.rng import Purpose
from marriage_env.game import game_named

# From all states and the games to act in, the actions of a player who sees every card.
AllSeeing = Callable[[np.ndarray[Any, Any], NDArray[np.int64]], NDArray[np.int64]]
_DEALS_AT_ONCE = 50
_OF_ALL_SEEING = 3  # a child of the seed; those before are of agents.arena.setting
_DEFAULT = Execution()


def ceiling(spec: str, setting: Setting, execution: Execution = _DEFAULT) -> CeilingResult:
    """What each player who sees every card gains on copies of an agent.

    Raises ValueError if there is no such agent, and Misplay for what it may not do.
    """
    setting = replace(setting, purpose=Purpose.CEILING)
    with AgentProcesses() as processes:
        agent = supervised(spec, setting, processes, execution.time_limit, execution.trusted)
        players = {"answer": best_answer(agent, setting)}
        if open_hand := open_hand_player(setting.game):
            players = {"openhand": open_hand, **players}
        gains = {
            name: CeilingGain(t_interval(gains_over(player, agent, setting, name)))
            for name, player in players.items()
        }
    return CeilingResult(spec, setting.num_players, setting.deals, setting.seed, gains)


def gains_over(
    player: AllSeeing, agent: Agent, setting: Setting, title: str = "ceiling"
) -> NDArray[np.float64]:
    """What such a player wins more than the agent does in the same seat, (deals,) chips."""
    rng = agent_generators(setting)[1]
    gains = []
    with tqdm(total=setting.deals, unit=" deals", desc=title) as bar:
        for first in range(0, setting.deals, _DEALS_AT_ONCE):
            last = min(first + _DEALS_AT_ONCE, setting.deals)
            streams = seeds_of_deals(setting, last, first)
            states = seeded_games(setting, streams, setting.num_players + 1)
            _play(player, agent, states, rng, setting.game)
            gains.append(seat_gains(states.reshape(len(streams), -1)).mean(axis=1))
            bar.update(len(streams))
    return np.concatenate(gains)


def _play(
    player: AllSeeing,
    agent: Agent,
    states: np.ndarray[Any, Any],
    rng: np.random.Generator,
    game: str,
) -> None:
    """Play all games: in game s of a deal seat s sees every card, in the last one none does."""
    kind, n = game_named(game), int(states["table"]["num_players"][0])
    seating = np.tile(np.eye(n + 1, n, dtype=np.int64), (len(states) // (n + 1), 1))
    begin_games(kind, states)
    play_in_lockstep(
        states,
        seating,
        [
            partial(move, kind, Player(agent, rng), states),
            lambda games: kind.move(states, games, player(states, games)),
        ],
    )
    check_chips(kind, states)


def open_hand_player(game: str) -> AllSeeing | None:
    """The player who makes the best moves as if every hand were open; None if a game has none."""
    open_hand = agents_of(game).open_hand
    if open_hand is None:
        return None

    def choose(states: np.ndarray[Any, Any], games: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.array([open_hand(states, int(game))[0] for game in games], np.int64)

    return choose


def best_answer(agent: Agent, setting: Setting) -> AllSeeing:
    """The player who tries every choice in the true game, in which the agent then plays on."""
    search, kind = PolicySearchAgent(setting.game, agent, 1), game_named(setting.game)
    rng = np.random.default_rng(setting.seed_of(_OF_ALL_SEEING))

    def choose(states: np.ndarray[Any, Any], games: NDArray[np.int64]) -> NDArray[np.int64]:
        _, masks = kind.look(states, games)
        best: NDArray[np.int64] = search.worth(states[games], masks, rng).argmax(axis=1)
        return best

    return choose
