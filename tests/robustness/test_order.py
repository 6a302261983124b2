"""Results do not depend on the order of deals or on that in which agents are listed."""

from __future__ import annotations

import json
from itertools import permutations

import numpy as np
import pytest

from eval.__main__ import main
from eval.tournament.ratings import rated

AGENTS = ("random", "greedy", "expert")


def table(deals: int = 400, agents: int = 4) -> np.ndarray:
    """Chips with luck that all share, ties, and agents of different strength."""
    chance = np.random.default_rng(5)
    luck = chance.integers(-3, 4, (deals, 1))
    return luck + chance.integers(-4, 5, (deals, agents)) + np.arange(agents)


def test_ratings_are_the_same_to_the_last_digit_when_deals_are_shuffled():
    chips = table()
    whole = rated(chips)
    for seed in range(20):
        assert rated(np.random.default_rng(seed).permutation(chips)) == whole


def test_ratings_follow_the_agents_when_they_are_listed_otherwise():
    chips = table()
    whole = rated(chips)
    for order in permutations(range(4)):
        for got, agent in zip(rated(chips[:, order]), order, strict=True):
            assert got.mean == pytest.approx(whole[agent].mean, abs=1e-6)
            assert got.half_width == pytest.approx(whole[agent].half_width, abs=1e-6)


def test_ratings_of_two_by_hand():
    """30 wins of 40 and the tie before the first: 30.5 of 41, 10.5 of the other."""
    chips = np.array([[1, 0]] * 30 + [[0, 1]] * 10)
    one, other = rated(chips)
    assert one.mean - other.mean == pytest.approx(400 * np.log10(30.5 / 10.5))
    assert one.mean == pytest.approx(-other.mean)


@pytest.mark.parametrize("agents", [2, 3, 7])
def test_who_always_wins_has_a_finite_rating(agents: int):
    chips = np.tile(np.arange(agents), (1000, 1))
    ratings = rated(chips)
    assert all(np.isfinite([one.low, one.mean, one.high]).all() for one in ratings)
    means = [one.mean for one in ratings]
    assert means == sorted(means)
    assert sum(means) == pytest.approx(0, abs=1e-6)


def test_intervals_of_ratings_hold_the_truth_as_often_as_they_say():
    """The difference to the mean of equal agents is 0: outside about one interval in twenty."""
    chance, outside, trials = np.random.default_rng(7), 0, 400
    for _ in range(trials):
        chips = chance.normal(size=(1, 200, 1)) + chance.normal(size=(200, 3))
        outside += sum(not one.low < 0 < one.high for one in rated(chips[0]))
    assert 0.03 < outside / (3 * trials) < 0.07


def test_a_tournament_is_the_same_in_whatever_order_agents_are_listed(capsys, tmp_path):
    def run(*agents: str) -> dict:
        options = ["--deals", "60", "--workers", "1", "--json", "--out", str(tmp_path / agents[0])]
        assert main(["tournament", *agents, *options]) == 0
        return {**json.loads(capsys.readouterr().out), "seconds": 0}

    whole = run(*AGENTS)
    for order in permutations(AGENTS):
        assert run(*order) == whole


def test_pairs_of_a_tournament_do_not_depend_on_who_else_plays(capsys):
    def gains(*agents: str) -> dict:
        options = ["--deals", "60", "--workers", "1", "--json"]
        assert main(["tournament", *agents, *options]) == 0
        result = json.loads(capsys.readouterr().out)
        return {(row["a"], row["b"]): row for row in result["cross_play"]}

    few, many = gains("random", "greedy"), gains("expert", "greedy", "random")
    assert {pair: many[pair] for pair in few} == few
