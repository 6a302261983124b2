"""`openhand`: exact play when every hand is open, by max^n to the end of the deal.

It is no fair player: search uses it on drawn worlds, and evaluation as a ceiling. Every player is
taken to maximise his own chips; among equal choices the lowest action number is taken. Cards that
no other player's card lies between are tried once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.bits import lowest
from marriage_env.cards import KING, QUEEN, bit
from marriage_env.jit import jit, records
from marriage_env.mariage import engine
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.power import FOOL, RANK_PLACE
from marriage_env.mariage.rules import MAX_PLAYERS, RankOrder
from marriage_env.mariage.state import NO_CHANCE, STATE, Phase

# Every card of a deal, a question and an answer for every queen, and the state asked about.
DEPTH = 64
_CARD_AT = np.argsort(RANK_PLACE, axis=1)
assert set(RankOrder) == {0, 1}


@jit
def live_cards(g, seat):
    """The cards that others hold or have laid to this trick, as a set."""
    t = g.table
    cards = np.int64(0)
    for other in range(t.num_players):
        if other != seat:
            cards |= g.hands[other]
        if t.trick < t.laid.shape[0] and t.laid[t.trick, other] >= 0:
            cards |= bit(int(t.laid[t.trick, other]))
    return cards


@jit
def distinct(g, legal):
    """The legal actions less the cards that do the same as a card that stays."""
    if legal & (legal - 1) == 0:
        return legal
    live = live_cards(g, g.seat)
    order = g.table.rules.rank_order
    kept = legal
    for suit in range(4):
        if (legal >> (13 * suit)) & 8191 == 0:
            continue
        like = False
        for place in range(13):
            rank = _CARD_AT[order, place]
            card = 13 * suit + rank
            if live >> card & 1:
                like = False
            elif legal >> card & 1 and rank != KING and rank != QUEEN and card != FOOL:
                if like:
                    kept &= ~bit(card)
                like = True
    return kept


@jit
def solve(stack, depth, values, chance, log):
    """Write into `values[depth]` every player's chips at the end of the deal; returns nodes seen.

    `stack[depth]` is the state asked about; deeper places are scratch.
    """
    g = stack[depth]
    if g.phase == Phase.OVER:
        for seat in range(g.table.num_players):
            values[depth, seat] = g.table.chips[seat]
        return 1
    seat = g.seat
    left = distinct(g, g.legal)
    nodes = 1
    first = True
    while left:
        stack[depth + 1] = stack[depth]
        engine.apply(stack, depth + 1, chance, log, lowest(left))
        left &= left - 1
        nodes += solve(stack, depth + 1, values, chance, log)
        if first or values[depth + 1, seat] > values[depth, seat]:
            values[depth, :] = values[depth + 1, :]
        first = False
    return nodes


@jit
def best_action(states, i, stack, values, chance, log):
    """(action, nodes): the move of the seat asked in `states[i]` that brings it most chips."""
    stack[0] = states[i]
    stack[0].table.deals = stack[0].table.deal + 1
    seat = stack[0].seat
    left = distinct(stack[0], stack[0].legal)
    best, nodes = -1, 1
    while left:
        stack[1] = stack[0]
        action = lowest(left)
        left &= left - 1
        engine.apply(stack, 1, chance, log, action)
        nodes += solve(stack, 1, values, chance, log)
        if best < 0 or values[1, seat] > values[0, seat]:
            values[0, :] = values[1, :]
            best = action
    return best, nodes


def open_hand(states: np.ndarray[Any, Any], i: int) -> tuple[int, NDArray[np.int32], int]:
    """The best action in game `i`, every player's chips at the end of the deal, and nodes searched.

    Exact, so that the time grows steeply with the cards left (docs/benchmarks.md).
    """
    stack, values = records(DEPTH, STATE), np.zeros((DEPTH, MAX_PLAYERS), np.int32)
    action, nodes = best_action(states, i, stack, values, NO_CHANCE, NO_LOG)
    return action, values[0, : states["table"]["num_players"][i]].copy(), nodes
