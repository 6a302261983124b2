"""What an agent is: anything with a name that chooses actions for a batch of views."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from marriage_env.core.arguments import as_generator, as_records, check_values
from marriage_env.game import game_named


def check_asked(
    game: str, views: object, masks: object, *chance: object
) -> tuple[np.ndarray[Any, Any], NDArray[np.int8]]:
    """Views and masks that an agent is asked with, as compiled code takes them.

    Raises ValueError if they are not (B,) VIEW records of the game and (B, actions) masks with a
    legal action in each row, or if the agent's `chance`, where it uses any, is no numpy Generator.
    """
    kind = game_named(game)
    seen = as_records("views", views, kind.view)
    players, seats = seen["table"]["num_players"], seen["seat"]
    check_values("num_players", players, kind.players[0], kind.players[-1])
    check_values("seat", seats, 0, kind.players[-1] - 1)
    if (seats >= players).any():
        raise ValueError("seat: expected a seat at the table of its view")
    legal = check_masks(masks, len(seen), kind.num_actions)
    for rng in chance:
        as_generator("rng", rng)
    return seen, legal


def check_masks(
    masks: object, size: int | None = None, actions: int | None = None
) -> NDArray[np.int8]:
    """Masks as (size, actions) int8 of zeros and ones, at least one a row; else ValueError.

    None stands for any number of rows, or for the actions of any game.
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


class Unloadable(ValueError):
    """An agent that a spec names rightly but that cannot be made: a factory or a file fails."""


@runtime_checkable
class Agent(Protocol):
    """A player of any number of games at once.

    `act` takes views, (B,) VIEW records of the seats asked; masks, (B, actions of the game) int8 of
    their legal actions; and the generator that is the only source of chance. It returns (B,) int64
    actions. An agent sees views, never states, and keeps nothing between calls.
    """

    name: str

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view."""
        ...


def choose_where_open(
    masks: NDArray[np.int8], choose: Callable[[NDArray[np.int64]], NDArray[np.int64]]
) -> NDArray[np.int64]:
    """The only legal action of each row of `masks`; where there are more, what `choose` gives.

    `choose` is asked once, for the rows with a choice, if there are any.
    """
    actions: NDArray[np.int64] = masks.argmax(axis=1)
    rows = np.flatnonzero(masks.sum(axis=1) > 1)
    if rows.size:
        actions[rows] = choose(rows)
    return actions


@runtime_checkable
class Valuer(Protocol):
    """An agent that searches, and can say what it finds."""

    def values(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """Mean chips of the asked seat at the end of the deal, (B, actions); -inf where illegal."""
        ...
