"""The batched Gymnasium face as an SB3 VecEnv, for MaskablePPO and its callbacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from marriage_env.interfaces.single_agent import SoloVectorEnv


class SB3VecEnv(VecEnv):
    """`SB3VecEnv(gymnasium.make_vec("Marriage-v0", num_envs=256))`, one learner's seat a game.

    "Trynka-v0" likewise.
    """

    def __init__(self, env: Any) -> None:
        batch = env.unwrapped
        if not isinstance(batch, SoloVectorEnv):
            raise ValueError(f"{env!r}: expected gymnasium.make_vec('Marriage-v0', ...)")
        self.batch = batch
        self.render_mode = None
        super().__init__(batch.num_envs, batch.single_observation_space, batch.single_action_space)

    def reset(self) -> NDArray[np.int8]:
        """The first observations; `seed()` before it decides them."""
        seed = self._seeds[0]
        self._reset_seeds()
        observations, _ = self.batch.reset(seed=seed)
        return observations

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Remember the actions."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], list[dict[str, Any]]]:
        """Make the moves; a match that ended has its last observation in its info."""
        observations, rewards, done, _, info = self.batch.step(self._actions)
        infos: list[dict[str, Any]] = [{}] * self.num_envs
        for i in np.flatnonzero(done):
            infos[i] = {"terminal_observation": info["final_obs"][i]}
        return observations, rewards, done, infos

    def close(self) -> None:
        """Close the batch."""
        self.batch.close()

    def has_attr(self, attr_name: str) -> bool:
        """MaskablePPO asks for `action_masks`."""
        return hasattr(self.batch, attr_name)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """The batch's answer, as the one element of a list: MaskablePPO stacks it either way."""
        return [getattr(self.batch, method_name)(*method_args, **method_kwargs)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The batch's attribute, for each game asked for."""
        return [getattr(self.batch, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Games of a batch have no attributes of their own."""
        raise NotImplementedError(f"{attr_name}: the games of a batch share their attributes")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False] * len(list(self._get_indices(indices)))

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed the next reset; the games have child streams of it."""
        self._seeds = [seed] * self.num_envs
        return self._seeds
