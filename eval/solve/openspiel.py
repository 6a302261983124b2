"""OpenSpiel's best responses on one of our trees: `python -m eval.solve.openspiel FILE`.

FILE is from `eval.solve.export`; OpenSpiel comes with `make .venv-bench/installed`. It prints one
JSON object. The tree is played as a game of OpenSpiel's, which sees labels of information sets
alone.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyspiel
from numpy.typing import NDArray
from open_spiel.python.algorithms import best_response, expected_game_score
from open_spiel.python.policy import Policy

from marriage_env.files.array_file import read_array_file

_MOST_ACTIONS = 64


@dataclass(frozen=True)
class _Exported:
    """What the file holds; copies of a state share it."""

    players: int
    columns: dict[str, NDArray[Any]]
    children: dict[tuple[int, int, int], int]  # by deal, parent and place: a node, or -1 - a leaf

    def __deepcopy__(self, memo: Any) -> _Exported:
        return self


def _read(path: Path) -> _Exported:
    stored = read_array_file(path)
    names = ("deals", "parents", "places")
    nodes = zip(*(stored.arrays[name].tolist() for name in names))
    leaves = zip(*(stored.arrays[f"leaf_{name}"].tolist() for name in names))
    children = {key: node for node, key in enumerate(nodes)}
    children.update({key: -1 - leaf for leaf, key in enumerate(leaves)})
    return _Exported(stored.content["players"], stored.arrays, children)


class _State(pyspiel.State):  # type: ignore[misc]
    """A node, a leaf, or what comes before the deal."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.tree = game.tree
        self.deal, self.node, self.leaf = -1, -1, -1

    def current_player(self) -> int:
        if self.leaf >= 0:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.deal < 0:
            return int(pyspiel.PlayerId.CHANCE)
        return int(self.tree.columns["seats"][self.node])

    def _legal_actions(self, player: int) -> list[int]:
        legal = int(self.tree.columns["legal"][self.node])
        return [action for action in range(_MOST_ACTIONS) if legal >> action & 1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.tree.columns["chances"].tolist()))

    def _apply_action(self, action: int) -> None:
        place = 0
        if self.deal < 0:
            self.deal = action
        else:
            place = self._legal_actions(0).index(action)
        found = self.tree.children[self.deal, self.node, place]
        self.node, self.leaf = (found, -1) if found >= 0 else (self.node, -1 - found)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def is_terminal(self) -> bool:
        return self.leaf >= 0

    def returns(self) -> list[float]:
        if self.leaf < 0:
            return [0.0] * self.tree.players
        return [float(chips) for chips in self.tree.columns["payoffs"][self.leaf]]

    def __str__(self) -> str:
        return f"deal {self.deal}, node {self.node}, leaf {self.leaf}"


class _Observer:
    """Shows the number of the information set."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: _State, player: int) -> None:
        """There is no tensor."""

    def string_from(self, state: _State, player: int) -> str:
        return str(int(state.tree.columns["sets"][state.node]))


class _Game(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, tree: _Exported) -> None:
        payoffs = tree.columns["payoffs"]
        info = pyspiel.GameInfo(
            num_distinct_actions=_MOST_ACTIONS,
            max_chance_outcomes=len(tree.columns["chances"]),
            num_players=tree.players,
            min_utility=float(payoffs.min()),
            max_utility=float(payoffs.max()),
            utility_sum=0.0,
            max_game_length=_MOST_ACTIONS,
        )
        super().__init__(_kind(tree.players), info, {})
        self.tree = tree

    def new_initial_state(self) -> _State:
        return _State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        return _Observer()


def _kind(players: int) -> Any:
    return pyspiel.GameType(
        short_name="exported_tree",
        long_name="Exported tree",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
    )


class _Tabular(Policy):  # type: ignore[misc]
    """The exported policy."""

    def action_probabilities(self, state: _State, player_id: Any = None) -> dict[int, float]:
        columns = state.tree.columns
        start = int(columns["first"][columns["sets"][state.node]])
        legal = state.legal_actions()
        return {action: float(columns["policy"][start + k]) for k, action in enumerate(legal)}


def exploitability_of(path: Path) -> dict[str, Any]:
    """What an exported policy wins in each seat, what best responses do, and its NashConv."""
    tree = _read(path)
    game, seats = _Game(tree), list(range(tree.players))
    policy = _Tabular(game, seats)
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * tree.players)
    best = [
        best_response.BestResponsePolicy(game, seat, policy).value(game.new_initial_state())
        for seat in seats
    ]
    return {
        "values": [float(value) for value in values],
        "best_responses": [float(value) for value in best],
        "nash_conv": float(sum(best) - sum(values)),
    }


if __name__ == "__main__":
    print(json.dumps(exploitability_of(Path(sys.argv[1]))))
