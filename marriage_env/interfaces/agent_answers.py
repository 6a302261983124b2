"""The actions that agents return, checked before any move is made."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from marriage_env.core.arguments import as_integers
from marriage_env.game import Game, Records


class WrongAnswer(ValueError):
    """An answer other than one legal action for each view; `row` is the first view concerned."""

    def __init__(self, what: str, row: int) -> None:
        super().__init__(what, row)
        self.what, self.row = what, row

    def __str__(self) -> str:
        return self.what


def integer_answer(chosen: object, size: int) -> NDArray[np.int64]:
    """What an agent chose for `size` views, as (size,) int64; WrongAnswer for anything else."""
    try:
        return as_integers("chose", chosen, (size,))
    except ValueError as error:
        raise WrongAnswer(str(error).replace("chose:", "chose", 1), 0) from error


def move_as_answered(
    game: Game,
    states: Records,
    games: NDArray[np.int64],
    chosen: object,
    chance: Records,
    log: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """Make the moves that an agent chose in the listed games, (B,) int64, and return them.

    `chance` are the engine's CHANCE rows; events are written into `log`, if there is one. Raises
    WrongAnswer for anything but one legal action for each game; no game has moved then. What is
    legal is read from the games, never from a mask that the agent could have written into.
    """
    actions = integer_answer(chosen, len(games))
    written = game.no_log if log is None else log
    refused = game.loops.move_games(states, games, chance, written, actions)
    if refused >= 0:
        legal = ", ".join(game.action_names(states["legal"][games[refused]]))
        what = f"chose {actions[refused]}, which is illegal; legal: {legal}"
        raise WrongAnswer(what, int(refused))
    return actions
