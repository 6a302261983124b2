"""The examples run, and show what their page says they show."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import matplotlib
import pytest

from agents import load
from agents.arena.duplicate import measure_gain
from agents.arena.setting import Setting
from docs.examples import custom_rules, new_agent, own_policy

EXAMPLES = Path(own_policy.__file__).parent


def test_custom_rules_multiply_what_is_paid():
    """The fine is the only thing that changes, and random play does not look at it."""
    assert custom_rules.kept_back(0) == 0
    once = custom_rules.kept_back(1)
    assert once > 0
    assert custom_rules.kept_back(3) == pytest.approx(3 * once)


def test_the_new_agent_plays_by_its_spec():
    spec = "docs.examples.new_agent:make"
    setting = Setting(deals=50, game="mariage")
    gain = measure_gain(load(spec), load("greedy"), setting)
    direct = measure_gain(new_agent.make(5, setting.rules), load("greedy"), setting)
    assert gain.mean == direct.mean != 0


def test_a_policy_trained_for_a_moment_plays_and_repeats_itself():
    policies = [own_policy.train(updates=2) for _ in range(2)]
    setting = Setting(deals=20, game="mariage")
    gains = [measure_gain(policy, load("random"), setting).mean for policy in policies]
    assert gains[0] == gains[1]


@pytest.mark.slow
def test_a_policy_of_your_own_beats_random_and_greedy(capsys):
    runpy.run_module("docs.examples.own_policy", run_name="__main__")
    gains = [line.split() for line in capsys.readouterr().out.splitlines() if "gain over" in line]
    assert [words[2] for words in gains] == ["random:", "greedy:"]
    assert all(float(words[3]) > float(words[5]) for words in gains)  # the interval is above 0


@pytest.mark.slow
def test_the_notebook_runs(capsys):
    matplotlib.use("Agg")
    cells = json.loads((EXAMPLES / "price_of_the_fine.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 * len(names["FINES"])  # type: ignore[arg-type]
    assert "typical      fine 0.00:" in lines[0]
