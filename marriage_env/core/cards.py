"""Card ids, sets of cards, packs and card names.

A card's id is `suit * 13 + rank`: suits C D H S are 0 to 3, ranks 2 … A are 0 to 12. A set of cards
is a 64-bit integer with one bit per card.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.arguments import as_int, shown

SUITS = "CDHS"
RANKS = "23456789TJQKA"
SYMBOLS = "♣♦♥♠"
NUM_CARDS = 52
NUM_RANKS = 13
SIX = RANKS.index("6")
JACK, QUEEN, KING, ACE = tuple(RANKS.index(rank) for rank in "JQKA")
SMALL_PACK = tuple(card for card in range(NUM_CARDS) if card % NUM_RANKS >= SIX)
FULL_PACK = tuple(range(NUM_CARDS))


def card_id(suit: str, rank: str) -> int:
    """The id of a card from its letters, as in `card_id("H", "Q")`; ValueError for others."""
    if not isinstance(suit, str) or len(suit) != 1 or suit not in SUITS:
        raise ValueError(f"suit={shown(suit)}: expected one of {SUITS}")
    if not isinstance(rank, str) or len(rank) != 1 or rank not in RANKS:
        raise ValueError(f"rank={shown(rank)}: expected one of {RANKS}")
    return SUITS.index(suit) * NUM_RANKS + RANKS.index(rank)


def card_name(card: int) -> str:
    """Rank and suit as two letters ('QH', 'TD'); ValueError for an invalid id."""
    card = as_int("card", card, 0, NUM_CARDS - 1)
    return RANKS[card % NUM_RANKS] + SUITS[card // NUM_RANKS]


def card_symbol(card: int) -> str:
    """Rank and suit symbol: 'Q♥', '10♦'."""
    name = card_name(card)
    return name[0].replace("T", "10") + SYMBOLS[SUITS.index(name[1])]


def parse_card(text: str) -> int:
    """The id of a card from its name ('QH', '10♦', 'td'); ValueError names what is wrong."""
    if not isinstance(text, str):
        raise ValueError(f"card {shown(text)}: expected a name such as 'QH'")
    rank, suit = text[:-1].upper().replace("10", "T"), text[-1:].upper()
    if suit in SYMBOLS and suit:
        suit = SUITS[SYMBOLS.index(suit)]
    if len(rank) != 1 or rank not in RANKS or not suit or suit not in SUITS:
        raise ValueError(
            f"card {shown(text)}: expected a rank of {RANKS} and a suit of {SUITS}, such as 'QH'"
        )
    return card_id(suit, rank)


def pack_for(num_players: int) -> tuple[int, ...]:
    """M1.1: the ids of the pack, ascending: 36 cards (six to ace) up to six players, else 52."""
    return SMALL_PACK if as_int("num_players", num_players, 1) <= 6 else FULL_PACK


def card_set(cards: Iterable[int]) -> int:
    """The 64-bit set of some card ids."""
    made = 0
    for card in cards:
        made |= 1 << as_int("card", card, 0, NUM_CARDS - 1)
    return made


def cards_of(cards: int) -> list[int]:
    """The card ids of a 64-bit set, ascending."""
    cards = as_int("cards", cards, 0)
    return [card for card in range(NUM_CARDS) if cards >> card & 1]


def names_of(cards: int) -> list[str]:
    """The card names of a 64-bit set, in order of id."""
    return [card_name(card) for card in cards_of(cards)]


@jit
def bit(card):
    """The set that holds one card."""
    return np.int64(1) << np.int64(card)


@jit
def suit_of(card):
    """`card // 13` for a card's id, and for -1; a division takes four times as long."""
    return np.int64(card) * 79 >> 10


@jit
def suit_set(suit):
    """The set of all cards of a suit."""
    return np.int64(8191) << np.int64(suit * 13)
