"""A training run from the command line to its files, its errors, and that a seed decides it."""

from __future__ import annotations

import json
import shutil
import signal
from contextlib import nullcontext
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
from agents.learned.network import weights_of
from agents.spec import PRETRAINED
from marriage_env import Rules, VectorEnv
from marriage_env.cli.entry import status_of
from marriage_env.trynka import rules as trynka_rules
from train import run as runs
from train.__main__ import main
from train.config import DistilConfig, DMCConfig, PPOConfig
from train.interrupt import stop_on_interrupt
from train.model import checkpoint_of, make_model
from train.plot import offence_rates
from train.run import read_config, resume, train

SHORT = PPOConfig(decisions=2000, games=40, width=8, evaluations=1, evaluation_deals=20, threads=1)
TRYNKA = replace(SHORT, game="trynka", players="4", rules="nain_jaune")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The folder of a short run."""
    folder = tmp_path_factory.mktemp("runs") / "short"
    train(SHORT, folder)
    return folder


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


def weights(folder, file="final.zip"):
    """The network of a run, as one vector."""
    return vector(read_checkpoint(folder / file).network)


def vector(network):
    """All weights of a network, as one vector."""
    return torch.cat([torch.from_numpy(part).flatten() for part in weights_of(network).values()])


def test_the_same_seed_gives_the_same_weights_and_another_seed_others(run, tmp_path):
    np.random.seed(99)  # noqa: NPY002 the global generator is what must not matter
    torch.manual_seed(99)
    train(SHORT, tmp_path / "again")
    assert torch.equal(weights(run), weights(tmp_path / "again"))
    train(replace(SHORT, seed=2), tmp_path / "other")
    assert not torch.equal(weights(run), weights(tmp_path / "other"))


def stop_after(monkeypatch, updates):
    """Ctrl-C comes after so many updates."""
    turns = iter([False] * updates + [True] * 2)
    monkeypatch.setattr(runs, "stop_on_interrupt", lambda: nullcontext(lambda: next(turns)))


@pytest.mark.parametrize(
    "config",
    [
        replace(SHORT, evaluations=4, pool_share=0.3, pool_every=0.2, pool_agents="random"),
        replace(SHORT, players="5-6", rules="any"),
        replace(TRYNKA, games=20, evaluations=2, pool_share=0.3, pool_every=0.2),
        DMCConfig(decisions=2000, games=40, width=8, evaluations=2, evaluation_deals=20),
        DistilConfig(
            decisions=900,
            games=20,
            width=8,
            evaluations=2,
            evaluation_deals=20,
            teacher="pimc:worlds=1",
            memory=40,
            replays=2,
        ),
    ],
)
def test_a_resumed_run_ends_as_one_that_was_never_stopped(config, tmp_path, monkeypatch):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    straight = train(config, whole)
    with monkeypatch.context() as patch:
        stop_after(patch, 2)
        train(config, parts)
    assert not (parts / "final.zip").exists()
    pieced = resume(parts)
    assert torch.equal(weights(whole), weights(parts))
    assert torch.equal(weights(whole, "best.zip"), weights(parts, "best.zip"))
    assert [(p.decisions, p.gains) for p in straight] == [(p.decisions, p.gains) for p in pieced]
    assert len(list(parts.glob("progress*.csv"))) == 2


def test_snapshots_of_the_pool_never_change(tmp_path, monkeypatch):
    config = replace(SHORT, pool_share=0.5, pool_every=0.2, pool_size=2)
    snapshots: dict[str, torch.Tensor] = {}
    learn = runs.PPO.learn

    def watch(self, progress):
        decisions = learn(self, progress)
        for agent in self.pool.agents:
            now = vector(agent.policy.network)
            assert torch.equal(snapshots.setdefault(agent.name, now.clone()), now)
        return decisions

    monkeypatch.setattr(runs.PPO, "learn", watch)
    train(config, tmp_path / "run")
    assert len(snapshots) >= 4
    assert len({tuple(weights.tolist()) for weights in snapshots.values()}) == len(snapshots)


def test_a_checkpoint_is_where_training_starts(run, tmp_path):
    idle = replace(SHORT, learning_rate=0.0, decisions=1, init=str(run / "final.zip"))
    train(idle, tmp_path / "next")
    assert torch.equal(weights(run), weights(tmp_path / "next"))
    with pytest.raises(ValueError, match="its network has width 8, not the run's, 16"):
        train(replace(idle, width=16), tmp_path / "wider")
    with pytest.raises(ValueError, match="trained for mariage, not trynka"):
        train(replace(idle, game="trynka"), tmp_path / "other")


def test_the_command_takes_what_is_not_said_from_what_is(run, tmp_path):
    options = ["--init", str(run / "final.zip"), "--seconds", "1", "--games", "40"]
    options += ["--evaluations", "1", "--evaluation-deals", "2", "--out", str(tmp_path / "next")]
    assert main(["ppo", *options]) == 0
    config = read_config(tmp_path / "next")
    assert config.width == SHORT.width
    assert config.decisions > 10**9  # seconds alone are the budget


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


def test_given_opponents_fill_all_seats_but_one(tmp_path):
    points = train(replace(SHORT, opponents="greedy"), tmp_path / "run")
    assert "greedy" in points[-1].gains
    with pytest.raises(ValueError, match="opponents: expected one number of players"):
        train(replace(SHORT, opponents="greedy", players="5-6"), tmp_path / "range")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_stop_lets_the_update_end_and_the_second_one_does_not(number, status):
    updates = []
    with pytest.raises(KeyboardInterrupt) as stopped, stop_on_interrupt() as stop:  # noqa: PT012
        assert not stop()
        signal.raise_signal(number)
        assert stop()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
        updates.append("ended")
    assert updates == ["ended"]
    assert status_of(stopped.value) == status
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_only_a_run_can_be_resumed_and_only_as_it_is(run, tmp_path, capsys):
    assert main(["ppo", "--resume", str(tmp_path / "none")]) == 2
    assert "there is no run in it" in capsys.readouterr().err
    assert main(["ppo", "--resume", str(run), "--epochs", "3"]) == 2
    assert "takes the run's own settings; also given: epochs" in capsys.readouterr().err


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


def test_a_run_is_never_overwritten(run, capsys):
    before = (run / "final.zip").read_bytes()
    assert main(["ppo", "--out", str(run)]) == 2
    assert "it holds a run with decisions=2000, not 2000000" in (capsys.readouterr().err)
    assert (run / "final.zip").read_bytes() == before


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


@pytest.fixture(scope="module")
def trynka_run(tmp_path_factory):
    """The folder of a short run of Trynka."""
    folder = tmp_path_factory.mktemp("runs") / "trynka"
    train(TRYNKA, folder)
    return folder


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


def test_the_demo_keeps_an_earlier_run(run, tmp_path, capsys):
    from train.__main__ import put_aside

    shutil.copytree(run, tmp_path / "demo")
    put_aside(tmp_path / "demo")
    kept = [folder for folder in tmp_path.iterdir() if folder.name.startswith("demo-")]
    assert (kept[0] / "final.zip").exists()
    assert "is kept as" in capsys.readouterr().err
