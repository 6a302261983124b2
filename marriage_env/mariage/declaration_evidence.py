"""M4: what the declarations made, and not made, prove about hands, and who may be making one."""

from __future__ import annotations

from marriage_env.compiler.jit import jit
from marriage_env.core.bits import count
from marriage_env.core.cards import suit_set
from marriage_env.core.table import eldest, left_of
from marriage_env.mariage.actions import NUM_DECLARATIONS, Declaration
from marriage_env.mariage.declare import (
    NEEDED,
    can_declare,
    is_declared,
    left_to_declare,
    point_claim,
)
from marriage_env.mariage.rules import BoxAwards, Declarations
from marriage_env.mariage.state import Box, Phase

# Plain numbers: numba before 0.68 takes no member of an enum for an index.
_POINT, _POINT_BOX = int(Declaration.POINT), int(Box.POINT)


@jit
def bar_undeclared(t, e, seat):
    """M4.2-M4.4, M4.6: under automatic declarations no card would complete one not made."""
    if t.rules.declarations == Declarations.VOLUNTARY:
        return
    cards = e.played[seat] | e.held[seat]
    for kind in range(Declaration.MARIAGE, NUM_DECLARATIONS):
        missing = NEEDED[kind] & ~cards
        if is_declared(t.rules, kind) and missing & (missing - 1) == 0:
            e.barred[seat] |= missing


@jit
def tells_point(t, seat):
    """M4.1, M4.6: whether one knows a seat's best sequence, or that it has none."""
    voluntary = t.rules.declarations == Declarations.VOLUNTARY
    return not voluntary or t.declared[seat, _POINT] > 0


@jit
def bar_stronger_claims(t, e, seat):
    """M4.1: the sequence shown is the seat's best: no card makes a better one with those known."""
    if not tells_point(t, seat):
        return
    cards = e.played[seat] | e.held[seat]
    claim = point_claim(t, seat, cards)
    for suit in range(4):
        # Two more cards of a suit make the shortest sequence.
        if count(cards & suit_set(suit)) < 2:
            continue
        left = e.unseen & suit_set(suit) & ~e.barred[seat]
        while left:
            card = left & -left
            left &= left - 1
            if point_claim(t, seat, cards | card) != claim:
                e.barred[seat] |= card


@jit
def makes_claims(t, e, seat, cards):
    """M4.1-M4.6: whether five cards make just the declarations that their player has made."""
    if t.rules.declarations == Declarations.AUTOMATIC:
        for kind in range(Declaration.MARIAGE, NUM_DECLARATIONS):
            if can_declare(t, cards, kind) != (t.declared[seat, kind] > 0):
                return False
    if not tells_point(t, seat):
        return True
    return point_claim(t, seat, cards) == point_claim(t, seat, e.played[seat] | e.held[seat])


@jit
def read_speakers(v, e):
    """M4.6, voluntary: seats that have ended their declarations, or may be declaring unseen."""
    t = v.table
    e.silent = e.speakers = e.somebody = 0
    if t.rules.declarations == Declarations.AUTOMATIC:
        return
    start, stop = speaking_places(v)
    seat = eldest(t)
    for place in range(t.num_players):
        if place < start:
            e.silent |= 1 << seat
        elif place < stop and seat != v.seat:
            e.speakers |= 1 << seat
        seat = left_of(t, seat)
    if start < t.num_players and v.asked != Phase.DECLARE:
        e.somebody = is_waiting(v) or point_shows(t)


@jit
def speaking_places(v):
    """M4.6: how far from the eldest all have spoken, and up to where somebody may be speaking."""
    t = v.table
    n = t.num_players
    settled = t.point_staked > 0 or (point_shows(t) and t.boxes[_POINT_BOX] <= 1)
    if t.laid[0, eldest(t)] >= 0 or v.asked == Phase.TURN or settled:
        return n, n
    start = own = 0
    seat = eldest(t)
    for place in range(n):
        if t.shown[seat]:
            start = place
        if seat == v.seat:
            own = place
        seat = left_of(t, seat)
    if v.asked == Phase.DECLARE:
        return own, own
    if v.spoken or (t.shown[v.seat] and not is_waiting(v)):
        start = max(start, own)
    return start, own if is_waiting(v) else n


@jit
def is_waiting(v):
    """M4.6: whether the observer has not yet had a turn to declare."""
    return not v.spoken and left_to_declare(v.table, v.seat, v.hand) != 0


@jit
def point_shows(t):
    """M2.2, M4.6, M4.7: whether POINT tells if all have spoken: staked on, or paid, it is then."""
    if t.rules.point_stake > 0:
        return True
    if t.rules.box_awards == BoxAwards.ROUND:
        return False
    claimed = False
    for seat in range(t.num_players):
        claimed |= t.declared[seat, _POINT] > 0
    return claimed
