"""What follows from views of any game: observation vectors, and worlds that a view allows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from marriage_env.core.arguments import shown
from marriage_env.game import GAMES, Game, Records, game_named


def observe(views: Records) -> NDArray[np.int8]:
    """The observation vectors of views, (B, length) int8, as the environments give them.

    `views` are (B,) VIEW records of one game, for equally many players, at least one of them.
    Raises ValueError for anything else.
    """
    game = _game_of_views("views", views)
    given = game.check_views(views)
    if not len(given):
        raise ValueError("views: expected at least one")
    length = game.layout.length(int(given["table"]["num_players"][0]))
    observations = np.zeros((len(given), length), np.int8)
    game.loops.encode_views(given, observations)
    return observations


def determinize(view: Records, rng: np.random.Generator, worlds: int = 1) -> Records:
    """Full games sampled uniformly and independently from those that a view allows.

    Args:
        view: an array of one VIEW record, as `raw_env.view` gives it.
        rng: the source of chance.
        worlds: how many games, at least 1.

    Returns (worlds,) STATE records of the view's game, ready for its `apply`. Raises ValueError
    naming a wrong argument, and if no game has such a view.
    """
    return _game_of_views("view", view).determinize(view, rng, worlds)


def _game_of_views(name: str, views: object) -> Game:
    """The game whose VIEW records these are; ValueError for what is none's."""
    for game in map(game_named, GAMES):
        if isinstance(views, np.ndarray) and views.dtype == game.view:
            return game
    found = f"an array of {views.dtype.name}" if isinstance(views, np.ndarray) else shown(views)
    raise ValueError(f"{name}={found}: expected VIEW records of a game")
