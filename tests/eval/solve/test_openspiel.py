"""OpenSpiel finds the same best responses to the same policies."""

from __future__ import annotations

import pytest

from agents.solution.agent import SolutionAgent
from eval.solve.best_response import exploitability
from eval.solve.game_tree import game_tree
from eval.solve.regret_matching import RegretMatching
from eval.solve.solution import solution_of
from marriage_env.game import game_named
from marriage_env.small_mariage import Rules

pyspiel = pytest.importorskip("pyspiel", reason="needs marriage-env[openspiel], Python 3.11 on")

from open_spiel.python.algorithms import best_response, expected_game_score  # noqa: E402

from marriage_env.adapters.open_spiel import AgentPolicy  # noqa: E402


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("iterations", [0, 3])
def test_openspiel_agrees(players, iterations):
    game = game_tree(game_named("small_mariage"), players, Rules(suits=2))
    solver = RegretMatching(game.form)
    solver.iterate(iterations)
    policy = solver.average()  # uniform before the first iteration
    ours = exploitability(game.form, policy)
    agent = SolutionAgent(solution_of(game, policy, {}), "solution")
    text = f"python_small_mariage(players={players},preset=tiny,deals=1,dealer={players - 1})"
    theirs = pyspiel.load_game(text)
    played = AgentPolicy(theirs, agent)
    values = expected_game_score.policy_value(theirs.new_initial_state(), [played] * players)
    best = [
        best_response.BestResponsePolicy(theirs, seat, played).value(theirs.new_initial_state())
        for seat in range(players)
    ]
    assert values == pytest.approx(ours.values, abs=1e-9)
    assert best == pytest.approx(ours.best_responses, abs=1e-9)
    assert sum(best) - sum(values) == pytest.approx(ours.nash_conv, abs=1e-9)
