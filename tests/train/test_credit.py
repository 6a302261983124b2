"""Each decision is credited with what its own seat won from then on, and with nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from agents import load
from agents.arena.confidence_interval import normal_interval
from marriage_env import Rules
from marriage_env.core.events import MAX_PLAYERS
from marriage_env.mariage.rules import PRESETS, fill_record
from tests.play import HARD
from train.collect import Collector, Decisions
from train.config import PPOConfig
from train.credit import advantages_of
from train.ppo import PPO
from train.seating import Seating
from train.training_games import make_tables

NOWHERE = Path("nowhere")
TINY = PPOConfig(games=40, width=8, seed=3, match_deals=2)


class Watcher:
    """Chooses at random, and notes the chips of the seat that decides."""

    def __init__(self) -> None:
        self.chance = np.random.default_rng(1)
        self.chips: list[np.ndarray] = []

    def __call__(self, views, features, masks):
        self.chips.append(views["table"]["chips"][np.arange(len(views)), views["seat"]])
        return ((self.chance.random(masks.shape) * masks).argmax(axis=1),)


def random_play(rules: Rules, players: int, share: float = 0.0, agents=()) -> tuple:
    """A collector after one update of random play, its decisions, and the chips they began with."""
    game_range = PPOConfig(players=str(players)).game_range
    tables = make_tables(game_range, 2, 40, np.random.SeedSequence(5))
    for i in range(len(tables)):
        fill_record(tables["table"]["rules"][i], rules)
    seating = Seating(agents, share, "uniform", np.random.SeedSequence(2))
    collector = Collector(tables, game_range, seating)
    watcher = Watcher()
    return collector, collector.collect(watcher), np.concatenate(watcher.chips)


def returns_of(decisions: Decisions) -> np.ndarray:
    """The plain return of every decision: what its seat won from then on."""
    returns, none = np.zeros((2, len(decisions.rewards)), np.float32)
    trajectories = decisions.trajectories
    count = trajectories.max() + 1
    advantages_of(decisions.rewards, none, trajectories, count, 1.0, 1.0, returns)
    return returns


@pytest.mark.parametrize(
    "rules", [Rules.typical(), Rules.modern(), Rules.classic(), Rules.guimbarde(), HARD]
)
@pytest.mark.parametrize("players", [5, 8])
def test_a_return_is_the_seats_final_chips_less_those_it_had_when_it_decided(rules, players):
    collector, decisions, chips = random_play(rules, players)
    final = collector.states["table"]["chips"].reshape(-1)[decisions.trajectories]
    np.testing.assert_allclose(returns_of(decisions), final - chips, atol=1e-4)


def test_seats_of_others_are_credited_with_nothing_and_everyone_plays_on():
    collector, decisions, chips = random_play(Rules.typical(), 5, 1.0, [load("expert")])
    assert len(np.unique(decisions.trajectories // MAX_PLAYERS)) > 30
    # One seat a table learns.
    seats_by_table = {table: set() for table in decisions.trajectories // MAX_PLAYERS}
    for stream in decisions.trajectories:
        seats_by_table[stream // MAX_PLAYERS].add(stream % MAX_PLAYERS)
    assert {len(seats) for seats in seats_by_table.values()} == {1}
    final = collector.states["table"]["chips"].reshape(-1)[decisions.trajectories]
    np.testing.assert_allclose(returns_of(decisions), final - chips, atol=1e-4)


def test_every_decision_is_a_real_one_and_its_action_legal():
    _, decisions, _ = random_play(HARD, 7)
    assert (decisions.masks.sum(axis=1) > 1).all()
    actions = decisions.kept[0]
    assert decisions.masks[np.arange(len(actions)), actions].all()


@pytest.mark.parametrize("rules", ["typical", "nain_jaune,ends=all_out,card_stake=3"])
def test_returns_of_trynka_are_final_chips_less_those_before(rules):
    game_range = PPOConfig(game="trynka", players="3-5", rules=rules).game_range
    tables = make_tables(game_range, 2, 30, np.random.SeedSequence(5))
    collector = Collector(tables, game_range, Seating((), 0, "uniform", np.random.SeedSequence(2)))
    watcher = Watcher()
    decisions = collector.collect(watcher)
    final = collector.states["table"]["chips"].reshape(-1)[decisions.trajectories]
    np.testing.assert_allclose(
        returns_of(decisions), final - np.concatenate(watcher.chips), atol=1e-4
    )


def test_an_illegal_choice_is_an_error():
    tables = make_tables(TINY.game_range, 1, 4, np.random.SeedSequence(5))
    collector = Collector(
        tables, TINY.game_range, Seating((), 0, "uniform", np.random.SeedSequence(2))
    )
    with pytest.raises(RuntimeError, match="illegal action 61"):
        collector.collect(lambda views, features, masks: (np.full(len(masks), 61),))


def test_advantages_run_along_each_stream_by_hand():
    """Streams 0 and 1 take turns: decisions 0, 2 and 3 are stream 0's, 1 is stream 1's.

    gamma 1, lambda 0.5. Stream 0, backwards: decision 3: 4 - 1 = 3; decision 2: -1 + 1 - 2 = -2,
    plus half of 3 is -0.5; decision 0: 0 + 2 - 1 = 1, plus half of -0.5 is 0.75.
    Stream 1: decision 1: -4 - 3 = -7.
    """
    rewards = np.array([0, -4, -1, 4], np.float32)
    values = np.array([1, 3, 2, 1], np.float32)
    advantages = np.zeros(4, np.float32)
    advantages_of(rewards, values, np.array([0, 1, 0, 0]), 2, 1.0, 0.5, advantages)
    assert advantages.tolist() == [0.75, -7.0, -0.5, 3.0]


def test_the_first_minibatch_finds_the_policy_unchanged():
    learner = PPO(TINY, NOWHERE)
    learner.buffer.fill(learner.collector.collect(learner._choose), 1.0)
    for part in learner.buffer.get(256):
        _, log_probs, _ = learner.model.policy.evaluate_actions(
            part.observations, part.actions, action_masks=part.action_masks
        )
        torch.testing.assert_close(log_probs, part.old_log_prob, atol=1e-5, rtol=0)


def test_a_decision_without_legal_actions_is_refused():
    learner = PPO(TINY, NOWHERE)
    one = np.zeros(1, np.float32)
    nothing = Decisions(one, np.zeros((1, 62), np.int8), np.zeros(1, np.int64), (one,) * 3, one)
    with pytest.raises(ValueError, match="without a legal action"):
        learner.buffer.fill(nothing, 1.0)


def test_tables_share_out_players_and_rules_and_each_has_its_own_stream():
    tables = make_tables(
        PPOConfig(players="5-10", rules="any").game_range, 1, 240, np.random.SeedSequence(1)
    )
    numbers, counts = np.unique(tables["table"]["num_players"], return_counts=True)
    assert (numbers.tolist(), set(counts)) == ([5, 6, 7, 8, 9, 10], {40})
    assert len({rules.tobytes() for rules in tables["table"]["rules"]}) > 60
    assert len({stream.tobytes() for stream in tables["stream"]}) == 240
    # 20 of each 40 play the five presets, 4 tables each.
    five = tables[tables["table"]["num_players"] == 5]["table"]["rules"]
    typical = make_tables(PPOConfig().game_range, 1, 1, np.random.SeedSequence(1))
    wanted = typical["table"]["rules"][0].tobytes()
    assert sum(rules.tobytes() == wanted for rules in five) >= 20 // len(PRESETS)


def test_tables_of_trynka_play_its_presets_and_rules_that_differ():
    game_range = PPOConfig(game="trynka", players="3-10", rules="any").game_range
    table = make_tables(game_range, 1, 96, np.random.SeedSequence(1))["table"]
    assert set(table["num_players"]) == set(range(3, 11))
    assert set(table["rules"]["ends"]) == {0, 1}
    assert set(table["rules"]["offences"]) == {0, 1}
    assert set(table["rules"]["saucer_stake"]) == {2}  # it changes no decision


def test_shares_of_the_pool_are_kept():
    seating = Seating([load("random")] * 3, 0.3, "recent", np.random.SeedSequence(2))
    seats = seating.draw(np.full(4000, 5))
    low, high = normal_interval((seats > 0).mean(axis=1)).ci95
    assert low < 0.3 < high
    shares = [(seats == number).sum() / (seats > 0).sum() for number in (1, 2, 3)]
    np.testing.assert_allclose(shares, [1 / 6, 2 / 6, 3 / 6], atol=0.02)
