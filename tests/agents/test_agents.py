"""The built-in agents: legal everywhere, named by specs, and no worse than they claim."""

from __future__ import annotations

import numpy as np
import pytest

from agents import load
from agents.arena.duplicate import measure_gain
from agents.arena.setting import Setting
from agents.protocol import Agent
from agents.uniform import UniformAgent
from marriage_env import VectorEnv
from tests.play import KINDS


@pytest.mark.parametrize(
    "spec",
    [
        "random",
        "greedy",
        "expert",
        "pimc:worlds=2",
        "pimc:worlds=1,playout=random,exact=0",
        "ismcts:sims=8",
        "search:policy=expert,worlds=2",
    ],
)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", range(5, 11))
def test_agents_finish_matches_under_all_rules(spec, kind, players):
    agent = load(spec)
    env = VectorEnv(4, players, kind, deals=2, observations=False)
    _, masks, _ = env.reset(seed=1)
    rng = np.random.default_rng(0)
    ended = np.zeros(4, bool)
    while not ended.all():
        _, masks, _, _, done = env.step(agent.act(env.views(), masks, rng))
        ended |= done


@pytest.mark.parametrize("players", range(5, 11))
def test_greedy_gains_on_random_play(players):
    gain = measure_gain(
        load("greedy"), load("random"), Setting(players, deals=1500, seed=1, game="mariage")
    )
    assert gain.low > 0


@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("kind", KINDS[:4])
def test_expert_gains_on_greedy_under_every_preset(kind, players):
    gain = measure_gain(
        load("expert"), load("greedy"), Setting(players, kind, 2500, seed=1, game="mariage")
    )
    assert gain.low > 0


@pytest.mark.parametrize(
    "spec", ["pimc:worlds=32", "ismcts:sims=128", "search:policy=expert,worlds=32"]
)
def test_search_gains_on_expert(spec):
    gain = measure_gain(load(spec), load("expert"), Setting(deals=400, seed=1, game="mariage"))
    assert gain.low > 0


@pytest.mark.parametrize("spec", ["pimc:worlds=4", "ismcts:sims=8"])
def test_search_does_not_depend_on_its_threads(spec):
    setting = Setting(6, deals=4, seed=2, game="mariage")
    gains = [
        measure_gain(load(f"{spec},threads={threads}"), load("random"), setting).per_deal
        for threads in (1, 3)
    ]
    np.testing.assert_array_equal(gains[0], gains[1])


@pytest.mark.parametrize("spec", ["greedy", "expert"])
def test_heuristics_never_withhold_nor_revoke(spec):
    env = VectorEnv(200, 6, KINDS[-1], deals=1, observations=False)
    _, masks, _ = env.reset(seed=2)
    agent, rng = load(spec), np.random.default_rng(0)
    for _ in range(200):
        _, masks, _, _, _ = env.step(agent.act(env.views(), masks, rng))
        table = env.states["table"]
        assert not table["kept"].any()
        assert not table["revoked"].any()


def test_random_play_is_uniform_over_legal_actions():
    masks = np.zeros((30_000, 62), np.int8)
    masks[:, [3, 17, 52]] = 1
    actions = UniformAgent().act(np.empty(0), masks, np.random.default_rng(1))
    values, counts = np.unique(actions, return_counts=True)
    assert values.tolist() == [3, 17, 52]
    # Three standard deviations of a binomial count around 10,000.
    assert np.abs(counts - 10_000).max() < 3 * (30_000 * 2 / 9) ** 0.5


def make_agent() -> Agent:
    """A factory as a user would write one."""
    return UniformAgent()


def test_an_agent_of_ones_own_is_named_by_module_and_factory():
    assert load("tests.agents.test_agents:make_agent").name == "random"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("clever", "agent 'clever': expected random, greedy"),
        ("pimc:world=3", "option 'world=3'; options: worlds=64, exact=1"),
        ("pimc:worlds=0", "worlds=0: expected an integer from 1"),
        ("pimc:worlds=many", "worlds='many'"),
        ("pimc:playout=tarot", "playout='tarot': expected one of expert, random"),
        ("greedy:x=1", "options: none"),
        ("no.module:factory", "No module named 'no'"),
        ("tests.agents.test_agents:nothing", "nothing"),
        ("tests.agents.test_agents:object", "object"),
    ],
)
def test_wrong_specs_are_named(spec, message):
    with pytest.raises(ValueError, match=message):
        load(spec)
