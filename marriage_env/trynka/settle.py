"""T5: a player is out, and the end of the deal."""

from __future__ import annotations

from marriage_env.compiler.jit import jit
from marriage_env.core.bits import count
from marriage_env.core.table import left_of, pack_size, transfer
from marriage_env.trynka.events import EventKind, note
from marriage_env.trynka.rules import Ends
from marriage_env.trynka.state import Phase


@jit
def players_out(g):
    """T5: how many players have laid their last card."""
    out = 0
    for seat in range(g.table.num_players):
        out += g.hands[seat] == 0
    return out


@jit
def pay_out(g, out):
    """T5, `out_pay`: every other player pays the first to be out for each card still in hand."""
    t = g.table
    for seat in range(t.num_players):
        if seat != out:
            transfer(t, seat, out, int(t.rules.out_pay) * count(g.hands[seat]))


@jit
def go_out(g, log, seat):
    """T5: a player has laid their last card; True if that ends the deal."""
    t = g.table
    if players_out(g) == 1:
        pay_out(g, seat)
    note(g, log, EventKind.OUT, seat, 0)
    if t.rules.ends == Ends.ALL_OUT and t.number < pack_size(t):
        return False
    next_deal(g, log)
    return True


@jit
def next_deal(g, log):
    """T1, T5: the deal passes to the left, or the match ends; what lies on the table stays."""
    t = g.table
    t.deal += 1
    g.seat = -1
    if t.deal < t.deals:
        t.dealer = left_of(t, t.dealer)
        g.phase = Phase.DEAL
    else:
        g.phase = Phase.OVER
        note(g, log, EventKind.MATCH_END, -1, 0)
