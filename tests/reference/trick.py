"""One trick: what may be laid to it and who takes it (M5, M6.3, M6.4)."""

from __future__ import annotations

from .cards import suit
from .rules import Rules


class Trick:
    """The cards of one trick, in the order in which they were laid."""

    def __init__(self, trump: str, rules: Rules) -> None:
        self.trump = trump
        self.rules = rules
        self.cards: dict[int, str] = {}
        self.marriages: list[tuple[int, int]] = []  # (king's player, queen's player), as laid
        self.kept: set[str] = set()  # queens openly kept back in this trick (M6.3)

    def led_suit(self) -> str:
        """M1.3: a top card, too, is led in its own suit."""
        return suit(next(iter(self.cards.values())))

    def strength(self, card: str) -> tuple[int, int]:
        """M5.3: top cards, then trumps, then the led suit; any other card takes nothing."""
        tops = self.rules.top_cards()
        if card in tops:
            return 3, -tops.index(card)
        if suit(card) == self.trump:
            return 2, self.rules.height(card)
        if suit(card) == self.led_suit():
            return 1, self.rules.height(card)
        return 0, 0

    def beats(self, card: str) -> bool:
        """M5.2: whether a card beats the best so far; nothing beats a marriage (M6.4)."""
        if self.marriages:
            return False
        return self.strength(card) > max(self.strength(laid) for laid in self.cards.values())

    def lawful(self, hand: set[str]) -> set[str]:
        """M6.3: at his turn a kept-back queen counts as absent, unless there is nothing else."""
        others = hand - self.kept
        return self.follow(others or hand)

    def follow(self, cards: set[str]) -> set[str]:
        """M5.1, M5.2: which of these cards may be laid."""
        if not self.cards:
            return set(cards)
        of_suit = {card for card in cards if suit(card) == self.led_suit()}
        if self.rules.follow == "suit" or self.marriages:
            return of_suit or set(cards)
        return self.strive(cards, of_suit)

    def strive(self, cards: set[str], of_suit: set[str]) -> set[str]:
        """M5.2 (1)-(4): the striving to take of `follow="beat"`."""
        beating = {card for card in cards if self.beats(card)}
        beating_tops = beating & set(self.rules.top_cards())
        if beating & of_suit:  # (1)
            return beating & of_suit
        beating_trumps = {card for card in beating if suit(card) == self.trump}
        if beating_trumps:  # (2)
            return beating_trumps | beating_tops
        if of_suit:  # (3)
            return of_suit | beating_tops
        return set(cards)  # (4)

    def higher_of_marriage(self, king_seat: int, queen_seat: int) -> int:
        """M6.4: the player of the marriage's higher card by M1.2-M1.3."""
        if suit(self.cards[queen_seat]) == "H":  # Q♥ is the highest top card in any rank order
            return queen_seat
        return queen_seat if self.rules.rank_order == "queen_high" else king_seat

    def taker(self) -> int:
        """M5.3: the first marriage laid takes the trick, else the strongest card."""
        if self.marriages:
            return self.higher_of_marriage(*self.marriages[0])
        return max(self.cards, key=lambda seat: self.strength(self.cards[seat]))
