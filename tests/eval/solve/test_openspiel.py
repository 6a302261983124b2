"""OpenSpiel finds the same best responses to the same policies."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from eval import CHECKOUT
from eval.solve.best_response import exploitability
from eval.solve.export import export
from eval.solve.game_tree import game_tree
from eval.solve.regret_matching import RegretMatching
from eval.speed.peer_processes import DEFAULT_PYTHON
from marriage_env.game import game_named
from marriage_env.small_mariage import Rules

PYTHON = Path(os.environ.get("MARRIAGE_BENCH_PYTHON", DEFAULT_PYTHON))


@pytest.mark.slow
@pytest.mark.skipif(not PYTHON.exists(), reason=f"no {PYTHON}: make .venv-bench/installed")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("iterations", [0, 3])
def test_openspiel_agrees(players, iterations, tmp_path):
    game = game_tree(game_named("small_mariage"), players, Rules(suits=2))
    solver = RegretMatching(game.form)
    solver.iterate(iterations)
    policy = solver.average()  # uniform before the first iteration
    export(game, policy, tmp_path / "tree")
    command = [str(PYTHON), "-m", "eval.solve.openspiel", str(tmp_path / "tree")]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    theirs, ours = json.loads(done.stdout), exploitability(game.form, policy)
    assert theirs["values"] == pytest.approx(ours.values, abs=1e-9)
    assert theirs["best_responses"] == pytest.approx(ours.best_responses, abs=1e-9)
    assert theirs["nash_conv"] == pytest.approx(ours.nash_conv, abs=1e-9)
