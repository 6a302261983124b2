"""Regret minimization as far as it has come, which can be stored and continued exactly."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from eval.solve.game_tree import GameTree
from eval.solve.regret_matching import RegretMatching, Regrets
from eval.store.provenance import START_OVER, provenance_of
from eval.store.result_file import ResultFile
from marriage_env.files.json_text import check_object

FILE = "solve.results"
_FIELDS = {"iterations": int, "seconds": (int, float)}
_ARRAYS = ("regrets", "predictions", "sums")


@dataclass
class Progress:
    """A solver at work."""

    solver: RegretMatching
    file: ResultFile
    seconds: float = 0.0  # of iterations

    def save(self) -> None:
        """Store it."""
        state = self.solver.state
        content = {
            **self.file.settings,
            "iterations": int(state.iterations[0]),
            "seconds": self.seconds,
        }
        self.file.save(content, {name: getattr(state, name) for name in _ARRAYS})


def stored_progress(game: GameTree, out: Path | None, fresh: bool) -> Progress:
    """The progress to continue from; nothing is done if the file is new or to be ignored.

    Raises ValueError naming what differs if the file holds another game's, or what is wrong.
    """
    match = game.match
    settings = {
        **asdict(provenance_of([], game.game.name)),
        "game": game.game.name,
        "players": match.num_players,
        "rules": asdict(match.rules),
    }
    file = ResultFile(out and out / FILE, settings, "solution")
    stored = file.load(fresh)
    if stored is None:
        return Progress(RegretMatching(game.form), file)
    check_object(stored.content, _FIELDS, str(file.path))
    size = (game.form.num_sequences,)
    for name in _ARRAYS:
        array = stored.arrays.get(name)
        if array is None or array.shape != size or array.dtype != np.float64:
            raise ValueError(
                f"{file.path}: damaged ({name}: expected {size} float64); {START_OVER}"
            )
    done = np.array([stored.content["iterations"]], np.int64)
    regrets, predictions, sums = (stored.arrays[name].copy() for name in _ARRAYS)
    state = Regrets(regrets, predictions, sums, done)
    return Progress(RegretMatching(game.form, state), file, stored.content["seconds"])
