"""Tournaments: rankings that say how far they hold, resuming, and agents that are sent away."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from agents import load
from agents.arena import matchups, misbehavior
from agents.arena.duplicate import measure_gain
from agents.arena.setting import Setting
from eval.__main__ import main
from eval.tournament import computation as tournament
from eval.tournament.ratings import rated
from eval.tournament.significance import holm
from eval.tournament.standings import compared
from marriage_env import read_records
from marriage_env.core.rng import Purpose
from marriage_env.game import game_named

AGENTS = ("random", "greedy", "expert")


def run(capsys, *arguments: str) -> dict:
    """The result as the command prints it, without the time it took."""
    assert main(["tournament", *arguments, "--workers", "1", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result.pop("seconds") >= 0
    return result


def test_the_ranking_of_clearly_different_agents(capsys):
    result = run(capsys, *AGENTS, "--deals", "600")
    assert [row["agent"] for row in result["ranking"]] == ["expert", "greedy", "random"]
    ratings = [row["rating"] for row in result["ranking"]]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(row["edge"] for row in result["ranking"]) == pytest.approx(0)
    for row in result["ranking"]:
        assert row["chips_ci95"][0] < row["chips"] < row["chips_ci95"][1]
        assert row["edge_ci95"][0] < row["edge"] < row["edge_ci95"][1]
        assert row["rating_ci95"][0] < row["rating"] < row["rating_ci95"][1]
    assert result["unsupported"] == result["faults"] == []
    gains = {(row["a"], row["b"]): row["gain"] for row in result["cross_play"]}
    assert len(gains) == 6
    assert gains["expert", "random"] > gains["greedy", "random"] > 0 > gains["random", "greedy"]
    assert run(capsys, *AGENTS, "--deals", "600") == result


def test_a_ranking_that_chance_may_have_made_is_warned_of(capsys):
    arguments = ["expert", "expert:withhold=0", "random", "--deals", "300"]
    result = run(capsys, *arguments)
    assert len(result["unsupported"]) == 1
    doubtful = result["unsupported"][0]
    assert {doubtful["better"], doubtful["worse"]} == {"expert", "expert:withhold=0"}
    assert main(["tournament", *arguments, "--workers", "1"]) == 0
    out = capsys.readouterr().out
    assert "WARNING: that expert" in out
    assert "is not supported" in out
    assert out.count("WARNING") == 1


def test_trynka_has_tournaments_too(tmp_path, capsys):
    arguments = [*AGENTS, "--game", "trynka", "--players", "4", "--rules", "nain_jaune"]
    out = ["--deals", "60", "--out", str(tmp_path)]
    result = run(capsys, *arguments, *out)
    assert (result["game"], result["players"], result["rules"]) == ("trynka", 4, "nain_jaune")
    assert [row["agent"] for row in result["ranking"]] == ["expert", "greedy", "random"]
    assert result["faults"] == []
    rules = game_named("trynka").rules.preset("nain_jaune")
    setting = Setting(4, rules, 60, 1, game="trynka", purpose=Purpose.TOURNAMENT)
    gain = measure_gain(*(load(name, game="trynka") for name in ("expert", "greedy")), setting)
    gains = {(row["a"], row["b"]): row["gain"] for row in result["cross_play"]}
    assert gains["expert", "greedy"] == pytest.approx(gain.mean)
    assert main(["tournament", *arguments, *out, "--workers", "1"]) == 0
    assert "trynka, 60 deals, 4 players, nain_jaune rules" in capsys.readouterr().out
    assert main(["tournament", *AGENTS, *out]) == 2
    assert "holds a tournament with game='trynka', this one has 'mariage'" in (
        capsys.readouterr().err
    )


def test_processes_change_nothing(capsys):
    arguments = ["random", "greedy", "--deals", "600", "--json"]
    alone = run(capsys, *arguments)
    assert main(["tournament", *arguments, "--workers", "2"]) == 0
    shared = json.loads(capsys.readouterr().out)
    shared.pop("seconds")
    assert shared == alone


def test_a_tournament_that_was_stopped_goes_on(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(matchups, "DEALS_AT_ONCE", 50)
    monkeypatch.setattr(tournament, "DEALS_AT_ONCE", 50)
    whole = run(capsys, *AGENTS, "--deals", "120")
    asked: list[matchups.MatchupPart] = []

    def some(task, limit=17):
        if len(asked) == limit:
            raise KeyboardInterrupt
        asked.append(task)
        return matchups.play_part(task)

    monkeypatch.setattr(tournament, "play_part", some)
    out = str(tmp_path / "kept")
    arguments = [*AGENTS, "--deals", "120", "--out", out]
    assert main(["tournament", *arguments, "--workers", "1"]) == 130
    assert "stopped" in capsys.readouterr().err
    assert len(asked) == 17

    def others(task):
        assert task not in asked
        return matchups.play_part(task)

    monkeypatch.setattr(tournament, "play_part", others)
    assert run(capsys, *arguments) == whole
    monkeypatch.setattr(tournament, "play_part", lambda task: pytest.fail("all is there"))
    assert run(capsys, *arguments) == whole
    assert main(["tournament", *AGENTS, "--deals", "130", "--out", out]) == 2
    assert "holds a tournament with deals=120, this one has 130" in capsys.readouterr().err


def test_agents_that_misplay_are_named_and_the_others_go_on(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(misbehavior, "FIRST_SECONDS", 0.001)
    names = [f"tests.eval.misfits:{name}" for name in ("Cheat", "Broken", "Sleeper")]
    limit = ["--deals", "40", "--time-limit", "0.002"]
    clean = run(capsys, *AGENTS, *limit)
    result = run(capsys, *AGENTS, *names, *limit, "--out", str(tmp_path))
    faults = result.pop("faults")
    assert sorted(fault["agent"] for fault in faults) == sorted(names)
    said = {fault["agent"]: fault["what"] for fault in faults}
    assert "chose 61, which is illegal" in said[names[0]]
    assert "raised KeyError: 'queen'" in said[names[1]]
    assert "took more than 0.002 s a decision" in said[names[2]]
    for fault in faults:
        (record,) = read_records(fault["record"])
        assert not record["complete"]
        assert Path(fault["record"]).parent == tmp_path
    for key in ("ranking", "comparisons", "cross_play", "unsupported"):
        assert result[key] == clean[key], key


def test_no_tournament_is_left_with_one_agent(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["tournament", "greedy", "tests.eval.misfits:Vague", "--workers", "1"]) == 2
    err = capsys.readouterr().err
    assert "tests.eval.misfits:Vague chose float64 of shape (1,)" in err
    assert "fewer than two agents are left" in err
    assert len(list(read_records(tmp_path / "misplay-0.jsonl"))) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["greedy"], "agents greedy: expected two or more"),
        (["greedy", "random", "greedy"], "agent 'greedy' is named twice"),
        (["greedy", "nobody"], "agent 'nobody'"),
        (["greedy", "random", "--players", "4"], "num_players=4"),
        (["greedy", "random", "--deals", "0"], "deals=0"),
        (["greedy", "random", "--workers", "0"], "workers=0: expected an integer of at least 1"),
        (["greedy", "random", "--time-limit", "-1"], "time limit -1.0: expected seconds"),
    ],
)
def test_wrong_settings_are_named(arguments, message, capsys):
    assert main(["tournament", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_comparisons_put_the_better_one_first_and_correct_for_their_number():
    chance = np.random.default_rng(1)
    luck = chance.normal(size=(400, 1))
    chips = luck + chance.normal(size=(400, 3)) * 0.5 + np.array([0.0, 0.2, 0.01])
    rows = {(row.better, row.worse): row for row in compared(chips, "abc")}
    assert {("b", "a"), ("b", "c")} <= rows.keys()
    for row in rows.values():
        assert row.difference.mean >= 0
        assert row.p <= row.p_holm <= 1
    assert rows["b", "a"].p_holm < 0.001
    assert [row.p_holm for row in rows.values()] == pytest.approx(
        holm([row.p for row in rows.values()])
    )


def test_ratings_follow_the_order_and_grow_certain():
    chance = np.random.default_rng(2)
    chips = chance.normal(size=(900, 3)) + np.array([0.0, 0.5, 1.0])
    few, many = rated(chips[:100]), rated(chips)
    assert many[0].mean < many[1].mean < many[2].mean
    assert all(late.half_width < early.half_width for early, late in zip(few, many, strict=True))
    assert [one.mean for one in rated(np.zeros((50, 3)))] == [0.0, 0.0, 0.0]
