"""Queens that are called: how often an agent keeps them back, and what that is worth to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.arena.confidence_interval import Estimate, t_interval
from agents.arena.lockstep import Player, begin_games, check_chips, move, play_in_lockstep
from agents.arena.setting import Setting, agent_generators, seeded_games, seeds_of_deals
from agents.protocol import Agent
from eval.fine.result import Kept
from eval.report.habits import Share, share_of
from marriage_env.game import Game, game_named

States = np.ndarray[Any, Any]  # STATE records
Watch = Callable[[np.ndarray[Any, Any], NDArray[np.int8]], object]  # sees views and masks

_KEEP_BACK = "WITHHOLD"  # as the action is named
_HABIT = "queens kept back"  # as the game's statistics call it
_OF_SELF_PLAY = 3  # child of the setting's seed; those before are of agents.arena.setting
_DEALS_AT_ONCE = 500
_LEAST_DEALS = 10  # with a queen kept back, for there to be a mean of what that is worth


@cache
def keep_back(game: str) -> int:
    """The action that keeps a called queen back; ValueError if the game has none."""
    kind = game_named(game)
    for action in range(kind.num_actions):
        if kind.action_name(action) == _KEEP_BACK:
            return action
    raise ValueError(f"{game} has no action {_KEEP_BACK}")


class Obedient:
    """An agent that lays every queen that is called, and else plays as another agent does."""

    def __init__(self, agent: Agent, game: str) -> None:
        self.name, self._agent, self._keep_back = f"obedient {agent.name}", agent, keep_back(game)

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view."""
        actions: NDArray[np.int64] = masks.argmax(axis=1)  # where a queen is called: she
        free = np.flatnonzero(masks[:, self._keep_back] == 0)
        if free.size:
            actions[free] = self._agent.act(views[free], masks[free], rng)
        return actions


def measure_kept(agent: Agent, setting: Setting, watch: Watch | None = None) -> Kept:
    """How often the agent keeps queens back, and what that is worth, in matches of one deal.

    `watch` is shown every decision of self-play in which a queen is called.
    """
    kept = _share_in_self_play(agent, setting, watch)
    branches = _branches(agent, setting)
    gains = np.bincount(branches.deals, branches.gains, setting.deals) / setting.num_players
    return Kept(kept, t_interval(gains), len(branches.deals), _worth(branches))


def _share_in_self_play(agent: Agent, setting: Setting, watch: Watch | None) -> Share:
    """The called queens kept back where all players are copies of the agent."""
    kind, n = game_named(setting.game), setting.num_players
    habits = kind.statistics.habits
    if habits is None:
        raise ValueError(f"{setting.game} counts no {_HABIT}")
    player = Player(agent, np.random.default_rng(setting.seed_of(_OF_SELF_PLAY)))
    counts = np.zeros(2, np.int64)
    for first in range(0, setting.deals, _DEALS_AT_ONCE):
        states = _begun(setting, kind, first)
        movers = [partial(_watched_move, kind, player, states, watch)]
        play_in_lockstep(states, np.zeros((len(states), n), np.int64), movers)
        check_chips(kind, states)
        # Counted for seat s in game s of a deal: here all are copies of the one game.
        counts += habits(np.repeat(states[:, np.newaxis], n + 1, axis=1))[_HABIT]
    return share_of(int(counts[0]), int(counts[1]))


def _begun(setting: Setting, kind: Game, first: int) -> States:
    """Games of the next deals from `first` on, with their cards dealt."""
    last = min(first + _DEALS_AT_ONCE, setting.deals)
    states = seeded_games(setting, seeds_of_deals(setting, last, first), 1)
    begin_games(kind, states)
    return states


def _watched_move(
    kind: Game, player: Player, states: States, watch: Watch | None, games: NDArray[np.int64]
) -> None:
    """One move in each of some games; `watch` sees those in which a queen is called."""
    if watch is not None:
        views, masks = kind.look(states, games)
        called = np.flatnonzero(masks[:, keep_back(kind.name)])
        if called.size:
            watch(views[called], masks[called])
    move(kind, player, states, games)


class _Branches(NamedTuple):
    """Games that go another way because one player kept a queen back."""

    deals: NDArray[np.int64]  # (B,) of each
    gains: NDArray[np.int64]  # (B,) chips that player won more than in the game of obedient ones


def _branches(agent: Agent, setting: Setting) -> _Branches:
    """All games of duplicate play in which the agent differs from its obedient copy.

    The game with the agent in a seat is the same as the one with obedient copies everywhere up to
    the first queen that it keeps back, so only the games that branch off there are played.
    """
    kind = game_named(setting.game)
    free, bound = agent_generators(setting)
    players = Player(agent, free), Player(Obedient(agent, setting.game), bound)
    deals, gains = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for first in range(0, setting.deals, _DEALS_AT_ONCE):
        states = _begun(setting, kind, first)
        games, seats, branches = _branched(kind, players, states)
        if not len(games):
            continue
        seating = np.ones((len(games), setting.num_players), np.int64)
        seating[np.arange(len(games)), seats] = 0
        movers = [partial(move, kind, player, branches) for player in players]
        play_in_lockstep(branches, seating, movers)
        check_chips(kind, branches)
        chips = branches["table"]["chips"][np.arange(len(games)), seats].astype(np.int64)
        deals.append(first + games)
        gains.append(chips - states["table"]["chips"][games, seats])
    return _Branches(np.concatenate(deals), np.concatenate(gains))


def _branched(
    kind: Game, players: tuple[Player, Player], states: States
) -> tuple[NDArray[np.int64], NDArray[np.int64], States]:
    """Play games by obedient copies; games, seats and states where the agent keeps back first."""
    (agent, rng), obedient = players
    found: dict[tuple[int, int], States] = {}
    withhold = keep_back(kind.name)

    def move_and_branch(games: NDArray[np.int64]) -> None:
        views, masks = kind.look(states, games)
        called = np.flatnonzero(masks[:, withhold])
        if called.size:
            chosen = agent.act(views[called], masks[called], rng)
            for game in games[called[chosen == withhold]].tolist():
                where = game, int(states["seat"][game])
                found.setdefault(where, states[game : game + 1].copy())
        move(kind, obedient, states, games)

    seating = np.zeros((len(states), int(states["table"]["num_players"][0])), np.int64)
    play_in_lockstep(states, seating, [move_and_branch])
    check_chips(kind, states)
    where = np.array(list(found), np.int64).reshape(-1, 2)
    branches = np.concatenate([states[:0], *found.values()])
    kind.move(branches, np.arange(len(branches)), np.full(len(branches), withhold))
    return where[:, 0], where[:, 1], branches


def _worth(branches: _Branches) -> Estimate | None:
    """Chips a queen kept back: the mean over deals that had one, each by its own mean."""
    deals, place = np.unique(branches.deals, return_inverse=True)
    if len(deals) < _LEAST_DEALS:
        return None
    return t_interval(np.bincount(place, branches.gains) / np.bincount(place))
