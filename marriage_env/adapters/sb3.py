"""The batched Gymnasium environments as a Stable-Baselines3 `VecEnv`.

    import gymnasium
    from sb3_contrib import MaskablePPO
    from marriage_env.adapters.sb3 import SB3VecEnv

    env = SB3VecEnv(gymnasium.make_vec("Marriage-v0", num_envs=256))
    model = MaskablePPO("MlpPolicy", env).learn(100_000)

This module needs Stable-Baselines3 (`pip install marriage-env[sb3]`); nothing else in the package
imports it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from marriage_env.core.arguments import shown
from marriage_env.interfaces.single_agent_vector import SoloVectorEnv

# What an info of a match that ended tells besides its last observation.
_FINAL = ("seat", "illegal_action", "skipped_matches", "skipped_chips")


class SB3VecEnv(VecEnv):
    """A batch of matches with one learner's seat each, stepped by one call of the engine.

    Observations are those of the batch, (num_envs, length) int8 by default, rewards (num_envs,)
    float64 in chips, dones (num_envs,) bool. As in every `VecEnv`, a match that ends is
    reset in the same step: the observation is then that of the next match, and the info of that
    step has "terminal_observation", "seat", "illegal_action", "skipped_matches" and
    "skipped_chips" of the match that ended. Other infos are empty. `env_method("action_masks")`
    gives each match's legal actions, as MaskablePPO asks for them.

    Args:
        env: what `gymnasium.make_vec` gives for an environment of this package, such as
            "Marriage-v0". ValueError for anything else.
    """

    def __init__(self, env: Any) -> None:
        batch = getattr(env, "unwrapped", None)
        if not isinstance(batch, SoloVectorEnv):
            raise ValueError(f"env={shown(env)}: expected gymnasium.make_vec('Marriage-v0', ...)")
        if batch.autoreset_mode is not AutoresetMode.SAME_STEP:
            raise ValueError(
                f"env: autoreset_mode={shown(batch.autoreset_mode)}; expected SAME_STEP, in which "
                "every VecEnv of Stable-Baselines3 resets"
            )
        self.batch = batch
        self.render_mode = None
        super().__init__(batch.num_envs, batch.single_observation_space, batch.single_action_space)

    def reset(self) -> Any:
        """Begin a match in every game; call `seed` before it for reproducible matches."""
        seed = self._seeds[0]
        self._reset_seeds()
        return self.batch.reset(seed=seed)[0]

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Store the (num_envs,) actions for `step_wait`."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], list[dict[str, Any]]]:
        """Apply the stored actions; observations, rewards, dones and infos."""
        observations, rewards, done, _, info = self.batch.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(done):
            infos[i] = {name: info["final_info"][name][i].item() for name in _FINAL}
            infos[i]["terminal_observation"] = info["final_obs"][i]
        return observations, rewards, done, infos

    def close(self) -> None:
        """Close the batch."""
        self.batch.close()

    def has_attr(self, attr_name: str) -> bool:
        """Whether the batch has an attribute; MaskablePPO asks for `action_masks`."""
        return hasattr(self.batch, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of the batch, once for each game asked for."""
        return [getattr(self.batch, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Raise NotImplementedError: the games of a batch share their attributes."""
        raise NotImplementedError(f"{attr_name}: the games of a batch share their attributes")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """`action_masks` of each game asked for, (actions,) bool each.

        Raises NotImplementedError for another method: the games of a batch have no others.
        """
        if method_name != "action_masks" or method_args or method_kwargs:
            raise NotImplementedError(
                f"{method_name}: expected 'action_masks' without arguments, the one method that "
                "every game of a batch has"
            )
        masks = self.batch.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """False for each game asked for: single games are never wrapped."""
        return [False] * len(list(self._get_indices(indices)))

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed the next reset; game i is dealt from child i of the seed."""
        self._seeds = [seed] * self.num_envs
        return self._seeds
