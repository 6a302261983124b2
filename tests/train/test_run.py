"""What a training run leaves, that a seed decides it, and its invalid options."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
import torch

from tests.train.short_runs import SHORT, vector, weights
from train.__main__ import main
from train.ppo import PPO
from train.run import read_config, train


def test_a_run_leaves_its_config_metrics_curve_and_checkpoints(run):
    assert read_config(run) == SHORT
    points = json.loads((run / "curve.json").read_text())
    assert points[0]["decisions"] == 0
    assert points[-1]["decisions"] >= SHORT.decisions
    assert {"random", "greedy", "expert"} == points[-1]["gains"].keys()
    header = (run / "progress.csv").read_text().splitlines()[0]
    assert "train/approx_kl" in header
    assert "conduct/withheld" in header
    assert {"best.zip", "latest.zip", "final.zip"} <= {file.name for file in run.iterdir()}
    assert [file for file in run.iterdir() if "tfevents" in file.name]
    assert (run / "latest.zip").read_bytes() == (run / "final.zip").read_bytes()
    assert (run / "state.safetensors").is_file()
    assert not [file for file in run.iterdir() if "unfinished" in file.name]


def test_the_same_seed_gives_the_same_weights_and_another_seed_others(run, tmp_path):
    np.random.seed(99)  # noqa: NPY002 the global generator is what must not matter
    torch.manual_seed(99)
    train(SHORT, tmp_path / "again")
    assert torch.equal(weights(run), weights(tmp_path / "again"))
    train(replace(SHORT, seed=2), tmp_path / "other")
    assert not torch.equal(weights(run), weights(tmp_path / "other"))


def test_snapshots_of_the_pool_never_change(tmp_path, monkeypatch):
    config = replace(SHORT, pool_share=0.5, pool_every=0.2, pool_size=2)
    snapshots: dict[str, torch.Tensor] = {}
    learn = PPO.learn

    def watch(self, progress):
        decisions = learn(self, progress)
        for agent in self.pool.agents:
            now = vector(agent.policy.network)
            assert torch.equal(snapshots.setdefault(agent.name, now.clone()), now)
        return decisions

    monkeypatch.setattr(PPO, "learn", watch)
    train(config, tmp_path / "run")
    assert len(snapshots) >= 4
    assert len({tuple(weights.tolist()) for weights in snapshots.values()}) == len(snapshots)


def test_the_command_takes_what_is_not_said_from_what_is(run, tmp_path):
    options = ["--init", str(run / "final.zip"), "--seconds", "1", "--games", "40"]
    options += ["--evaluations", "1", "--evaluation-deals", "2", "--out", str(tmp_path / "next")]
    assert main(["ppo", *options]) == 0
    config = read_config(tmp_path / "next")
    assert config.width == SHORT.width
    assert config.decisions > 10**9  # seconds alone are the budget


def test_given_opponents_fill_all_seats_but_one(tmp_path):
    points = train(replace(SHORT, opponents="greedy"), tmp_path / "run")
    assert "greedy" in points[-1].gains
    with pytest.raises(ValueError, match="opponents: expected one number of players"):
        train(replace(SHORT, opponents="greedy", players="5-6"), tmp_path / "range")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "4"], "players='4': expected a number from 5 to 10, or a range"),
        (["--game", "whist"], "game='whist': expected mariage, trynka"),
        (["--game", "trynka", "--players", "2"], "players='2': expected a number from 3 to 10"),
        (["--game", "trynka", "--rules", "modern"], "rules 'modern': expected one of typical, li"),
        (["--game", "trynka", "--opponents", "ismcts"], "agent 'ismcts': expected random"),
        (["--players", "9-6"], "players='9-6': expected a number from 5 to 10, or a range"),
        (["--rules", "typical,offence=all"], "'offence=all' is no field; fields: rank_order"),
        (["--rules", "typical,offences=some"], "offences='some': expected one of queen, none"),
        (["--device", "tpu"], "device='tpu': expected auto, cpu, cuda"),
        (["--width", "9"], "width=9: expected an even number"),
        (["--init", "no.zip"], "checkpoint no.zip: there is no such file"),
        (["--opponents", "nobody"], "agent 'nobody': expected random"),
        (["--epochs", "0"], "epochs=0"),
        (["--clip", "2"], "clip=2.0: expected a number from 0 to 1"),
        (["--rules", "russian"], "rules 'russian': expected one of typical"),
        (["--seed", "-1"], "seed=-1"),
    ],
)
def test_wrong_options_are_named(arguments, message, tmp_path, capsys):
    assert main(["ppo", "--out", str(tmp_path / "run"), *arguments]) == 2
    assert message in capsys.readouterr().err
