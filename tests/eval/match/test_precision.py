"""Variance, precision and the A/A check of matches, against games that are played out."""

from __future__ import annotations

import json

import numpy as np
import pytest

from agents import load
from agents.arena.confidence_interval import t_interval
from agents.arena.duplicate import measure_gain, play_duplicates
from agents.arena.duplicate_statistics import (
    concatenated,
    gain_by_distance,
    gain_by_tricks,
    independent_variance,
    statistics_of,
)
from agents.arena.setting import Setting
from eval.__main__ import main
from eval.match.computation import LEAST_DEALS, deals_wanted


def match(capsys, *arguments: str) -> dict:
    """The result of a match as the command prints it."""
    assert main(["match", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_an_agent_of_chance_gains_nothing_on_itself_in_92_of_100_seeds():
    agent, covered, deals = load("random"), 0, []
    for seed in range(100, 200):
        gain = t_interval(
            measure_gain(agent, agent, Setting(deals=200, seed=seed, game="mariage")).per_deal
        )
        covered += gain.low <= 0 <= gain.high
        deals.append(gain.half_width)
    assert covered >= 92
    assert min(deals) > 0.05  # the two do not play alike, or there would be nothing to cover


def test_the_check_of_an_agent_against_itself_is_said(capsys):
    assert main(["match", "expert", "expert", "--deals", "50"]) == 0
    assert "A/A check: exactly equal in every deal" in capsys.readouterr().out
    assert main(["match", "random", "random", "--deals", "50"]) == 0
    assert "A/A check, two independent random streams: the interval" in capsys.readouterr().out
    assert main(["match", "random", "greedy", "--deals", "50"]) == 0
    assert "A/A" not in capsys.readouterr().out


@pytest.mark.parametrize(("a", "b"), [("expert", "greedy"), ("greedy", "random")])
def test_duplicate_play_cuts_the_variance_four_times(a, b):
    setting = Setting(deals=3000, seed=2, game="mariage")
    part = concatenated(
        [statistics_of("mariage", states) for states in play_duplicates(load(a), load(b), setting)]
    )
    assert independent_variance(part) > 4 * part.gain.var()


def test_the_variance_without_duplicates_is_that_of_games_with_packs_of_their_own():
    """Game k of the n + 1 of a deal is taken from another deal, each deal being used once."""
    states = np.concatenate(
        list(
            play_duplicates(
                load("expert"), load("random"), Setting(deals=12_000, seed=3, game="mariage")
            )
        )
    )
    chips = states["table"]["chips"][:, :, :5].reshape(2000, 6, 6, 5)
    units = np.mean([chips[:, k, k, k] for k in range(5)], axis=0) - chips[:, 5, 5].mean(axis=1)
    # The variance of 2,000 units is known to about 4 % (one standard error).
    assert independent_variance(statistics_of("mariage", states)) == pytest.approx(
        units.var(), rel=0.12
    )


def test_seats_and_tricks_are_those_of_the_records():
    setting, keep = Setting(deals=4, seed=6, game="mariage"), []
    parts = [
        statistics_of("mariage", s)
        for s in play_duplicates(load("greedy"), load("random"), setting, keep)
    ]
    part = concatenated(parts)
    expected, chips = np.zeros((4, 5)), 0
    for deal, game in np.ndindex(4, 5):
        played, without = keep[6 * deal + game], keep[6 * deal + 5]
        distance = (game - played["deals"][0]["dealer"]) % 5
        expected[deal, distance] = played["chips"][game] - without["chips"][game]
        chips += played["chips"][game]
    np.testing.assert_array_equal(part.by_distance, expected)
    assert [gain.mean for gain in gain_by_distance(part)] == pytest.approx(expected.mean(axis=0))
    assert part.chips_a.sum() == chips
    assert sum(row.gain.mean for row in gain_by_tricks(part)) == pytest.approx(expected.mean())


def test_a_pack_that_comes_again_is_counted_once():
    states = next(play_duplicates(load("greedy"), load("random"), Setting(deals=4, game="mariage")))
    assert len(set(statistics_of("mariage", states).deal)) == 4
    states[1] = states[0]
    assert len(set(statistics_of("mariage", states).deal)) == 3


def test_a_match_is_played_until_it_is_precise(capsys):
    wide = match(capsys, "greedy", "random", "--precision", "0.04", "--seed", "3")
    assert wide["reached"]
    assert wide["deals"] >= LEAST_DEALS
    assert (wide["ci95"][1] - wide["ci95"][0]) / 2 < 0.04
    narrow = match(capsys, "greedy", "random", "--precision", "0.03", "--seed", "3")
    assert narrow["deals"] > wide["deals"]
    again = match(capsys, "greedy", "random", "--deals", str(narrow["deals"]), "--seed", "3")
    assert again["gain"] == narrow["gain"]


def test_precision_that_was_not_reached_is_said(capsys):
    arguments = ["greedy", "random", "--precision", "0.001", "--deals", "2500"]
    assert match(capsys, *arguments)["reached"] is False
    assert main(["match", *arguments]) == 0
    assert "precision 0.001 NOT reached" in capsys.readouterr().out
    assert main(["match", "greedy", "random", "--precision", "0"]) == 2
    assert "precision=0.0: expected chips, more than 0" in capsys.readouterr().err


def test_stopping_at_a_precision_keeps_the_interval_honest():
    """A rare prize makes the first widths too small; 600 experiments, three standard errors."""
    covered, ends = 0, set()
    chance, truth = np.random.default_rng(8), 0.1
    for _ in range(600):
        gains = np.empty(0)
        while len(gains) == 0 or deals_wanted(gains, 0.08) > len(gains):
            prizes = np.where(chance.random(1000) < 0.02, 14.0, -0.28 / 0.98)
            gains = np.append(gains, truth + prizes)
        made = t_interval(gains)
        covered += made.low <= truth <= made.high
        ends.add(len(gains))
    assert covered / 600 == pytest.approx(0.95, abs=0.027)
    assert len(ends) > 1
