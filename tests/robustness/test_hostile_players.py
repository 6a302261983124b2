"""Agents that misbehave in a process of their own do harm to themselves alone."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from agents import load
from agents.arena.duplicate import measure_gain
from agents.arena.misbehavior import supervised
from agents.arena.setting import Setting
from agents.isolation.agent import AgentProcesses, IsolatedAgent, IsolatedValuer
from agents.isolation.process import Overdue
from agents.misplay import Misplay
from agents.protocol import Valuer
from tests.robustness.hostile_acts import Polite
from tests.robustness.hostile_players import ODD, PLAYERS
from tests.robustness.hostile_specs import asked, spec
from tests.robustness.left_running import left_running, running

# Each has a process of its own, which takes a fifth of a second.
ALIKE = ["StopsIteration", "RaisesUnspeakable", "RunsOut", "KillsItsGroup", "GivesNan"]
ALIKE += ["GivesTexts", "GivesTooMany", "GivesPlane", "GivesRagged", "GivesComplex"]
ALIKE += ["GivesRecords", "GivesItself", "GivesLambda", "GoesBelow", "GoesBeyond"]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow) if name in ALIKE else name for name in PLAYERS],
)
def test_a_player_that_misbehaves_is_told(name, mark):
    with AgentProcesses() as processes:
        agent = load(spec(name), processes=processes)
        if name in ("Cheats", "GoesBelow", "GoesBeyond"):  # integers, and so for the game to refuse
            assert asked(agent).shape == (3,)
        else:
            with pytest.raises(Misplay) as caught:
                asked(agent)
            assert caught.value.agent == spec(name)
            assert len(str(caught.value)) < 600
    assert left_running(mark) == []


@pytest.mark.parametrize("name", ["Deaf", "Stops"])
def test_a_player_that_hangs_is_killed(name, mark):
    with AgentProcesses() as processes:
        agent = load(spec(name), processes=processes)
        assert isinstance(agent, IsolatedAgent)
        with pytest.raises(Overdue):
            agent.act(np.zeros(1), np.ones((1, 62), np.int8), np.random.default_rng(1), 0.2)
        assert left_running(mark) == []


@pytest.mark.parametrize("name", ODD)
def test_what_else_a_player_does_changes_nothing(name, mark, capfd):
    setting = Setting(deals=3, game="mariage")
    polite = measure_gain(Polite(), load("greedy"), setting).per_deal
    with AgentProcesses() as processes:
        agent = supervised(spec(name), setting, processes)
        gains = measure_gain(agent, load("greedy"), setting).per_deal
        assert running(mark)
    np.testing.assert_array_equal(gains, polite)
    assert left_running(mark) == []
    assert Path.cwd() != Path("/")
    assert capfd.readouterr() == ("", "")


def test_the_same_seed_gives_the_same_games_in_a_process_apart():
    """With a network's worth of views at once, and chance that spawns more chance."""
    setting = Setting(deals=30, game="mariage")
    module = "tests.robustness.well_behaved"
    with AgentProcesses() as processes:
        for factory in ("Greedy", "Drawn"):
            here, apart = (
                load(f"{module}:{factory}"),
                load(f"{module}:{factory}", processes=processes),
            )
            gains = [measure_gain(agent, load("random"), setting) for agent in (here, apart)]
            np.testing.assert_array_equal(gains[0].per_deal, gains[1].per_deal)


def test_search_can_be_asked_for_values_apart():
    module = "tests.robustness.well_behaved"
    masks, views = np.ones((3, 62), np.int8), np.zeros(3)
    masks[:, 5] = 0
    with AgentProcesses() as processes:
        agent = load(f"{module}:Searcher", processes=processes)
        assert isinstance(agent, IsolatedValuer)
        assert isinstance(agent, Valuer)
        found = agent.values(views, masks, np.random.default_rng(2))
        expected = np.where(masks, np.random.default_rng(2).random(masks.shape), -np.inf)
        np.testing.assert_array_equal(found, expected)
        assert not isinstance(load(f"{module}:Drawn", processes=processes), Valuer)
        for name, why in (("Nan", "a value that is no number"), ("Short", "shape (3, 61)")):
            wrong = load(f"{module}:{name}Searcher", processes=processes)
            assert isinstance(wrong, IsolatedValuer)
            with pytest.raises(Misplay) as caught:
                wrong.values(views, masks, np.random.default_rng(2))
            assert why in str(caught.value)
            assert caught.value.game == (name == "Nan")


def test_an_agent_whose_process_has_ended_begins_again():
    with AgentProcesses() as processes:
        agent = load(spec("ChangesFolder"), processes=processes)
        before = asked(agent)
        agent.close()
        np.testing.assert_array_equal(asked(agent), before)


def test_a_forked_process_has_agents_of_its_own(mark):
    with AgentProcesses() as processes:
        agent = load(spec("Prints"), processes=processes)
        child = os.fork()
        if child == 0:
            asked(agent)
            processes.close()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        assert asked(agent).tolist() == [0, 0, 0]
    assert left_running(mark) == []
