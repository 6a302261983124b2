"""The network of learned agents: the table is read once, every card in hand by the same weights.

A card's logit comes from its own features and from what the network has made of table and hand; so
what is learned of one card serves every card. The other actions (keep a queen back, declare) have a
linear layer over the table. One network serves every game; sizes are those of its features.
"""

from __future__ import annotations

from typing import Any

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.type_aliases import Schedule
from torch import nn

from agents.learnable import FORECAST, LEARNABLE
from marriage_env.cards import NUM_CARDS
from marriage_env.game import game_named

# Checkpoints from before there was another game do not say the sizes of theirs.
_FIRST, _FIRST_ACTIONS = LEARNABLE["mariage"], game_named("mariage").num_actions
_NEVER = -1e8  # the logit of an illegal action


class CardNetwork(BaseFeaturesExtractor):
    """From features (B, width) to logits and a value's input.

    Args:
        observation_space: of the features of a number of seats.
        units: width of the table's layers; a card's layers and the value's have half of it.
        slots: for cards in hand.
        card_width: places of a card's part.
        num_actions: of the game, the cards first.
    """

    def __init__(
        self,
        observation_space: spaces.Box,
        units: int = 128,
        slots: int = _FIRST.slots,
        card_width: int = _FIRST.card_width,
        num_actions: int = _FIRST_ACTIONS,
    ) -> None:
        super().__init__(observation_space, num_actions + units // 2)
        self._slots, self._card_width, self._actions = slots, card_width, num_actions
        self._others = num_actions - NUM_CARDS
        ids_and_forecast = slots + 1
        self._ids = int(observation_space.shape[0]) - ids_and_forecast
        self._table = self._ids - slots * card_width
        self.read_table = nn.Linear(self._table, units)
        self.read_card = nn.Linear(card_width, units // 2)
        self.join_table = nn.Linear(units, units)
        self.join_hand = nn.Linear(units // 2, units, bias=False)
        self.weigh_card = nn.Linear(units // 2, units // 2)
        self.weigh_table = nn.Linear(units, units // 2, bias=False)
        self.weigh_again = nn.Linear(units // 2, units // 2)
        self.card_logit = nn.Linear(units // 2, 1)
        self.other_logits = nn.Linear(units, self._others)
        self.value_input = nn.Linear(units, units // 2)
        self.weigh_forecast = nn.Linear(1, units // 2, bias=False)

    def candidates(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Logits and actions of the cards in hand and of the other actions, (B, C) each.

        An empty slot has the action after the last one. Then the value's input, (B, units / 2).
        """
        cards = features[:, self._table : self._ids].reshape(-1, self._slots, self._card_width)
        card = torch.relu(self.read_card(cards))
        table = torch.relu(self.read_table(features[:, : self._table]))
        table = torch.relu(self.join_table(table) + self.join_hand(card.sum(dim=1)))
        weighed = torch.relu(self.weigh_card(card) + self.weigh_table(table).unsqueeze(1))
        weighed = weighed + torch.relu(self.weigh_again(weighed))
        logits = torch.cat([self.card_logit(weighed).squeeze(2), self.other_logits(table)], dim=1)
        others = torch.arange(NUM_CARDS, self._actions, device=features.device)
        actions = torch.cat(
            [features[:, self._ids : FORECAST].long(), others.expand(len(features), self._others)],
            dim=1,
        )
        # The forecast knows hidden cards: it may reach the value, never a logit.
        forecast = self.weigh_forecast(0.25 * features[:, FORECAST:])
        return logits, actions, torch.relu(self.value_input(table) + forecast)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """The logits of all actions, then the value's input, (B, actions + units / 2)."""
        logits, actions, value_input = self.candidates(features)
        all_logits = logits.new_zeros(len(logits), self._actions + 1).scatter(1, actions, logits)
        return torch.cat([all_logits[:, :-1], value_input], dim=1)


class _Columns(nn.Module):
    """The columns of a row from one place to another."""

    def __init__(self, first: int, last: int) -> None:
        super().__init__()
        self._columns = slice(first, last)

    def forward(self, row: torch.Tensor) -> torch.Tensor:
        """(B, …) to (B, last - first)."""
        return row[:, self._columns]


class CardPolicy(MaskableActorCriticPolicy):
    """SB3's maskable policy over a `CardNetwork`.

    `forward` and `evaluate_actions` look at the candidates alone, fifteen in Mariage, which is what
    makes them fast; the distribution over all actions is the same.
    """

    features_extractor: CardNetwork

    def _build(self, lr_schedule: Schedule) -> None:
        """Make the heads and the optimiser; the logits start near zero."""
        self._build_mlp_extractor()
        assert isinstance(self.action_space, spaces.Discrete)
        actions = int(self.action_space.n)
        self.action_net = _Columns(0, actions)  # type: ignore[assignment]
        self.value_head = nn.Linear(self.features_dim - actions, 1)
        self.value_net = nn.Sequential(  # type: ignore[assignment]
            _Columns(actions, self.features_dim), self.value_head
        )
        network = self.features_extractor
        network.apply(lambda layer: self.init_weights(layer, gain=2**0.5))
        for layer in (network.card_logit, network.other_logits):
            self.init_weights(layer, gain=0.01)
        self.optimizer = self.optimizer_class(
            self.parameters(),
            lr=lr_schedule(1),  # type: ignore[call-arg]
            **self.optimizer_kwargs,
        )

    def candidates(
        self, obs: torch.Tensor, masks: Any
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Log probabilities and actions of the candidates, (B, C) each; values, (B, 1)."""
        logits, actions, value_input = self.features_extractor.candidates(obs)
        legal = nn.functional.pad(torch.as_tensor(masks, device=obs.device), (0, 1))
        logits = logits.masked_fill(legal.gather(1, actions) == 0, _NEVER)
        return logits.log_softmax(dim=1), actions, self.value_head(value_input)

    def forward(  # type: ignore[override]
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Actions (B,), values (B, 1) and the actions' log probabilities (B,)."""
        log_probs, actions, values = self.candidates(obs, action_masks)
        if deterministic:
            chosen = log_probs.argmax(dim=1, keepdim=True)
        else:
            chosen = log_probs.exp().multinomial(1)
        return actions.gather(1, chosen)[:, 0], values, log_probs.gather(1, chosen)[:, 0]

    def evaluate_actions(  # type: ignore[override]
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Values (B, 1), the actions' log probabilities (B,), and the policy's entropy (B,)."""
        log_probs, candidates, values = self.candidates(obs, action_masks)
        taken = (log_probs * (candidates == actions[:, None])).sum(dim=1)
        return values, taken, -(log_probs.exp() * log_probs).sum(dim=1)


def policy_kwargs(units: int, game: str = "mariage") -> dict[str, Any]:
    """SB3's `policy_kwargs` for a `CardPolicy` of this width that plays a game."""
    kind = LEARNABLE[game]
    sizes = {"slots": kind.slots, "card_width": kind.card_width}
    return {
        "features_extractor_class": CardNetwork,
        "features_extractor_kwargs": {
            "units": units,
            **sizes,
            "num_actions": game_named(game).num_actions,
        },
        "net_arch": {"pi": [], "vf": []},
    }
