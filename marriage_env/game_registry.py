"""The games there are: a new game is announced here, by one line, and nowhere else.

The key is the name of the game's folder, where `game.py` describes the game as `GAME`. What stands
beside it are the names by which other libraries know it.
"""

from __future__ import annotations

from typing import NamedTuple


class Ids(NamedTuple):
    """The names of a game's environments."""

    env: str  # of the module with `env()` and `raw_env()`; PettingZoo and game records use it
    gym_id: str  # for `gymnasium.make`


GAMES = {
    "mariage": Ids("marriage_v0", "Marriage-v0"),
    "trynka": Ids("trynka_v0", "Trynka-v0"),
    "small_mariage": Ids("small_mariage_v0", "SmallMariage-v0"),
}
DEFAULT_GAME = next(iter(GAMES))  # of command lines; below them every function is told the game
