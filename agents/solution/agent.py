"""`solution:FILE`: plays a stored solution of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.solution.labels import labels_of
from agents.solution.solution_file import Solution, read_solution
from agents.views_and_masks import check_inputs, choose_where_open
from marriage_env.game import game_named


class SolutionAgent:
    """Samples actions from the policy of a solution.

    It is meant for deals played as the solution was found; a view of no information set of the
    solution is refused with a ValueError.
    """

    def __init__(self, solution: Solution, name: str) -> None:
        self.name, self.solution = name, solution
        self._game = game_named(solution.game)

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view; `rng` is the only source of randomness."""
        views, masks = check_inputs(self.solution.game, views, masks, rng)

        def sampled(rows: NDArray[np.int64]) -> NDArray[np.int64]:
            chances = self._chances(views[rows], masks[rows]).cumsum(axis=1)
            drawn = rng.random((len(rows), 1)) * chances[:, -1:]
            picked: NDArray[np.int64] = (chances <= drawn).sum(axis=1)
            return picked

        return choose_where_open(masks, sampled)

    def distribution(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8]
    ) -> NDArray[np.float64]:
        """As `agents.protocol.Stochastic`."""
        views, masks = check_inputs(self.solution.game, views, masks)
        made = masks.astype(np.float64)
        rows = np.flatnonzero(masks.sum(axis=1) > 1)
        made[rows] = self._chances(views[rows], masks[rows])
        return made

    def _chances(self, views: np.ndarray[Any, Any], masks: NDArray[np.int8]) -> NDArray[np.float64]:
        """(B, actions) probabilities where there is a choice."""
        solution, labels = self.solution, labels_of(self._game, views)
        rows = np.searchsorted(solution.labels, labels).clip(max=len(solution.labels) - 1)
        if (solution.labels[rows] != labels).any():
            raise ValueError(
                f"{self.name}: a view of no information set of the solution, which is of one deal "
                "that begins with no chips on the table"
            )
        chances = np.zeros(masks.shape)
        for actions, each in zip(solution.actions[rows].T, solution.chances[rows].T):
            there = np.flatnonzero(actions >= 0)
            chances[there, actions[there]] = each[there]
        chances[masks == 0] = 0
        if not np.allclose(chances.sum(axis=1), 1, atol=1e-6):
            raise ValueError(f"{self.name}: damaged: probabilities of actions that are not legal")
        return chances


def load_solution(path: Path, num_players: int, rules: Any, name: str, game: str) -> SolutionAgent:
    """The agent of a solution in a file; errors call it `name`.

    Raises ValueError naming the file and what is wrong with it, or differs.
    """
    try:
        solution = read_solution(path)
        solution.check(num_players, rules, game)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error
    return SolutionAgent(solution, name)
