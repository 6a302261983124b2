"""How many moves matches of random legal play take; writes docs/episodes.json.

`python -m docs.measure_episodes --matches 2000 --seed 1`
"""

from __future__ import annotations

import argparse
import json
from typing import Any

import numpy as np

from agents.arena.confidence_interval import normal_interval
from docs.environment_tables import EPISODES
from marriage_env import VectorEnv
from marriage_env.core.rng import child_seeds
from marriage_env.files.storage import write_text
from marriage_env.game import GAMES, game_named


def measure(name: str, players: int, matches: int, seed: int) -> dict[str, Any]:
    """The moves of the first match of every game of a batch."""
    games, choices = child_seeds(seed, 2)
    env = VectorEnv(matches, players, observations=False, game=name)
    rng = np.random.default_rng(choices)
    seen, open_ = env.reset(games), np.ones(matches, np.bool_)
    moves, forced = np.zeros(matches, np.int64), 0
    while open_.any():
        legal = seen.masks.sum(axis=1)
        moves += open_
        forced += int((open_ & (legal == 1)).sum())
        nth = (rng.random(matches) * legal).astype(np.int64)
        actions = (seen.masks.cumsum(axis=1) > nth[:, np.newaxis]).argmax(axis=1)
        seen = env.step(actions)
        open_ &= ~seen.done
    length = normal_interval(moves.astype(np.float64))
    return {
        "game": name,
        "players": players,
        "match": round(length.mean, 2),
        "match_half_width": round(length.half_width, 2),
        "deal": round(length.mean / players, 2),
        "forced": round(forced / int(moves.sum()), 4),
        "longest": int(moves.max()),
    }


def main() -> None:
    """Measure every game with every number of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rows = [
        measure(name, players, options.matches, options.seed)
        for name in GAMES
        for players in game_named(name).players
    ]
    stored = {"matches": options.matches, "seed": options.seed, "rows": rows}
    write_text(EPISODES, json.dumps(stored, indent=1) + "\n")


if __name__ == "__main__":
    main()
