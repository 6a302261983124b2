"""The network of learned agents as an sb3-contrib policy, which MaskablePPO trains."""

from __future__ import annotations

from typing import Any

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule

from agents.learned.network import CardNetwork
from train.reference_policy import ReferencePolicy
from train.sampling import candidates_of, sample


class CardPolicy(MaskableActorCriticPolicy):
    """A maskable policy over a `CardNetwork`.

    It evaluates only the candidate actions (the cards in hand and the actions that are not cards),
    which makes it fast; the distribution over all actions is the same.

    Args:
        observation_space: rows of features.
        action_space: of the game.
        lr_schedule: gives the initial learning rate.
        network: the network to train.
        sampler: generator of the sampled actions, on the device of the network.
    """

    def __init__(
        self,
        observation_space: spaces.Space[Any],
        action_space: spaces.Space[Any],
        lr_schedule: Schedule,
        network: CardNetwork,
        sampler: torch.Generator,
    ) -> None:
        super().__init__(observation_space, action_space, lr_schedule, net_arch=[])
        self.network, self.sampler = network, sampler
        self.reference: ReferencePolicy | None = None
        self.optimizer = self.optimizer_class(
            self.parameters(),
            lr=lr_schedule(1),  # type: ignore[call-arg]
            foreach=True,  # the same results; a loop over the tensors takes twice as long
            **self.optimizer_kwargs,
        )

    def _build(self, lr_schedule: Schedule) -> None:
        """Build none of SB3's own layers."""

    def candidates(
        self, obs: torch.Tensor, masks: Any
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """As `candidates_of` its network."""
        return candidates_of(self.network, obs, masks)

    def forward(  # type: ignore[override]
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Actions (B,), values (B, 1) and the actions' log probabilities (B,)."""
        if not deterministic:
            return sample(self.network, self.sampler, obs, action_masks)
        log_probs, actions, values = self.candidates(obs, action_masks)
        chosen = log_probs.argmax(dim=1, keepdim=True)
        return actions.gather(1, chosen)[:, 0], values, log_probs.gather(1, chosen)[:, 0]

    def evaluate_actions(  # type: ignore[override]
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Values (B, 1), the actions' log probabilities (B,), and the policy's entropy (B,).

        With a reference policy minus the divergence from it, in place of the entropy.
        """
        log_probs, candidates, values = self.candidates(obs, action_masks)
        taken = (log_probs * (candidates == actions[:, None])).sum(dim=1)
        ratios = log_probs
        if self.reference is not None:
            ratios = log_probs - self.reference.log_chances(obs, candidates, action_masks)
        return values, taken, -(log_probs.exp() * ratios).sum(dim=1)

    def predict_values(self, obs: torch.Tensor) -> torch.Tensor:  # type: ignore[override]
        """Values, (B, 1)."""
        return self.network.values(obs, self.network.candidates(obs)[2])

    def get_distribution(  # type: ignore[override]
        self, obs: torch.Tensor, action_masks: Any = None
    ) -> MaskableDistribution:
        """The distribution over all actions."""
        distribution = self.action_dist.proba_distribution(action_logits=self.network(obs))
        if action_masks is not None:
            distribution.apply_masking(action_masks)
        return distribution
