"""A training run from the command line to its files, its errors, and that a seed decides it."""

from __future__ import annotations

import json
import shutil

import numpy as np
import pytest
import torch

from agents import load
from agents.learned import load_checkpoint
from marriage_env import Rules
from train.__main__ import main
from train.config import PPOConfig
from train.ppo import train

SHORT = PPOConfig(decisions=2000, games=40, width=8, evaluations=1, evaluation_deals=20, threads=1)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The folder of a short run."""
    folder = tmp_path_factory.mktemp("runs") / "short"
    train(SHORT, folder)
    return folder


def test_a_run_leaves_its_config_metrics_curve_and_checkpoints(run):
    assert PPOConfig(**json.loads((run / "config.json").read_text())) == SHORT
    points = json.loads((run / "curve.json").read_text())
    assert points[0]["decisions"] == 0
    assert points[-1]["decisions"] >= SHORT.decisions
    assert {"random", "greedy"} == points[-1]["gains"].keys()
    header = (run / "progress.csv").read_text().splitlines()[0]
    assert "train/approx_kl" in header
    assert {"best.zip", "final.zip"} <= {file.name for file in run.iterdir()}
    assert not [file for file in run.iterdir() if "unfinished" in file.name]


def weights(folder):
    """The network of a run, as one vector."""
    model = load_checkpoint(folder / "final.zip", 5, Rules.typical())
    return torch.cat([part.flatten() for part in model.policy.state_dict().values()])


def test_the_same_seed_gives_the_same_weights_and_another_seed_others(run, tmp_path):
    np.random.seed(99)  # noqa: NPY002 the global generator is what must not matter
    torch.manual_seed(99)
    train(SHORT, tmp_path / "again")
    assert torch.equal(weights(run), weights(tmp_path / "again"))
    other = PPOConfig(**{**json.loads(SHORT.to_json()), "seed": 2})
    train(other, tmp_path / "other")
    assert not torch.equal(weights(run), weights(tmp_path / "other"))


def test_a_run_is_never_overwritten(run, capsys):
    before = (run / "final.zip").read_bytes()
    assert main(["ppo", "--out", str(run)]) == 2
    assert "there is a run in it already" in capsys.readouterr().err
    assert (run / "final.zip").read_bytes() == before


@pytest.mark.parametrize(
    ("players", "rules", "message"),
    [
        (6, Rules.typical(), "players: trained for 5, to play 6"),
        (5, Rules.classic(), "rules.table_marriage: trained for 'queen', to play 'king'"),
    ],
)
def test_a_checkpoint_for_another_game_names_the_difference(run, players, rules, message):
    with pytest.raises(ValueError, match=message):
        load(str(run / "final.zip"), players, rules)


def test_a_missing_or_broken_checkpoint_is_named(run, tmp_path):
    with pytest.raises(ValueError, match=r"nowhere.zip: there is no such file"):
        load(str(tmp_path / "nowhere.zip"))
    broken = tmp_path / "broken.zip"
    broken.write_bytes((run / "final.zip").read_bytes()[:1000])
    with pytest.raises(ValueError, match=r"broken.zip: not a zip file, or cut short"):
        load(str(broken))


def test_a_learned_agent_plays_and_its_chance_is_the_generator_alone(run):
    from agents.duplicate import Setting, measure_gain

    setting = Setting(deals=20, seed=4)
    agent = load(str(run / "final.zip"))
    first = measure_gain(agent, load("greedy"), setting)
    torch.manual_seed(1)
    second = measure_gain(agent, load("greedy"), setting)
    np.testing.assert_array_equal(first.per_deal, second.per_deal)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "4"], "players=4: expected an integer from 5 to 10"),
        (["--epochs", "0"], "epochs=0"),
        (["--clip", "2"], "clip=2.0: expected a number from 0 to 1"),
        (["--rules", "russian"], "rules 'russian': expected one of typical"),
        (["--seed", "-1"], "seed=-1"),
    ],
)
def test_wrong_options_are_named(arguments, message, capsys):
    assert main(["ppo", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_the_demo_keeps_an_earlier_run(run, tmp_path, capsys):
    from train.__main__ import put_aside

    shutil.copytree(run, tmp_path / "demo")
    put_aside(tmp_path / "demo")
    kept = [folder for folder in tmp_path.iterdir() if folder.name.startswith("demo-")]
    assert (kept[0] / "final.zip").exists()
    assert "is kept as" in capsys.readouterr().err
