"""An agent of your own: it keeps its kings until their queens have been played.

    .venv/bin/python -m eval match docs.examples.new_agent:make greedy --players 5 --deals 2000

Patience costs: it loses 0.04 chips a deal to `greedy`, which lays its kings early.

Views are records: `views["hand"]` is a set of cards as the bits of an integer, card c as bit c.
"""

import numpy as np

from agents import load
from marriage_env.core.cards import KING, QUEEN

QUEENS = [13 * suit + QUEEN for suit in range(4)]


class PatientKings:
    """Plays as `greedy`, but lays no king while another card may be laid and its queen is out."""

    name = "patient kings"

    def __init__(self, num_players, rules):
        self._greedy = load("greedy", num_players, rules)

    def act(self, views, masks, rng):
        """(B,) legal actions for (B,) views and (B, 62) masks."""
        allowed = masks.copy()
        for queen in QUEENS:
            allowed[:, queen - QUEEN + KING] &= self._queen_is_gone(views, queen)
        nothing_left = allowed.sum(axis=1) == 0
        allowed[nothing_left] = masks[nothing_left]
        return self._greedy.act(views, allowed, rng)

    @staticmethod
    def _queen_is_gone(views, queen):
        """Whether the queen has been played, or is one's own, (B,) int8."""
        laid = (views["table"]["laid"] == queen).any(axis=(1, 2))
        own = views["hand"] >> queen & 1
        return (laid | (own == 1)).astype(np.int8)


def make(num_players, rules):
    """The factory that the spec names."""
    return PatientKings(num_players, rules)
