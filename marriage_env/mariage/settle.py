"""M5.3, M7, M8, M4.7 and M10.3: the end of a trick and of a deal."""

from __future__ import annotations

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import KING, QUEEN, bit
from marriage_env.core.kings_call import collect
from marriage_env.core.table import copy_into, left_of, transfer
from marriage_env.mariage.card_strength import FOOL
from marriage_env.mariage.events import EventKind, note, note_at, note_box
from marriage_env.mariage.pay import draw_from_box, take_box
from marriage_env.mariage.rules import BoxAwards, FoolBeatenBy, TrickPrize
from marriage_env.mariage.state import NOTICED_AFTER_END, NUM_TRICKS, Box, Phase

_HEARTS = 2
_BOX_EVENT = int(EventKind.BOX_POINT)
_POINT = int(Box.POINT)  # numba before 0.68 takes no member of an enum for an index


@jit
def end_trick(g, log):
    """M5.3: the trick goes to its best card; then the fool, a faulty pack, the end of the deal.

    Returns the taker; the phase stays TURN if the taker is to lead to another trick.
    """
    t = g.table
    taker = g.best_seat
    t.taker[t.trick] = taker
    t.won[taker] += 1
    note(g, log, EventKind.TRICK, taker, bit(g.best_card))
    pay_fool(g, log)
    t.trick += 1
    if g.fault_at == t.trick:
        void_deal(g, log)
    elif t.trick == NUM_TRICKS:
        end_deal(g, log)
    return taker


@jit
def beats_fool(t, card):
    """M7.1: whether the card that takes the trick keeps the fool from being paid."""
    if card % 13 != KING and card % 13 != QUEEN:
        return False
    return t.rules.fool_beaten_by == FoolBeatenBy.COURT or card // 13 == _HEARTS


@jit
def pay_fool(g, log):
    """M7.1: J♦ is paid for by everyone at the end of its trick, unless a king or queen takes it."""
    t = g.table
    if not t.played & bit(FOOL):
        return
    for seat in range(t.num_players):
        if t.laid[t.trick, seat] != FOOL:
            continue
        if seat != g.best_seat and beats_fool(t, g.best_card):
            if g.best_card % 13 == QUEEN:
                transfer(t, seat, g.best_seat, 1)
            note(g, log, EventKind.FOOL_BEATEN, seat, bit(FOOL))
        else:
            collect(t, seat, 1)
            note(g, log, EventKind.FOOL_PAID, seat, bit(FOOL))


@jit
def most_tricks(t):
    """M8.1: the most tricks that one player took."""
    most = 0
    for seat in range(t.num_players):
        most = max(most, t.won[seat])
    return most


@jit
def pay_awards(g, log):
    """M4.7, "round": the boxes claimed are paid at the end of the deal."""
    t = g.table
    for place in range(g.num_awards):
        box, seat = g.award_box[place], g.award_seat[place]
        take_box(t, box, seat)
        note_box(g, log, _BOX_EVENT + box, seat, 0, box)


@jit
def pay_per_trick(g, log):
    """M8.2, "per_trick": fines into POINT, then a chip for each trick of those who took two."""
    t = g.table
    for seat in range(t.num_players):
        if t.won[seat] < 2:
            draw_from_box(t, Box.POINT, seat, -1)
            note_box(g, log, EventKind.FINE, seat, 0, Box.POINT)
    for trick in range(NUM_TRICKS):
        taker = t.taker[trick]
        if t.won[taker] >= 2 and t.boxes[_POINT] > 0:
            draw_from_box(t, Box.POINT, taker, 1)
            note_box(g, log, EventKind.PRIZE, taker, bit(t.laid[trick, taker]), Box.POINT)


@jit
def pay_pool(g, log):
    """M8.2, "pool": the first player who took two tricks gets all of POINT."""
    t = g.table
    for trick in range(NUM_TRICKS):
        for earlier in range(trick):
            if t.taker[earlier] == t.taker[trick]:
                draw_from_box(t, Box.POINT, t.taker[trick], t.boxes[_POINT])
                note_box(g, log, EventKind.PRIZE, t.taker[trick], 0, Box.POINT)
                return


@jit
def end_deal(g, log):
    """M8: settle the tricks, then the next deal is due or the match is over."""
    t = g.table
    if most_tricks(t) < 2:
        note(g, log, EventKind.NO_PRIZE, -1, 0)
    else:
        if t.rules.box_awards == BoxAwards.ROUND:
            pay_awards(g, log)
        if t.rules.trick_prize == TrickPrize.PER_TRICK:
            pay_per_trick(g, log)
        else:
            pay_pool(g, log)
    if g.fault_at == NOTICED_AFTER_END:
        note(g, log, EventKind.FAULTY_PACK, t.dealer, 0)
        fine_for_faulty_pack(g, log)
    next_deal(g, log)


@jit
def next_deal(g, log):
    """M8.3, M3.1: the deal passes to the left, or the match ends."""
    t = g.table
    t.deal += 1
    g.seat = -1
    if t.deal < t.deals:
        t.dealer = left_of(t, t.dealer)
        g.phase = Phase.DEAL
    else:
        g.phase = Phase.OVER
        note(g, log, EventKind.MATCH_END, -1, 0)


@jit
def fine_for_faulty_pack(g, log):
    """M10.3, `faulty_pack_fine`: the dealer pays every other player, and keeps that loss."""
    t = g.table
    if t.rules.faulty_pack_fine:
        collect(t, t.dealer, -1)
        note(g, log, EventKind.FAULTY_PACK_FINE, t.dealer, 0)


@jit
def void_deal(g, log):
    """M10.3: the pack is found faulty in play; every chip moved since the stakes goes back."""
    t = g.table
    copy_into(t.chips, g.staked_chips)
    copy_into(t.boxes, g.staked_boxes)
    t.void_at = t.trick
    note_at(g, log, EventKind.VOID_DEAL, t.dealer, t.trick - 1, 0, -1)
    fine_for_faulty_pack(g, log)
    g.seat = -1
    g.phase = Phase.REDEAL
