"""Factories of agents that do no harm, but use chance and search; and two who search wrongly."""

from __future__ import annotations

import numpy as np


def Greedy():
    """A built-in agent as a factory of one's own gives it."""
    from agents import load

    return load("greedy")


class Drawn:
    """Draws its actions from a generator that is spawned for each call."""

    name = "drawn"

    def act(self, views, masks, rng):
        """(B,) actions."""
        (own,) = rng.spawn(1)
        return (masks * (own.random(masks.shape) + rng.random(masks.shape))).argmax(axis=1)


class Searcher(Drawn):
    """Says what choices are worth; `wrong` says what is wrong with it."""

    name, wrong = "searcher", ""

    def values(self, views, masks, rng):
        """(B, actions) chips."""
        values = rng.random(masks.shape)
        if self.wrong == "nan":
            values[1, 3] = np.nan
        return values[:, :-1] if self.wrong == "shape" else values


class NanSearcher(Searcher):
    """Does not know."""

    wrong = "nan"


class ShortSearcher(Searcher):
    """Forgets an action."""

    wrong = "shape"
