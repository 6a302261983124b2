"""The mean return of random legal play, by game and number of players, as a table of the README.

`python -m docs.measure_returns --matches 20000 --seed 1`
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.confidence_interval import normal_interval
from marriage_env.core.rng import child_seeds, stream_of
from marriage_env.game import GAMES, game_named


def returns(name: str, num_players: int, matches: int, seed: int) -> NDArray[np.float64]:
    """The mean final chips of the seats of each match, (matches,)."""
    game = game_named(name)
    states = game.new_games(matches, game.match(num_players, None, None, None))
    packs, choices = (
        np.array([stream_of(child) for child in child_seeds(root, matches)])
        for root in child_seeds(seed, 2)
    )
    states["stream"] = packs
    no_chance = game.chance_rows(None, num_players)
    game.loops.reset_games(states, 0, matches, no_chance, game.no_log)
    nobody = np.full(matches, -1)
    refused = game.loops.play_others_at_random(
        states, np.arange(matches), nobody, choices, no_chance, game.no_log
    )
    assert refused < 0
    chips: NDArray[Any] = states["table"]["chips"][:, :num_players]
    return chips.mean(axis=1)


def cell(name: str, num_players: int, matches: int, seed: int) -> str:
    """The mean and the half-width of its 95 % interval; a dash for an invalid number of players."""
    if num_players not in game_named(name).players:
        return "–"
    found = normal_interval(returns(name, num_players, matches, seed))
    return f"{found.mean:.2f} ± {found.half_width:.2f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| players | Mariage | Trynka |\n|---|---|---|")
    # Where no chips lie on the table all returns of a match sum to 0.
    games = [name for name in GAMES if game_named(name).places]
    for num_players in range(3, 11):
        cells = [cell(name, num_players, options.matches, options.seed) for name in games]
        print(f"| {num_players} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
