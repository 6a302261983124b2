"""All the games that a view allows, by brute force, for checking `determinize`.

Nothing here reads evidence from a view. Every way to deal the cards that the observer has not seen
is played by the engine from the deal on, everybody doing what the table says that he did, and is
allowed if on the way the observer's view comes out the same, byte by byte. Only for the first deal
of a match without accidents.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from marriage_env import Accidents, Rules, jit
from marriage_env.compiler.jit import records
from marriage_env.core.bits import count, lowest
from marriage_env.core.cards import QUEEN, bit
from marriage_env.core.rng import child_seeds, stream_of
from marriage_env.core.table import eldest, whole_pack
from marriage_env.mariage import engine
from marriage_env.mariage.actions import DONE, FIRST_DECLARATION, NUM_DECLARATIONS, WITHHOLD
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.seat_view import VIEW, write_view
from marriage_env.mariage.state import CHANCE, NO_CHANCE, Phase, new_states

Records = np.ndarray[Any, Any]


def fresh(players: int, rules: Rules, seed: int = 0) -> Records:
    """One match of one deal, to be begun."""
    states = new_states(1, players, rules, 1, Accidents())
    states["stream"][0] = stream_of(child_seeds(seed, 1)[0])
    return states


def begun(
    players: int, rules: Rules, chance: Records = NO_CHANCE, dealer: int = -1, seed: int = 0
) -> Records:
    """One match of one deal, begun."""
    states = fresh(players, rules, seed)
    engine.reset(states, 0, chance, NO_LOG, dealer)
    return states


def dealt(pack: Records, players: int, rules: Rules, dealer: int) -> Records:
    """One match of one deal, begun with a pack (52,) of card ids in dealing order, then -1."""
    chance = records(1, CHANCE)
    chance["given"], chance["pack"] = 1, pack
    chance["missed"] = chance["misdeal"] = chance["fault"] = 0
    return begun(players, rules, chance, dealer)


@jit
def next_declaration(t, known, seat):
    """What a seat has to declare next, in a game with table `t`, as is known of it; or DONE."""
    made = 0
    for kind in range(NUM_DECLARATIONS):
        made += t.declared[seat, kind] > 0
    for kind in range(NUM_DECLARATIONS):
        if known.declared[seat, kind] == made + 1:
            return FIRST_DECLARATION + kind
    return DONE


@jit
def next_action(g, known):
    """What the asked seat did, by a table on which it is known; -1 if it is not known."""
    t, seat = g.table, g.seat
    if g.phase == Phase.DECLARE:
        return next_declaration(t, known, seat)
    card = int(known.laid[t.trick, seat])
    if g.phase == Phase.QUEEN:
        if known.kept[t.trick, seat] >> g.asked_suit & 1:
            return WITHHOLD
        if card != 13 * g.asked_suit + QUEEN or not known.married[t.trick, seat]:
            return -1
    return card


@jit
def leads_to(states, views, j, scratch, bytes_of_views, bytes_of_scratch, chance, log):
    """Whether a game just begun comes to `views[j]`; it is left there."""
    v = views[j]
    while True:
        write_view(states, 0, v.seat, scratch, 0)
        if np.array_equal(bytes_of_scratch[0], bytes_of_views[j]):
            return True
        if states[0].phase == Phase.OVER:
            return False
        action = next_action(states[0], v.table)
        if action < 0 or not engine.apply(states, 0, chance, log, action):
            return False


@jit
def write_pack(t, hands, chance):
    """The pack that deals `hands` (players,), complete ones, and turns up what is turned up."""
    rest = whole_pack(t) & ~bit(t.turn_up)
    place = 0
    for first, last in ((0, 3), (3, 5)):
        for turn in range(t.num_players):
            cards = hands[(eldest(t) + turn) % t.num_players]
            rest &= ~cards
            for number in range(last):
                if number >= first:
                    chance[0].pack[place] = lowest(cards)
                    place += 1
                cards &= cards - 1
    chance[0].pack[place] = t.turn_up
    while rest:
        place += 1
        chance[0].pack[place] = lowest(rest)
        rest &= rest - 1


@jit
def try_deals(deals, states, fresh, views, scratch, of_views, of_scratch, chance, log, good):
    """`good[d]`: whether the complete hands `deals[d]` lead to `views[0]`."""
    t = views[0].table
    for d in range(deals.shape[0]):
        write_pack(t, deals[d], chance)
        states[0] = fresh[0]
        engine.reset(states, 0, chance, log, t.dealer)
        good[d] = leads_to(states, views, 0, scratch, of_views, of_scratch, chance, log)


@jit
def write_deals(unseen, known, out):
    """All ways to fill the hands `known` up to five cards from `unseen`; returns how many.

    Nothing is written beyond the length of `out`.
    """
    players = known.shape[0]
    hands, rest = np.zeros(51, np.int64), np.zeros(52, np.int64)
    seats, total, places = np.zeros(51, np.int64), 0, 0
    for seat in range(players):
        for _ in range(5 - count(known[seat])):
            seats[places] = seat
            places += 1
    rest[0] = unseen
    level = 0
    while level >= 0:
        if level == places or not rest[level]:
            if level == places:
                if total < out.shape[0]:
                    out[total] = known
                    for place in range(places):
                        out[total, seats[place]] |= hands[place]
                total += 1
            level -= 1
            continue
        # Cards of one hand are taken in order, so that no hand comes twice.
        card = rest[level] & -rest[level]
        rest[level] &= ~card
        hands[level] = card
        taken = np.int64(0)
        for place in range(level + 1):
            taken |= hands[place]
        level += 1
        rest[level] = unseen & ~taken
        if level < places and seats[level] == seats[level - 1]:
            rest[level] &= ~(card - 1)
    return total


def size_of(view: Records) -> int:
    """How many ways there are to deal what the observer has not seen."""
    unseen, known = _hidden(view)
    left, ways = unseen.bit_count(), 1
    for cards in known.tolist():
        ways *= comb(left, 5 - cards.bit_count())
        left -= 5 - cards.bit_count()
    return ways


def brute_force(view: Records, rules: Rules) -> tuple[Records, Records]:
    """All complete hands there are, (tried, players), and which of them lead to the view."""
    unseen, known = _hidden(view)
    deals = np.zeros((size_of(view), _players(view)), np.int64)
    assert write_deals(unseen, known, deals) == len(deals)
    scratch, chance = records(1, VIEW), records(1, CHANCE)
    chance["given"], chance["pack"] = 1, -1
    good = np.zeros(len(deals), np.bool_)
    new = fresh(_players(view), rules)
    bytes_of = (_bytes(view), _bytes(scratch))
    try_deals(deals, new.copy(), new, view, scratch, *bytes_of, chance, NO_LOG, good)
    return deals, good


def replayed(pack: Records, view: Records, rules: Rules) -> Records | None:
    """The game of a pack, played until the observer's view is `view`; None if it never is."""
    states = dealt(pack, _players(view), rules, int(view[0]["table"]["dealer"]))
    scratch = records(1, VIEW)
    found = leads_to(states, view, 0, scratch, _bytes(view), _bytes(scratch), NO_CHANCE, NO_LOG)
    return states if found else None


def _bytes(array: Records) -> Records:
    """The same memory as bytes, a row a record."""
    return array.view(np.uint8).reshape(len(array), -1)


def _players(view: Records) -> int:
    return int(view[0]["table"]["num_players"])


def laid_by(view: Records) -> Records:
    """The cards that every seat has laid, as sets, (players,)."""
    laid = np.zeros(_players(view), np.int64)
    for row in view[0]["table"]["laid"]:
        for seat, card in enumerate(row[: len(laid)]):
            if card >= 0:
                laid[seat] |= 1 << int(card)
    return laid


def _hidden(view: Records) -> tuple[int, Records]:
    """The cards not seen yet, and what is known of every seat's original hand."""
    known = laid_by(view)
    known[view[0]["seat"]] |= view[0]["hand"]
    seen = int(np.bitwise_or.reduce(known)) | 1 << int(view[0]["table"]["turn_up"])
    return int(whole_pack(view[0]["table"])) & ~seen, known
