"""Small Mariage's agents: legal, blind to hidden cards, each better than the last; training."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from agents import load
from agents.arena.duplicate import measure_gain
from agents.arena.lockstep import Player, move
from agents.arena.setting import Setting
from agents.learned.game_range import parse_rules
from marriage_env import VectorEnv, determinize
from marriage_env.game import game_named
from marriage_env.small_mariage.rules import Rules
from tests.train.short_runs import SHORT
from train.config import DistilConfig, DMCConfig
from train.run import train
from train.training_games import sampled_rules

GAME = game_named("small_mariage")
KINDS = [
    Rules(),
    Rules.queen_paid(),
    Rules(suits=4, hand_cards=3, queen_fine=0),
    Rules(suits=4, follow="suit", offences="none", trick_prize=3),
]
SPECS = [
    *("random", "greedy", "expert", "pimc:worlds=2", "pimc:worlds=1,playout=random"),
    *("ismcts:sims=8", "search:policy=expert,worlds=2"),
]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("rules", KINDS)
@pytest.mark.parametrize("players", [2, 3])
def test_agents_finish_matches_under_all_rules(spec, rules, players):
    agent = load(spec, players, rules, game="small_mariage")
    env = VectorEnv(3, players, rules, deals=2, observations=False, game="small_mariage")
    _, masks, _ = env.reset(seed=1)
    rng = np.random.default_rng(0)
    ended = np.zeros(3, bool)
    while not ended.all():
        _, masks, _, _, done = env.step(agent.act(env.views(), masks, rng))
        ended |= done


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("players", [2, 3])
def test_other_hidden_cards_change_no_choice(spec, players):
    """Redraw the cards that a seat cannot know: same view, same stream, same choice."""
    env = VectorEnv(8, players, deals=1, observations=False, game="small_mariage")
    env.reset(seed=4)
    agent, walker, changed = load(spec, game="small_mariage", num_players=3), load("random"), 0
    walk = Player(walker, np.random.default_rng(3))
    while (games := np.flatnonzero(env.states["seat"] >= 0)).size:
        for i in games[:3]:
            seat = int(env.states["seat"][i])
            view = GAME.view_of(env.states, int(i), seat)
            worlds = determinize(view, np.random.default_rng(int(i)), worlds=3)
            masks = np.zeros((3, GAME.num_actions), np.int8)
            GAME.loops.write_masks(worlds, 0, 3, masks)
            choices = [
                agent.act(
                    GAME.view_of(worlds, w, seat), masks[w : w + 1], np.random.default_rng(9)
                )[0]
                for w in range(3)
            ]
            assert len(set(choices)) == 1
            changed += len({world["hands"].tobytes() for world in worlds}) > 1
        move(GAME, walk, env.states, games)
    assert changed > 5


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("pair", [("greedy", "random"), ("expert", "greedy")])
@pytest.mark.parametrize("rules", [Rules.queen_paid(), Rules.large()])
def test_each_heuristic_gains_on_the_one_before(players, pair, rules):
    setting = Setting(players, rules, deals=4000, game="small_mariage")
    agents = [load(spec, players, rules, "small_mariage") for spec in pair]
    assert measure_gain(*agents, setting).low > 0


@pytest.mark.parametrize(
    "spec", ["pimc:worlds=16", "ismcts:sims=128", "search:policy=expert,worlds=16"]
)
def test_search_gains_on_greedy(spec):
    setting = Setting(2, Rules.large(), deals=400, game="small_mariage")
    agents = [load(one, 2, setting.rules, "small_mariage") for one in (spec, "greedy")]
    assert measure_gain(*agents, setting).low > 0


def test_heuristics_never_keep_a_queen_back():
    env = VectorEnv(200, 2, deals=1, observations=False, game="small_mariage")
    for spec in ("greedy", "expert"):
        _, masks, _ = env.reset(seed=2)
        agent, rng, asked = load(spec, 2, game="small_mariage"), np.random.default_rng(0), 0
        for _ in range(6):
            actions = agent.act(env.views(), masks, rng)
            asked += masks[:, 52].sum()
            assert not (actions == 52).any()
            _, masks, _, _, _ = env.step(actions)
        assert asked


@pytest.mark.parametrize(
    "config",
    [
        replace(SHORT, game="small_mariage", players="2-3", rules="any"),
        DMCConfig(decisions=500, games=40, width=8, evaluations=1, evaluation_deals=4,
                  game="small_mariage", players="2"),
        DistilConfig(decisions=200, games=20, width=8, evaluations=1, evaluation_deals=4,
                     teacher="pimc:worlds=1", game="small_mariage", players="3"),
    ],
)  # fmt: skip
def test_every_method_trains(config, tmp_path):
    train(config, tmp_path / "run")
    players = config.game_range.seats
    agent = load(str(tmp_path / "run" / "final.zip"), players, game="small_mariage")
    setting = Setting(players, deals=4, game="small_mariage")
    assert len(measure_gain(agent, load("random"), setting).per_deal) == 4


def test_training_for_any_rules_samples_packs_that_are_large_enough():
    rng = np.random.default_rng(1)
    made = [sampled_rules(GAME, rng) for _ in range(100)]
    assert {rules.suits for rules in made} == {3, 4}
    assert {rules.queen_fine for rules in made} == {0, 1, 2}
    assert all(GAME.check_match(3, rules, 1) == 1 for rules in made)
    assert parse_rules("any", "small_mariage") is None
