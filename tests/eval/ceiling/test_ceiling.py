"""What players who see every card gain."""

from __future__ import annotations

import json

import pytest

from agents import load
from agents.arena.duplicate import measure_gain
from agents.arena.setting import Setting
from eval.__main__ import main
from eval.ceiling.computation import best_answer, ceiling, gains_over, open_hand_player
from eval.output.json_view import as_json
from marriage_env.mariage.game import GAME


@pytest.mark.parametrize("spec", ["greedy", "expert", "pretrained:5"])
def test_who_knows_the_cards_and_how_all_play_never_loses_by_it(spec):
    # The move that the agent makes is among those tried, so that no deal can end worse.
    agent, setting = load(spec, 5), Setting(deals=100, seed=2, game="mariage")
    gains = gains_over(best_answer(agent, setting), agent, setting)
    assert gains.min() >= 0
    assert gains.mean() > 0.1


def test_open_hand_play_gains_more_than_any_fair_player():
    agent, setting = load("greedy", 5), Setting(deals=25, seed=2, game="mariage")
    seen = gains_over(open_hand_player("mariage"), agent, setting).mean()
    assert seen > measure_gain(load("expert", 5), agent, setting).mean > 0


def test_one_who_plays_as_the_agent_gains_nothing():
    agent, setting = load("expert", 6), Setting(num_players=6, deals=60, seed=3, game="mariage")

    def same(states, games):
        return agent.act(*GAME.look(states, games), None)

    assert not gains_over(same, agent, setting).any()


def test_the_same_seed_gives_the_same_figures(capsys):
    setting = Setting(deals=10, seed=4, game="mariage")
    found = ceiling("expert", setting)
    assert found == ceiling("expert", setting)
    assert main(["ceiling", "expert", "--deals", "10", "--seed", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == as_json(found)
    assert main(["ceiling", "expert", "--deals", "10", "--seed", "4"]) == 0
    assert f"{found.gains['answer'].gain.mean:+.3f}" in capsys.readouterr().out


def test_a_game_without_open_hand_search_says_so(capsys):
    arguments = ["ceiling", "greedy", "--game", "trynka", "--players", "4", "--deals", "4"]
    assert main([*arguments, "--json"]) == 0
    said = capsys.readouterr()
    assert "no open-hand search for trynka" in said.err
    gains = json.loads(said.out)["gains"]
    assert list(gains) == ["answer"]
    assert gains["answer"]["gain"] >= 0


def test_wrong_settings_are_named(capsys):
    assert main(["ceiling", "nobody"]) == 2
    assert "nobody" in capsys.readouterr().err
    assert main(["ceiling", "expert", "--rules", "loose"]) == 2
    assert "loose" in capsys.readouterr().err
    assert main(["ceiling", "expert", "--deals", "1"]) == 2
    assert "deals=1" in capsys.readouterr().err
