"""All the games of Trynka that a view allows, by brute force, for checking `determinize`.

Nothing here reads evidence from a view. Every way to deal the cards that the observer has not seen
is played by the engine from the deal on, everybody doing what the table says that he did, and is
allowed if on the way the observer's view comes out the same, byte by byte. Who is asked and is not
known to have laid a card passes. Only for the first deal of a match.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from marriage_env import jit
from marriage_env.compiler.jit import records
from marriage_env.core.bits import lowest
from marriage_env.core.cards import bit, card_set, cards_of
from marriage_env.core.rng import child_seeds, stream_of
from marriage_env.core.table import eldest, pack_size, whole_pack
from marriage_env.trynka import engine
from marriage_env.trynka.actions import PASS, STOP
from marriage_env.trynka.deal import dealt_to
from marriage_env.trynka.events import NO_LOG
from marriage_env.trynka.game import GAME
from marriage_env.trynka.play import how_laid
from marriage_env.trynka.rules import Rules
from marriage_env.trynka.seat_view import VIEW, write_view
from marriage_env.trynka.state import CHANCE, NO_CHANCE, Phase, new_states

Records = np.ndarray[Any, Any]


def fresh(players: int, rules: Rules, seed: int = 0) -> Records:
    """One match of one deal, to be begun."""
    states = new_states(1, players, rules, 1)
    states["stream"][0] = stream_of(child_seeds(seed, 1)[0])
    return states


def positions(
    players: int, rules: Rules, seed: int, passing: float
) -> Iterator[tuple[Records, Records]]:
    """A deal played at random: the game and every seat's view of it, before every action."""
    rng = random.Random(seed)
    states = fresh(players, rules, seed)
    engine.reset(states, 0, NO_CHANCE, NO_LOG, seed % players)
    while True:
        for seat in range(players):
            yield states, GAME.view_of(states, 0, seat)
        if states[0]["phase"] == Phase.OVER:
            return
        legal = [action for action in range(54) if states[0]["legal"] >> action & 1]
        passes = legal[-1] >= PASS and rng.random() < passing
        cards = [action for action in legal if action < PASS]
        engine.apply(states, 0, NO_CHANCE, NO_LOG, legal[-1] if passes else rng.choice(cards))


@jit
def next_action(g, known):
    """What the asked seat did, by a table on which it is known; -1 if it cannot be so."""
    t = g.table
    k = t.number
    if k < known.number and known.layer[k] == g.seat and known.how[k] == how_laid(g):
        return int(known.laid[k])
    if g.phase == Phase.BEGIN:
        return -1
    return STOP if g.phase == Phase.KING else PASS


@jit
def leads_to(states, views, scratch, of_views, of_scratch, chance, log):
    """Whether a game just begun comes to `views[0]`; it is left there."""
    v = views[0]
    while True:
        write_view(states, 0, v.seat, scratch, 0)
        if np.array_equal(of_scratch[0], of_views[0]):
            return True
        if states[0].phase == Phase.OVER:
            return False
        action = next_action(states[0], v.table)
        if action < 0 or not engine.apply(states, 0, chance, log, action):
            return False


@jit
def write_pack(t, hands, chance):
    """The pack that deals `hands` (players,), complete ones."""
    for turn in range(t.num_players):
        cards = hands[(eldest(t) + turn) % t.num_players]
        for place in range(turn, pack_size(t), t.num_players):
            chance[0].pack[place] = lowest(cards)
            cards &= ~bit(lowest(cards))


@jit
def try_deals(deals, states, new, views, scratch, of_views, of_scratch, chance, log, good):
    """`good[d]`: whether the complete hands `deals[d]` lead to `views[0]`."""
    t = views[0].table
    for d in range(deals.shape[0]):
        write_pack(t, deals[d], chance)
        states[0] = new[0]
        engine.reset(states, 0, chance, log, t.dealer)
        good[d] = leads_to(states, views, scratch, of_views, of_scratch, chance, log)


def _bytes(array: Records) -> Records:
    """The same memory as bytes, a row a record."""
    return array.view(np.uint8).reshape(len(array), -1)


def players_of(view: Records) -> int:
    """How many play."""
    return int(view[0]["table"]["num_players"])


def laid_by(view: Records) -> list[int]:
    """The cards that every seat has laid, as sets."""
    table, laid = view[0]["table"], [0] * players_of(view)
    for seat, card in zip(table["layer"][: table["number"]], table["laid"]):
        laid[seat] |= 1 << int(card)
    return laid


def hidden(view: Records) -> tuple[list[int], list[int], list[int]]:
    """The cards not seen, every seat's original hand as far as laid or own, and what is missing."""
    known = laid_by(view)
    known[view[0]["seat"]] |= int(view[0]["hand"])
    table = view[0]["table"]
    sizes = [int(dealt_to(table, seat)) for seat in range(len(known))]
    seen = 0
    for cards in known:
        seen |= cards
    unseen = cards_of(int(whole_pack(table)) & ~seen)
    return unseen, known, [size - cards.bit_count() for size, cards in zip(sizes, known)]


def size_of(view: Records) -> int:
    """How many ways there are to deal what the observer has not seen."""
    unseen, _, missing = hidden(view)
    left, ways = len(unseen), 1
    for number in missing:
        ways *= comb(left, number)
        left -= number
    return ways


def all_deals(unseen: list[int], known: list[int], missing: list[int]) -> Iterator[list[int]]:
    """Every way to make the hands complete."""
    if not known:
        yield []
        return
    for cards in combinations(unseen, missing[0]):
        rest = [card for card in unseen if card not in cards]
        for others in all_deals(rest, known[1:], missing[1:]):
            yield [known[0] | card_set(cards), *others]


def brute_force(view: Records, rules: Rules) -> tuple[Records, Records]:
    """All complete hands there are, (tried, players), and which of them lead to the view."""
    deals = np.array(list(all_deals(*hidden(view))), np.int64)
    scratch, chance = records(1, VIEW), records(1, CHANCE)
    chance["given"], chance["pack"] = 1, -1
    good = np.zeros(len(deals), np.bool_)
    new = fresh(players_of(view), rules)
    bytes_of = (_bytes(view), _bytes(scratch))
    try_deals(deals, new.copy(), new, view, scratch, *bytes_of, chance, NO_LOG, good)
    return deals, good


def replayed(pack: Records, view: Records, rules: Rules) -> Records | None:
    """The game of a pack, played until the observer's view is `view`; None if it never is."""
    chance, scratch = records(1, CHANCE), records(1, VIEW)
    chance["given"], chance["pack"] = 1, pack
    states = fresh(players_of(view), rules)
    engine.reset(states, 0, chance, NO_LOG, int(view[0]["table"]["dealer"]))
    found = leads_to(states, view, scratch, _bytes(view), _bytes(scratch), NO_CHANCE, NO_LOG)
    return states if found else None
