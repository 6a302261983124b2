"""The standard suite: for any policy, the same packs for everyone, clear about what is missing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from gymnasium import spaces
from sb3_contrib import MaskablePPO

from agents import load
from agents.arena import parallel_duplicates
from agents.arena.duplicate import measure_gain
from agents.arena.setting import Setting
from agents.game_agents import Suite, agents_of
from docs import build_tables, outside_policy
from eval.__main__ import main
from eval.output.json_view import from_json
from eval.suite import computation as bench
from eval.suite.computation import suite
from eval.suite.result import SuiteResult
from eval.suite.text import page_table, report
from marriage_env.adapters.sb3 import SB3VecEnv
from marriage_env.core.rng import Purpose
from marriage_env.game import game_named
from marriage_env.mariage import observe
from marriage_env.mariage.actions import NUM_ACTIONS
from tests.eval.stopping import stop_after
from tests.eval.untrained import untrained

TINY = ["--scale", "0.001", "--workers", "1"]
OUTSIDE = "docs.outside_policy:make"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small suite whose searching opponent takes no time."""
    heuristics = ("random", "greedy", "expert")
    small = {
        "mariage": Suite(heuristics, "pimc:worlds=1", ("typical", "modern"), {5: 300, 7: 150}),
        "trynka": Suite(heuristics, "pimc:worlds=1", ("nain_jaune",), {3: 300, 10: 150}),
    }
    monkeypatch.setattr(
        bench, "agents_of", lambda game: replace(agents_of(game), suite=small[game])
    )
    monkeypatch.setattr(parallel_duplicates, "_PARTS", 2)


def run(capsys, *arguments: str) -> dict:
    """The result as the command prints it."""
    assert main(["bench", *arguments, *TINY, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_suite_is_what_the_page_says():
    rows = suite(1.0, "mariage")
    assert len(rows) == 36
    assert {row.players for row in rows} == {5, 7, 10}
    assert {row.rules for row in rows} == {"typical", "modern", "classic"}
    assert {row.opponent for row in rows} == {"random", "greedy", "expert", "pimc:worlds=32"}
    assert {row.deals for row in suite(0.001, "mariage")} == {2, 5}
    rows = suite(1.0, "trynka")
    assert len(rows) == 32
    assert {row.players for row in rows} == {3, 4, 6, 10}
    assert {row.rules for row in rows} == {"typical", "nain_jaune"}


def test_the_outside_policy_of_the_page_takes_about_20_lines_and_runs(quick, capsys):
    lines = Path(outside_policy.__file__).read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 24
    result = run(capsys, OUTSIDE)
    assert result["policy"] == OUTSIDE
    assert len(result["rows"]) == 16
    assert result["left_out"] == []
    row = result["rows"][0]
    assert (row["opponent"], row["players"], row["rules"], row["deals"]) == (
        *("random", 5, "typical", 5),
    )
    setting = Setting(deals=5, purpose=Purpose.BENCH, game="mariage")
    gain = measure_gain(outside_policy.make(), load("greedy"), setting)
    assert result["rows"][1]["gain"] == pytest.approx(gain.mean)  # neither of them uses chance


def test_trynka_has_a_suite_of_its_own(quick, tmp_path, capsys):
    path = tmp_path / "greedy.json"
    arguments = ["greedy", "--game", "trynka", "--out", str(path)]
    result = run(capsys, *arguments)
    assert result["game"] == json.loads(path.read_text())["game"] == "trynka"
    assert [(row["opponent"], row["players"]) for row in result["rows"]] == [
        (opponent, players)
        for players in (3, 10)
        for opponent in ("random", "greedy", "expert", "pimc:worlds=1")
    ]
    nain_jaune = game_named("trynka").rules.preset("nain_jaune")
    setting = Setting(3, nain_jaune, 5, 1, game="trynka", purpose=Purpose.BENCH)
    gain = measure_gain(load("greedy", game="trynka"), load("expert", game="trynka"), setting)
    assert result["rows"][2]["gain"] == pytest.approx(gain.mean)  # neither of them uses chance
    assert main(["bench", *arguments, *TINY]) == 0
    assert "suite v2 of trynka, greedy" in capsys.readouterr().out
    assert "bench greedy --suite v2 --game trynka --scale 0.001" in page_table(
        [from_json(SuiteResult, result)]
    )
    assert main(["bench", "greedy", *TINY, "--out", str(path)]) == 2
    assert "holds a result with game='trynka'" in capsys.readouterr().err


def test_the_suite_goes_on_where_it_was_stopped(quick, tmp_path, monkeypatch, capsys):
    path = tmp_path / "mine.json"
    whole = run(capsys, OUTSIDE)["rows"]
    with monkeypatch.context() as patch:
        stop_after(patch, 30)
        assert main(["bench", OUTSIDE, *TINY, "--out", str(path)]) == 130
    kept = json.loads(path.read_text())["rows"]
    assert 0 < len(kept) < 16
    assert kept == whole[: len(kept)]
    assert run(capsys, OUTSIDE, "--out", str(path))["rows"] == whole
    assert json.loads(path.read_text())["rows"] == whole
    assert main(["bench", "greedy", *TINY, "--out", str(path)]) == 2
    assert "holds a result with policy='docs.outside_policy:make'" in capsys.readouterr().err


def model(players: int) -> MaskablePPO:
    """An untrained model, as a user of the Gymnasium face would make it."""
    import gymnasium

    env = SB3VecEnv(gymnasium.make_vec("Marriage-v0", num_envs=4, num_players=players))
    assert env.action_space == spaces.Discrete(NUM_ACTIONS)
    return MaskablePPO("MlpPolicy", env, policy_kwargs={"net_arch": [8]}, n_steps=8, batch_size=8)


def test_a_model_trained_elsewhere_plays_the_games_it_fits(quick, tmp_path, capsys):
    path = tmp_path / "mine.zip"
    model(7).save(path)
    result = run(capsys, str(path), "--trust")
    assert {(row["players"], row["rules"]) for row in result["rows"]} == {
        (7, rules) for rules in ("typical", "modern")
    }
    assert [(game["players"], game["rules"]) for game in result["left_out"]] == [
        (5, "typical"),
        (5, "modern"),
    ]
    assert f"those of 5 players have ({observe.length(5)},)" in result["left_out"][0]["why"]
    told = report(from_json(SuiteResult, result))
    assert "left out: 5 players, typical: checkpoint " in told
    assert "NOT the whole suite" in told


def test_a_checkpoint_plays_the_one_game_it_was_trained_for(quick, tmp_path, capsys):
    result = run(capsys, untrained(tmp_path / "final.zip", rules="modern"))
    assert {(row["players"], row["rules"]) for row in result["rows"]} == {(5, "modern")}
    assert len(result["left_out"]) == 3


def test_a_model_chooses_legal_actions_for_every_view(tmp_path):
    path = tmp_path / "mine.zip"
    model(5).save(path)
    policy = load(str(path), trusted=True)
    gain = measure_gain(policy, load("random"), Setting(deals=20, game="mariage"))
    assert np.isfinite(gain.mean)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nobody"], "agent 'nobody'"),
        (["greedy", "--scale", "0"], "scale=0.0: expected a number above 0"),
        (["greedy", "--workers", "0"], "workers=0"),
        (["greedy", "--time-limit", "0"], "time limit 0.0"),
        (["no/where.zip"], "no/where.zip: there is no such file"),
    ],
)
def test_wrong_settings_are_named(arguments, message, capsys):
    assert main(["bench", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_policy_that_misplays_is_named_and_its_deal_written(quick, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["bench", "tests.eval.misfits:Cheat", "--scale", "0.02", "--workers", "1"]) == 2
    assert "misfits:Cheat chose 61, which is illegal" in capsys.readouterr().err
    assert (tmp_path / "misplay-0.jsonl").exists()


def test_every_row_of_the_page_is_of_the_whole_suite_or_says_so():
    results = build_tables.bench_results()
    assert {"random", "greedy", "expert"} <= {result.settings.policy for result in results}
    for result in results:
        assert len(result.rows) + 4 * len(result.left_out) == 36
    for result in build_tables.bench_results("trynka"):
        assert len(result.rows) + 4 * len(result.left_out) == 32
    table = page_table(results)
    assert table.count("| `random` |") == 9
    assert "python -m eval bench greedy --suite v2" in table
