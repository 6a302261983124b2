"""T2, T3.1: the six winning clubs and their doubles, and clubs in a row."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import ACE, KING, QUEEN, RANKS, card_id, card_set

QUEEN_OF_CLUBS = card_id("C", "Q")
KING_OF_CLUBS = card_id("C", "K")
LOWEST_WINNER = card_id("C", "9")
WINNERS = card_set(range(LOWEST_WINNER, card_id("C", "A") + 1))
MARRIAGE = card_set((QUEEN_OF_CLUBS, KING_OF_CLUBS))
# Clubs are the first suit, so that a club's id is its rank.
assert (KING_OF_CLUBS, QUEEN_OF_CLUBS) == (KING, QUEEN)
_LOWEST_TOP = RANKS.index("4")
_ALL_RANK_2 = card_set(card_id(suit, "2") for suit in "CDHS")


@jit
def double_of(club):
    """T2: the place of the double of a winning club."""
    return ACE - club


@jit
def of_rank(rank):
    """The four cards of a rank, as a set."""
    return np.int64(_ALL_RANK_2) << np.int64(rank)


@jit
def top_of_trynka(cards):
    """T3.1: the highest club of the highest three in a row among some cards; -1 if there are none.

    There is no way round from the ace to the two.
    """
    for top in range(ACE, _LOWEST_TOP - 1, -1):
        if cards >> (top - 2) & 7 == 7:
            return top
    return -1
