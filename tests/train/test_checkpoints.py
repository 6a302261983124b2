"""Checkpoints of runs: what starts from them, plays with them, and refuses them."""

from __future__ import annotations

import shutil
from dataclasses import replace

import numpy as np
import pytest
import torch

from agents import load
from agents.arena.duplicate import measure_gain
from agents.arena.setting import Setting
from agents.learned import checkpoint
from agents.learned.agent import LearnedAgent, NetworkPolicy
from agents.learned.checkpoint import read_checkpoint, save_checkpoint
from agents.spec import PRETRAINED
from marriage_env import Rules, VectorEnv
from marriage_env.trynka import rules as trynka_rules
from tests.train.short_runs import SHORT, TRYNKA, weights
from train.__main__ import main
from train.config import PPOConfig
from train.model import checkpoint_of, make_model
from train.plot import offence_rates
from train.run import read_config, train


def test_a_checkpoint_is_where_training_starts(run, tmp_path):
    idle = replace(SHORT, learning_rate=0.0, decisions=1, init=str(run / "final.zip"))
    train(idle, tmp_path / "next")
    assert torch.equal(weights(run), weights(tmp_path / "next"))
    with pytest.raises(ValueError, match="its network has width 8, not the run's, 16"):
        train(replace(idle, width=16), tmp_path / "wider")
    with pytest.raises(ValueError, match="trained for mariage, not trynka"):
        train(replace(idle, game="trynka"), tmp_path / "other")


def test_a_network_for_more_seats_serves_fewer():
    start = PPOConfig(init=str(PRETRAINED / "any.zip"), width=128)
    made = checkpoint_of(make_model(start, np.random.SeedSequence(1)), start)
    cut = LearnedAgent(NetworkPolicy(made.network, made.game_range), "cut")
    whole = load("pretrained:any")
    assert isinstance(whole, LearnedAgent)
    env = VectorEnv(64, 5, deals=1, observations=False)
    _, masks, _ = env.reset(seed=1)
    views = env.views()
    chances, candidates = cut.chances(views, masks)
    assert np.array_equal(candidates, whole.chances(views, masks)[1])
    np.testing.assert_allclose(chances, whole.chances(views, masks)[0], rtol=1e-4)


def test_a_checkpoint_that_cannot_be_written_leaves_the_old_one(run, tmp_path, monkeypatch):
    kept = tmp_path / "best.zip"
    shutil.copy(run / "best.zip", kept)
    before, agent = kept.read_bytes(), read_checkpoint(run / "final.zip")

    def full(settings, weights, file):
        file.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(checkpoint, "pack", full)
    with pytest.raises(OSError, match="No space left"):
        save_checkpoint(agent, kept)
    assert kept.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["best.zip"]


@pytest.mark.parametrize(
    ("players", "rules", "message"),
    [
        (6, Rules.typical(), "players: trained for 5, not 6"),
        (5, Rules.classic(), "rules.table_marriage: trained for 'queen', not 'taker'"),
    ],
)
def test_a_checkpoint_for_another_game_names_the_difference(run, players, rules, message):
    with pytest.raises(ValueError, match=message):
        load(str(run / "final.zip"), players, rules)


def test_a_run_of_trynka_leaves_an_agent_that_plays_it(trynka_run, tmp_path):
    assert read_config(trynka_run) == TRYNKA
    missed = [parts["missed"] for _, parts in offence_rates(trynka_run)]
    assert 0 < min(missed) <= max(missed) < 1  # an untrained policy misses clubs now and then
    picture = tmp_path / "curves.png"
    assert main(["plot", str(trynka_run), "--out", str(picture)]) == 0
    spec, rules = str(trynka_run / "best.zip"), trynka_rules.Rules.nain_jaune()
    setting = Setting(4, rules, deals=20, game="trynka")
    agents = [load(name, 4, rules, "trynka") for name in (spec, f"search:policy={spec},worlds=2")]
    assert measure_gain(agents[1], agents[0], setting).mean != 0
    train(TRYNKA, tmp_path / "again")
    assert torch.equal(weights(trynka_run), weights(tmp_path / "again"))


@pytest.mark.parametrize(
    ("players", "rules", "game", "message"),
    [
        (5, trynka_rules.Rules.nain_jaune(), "trynka", "players: trained for 4, not 5"),
        (4, trynka_rules.Rules(), "trynka", "rules.out_pay: trained for 1, not 0"),
        (5, Rules.typical(), "mariage", "trained for another game; trynka, not mariage"),
    ],
)
def test_a_checkpoint_of_trynka_plays_nothing_else(trynka_run, players, rules, game, message):
    with pytest.raises(ValueError, match=message):
        load(str(trynka_run / "final.zip"), players, rules, game)


def test_a_missing_or_broken_checkpoint_is_named(run, tmp_path):
    with pytest.raises(ValueError, match=r"nowhere.zip: there is no such file"):
        load(str(tmp_path / "nowhere.zip"))
    broken = tmp_path / "broken.zip"
    broken.write_bytes((run / "final.zip").read_bytes()[:1000])
    with pytest.raises(ValueError, match=r"broken.zip: not a zip file, or cut short"):
        load(str(broken))


def test_a_learned_agent_plays_and_its_chance_is_the_generator_alone(run):
    setting = Setting(deals=20, seed=4, game="mariage")
    agent = load(str(run / "final.zip"))
    first = measure_gain(agent, load("greedy"), setting)
    torch.manual_seed(1)
    second = measure_gain(agent, load("greedy"), setting)
    np.testing.assert_array_equal(first.per_deal, second.per_deal)
