"""The networks that come with the project: they load, play everything they say, and are strong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from agents import load
from agents.arena.duplicate import measure_gain
from agents.arena.setting import Setting
from agents.learned.checkpoint import read_checkpoint
from agents.learned.network import log_chances
from agents.spec import PRETRAINED
from marriage_env import Rules, VectorEnv
from tests.play import KINDS


def test_they_are_small():
    sizes = {file.stem: file.stat().st_size for file in PRETRAINED.glob("*.zip")}
    assert sizes.keys() == {"5", "any"}
    assert sum(sizes.values()) < 4_000_000


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", range(5, 11))
def test_any_finishes_matches_under_all_rules(kind, players):
    agent = load("pretrained:any", players, kind)
    env = VectorEnv(4, players, kind, deals=2, observations=False)
    _, masks, _ = env.reset(seed=1)
    rng, ended = np.random.default_rng(0), np.zeros(4, bool)
    while not ended.all():
        _, masks, _, _, done = env.step(agent.act(env.views(), masks, rng))
        ended |= done


@pytest.mark.parametrize(
    ("name", "players"), [("5", 5), *(("any", players) for players in range(5, 11))]
)
def test_they_gain_on_expert(name, players):
    agent, expert = load(f"pretrained:{name}", players), load("expert")
    assert measure_gain(agent, expert, Setting(players, deals=2000, seed=3, game="mariage")).low > 0


@pytest.mark.parametrize("name", ["5", "any"])
def test_they_choose_as_they_did_before_they_were_kept_as_safetensors(name):
    """What the same networks made of 192 decisions when they were files of Stable-Baselines3."""
    before = np.load(Path(__file__).with_name("pretrained_choices.npz"), allow_pickle=False)
    network = read_checkpoint(PRETRAINED / f"{name}.zip").network
    with torch.no_grad():
        logits, candidates, _ = network.candidates(torch.from_numpy(before[f"features_{name}"]))
        chances = log_chances(logits, candidates, before[f"masks_{name}"]).exp().numpy()
    # The library may add up in another order.
    np.testing.assert_allclose(chances, before[f"chances_{name}"], atol=1e-5)
    chosen = np.take_along_axis(candidates.numpy(), chances.argmax(axis=1)[:, None], axis=1)[:, 0]
    np.testing.assert_array_equal(chosen, before[f"actions_{name}"])


def test_what_they_were_not_trained_for_is_refused():
    with pytest.raises(ValueError, match="players: trained for 5, not 6"):
        load("pretrained:5", 6)
    with pytest.raises(ValueError, match=r"rules.follow: trained for 'beat', not 'suit'"):
        load("pretrained:5", 5, Rules.modern())
    with pytest.raises(ValueError, match=r"expected pretrained:5, pretrained:any"):
        load("pretrained:7", 7)


def test_search_with_a_network_is_named_and_needs_it():
    agent = load("search:policy=pretrained:5,worlds=4")
    assert agent.name == "search:policy=pretrained:5,worlds=4"
    with pytest.raises(ValueError, match="expected policy=AGENT among its options"):
        load("search:worlds=4")
