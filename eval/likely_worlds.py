"""`python -m eval worlds`: should search weigh drawn games by how likely they made what was seen?

A policy plays itself. At its decisions search draws games from the view, as `search` does, all
equally likely. A drawn game may be weighed by how likely the policy, holding its hands, would have
laid the cards that the others have laid so far, to some power: 0 weighs nothing, 1 is Bayes' rule
for players who draw their actions from the policy. Since the true game is known here, what each
choice brings there says without bias what a weighing is worth.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents import load
from agents.arena.estimate import t_interval
from agents.arena.setting import Setting, seeded_games
from agents.isolation.agent import Guests
from agents.learned.agent import LearnedAgent
from agents.search.policy_search import PolicySearchAgent
from eval.output.text_table import aligned
from eval.trust import add_trust
from marriage_env import determinize
from marriage_env.compiler.jit import jit
from marriage_env.core.arguments import as_int
from marriage_env.core.cards import NUM_CARDS
from marriage_env.core.rng import Purpose, child_seeds, seed_for
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.game import GAME
from marriage_env.mariage.legal import lawful
from marriage_env.mariage.state import NO_CHANCE, Phase

POWERS = (0.0, 0.25, 0.5, 1.0)
_LEAST = 1e-4  # no card that was laid is held to be less likely


@dataclass(frozen=True)
class _Turn:
    """A card that was laid at its player's own turn."""

    view: np.ndarray[Any, Any]  # (1,) VIEW of its player
    power: int  # of the best card before it
    card: int

    @property
    def seat(self) -> int:
        """Whose turn it was."""
        return int(self.view["seat"][0])


@dataclass(frozen=True)
class _Decision:
    """A choice between cards, with the true game."""

    state: np.ndarray[Any, Any]  # (1,) STATE
    view: np.ndarray[Any, Any]  # (1,) VIEW
    mask: NDArray[np.int8]  # (62,)
    turns: tuple[_Turn, ...]  # before it, in their order

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self.view["seat"][0])


def add_options(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--policy", default="pretrained:5", help="spec of a learned agent")
    parser.add_argument("--players", type=int, default=5, help="5 to 10 (default 5)")
    parser.add_argument("--decisions", type=int, default=10_000, help="searched (default 10000)")
    parser.add_argument("--worlds", type=int, default=64, help="drawn for each (default 64)")
    parser.add_argument("--seed", type=int, default=1)
    add_trust(parser)


def command(options: argparse.Namespace) -> None:
    """Measure and print."""
    gains, sizes = likely_worlds(
        *(options.policy, options.players, options.decisions, options.worlds, options.seed),
        options.trust,
    )
    rows = [["power of the likelihood", "chips a decision over equal weights", "games that count"]]
    for power, gain, size in zip(POWERS, gains.T, sizes, strict=True):
        mean = t_interval(gain)
        text = f"{mean.mean:+.4f} [{mean.low:+.4f}, {mean.high:+.4f}]"
        rows.append([f"{power:g}", text if power else "0", f"{size:.0f}"])
    print(aligned(rows))


def likely_worlds(
    policy: str, players: int, decisions: int, worlds: int, seed: int, trusted: bool = False
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What each of POWERS gains over equal weights, and how many games then count.

    (decisions, POWERS) chips that the choice brings more in the true game; (POWERS,) the mean of
    1 / sum of squared weights. Raises ValueError for a policy that is no learned agent.
    """
    with Guests() as guests:  # what a factory makes is no network that can be read
        agent = load(policy, players, guests=guests, trusted=trusted)
    if not isinstance(agent, LearnedAgent):
        raise ValueError(f"policy={policy!r}: expected a learned agent")
    decisions, worlds = as_int("decisions", decisions, 2), as_int("worlds", worlds, 2)
    of_deals, of_order, of_search, of_play = child_seeds(seed_for(Purpose.WORLDS, seed), 4)
    setting = Setting(players, deals=decisions // 4 + 2, game=GAME.name)
    found = _played(agent, setting, of_deals, np.random.default_rng(of_play))
    np.random.default_rng(of_order).shuffle(found)
    search, chance = PolicySearchAgent("mariage", agent, worlds), np.random.default_rng(of_search)
    gains, sizes = [], []
    for decision in tqdm(found[:decisions], desc="search", file=sys.stderr):
        drawn = determinize(decision.view, chance, worlds)
        values = _values(search, np.concatenate([drawn, decision.state]), decision, chance)
        gain, size = _weighed(values, _log_likelihood(agent, drawn["hands"], decision))
        gains.append(gain)
        sizes.append(size)
    return np.array(gains), np.array(sizes).mean(axis=0)


def _played(
    agent: LearnedAgent,
    setting: Setting,
    of_deals: np.random.SeedSequence,
    chance: np.random.Generator,
) -> list[_Decision]:
    """Every choice between cards in the deals of a setting, all seats played by the agent."""
    states = seeded_games(setting, child_seeds(of_deals, setting.deals), 1)
    GAME.loops.reset_games(states, 0, len(states), NO_CHANCE, NO_LOG)
    turns: list[list[_Turn]] = [[] for _ in states]
    found = []
    while (games := np.flatnonzero(states["seat"] >= 0)).size:
        views, masks = GAME.look(states, games)
        actions = agent.act(views, masks, chance)
        for k, game in enumerate(games):
            if states[game]["phase"] != Phase.TURN:
                continue
            view, power = views[k : k + 1], int(states[game]["best_power"])
            if masks[k].sum() > 1:
                state = states[game : game + 1].copy()
                found.append(_Decision(state, view, masks[k], tuple(turns[game])))
            turns[game].append(_Turn(view, power, int(actions[k])))
        GAME.move(states, games, actions)
    return found


def _weighed(
    values: NDArray[np.float64], log_likelihood: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(POWERS,) what the choice of each weighing brings more in the true game, and its size.

    `values` are (worlds + 1, choices), the true game last.
    """
    weights = np.outer(log_likelihood, POWERS)
    weights = np.exp(weights - weights.max(axis=0))
    weights /= weights.sum(axis=0)
    chosen = (weights.T @ values[:-1]).argmax(axis=1)
    return values[-1, chosen] - values[-1, chosen[0]], 1 / (weights**2).sum(axis=0)


def _values(
    search: PolicySearchAgent,
    games: np.ndarray[Any, Any],
    decision: _Decision,
    chance: np.random.Generator,
) -> NDArray[np.float64]:
    """What every legal action brings the seat in every game, played on by the policy."""
    masks = np.repeat(decision.mask[np.newaxis], len(games), axis=0)
    return search.worth(games, masks, chance)[:, decision.mask == 1]


def _log_likelihood(
    agent: LearnedAgent, hands: NDArray[np.int64], decision: _Decision
) -> NDArray[np.float64]:
    """How likely the agent would have made the others' turns from such hands, (worlds,)."""
    total = np.zeros(len(hands))
    laid = np.zeros(hands.shape[1], np.int64)  # since the turn looked at, by seat
    for turn in reversed(decision.turns):
        laid[turn.seat] |= 1 << turn.card
        if turn.seat == decision.seat:
            continue
        views = np.repeat(turn.view, len(hands))
        views["hand"] = hands[:, turn.seat] | laid[turn.seat]
        masks = np.zeros((len(hands), GAME.num_actions), np.int8)
        write_lawful(views, turn.power, masks)
        chances, candidates = agent.chances(views, masks)
        likely = (chances * (candidates == turn.card)).sum(axis=1)
        total += np.log(np.maximum(likely, _LEAST))
    return total


@jit
def write_lawful(views: Any, power: int, masks: Any) -> None:
    """The cards that the player of each view might lay."""
    for k in range(views.shape[0]):
        cards = lawful(views[k].table, views[k].seat, views[k].hand, power)
        for card in range(NUM_CARDS):
            masks[k, card] = cards >> card & 1
