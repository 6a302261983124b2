"""`Learnable`: what learned agents and their training need to know of a game, in one place.

A row of features has four parts: the table, then each card in hand (slots, empty ones zero), then
the card ids of the slots, then one place for training. Empty slots have the id after the last
action. `agents.learned.network` reads it, of whatever game it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.learned.forecast import Forecaster
from agents.mariage import expert, features, playout
from agents.mariage.card_features import CARD_WIDTH
from agents.trynka import expert as trynka_expert
from agents.trynka import features as trynka_features
from agents.trynka import playout as trynka_playout
from agents.trynka.card_features import CARD_WIDTH as TRYNKA_CARD_WIDTH
from marriage_env.game import game_named
from marriage_env.mariage.rules import HAND_SIZE
from marriage_env.trynka.rules import LARGEST_HAND

# The last place is zero: in training the critic, and it alone, finds a forecast there.
FORECAST = -1


@dataclass(frozen=True)
class Learnable:
    """A game's features, and what its critic is told."""

    version: int  # of the features
    slots: int  # for cards in hand
    card_width: int  # places of a card's part
    width: Callable[[int], int]  # places of a row when seats are padded to so many
    # From views to rows when seats are padded to so many, (B, width) float32.
    encode_views: Callable[[np.ndarray[Any, Any], int], NDArray[np.float32]]
    forecaster: Forecaster


LEARNABLE = {
    "mariage": Learnable(
        version=features.FEATURES_VERSION,
        slots=HAND_SIZE,
        card_width=CARD_WIDTH,
        width=features.width,
        encode_views=features.encode_views,
        forecaster=Forecaster(game_named("mariage"), playout.chips_by_expert, expert.WEIGHTS),
    ),
    "trynka": Learnable(
        version=trynka_features.FEATURES_VERSION,
        slots=LARGEST_HAND,
        card_width=TRYNKA_CARD_WIDTH,
        width=trynka_features.width,
        encode_views=trynka_features.encode_views,
        forecaster=Forecaster(
            game_named("trynka"), trynka_playout.play_out, (False, trynka_expert.WEIGHTS)
        ),
    ),
}
