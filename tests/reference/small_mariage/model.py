"""A match of Small Mariage as one long conversation: a question at each choice.

The match is a generator that yields questions and is sent the answers; it shares nothing with the
engine, and says everything with names of cards.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

WITHHOLD = "WITHHOLD"
ORDER = "AKJQ"  # S1.2, low to high


@dataclass(frozen=True)
class Question:
    """Who is asked for what, and what the answers are."""

    seat: int
    phase: str  # TURN or QUEEN
    legal: frozenset[str]


@dataclass
class Trick:
    """A trick under way: who laid what in which order, what is kept back, who has married."""

    laid: dict[int, str] = field(default_factory=dict)  # in the order of laying
    kept: set[tuple[int, str]] = field(default_factory=set)  # seat and queen
    married: set[int] = field(default_factory=set)  # seats whose queen made a marriage


Talk = Generator[Question, str, None]


class Match:
    """The match as far as it has been played; `question` is None when it is over."""

    def __init__(
        self,
        players: int,
        rules: Mapping[str, Any],
        deals: int,
        packs: Sequence[Sequence[str]],
        dealer: int,
    ) -> None:
        self.players, self.rules, self.dealer = players, rules, dealer
        self.chips = [0] * players
        self.tricks: list[Trick] = []
        self.takers: list[int] = []
        self._talk = self._play(deals, packs)
        self.question: Question | None = next(self._talk)

    def step(self, answer: str) -> list[int]:
        """Answer the question; the chips that moved."""
        assert self.question is not None
        assert answer in self.question.legal
        before = self.chips[:]
        try:
            self.question = self._talk.send(answer)
        except StopIteration:
            self.question = None
        return [now - then for now, then in zip(self.chips, before, strict=True)]

    def _play(self, deals: int, packs: Sequence[Sequence[str]]) -> Talk:
        """S6.2: deal after deal, the dealer moving to the left."""
        for deal in range(deals):
            if deal:
                self.dealer = (self.dealer + 1) % self.players
            yield from self._deal(packs[deal])

    def _from(self, seat: int) -> list[int]:
        """All seats clockwise from one."""
        return [(seat + k) % self.players for k in range(self.players)]

    def _deal(self, pack: Sequence[str]) -> Talk:
        """S3.2, S4.1, S6.1: a deal from its cards to the prize for the most tricks."""
        size = self.rules["hand_cards"]
        self.hands: list[set[str]] = [set() for _ in range(self.players)]
        for k, seat in enumerate(self._from((self.dealer + 1) % self.players)):
            self.hands[seat] = set(pack[k * size : (k + 1) * size])
        self.turned = pack[self.players * size]
        self.tricks, self.takers = [], []
        leader = (self.dealer + 1) % self.players
        for _ in range(size):
            self.tricks.append(Trick())
            yield from self._trick(self.tricks[-1], leader)
            leader = self._taker(self.tricks[-1])
            self.takers.append(leader)
        counts = [self.takers.count(seat) for seat in range(self.players)]
        if counts.count(max(counts)) == 1:
            self._all_pay(counts.index(max(counts)), self.rules["trick_prize"])

    def _trick(self, trick: Trick, leader: int) -> Talk:
        """S4, S5: every seat lays a card, at its turn or called by a king."""
        turn = leader
        while len(trick.laid) < self.players:
            turn = next(seat for seat in self._from(turn) if seat not in trick.laid)
            card = yield Question(turn, "TURN", frozenset(self._lawful(trick, turn)))
            self.hands[turn].remove(card)
            trick.laid[turn] = card
            queen = "Q" + card[1]
            for seat in set(range(self.players)) - set(trick.laid):
                if card[0] == "K" and queen in self.hands[seat]:
                    yield from self._call(trick, turn, seat, queen)

    def _call(self, trick: Trick, king_seat: int, seat: int, queen: str) -> Talk:
        """S5.2-S5.5: the holder lays the queen or keeps it back."""
        answers = {queen, WITHHOLD} if self.rules["offences"] == "queen" else {queen}
        answer = yield Question(seat, "QUEEN", frozenset(answers))
        if answer == WITHHOLD:
            trick.kept.add((seat, queen))
            self._all_pay(seat, -self.rules["queen_fine"])
            return
        self.hands[seat].remove(queen)
        trick.laid[seat] = queen
        trick.married.add(seat)
        if self.rules["table_marriage"] == "queen":
            self._all_pay(seat, 1)
            return
        for payer in range(self.players):
            if payer != king_seat and (payer != seat or self.players == 2):
                self.chips[payer] -= 1
                self.chips[king_seat] += 1

    def _all_pay(self, payee: int, each: int) -> None:
        """S2: every other player pays a seat."""
        for payer in range(self.players):
            if payer != payee:
                self.chips[payer] -= each
                self.chips[payee] += each

    def _strength(self, card: str, led: str) -> tuple[int, int]:
        """S4.3: trumps over the led suit over all others; then by rank."""
        suit = 2 if card[1] == self.turned[1] else 1 if card[1] == led else 0
        return suit, ORDER.index(card[0]) if suit else 0

    def _best(self, trick: Trick) -> int:
        """S4.3: the seat of the best card so far, were there no marriage."""
        led = next(iter(trick.laid.values()))[1]
        return max(trick.laid, key=lambda seat: self._strength(trick.laid[seat], led))

    def _taker(self, trick: Trick) -> int:
        """S4.3, S5.4: who takes a complete trick."""
        return next(iter(trick.married)) if trick.married else self._best(trick)

    def _lawful(self, trick: Trick, seat: int) -> set[str]:
        """S4.1, S4.2, S5.3: the cards that a seat may lay at its turn."""
        kept = {queen for keeper, queen in trick.kept if keeper == seat}
        hand = self.hands[seat] - kept or self.hands[seat]
        if not trick.laid:
            return hand
        led = next(iter(trick.laid.values()))[1]
        following = {card for card in hand if card[1] == led}
        if self.rules["follow"] == "suit" or trick.married:
            return following or hand
        best = self._strength(trick.laid[self._best(trick)], led)
        beating = {card for card in hand if self._strength(card, led) > best}
        trumps = {card for card in beating if card[1] == self.turned[1]}
        return following & beating or trumps or following or hand
