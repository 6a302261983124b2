"""Training on a cluster, without one: what a batch depends on, stale weights, and resuming."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
import torch

from agents.learned.network import weights_of
from tests.train.short_runs import weights
from tests.train.test_resume import stop_after
from train import cluster_distil
from train.__main__ import main
from train.cluster_distil import make_on
from train.config import DistilConfig, PPOConfig
from train.distil import Distil
from train.model import network_in
from train.ray_players import Cluster, Player
from train.run import resume, train

CONFIG = DistilConfig(
    decisions=900,
    games=10,
    width=8,
    evaluations=2,
    evaluation_deals=20,
    teacher="pimc:worlds=1",
    memory=400,
    replays=2,
    opponents="random",
)


class Here:
    """The actors of a test: one, in this process, that plays when it is waited for.

    What they have played is kept in `log`, as (number, weights) pairs.
    """

    log: list = []

    def __init__(self, config, cluster, trusted):
        self.count, self.places = cluster.actors, ["here"]
        self._player, self._submitted = Player(".", config, 1, trusted), {}

    def submit(self, number, weights):
        self.log.append((number, weights))
        self._submitted[number] = weights

    def take(self, number):
        assert number == min(self._submitted)
        return self._player.play(self._submitted.pop(number), number)

    def rates(self):
        return {1: 1.0}

    def note(self):
        return "actor 1: 1/s"

    def close(self):
        pass


@pytest.fixture
def here(monkeypatch):
    monkeypatch.setattr(Here, "log", [])
    monkeypatch.setattr(cluster_distil, "Players", Here)
    return Here.log


@pytest.fixture(autouse=True)
def _without_ray(monkeypatch):
    monkeypatch.setattr("train.ray_players.check_address", lambda address: None)


def test_a_batch_depends_on_its_number_and_the_weights_alone():
    one, other = Player(".", CONFIG, 1, False), Player(".", CONFIG, 2, False)
    network = weights_of(network_in(Distil(CONFIG).model))
    one.play(network, 3)
    first, again = one.play(network, 7), other.play(network, 7)
    for a, b in zip(first.labelled, again.labelled, strict=True):
        assert np.array_equal(a, b)
    assert first.offences.keys() == {"withheld", "revoked"}
    assert first.labelled.features.dtype == first.labelled.targets.dtype == np.float16
    third = one.play(network, 3).labelled.features
    assert third.shape != first.labelled.features.shape or (third != first.labelled.features).any()
    changed = {name: array + 1 for name, array in network.items()}
    masks = one.play(changed, 7).labelled.masks
    assert masks.shape != first.labelled.masks.shape or (masks != first.labelled.masks).any()


@pytest.mark.parametrize("ahead", [1, 3])
def test_weights_are_so_many_updates_old_and_resumed_runs_the_same(
    here, ahead, tmp_path, monkeypatch
):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    make = partial(make_on, Cluster("local", 2, ahead))
    straight = train(CONFIG, whole, make=make)
    submitted = dict(here)
    assert list(submitted) == list(range(len(submitted)))
    for number in range(1, ahead):  # played with the weights from before the first update
        for name, array in submitted[number].items():
            assert np.array_equal(array, submitted[0][name])
    later = [submitted[number]["read_table.weight"] for number in range(ahead - 1, len(submitted))]
    assert len({array.tobytes() for array in later}) == len(later)  # an update between any two
    with monkeypatch.context() as patch:
        stop_after(patch, 2)
        train(CONFIG, parts, make=make)
    pieced = resume(parts, make=partial(make_on, Cluster("local", 1)))
    assert torch.equal(weights(whole), weights(parts))
    assert [(p.decisions, p.gains) for p in straight] == [(p.decisions, p.gains) for p in pieced]


def test_a_run_is_resumed_where_it_was_trained(here, tmp_path, monkeypatch):
    make = partial(make_on, Cluster("local", 1, 2))
    with monkeypatch.context() as patch:
        stop_after(patch, 1)
        train(CONFIG, tmp_path / "there", make=make)
        stop_after(patch, 1)
        train(CONFIG, tmp_path / "here")
    with pytest.raises(ValueError, match="trained with --address"):
        resume(tmp_path / "there")
    with pytest.raises(ValueError, match="trained without --address"):
        resume(tmp_path / "here", make=make)
    with pytest.raises(ValueError, match="ahead=2, not 3"):
        resume(tmp_path / "there", make=partial(make_on, Cluster("local", 1, 3)))


def test_only_distillation_is_for_clusters(tmp_path):
    with pytest.raises(ValueError, match="no run of distil"):
        make_on(Cluster("local"), PPOConfig(), tmp_path)


def test_wrong_options_are_told(capsys):
    assert main(["distil", "--actors", "2"]) == 2
    assert "--actors: expected with --address" in capsys.readouterr().err
    assert main(["distil", "--address", "local", "--ahead", "0"]) == 2
    assert "ahead=0" in capsys.readouterr().err
