"""M2.2, M3, M10.1 and M10.2: from the end of one deal to five cards in every hand."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import bit
from marriage_env.core.kings_call import collect
from marriage_env.core.rng import below, happens
from marriage_env.core.table import copy_into, eldest, left_of, take_pack
from marriage_env.mariage.events import EventKind, note, note_box
from marriage_env.mariage.pay import put_in_all
from marriage_env.mariage.rules import HAND_SIZE, Contribution
from marriage_env.mariage.state import NOTICED_AFTER_END, NUM_BOXES, Accident, Box

_MISDEAL, _FAULTY_PACK, _MISSED_DEAL = range(3)


@jit
def clear_table(g):
    """Take everything of the last deal off the table."""
    t = g.table
    t.trick = 0
    t.played = 0
    t.shown[:] = 0
    t.known[:] = 0
    t.declared[:] = 0
    t.laid[:] = -1
    t.revoked[:] = 0
    t.kept[:] = 0
    t.married[:] = 0
    t.marked[:] = 0
    t.leader[:] = -1
    t.taker[:] = -1
    t.won[:] = 0
    t.point_staked = 0
    g.num_awards = 0
    g.spoken = 0
    g.point_claim[:] = 0


@jit
def put_stakes(g, log):
    """M2.2: every player stakes before the deal."""
    t = g.table
    everywhere = t.deal == 0 or t.rules.contribution == Contribution.ALL
    for box in range(NUM_BOXES):
        if everywhere or box == Box.POINT:
            put_in_all(t, box, t.rules.stake)
    note(g, log, EventKind.STAKES, -1, 0)
    copy_into(g.staked_chips, t.chips)
    copy_into(g.staked_boxes, t.boxes)


@jit
def put_point_stake(g, log):
    """M2.2: the declarations being settled, every player stakes on the tricks."""
    t = g.table
    if t.rules.point_stake > 0:
        put_in_all(t, Box.POINT, t.rules.point_stake)
        t.point_staked = np.int64(t.rules.point_stake) * t.num_players
        note_box(g, log, EventKind.POINT_STAKES, -1, 0, Box.POINT)


@jit
def _accident(g, forced, which):
    """Whether an accident happens: forced (1), forbidden (0), or by its rate (-1)."""
    if forced >= 0:
        return forced == 1
    rate = g.accident_rates[which]
    return rate > 0 and happens(g.stream, rate)


@jit
def miss_deal(g, chance, log):
    """M10.1: the dealer misses a turn, pays everyone, and the next seat deals."""
    t = g.table
    forced = np.int64(-1)
    if g.packs < chance.shape[0]:
        forced = np.int64(chance[g.packs].missed)
    if _accident(g, forced, _MISSED_DEAL):
        collect(t, t.dealer, -1)
        t.accidents |= Accident.MISSED_DEAL
        note(g, log, EventKind.MISSED_DEAL, t.dealer, 0)
        t.dealer = left_of(t, t.dealer)


@jit
def misdeal(g, chance, log):
    """M10.2: the pack is misdealt; the dealer pays everyone and takes a new one."""
    t = g.table
    forced = np.int64(-1)
    if g.packs < chance.shape[0]:
        forced = np.int64(chance[g.packs].misdeal)
    if _accident(g, forced, _MISDEAL):
        collect(t, t.dealer, -1)
        t.accidents |= Accident.MISDEAL
        g.packs += 1
        note(g, log, EventKind.MISDEAL, t.dealer, 0)


@jit
def draw_fault(g, chance):
    """M10.3: whether the pack is faulty, and when that will be noticed."""
    g.fault_at = 0
    forced = np.int64(-1)
    if g.packs < chance.shape[0]:
        forced = np.int64(chance[g.packs].fault)
    if forced >= 0:
        g.fault_at = forced
    elif _accident(g, forced, _FAULTY_PACK):
        g.fault_at = 1 + below(g.stream, NOTICED_AFTER_END)


@jit
def deal_hands(g, log):
    """M3.2: three cards each from the eldest, then two each; the next card turns up trump."""
    t = g.table
    g.hands[:] = 0
    place = 0
    for packet in (3, 2):
        seat = eldest(t)
        for _ in range(t.num_players):
            for _ in range(packet):
                g.hands[seat] |= bit(g.pack[place])
                place += 1
            seat = left_of(t, seat)
    t.turn_up = g.pack[place]
    t.trump = t.turn_up // 13
    note(g, log, EventKind.DEAL, t.dealer, bit(t.turn_up))


@jit
def begin_deal(g, chance, log):
    """Everything before the declarations of a new deal, accidents in the order of M10."""
    g.table.accidents = 0
    g.table.void_at = 0
    clear_table(g)
    miss_deal(g, chance, log)
    put_stakes(g, log)
    misdeal(g, chance, log)
    draw_fault(g, chance)
    take_pack(g, chance, HAND_SIZE * g.table.num_players + 1)
    deal_hands(g, log)


@jit
def begin_again(g, chance, log):
    """M10.3: the void deal again, by the same dealer, with a new pack and no new stakes."""
    clear_table(g)
    g.fault_at = 0
    take_pack(g, chance, HAND_SIZE * g.table.num_players + 1)
    deal_hands(g, log)
