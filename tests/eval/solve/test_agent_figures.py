"""Measuring agents in a solved game: wrong ones are named first, and what is known is kept."""

from __future__ import annotations

import json

import pytest

from eval.__main__ import main
from eval.solve import agent_figures
from eval.solve.agent_figures import FILE, Sampling, measure_agents
from eval.solve.game_tree import game_tree
from marriage_env.game import game_named
from marriage_env.small_mariage import Rules

GAME = ["--game", "small_mariage", "--rules", "tiny"]
AGENTS = ["random", "greedy", "pimc:worlds=1"]
TWO = Sampling(samples=2)


@pytest.fixture(scope="module")
def tiny():
    return game_tree(game_named("small_mariage"), 2, Rules.tiny())


@pytest.fixture
def measured(monkeypatch):
    """The agents that are measured from now on; the list can be told when to stop."""
    names: list[str] = []
    policy_of = agent_figures.agent_policy

    def watched(game, agent, *more):
        names.append(agent.name)
        if "stop" in names and agent.name.startswith("pimc"):
            raise KeyboardInterrupt
        return policy_of(game, agent, *more)

    monkeypatch.setattr(agent_figures, "agent_policy", watched)
    return names


def test_what_was_measured_is_not_measured_again(tiny, measured, tmp_path):
    whole = measure_agents(tiny, AGENTS, sampling=TWO)
    measured[:] = ["stop"]
    with pytest.raises(KeyboardInterrupt):
        measure_agents(tiny, AGENTS, sampling=TWO, out=tmp_path)
    assert measured == ["stop", *AGENTS]
    measured.clear()
    assert measure_agents(tiny, AGENTS, sampling=TWO, out=tmp_path) == whole
    assert measured == AGENTS[2:]
    measured.clear()
    assert measure_agents(tiny, AGENTS, sampling=TWO, out=tmp_path) == whole
    assert measured == []


def test_rows_of_other_agents_or_samples_are_refused_but_for_fresh(tmp_path, measured, capsys):
    command = ["solve", *GAME, "--out", str(tmp_path), "--json"]
    assert main([*command, "greedy"]) == 0
    capsys.readouterr()
    assert main([*command, "greedy", "random"]) == 2
    assert "agents=['greedy'], this one has ['greedy', 'random']" in capsys.readouterr().err
    assert main([*command, "greedy", "--seed", "2"]) == 2
    assert "with seed=1, this one has 2" in capsys.readouterr().err
    assert main([*command, "random", "--fresh"]) == 0
    assert [row["agent"] for row in json.loads(capsys.readouterr().out)["agents"]] == ["random"]
    assert measured == ["greedy", "random"]


def test_damaged_rows_are_refused(tiny, tmp_path, capsys):
    measure_agents(tiny, ["greedy"], out=tmp_path)
    file = tmp_path / FILE
    file.write_text(file.read_text().replace('"deterministic"', '"by chance"'))
    assert main(["solve", *GAME, "greedy", "--out", str(tmp_path)]) == 2
    assert "damaged, or no stored result" in capsys.readouterr().err


def test_a_wrong_agent_is_named_before_any_is_measured(measured, capsys):
    assert main(["solve", *GAME, "greedy", "nobody"]) == 2
    assert "agent 'nobody'" in capsys.readouterr().err
    assert main(["solve", *GAME, "greedy", "solution:nowhere"]) == 2
    assert "no such file" in capsys.readouterr().err
    assert measured == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["greedy", "--samples", "0"], "samples=0: expected an integer of at least 1"),
        (["greedy", "--seed", "-1"], "seed=-1: expected an integer of at least 0"),
        (["--players", "3", "--check"], "linear program: expected two players"),
        (["--precision", "nan"], "precision=nan: expected a number"),
        (["--precision", "inf"], "precision=inf: expected a number"),
    ],
)
def test_wrong_settings_are_named(arguments, message, monkeypatch, capsys):
    monkeypatch.setattr(
        "eval.solve.computation._iterate", lambda *_: pytest.fail("something was solved")
    )
    assert main(["solve", *GAME, *arguments]) == 2
    assert message in capsys.readouterr().err


def test_rules_of_no_preset_are_told_field_by_field(capsys):
    assert main(["solve", *GAME[:2], "--rules", "tiny,queen_fine=3", "--iterations", "1"]) == 0
    told = capsys.readouterr().out
    assert "2 players, rules suits=2, hand_cards=2, follow=beat, queen_fine=3, " in told
