"""One dealt pack, from the turn-up to the fifth trick (M4-M7, M9)."""

from __future__ import annotations

from .cards import (
    CLAIM_MARIAGE,
    CLAIM_POINT,
    DONE,
    FOOL,
    HAND_MARRIAGES,
    HEARTS_KING,
    HEARTS_QUEEN,
    TRICKS,
    WITHHOLD,
    action_card,
    card_action,
    left,
    rank,
    seats_from,
    suit,
)
from .declare import (
    BOX_OF_CLAIM,
    deal_out,
    declarations,
    declared_cards,
    point_cards,
    point_strength,
)
from .purse import Purse
from .rules import Rules
from .trick import Trick


class Play:
    """The cards of one deal and what is known of them."""

    def __init__(self, rules: Rules, purse: Purse, dealer: int, pack: list[str]) -> None:
        self.rules = rules
        self.purse = purse
        self.players = len(purse.chips)
        self.eldest = left(dealer, self.players)
        self.hands, self.trump = deal_out(pack, self.players, dealer)
        self.shown: list[set[str]] = [set() for _ in self.hands]
        self.known: list[set[str]] = [set() for _ in self.hands]
        self.tricks = [0] * self.players
        self.takers: list[int] = []
        self.revokes: set[tuple[int, int]] = set()
        self.kept: set[tuple[int, int, str]] = set()
        self.marriages: set[tuple[int, int]] = set()
        self.trick_list = [Trick(self.trump, rules)]
        self.awards: list[tuple[int, str]] = []  # (seat, box), kept for M4.7's "round"
        self.claimants: list[int] = []  # of POINT
        self.open = [declarations(hand, rules) for hand in self.hands]
        self.phase = "DECLARE"
        self.asked: int | None = None
        self.king_seat = -1  # whose king put the question (M6.2)
        if rules.declarations == "automatic":
            self.declare_all()
        self.ask_declaration()

    # -- declarations -------------------------------------------------------------------------

    def declare_all(self) -> None:
        """M4.6: automatic: POINT of everyone first, then the others, eldest first."""
        order = seats_from(self.eldest, self.players)
        for seat in order:
            if CLAIM_POINT in self.open[seat]:
                self.declare(seat, CLAIM_POINT)
        for seat in order:
            for action in sorted(self.open[seat]):
                self.declare(seat, action)

    def ask_declaration(self) -> None:
        """M4.6: ask the first player from the eldest who has something left to declare."""
        for seat in seats_from(self.eldest, self.players):
            if self.open[seat]:
                self.asked = seat
                return
        self.settle_point()
        for seat in range(self.players):  # M2.2: before the first lead
            self.purse.put(seat, "POINT", self.rules.point_stake)
        self.ask_turn(self.eldest)

    def declare(self, seat: int, action: int) -> None:
        """M4.1-M4.5: one declaration: its cards are shown and what it wins is paid."""
        self.open[seat].discard(action)
        cards = declared_cards(action, self.hands[seat], self.rules)
        self.shown[seat] |= cards
        self.known[seat] |= cards
        if action == CLAIM_POINT:
            self.claimants.append(seat)
        elif action in HAND_MARRIAGES:  # M4.4
            self.purse.collect(seat, 1)
        else:
            self.award(seat, BOX_OF_CLAIM[action])
        if action == CLAIM_MARIAGE and self.rules.hand_marriage_pays:  # M4.2
            self.purse.collect(seat, 2)

    def settle_point(self) -> None:
        """M4.1, M4.6: POINT goes to the strongest declared, among equals to the nearest eldest."""
        if not self.claimants:
            return
        nearest = sorted(self.claimants, key=lambda seat: (seat - self.eldest) % self.players)
        winner = max(  # the first of equals
            nearest,
            key=lambda seat: point_strength(
                point_cards(self.hands[seat], self.rules), self.trump, self.rules
            ),
        )
        self.award(winner, "POINT")

    def award(self, seat: int, box: str) -> None:
        """M4.7: a box is paid at once, or noted for the end of the deal, POINT first."""
        if self.rules.box_awards == "deal":
            self.purse.win_box(seat, box, self.rules.box_put_back)
        elif box == "POINT":
            self.awards.insert(0, (seat, box))
        else:
            self.awards.append((seat, box))

    # -- asking -------------------------------------------------------------------------------

    def legal(self) -> set[int]:
        """What the asked player may do."""
        seat = self.asked
        if seat is None:
            return set()
        if self.phase == "DECLARE":
            return self.open[seat] | {DONE}
        if self.phase == "QUEEN":  # M9.1
            queen = card_action("Q" + self.asked_suit())
            return {queen} if self.rules.offences == "none" else {queen, WITHHOLD}
        hand = self.hands[seat]
        cards = hand if self.rules.offences == "all" else self.trick.lawful(hand)
        return {card_action(card) for card in cards}

    def act(self, action: int) -> None:
        """The asked player does one of the legal actions."""
        seat = self.asked
        if seat is None or action not in self.legal():
            raise ValueError(f"action {action} is not legal for seat {seat} in {self.phase}")
        if self.phase == "DECLARE":
            if action == DONE:
                self.open[seat] = set()
            else:
                self.declare(seat, action)
            self.ask_declaration()
        elif self.phase == "TURN":
            self.play_turn(seat, action_card(action))
        else:
            self.answer_queen(seat, action)

    @property
    def trick(self) -> Trick:
        """The trick in progress, or the last one."""
        return self.trick_list[-1]

    def asked_suit(self) -> str:
        """The suit of the king that put the question."""
        return suit(self.trick.cards[self.king_seat])

    def ask_turn(self, first: int) -> None:
        """M5.1, M6.2: the next seat, from `first`, that has not played, or the end."""
        for seat in seats_from(first, self.players):
            if seat not in self.trick.cards:
                self.phase, self.asked = "TURN", seat
                return
        self.end_trick()

    # -- laying cards -------------------------------------------------------------------------

    def lay(self, seat: int, card: str) -> None:
        """A card leaves the hand for the trick."""
        self.hands[seat].remove(card)
        self.known[seat].discard(card)
        self.trick.cards[seat] = card

    def play_turn(self, seat: int, card: str) -> None:
        """M5.2, M9.1: a card laid at its player's turn; the fine for a revoke comes before it."""
        if card not in self.trick.lawful(self.hands[seat]):
            self.revokes.add((len(self.takers), seat))
            self.purse.fine(seat, self.rules.revoke_fine)
        self.lay(seat, card)
        holder = self.queen_holder(card) if rank(card) == "K" else None
        if holder is None:  # M6.7: also a king whose queen cannot come
            self.ask_turn(left(seat, self.players))
        else:
            self.king_seat = seat
            self.phase, self.asked = "QUEEN", holder

    def queen_holder(self, king: str) -> int | None:
        """M6.1, M6.6, M6.7: who must answer a king just laid, if anyone.

        The king's player has played to the trick, so his own queen is never called.
        """
        for seat, hand in enumerate(self.hands):
            if "Q" + suit(king) in hand and seat not in self.trick.cards:
                return seat
        return None

    def answer_queen(self, seat: int, action: int) -> None:
        """M6.2, M6.3: the queen is laid or kept back; the turn goes on left of the king."""
        king_seat, king_suit = self.king_seat, self.asked_suit()
        queen = "Q" + king_suit
        if action == WITHHOLD:
            self.purse.fine(seat, self.rules.queen_fine)
            self.trick.kept.add(queen)
            self.kept.add((len(self.takers), seat, king_suit))
            self.known[seat].add(queen)
        else:
            self.lay(seat, queen)
            self.trick.marriages.append((king_seat, seat))
            self.marriages.add((len(self.takers), seat))
            self.pay_marriage(king_seat, seat, king_suit)
        self.ask_turn(left(king_seat, self.players))

    def pay_marriage(self, king_seat: int, queen_seat: int, of_suit: str) -> None:
        """M6.5: what a table marriage is paid."""
        if self.rules.table_marriage == "queen":
            self.purse.collect(queen_seat)
        elif self.rules.table_marriage == "taker":
            higher = self.trick.higher_of_marriage(king_seat, queen_seat)
            self.purse.collect(higher, spared=queen_seat)
        elif of_suit != "H":
            self.purse.collect(king_seat, spared=queen_seat)
        elif self.rules.hearts_king_pays:
            self.purse.collect(queen_seat)
        else:
            self.purse.collect(queen_seat, spared=king_seat)

    def end_trick(self) -> None:
        """M5.1, M5.3: the taker leads to the next trick; the fool is paid first (M7.1)."""
        taker = self.trick.taker()
        self.pay_fool(taker)
        self.tricks[taker] += 1
        self.takers.append(taker)
        if len(self.takers) == TRICKS:
            self.phase, self.asked = "OVER", None
            return
        self.trick_list.append(Trick(self.trump, self.rules))
        self.ask_turn(taker)

    def pay_fool(self, taker: int) -> None:
        """M7.1: the fool is paid unless the taking card is a king or queen that beats him."""
        cards = self.trick.cards
        seats = [seat for seat in cards if cards[seat] == FOOL]
        if not seats:
            return
        taking = cards[taker]
        if self.rules.fool_beaten_by == "court":
            beaten = rank(taking) in "KQ"
        else:
            beaten = taking in (HEARTS_KING, HEARTS_QUEEN)
        if not beaten:
            self.purse.collect(seats[0])
        elif rank(taking) == "Q":
            self.purse.pay(seats[0], taker)
