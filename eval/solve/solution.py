"""The policy of a solved game as a solution that can be stored and played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.solution.solution_file import Solution
from eval.solve.game_tree import GameTree


def solution_of(
    game: GameTree, policy: NDArray[np.float64], made_by: Mapping[str, Any]
) -> Solution:
    """The solution that plays a policy, (sequences,)."""
    form = game.form
    masks, sizes = game.masks(np.arange(form.num_sets)), np.diff(form.arrays.first)
    most = int(sizes.max(initial=1))
    there = np.arange(most) < sizes[:, None]
    actions = np.full((form.num_sets, most), -1, np.int8)
    chances = np.zeros((form.num_sets, most))
    actions[there] = np.nonzero(masks)[1]
    chances[there] = policy[form.players :]
    order = np.argsort(game.labels)
    match = game.match
    return Solution(
        game=game.game.name,
        players=match.num_players,
        rules=match.rules,
        made_by=made_by,
        labels=game.labels[order],
        actions=actions[order],
        chances=chances[order],
    )
