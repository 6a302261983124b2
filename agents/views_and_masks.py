"""The views and masks that an agent is given: checked, and read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import jit
from marriage_env.core.arguments import as_generator, as_records, check_values
from marriage_env.game import game_named


def check_inputs(
    game: str, views: object, masks: object, *rng: object
) -> tuple[np.ndarray[Any, Any], NDArray[np.int8]]:
    """Views and masks given to an agent, as compiled code takes them.

    Raises ValueError if they are not (B,) VIEW records of the game and (B, actions) masks with a
    legal action in each row, or if `rng`, given by agents that use it, is no numpy Generator.
    """
    kind = game_named(game)
    seen = as_records("views", views, kind.view)
    players, seats = seen["table"]["num_players"], seen["seat"]
    check_values("num_players", players, kind.players[0], kind.players[-1])
    check_values("seat", seats, 0, kind.players[-1] - 1)
    if (seats >= players).any():
        raise ValueError("seat: expected a seat at the table of its view")
    legal = check_masks(masks, len(seen), kind.num_actions)
    for generator in rng:
        as_generator("rng", generator)
    return seen, legal


def check_masks(
    masks: object, size: int | None = None, actions: int | None = None
) -> NDArray[np.int8]:
    """Masks as (size, actions) int8 of zeros and ones, at least one in each row; else ValueError.

    None allows any number of rows, or any number of actions.
    """
    given: NDArray[Any] = masks if isinstance(masks, np.ndarray) else np.empty(0, np.object_)
    fits = given.ndim == 2 and size in (None, len(given)) and actions in (None, given.shape[1])
    if not fits or given.dtype.kind not in "iub":
        expected = f"expected ({'any' if size is None else size}, {actions or 'actions'}) int8"
        raise ValueError(f"masks: {given.dtype} of shape {given.shape}: {expected}")
    made = np.ascontiguousarray(given != 0, np.int8)
    if not made.any(axis=1).all():
        raise ValueError("masks: expected a legal action in each row")
    return made


@jit
def legal_set(masks: NDArray[np.int8], k: int) -> Any:
    """Row k of (B, actions) masks as a set of actions, an int64; jitted."""
    legal = np.int64(0)
    for action in range(masks.shape[1]):
        if masks[k, action]:
            legal |= np.int64(1) << np.int64(action)
    return legal


def choose_where_open(
    masks: NDArray[np.int8], choose: Callable[[NDArray[np.int64]], NDArray[np.int64]]
) -> NDArray[np.int64]:
    """The only legal action of each row of `masks`; where there are more, what `choose` gives.

    `choose` is called once, with the rows that have a choice, if there are any.
    """
    actions: NDArray[np.int64] = masks.argmax(axis=1)
    rows = np.flatnonzero(masks.sum(axis=1) > 1)
    if rows.size:
        actions[rows] = choose(rows)
    return actions
