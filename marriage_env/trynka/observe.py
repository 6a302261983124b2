"""The observation vector: named blocks, seat-relative, with perfect recall within the deal.

`BLOCKS` is the layout, in the order of `encode`. Clubs alone can be shown, so that these blocks
have a place for each of the thirteen ranks.
"""

from __future__ import annotations

from marriage_env.compiler.jit import jit
from marriage_env.core.observation_blocks import MOST, Block, Layout, after, clip, distance, put_set
from marriage_env.core.stores import store_set
from marriage_env.trynka.deal import dealt_to
from marriage_env.trynka.legal import wanted
from marriage_env.trynka.rules import LARGEST_HAND
from marriage_env.trynka.state import NUM_PLACES, PACK_SIZE, How, Phase

BLOCKS = (
    Block("hand", lambda n: (52,), 0, 1, "own cards, by card id"),
    Block(
        "asked", lambda n: (3,), 0, 1, "asked to begin a pile, to go on, for K♣ (T4.1); own only"
    ),
    Block("passed", lambda n: (1,), 0, 2, "own passes since the last card (T4.3); own only"),
    Block(
        "wanted", lambda n: (13,), 0, 1, "the rank after that of the last card; none after an ace"
    ),
    Block("deals_left", lambda n: (1,), 0, MOST, "deals after this one, at most 127"),
    Block(
        "table",
        lambda n: (NUM_PLACES,),
        0,
        MOST,
        "chips on A K Q J 10 9 of clubs, in MARIAGE, in TRYNKA (T2), at most 127",
    ),
    Block("chips", lambda n: (n,), -MOST, MOST, "chips of each seat, between -127 and 127"),
    Block("dealer", lambda n: (n,), 0, 1, "who deals"),
    Block("cards", lambda n: (n,), 0, LARGEST_HAND, "how many cards each seat holds"),
    Block("layer", lambda n: (n,), 0, 1, "who laid the last card"),
    Block("shown", lambda n: (n, 13), 0, 1, "clubs shown by declarations (T3), also once laid"),
    Block("known", lambda n: (n, 13), 0, 1, "those of them that a seat still holds"),
    Block("laid_by", lambda n: (n, 52), 0, 1, "cards that each seat has laid in this deal"),
    Block("order", lambda n: (52,), 0, PACK_SIZE, "1 for the first card laid, 2 for the next, …"),
    Block("began", lambda n: (52,), 0, 1, "cards that began a pile"),
    Block(
        "came_round",
        lambda n: (52,),
        0,
        1,
        "laid when the turn had come round to its player (T4.2)",
    ),
    Block("misses", lambda n: (52,), 0, 2, "misses paid after this card, before the next (T4.3)"),
)
LAYOUT = Layout(BLOCKS)


@jit
def _put_own(out, v):
    """hand, asked, passed."""
    at = put_set(out, 0, v.hand)
    if v.asked:
        out[at + v.asked - Phase.BEGIN] = 1
    out[at + 3] = v.passed
    return at + 4


@jit
def _put_match(out, at, t):
    """wanted, deals_left, table."""
    rank = wanted(t)
    if rank >= 0:
        out[at + rank] = 1
    out[at + 13] = clip(max(t.deals - t.deal - 1, 0))
    at += 14
    for place in range(NUM_PLACES):
        out[at + place] = clip(t.places[place])
    return at + NUM_PLACES


@jit
def _put_seats(out, at, t, first):
    """chips, dealer, cards, layer, shown, known; cards without those laid, layer left open."""
    n = t.num_players
    clubs = at + 4 * n
    seat = first
    for k in range(n):
        out[at + k] = clip(t.chips[seat])
        out[at + n + k] = seat == t.dealer
        out[at + 2 * n + k] = dealt_to(t, seat)
        store_set(out, clubs + 13 * k, t.shown[seat], 13)
        store_set(out, clubs + 13 * (n + k), t.known[seat], 13)
        seat = after(seat, n)
    return clubs + 26 * n


@jit
def _put_laid(out, at, t, first):
    """laid_by, order, began, came_round, misses; takes the cards laid off `cards`."""
    n = t.num_players
    cards, order = at - 28 * n, at + 52 * n
    for k in range(t.number):
        card, place = int(t.laid[k]), distance(first, int(t.layer[k]), n)
        out[cards + place] -= 1
        out[at + 52 * place + card] = 1
        out[order + card] = k + 1
        out[order + 52 + card] = t.how[k] == How.BEGAN
        out[order + 104 + card] = t.how[k] == How.CAME_ROUND
        out[order + 156 + card] = t.misses[k]
    if t.number:
        out[cards + n + distance(first, int(t.layer[t.number - 1]), n)] = 1


@jit
def encode(views, j, out):
    """Write the observation of `views[j]` into `out`, (length,) int8."""
    v = views[j]
    t = v.table
    out[:] = 0
    at = _put_own(out, v)
    at = _put_match(out, at, t)
    at = _put_seats(out, at, t, v.seat)
    _put_laid(out, at, t, v.seat)
