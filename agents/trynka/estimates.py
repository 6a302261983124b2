"""What the features of Trynka reckon of a view: where cards may lie, and what the expert thinks."""

from __future__ import annotations

from agents.trynka.expert import (
    WEIGHTS,
    fewest_cards,
    others_cards,
    worth_of_pass,
    worth_of_run,
)
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.cards import bit
from marriage_env.trynka.actions import PASS
from marriage_env.trynka.evidence import read_turn, read_turn_now
from marriage_env.trynka.legal import offered
from marriage_env.trynka.rules import Offences

NEVER = -1e9  # the worth of what cannot be done
BEST = PASS + 1  # where the greatest worth stands
NUM_RECKONED = BEST + 1


@jit
def reckon(v, worth):
    """Write into `worth`, (NUM_RECKONED,), what the expert thinks that each card and a pass bring.

    In chips; `NEVER` for what may not be done.
    """
    worth[:] = NEVER
    others, fewest = others_cards(v), fewest_cards(v)
    legal = offered(v.table, v.asked, v.hand)
    cards = legal & v.hand
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        worth[card] = worth_of_run(v, card, others, fewest, WEIGHTS)
    if legal & bit(PASS):
        worth[PASS] = worth_of_pass(v, others, fewest, WEIGHTS)
    worth[BEST] = worth[:BEST].max()


@jit
def likely_cards(v, e, likely):
    """Write into `likely`, (players, 13), how many cards of each rank a seat should hold.

    Known cards count whole, a hidden one by the hidden places of a hand that may hold it, over all
    such places. Here a seat that was passed over is taken to have had none of the rank, as if
    nobody missed on purpose (T4.3); if by that no hand can hold a card, any may.
    """
    t = v.table
    if t.rules.offences == Offences.MISS:
        for number in range(1, t.number):
            read_turn(t, e, number)
        read_turn_now(v, e)
    likely[:] = 0.0
    for seat in range(t.num_players):
        cards = e.held[seat]
        while cards:
            likely[seat, lowest(cards) % 13] += 1.0
            cards &= cards - 1
    hidden = e.unseen
    while hidden:
        card = lowest(hidden)
        hidden &= hidden - 1
        _share_out(t, e, card, likely)


@jit
def _share_out(t, e, card, likely):
    """Add a hidden card to the hands that may hold it."""
    places, anywhere = 0, 0
    for seat in range(t.num_players):
        anywhere += e.room[seat]
        places += e.room[seat] * (e.barred[seat] & bit(card) == 0)
    for seat in range(t.num_players):
        if not places:
            likely[seat, card % 13] += e.room[seat] / anywhere
        elif not e.barred[seat] & bit(card):
            likely[seat, card % 13] += e.room[seat] / places


@jit
def scale_worth(worth, action, out, at):
    """Write over three places what an action should bring: halves of chips, at most 4.

    Then how far that is below the best choice, in halves and in tenths of a chip, at most 1: twice
    1 for what may not be done.
    """
    if worth[action] <= NEVER:
        out[at + 1] = -1.0
        out[at + 2] = -1.0
        return
    below = worth[action] - worth[BEST]
    out[at] = max(-4.0, min(4.0, 0.5 * worth[action]))
    out[at + 1] = max(-1.0, 0.5 * below)
    out[at + 2] = max(-1.0, 10.0 * below)
