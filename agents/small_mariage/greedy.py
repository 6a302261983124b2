"""`greedy`: sensible play by fixed preferences, which looks at the present trick alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.small_mariage.view_queries import (
    led_suit,
    partner,
    played,
    still_to_play,
    takes,
)
from agents.views_and_masks import check_inputs, legal_set
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.cards import KING, QUEEN, bit
from marriage_env.small_mariage.actions import WITHHOLD
from marriage_env.small_mariage.card_strength import power
from marriage_env.small_mariage.rules import TableMarriage

_LATER, _PLAIN, _GLADLY = 0, 1000, 2000


@jit
def _partner_is_out(v, card):
    """Whether another player may still hold the other half of a king's or queen's marriage."""
    t = v.table
    return not (v.hand | played(t) | bit(t.turn_up)) & bit(partner(card))


@jit
def _preference(v, card):
    """The preference for laying a card now; its last digits order cards of equal preference.

    Who is paid for a marriage holds the queen while her king may come, or calls her with the king;
    where the queen's player is paid, a king is laid once no queen can follow it.
    """
    t, preference = v.table, _PLAIN
    king_is_paid = t.rules.table_marriage == TableMarriage.KING
    if card % 13 == QUEEN and _partner_is_out(v, card):
        preference = _PLAIN if king_is_paid else _LATER
    elif card % 13 == KING:
        calls = _partner_is_out(v, card) and still_to_play(t) > 1
        preference = _GLADLY if calls == king_is_paid else _LATER
    strength = power(t, card // 13, card)
    return preference + strength if led_suit(t) < 0 or takes(t, card) else preference - strength


@jit
def choose(views, k, legal):
    """The action for `views[k]`: lay a queen that is asked for, else the preferred card."""
    best, most = -1, -1_000_000
    cards = legal & ~bit(WITHHOLD)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        preference = _preference(views[k], card)
        if preference > most:
            best, most = card, preference
    return best


@jit
def _choose_all(views, masks, actions):
    for k in range(masks.shape[0]):
        actions[k] = choose(views, k, legal_set(masks, k))


class GreedyAgent:
    """Lays every queen that is asked for, and else the preferred card; deterministic."""

    name = "greedy"

    def act(
        self, views: np.ndarray, masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view."""
        views, masks = check_inputs("small_mariage", views, masks)
        actions = np.zeros(len(masks), np.int64)
        _choose_all(views, masks, actions)
        return actions
