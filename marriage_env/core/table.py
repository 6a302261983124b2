"""What all games have in common: seats, packs, the beginning of a match, payments.

The functions take any STATE or TABLE record that has the fields they use.
"""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import FULL_PACK, SMALL_PACK, card_set
from marriage_env.core.rng import below, shuffle

_SMALL = np.array(SMALL_PACK, np.int8)
_FULL = np.array(FULL_PACK, np.int8)
_SMALL_FIRST = np.full(len(FULL_PACK), -1, np.int8)
_SMALL_FIRST[: len(SMALL_PACK)] = SMALL_PACK
_SMALL_SET = card_set(SMALL_PACK)
_FULL_SET = card_set(FULL_PACK)


@jit
def copy_into(target, source):
    """Copy an array into one of the same length; `target[:] = source` would allocate."""
    for place in range(target.shape[0]):
        target[place] = source[place]


@jit
def left_of(t, seat):
    """The next seat, clockwise."""
    seat += 1
    return seat if seat < t.num_players else 0


@jit
def eldest(t):
    """M3.2, T1: the player at the dealer's left."""
    return left_of(t, t.dealer)


@jit
def pack_size(t):
    """M1.1, T1: 36 cards for up to six players, else 52."""
    return _SMALL.shape[0] if t.num_players <= 6 else _FULL.shape[0]


@jit
def whole_pack(t):
    """M1.1, T1: the pack, as a set."""
    return np.int64(_SMALL_SET if t.num_players <= 6 else _FULL_SET)


@jit
def begin_match(g, places, dealer):
    """M3.1, T1: reset all chips, with those in `places` on the table; dealer -1 is by lot."""
    t = g.table
    t.chips[:] = 0
    places[:] = 0
    t.deal = 0
    g.packs = 0
    g.booked[:] = 0
    lot = below(g.stream, t.num_players)
    t.dealer = dealer if dealer >= 0 else lot


@jit
def take_pack(g, chance, dealt):
    """M3.3, M10.4, T1: take the next given pack, or shuffle `dealt` cards of a new one."""
    cards = _SMALL_FIRST if g.table.num_players <= 6 else _FULL
    take_pack_of(g, chance, cards, pack_size(g.table), dealt)


@jit
def take_pack_of(g, chance, cards, size, dealt):
    """M3.3, S3.2: `take_pack` of another pack, the first `size` of `cards`, (52,) int8."""
    if g.packs < chance.shape[0] and chance[g.packs].given:
        copy_into(g.pack, chance[g.packs].pack)
    else:
        copy_into(g.pack, cards)
        shuffle(g.stream, g.pack, size, dealt)
    g.packs += 1


@jit
def transfer(t, payer, payee, amount):
    """T7: one player pays another; chips may become negative."""
    t.chips[payer] -= amount
    t.chips[payee] += amount
