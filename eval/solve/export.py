"""A game tree with a policy in a file, for other packages to read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from eval.solve.game_tree import GameTree
from marriage_env.files.array_file import file_bytes
from marriage_env.files.storage import writing

_COLUMNS = (
    *("deals", "parents", "places", "seats", "legal", "chances"),
    *("leaf_deals", "leaf_parents", "leaf_places", "payoffs"),
)


def export(game: GameTree, policy: NDArray[np.float64], path: Path) -> None:
    """Write the columns of `Tree`, and a policy, (sequences,).

    Besides: `sets`, the information set of each node, and `first`, where the policy of each set
    begins.
    """
    arrays = {name: getattr(game.tree, name) for name in _COLUMNS}
    arrays |= {"sets": game.form.set_of_node, "first": game.form.arrays.first, "policy": policy}
    with writing(path) as file:
        file.write(file_bytes({"players": game.form.players}, arrays))
