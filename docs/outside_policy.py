"""A policy from outside: `python -m eval bench docs.outside_policy:make`."""

import numpy as np

from marriage_env.mariage import batch, observe
from marriage_env.mariage.actions import NUM_ACTIONS, WITHHOLD

# By action: high cards first (cards are suit·13 + rank), declarations at once, no queen kept back.
WISHES = np.append(np.arange(52) % 13, np.full(NUM_ACTIONS - 52, 20))
WISHES[WITHHOLD] = -1


class HighestCard:
    """Lays its highest card; a network would weigh the observations instead."""

    name = "highest card"

    def act(self, views, masks, rng):
        """(B,) legal actions for (B,) views and (B, 62) masks; `rng` is the source of chance."""
        players = int(views["table"]["num_players"][0])
        observations = np.empty((len(views), observe.length(players)), np.int8)
        batch.encode_views(views, observations)
        return np.where(masks == 1, WISHES, -2).argmax(axis=1)


def make():
    """What the spec names."""
    return HighestCard()
