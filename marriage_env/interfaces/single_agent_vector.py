"""A batch of games, one learner's seat in each, as a Gymnasium vector environment.

The rules on illegal actions, skipped matches and failing calls are those of
`marriage_env.interfaces.single_agent`.
"""

from __future__ import annotations

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
from marriage_env.interfaces.learner_games import LearnerGames
from marriage_env.interfaces.observation_format import check_format
from marriage_env.interfaces.opponents import Opponents
from marriage_env.interfaces.penalty import check_illegal_reward
from marriage_env.interfaces.pictures import Pictures, RenderOptions
from marriage_env.interfaces.render_modes import LEARNER, RENDER_MODES
from marriage_env.render.tiles import MOST_TILES

_Step = tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]
_MOST_ENVS = 2**31 - 1


class SoloVectorEnv(gymnasium.vector.VectorEnv[Any, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games with one learner's seat each, stepped by one call of the engine.

    Arguments as for `SoloEnv`, and `autoreset_mode`, one of Gymnasium's `AutoresetMode` or its
    value. With SAME_STEP, the default, matches restart in the step that ends them: the observation
    is then that of the next match, and the last observation of the match that ended is in
    `info["final_obs"]` where `info["_final_obs"]` is True, with its info in `info["final_info"]`.
    With NEXT_STEP they restart in the step after it, which ignores their action and gives the
    reward 0. `info` has the keys of `SoloEnv`'s with one row a
    game ("action_mask" is (num_envs, actions) int8, "illegal_action" is that of this step), and for
    each key a mask of the rows that are set under the same name with "_" before it, as in
    Gymnasium's own batches. All arrays belong to the caller.
    """

    metadata = {
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

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
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        dtype: str = "int8",
        observation_format: str = "flat",
        render_view: str = LEARNER,
        render_theme: str = "light",
    ) -> None:
        self.render_mode = render_mode
        self.autoreset_mode = _check_autoreset_mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.num_envs = as_int("num_envs", num_envs, 1, _MOST_ENVS)
        self.game = game_named(game)
        match = self.game.match(num_players, rules, accidents, deals)
        render = RenderOptions(render_mode, render_view, render_theme)
        self._pictures = Pictures(self.game, match.num_players, render, learner=True)
        self._format = check_format(dtype, observation_format)
        self._illegal_reward = check_illegal_reward(illegal_reward)
        self._games = LearnerGames(self.game, self.num_envs, match, opponents, seat)
        self.single_observation_space = self._format.space(self.game, match.num_players)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._all = np.arange(self.num_envs)
        self._over = np.zeros(self.num_envs, np.bool_)  # to restart in the next step
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
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
        self._over = np.zeros(self.num_envs, np.bool_)
        self._begun = True
        if self.render_mode == "human":
            self.render()
        return self._seen(), self._info(np.zeros(self.num_envs, np.bool_))

    def step(self, actions: NDArray[np.int64]) -> _Step:
        """One move of every learner, actions (num_envs,) integers of the action space.

        Raises ValueError for anything else, RuntimeError before reset.
        """
        if not self._begun:
            raise RuntimeError("the environment has not been reset: call reset() first")
        moves = as_integers("actions", actions, (self.num_envs,), 0, self.game.num_actions - 1)
        with self._games.undone_if_opponents_fail():
            restarting = self._over
            if restarting.any():
                self._games.begin(self._all[restarting])
            rewards, illegal, over = self._move(moves, ~restarting)
            if self.autoreset_mode is AutoresetMode.SAME_STEP:
                observations, info = self._restarted(illegal, over)
            else:
                observations, info = self._seen(), self._info(illegal)
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._over = over.copy()
        if self.render_mode == "human":
            self.render()
        return observations, rewards, over, np.zeros(self.num_envs, np.bool_), info

    def _move(
        self, moves: NDArray[np.int64], moving: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """The moves of the learners that are `moving`; an illegal one ends its match.

        Returns rewards, which moves were illegal, and which matches are over, each (num_envs,).
        """
        legal = moving & self._games.are_legal(moves)
        illegal = moving & ~legal
        rewards, over = np.zeros(self.num_envs), illegal.copy()
        if illegal.any():
            rewards[illegal] = (
                self._games.illegal_rewards(self._all[illegal])
                if self._illegal_reward is None
                else self._illegal_reward
            )
        rewards[legal], over[legal] = self._games.move(self._all[legal], moves[legal])
        return rewards, illegal, over

    def _restarted(
        self, illegal: NDArray[np.bool_], over: NDArray[np.bool_]
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a match where one is over; observations, and an info with those of the ends."""
        if not over.any():
            return self._seen(), self._info(illegal)
        final = {
            **_marked("final_obs", self._final(over), over),
            **_marked("final_info", self._info(illegal, over), over),
        }
        self._games.begin(self._all[over])
        return self._seen(), {**self._info(illegal), **final}

    def _final(self, over: NDArray[np.bool_]) -> NDArray[Any]:
        """The observations of the matches that are over, a row a game.

        Those that are dicts are in an array of objects, None in other rows, as in Gymnasium's own
        batches.
        """
        seen = self._seen()
        if not isinstance(seen, dict):
            return seen  # type: ignore[no-any-return]
        final = np.full(self.num_envs, None, np.object_)
        for i in np.flatnonzero(over):
            final[i] = {key: values[i] for key, values in seen.items()}
        return final

    def render(self) -> tuple[Any, ...] | None:
        """A picture of every game, as `SoloEnv.render` gives it; "human" shows 16 of them at most.

        The window shows the games after every reset and step.
        """
        if self.render_mode is None:
            return None
        if not self._begun:
            raise RuntimeError("the environment has not been reset: call reset() first")
        if self.render_mode != "human":
            return tuple(self._pictures.of(self._games.moment(i)) for i in self._all)
        moments = [self._games.moment(i) for i in self._all[:MOST_TILES]]
        self._pictures.show(moments, self.metadata["render_fps"])
        return None

    def close_extras(self, **kwargs: Any) -> None:
        """Close the window, if there is one."""
        self._pictures.close()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of every learner, (num_envs, actions) bool."""
        return self._games.masks().astype(np.bool_)

    def _seen(self) -> Any:
        return self._format.observation(self._games.observations(), self._games.masks)

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


def _check_autoreset_mode(given: object) -> AutoresetMode:
    """A mode that Gymnasium knows and this batch has; ValueError for others."""
    for mode in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP):
        if given is mode or given == mode.value:
            return mode
    raise ValueError(
        f"autoreset_mode={shown(given)}: expected AutoresetMode.SAME_STEP ('SameStep') or "
        "AutoresetMode.NEXT_STEP ('NextStep')"
    )
