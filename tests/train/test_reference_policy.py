"""The reference policy: what PPO's entropy bonus measures from, and how it moves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from agents.game_agents import features_of
from agents.learned.checkpoint import read_checkpoint
from agents.learned.run_files import point_file
from marriage_env import VectorEnv
from tests.train.short_runs import SHORT, vector, weights
from train.model import make_model, network_in
from train.reference_policy import ReferencePolicy
from train.run import train
from train.run_state import RunState


def decisions():
    """Features and masks of some first decisions."""
    env = VectorEnv(40, 5, observations=False)
    _, masks, _ = env.reset(seed=1)
    return torch.as_tensor(features_of("mariage").encode_views(env.views(), 5)), masks


def bonus(policy, rows, masks):
    """What PPO rewards besides chips, for each decision."""
    actions, _, _ = policy(rows, action_masks=masks)
    return policy.evaluate_actions(rows, actions, action_masks=masks)[2]


def test_the_bonus_is_minus_the_divergence_from_the_reference():
    policy = make_model(replace(SHORT, width=16), np.random.SeedSequence(1)).policy
    rows, masks = decisions()
    plain = bonus(policy, rows, masks)
    policy.reference = ReferencePolicy(policy.network, 0.25)
    policy.reference.move_if_due(0.2)
    torch.testing.assert_close(bonus(policy, rows, masks), plain)  # uniform until it moves
    policy.reference.move_if_due(0.25)
    assert bonus(policy, rows, masks).abs().max() < 1e-6  # from itself it does not diverge
    with torch.no_grad():
        policy.network.card_logit.weight.add_(0.5)
    apart = bonus(policy, rows, masks)
    assert (apart <= 1e-6).all()
    assert apart.min() < -1e-3
    ours = policy.candidates(rows, masks)[0].exp()
    policy.network.card_logit.weight.data.sub_(0.5)
    theirs = policy.candidates(rows, masks)[0].exp()
    wanted = (ours * (ours / theirs).log().nan_to_num()).sum(dim=1)
    torch.testing.assert_close(-apart, wanted, atol=1e-5, rtol=1e-4)


def test_it_moves_each_time_that_its_part_of_the_budget_is_spent():
    model = make_model(replace(SHORT, width=16), np.random.SeedSequence(1))
    reference = ReferencePolicy(network_in(model), 0.25)
    for progress, moves in ((0.0, 0), (0.24, 0), (0.26, 1), (0.4, 1), (0.5, 2)):
        reference.move_if_due(progress)
        assert reference.moves == moves
    saved = reference.state()
    with torch.no_grad():
        network_in(model).card_logit.weight.add_(1.0)
    other = ReferencePolicy(network_in(model), 0.25)
    other.restore(saved)
    assert other.moves == 2
    for name, one in other.state().arrays.items():
        np.testing.assert_array_equal(one, saved.arrays[name])
    name = "reference.card_logit.weight"
    with pytest.raises(ValueError, match=f"{name}: there is no such array"):
        other.restore(RunState(saved.values, {k: v for k, v in saved.arrays.items() if k != name}))


def test_a_reference_changes_what_is_learned_and_the_same_seed_gives_the_same(tmp_path):
    config = replace(SHORT, evaluations=3, keep="all", entropy=0.2, reference_every=0.2)
    points = train(config, tmp_path / "a")
    train(config, tmp_path / "b")
    train(replace(config, reference_every=0.0), tmp_path / "plain")
    assert torch.equal(weights(tmp_path / "a"), weights(tmp_path / "b"))
    assert not torch.equal(weights(tmp_path / "a"), weights(tmp_path / "plain"))
    kept = [read_checkpoint(point_file(tmp_path / "a", point.decisions)) for point in points]
    assert [one.made_by["decisions"] for one in kept] == [point.decisions for point in points]
    assert torch.equal(vector(kept[-1].network), weights(tmp_path / "a"))
    assert len(list((tmp_path / "a" / "points").iterdir())) == len(points)
