"""Where the cards may lie: the probability that a later player, or any other, holds each card.

A hidden card is as likely to be in one unknown place as in another, the talon included, except in
hands that cannot hold it (`marriage_env.mariage.evidence`). That is exact for a single card, and an
approximation for several.
"""

from __future__ import annotations

from marriage_env.compiler.jit import jit
from marriage_env.core.bits import count, lowest
from marriage_env.core.cards import bit


@jit
def read_chances(t, e, observer, later, others):
    """Write into `later` and `others`, (52,) float32, the chance that a card is there.

    `later`: with a player who has yet to lay a card to this trick; `others`: with anyone else.
    """
    later[:] = 0.0
    others[:] = 0.0
    talon = count(e.unseen)
    for seat in range(t.num_players):
        talon -= e.room[seat]
        if seat != observer:
            _put_known(t, e, seat, later, others)
    hidden = e.unseen
    while hidden:
        card = lowest(hidden)
        hidden &= hidden - 1
        places, coming = 0, 0
        for seat in range(t.num_players):
            if e.room[seat] > 0 and not e.barred[seat] & bit(card):
                places += e.room[seat]
                coming += e.room[seat] * waits(t, seat)
        if places:
            others[card] = places / (places + talon)
            later[card] = coming / (places + talon)


@jit
def _put_known(t, e, seat, later, others):
    cards = e.held[seat]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        others[card] = 1.0
        later[card] = waits(t, seat)


@jit
def waits(t, seat):
    """Whether a seat has yet to lay a card to the trick being played."""
    return t.laid[t.trick, seat] < 0


@jit
def chance_of_any(chances, cards):
    """The chance that at least one of some cards is there, as if they fell independently."""
    none = 1.0
    while cards:
        none *= 1.0 - chances[lowest(cards)]
        cards &= cards - 1
    return 1.0 - none
