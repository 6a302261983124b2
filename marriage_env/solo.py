"""A game for one learner, as Gymnasium environments: a single match and a true batch.

An illegal action inside the space ends the match with a reward of -1 and is counted in
`info["illegal_action"]`, as PettingZoo's wrapper does; nothing is replaced silently.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from marriage_env.fields import check_batch, is_integer
from marriage_env.game import Game, game_named
from marriage_env.learner import LearnerGames, Opponent
from marriage_env.random import check_seed

ILLEGAL_REWARD = -1.0
Opponents = Opponent | Sequence[Opponent | None] | None


def _spaces(game: Game, num_players: int) -> tuple[Any, Any]:
    """Observation and action space of one match."""
    low, high = game.layout.bounds(num_players)
    return spaces.Box(low, high, dtype=np.int8), spaces.Discrete(game.num_actions)


class SoloEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """One learner's seat in one game; the other seats are played inside.

    Args:
        num_players, rules, accidents, deals: as for `raw_env` of the game.
        opponents: None for uniformly random legal play, an agent with `act(views, masks, rng)`, or
            one for each seat.
        seat: the learner's seat, or None to draw it afresh for every match.
        game: "mariage" (the default of `Marriage-v0`) or "trynka" (of `Trynka-v0`).

    Observations are (length,) int8. A reward is the chips that have come to the learner since its
    last move; the first one includes its stakes, the last one what is paid after its last move.
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        num_players: int = 5,
        opponents: Opponents = None,
        seat: int | None = None,
        rules: Any = None,
        accidents: Any = None,
        deals: int | None = None,
        render_mode: str | None = None,
        game: str = "mariage",
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode={render_mode!r}: expected None")
        self.render_mode = None
        self.game = game_named(game)
        self._games = LearnerGames(
            self.game, 1, num_players, rules, accidents, deals, opponents, seat
        )
        self.observation_space, self.action_space = _spaces(self.game, num_players)
        self._seeded, self._running = False, False

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin a match; `options` as for `raw_env.reset`."""
        super().reset(seed=check_seed(seed))
        if seed is not None or not self._seeded:
            self._games.seed(seed)
            self._seeded = True
        self._games.begin(np.zeros(1, np.int64), options)
        self._running = True
        return self._games.observations()[0], self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """The learner's move, then the others' until it is asked again or the match is over."""
        if not self._running:
            raise RuntimeError("the match is over or not begun: call reset()")
        if not is_integer(action) and not self.action_space.contains(action):
            raise TypeError(f"action {action!r}: expected an integer")
        if not 0 <= int(action) < self.game.num_actions:
            last = self.game.num_actions - 1
            raise ValueError(f"action {action!r}: expected an integer from 0 to {last}")
        if not self.action_masks()[int(action)]:
            self._running = False
            info = {**self._info(), "illegal_action": True}
            return self._games.observations()[0], ILLEGAL_REWARD, True, False, info
        moves = np.array([int(action)], np.int64)
        rewards, over = self._games.move(np.zeros(1, np.int64), moves)
        self._running = not over[0]
        info = self._info()
        return self._games.observations()[0], float(rewards[0]), bool(over[0]), False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as (actions,) bool, where sb3-contrib's MaskablePPO looks for them."""
        masks: NDArray[np.bool_] = self._games.masks()[0].astype(np.bool_)
        return masks

    def _info(self) -> dict[str, Any]:
        mask = self._games.masks()[0]
        return {"action_mask": mask, "seat": int(self._games.learners[0]), "illegal_action": False}


class SoloVectorEnv(gymnasium.vector.VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games with a learner's seat each, on the batched engine.

    Matches restart in the step that ends them; what a learner saw last is in `info["final_obs"]`
    where `info["_final_obs"]`. `info["action_mask"]` is (num_envs, actions) int8.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        num_players: int = 5,
        opponents: Opponents = None,
        seat: int | None = None,
        rules: Any = None,
        accidents: Any = None,
        deals: int | None = None,
        render_mode: str | None = None,
        game: str = "mariage",
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode={render_mode!r}: expected None")
        if not is_integer(num_envs) or num_envs < 1:
            raise ValueError(f"num_envs={num_envs!r}: expected an integer of at least 1")
        self.num_envs, self.render_mode = int(num_envs), None
        self.game = game_named(game)
        self._games = LearnerGames(
            self.game, num_envs, num_players, rules, accidents, deals, opponents, seat
        )
        single = _spaces(self.game, num_players)
        self.single_observation_space, self.single_action_space = single
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all = np.arange(num_envs)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin a match in every game; packs and dealers can be given to a single game only."""
        given = {"deck", "dealer", "accidents"} & (options or {}).keys()
        if given:
            raise ValueError(f"options {sorted(given)}: only a single game takes them")
        super().reset(seed=check_seed(seed))
        if seed is not None or not self._begun:
            self._games.seed(seed)
        self._begun = True
        self._games.begin(self._all)
        self._masks = self._games.masks()
        return self._games.observations(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.int8],
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """One move of every learner, actions (num_envs,) integers of the action space."""
        moves = self._checked(actions)
        legal = self._masks[self._all, moves] == 1
        rewards = np.full(self.num_envs, ILLEGAL_REWARD)
        over = ~legal
        rewards[legal], over[legal] = self._games.move(self._all[legal], moves[legal])
        observations = self._games.observations()
        final = {}
        if over.any():
            final = {"final_obs": observations, "_final_obs": over}
            self._games.begin(self._all[over])
            observations = self._games.observations()
        self._masks = self._games.masks()
        info = {**self._info(), "illegal_action": ~legal, **final}
        return observations, rewards, over, np.zeros(self.num_envs, np.bool_), info

    def _checked(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        if not self._begun:
            raise RuntimeError("the environment has not been reset: call reset() first")
        moves = check_batch(actions, self.num_envs)
        last = self.game.num_actions - 1
        if moves.min() < 0 or moves.max() > last:
            raise ValueError(f"actions from {moves.min()} to {moves.max()}: expected 0 to {last}")
        return moves

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of every learner, (num_envs, actions) bool."""
        return self._masks.astype(np.bool_)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._masks, "seat": self._games.learners.copy()}
