"""The table's part of Trynka's features: the match, the pile, the ranks, and every seat."""

from __future__ import annotations

from agents.trynka.action_worth import scale_worth
from agents.trynka.expert import can_go_on, fewest_cards, goes_out, others_cards
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import count, lowest
from marriage_env.core.cards import ACE, bit
from marriage_env.core.table import left_of
from marriage_env.trynka.actions import PASS
from marriage_env.trynka.legal import wanted
from marriage_env.trynka.play import last_layer
from marriage_env.trynka.rules import MAX_PLAYERS, MIN_PLAYERS, Ends, Offences
from marriage_env.trynka.state import NUM_DOUBLES, Phase

_PLAYERS = MAX_PLAYERS - MIN_PLAYERS + 1
# (name, places, meaning), in the order in which they are written.
TABLE_BLOCKS = (
    ("players", _PLAYERS, "how many play, one place a number"),
    ("rules", 3, "nothing may be missed; all go out; quarters of `out_pay`, at most 4"),
    ("deals", 1, "1 when further deals follow"),
    ("asked", 3, "the decision: begin a pile, go on, lay K♣"),
    ("passed", 2, "own passes since the last card: one, more"),
    ("doubles", NUM_DOUBLES, "chips on A K Q J 10 9 of clubs, halves, at most 5"),
    ("wanted", 13, "the rank that goes on with the pile"),
    ("own", 13, "own cards of each rank, quarters"),
    ("others", 13, "the others' cards of each rank, quarters"),
    ("clubs", NUM_DOUBLES, "A K Q J 10 9 of clubs in one's own hand"),
    ("cards", 2, "own cards, and those in the smallest other hand, twelfths"),
    ("alone", 2, "no other can go on from here; nor can any, and one laid the last card oneself"),
    ("goes_out", 1, "beginning a pile now would lay the whole hand"),
    ("pass", 3, "what a pass should bring by the expert's estimate, as `worth` of a card"),
)  # fmt: skip
SEAT_BLOCKS = (
    ("present", 1, "1: the seat is at the table"),
    ("cards", 1, "cards in hand, twelfths"),
    ("few", 4, "none, one, two, three cards in hand"),
    ("laid_last", 1, "laid the last card"),
    ("clubs", NUM_DOUBLES, "A K Q J 10 9 of clubs in hand, which all know (T3.3)"),
    ("likely", 13, "how many cards of each rank it should hold, quarters, if it missed none"),
)
TABLE_WIDTH = sum(block[1] for block in TABLE_BLOCKS)
SEAT_WIDTH = sum(block[1] for block in SEAT_BLOCKS)


@jit
def write_table(v, worth, out):
    """Write `TABLE_BLOCKS` from place 0 on; returns the next place."""
    at = _write_match(v, out)
    at = _write_ranks(v, out, at)
    at = _write_standing(v, out, at)
    scale_worth(worth, PASS, out, at)
    return at + 3


@jit
def _write_match(v, out):
    """players, rules, deals, asked, passed, doubles."""
    t = v.table
    out[t.num_players - MIN_PLAYERS] = 1.0
    at = _PLAYERS
    out[at] = t.rules.offences == Offences.NONE
    out[at + 1] = t.rules.ends == Ends.ALL_OUT
    out[at + 2] = min(0.25 * t.rules.out_pay, 4.0)
    out[at + 3] = t.deal + 1 < t.deals
    at += 4
    if v.asked:
        out[at + v.asked - Phase.BEGIN] = 1.0
    out[at + 3] = v.passed == 1
    out[at + 4] = v.passed > 1
    at += 5
    for place in range(NUM_DOUBLES):
        out[at + place] = min(0.5 * t.places[place], 5.0)
    return at + NUM_DOUBLES


@jit
def _write_ranks(v, out, at):
    """wanted, own, others."""
    rank = wanted(v.table)
    if rank >= 0:
        out[at + rank] = 1.0
    at += 13
    put_ranks(v.hand, out, at)
    put_ranks(others_cards(v), out, at + 13)
    return at + 26


@jit
def put_ranks(cards, out, at):
    """How many of some cards each rank has, in quarters."""
    while cards:
        out[at + lowest(cards) % 13] += 0.25
        cards &= cards - 1


@jit
def _write_standing(v, out, at):
    """clubs, cards, alone, goes_out."""
    t = v.table
    put_clubs(v.hand, out, at)
    at += NUM_DOUBLES
    out[at] = count(v.hand) / 12
    out[at + 1] = fewest_cards(v) / 12
    rank = wanted(t)
    if rank >= 0 and not can_go_on(others_cards(v), rank - 1):
        out[at + 2] = 1.0
        out[at + 3] = last_layer(t) == v.seat
    out[at + 4] = goes_out(v.hand)
    return at + 5


@jit
def put_clubs(cards, out, at):
    """Which of the winning clubs are among some cards, from the ace down."""
    for place in range(NUM_DOUBLES):
        out[at + place] = cards & bit(ACE - place) != 0


@jit
def write_seats(v, e, likely, out, at):
    """Write `SEAT_BLOCKS` of every seat from place `at` on, the observer's first."""
    t = v.table
    seat = v.seat
    for _ in range(t.num_players):
        _write_seat(v, e, seat, likely, out, at)
        at += SEAT_WIDTH
        seat = left_of(t, seat)


@jit
def _write_seat(v, e, seat, likely, out, at):
    """`SEAT_BLOCKS` of one seat."""
    t = v.table
    left = e.room[seat] + count(e.held[seat])
    out[at] = 1.0
    out[at + 1] = left / 12
    if left < 4:
        out[at + 2 + left] = 1.0
    out[at + 6] = t.number > 0 and last_layer(t) == seat
    put_clubs(v.hand if seat == v.seat else t.known[seat], out, at + 7)
    at += 7 + NUM_DOUBLES
    for rank in range(13):
        out[at + rank] = 0.25 * likely[seat, rank]
