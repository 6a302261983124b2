"""Solutions in files: a policy for every information set of a game with certain rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.core.arguments import shown
from marriage_env.files.array_file import file_bytes, read_array_file
from marriage_env.files.json_text import check_object
from marriage_env.files.storage import writing
from marriage_env.game import game_named

FORMAT, VERSION = "marriage-env solution", 1
_MOST_BYTES = 2 * 1024**3
_FIELDS = {
    "format": str, "version": int, "game": str, "players": int, "rules": dict, "made_by": dict,
}  # fmt: skip


@dataclass(frozen=True)
class Solution:
    """A policy of one deal of a game.

    A row for each information set; K is the greatest number of actions in one.
    """

    game: str  # the name of its folder
    players: int
    rules: Any
    made_by: Mapping[str, Any]  # how it was found and what is known of it, as plain JSON values
    labels: NDArray[np.int64]  # (I,) of agents.solution.labels, in ascending order
    actions: NDArray[np.int8]  # (I, K), -1 for none
    chances: NDArray[np.float64]  # (I, K) probabilities, 0 for none

    def check(self, num_players: int, rules: Any, game: str) -> None:
        """ValueError unless this is a solution of such a game."""
        found = {"game": self.game, "players": self.players, **_by_name(self.rules)}
        wanted = {"game": game, "players": num_players, **_by_name(rules)}
        differences = [
            f"{name}: solved for {value!r}, not {wanted.get(name)!r}"
            for name, value in found.items()
            if value != wanted.get(name)
        ]
        if differences:
            raise ValueError(f"of another game; {'; '.join(differences)}")


def _by_name(rules: Any) -> dict[str, Any]:
    return {f"rules.{name}": value for name, value in asdict(rules).items()}


def save_solution(solution: Solution, path: Path) -> None:
    """Write a solution atomically."""
    content = {
        "format": FORMAT,
        "version": VERSION,
        "game": solution.game,
        "players": solution.players,
        "rules": asdict(solution.rules),
        "made_by": dict(solution.made_by),
    }
    arrays = {name: getattr(solution, name) for name in ("labels", "actions", "chances")}
    path.parent.mkdir(parents=True, exist_ok=True)
    with writing(path) as file:
        file.write(file_bytes(content, arrays))


def read_solution(path: Path) -> Solution:
    """The solution in a file; ValueError says what is wrong with it."""
    if not path.exists():
        raise ValueError("there is no such file")
    if not path.is_file() or path.stat().st_size > _MOST_BYTES:
        raise ValueError("expected a regular file of at most 2 GB")
    stored = read_array_file(path)
    content = stored.content
    check_object(content, _FIELDS, "its object")
    if (content["format"], content["version"]) != (FORMAT, VERSION):
        raise ValueError(
            f"format {shown(content['format'])} {shown(content['version'])}: expected {FORMAT} "
            f"{VERSION}"
        )
    kind = game_named(content["game"])
    names = {field.name for field in fields(kind.rules)}
    if not set(content["rules"]) <= names:
        raise ValueError(f"rules: expected fields of the rules of {kind.name}")
    rules = kind.rules(**content["rules"])
    kind.check_match(content["players"], rules, 1)
    made = Solution(
        kind.name, content["players"], rules, content["made_by"], **_policy(stored.arrays)
    )
    if made.actions.max(initial=-1) >= kind.num_actions:
        raise ValueError(f"actions: expected at most {kind.num_actions - 1}")
    return made


def _policy(arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The arrays of a solution, checked."""
    kinds: dict[str, Any] = {"labels": np.int64, "actions": np.int8, "chances": np.float64}
    for name, kind in kinds.items():
        if name not in arrays or arrays[name].dtype != kind:
            raise ValueError(f"{name}: expected an array of {np.dtype(kind).name}")
    labels, actions, chances = (arrays[name] for name in kinds)
    if labels.ndim != 1 or actions.ndim != 2 or actions.shape != chances.shape:
        raise ValueError("arrays: expected (I,) labels, (I, K) actions and (I, K) chances")
    if not 0 < len(labels) == len(actions) or (np.diff(labels) <= 0).any():
        raise ValueError("labels: expected one for each row, in ascending order")
    played = np.where(actions >= 0, chances, 0)
    if not (chances >= 0).all() or not np.allclose(played.sum(axis=1), 1, atol=1e-6):
        raise ValueError("chances: expected probabilities of actions that add up to 1")
    return {name: arrays[name] for name in kinds}
