"""Agents that do what no player may, in the deals where they hold the king of hearts."""

from __future__ import annotations

import time

import numpy as np

from agents.mariage.greedy import GreedyAgent
from marriage_env.core.cards import bit, parse_card

KING_OF_HEARTS = bit(parse_card("KH"))


class Misfit(GreedyAgent):
    """Plays as greedy until it holds the king at its first card; then `misbehave` says what."""

    name = "misfit"

    def act(self, views, masks, rng):
        """Greedy's actions, or something else."""
        actions = super().act(views, masks, rng)
        rows = np.flatnonzero((views["hand"] & KING_OF_HEARTS > 0) & (views["table"]["trick"] == 0))
        return self.misbehave(actions, rows) if rows.size else actions


class Cheat(Misfit):
    """Chooses an action that is never legal at a turn."""

    name = "cheat"

    def misbehave(self, actions, rows):
        """DONE."""
        actions[rows] = 61
        return actions


class Sleeper(Misfit):
    """Does not answer, and takes no exception for an answer."""

    def misbehave(self, actions, rows):
        """Sleep for an hour."""
        try:
            time.sleep(3600)
        except Exception:
            return actions


class Broken(Misfit):
    """Raises an error of its own."""

    def misbehave(self, actions, rows):
        """A KeyError."""
        return {}["queen"]


class Vague(Misfit):
    """Chooses fractions of actions."""

    def misbehave(self, actions, rows):
        """Half an action more than a legal one."""
        return actions + 0.5


class Leaver(Misfit):
    """Ends the whole process."""

    def misbehave(self, actions, rows):
        """As sys.exit does."""
        raise SystemExit(0)
