"""The only mutator of a game: `reset` begins a match, `apply` makes one move.

Both work on `states[i]` and leave everything as it was when they refuse a move; they raise nothing
but IndexError, for an `i` that is not there. `chance` holds packs and accidents given from outside
(state.CHANCE), `log` takes the events (events.new_log, or events.NO_LOG for none). Like all
compiled code they check nothing else.
"""

from __future__ import annotations

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import bit
from marriage_env.core.table import begin_match, eldest
from marriage_env.kernels.game_loops import book
from marriage_env.mariage.actions import NUM_ACTIONS
from marriage_env.mariage.deal import begin_again, begin_deal, put_point_stake
from marriage_env.mariage.declare import declare_all, next_speaker, settle_point, speak
from marriage_env.mariage.legal import legal_actions
from marriage_env.mariage.play import answer_queen, lay_card, lead
from marriage_env.mariage.rules import Declarations
from marriage_env.mariage.state import Phase

__all__ = ["apply", "book", "reset"]


@jit
def begin_play(g, log):
    """M2.2, M5.1: all stake on the tricks, then the eldest leads."""
    put_point_stake(g, log)
    lead(g, eldest(g.table))


@jit
def go_on_declaring(g, log):
    """M4.6: the next seat that can declare is to act; when there is none, play begins."""
    speaker = next_speaker(g)
    if speaker >= 0:
        g.phase = Phase.DECLARE
        g.seat = speaker
    else:
        settle_point(g, log)
        begin_play(g, log)


@jit
def deal_if_due(g, chance, log):
    """M3, M4: deal, and make the declarations or ask for them."""
    if g.phase == Phase.DEAL:
        begin_deal(g, chance, log)
    elif g.phase == Phase.REDEAL:
        begin_again(g, chance, log)
    else:
        return
    if g.table.rules.declarations == Declarations.AUTOMATIC:
        declare_all(g, log)
        begin_play(g, log)
    else:
        go_on_declaring(g, log)


@jit
def reset(states, i, chance, log, dealer):
    """Begin a match: no chips, empty boxes, first deal. IndexError if there is no game `i`.

    Args:
        states: (games,) STATE; the random stream, number of players, rules and deals of `states[i]`
            stay as they are.
        i: the game.
        chance: (packs,) CHANCE, what is given from outside; no rows for none.
        log: the event log, or NO_LOG.
        dealer: the first dealer's seat, -1 to draw it by lot (M3.1).
    """
    if i < 0 or i >= states.shape[0]:
        raise IndexError("no such game")
    g = states[i]
    begin_match(g, g.table.boxes, dealer)
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
    elif g.phase == Phase.QUEEN:
        answer_queen(g, log, action)
    else:
        speak(g, log, action)
        go_on_declaring(g, log)
    if g.phase >= Phase.DEAL:
        deal_if_due(g, chance, log)
    g.legal = legal_actions(g)
    return True
