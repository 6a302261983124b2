"""What is counted of called queens is what duplicate play would find, from fewer games."""

from __future__ import annotations

import numpy as np
import pytest

from agents import load
from agents.arena.duplicate import measure_gain
from eval.fine.called_queens import Obedient, keep_back, measure_kept
from eval.fine.plan import GAME, Plan
from eval.fine.prices import Judge
from eval.fine.result import Table
from marriage_env.mariage.actions import WITHHOLD

TABLE = Table(5, "modern", 2)


def setting(deals: int):
    return Plan().setting(TABLE, deals)


def test_branches_give_the_gain_of_duplicate_play():
    """Both agents are deterministic, so that the same games are played either way."""
    defiant = load("expert:withhold=1", 5, game=GAME)
    found = measure_kept(defiant, setting(300))
    whole = measure_gain(defiant, Obedient(defiant, GAME), setting(300))
    assert found.gain.mean == pytest.approx(whole.mean)
    assert found.gain.mean < 0
    assert found.queens > 50
    assert found.worth is not None
    assert found.worth.high < 0
    assert found.kept.count == found.kept.of > 50


def test_who_obeys_keeps_nothing_back_and_gains_nothing():
    found = measure_kept(load("expert", 5, game=GAME), setting(100))
    assert found.kept.count == found.queens == 0 < found.kept.of
    assert (found.gain.mean, found.worth) == (0, None)


def test_random_play_keeps_back_every_second_queen_and_its_obedient_copy_none():
    agent = load("random", game=GAME)
    low, high = measure_kept(agent, setting(300)).kept.ci95 or (1, 0)
    assert low < 0.5 < high
    assert measure_kept(Obedient(agent, GAME), setting(100)).kept.count == 0


def test_fewer_queens_are_worth_keeping_back_at_higher_fines():
    judge = Judge(setting(40))
    called = measure_kept(load("expert", 5, game=GAME), setting(40), judge.watch).kept.of
    prices = judge.prices()
    assert prices.asked == called > 0
    assert prices.kept == sorted(prices.kept, reverse=True)
    assert prices.kept[0] > prices.kept[-1]


def test_a_game_without_the_action_is_refused():
    assert keep_back(GAME) == WITHHOLD
    with pytest.raises(ValueError, match="trynka has no action WITHHOLD"):
        keep_back("trynka")


def test_equal_seeds_give_equal_results():
    agent = load("random", game=GAME)
    first, again = (measure_kept(agent, setting(50)) for _ in range(2))
    assert first == again
    other = measure_kept(agent, Plan(seed=2).setting(TABLE, 50))
    assert other != first
    assert np.isfinite(other.gain.mean)
