"""The picture of a run, the speed measurement, the teacher of distillation, and settings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from train.__main__ import main
from train.config import DistilConfig, PPOConfig
from train.plot import offence_rates, predecessor
from train.run import train
from train.training_speed import TurnByTurn, measure_speed, report

TINY = PPOConfig(decisions=600, games=20, width=8, evaluations=1, evaluation_deals=20)


def test_a_runs_curve_and_offences_become_a_picture(tmp_path: Path):
    run = tmp_path / "run"
    train(replace(TINY, rules="typical,offences=all"), run)
    rows = offence_rates(run)
    assert rows[-1][0] >= 600
    # Random play revokes often under these rules, and keeps queens back about every second time.
    assert 0.1 < rows[0][1]["revoked"] < 0.9
    assert 0.1 < rows[0][1]["withheld"] < 0.9
    after = tmp_path / "after"
    train(replace(TINY, rules="typical,offences=all", init=str(run / "final.zip")), after)
    assert predecessor(after) == run
    assert predecessor(run) is None
    picture = tmp_path / "picture.png"
    assert main(["plot", str(run), str(after), "--out", str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_folder_without_a_run_cannot_be_drawn(tmp_path: Path, capsys):
    assert main(["plot", str(tmp_path), "--out", str(tmp_path / "x.png")]) == 2
    assert "there is no run in it" in capsys.readouterr().err


def test_the_plain_environment_is_a_gymnasium_environment_of_decisions():
    env = TurnByTurn(TINY.game_range, seed=1)
    observation, _ = env.reset()
    assert env.observation_space.contains(observation)
    chance, total, over = np.random.default_rng(1), 0.0, False
    while not over:
        action = chance.choice(np.flatnonzero(env.action_masks()))
        observation, reward, over, _, _ = env.step(action)
        total += reward
    assert env.observation_space.contains(observation)


def test_speed_is_measured_side_by_side():
    rows = measure_speed(replace(TINY, epochs=1), rounds=1, seconds=0.1)
    assert rows[0]["ours"] > rows[0]["plain"] > 0
    assert 0.9 < rows[0]["play"] + rows[0]["choose"] + rows[0]["learn"] <= 1
    assert "ratio" in report(rows)


def test_a_teacher_must_search(tmp_path: Path):
    with pytest.raises(ValueError, match="teacher='expert': expected an agent that searches"):
        train(DistilConfig(teacher="expert", evaluation_deals=2), tmp_path / "run")


@pytest.mark.parametrize(("game", "players"), [("mariage", "5"), ("small_mariage", "2")])
def test_a_game_is_trained_for_its_usual_number_of_players(game: str, players: str) -> None:
    assert PPOConfig(game=game).players == players
    assert PPOConfig(game="small_mariage", players="3").players == "3"
