"""Cards by name, packs and action numbers of the reference model (M1)."""

from __future__ import annotations

SUITS = "CDHS"
RANKS = "23456789TJQKA"  # the natural order, low to high

# M1.2, low to high.
QUEEN_HIGH = "23456789TAKJQ"
KING_HIGH = "23456789TAJQK"

HEARTS_QUEEN = "QH"
HEARTS_KING = "KH"
FOOL = "JD"

BOXES = ("POINT", "MARIAGE", "FOOL", "KING", "QUEEN")
TRICKS = 5

WITHHOLD = 52
CLAIM_POINT = 53
CLAIM_MARIAGE = 54
CLAIM_FOOL = 55
CLAIM_KING = 56
CLAIM_QUEEN = 57
HAND_MARRIAGES = {58: "C", 59: "D", 60: "S"}
DONE = 61


def rank(card: str) -> str:
    """The rank letter of a card."""
    return card[0]


def suit(card: str) -> str:
    """The suit letter of a card."""
    return card[1]


def card_action(card: str) -> int:
    """The action number of laying a card: suit * 13 + rank."""
    return SUITS.index(suit(card)) * 13 + RANKS.index(rank(card))


def action_card(action: int) -> str:
    """The card that an action number below 52 lays."""
    return RANKS[action % 13] + SUITS[action // 13]


def full_pack(players: int) -> set[str]:
    """M1.1: 36 cards from the six up for 5 or 6 players, all 52 for 7 to 10."""
    ranks = RANKS[RANKS.index("6") :] if players <= 6 else RANKS
    return {r + s for s in SUITS for r in ranks}


def left(seat: int, players: int) -> int:
    """The seat at the left of a seat."""
    return (seat + 1) % players


def seats_from(first: int, players: int) -> list[int]:
    """All seats, clockwise, beginning with `first`."""
    return [(first + i) % players for i in range(players)]
