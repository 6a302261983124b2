"""The network of learned agents: one encoder for the table, one shared by all cards in hand.

A card's logit is computed from its own features and from the encoded table and hand, so that what
is learned of one card holds for every card. The other actions (such as declarations) have a linear
layer over the encoded table. The network is the same for every game; its sizes are those of the
game's features.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from agents.game_agents import features_of
from agents.learned.forecast import FORECAST
from agents.learned.game_range import GameRange
from marriage_env.core.cards import NUM_CARDS
from marriage_env.game import game_named

MOST_UNITS = 2048
# The logit of an illegal action. Not -inf, whose product with a probability of 0 is nan.
_NEVER = torch.finfo(torch.float32).min


@dataclass(frozen=True)
class Shape:
    """The sizes of a network.

    `units` is the width of the table's layers; a card's layers and the value's have half of it.
    """

    inputs: int
    units: int
    slots: int  # for cards in hand
    card_width: int  # places of a card's part
    num_actions: int  # of the game, the cards first

    @classmethod
    def of(cls, game_range: GameRange, units: int) -> Shape:
        """The sizes for a range of games."""
        features, game = features_of(game_range.game), game_named(game_range.game)
        inputs = features.width(game_range.seats)
        return cls(inputs, units, features.slots, features.card_width, game.num_actions)


class CardNetwork(nn.Module):
    """From features (B, inputs) to logits and values."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape, units, half = shape, shape.units, shape.units // 2
        self._others = shape.num_actions - NUM_CARDS
        ids_and_forecast = shape.slots + 1
        self._ids = shape.inputs - ids_and_forecast
        self._table = self._ids - shape.slots * shape.card_width
        self.read_table = nn.Linear(self._table, units)
        self.read_card = nn.Linear(shape.card_width, half)
        self.join_table = nn.Linear(units, units)
        self.join_hand = nn.Linear(half, units, bias=False)
        self.weigh_card = nn.Linear(half, half)
        self.weigh_table = nn.Linear(units, half, bias=False)
        self.weigh_again = nn.Linear(half, half)
        self.card_logit = nn.Linear(half, 1)
        self.other_logits = nn.Linear(units, self._others)
        self.value_input = nn.Linear(units, half)
        self.weigh_forecast = nn.Linear(1, half, bias=False)
        self.value_head = nn.Linear(half, 1)

    def candidates(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Logits and actions of the cards in hand and of the other actions, (B, C) each.

        An empty slot has the action after the last one. Then what `values` takes, (B, units).
        """
        cards = features[:, self._table : self._ids]
        cards = cards.reshape(-1, self.shape.slots, self.shape.card_width)
        card = torch.relu(self.read_card(cards))
        table = torch.relu(self.read_table(features[:, : self._table]))
        table = torch.relu(self.join_table(table) + self.join_hand(card.sum(dim=1)))
        weighed = torch.relu(self.weigh_card(card) + self.weigh_table(table).unsqueeze(1))
        weighed = weighed + torch.relu(self.weigh_again(weighed))
        logits = torch.cat([self.card_logit(weighed).squeeze(2), self.other_logits(table)], dim=1)
        others = torch.arange(NUM_CARDS, self.shape.num_actions, device=features.device)
        ids = features[:, self._ids : FORECAST].long()
        actions = torch.cat([ids, others.expand(len(features), self._others)], dim=1)
        return logits, actions, table

    def values(self, features: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
        """The values, (B, 1) in the unit of rewards; `table` is that of `candidates`."""
        # The forecast is privileged information: it may reach the value, never a logit.
        forecast = self.weigh_forecast(0.25 * features[:, FORECAST:])
        values: torch.Tensor = self.value_head(torch.relu(self.value_input(table) + forecast))
        return values

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """The logits of all actions, (B, actions); those of cards not in hand are 0."""
        logits, actions, _ = self.candidates(features)
        every = logits.new_zeros(len(logits), self.shape.num_actions + 1)
        return every.scatter(1, actions, logits)[:, :-1]


def log_chances(
    logits: torch.Tensor, actions: torch.Tensor, masks: NDArray[np.int8] | torch.Tensor
) -> torch.Tensor:
    """Log probabilities of candidates (B, C) under masks (B, actions)."""
    legal = nn.functional.pad(torch.as_tensor(masks, device=logits.device), (0, 1))
    return logits.masked_fill(legal.gather(1, actions) == 0, _NEVER).log_softmax(dim=1)


def fresh_network(shape: Shape, generator: torch.Generator) -> CardNetwork:
    """An untrained network on the CPU; `generator` is the only source of its random weights.

    The logits start near zero.
    """
    network = _without_weights(shape).to_empty(device="cpu")
    for layer in network.children():
        assert isinstance(layer, nn.Linear)
        nn.init.orthogonal_(layer.weight, gain=2**0.5, generator=generator)
        if layer.bias is not None:
            nn.init.zeros_(layer.bias)
    for layer in (network.card_logit, network.other_logits):
        nn.init.orthogonal_(layer.weight, gain=0.01, generator=generator)
    nn.init.orthogonal_(network.value_head.weight, generator=generator)
    return network


def network_of(shape: Shape, weights: Mapping[str, NDArray[np.float32]]) -> CardNetwork:
    """A network on the CPU with given weights, of `weight_shapes`."""
    network = _without_weights(shape)
    tensors = {name: torch.from_numpy(array.copy()) for name, array in weights.items()}
    network.load_state_dict(tensors, assign=True)
    return network


def weight_shapes(shape: Shape) -> dict[str, tuple[int, ...]]:
    """The shapes of all weights, by name."""
    state: dict[str, Any] = _without_weights(shape).state_dict()
    return {name: tuple(weight.shape) for name, weight in state.items()}


def weights_of(network: CardNetwork) -> dict[str, NDArray[np.float32]]:
    """A copy of the weights, by name."""
    return {name: weight.cpu().numpy().copy() for name, weight in network.state_dict().items()}


def _without_weights(shape: Shape) -> CardNetwork:
    """The layers without memory for weights: torch would draw them from its global generator."""
    with torch.device("meta"):
        return CardNetwork(shape)
