"""Each decision is credited with what its own seat won from then on, and with nothing else."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from marriage_env import Rules
from marriage_env.mariage import observe
from tests.play import HARD
from train.buffer import DecisionBuffer
from train.collect import Collector
from train.config import PPOConfig
from train.credit import advantages_of
from train.ppo import make_buffer, make_model

TINY = PPOConfig(games=40, width=8, seed=3, match_deals=2)


def collected(rules: Rules, players: int = 5) -> tuple[Collector, DecisionBuffer]:
    """One update's matches under `rules`, with rewards in chips."""
    model = make_model(TINY if players == 5 else PPOConfig(players=players, width=8))
    buffer = make_buffer(model, TINY)
    collector = Collector(players, rules, match_deals=2, games=40, seed=5)
    collector.collect(model, buffer, reward_scale=1.0)
    return collector, buffer


@pytest.mark.parametrize(
    "rules", [Rules.typical(), Rules.modern(), Rules.classic(), Rules.guimbarde(), HARD]
)
def test_a_return_is_the_seats_final_chips_less_those_it_had_when_it_decided(rules):
    collector, buffer = collected(rules)
    # Without a value estimate and with lambda 1 an advantage plus value is the plain return.
    returns = buffer.returns
    own_chips = observe.unpack(buffer.observations, 5)["chips"][:, 0].astype(int)
    final = collector.states["table"]["chips"][:, :5].reshape(-1)
    streams = streams_of(collector, buffer)
    assert np.abs(own_chips).max() < 127
    np.testing.assert_allclose(returns, final[streams] - own_chips, atol=1e-4)


def streams_of(collector: Collector, buffer: DecisionBuffer) -> np.ndarray:
    """Play the same matches again and note which seat of which game made each decision."""
    twin = Collector(5, Rules.typical(), 2, 40, 5)
    twin.states["table"]["rules"] = collector.states["table"]["rules"]
    seen: list[np.ndarray] = []

    class Memory(DecisionBuffer):
        def fill(self, *columns: np.ndarray) -> None:
            seen.append(columns[-1])

    model = make_model(TINY)
    twin.collect(model, Memory(1, model.observation_space, model.action_space), 1.0)
    assert len(seen[0]) == len(buffer.actions)
    return seen[0]


def test_every_decision_is_a_real_one_and_its_action_legal():
    _, buffer = collected(HARD, players=7)
    assert (buffer.action_masks.sum(axis=1) > 1).all()
    assert buffer.action_masks[np.arange(len(buffer.actions)), buffer.actions].all()


def test_advantages_run_along_each_stream_by_hand():
    """Streams 0 and 1 take turns: decisions 0, 2 and 3 are stream 0's, 1 is stream 1's.

    gamma 1, lambda 0.5. Stream 0, backwards: decision 3: 4 - 1 = 3; decision 2: -1 + 1 - 2 = -2,
    plus half of 3 is -0.5; decision 0: 0 + 2 - 1 = 1, plus half of -0.5 is 0.75.
    Stream 1: decision 1: -4 - 3 = -7.
    """
    rewards = np.array([0, -4, -1, 4], np.float32)
    values = np.array([1, 3, 2, 1], np.float32)
    advantages = np.zeros(4, np.float32)
    advantages_of(rewards, values, np.array([0, 1, 0, 0]), 2, 1.0, 0.5, advantages)
    assert advantages.tolist() == [0.75, -7.0, -0.5, 3.0]


def test_the_first_minibatch_finds_the_policy_unchanged():
    model = make_model(TINY)
    buffer = make_buffer(model, TINY)
    Collector(5, Rules.typical(), 1, 40, 5).collect(model, buffer, 1.0)
    for batch in buffer.get(256):
        _, log_probs, _ = model.policy.evaluate_actions(
            batch.observations, batch.actions, action_masks=batch.action_masks
        )
        torch.testing.assert_close(log_probs, batch.old_log_prob, atol=1e-5, rtol=0)


def test_a_decision_without_legal_actions_is_refused():
    model = make_model(TINY)
    buffer = make_buffer(model, TINY)
    nothing = np.zeros((1, 62), np.int8)
    one = np.zeros(1, np.float32)
    with pytest.raises(ValueError, match="without a legal action"):
        buffer.fill(nothing, nothing, one, one, one, one, np.zeros(1, np.int64))
