"""The deal and what a hand may declare (M3.2, M4)."""

from __future__ import annotations

from .cards import (
    CLAIM_FOOL,
    CLAIM_KING,
    CLAIM_MARIAGE,
    CLAIM_POINT,
    CLAIM_QUEEN,
    FOOL,
    HAND_MARRIAGES,
    HEARTS_KING,
    HEARTS_QUEEN,
    SUITS,
    full_pack,
    left,
    seats_from,
    suit,
)
from .rules import Rules

BOX_OF_CLAIM = {
    CLAIM_MARIAGE: "MARIAGE",
    CLAIM_FOOL: "FOOL",
    CLAIM_KING: "KING",
    CLAIM_QUEEN: "QUEEN",
}


def deal_out(pack: list[str], players: int, dealer: int) -> tuple[list[set[str]], str]:
    """M3.2: packets of three, then of two, from the eldest; then the turn-up: trump."""
    if sorted(pack) != sorted(full_pack(players)):
        raise ValueError("M1.1: not the full pack for this number of players")
    hands: list[set[str]] = [set() for _ in range(players)]
    cards = iter(pack)
    for packet in (3, 2):
        for seat in seats_from(left(dealer, players), players):
            hands[seat].update(next(cards) for _ in range(packet))
    return hands, suit(next(cards))


def longest_run(cards: list[str], rules: Rules) -> list[str]:
    """M4.1: the longest run, without wrap, among cards of one suit."""
    best: list[str] = []
    run: list[str] = []
    for card in sorted(cards, key=rules.place_in_sequence):
        place = rules.place_in_sequence(card)
        if run and rules.place_in_sequence(run[-1]) != place - 1:
            run = []
        run = [*run, card]
        if len(run) > len(best):
            best = run
    return best


def point_cards(hand: set[str], rules: Rules) -> list[str]:
    """M4.1: the cards with which a hand claims POINT, or none.

    Five cards hold at most one run (or one suit) of three or more, so there is nothing to choose.
    """
    for s in SUITS:
        cards = [card for card in hand if suit(card) == s]
        if rules.point == "sequence":
            cards = longest_run(cards, rules)
        if len(cards) >= 3:
            return cards
    return []


def point_strength(cards: list[str], trump: str, rules: Rules) -> tuple[int, int, bool]:
    """M4.1: longer, then the higher top card, then the trump suit."""
    place = rules.place_in_sequence if rules.point == "sequence" else rules.height
    return len(cards), max(place(card) for card in cards), suit(cards[0]) == trump


def declared_cards(action: int, hand: set[str], rules: Rules) -> set[str]:
    """M4.5: what a declaration shows."""
    if action == CLAIM_POINT:
        return set(point_cards(hand, rules))
    if action in HAND_MARRIAGES:
        return {"K" + HAND_MARRIAGES[action], "Q" + HAND_MARRIAGES[action]}
    return {
        CLAIM_MARIAGE: {HEARTS_KING, HEARTS_QUEEN},
        CLAIM_FOOL: {FOOL},
        CLAIM_KING: {HEARTS_KING},
        CLAIM_QUEEN: {HEARTS_QUEEN},
    }[action]


def declarations(hand: set[str], rules: Rules) -> set[int]:
    """M4.1-M4.4: every declaration that a hand may make."""
    kinds = (*BOX_OF_CLAIM, *(HAND_MARRIAGES if rules.hand_marriage_pays else ()))  # M4.4
    possible = {action for action in kinds if declared_cards(action, hand, rules) <= hand}
    if point_cards(hand, rules):
        possible.add(CLAIM_POINT)
    return possible
