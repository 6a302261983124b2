"""Trynka's agents: legal, named by specs, blind to hidden cards, each better than the last."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO

from agents import load
from agents.__main__ import main
from agents.arena.duplicate import measure_gain
from agents.arena.lockstep import Player, move
from agents.arena.setting import Setting
from agents.trynka.expert import goes_out
from marriage_env import VectorEnv, determinize
from marriage_env.adapters.sb3 import SB3VecEnv
from marriage_env.core.cards import card_set, parse_card
from marriage_env.game import game_named
from marriage_env.trynka import actions
from marriage_env.trynka.game import GAME
from marriage_env.trynka.rules import PRESETS, Rules
from tests.rules.trynka.table import Table, start

KINDS = [
    *(Rules.preset(name) for name in PRESETS),
    Rules(ends="all_out", out_pay=3),
    Rules(offences="none", ends="all_out"),
    Rules(offences="none", card_stake=0, saucer_stake=0),
    Rules(card_stake=7, marriage_saucer="two", out_pay=2),
]
SPECS = [
    *("random", "greedy", "expert", "pimc:worlds=2", "pimc:worlds=1,playout=random"),
    "search:policy=expert,worlds=2",
]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("rules", KINDS)
@pytest.mark.parametrize("players", range(3, 11))
def test_agents_finish_matches_under_all_rules(spec, rules, players):
    agent = load(spec, players, rules, game="trynka")
    env = VectorEnv(3, players, rules, deals=2, observations=False, game="trynka")
    _, masks, _ = env.reset(seed=1)
    rng = np.random.default_rng(0)
    ended = np.zeros(3, bool)
    while not ended.all():
        _, masks, _, _, done = env.step(agent.act(env.views(), masks, rng))
        ended |= done


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("rules", KINDS)
def test_other_hidden_cards_change_no_choice(spec, rules):
    """Redraw the cards that a seat cannot know: same view, same stream, same choice."""
    env = VectorEnv(6, 5, rules, deals=1, observations=False, game="trynka")
    env.reset(seed=4)
    agent, walker, changed = load(spec, game="trynka"), load("random"), 0
    for step in range(15):
        games = np.flatnonzero(env.states["seat"] >= 0)
        for i in games[:2]:
            seat = int(env.states["seat"][i])
            view = GAME.view_of(env.states, int(i), seat)
            worlds = determinize(view, np.random.default_rng(step), worlds=3)
            masks = np.zeros((3, 54), np.int8)
            GAME.loops.write_masks(worlds, 0, 3, masks)
            choices = [
                agent.act(
                    GAME.view_of(worlds, w, seat), masks[w : w + 1], np.random.default_rng(9)
                )[0]
                for w in range(3)
            ]
            assert len(set(choices)) == 1
            changed += len({world["hands"].tobytes() for world in worlds}) > 1
        move(game_named("trynka"), Player(walker, np.random.default_rng(step)), env.states, games)
    assert changed > 10


@pytest.mark.parametrize("players", [3, 4, 6, 10])
def test_greedy_gains_on_random_play(players):
    setting = Setting(players, deals=1000, game="trynka")
    greedy = load("greedy", game="trynka")
    assert measure_gain(greedy, load("random"), setting).low > 0


@pytest.mark.parametrize("players", [3, 4, 6, 10])
@pytest.mark.parametrize("rules", [Rules(), Rules.nain_jaune()])
def test_expert_gains_on_greedy(players, rules):
    setting = Setting(players, rules, deals=4000, game="trynka")
    agents = [load(spec, players, rules, "trynka") for spec in ("expert", "greedy")]
    assert measure_gain(*agents, setting).low > 0


@pytest.mark.parametrize("spec", ["pimc:worlds=16", "search:policy=expert,worlds=16"])
def test_search_gains_on_expert(spec):
    setting = Setting(4, Rules.nain_jaune(), deals=300, game="trynka")
    agents = [load(spec, game="trynka") for spec in (spec, "expert")]
    assert measure_gain(*agents, setting).low > 0


def test_search_does_not_depend_on_its_threads():
    setting = Setting(6, deals=4, seed=2, game="trynka")
    gains = [
        measure_gain(
            load(f"pimc:worlds=4,threads={threads}", game="trynka"), load("random"), setting
        )
        for threads in (1, 3)
    ]
    np.testing.assert_array_equal(gains[0].per_deal, gains[1].per_deal)


def test_a_plain_model_over_the_observation_plays(tmp_path):
    env = SB3VecEnv(gymnasium.make_vec("Trynka-v0", num_envs=2, num_players=4))
    model = MaskablePPO("MlpPolicy", env, n_steps=2, batch_size=4, seed=1, device="cpu")
    model.save(tmp_path / "plain.zip")
    spec = str(tmp_path / "plain.zip")
    agent, setting = load(spec, 4, game="trynka", trusted=True), Setting(4, deals=4, game="trynka")
    assert len(measure_gain(agent, load("random"), setting).per_deal) == 4
    with pytest.raises(ValueError, match=r"shape \(614,\), those of 5 players have \(696,\)"):
        load(spec, 5, game="trynka", trusted=True)


def choice(spec: str, table: Table) -> str:
    """What an agent does where a table stands."""
    masks = np.zeros((1, 54), np.int8)
    GAME.loops.write_masks(table.states, 0, 1, masks)
    view = GAME.view_of(table.states, 0, table.asked)
    return actions.name(load(spec, game="trynka").act(view, masks, np.random.default_rng(0))[0])


@pytest.mark.parametrize("spec", ["greedy", "expert"])
def test_the_king_of_clubs_follows_ones_own_queen(spec):
    table = start(["QC KC"])
    table.play("0:QC")
    assert choice(spec, table) == "KC"


def test_greedy_lays_a_winning_club_or_the_lowest_card_and_misses_none():
    assert choice("greedy", start(["8D 9C TD"])) == "9C"
    assert choice("greedy", start(["7D 7H 8D 8H 8S 9D 9H 9S TD TH TS JD"])) == "7D"
    env = VectorEnv(50, 4, deals=1, observations=False, game="trynka")
    _, masks, _ = env.reset(seed=2)
    agent, rng = load("greedy", game="trynka"), np.random.default_rng(0)
    for _ in range(100):
        _, masks, _, _, _ = env.step(agent.act(env.views(), masks, rng))
        assert not env.states["table"]["misses"].any()


def test_expert_passes_to_begin_a_pile_with_its_club():
    """Seat 0 alone has sevens, and others have all eights: after a pass it begins with 9♣."""
    table = start(["6S 7C 7D 7H 7S 9C TD TH JD JH QD QH"])
    table.play("0:6S")
    assert choice("expert", table) == "PASS"
    table.play("0:PASS 0:PASS")
    assert choice("expert", table) == "9C"


@pytest.mark.parametrize(
    ("hand", "out"),
    [
        ("", True),
        ("AS AC", True),
        ("7D 8S AS", True),
        ("7D 9S AS", False),  # two piles, the first lost to others
        ("7D 7S", False),
        ("TD JS QC KC", True),  # Q♣ and K♣ in one turn
        ("TD JS QC KS", False),  # the turn ends with Q♣
        ("QC KC AD", True),
    ],
)
def test_who_goes_out_for_certain(hand, out):
    assert goes_out(np.int64(card_set(map(parse_card, hand.split())))) == out


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("ismcts", "agent 'ismcts': expected random, greedy, expert, pimc, search, the path of"),
        ("pretrained:5", "pretrained:5: trained for another game; mariage, not trynka"),
        ("runs/nowhere.zip", "checkpoint runs/nowhere.zip: there is no such file"),
        ("pimc:exact=1", "option 'exact=1'; options: worlds=64, playout=expert, threads=1"),
        ("pimc:playout=tarot", "playout='tarot': expected one of expert, random"),
    ],
)
def test_wrong_specs_are_named(spec, message):
    with pytest.raises(ValueError, match=message):
        load(spec, 4, game="trynka")
    with pytest.raises(ValueError, match="game='whist': expected one of mariage, trynka"):
        load(spec, game="whist")


@pytest.mark.slow
def test_the_agents_of_a_game_are_listed(capsys):
    assert main(["--game", "trynka"]) == 0
    out = capsys.readouterr().out
    assert all(f"\n{name} " in out for name in ("random", "greedy", "expert", "pimc", "search"))
    assert "ismcts" not in out
    assert "pretrained" not in out
