"""`python -m eval ceiling AGENT`: what players who see every card gain on copies of an agent.

They are no fair players: a player who sees his own cards alone cannot be expected to gain as much,
so that they bound what better play could still bring. Two of them:

- `openhand`: exact max^n to the end of the deal, as if all hands were open to everyone and every
  player played for his own chips (`agents.mariage.open_hand`);
- `answer`: tries each choice in the true game, which the agent plays on in all seats, and takes the
  one that ends best. It knows the cards and how everybody plays.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents.arena.duplicate import seat_gains
from agents.arena.estimate import t_interval
from agents.arena.lockstep import Player, begin_games, check_chips, move, play_in_lockstep
from agents.arena.setting import Setting, agent_generators, seeded_games, seeds_of_deals
from agents.arena.supervision import supervised
from agents.isolation.agent import Guests
from agents.mariage.open_hand import open_hand
from agents.protocol import Agent
from agents.search.policy_search import PolicySearchAgent
from eval.output.text_table import aligned, interval_text
from eval.time_limit import add_limit
from eval.trust import add_trust
from marriage_env import Rules
from marriage_env.core.rng import Purpose
from marriage_env.mariage.game import GAME

# The moves of one who sees all, in the listed games.
Seer = Callable[[np.ndarray[Any, Any], NDArray[np.int64]], NDArray[np.int64]]
_DEALS_AT_ONCE = 50
_OF_SEER = 3  # a child of the seed; those before are of agents.arena.duplicate


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("agent", help="spec of the agent in all other seats")
    players = "5 to 10 (default 5; openhand takes 20 times as long with each more)"
    parser.add_argument("--players", type=int, default=5, help=players)
    parser.add_argument("--rules", default="typical", metavar="PRESET", help="default: typical")
    parser.add_argument("--deals", type=int, default=2000, help="duplicate deals (default 2000)")
    parser.add_argument("--seed", type=int, default=1)
    add_limit(parser)
    add_trust(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def command(options: argparse.Namespace) -> None:
    """Measure and print."""
    setting = Setting(
        *(options.players, Rules.preset(options.rules), options.deals, options.seed),
        game=GAME.name,
    )
    found = ceiling(options.agent, setting, options.time_limit, options.trust)
    if options.json:
        print(json.dumps(found))
        return
    rows = [["who sees all", "gain", "95 %"]]
    for name, one in found["gains"].items():
        rows.append([name, f"{one['gain']:+.3f}", interval_text(one["ci95"])])
    print(aligned(rows))


def ceiling(
    spec: str, setting: Setting, time_limit: float | None = None, trusted: bool = False
) -> dict[str, Any]:
    """What either of the two gains on copies of an agent, in chips a duplicate deal.

    `trusted` is that of `agents.load`. Raises ValueError if there is no such agent, and Misplay for
    what no player may do.
    """
    setting = replace(setting, purpose=Purpose.CEILING)
    with Guests() as guests:
        agent = supervised(spec, setting, guests, time_limit, trusted)
        seers = {"openhand": _open_hand, "answer": _answer(agent, setting)}
        gains = {
            name: _interval(seer_gains(seer, agent, setting, name)) for name, seer in seers.items()
        }
    of = {"players": setting.num_players, "deals": setting.deals, "seed": setting.seed}
    return {"agent": spec, **of, "gains": gains}


def _interval(per_deal: NDArray[np.float64]) -> dict[str, Any]:
    """Mean and 95 % interval."""
    gain = t_interval(per_deal)
    return {"gain": gain.mean, "ci95": gain.ci95}


def seer_gains(
    seer: Seer, agent: Agent, setting: Setting, title: str = "seer"
) -> NDArray[np.float64]:
    """What a seer wins more than the agent does in the same seat, (deals,) chips."""
    chance = agent_generators(setting)[1]
    gains = []
    with tqdm(total=setting.deals, unit=" deals", desc=title) as bar:
        for first in range(0, setting.deals, _DEALS_AT_ONCE):
            last = min(first + _DEALS_AT_ONCE, setting.deals)
            streams = seeds_of_deals(setting, last, first)
            states = seeded_games(setting, streams, setting.num_players + 1)
            _play(seer, agent, states, chance)
            finished = states.reshape(len(streams), -1)
            gains.append(seat_gains(finished).mean(axis=1))
            bar.update(len(streams))
    return np.concatenate(gains)


def _play(seer: Seer, agent: Agent, states: np.ndarray[Any, Any], rng: np.random.Generator) -> None:
    """Play all games: in game s of a deal the seer has seat s, in the last one none."""
    n = int(states["table"]["num_players"][0])
    seating = np.tile(np.eye(n + 1, n, dtype=np.int64), (len(states) // (n + 1), 1))
    begin_games(GAME, states)
    play_in_lockstep(
        states,
        seating,
        [
            partial(move, GAME, Player(agent, rng), states),
            lambda games: GAME.move(states, games, seer(states, games)),
        ],
    )
    check_chips(GAME, states)


def _open_hand(states: np.ndarray[Any, Any], games: NDArray[np.int64]) -> NDArray[np.int64]:
    """The best moves if every hand is open."""
    return np.array([open_hand(states, int(game))[0] for game in games], np.int64)


def _answer(agent: Agent, setting: Setting) -> Seer:
    """One who tries every choice in the true game, which the agent plays on."""
    search = PolicySearchAgent(setting.game, agent, 1)
    chance = np.random.default_rng(setting.seed_of(_OF_SEER))

    def choose(states: np.ndarray[Any, Any], games: NDArray[np.int64]) -> NDArray[np.int64]:
        _, masks = GAME.look(states, games)
        best: NDArray[np.int64] = search.worth(states[games], masks, chance).argmax(axis=1)
        return best

    return choose
