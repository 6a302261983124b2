"""The players of the other seats, where one seat is the learner's."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from marriage_env.core.arguments import shown
from marriage_env.game import Game, Match


class Opponent(Protocol):
    """A player of the other seats: an agent of `agents`, or your own class."""

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view."""
        ...


OneOpponent = Opponent | str | None
Opponents = OneOpponent | Sequence[OneOpponent]


class RandomOpponent:
    """Uniformly random legal play, for tables where only some opponents are given."""

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view."""
        actions: NDArray[np.int64] = (rng.random(masks.shape) * masks).argmax(axis=1)
        return actions


def opponents_by_seat(opponents: Opponents, game: Game, match: Match) -> list[Opponent] | None:
    """One opponent a seat; None when all play at random.

    Raises ValueError for a wrong number of opponents, for what has no `act`, and for the spec of an
    agent that cannot be loaded.
    """
    if opponents is None or opponents == "random":
        return None
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        opponents = [opponents] * match.num_players
    if len(opponents) != match.num_players:
        raise ValueError(
            f"opponents: {len(opponents)} of them, expected one, or one for each of the "
            f"{match.num_players} seats (the learner's own is not used)"
        )
    at_random: OneOpponent = RandomOpponent()
    given = [at_random if one is None or one == "random" else one for one in opponents]
    specs = {one: _loaded(one, game, match) for one in given if isinstance(one, str)}
    table: list[Any] = [specs[one] if isinstance(one, str) else one for one in given]
    for one in table:
        if not callable(getattr(one, "act", None)):
            raise ValueError(f"opponents: {one!r} has no act(views, masks, rng)")
    return table


def _loaded(spec: str, game: Game, match: Match) -> Opponent:
    """The agent of a spec; agents come with a checkout, beside this package."""
    try:
        registry = import_module("agents.registry")
    except ImportError as error:
        raise ValueError(
            f"opponents={shown(spec)}: agents by name come with a checkout of the project, which "
            f"is not on the path ({error}); expected 'random', or an object with "
            "act(views, masks, rng)"
        ) from error
    agent: Opponent = registry.load(spec, match.num_players, match.rules, game.name)
    return agent
