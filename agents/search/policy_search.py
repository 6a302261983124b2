"""`search`: every action is tried in sampled worlds, which a given policy plays to the end.

As in `pimc`, worlds are sampled uniformly from those that the view allows; but the policy plays
them out, all worlds of all decisions in one batch, so that a network evaluates thousands of
decisions at a time. `marriage_env.compiler.hooks` explains how functions are compiled for each
game.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.protocol import Agent
from agents.views_and_masks import check_inputs, choose_where_open, legal_set
from marriage_env.compiler.hooks import compiled_with, hook
from marriage_env.compiler.jit import records
from marriage_env.core.arguments import as_int
from marriage_env.core.bits import lowest
from marriage_env.game import game_named
from marriage_env.interfaces.agent_answers import WrongAnswer, integer_answer
from marriage_env.kernels.card_sharing import prepare
from marriage_env.kernels.game_loops import OVER

# Worlds played out at once: enough to fill the network's batches, 25 MB.
_WORLDS_AT_ONCE = 16_384


@hook
def gather(views, j, evidence, k):
    """Write what `views[j]` proves of the hidden cards into `evidence[k]`."""


@hook
def write_world(views, j, states, i, evidence, k, stream):
    """Sample a world of `views[j]` into `states[i]`; False if there is none."""


@hook
def apply(states, i, chance, log, action):
    """Make a move in game i; False, and nothing has changed, if it is illegal."""


def play_forced(states, i, chance, log):
    """Make every move that leaves no choice, up to the next decision or the end."""
    g = states[i]
    while g.phase != OVER and g.legal & (g.legal - 1) == 0:
        apply(states, i, chance, log, lowest(g.legal))


class Trials(NamedTuple):
    """Sampled worlds, each with an action to try in it."""

    states: np.ndarray[Any, Any]  # (T,) STATE
    decisions: NDArray[np.int64]  # (T,) the row of the view that the world was sampled from
    actions: NDArray[np.int64]  # (T,) the action to try


def write_trials(views, masks, low, high, worlds, streams, evidence, trials):
    """Sample `worlds` worlds for each of `views[low:high]`, each once for every legal action.

    Returns the number of trials written; -1 if a view belongs to no game of the engine.
    """
    states, count = trials.states, 0
    for k in range(low, high):
        gather(views, k, evidence, 0)
        if not prepare(views[k].table, evidence[0]):
            return -1
        legal = legal_set(masks, k)
        for _ in range(worlds):
            if not write_world(views, k, states, count, evidence, 0, streams[k]):
                return -1
            states[count].table.deals = states[count].table.deal + 1
            world, left = count, legal
            while left:
                action = lowest(left)
                left &= left - 1
                if left:  # the sampled world itself serves the last action
                    states[count + 1] = states[world]
                trials.decisions[count], trials.actions[count] = k, action
                count += 1
                world = count
    return count


def make_moves(states, games, actions, chance, log):
    """Make the given moves and all forced ones after them; False if one is illegal."""
    for k in range(games.shape[0]):
        if not apply(states, games[k], chance, log, actions[k]):
            return False
        play_forced(states, games[k], chance, log)
    return True


@cache
def _compiled_for(game: str) -> SimpleNamespace:
    """The functions above compiled for a game."""
    kind = game_named(game)
    worlds = kind.worlds
    hooks = {"gather": worlds.gather, "write_world": worlds.write_world, "apply": kind.apply}
    return compiled_with(game, (play_forced, write_trials, make_moves), hooks)


class PolicySearchAgent:
    """Takes the choice that is worth most, the lowest action among equals.

    Args:
        game: which one is played.
        policy: who plays the sampled worlds to the end of the deal, such as a checkpoint.
        worlds: worlds sampled for each decision, at least 1.
    """

    def __init__(self, game: str, policy: Agent, worlds: int = 32) -> None:
        self._policy, self._worlds = policy, as_int("worlds", worlds, 1, 100_000)
        self._game, self._compiled = game_named(game), _compiled_for(game)
        self._states = records(_WORLDS_AT_ONCE, self._game.state)
        self._evidence = records(1, self._game.worlds.evidence)
        self.name = f"search:policy={policy.name},worlds={self._worlds}"

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view."""
        views, masks = check_inputs(self._game.name, views, masks, rng)
        return choose_where_open(
            masks, lambda rows: self.values(views[rows], masks[rows], rng).argmax(axis=1)
        )

    def values(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """Mean chips of the seat to act at the end of the deal, (B, actions); -inf if illegal."""
        views, masks = check_inputs(self._game.name, views, masks, rng)
        streams = rng.integers(1, 2**32, (len(masks), 4), dtype=np.uint32)
        sums = np.where(masks, 0.0, -np.inf)
        games = self._worlds * masks.sum(axis=1)
        if games.max(initial=0) > _WORLDS_AT_ONCE:
            self._states = records(int(games.max()), self._game.state)
        low = 0
        while low < len(masks):
            room = np.searchsorted(games[low:].cumsum(), len(self._states), side="right")
            self._try(views, masks, low, low + int(room), streams, sums, rng)
            low += int(room)
        return sums / self._worlds

    def _try(
        self,
        views: np.ndarray[Any, Any],
        masks: NDArray[np.int8],
        low: int,
        high: int,
        streams: NDArray[np.uint32],
        sums: NDArray[np.float64],
        rng: np.random.Generator,
    ) -> None:
        """Add to `sums` the chips that the actions of decisions low to high end with."""
        trials = Trials(self._states, *np.zeros((2, len(self._states)), np.int64))
        count = self._compiled.write_trials(
            views, masks, low, high, self._worlds, streams, self._evidence, trials
        )
        if count < 0:
            raise ValueError("views: no game of the engine has such a view")
        states, decisions, actions = (part[:count] for part in trials)
        chips = self.chips_after(states, actions, views["seat"][decisions], rng)
        np.add.at(sums, (decisions, actions), chips)

    def worth(
        self,
        states: np.ndarray[Any, Any],
        masks: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.float64]:
        """Chips of the seat to act at the end of the deal in the given games, (B, actions).

        -inf where illegal. `states` are (B,) STATE with all cards known, and are not changed.
        """
        rows, actions = np.nonzero(masks)
        tried = states[rows]
        tried["table"]["deals"] = tried["table"]["deal"] + 1
        chips = np.full(masks.shape, -np.inf)
        chips[rows, actions] = self.chips_after(tried, actions, tried["seat"].copy(), rng)
        return chips

    def chips_after(
        self,
        states: np.ndarray[Any, Any],
        actions: NDArray[np.int64],
        seats: NDArray[np.integer[Any]],
        rng: np.random.Generator,
    ) -> NDArray[np.int32]:
        """Make a legal action in each game and let the policy play on: a seat's chips then, (B,).

        `states` are (B,) STATE in their last deal; they end where it ends.
        """
        games = np.arange(len(states))
        if not self._make(states, games, actions):
            raise ValueError("masks: an action that is not legal in a game that the view allows")
        while (games := np.flatnonzero(states["seat"] >= 0)).size:
            chosen = self._policy.act(*self._game.look(states, games), rng)
            try:
                actions = integer_answer(chosen, len(games))
            except WrongAnswer as error:
                raise ValueError(f"{self._policy.name} {error.what}") from error
            if not self._make(states, games, actions):
                raise ValueError(f"{self._policy.name} chose an illegal action")
        chips: NDArray[np.int32] = states["table"]["chips"][np.arange(len(states)), seats]
        return chips

    def _make(
        self, states: np.ndarray[Any, Any], games: NDArray[np.int64], actions: NDArray[np.int64]
    ) -> bool:
        """Make moves and all forced ones after them; False if one is illegal."""
        chance, log = self._game.chance_rows(None, 0), self._game.no_log
        made: bool = self._compiled.make_moves(states, games, actions, chance, log)
        return made
