"""A card's part of Trynka's features: what it is, who can go on from it, where its run leads."""

from __future__ import annotations

import numpy as np

from agents.learned.card_slots import write_ids
from agents.trynka.action_worth import scale_worth
from agents.trynka.expert import can_go_on, others_cards
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import count, lowest
from marriage_env.core.cards import ACE, bit
from marriage_env.trynka.clubs import (
    KING_OF_CLUBS,
    QUEEN_OF_CLUBS,
    WINNERS,
    double_of,
    of_rank,
)
from marriage_env.trynka.legal import offered
from marriage_env.trynka.rules import LARGEST_HAND

_AHEAD = 3
# (name, places, meaning), in the order in which they are written.
CARD_BLOCKS = (
    ("rank", 13, "its rank"),
    ("club", 3, "a winning club; chips on its double, halves, at most 5; the other half of the "
     "marriage is one's own"),
    ("legal", 1, "may be laid now"),
    ("alike", 2, "own cards of its rank, the others'; quarters"),
    ("next", 2, "own cards of the next rank but the winning club, quarters; the winning club"),
    ("ahead", _AHEAD, "the others' cards of the next three ranks, quarters"),
    ("run", 3, "cards of one's own run from it, sixths, at most 2; it can end with a winning club; "
     "chips of the best of these, halves, at most 5"),
    ("stops", 2, "no other can go on from it; from the end of its run"),
    ("empties", 2, "laying it empties the hand; laying its run does"),
    ("worth", 3, "what a turn beginning with it should bring by the expert's estimate, halves of a "
     "chip; how far below the best action, halves and tenths of a chip, at most 1"),
)  # fmt: skip
CARD_WIDTH = sum(block[1] for block in CARD_BLOCKS)


@jit
def write_cards(v, worth, no_card, out, at):
    """Write `CARD_BLOCKS` of each card in hand from place `at` on, then the slots' card ids.

    An empty slot has zeros and the id `no_card`.
    """
    legal, others = offered(v.table, v.asked, v.hand), others_cards(v)
    write_ids(v.hand, LARGEST_HAND, no_card, out, at + LARGEST_HAND * CARD_WIDTH)
    hand = v.hand
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        place = at
        at += CARD_WIDTH
        place = _write_kind(v, card, legal, out, place)
        place = _write_ranks(v, card, others, out, place)
        place = _write_run(v, card, others, out, place)
        scale_worth(worth, card, out, place)


@jit
def _write_kind(v, card, legal, out, at):
    """rank, club, legal."""
    out[at + card % 13] = 1.0
    at += 13
    if bit(card) & np.int64(WINNERS):
        out[at] = 1.0
        out[at + 1] = min(0.5 * v.table.places[double_of(card)], 5.0)
        if card == QUEEN_OF_CLUBS:
            out[at + 2] = v.hand >> KING_OF_CLUBS & 1
        elif card == KING_OF_CLUBS:
            out[at + 2] = v.hand >> QUEEN_OF_CLUBS & 1
    out[at + 3] = legal >> card & 1
    return at + 4


@jit
def _write_ranks(v, card, others, out, at):
    """alike, next, ahead."""
    rank = card % 13
    out[at] = 0.25 * count(v.hand & of_rank(rank))
    out[at + 1] = 0.25 * count(others & of_rank(rank))
    if rank < ACE:
        own = v.hand & of_rank(rank + 1)
        out[at + 2] = 0.25 * count(own & ~np.int64(WINNERS))
        out[at + 3] = own & np.int64(WINNERS) != 0
    for step in range(1, _AHEAD + 1):
        if rank + step <= ACE:
            out[at + 3 + step] = 0.25 * count(others & of_rank(rank + step))
    return at + 4 + _AHEAD


@jit
def _write_run(v, card, others, out, at):
    """run, stops, empties: plain cards one after the other, or a winning club alone."""
    rank, length, most = card % 13, 1, 0.0
    if not bit(card) & np.int64(WINNERS):
        while rank < ACE:
            club = bit(rank + 1) & np.int64(WINNERS) & v.hand
            if club:
                out[at + 1] = 1.0
                most = max(most, float(v.table.places[double_of(rank + 1)]))
            if not v.hand & of_rank(rank + 1) & ~np.int64(WINNERS):
                break
            rank += 1
            length += 1
    out[at] = min(length / 6, 2.0)
    out[at + 2] = min(0.5 * most, 5.0)
    out[at + 3] = not can_go_on(others, card % 13)
    out[at + 4] = not can_go_on(others, rank)
    cards = count(v.hand)
    out[at + 5] = cards == 1
    out[at + 6] = cards == length or (out[at + 1] > 0.0 and cards == length + 1)
    return at + 7
