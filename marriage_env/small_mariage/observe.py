"""The observation vector: named blocks, seat-relative, with perfect recall within the deal.

Index 0 of every block over seats is the observer, then clockwise. Cards have sixteen places: J Q K
A of clubs, then of diamonds, hearts and spades. `BLOCKS` is the layout, in the order of `encode`.
"""

from __future__ import annotations

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import JACK
from marriage_env.core.observation_blocks import MOST, Block, Layout, after, clip, distance
from marriage_env.small_mariage.rules import LARGEST_HAND
from marriage_env.small_mariage.state import NUM_TRICKS, Phase

_CARDS = 16

BLOCKS = (
    Block("hand", lambda n: (_CARDS,), 0, 1, "own cards"),
    Block("turn_up", lambda n: (_CARDS,), 0, 1, "the card turned up (S3.2)"),
    Block("trump", lambda n: (4,), 0, 1, "its suit, C D H S"),
    Block("asked", lambda n: (2,), 0, 1, "asked to lay a card, to lay the queen; own only"),
    Block("asked_queen", lambda n: (4,), 0, 1, "suit of the queen asked for (S5.2); own only"),
    Block("deals_left", lambda n: (1,), 0, MOST, "deals after this one, at most 127"),
    Block("trick", lambda n: (1,), 0, NUM_TRICKS, "tricks played in this deal"),
    Block("chips", lambda n: (n,), -MOST, MOST, "chips of each seat, between -127 and 127"),
    Block("dealer", lambda n: (n,), 0, 1, "who deals"),
    Block("won", lambda n: (n,), 0, LARGEST_HAND, "tricks won in this deal"),
    Block("known", lambda n: (n, _CARDS), 0, 1, "queens kept back that a seat still holds (S5.3)"),
    Block("on_table", lambda n: (n, _CARDS), 0, 1, "cards of the trick being played"),
    Block("laid", lambda n: (NUM_TRICKS, n, _CARDS), 0, 1, "cards of every trick"),
    Block("leader", lambda n: (NUM_TRICKS, n), 0, 1, "who led to each trick"),
    Block("taker", lambda n: (NUM_TRICKS, n), 0, 1, "who took each trick"),
    Block("married", lambda n: (NUM_TRICKS, n), 0, 1, "queens that made a marriage (S5.4)"),
    Block("kept", lambda n: (NUM_TRICKS, n, 4), 0, 1, "queens kept back (S5.3), by suit"),
)
LAYOUT = Layout(BLOCKS)


@jit
def _put_card(out, at, card):
    """A card's place among the sixteen from `at` on."""
    if card >= 0:
        out[at + 4 * (card // 13) + card % 13 - JACK] = 1


@jit
def _put_cards(out, at, cards):
    """A set of cards; returns the place after its sixteen."""
    for suit in range(4):
        for rank in range(4):
            out[at + 4 * suit + rank] = cards >> (13 * suit + JACK + rank) & 1
    return at + _CARDS


@jit
def _put_own(out, t, v):
    """hand, turn_up, trump, asked, asked_queen."""
    at = _put_cards(out, 0, v.hand)
    _put_card(out, at, t.turn_up)
    at += _CARDS
    out[at + t.trump] = 1
    at += 4
    if v.asked:
        out[at + v.asked - Phase.TURN] = 1
    at += 2
    if v.asked_suit >= 0:
        out[at + v.asked_suit] = 1
    return at + 4


@jit
def _put_seats(out, at, t, first):
    """deals_left, trick, chips, dealer, won, known, on_table."""
    n = t.num_players
    out[at] = clip(max(t.deals - t.deal - 1, 0))
    out[at + 1] = t.trick
    at += 2
    cards = at + 3 * n
    seat = first
    for k in range(n):
        out[at + k] = clip(t.chips[seat])
        out[at + n + k] = seat == t.dealer
        out[at + 2 * n + k] = t.won[seat]
        _put_cards(out, cards + _CARDS * k, t.known[seat])
        if t.trick < t.rules.hand_cards:
            _put_card(out, cards + _CARDS * (n + k), int(t.laid[t.trick, seat]))
        seat = after(seat, n)
    return cards + 2 * _CARDS * n


@jit
def _put_tricks(out, at, t, first):
    """laid, leader, taker, married, kept."""
    n = t.num_players
    block = NUM_TRICKS * n
    marks = at + _CARDS * block
    for trick in range(NUM_TRICKS):
        seat = first
        for place in range(trick * n, trick * n + n):
            _put_card(out, at + _CARDS * place, int(t.laid[trick, seat]))
            out[marks + 2 * block + place] = t.married[trick, seat]
            for suit in range(4):
                out[marks + 3 * block + 4 * place + suit] = t.kept[trick, seat] >> suit & 1
            seat = after(seat, n)
        if t.leader[trick] >= 0:
            out[marks + trick * n + distance(first, t.leader[trick], n)] = 1
        if t.taker[trick] >= 0:
            out[marks + block + trick * n + distance(first, t.taker[trick], n)] = 1


@jit
def encode(views, j, out):
    """Write the observation of `views[j]` into `out`, (length,) int8."""
    v = views[j]
    t = v.table
    out[:] = 0
    at = _put_own(out, t, v)
    at = _put_seats(out, at, t, v.seat)
    _put_tricks(out, at, t, v.seat)
