"""Deals in which agents disagree most: what each would do, and what that is worth by search.

All agents play some deals together, and each of them then chooses at every decision of those games.
Where they differ, search estimates what each choice is worth; the widest gaps between chosen
actions are searched again in worlds sampled anew, since a gap selected for its width is too wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.confidence_interval import t_interval
from agents.arena.lockstep import Moves, Player, actions_by_game, play_games
from agents.arena.setting import Setting, record_of, seeded_games
from agents.protocol import Agent
from agents.search.policy_search import PolicySearchAgent
from eval.report.result import Choice, Disagreement
from marriage_env.core.rng import child_seeds
from marriage_env.game import game_named
from marriage_env.interfaces.replay import replayed

_WORLDS = 32
_SEARCHED = 400  # decisions that are searched at first, at most
_SAMPLES = 30  # independent searches of `_WORLDS` worlds each, behind a figure that is shown


@dataclass(frozen=True)
class _Played:
    """Deals that were played, and all non-forced decisions in them."""

    setting: Setting
    before: np.ndarray[Any, Any]  # (deals,) STATE, not begun
    actions: list[list[int]]  # of every deal
    games: NDArray[np.int64]  # (decisions,) the deal of each
    plies: NDArray[np.int64]  # (decisions,) actions in the deal before it
    views: np.ndarray[Any, Any]  # (decisions,) VIEW
    masks: NDArray[np.int8]  # (decisions, actions)


def disagreements(
    agents: Sequence[Agent],
    labels: Sequence[str],
    judge: Agent,
    setting: Setting,
    wanted: int = 5,
) -> list[Disagreement]:
    """The `wanted` deals of `setting` with the widest gaps; fewer if agents agree in the others.

    `judge` plays the worlds that search samples. Raises Misplay if an agent is supervised and does
    what no player may.
    """
    of_deals, of_play, of_choice, of_search = child_seeds(setting.seed_of(), 4)
    played = _play(agents, setting, of_deals, of_play)
    chosen = np.array(
        [
            agent.act(played.views.copy(), played.masks.copy(), np.random.default_rng(seed))
            for agent, seed in zip(agents, of_choice.spawn(len(agents)), strict=True)
        ]
    )
    search = PolicySearchAgent(setting.game, judge, _WORLDS)
    rng, found = np.random.default_rng(of_search), []
    for k in _widest(played, chosen, search, rng)[:wanted]:
        again = np.full(_SAMPLES, k)
        samples = search.values(played.views[again], played.masks[again], rng)
        by_action = {
            int(action): [
                label for label, own in zip(labels, chosen[:, k], strict=True) if own == action
            ]
            for action in np.flatnonzero(np.isfinite(samples[0]))
        }
        found.append(_disagreement(played, k, _choices(samples, by_action, setting.game)))
    return sorted(found, key=lambda deal: -deal.gap)


def _play(
    agents: Sequence[Agent],
    setting: Setting,
    of_deals: np.random.SeedSequence,
    of_play: np.random.SeedSequence,
) -> _Played:
    """Play all deals, every agent in every seat in turn."""
    deals, n = setting.deals, setting.num_players
    before = seeded_games(setting, child_seeds(of_deals, deals), 1)
    seating = (np.arange(deals)[:, np.newaxis] + np.arange(n)) % len(agents)
    seen: list[tuple[np.ndarray[Any, Any], NDArray[np.int8]]] = []
    rngs = [np.random.default_rng(seed) for seed in child_seeds(of_play, len(agents))]
    players = [Player(_Recorded(agent, seen), rng) for agent, rng in zip(agents, rngs, strict=True)]
    moves: Moves = []
    play_games(setting.game, players, before.copy(), seating, moves)
    played, rows = np.zeros(deals, np.int64), []
    for (games, _), (views, masks) in zip(moves, seen, strict=True):
        open_ = masks.sum(axis=1) > 1
        rows.append((games[open_], played[games[open_]], views[open_], masks[open_]))
        played[games] += 1
    actions = actions_by_game(moves, deals)
    return _Played(setting, before, actions, *map(np.concatenate, zip(*rows, strict=True)))


class _Recorded:
    """An agent whose views and masks are added to a list, move by move."""

    def __init__(
        self, agent: Agent, seen: list[tuple[np.ndarray[Any, Any], NDArray[np.int8]]]
    ) -> None:
        self.name, self._agent, self._seen = agent.name, agent, seen

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """What the agent chooses."""
        self._seen.append((views.copy(), masks.copy()))
        return self._agent.act(views, masks, rng)


def _widest(
    played: _Played,
    chosen: NDArray[np.int64],
    search: PolicySearchAgent,
    rng: np.random.Generator,
) -> list[int]:
    """One decision of each deal in which agents differ, the widest gap first."""
    differ = np.flatnonzero((chosen != chosen[0]).any(axis=0))[:_SEARCHED]
    values = search.values(played.views[differ], played.masks[differ], rng)
    worth = np.take_along_axis(values, chosen[:, differ].T, axis=1)
    order = differ[np.argsort(worth.min(axis=1) - worth.max(axis=1), kind="stable")]
    _, first = np.unique(played.games[order], return_index=True)
    return [int(k) for k in order[np.sort(first)]]


def _disagreement(played: _Played, k: int, choices: list[Choice]) -> Disagreement:
    """Decision `k`: the seat to act, its cards, what has happened so far, and the choices."""
    game, view = int(played.games[k]), played.views[k]
    step, actions = int(played.plies[k]), played.actions[game]
    before = played.before[game : game + 1]
    env = replayed(record_of(played.setting, before, actions[:step]))
    seat = int(view["seat"])
    of_chosen = [choice.worth.mean for choice in choices if choice.by]
    return Disagreement(
        deal=game,
        seat=seat,
        dealer=env.dealer,
        trump=getattr(env, "trump", None),  # None: the game has none
        hand=env.hands[seat],
        chips=int(view["table"]["chips"][seat]),
        story=[env.event_text(e) for e in env.events if e.kind.name != "STAKES"],
        choices=choices,
        gap=of_chosen[0] - of_chosen[-1],
        record=record_of(played.setting, before, actions),
        step=step,
    )


def _choices(
    samples: NDArray[np.float64], by_action: dict[int, list[str]], game: str
) -> list[Choice]:
    """What every legal action is worth, by (samples, actions) searches, the best one first."""
    name = game_named(game).action_name
    choices = [
        Choice(name(action), t_interval(samples[:, action]), by) for action, by in by_action.items()
    ]
    return sorted(choices, key=lambda choice: -choice.worth.mean)
