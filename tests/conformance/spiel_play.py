"""Random play of the games as OpenSpiel has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np


def walk(game: Any, seed: int) -> Iterator[Any]:
    """One match of random play: the state before every action, and at the end."""
    rng, state = np.random.default_rng(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(int(rng.choice(actions, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    yield state


def end(game: Any, seed: int) -> Any:
    """A match of random play that is over."""
    *_, last = walk(game, seed)
    return last
