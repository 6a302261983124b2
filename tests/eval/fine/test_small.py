"""Fines that are added to the leaves are those of the rules, and fractions lie between them."""

from __future__ import annotations

import pytest

from agents.learned.game_range import parse_rules
from eval.fine.computation import small_part
from eval.fine.plan import SMALL_GAME
from eval.fine.result import SmallTable
from eval.fine.small import OBEY, FinedGame
from eval.solve.best_response import exploitability
from eval.solve.game_tree import GameTree, game_tree
from eval.solve.regret_matching import RegretMatching
from marriage_env.game import game_named


def tree_of(players: int, rules: str) -> GameTree:
    return game_tree(game_named(SMALL_GAME), players, parse_rules(rules, SMALL_GAME))


def value_of(players: int, rules: str) -> float:
    """What the equilibrium under these rules brings the first seat to act."""
    form = tree_of(players, rules).form
    matching = RegretMatching(form)
    matching.iterate(200)
    return exploitability(form, matching.average()).values[0]


@pytest.fixture(scope="module")
def game() -> FinedGame:
    return FinedGame(tree_of(2, "tiny,queen_fine=0"))


@pytest.mark.parametrize("fine", [1, 2])
def test_fines_are_those_of_the_rules(game, fine):
    own = game.solved([float(fine)] * 2).found.values[0]
    assert own == pytest.approx(value_of(2, f"tiny,queen_fine={fine}"), abs=2e-5)


def test_a_fine_that_no_queen_is_worth_forbids_keeping_back(game):
    own = game.solved([OBEY, OBEY]).found.values[0]
    assert own == pytest.approx(value_of(2, "tiny,offences=none"), abs=2e-5)


def test_fewer_queens_are_kept_back_at_higher_fines(game):
    obeying = game.solved([OBEY, OBEY]).found
    steps = [game.step(fine, obeying, alone=True) for fine in (0.0, 0.5, 2.0)]
    assert steps[0].kept > 0.9
    assert steps[0].kept > steps[1].kept > steps[2].kept
    assert steps[2].kept < 1e-3
    assert steps[0].alone > steps[1].alone > steps[2].alone - 1e-5
    assert steps[2].alone == pytest.approx(0, abs=2e-5)
    assert max(step.nash_conv for step in steps) < 1e-5


def test_a_table_of_three_is_solved_at_every_fine():
    found = small_part().measure(SmallTable(3, "tiny,table_marriage=queen"))
    assert [step.fine for step in found.steps[:3]] == [0, 0.01, 0.02]
    assert len(found.obeying) == 3
    assert all(abs(sum(step.values)) < 1e-9 for step in found.steps)
    assert all(step.alone is None for step in found.steps)
