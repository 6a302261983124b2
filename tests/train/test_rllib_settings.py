"""What `train rllib` says before RLlib is needed, and the agents that its runs are."""

from __future__ import annotations

import shutil

import pytest

from agents import load
from agents.spec import PRETRAINED
from train.__main__ import main
from train.rllib import config
from train.rllib.config import RLlibConfig, config_of


def test_a_missing_rllib_is_told_with_what_installs_it(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(config, "find_spec", lambda name: None)
    monkeypatch.chdir(tmp_path)
    assert main(["rllib", "--players", "5"]) == 2
    assert "make .venv-rllib/installed" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": "4"}, "4"),
        ({"width": 63}, "width=63: expected an even number"),
        ({"players": "5-10", "games": 5}, "games=5: expected a game for each number of players"),
        ({"players": "5-10", "opponents": "greedy"}, "opponents: expected one number of players"),
        ({"opponents": "greedy clever"}, "agent 'clever': expected random"),
        ({"opponent_share": 0}, "opponent_share=0"),
        ({"num_env_runners": -1}, "num_env_runners=-1"),
    ],
)
def test_wrong_settings_are_named(settings, message):
    with pytest.raises(ValueError, match=message):
        RLlibConfig(**settings)


def test_seconds_alone_lift_the_other_limit():
    assert config_of({"seconds": 60.0}).decisions > 10**11
    assert config_of({"seconds": 60.0, "decisions": 10}).decisions == 10


def test_opponents_that_are_code_are_found():
    assert RLlibConfig(opponents="greedy os:abort").code() == "os:abort"
    assert RLlibConfig(opponents="greedy").code() == ""


def test_a_run_is_an_agent_without_rllib(tmp_path):
    with pytest.raises(ValueError, match="are pickles, which can run code, and are not loaded"):
        load(f"rllib:{tmp_path}", 5)
    shutil.copy(PRETRAINED / "5.zip", tmp_path / "latest.zip")
    assert load(f"rllib:{tmp_path}", 5).name == f"rllib:{tmp_path}"
    assert load(f"rllib:{tmp_path / 'latest.zip'}", 5).name.endswith("latest.zip")
    with pytest.raises(ValueError, match="missing"):
        load(f"rllib:{tmp_path / 'missing'}", 5)
