"""`greedy`: a sensible player of one glance, with no memory of who showed what."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.inputs import check_inputs
from agents.mariage.view_queries import (
    best_so_far,
    is_court,
    lawful_cards,
    leads,
    partner_is_out,
    still_to_play,
    takes,
)
from marriage_env.compiler.jit import jit
from marriage_env.core.cards import KING, QUEEN, bit
from marriage_env.mariage.actions import DONE, WITHHOLD
from marriage_env.mariage.power import FOOL, power
from marriage_env.mariage.state import Phase

_NEVER, _LAST_RESORT, _LATER, _PLAIN, _GLADLY, _AT_ONCE = range(0, 6000, 1000)


@jit
def _wish_for_queen(v, card):
    """Hold a queen while her king may come: every other player pays for the marriage."""
    return _LAST_RESORT if partner_is_out(v, card) else _PLAIN


@jit
def _wish_for_king(v, card, last):
    """Lay a king when no queen can come to him, never under her nose."""
    if last or not partner_is_out(v, card):
        return _GLADLY
    return _LATER


@jit
def _wish_for_fool(v, last):
    """Lay the fool where no king or queen can beat him; else keep him."""
    t = v.table
    best = best_so_far(t)[0]
    if last and (takes(t, FOOL) or not is_court(best)):
        return _AT_ONCE
    return _LATER


@jit
def _wish(v, card):
    """How gladly a card is laid now; the tens order cards that are wished alike."""
    t = v.table
    last = still_to_play(t) == 1
    strength = power(t, card // 13, card)
    if card == FOOL:
        wish = _wish_for_fool(v, last)
    elif card % 13 == QUEEN:
        wish = _wish_for_queen(v, card)
    elif card % 13 == KING:
        wish = _wish_for_king(v, card, last)
    else:
        wish = _PLAIN
    if leads(t) or takes(t, card):
        return wish + strength
    return wish - strength


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
                wish = _NEVER
            elif v.asked != Phase.TURN:
                wish = _AT_ONCE
            elif not lawful & bit(action):
                wish = _NEVER
            else:
                wish = _wish(v, action)
            if wish > most:
                best, most = action, wish
        actions[k] = best


class GreedyAgent:
    """Declares everything, always lays the queen, and else lays what looks best at a glance."""

    name = "greedy"

    def act(
        self, views: np.ndarray, masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view; no chance is used."""
        views, masks = check_inputs("mariage", views, masks)
        actions = np.zeros(len(masks), np.int64)
        _choose(views, masks, actions)
        return actions
