"""An agent from outside: `python -m eval bench docs.outside_policy:make`."""

import numpy as np

import marriage_env
from marriage_env.mariage.actions import NUM_ACTIONS, WITHHOLD

# By action: high cards first (cards are suit·13 + rank), declarations at once, no queen kept back.
PREFERENCES = np.append(np.arange(52) % 13, np.full(NUM_ACTIONS - 52, 20))
PREFERENCES[WITHHOLD] = -1


class HighestCard:
    """Plays its highest card. A network would evaluate the observations instead."""

    name = "highest card"

    def act(self, views, masks, rng):
        """(B,) legal actions for (B,) views and (B, 62) masks; draw random numbers from `rng`."""
        observations = marriage_env.observe(views)  # (B, length) int8
        assert len(observations) == len(masks)
        return np.where(masks == 1, PREFERENCES, -2).argmax(axis=1)


def make():
    """The factory that the spec names."""
    return HighestCard()
