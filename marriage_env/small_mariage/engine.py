"""The only mutator of a game: `reset` begins a match, `apply` makes one move.

Both work on `states[i]` and leave everything as it was when they refuse a move; they raise nothing
but IndexError, for an `i` that is not there. `chance` holds packs given from outside
(state.CHANCE), `log` takes the events (events.new_log, or events.NO_LOG for none). Like all
compiled code they check nothing else.
"""

from __future__ import annotations

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import bit
from marriage_env.core.table import begin_match, eldest
from marriage_env.small_mariage.actions import NUM_ACTIONS
from marriage_env.small_mariage.deal import begin_deal
from marriage_env.small_mariage.legal import legal_actions
from marriage_env.small_mariage.play import answer_queen, lay_card, lead
from marriage_env.small_mariage.state import Phase


@jit
def deal_if_due(g, chance, log):
    """S3, S4.1: deal; then the eldest leads."""
    if g.phase == Phase.DEAL:
        begin_deal(g, chance, log)
        lead(g, eldest(g.table))


@jit
def reset(states, i, chance, log, dealer):
    """Begin a match: no chips, first deal. IndexError if there is no game `i`.

    Args:
        states: (games,) STATE; the random stream, number of players, rules and deals of `states[i]`
            stay as they are.
        i: the game.
        chance: (packs,) CHANCE, what is given from outside; no rows for none.
        log: the event log, or NO_LOG.
        dealer: the first dealer's seat, -1 to draw it by lot (S3.1).
    """
    if i < 0 or i >= states.shape[0]:
        raise IndexError("no such game")
    g = states[i]
    begin_match(g, g.table.chips, dealer)  # S2: no other place has chips
    g.phase = Phase.DEAL
    deal_if_due(g, chance, log)
    g.legal = legal_actions(g)


@jit
def apply(states, i, chance, log, action):
    """Make a move for the seat to act; False, and nothing changes, if `action` is illegal.

    Arguments as of `reset`; `action` is any integer.
    """
    if i < 0 or i >= states.shape[0]:
        raise IndexError("no such game")
    g = states[i]
    if action < 0 or action >= NUM_ACTIONS or not g.legal & bit(action):
        return False
    if g.phase == Phase.TURN:
        lay_card(g, log, action)
    else:
        answer_queen(g, log, action)
    deal_if_due(g, chance, log)
    g.legal = legal_actions(g)
    return True
