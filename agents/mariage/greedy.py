"""`greedy`: sensible play by fixed preferences, which looks at the present trick alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.mariage.view_queries import (
    best_so_far,
    is_court,
    lawful_cards,
    leads,
    partner_is_out,
    still_to_play,
    takes,
)
from agents.views_and_masks import check_inputs
from marriage_env.compiler.jit import jit
from marriage_env.core.cards import KING, QUEEN, bit
from marriage_env.mariage.actions import DONE, WITHHOLD
from marriage_env.mariage.card_strength import FOOL, power
from marriage_env.mariage.state import Phase

_NEVER, _LAST_RESORT, _LATER, _PLAIN, _GLADLY, _AT_ONCE = range(0, 6000, 1000)


@jit
def _preference_for_queen(v, card):
    """Hold a queen while the king may come: every other player pays for the marriage."""
    return _LAST_RESORT if partner_is_out(v, card) else _PLAIN


@jit
def _preference_for_king(v, card, last):
    """Lay a king when no queen can follow it, never before a player who may hold the queen."""
    if last or not partner_is_out(v, card):
        return _GLADLY
    return _LATER


@jit
def _preference_for_fool(v, last):
    """Lay the fool where no king or queen can beat it; else keep it."""
    t = v.table
    best = best_so_far(t)[0]
    if last and (takes(t, FOOL) or not is_court(best)):
        return _AT_ONCE
    return _LATER


@jit
def _preference(v, card):
    """The preference for laying a card now; its last digits order cards of equal preference."""
    t = v.table
    last = still_to_play(t) == 1
    strength = power(t, card // 13, card)
    if card == FOOL:
        preference = _preference_for_fool(v, last)
    elif card % 13 == QUEEN:
        preference = _preference_for_queen(v, card)
    elif card % 13 == KING:
        preference = _preference_for_king(v, card, last)
    else:
        preference = _PLAIN
    if leads(t) or takes(t, card):
        return preference + strength
    return preference - strength


@jit
def _choose(views, masks, actions):
    for k in range(masks.shape[0]):
        v = views[k]
        best, most = -1, -1_000_000
        lawful = lawful_cards(v) if v.asked == Phase.TURN else 0
        for action in range(masks.shape[1]):
            if not masks[k, action]:
                continue
            if action in (WITHHOLD, DONE):
                preference = _NEVER
            elif v.asked != Phase.TURN:
                preference = _AT_ONCE
            elif not lawful & bit(action):
                preference = _NEVER
            else:
                preference = _preference(v, action)
            if preference > most:
                best, most = action, preference
        actions[k] = best


class GreedyAgent:
    """Declares everything, always lays a queen asked for, and else lays the preferred card."""

    name = "greedy"

    def act(
        self, views: np.ndarray, masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view; deterministic."""
        views, masks = check_inputs("mariage", views, masks)
        actions = np.zeros(len(masks), np.int64)
        _choose(views, masks, actions)
        return actions
