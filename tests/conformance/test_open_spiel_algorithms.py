"""OpenSpiel's algorithms and its own tests of games, on ours."""

from __future__ import annotations

import unittest
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs marriage-env[openspiel], Python 3.11 on")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    exploitability,
    generate_playthrough,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from open_spiel.python.policy import UniformRandomPolicy  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

import marriage_env.adapters.open_spiel  # noqa: E402, F401

pytestmark = pytest.mark.slow
TINY = "python_small_mariage(players=2,preset=tiny,deals=1,dealer=1)"


def run_suite(kind: type[unittest.TestCase], game: Any, name: str) -> None:
    """Run one of OpenSpiel's test classes on a game."""
    tests = type("Tests", (kind,), {"game": game, "game_name": name})
    found = unittest.TestResult()
    unittest.TestLoader().loadTestsFromTestCase(tests).run(found)
    assert found.testsRun > 3
    assert not found.failures + found.errors, (found.failures + found.errors)[0][1]


@pytest.mark.parametrize(
    "name",
    [
        "python_mariage(deals=2)",
        "python_trynka(players=3,deals=1)",
        "python_small_mariage(deals=2)",
    ],
)
def test_openspiels_tests_of_some_states(name):
    run_suite(api_test.EnforceAPIOnPartialTreeBase, pyspiel.load_game(name), name)
    games_sim_test.GamesSimTest("sim_game").sim_game(pyspiel.load_game(name))


def test_openspiels_tests_of_the_whole_tree(monkeypatch):
    """Eight cards for two: 28 · 15 · 4 deals, in each of which six cards are laid."""
    chance = 1 + 7 + 28 + 28 * 5 + 28 * 15
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, TINY, (chance, 15_128, 5008))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, TINY, 4032 + 3652)
    run_suite(api_test.EnforceAPIOnFullTreeBase, pyspiel.load_game(TINY), TINY)


def test_the_whole_tree_is_the_one_that_is_solved():
    """As many decisions, ends and information sets as docs/small_mariage.md has for this game."""
    known: list[dict[str, Any]] = [{}, {}]
    decisions = ends = 0
    states = [pyspiel.load_game(TINY).new_initial_state()]
    while states:
        state = states.pop()
        ends += state.is_terminal()
        if not state.is_terminal() and not state.is_chance_node():
            player = state.current_player()
            decisions += len(state.legal_actions()) > 1
            told = (tuple(state.information_state_tensor(player)), tuple(state.legal_actions()))
            # The text and the tensor tell the same, and which actions there are.
            assert known[player].setdefault(state.information_state_string(player), told) == told
        states += [state.child(action) for action in state.legal_actions()]
    assert (decisions, ends) == (3328, 5008)
    assert [len(sets) for sets in known] == [len(set(sets.values())) for sets in known]
    assert [sum(len(legal) > 1 for _, legal in sets.values()) for sets in known] == [264, 442]


@pytest.mark.parametrize("name", ["python_mariage", "python_trynka", "python_small_mariage"])
def test_playthroughs(name):
    """A match told step by step, the same when it is told again."""
    told = generate_playthrough.playthrough(f"{name}(deals=1)", [], seed=3)
    assert f'GameType.short_name = "{name}"' in told
    actions = [int(line.split(": ")[1]) for line in told.split("\n") if line.startswith("action: ")]
    assert generate_playthrough.playthrough(f"{name}(deals=1)", actions, seed=3) == told


@pytest.mark.parametrize(
    ("name", "simulations"),
    [("python_mariage(deals=1)", 30), ("python_trynka(deals=1)", 15), (TINY, 60)],
)
def test_is_mcts_plays(name, simulations):
    """To the end of a match, by worlds from `resample_from_infostate`."""
    game, rng = pyspiel.load_game(name), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(game, evaluator, 10.0, simulations, random_state=rng)
    state, asked = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(int(rng.choice(actions, p=chances)))
        elif state.current_player() == 0:
            action = int(bot.step(state))
            assert action in state.legal_actions()
            asked += len(state.legal_actions()) > 1
            state.apply_action(action)
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert asked


def test_outcome_sampling_learns():
    """MCCFR on the small game comes nearer to an equilibrium than uniform play."""
    game = pyspiel.load_game(TINY)
    np.random.seed(1)  # noqa: NPY002, what the solver draws from
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(2000):
        solver.iteration()
    uniform = exploitability.exploitability(game, UniformRandomPolicy(game))
    learned = exploitability.exploitability(game, solver.average_policy())
    assert learned < 0.8 * uniform  # 0.059 and 0.083 chips
