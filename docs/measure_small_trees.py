"""Count the trees of Small Mariage for its page: `python -m docs.measure_small_trees`.

A tree is that of one deal, all deals of the cards included; moves without a choice are no
decisions. The two largest trees take minutes and some 3 GB.
"""

from __future__ import annotations

import numpy as np

from eval.solve.game_tree import game_tree
from marriage_env.game import game_named
from marriage_env.small_mariage.rules import Rules

TABLES = (
    *((2, name) for name in ("tiny", "typical", "large")),
    *((3, name) for name in ("tiny", "typical")),
)


def row(players: int, preset: str) -> str:
    """The row of the table for a number of players and a preset."""
    rules = Rules.preset(preset)
    made = game_tree(game_named("small_mariage"), players, rules)
    seats = np.bincount(made.form.arrays.seats, minlength=players)
    sets = " + ".join(f"{number:,}" for number in seats)
    tree = made.tree
    sizes = [f"{len(part):,}" for part in (tree.chances, tree.seats, tree.payoffs)]
    shape = f"{players} | `{preset}` | {rules.suits} | {rules.hand_cards}"
    return f"| {shape} | {' | '.join(sizes)} | {sets} |"


def main() -> None:
    """Print the table, a row at a time."""
    print("| players | preset | suits | cards | deals | decisions | ends | information sets |")
    print("|---|---|---|---|---|---|---|---|")
    for players, preset in TABLES:
        print(row(players, preset), flush=True)


if __name__ == "__main__":
    main()
