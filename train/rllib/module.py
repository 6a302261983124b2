"""The network of learned agents as an RLModule that masks illegal actions."""

from __future__ import annotations

from typing import Any

import torch
from gymnasium import spaces
from ray.rllib.core.columns import Columns
from ray.rllib.core.distribution.torch.torch_distribution import TorchCategorical
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch.torch_rl_module import TorchRLModule
from ray.rllib.utils.torch_utils import FLOAT_MIN

from agents.learned.game_range import GameRange
from agents.learned.network import CardNetwork, Shape, fresh_network
from marriage_env.game import game_named

OBSERVATIONS, MASK = "observations", "action_mask"


def spaces_of(game_range: GameRange) -> tuple[spaces.Dict, spaces.Discrete]:
    """Features with a mask, and the actions."""
    actions = game_named(game_range.game).num_actions
    inputs = Shape.of(game_range, 2).inputs
    seen = {
        OBSERVATIONS: spaces.Box(-float("inf"), float("inf"), (inputs,)),
        MASK: spaces.MultiBinary(actions),
    }
    return spaces.Dict(seen), spaces.Discrete(actions)


class CardModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """A `CardNetwork` with RLlib's interface.

    `model_config` has `game_range` and `width`. Observations are a Dict of `observations`, the
    features (B, inputs) float32, and `action_mask`, (B, actions); the logit of an illegal action
    is RLlib's least.
    """

    network: CardNetwork

    def setup(self) -> None:
        """Make the network; a run sets its weights."""
        game_range: GameRange = self.model_config["game_range"]
        shape = Shape.of(game_range, self.model_config["width"])
        self.network = fresh_network(shape, torch.Generator().manual_seed(0))
        self.action_dist_cls = TorchCategorical

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Masked logits of all actions."""
        return {Columns.ACTION_DIST_INPUTS: self._logits(batch)[0]}

    def _forward_train(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Masked logits, and what the value is computed from."""
        logits, table = self._logits(batch)
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: table}

    def _logits(self, batch: dict[str, Any]) -> tuple[torch.Tensor, torch.Tensor]:
        observed = batch[Columns.OBS]
        features, mask = observed[OBSERVATIONS], observed[MASK]
        logits, actions, table = self.network.candidates(features)
        every = logits.new_zeros(len(logits), mask.shape[1] + 1)
        every = every.scatter(1, actions, logits)[:, :-1]
        return every.masked_fill(mask == 0, FLOAT_MIN), table

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        """Values (B,) in the unit of rewards."""
        features = batch[Columns.OBS][OBSERVATIONS]
        table = self.network.candidates(features)[2] if embeddings is None else embeddings
        return self.network.values(features, table)[:, 0]
