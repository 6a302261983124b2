"""A full game drawn uniformly from those that a view allows, for search and for resampling.

A game is allowed when the public history of the deal, played again from its hands by the rules,
gives the same table and asks the observer the same questions. Every placing of the hidden cards
that does so is equally likely.

What a view does not tell is settled so: where the turn is, if the observer does not have it. It is
with the first who can be asked, so that nobody has passed whom the view does not prove to have
passed; a question for K♣ (T4.1) that may be open is. Rewards count from now. Later packs are
shuffled, from a stream of the world's own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from marriage_env.bits import count, lowest
from marriage_env.cards import bit
from marriage_env.jit import jit, records
from marriage_env.random import draw
from marriage_env.share import draw_hand, prepare
from marriage_env.trynka.clubs import KING_OF_CLUBS, QUEEN_OF_CLUBS
from marriage_env.trynka.deal import eldest, left_of, pack_size
from marriage_env.trynka.evidence import EVIDENCE, allows_hand, first_turn, gather
from marriage_env.trynka.legal import fitting, legal_actions, wanted
from marriage_env.trynka.play import begin_pile, go_on_from, last_layer
from marriage_env.trynka.state import STATE, Phase

# Far beyond what any view needs; without it one that no game allows would never come back.
_MOST_TRIES = 20_000_000


@jit
def write_worlds(views, j, states, low, high, evidence, k, stream):
    """Draw a game for each of `states[low:high]` from those that `views[j]` allows.

    `evidence[k]` (evidence.EVIDENCE) is room to work in, `stream` (4,) uint32 the random stream.
    Returns False if no game was found: no game of the engine has such a view.
    """
    gather(views, j, evidence, k)
    if not prepare(views[j].table, evidence[k]):
        return False
    found = True
    for i in range(low, high):
        found = found and write_world(views, j, states, i, evidence, k, stream)
    return found


@jit
def write_world(views, j, states, i, evidence, k, stream):
    """One draw into `states[i]`, when `evidence[k]` has been gathered and prepared already."""
    v, g, e = views[j], states[i], evidence[k]
    g.table = v.table
    g.hands[:] = 0
    for seat in range(v.table.num_players):
        g.hands[seat] = e.held[seat]
    for _ in range(_MOST_TRIES):
        if share_out(e, g, stream) and ask(v, e, g):
            fill_in(v, e, g, stream)
            return True
    return False


@jit
def allows(views, j, states, i, evidence, k):
    """Whether the hands of `states[i]` are among those that `views[j]` allows.

    Writes the question that is asked in that case, and `evidence[k]`.
    """
    gather(views, j, evidence, k)
    v, g, e = views[j], states[i], evidence[k]
    left = e.unseen
    for seat in range(v.table.num_players):
        hidden = g.hands[seat] & ~e.held[seat]
        if e.held[seat] & ~g.hands[seat] or hidden & ~left or count(hidden) != e.room[seat]:
            return False
        left &= ~hidden
        if hidden & e.barred[seat] or not allows_hand(v.table, e, seat, g.hands[seat]):
            return False
    g.table = v.table
    return ask(v, e, g)


@jit
def share_out(e, g, stream):
    """Deal the hidden cards; False when this came to nothing and is to be done again."""
    rest = e.unseen
    for stage in range(e.stages):
        seat = e.order[stage]
        hand = draw_hand(e, stage, rest, stream)
        if hand < 0 or not allows_hand(g.table, e, seat, e.held[seat] | hand):
            return False
        g.hands[seat] = e.held[seat] | hand
        rest &= ~hand
    return True


@jit
def ask(v, e, g):
    """Write who is asked for what; False if the observer would be asked otherwise than he is."""
    t = g.table
    g.phase, g.seat, g.turn = Phase.OVER, -1, 0
    if t.deal < t.deals:
        if t.number == 0:
            begin_pile(g, eldest(t))
        elif wanted(t) < 0:
            begin_pile(g, last_layer(t))
        else:
            ask_next(v, e, g)
    return (g.phase if g.seat == v.seat else 0) == v.asked


@jit
def ask_next(v, e, g):
    """T4.1, T4.2: the holder of K♣ if he may be asked for it, the observer, or the first in turn.

    An observer who is asked has the turn; all before him have passed or have none.
    """
    t = g.table
    layer = last_layer(t)
    has_king = g.hands[layer] & bit(KING_OF_CLUBS) != 0
    if t.laid[t.number - 1] == QUEEN_OF_CLUBS and has_king and not e.stopped:
        g.phase, g.seat = Phase.KING, layer
        return
    turn = int(e.turn)
    if v.asked == Phase.BEGIN:
        turn = t.num_players + 1
    elif v.asked == Phase.TURN:
        while (layer + turn) % t.num_players != v.seat:
            turn += 1
    go_on_from(g, turn)


@jit
def fill_in(v, e, g, stream):
    """Everything of a STATE that follows from the table and the hands."""
    g.booked[:] = g.table.chips
    g.packs = g.table.deal + 1
    for word in range(4):
        g.stream[word] = draw(stream)
    g.stream[0] |= 1  # a stream must not be all zero
    fill_passes(v, g)
    fill_pack(e, g)
    g.legal = legal_actions(g)


@jit
def fill_passes(v, g):
    """T4.3: who has been passed over with a card of the rank wanted has passed."""
    t = g.table
    g.passed[:] = 0
    if g.phase == Phase.TURN or (g.phase == Phase.BEGIN and wanted(t) >= 0):
        last = g.turn if g.phase == Phase.TURN else t.num_players + 1
        for turn in range(first_turn(t, t.number), last):
            seat = (last_layer(t) + turn) % t.num_players
            if fitting(t, g.hands[seat]):
                g.passed[seat] += 1


@jit
def fill_pack(e, g):
    """T1: a pack that deals these hands, each in order of card id."""
    t = g.table
    g.pack[:] = -1
    seat = eldest(t)
    for turn in range(t.num_players):
        cards = e.played[seat] | g.hands[seat]
        for place in range(turn, pack_size(t), t.num_players):
            g.pack[place] = lowest(cards)
            cards &= cards - 1
        seat = left_of(t, seat)


def determinize(
    view: np.ndarray[Any, Any], rng: np.random.Generator, worlds: int = 1
) -> np.ndarray[Any, Any]:
    """Games drawn uniformly and independently from those that a view allows.

    Args:
        view: an array of one VIEW record, as `raw_env.view` and `view_of` give it.
        rng: where the chance comes from.
        worlds: how many games.

    Returns (worlds,) STATE records, ready for `engine.apply`. Raises ValueError if no game has such
    a view.
    """
    states = records(worlds, STATE)
    stream = rng.integers(1, 2**32, 4, dtype=np.uint32)
    if not write_worlds(view, 0, states, 0, worlds, records(1, EVIDENCE), 0, stream):
        raise ValueError("the view is of no game: no hands allow what it shows")
    return states
