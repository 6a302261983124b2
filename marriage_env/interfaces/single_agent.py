"""A game for one learner, as Gymnasium environments: a single match and a true batch.

An illegal action inside the space ends the match with a penalty, and `info["illegal_action"]` is
then True; no action is replaced silently. The penalty is below what any legal continuation can
bring (marriage_env.interfaces.penalty), unless `illegal_reward` says otherwise.

After a reset the learner is always to act. Matches that end before that (where another player can
be out first) are skipped: `info["skipped_matches"]` counts them, and `info["skipped_chips"]` is
what the learner won or lost in them, to be included in a mean over all matches played.

A call that raises changes nothing, neither the match under way nor the random streams.
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

from marriage_env.core.arguments import as_int, as_integers, as_options, shown
from marriage_env.core.rng import check_seed
from marriage_env.game import game_named
from marriage_env.interfaces.learner_games import LearnerGames, Opponent
from marriage_env.interfaces.penalty import check_illegal_reward
from marriage_env.interfaces.spaces import observation_box

Opponents = Opponent | Sequence[Opponent | None] | None
_Step = tuple[
    NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]
_MOST_ENVS = 2**31 - 1
_ONLY = np.zeros(1, np.int64)  # the games of a single one


class SoloEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """One learner's seat in one game; the other seats are played inside.

    Args:
        num_players, rules, accidents, deals: as for `raw_env` of the game.
        opponents: None for uniformly random legal play, an agent with `act(views, masks, rng)`, or
            one for each seat.
        seat: the learner's seat, or None to draw it afresh for every match.
        game: its name; `gymnasium.make` sets it.
        illegal_reward: the reward of an illegal action, any finite number; None for a penalty below
            every legal continuation.

    Observations are (length,) int8. A reward is the chips that the learner has won or lost since
    its last move; the first one includes its stakes, the last one what is paid after its last move.
    All arrays and infos belong to the caller. `info` has "action_mask" (actions,) int8 (ones after
    the match), "seat", "illegal_action", "skipped_matches" and "skipped_chips".
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        num_players: int | None = None,
        opponents: Opponents = None,
        seat: int | None = None,
        rules: Any = None,
        accidents: Any = None,
        deals: int | None = None,
        render_mode: str | None = None,
        *,
        game: str,
        illegal_reward: float | None = None,
    ) -> None:
        _check_render_mode(render_mode)
        self.render_mode = None
        self.game = game_named(game)
        match = self.game.match(num_players, rules, accidents, deals)
        self._illegal_reward = check_illegal_reward(illegal_reward)
        self._games = LearnerGames(self.game, 1, match, opponents, seat)
        self.observation_space = observation_box(self.game, match.num_players)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self._seeded, self._running = False, False

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin a match; `options` as for `raw_env.reset`.

        Raises ValueError for a wrong seed or option, and for a given match (packs or accidents)
        that ends before the learner is to act. A given dealer also deals in skipped matches.
        """
        number, options = check_seed(seed), as_options(options)
        with self._games.undone_on_error():
            if number is not None or not self._seeded:
                self._games.seed(number)
            self._games.begin(_ONLY, options)
        super().reset(seed=number)
        self._seeded = self._running = True
        return self._games.observations()[0], self._info(False)

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """The learner's move, then the others' until it is to act again or the match is over.

        Raises ValueError for a value that is no action, and RuntimeError before reset and after the
        match.
        """
        if not self._running:
            raise RuntimeError("the match is over or not begun: call reset()")
        move = np.array([as_int("action", action, 0, self.game.num_actions - 1)])
        if not self._games.are_legal(move)[0]:
            self._running = False
            reward = self._illegal_reward
            if reward is None:
                reward = float(self._games.illegal_rewards(_ONLY)[0])
            return self._games.observations()[0], reward, True, False, self._info(True)
        with self._games.undone_if_opponents_fail():
            rewards, over = self._games.move(_ONLY, move)
        self._running = not over[0]
        reward, info = float(rewards[0]), self._info(False)
        return self._games.observations()[0], reward, bool(over[0]), False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, (actions,) bool; sb3-contrib's MaskablePPO calls this."""
        masks: NDArray[np.bool_] = self._games.masks()[0].astype(np.bool_)
        return masks

    def _info(self, illegal: bool) -> dict[str, Any]:
        return {
            "action_mask": self._games.masks()[0],
            "seat": int(self._games.learners[0]),
            "illegal_action": illegal,
            "skipped_matches": int(self._games.skipped_matches[0]),
            "skipped_chips": int(self._games.skipped_chips[0]),
        }


class SoloVectorEnv(gymnasium.vector.VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games with one learner's seat each, stepped by one call of the engine.

    Arguments as for `SoloEnv`. Matches restart in the step that ends them
    (`AutoresetMode.SAME_STEP`): the observation is then that of the next match, and the last
    observation of the match that ended is in `info["final_obs"]` where `info["_final_obs"]` is
    True, with its info in `info["final_info"]`. `info` has the keys of `SoloEnv`'s with one row a
    game ("action_mask" is (num_envs, actions) int8, "illegal_action" is that of this step), and for
    each key a mask of the rows that are set under the same name with "_" before it, as in
    Gymnasium's own batches. All arrays belong to the caller.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        num_players: int | None = None,
        opponents: Opponents = None,
        seat: int | None = None,
        rules: Any = None,
        accidents: Any = None,
        deals: int | None = None,
        render_mode: str | None = None,
        *,
        game: str,
        illegal_reward: float | None = None,
    ) -> None:
        _check_render_mode(render_mode)
        self.render_mode = None
        self.num_envs = as_int("num_envs", num_envs, 1, _MOST_ENVS)
        self.game = game_named(game)
        match = self.game.match(num_players, rules, accidents, deals)
        self._illegal_reward = check_illegal_reward(illegal_reward)
        self._games = LearnerGames(self.game, self.num_envs, match, opponents, seat)
        self.single_observation_space = observation_box(self.game, match.num_players)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._all = np.arange(self.num_envs)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin a match in every game; packs and dealers can be given to a single game only."""
        number = check_seed(seed)
        given = {"deck", "dealer", "accidents"} & as_options(options).keys()
        if given:
            raise ValueError(f"options {sorted(given)}: only a single game takes them")
        with self._games.undone_on_error():
            if number is not None or not self._begun:
                self._games.seed(number)
            self._games.begin(self._all)
        super().reset(seed=number)
        self._begun = True
        return self._games.observations(), self._info(np.zeros(self.num_envs, np.bool_))

    def step(self, actions: NDArray[np.int64]) -> _Step:
        """One move of every learner, actions (num_envs,) integers of the action space.

        Raises ValueError for anything else, RuntimeError before reset.
        """
        if not self._begun:
            raise RuntimeError("the environment has not been reset: call reset() first")
        moves = as_integers("actions", actions, (self.num_envs,), 0, self.game.num_actions - 1)
        with self._games.undone_if_opponents_fail():
            return self._step(moves, self._games.are_legal(moves))

    def _step(self, moves: NDArray[np.int64], legal: NDArray[np.bool_]) -> _Step:
        """`step` with moves in the action space; an illegal one ends its match."""
        rewards, over = np.zeros(self.num_envs), ~legal
        if not legal.all():
            wrong = self._all[over]
            rewards[wrong] = (
                self._games.illegal_rewards(wrong)
                if self._illegal_reward is None
                else self._illegal_reward
            )
        rewards[legal], over[legal] = self._games.move(self._all[legal], moves[legal])
        observations, final = self._games.observations(), {}
        if over.any():
            final = {
                **_marked("final_obs", observations, over),
                **_marked("final_info", self._info(~legal, over), over),
            }
            self._games.begin(self._all[over])
            observations = self._games.observations()
        info = {**self._info(~legal), **final}
        return observations, rewards, over, np.zeros(self.num_envs, np.bool_), info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of every learner, (num_envs, actions) bool."""
        return self._games.masks().astype(np.bool_)

    def _info(
        self, illegal: NDArray[np.bool_], rows: NDArray[np.bool_] | None = None
    ) -> dict[str, Any]:
        """The info of the marked rows (None: all)."""
        games = self._games
        values = {
            "action_mask": games.masks(),
            "seat": games.learners.copy(),
            "illegal_action": illegal.copy(),
            "skipped_matches": games.skipped_matches.copy(),
            "skipped_chips": games.skipped_chips.copy(),
        }
        meant = np.ones(self.num_envs, np.bool_) if rows is None else rows
        info: dict[str, Any] = {}
        for key, value in values.items():
            info.update(_marked(key, value, meant))
        return info


def _marked(key: str, value: Any, rows: NDArray[np.bool_]) -> dict[str, Any]:
    """An entry of a batch's info, and a mask of the rows that are set."""
    return {key: value, f"_{key}": rows.copy()}


def _check_render_mode(render_mode: object) -> None:
    if render_mode is not None:
        raise ValueError(f"render_mode={shown(render_mode)}: expected None")
