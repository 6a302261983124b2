"""Playing while learning: what is learned from, that timing changes nothing, and how it stops."""

from __future__ import annotations

import json
import time
from concurrent.futures import Future
from dataclasses import asdict, replace

import numpy as np
import pytest
import torch
from stable_baselines3.common.logger import Logger

from agents.learned.torch_threads import hold_torch_threads, torch_threads
from tests.train.short_runs import SHORT, vector, weights
from train.config import SEQUENTIAL, PPOConfig
from train.model import network_in
from train.ppo import PPO
from train.run import read_config, train

TINY = PPOConfig(games=20, width=8, seed=3)


def begun(folder, config=TINY):
    """A learner before its first update."""
    learner = PPO(config, folder)
    learner.model.set_logger(Logger(str(folder), []))
    return learner


def after_updates(learner, number=3):
    """The weights after some updates, and those that play then."""
    for _ in range(number):
        learner.update(0.0)
    learner.close()
    return vector(network_in(learner.model)), vector(learner.ahead.network)


class InOrder:
    """An executor without a thread: what is submitted runs at once, before the next is played."""

    def submit(self, function):
        done = Future()
        done.set_result(function())
        return done

    def shutdown(self):
        """There is nothing to end."""


def test_what_is_learned_from_was_played_one_update_behind(tmp_path, monkeypatch):
    learner, played, learned = begun(tmp_path), [], []
    choose, learn = learner._choose, learner._learn_from

    def watched_choice(views, features, masks):
        played.append(vector(learner.ahead.network))
        return choose(views, features, masks)

    def watched_learning(decisions):
        learned.append((vector(network_in(learner.model)), decisions))
        learn(decisions)

    learner.ahead._play = lambda: learner.play(watched_choice)
    monkeypatch.setattr(learner, "_learn_from", watched_learning)
    behind = []
    for _ in range(4):
        learner.update(0.0)
        behind.append(played[-1])  # the weights of the rollout in hand
    learner.close()
    before = [network for network, _ in learned]  # of each update
    for k in range(4):
        assert torch.equal(behind[k], before[k])
    assert len({tuple(network.tolist()) for network in before}) == 4
    assert torch.equal(played[0], before[0])  # the first rollout: the untrained network


def test_the_stored_log_probabilities_are_those_of_the_weights_that_played(tmp_path):
    learner = begun(tmp_path)
    learner.update(0.0)
    decisions, network = learner.ahead._rollout, learner.ahead.network
    learner.buffer.fill(decisions, 1.0)
    learner.close()
    assert not torch.equal(vector(network), vector(network_in(learner.model)))
    for part in learner.buffer.get(64):
        learner.model.policy.network = network
        _, log_probs, _ = learner.model.policy.evaluate_actions(
            part.observations, part.actions, action_masks=part.action_masks
        )
        torch.testing.assert_close(log_probs, part.old_log_prob, atol=1e-5, rtol=0)


def test_ratios_are_clipped_around_the_policy_that_learns(tmp_path):
    learner = begun(tmp_path)
    learner.update(0.0)
    learner.close()
    decisions, buffer = learner.ahead._rollout, learner.buffer
    buffer.fill(decisions, 1.0)
    advantages, played = buffer.advantages, buffer.log_probs
    now = learner._log_probs(decisions)
    buffer.clip_around(now)
    assert not np.allclose(now, played, atol=1e-5)
    weights = buffer.advantages * advantages.std() / (advantages - advantages.mean())
    np.testing.assert_allclose(weights, np.exp(now - played), rtol=1e-4)
    for part in buffer.get(64):
        _, log_probs, _ = learner.model.policy.evaluate_actions(
            part.observations, part.actions, action_masks=part.action_masks
        )
        torch.testing.assert_close(log_probs, part.old_log_prob, atol=1e-5, rtol=0)


def slowed(function):
    """A function that takes a tenth of a second longer."""

    def slow(*arguments):
        time.sleep(0.1)
        return function(*arguments)

    return slow


@pytest.mark.parametrize("timing", ["slow learning", "slow play", "one thread"])
def test_timing_and_threads_change_no_weight(timing, tmp_path, monkeypatch):
    expected = after_updates(begun(tmp_path))
    learner = begun(tmp_path)
    if timing == "slow learning":
        monkeypatch.setattr(learner, "_learn_from", slowed(learner._learn_from))
    elif timing == "slow play":
        monkeypatch.setattr(learner.ahead, "_play", slowed(learner.ahead._play))
    else:
        monkeypatch.setattr(learner.ahead, "_thread", InOrder())
    for one, other in zip(after_updates(learner), expected, strict=True):
        assert torch.equal(one, other)


def test_an_interruption_of_play_ends_the_thread_that_learns(tmp_path, monkeypatch):
    learner, passes = begun(tmp_path, replace(TINY, epochs=1000)), []
    get = learner.buffer.get
    monkeypatch.setattr(learner.buffer, "get", lambda size: passes.append(1) or get(size))

    def interrupted():
        for _ in range(10_000):
            if not passes:
                time.sleep(0.001)
        raise KeyboardInterrupt

    learner.ahead.take()
    learner.ahead._play = interrupted
    learner.ahead._rollout = learner.play(learner._choose)
    with pytest.raises(KeyboardInterrupt):
        learner.update(0.0)
    assert len(passes) < 1000
    learner.close()


def test_an_interruption_of_the_wait_ends_the_thread_that_learns(tmp_path, monkeypatch):
    learner, passes = begun(tmp_path, replace(TINY, epochs=1000)), []
    get = learner.buffer.get
    monkeypatch.setattr(learner.buffer, "get", lambda size: passes.append(1) or get(size))

    class Interrupted(Future):
        def result(self, timeout=None):
            raise KeyboardInterrupt

    def play_during(learn, abandon):
        learner.ahead._thread.submit(learn)
        return Interrupted()

    monkeypatch.setattr(learner.ahead, "play_during", play_during)
    with pytest.raises(KeyboardInterrupt):
        learner.update(0.0)
    learner.close()
    assert len(passes) < 1000


def test_an_error_of_the_thread_that_learns_is_raised(tmp_path, monkeypatch):
    learner = begun(tmp_path)

    def broken(decisions):
        raise RuntimeError("no gradient")

    monkeypatch.setattr(learner, "_learn_from", broken)
    with pytest.raises(RuntimeError, match="no gradient"):
        learner.update(0.0)
    learner.close()


def test_the_schedules_differ_and_each_is_kept(tmp_path):
    runs = {name: replace(SHORT, schedule=name) for name in ("overlapped", SEQUENTIAL)}
    for name, config in runs.items():
        train(config, tmp_path / name)
    assert not torch.equal(*(weights(tmp_path / name) for name in runs))
    with pytest.raises(ValueError, match="schedule='sequential', not 'overlapped'"):
        train(runs["overlapped"], tmp_path / SEQUENTIAL)


def test_a_run_of_before_the_schedules_stays_sequential(tmp_path):
    values = {"method": "ppo", **asdict(SHORT)}
    del values["schedule"]
    (tmp_path / "config.json").write_text(json.dumps(values))
    assert read_config(tmp_path) == replace(SHORT, schedule=SEQUENTIAL)


def test_torch_keeps_its_threads_while_two_python_threads_use_it():
    before = torch.get_num_threads()
    with torch_threads(2), hold_torch_threads(), torch_threads(1):
        assert torch.get_num_threads() == 2
    assert torch.get_num_threads() == before


def test_a_snapshot_of_the_pool_plays_with_the_threads_of_the_run(tmp_path):
    config = replace(TINY, pool_share=0.5, pool_every=0.1, threads=2)
    with torch_threads(2):
        found = []
        for part in ("one", "two"):
            learner = begun(tmp_path / part, config)
            for k in range(4):
                learner.update(0.1 * k)
            learner.close()
            found.append(vector(network_in(learner.model)))
    np.testing.assert_array_equal(*found)
