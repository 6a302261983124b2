"""Play matches in lockstep, every seat by the policy that learns, and keep the real decisions."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from marriage_env import Accidents, Rules
from marriage_env.jit import records
from marriage_env.mariage import batch, observe
from marriage_env.mariage.actions import NUM_ACTIONS
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.state import NO_CHANCE, new_states
from marriage_env.mariage.view import VIEW
from marriage_env.random import child_seeds, stream_of
from train.buffer import DecisionBuffer
from train.credit import advance, begin


class Collector:
    """Plays `games` whole matches for each update; the same seed gives the same matches."""

    def __init__(
        self, num_players: int, rules: Rules, match_deals: int, games: int, seed: int
    ) -> None:
        self.num_players = num_players
        self.states = new_states(games, num_players, rules, match_deals, Accidents())
        for i, child in enumerate(child_seeds(seed, games)):
            self.states["stream"][i] = stream_of(child)
        self._last = np.zeros((games, num_players), np.int64)

    def collect(self, model: MaskablePPO, buffer: DecisionBuffer, reward_scale: float) -> int:
        """Play the matches to their ends and fill the buffer; the number of decisions."""
        steps = []
        rewards = np.zeros(0, np.float32)
        count = 0
        begin(self.states, NO_CHANCE, NO_LOG, self._last, rewards)
        model.policy.set_training_mode(False)
        while (games := np.flatnonzero(self.states["seat"] >= 0)).size:
            step = self._decide(model, games)
            rewards = np.concatenate([rewards, np.zeros(len(games), np.float32)])
            refused = advance(
                self.states, games, NO_CHANCE, NO_LOG, step[2], count, self._last, rewards
            )
            if refused >= 0:
                raise RuntimeError(f"the policy chose an illegal action, {step[2][refused]}")
            count += len(games)
            steps.append(step)
        columns = [np.concatenate(column) for column in zip(*steps, strict=True)]
        observations, masks, actions, values, log_probs, streams = columns
        scaled = rewards * np.float32(reward_scale)
        buffer.fill(observations, masks, actions, values, log_probs, scaled, streams)
        return count

    def _decide(self, model: MaskablePPO, games: NDArray[np.int64]) -> list[NDArray[np.generic]]:
        """Observations, masks, actions, values, log probabilities and streams of one step."""
        views = records(len(games), VIEW)
        batch.write_views(self.states, games, views, 0, len(games))
        observations = np.empty((len(games), observe.length(self.num_players)), np.int8)
        batch.encode_views(views, observations)
        masks = np.zeros((len(games), NUM_ACTIONS), np.int8)
        batch.write_masks_of(self.states, games, masks)
        with torch.no_grad():
            actions, values, log_probs = model.policy(
                torch.as_tensor(observations, device=model.device), action_masks=masks
            )
        streams = games * self.num_players + self.states["seat"][games]
        return [
            observations,
            masks,
            actions.cpu().numpy(),
            values.cpu().numpy().ravel(),
            log_probs.cpu().numpy(),
            streams,
        ]
