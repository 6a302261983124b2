"""Duplicate matches: luck cancels out, the seed decides, and what is printed is complete."""

from __future__ import annotations

import json

import numpy as np
import pytest

from agents import load
from agents.arena.duplicate import measure_gain
from agents.arena.setting import Setting
from eval.__main__ import main
from eval.match import parts as match
from marriage_env import Rules, read_records
from tests.play import HARD


def test_an_agent_gains_exactly_nothing_on_itself_when_it_uses_no_chance():
    for rules in (Rules.typical(), Rules.guimbarde(), HARD):
        gain = measure_gain(
            load("greedy"), load("greedy"), Setting(6, rules, 50, 3, 2, game="mariage")
        )
        assert not gain.per_deal.any()


def test_random_play_against_itself_covers_nothing_gained():
    gain = measure_gain(load("random"), load("random"), Setting(deals=3000, seed=5, game="mariage"))
    assert gain.low < 0 < gain.high


def test_the_seed_decides_and_deals_do_not_depend_on_their_number():
    few = measure_gain(load("greedy"), load("greedy"), Setting(deals=10, seed=1, game="mariage"))
    assert few.per_deal.shape == (10,)
    gains = [
        measure_gain(
            load("greedy"), load("random"), Setting(deals=300, seed=seed, game="mariage")
        ).per_deal
        for seed in (1, 1, 2)
    ]
    np.testing.assert_array_equal(gains[0], gains[1])
    assert (gains[0] != gains[2]).any()


def test_match_prints_one_json_object(capsys):
    assert main(["match", "greedy", "random", "--deals", "200", "--seed", "3", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["a"] == "greedy"
    assert result["b"] == "random"
    assert (result["players"], result["rules"], result["deals"]) == (5, "typical", 200)
    assert result["seed"] == 3
    assert result["ci95"][0] < result["gain"] < result["ci95"][1]
    assert result["seconds"] >= 0
    assert result["ci95_bootstrap"] == pytest.approx(result["ci95"], abs=0.05)
    assert result["variance"] == pytest.approx(result["sd"] ** 2)
    assert result["distinct_deals"] == 200
    by_tricks = sum(row["gain"] for row in result["by_tricks"])
    by_distance = sum(row["gain"] for row in result["by_distance"])
    assert by_tricks == pytest.approx(result["gain"])
    assert by_distance / 5 == pytest.approx(result["gain"])
    for side in "ab":
        assert sum(row[f"share_{side}"] for row in result["by_tricks"]) == pytest.approx(1)
        taken = sum(row["tricks"] * row[f"share_{side}"] for row in result["by_tricks"])
        assert taken == pytest.approx(1, abs=0.2)  # five tricks, five seats


def test_the_games_of_a_match_are_kept_as_records(tmp_path, capsys):
    path = tmp_path / "games.jsonl"
    arguments = ["match", "greedy", "random", "--deals", "3", "--match-deals", "2"]
    assert main([*arguments, "--json", "--record", str(path)]) == 0
    games = list(read_records(path))
    assert len(games) == 3 * 6  # a game for each seat of greedy, and one without
    for deal in range(3):
        packs = {str([d["pack"] for d in game["deals"]]) for game in games[6 * deal : 6 * deal + 6]}
        assert len(packs) == 1
    won = [
        games[6 * deal + seat]["chips"][seat] - games[6 * deal + 5]["chips"][seat]
        for deal in range(3)
        for seat in range(5)
    ]
    gain = json.loads(capsys.readouterr().out)["gain"]
    assert gain == pytest.approx(sum(won) / 15)


@pytest.mark.parametrize("limit", [["--deals", "2500"], ["--precision", "0.05"]])
def test_a_match_that_was_stopped_goes_on_as_if_it_had_not(limit, tmp_path, monkeypatch, capsys):
    arguments = ["match", "random", "greedy", "--json", *limit]

    def result(*more: str) -> dict:
        assert main([*arguments, *more]) == 0
        return {**json.loads(capsys.readouterr().out), "seconds": 0}

    whole, out = result(), ["--out", str(tmp_path)]
    original = match.statistics_of
    parts = iter([original])  # one part is played, then Ctrl-C

    def stopping(*arguments):
        for statistics_of in parts:
            return statistics_of(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(match, "statistics_of", stopping)
    assert main([*arguments, *out]) == 130
    monkeypatch.setattr(match, "statistics_of", original)
    capsys.readouterr()
    assert result(*out) == whole
    monkeypatch.setattr(match, "statistics_of", lambda *_: pytest.fail("all is played"))
    assert result(*out) == whole
    assert main([*arguments, *out, "--seed", "2"]) == 2
    assert "holds a match with seed=1, this one has 2" in capsys.readouterr().err


def test_match_prints_a_table(capsys):
    assert main(["match", "greedy", "random", "--deals", "200", "--rules", "modern"]) == 0
    out = capsys.readouterr().out
    assert "95 % interval" in out
    assert "modern" in out


def test_trynka_is_matched_and_recorded_too(tmp_path, capsys):
    path = tmp_path / "games.jsonl"
    arguments = ["match", "greedy", "random", "--game", "trynka", "--players", "4"]
    assert main([*arguments, "--deals", "3", "--json", "--record", str(path)]) == 0
    result, games = json.loads(capsys.readouterr().out), list(read_records(path))
    assert (result["game"], result["players"], result["distinct_deals"]) == ("trynka", 4, 3)
    assert "by_tricks" not in result
    assert [game["env"] for game in games] == ["trynka_v0"] * 15
    won = [
        games[5 * deal + seat]["chips"][seat] - games[5 * deal + 4]["chips"][seat]
        for deal in range(3)
        for seat in range(4)
    ]
    assert result["gain"] == pytest.approx(sum(won) / 12)
    by_distance = sum(row["gain"] for row in result["by_distance"])
    assert by_distance / 4 == pytest.approx(result["gain"])
    assert main([*arguments, "--deals", "200", "--rules", "literal"]) == 0
    out = capsys.readouterr().out
    assert "literal" in out
    assert "tricks" not in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["greedy", "nobody"], "agent 'nobody'"),
        (["greedy", "ismcts", "--game", "trynka"], "agent 'ismcts': expected random, greedy"),
        (["greedy", "random", "--game", "trynka", "--rules", "modern"], "rules 'modern'"),
        (["greedy", "random", "--rules", "nain_jaune"], "rules 'nain_jaune'"),
        (["greedy", "random", "--game", "trynka", "--players", "2"], "num_players=2"),
        (["greedy", "random", "--players", "11"], "num_players=11"),
        (["greedy", "random", "--deals", "1"], "deals=1: expected an integer of at least 2"),
        (["greedy", "random", "--match-deals", "0"], "deals=0"),
        (["greedy", "random", "--out", "a", "--record", "b"], "--out stores no games"),
        (["no/where.zip", "random"], "no/where.zip: there is no such file"),
    ],
)
def test_wrong_settings_are_named(arguments, message, capsys):
    assert main(["match", *arguments]) == 2
    assert message in capsys.readouterr().err
