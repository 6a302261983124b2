"""A match of Trynka as one long conversation: the rules in their order, a question at each choice.

The deal is a generator that yields questions and is sent the answers; it shares nothing with the
engine, and says everything with names of cards.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from tests.reference.cards import (
    RANKS,
    action_card,
    card_action,
    full_pack,
    left,
    rank,
    seats_from,
)

PASS, STOP = 52, 53
DOUBLES = ("AC", "KC", "QC", "JC", "TC", "9C")
SAUCERS = ("MARIAGE", "TRYNKA")
DEFAULTS: dict[str, object] = {
    "card_stake": 1,
    "saucer_stake": 2,
    "marriage_saucer": "all",
    "offences": "miss",
    "ends": "first_out",
    "out_pay": 0,
}


@dataclass(frozen=True)
class Question:
    """Who is asked for what, and what he may answer, by action number."""

    seat: int
    phase: str  # BEGIN, TURN or KING
    legal: frozenset[int]


@dataclass(frozen=True)
class Laid:
    """A card on the pile, as everyone saw it being laid."""

    seat: int
    card: str
    how: str  # WENT_ON, TOOK_OVER, CAME_ROUND or BEGAN


Talk = Generator[Question, int, None]


def trynka_of(hand: set[str]) -> list[str]:
    """T3.1: the highest three consecutive clubs of a hand, from the top; none: an empty list."""
    for top in range(len(RANKS) - 1, 1, -1):
        three = [RANKS[top - k] + "C" for k in range(3)]
        if hand.issuperset(three):
            return three
    return []


class Match:
    """A match of so many deals, with a pack in dealing order for each."""

    def __init__(
        self,
        players: int,
        rules: dict[str, object],
        deals: int,
        packs: list[list[str]],
        dealer: int,
    ) -> None:
        if not 3 <= players <= 10 or any(set(pack) != full_pack(players) for pack in packs):
            raise ValueError("T1: 3 to 10 players, and their whole pack")
        self.players, self.dealer, self.deals = players, dealer, deals
        self.rules = {**DEFAULTS, **rules}
        self.chips = [0] * players
        self.table = dict.fromkeys((*DOUBLES, *SAUCERS), 0)
        self._packs = iter(packs)
        self._booked = [0] * players
        self._talk = self._match()
        self.question: Question | None = next(self._talk)

    def step(self, action: int) -> list[int]:
        """Answer the question; the chips moved for every seat since the answer before."""
        if self.question is None or action not in self.question.legal:
            raise ValueError(f"action {action} is not legal: {self.question}")
        try:
            self.question = self._talk.send(action)
        except StopIteration:
            self.question = None
        moved = [now - before for now, before in zip(self.chips, self._booked, strict=True)]
        self._booked = list(self.chips)
        return moved

    # -- chips --------------------------------------------------------------------------------

    def _stake_of(self, place: str) -> int:
        """T2: what a player puts on a double or in a saucer before a deal, or puts back."""
        stake = self.rules["card_stake" if place in DOUBLES else "saucer_stake"]
        assert isinstance(stake, int)
        return stake

    def _put(self, seat: int, place: str, amount: int) -> None:
        """A player puts chips on a double or in a saucer."""
        self.chips[seat] -= amount
        self.table[place] += amount

    def _win(self, seat: int, place: str, put_back: int) -> None:
        """A player takes all that lies there and puts some back."""
        self._put(seat, place, -self.table[place])
        self._put(seat, place, put_back)

    # -- one deal -----------------------------------------------------------------------------

    def _match(self) -> Talk:
        """T1, T5: deal after deal, the dealer's left deals next."""
        for deal in range(self.deals):
            if deal:
                self.dealer = left(self.dealer, self.players)
            for place in self.table:
                for seat in range(self.players):
                    self._put(seat, place, self._stake_of(place))
            self._deal_out(next(self._packs))
            self._declare()
            yield from self._play()

    def _deal_out(self, pack: list[str]) -> None:
        """T1: one card at a time from the eldest, until none is left."""
        self.order = seats_from(left(self.dealer, self.players), self.players)
        self.hands: list[set[str]] = [set() for _ in range(self.players)]
        for place, card in enumerate(pack):
            self.hands[self.order[place % self.players]].add(card)
        self.shown: list[set[str]] = [set() for _ in range(self.players)]
        self.laid: list[Laid] = []
        self.misses: list[tuple[int, int]] = []  # cards laid before, seat

    def _declare(self) -> None:
        """T3: the trynka, the marriage, the six clubs."""
        trynkas = {seat: trynka_of(self.hands[seat]) for seat in self.order}
        for seat, three in trynkas.items():
            self.shown[seat].update(three)
        best = max(self.order, key=lambda s: RANKS.index(trynkas[s][0][0]) if trynkas[s] else -1)
        if trynkas[best]:
            self._win(best, "TRYNKA", self._stake_of("TRYNKA"))
        for seat in self.order:
            if {"KC", "QC"} <= self.hands[seat]:
                if self.rules["marriage_saucer"] == "all":
                    self._win(seat, "MARIAGE", self._stake_of("MARIAGE"))
                else:  # T3.2: takes at most a stake, and puts a stake back
                    taken = min(self.table["MARIAGE"], self._stake_of("MARIAGE"))
                    self._put(seat, "MARIAGE", self._stake_of("MARIAGE") - taken)
            for club in DOUBLES:
                if club in self.hands[seat]:
                    self.shown[seat].add(club)
                    self._win(seat, club, self._stake_of(club))

    def _play(self) -> Talk:
        """T4: pile after pile, until the deal is over (T5)."""
        beginner = self.order[0]
        while True:
            while not self.hands[beginner]:  # T4.2, "all_out": the next who has cards
                beginner = left(beginner, self.players)
            answer = yield self._ask(beginner, "BEGIN", self.hands[beginner])
            self._lay(beginner, action_card(answer), "BEGAN")
            while not self._over() and rank(self.laid[-1].card) != "A":
                before = len(self.laid)
                yield from self._go_on()
                if len(self.laid) == before:
                    break
            if self._over():
                return
            beginner = self.laid[-1].seat

    def _ask(self, seat: int, phase: str, cards: set[str], *words: int) -> Question:
        return Question(seat, phase, frozenset({*map(card_action, cards), *words}))

    def _go_on(self) -> Talk:
        """T4.1-T4.3: the next card of the pile, if anybody lays one."""
        layer, card = self.laid[-1].seat, self.laid[-1].card
        if card == "QC" and "KC" in self.hands[layer]:
            answer = yield self._ask(layer, "KING", {"KC"}, STOP)
            if answer != STOP:
                self._lay(layer, "KC", "WENT_ON")
                return
        turns = [
            (seat, "TOOK_OVER") for seat in seats_from(left(layer, self.players), self.players)
        ]
        turns[-1] = (layer, "CAME_ROUND")
        if card not in DOUBLES:
            turns.insert(0, (layer, "WENT_ON"))
        wanted = RANKS[RANKS.index(rank(card)) + 1]
        words = () if self.rules["offences"] == "none" else (PASS,)
        for seat, how in turns:
            fits = {held for held in self.hands[seat] if rank(held) == wanted}
            if not fits:
                continue
            answer = yield self._ask(seat, "TURN", fits, *words)
            if answer != PASS:
                self._lay(seat, action_card(answer), how)
                return
            self._pay_miss(seat, fits)

    def _lay(self, seat: int, card: str, how: str) -> None:
        """T4, T4.1, T5: a card on the pile, what it wins, and the pay of the first who is out."""
        self.hands[seat].remove(card)
        self.laid.append(Laid(seat, card, how))
        if card in DOUBLES:
            self._win(seat, card, 0)
        if not self.hands[seat] and sum(not hand for hand in self.hands) == 1:
            each = self.rules["out_pay"]
            assert isinstance(each, int)
            for other, hand in enumerate(self.hands):
                self.chips[other] -= each * len(hand)
                self.chips[seat] += each * len(hand)

    def _over(self) -> bool:
        """T5: whether the deal has ended."""
        ended = any if self.rules["ends"] == "first_out" else all
        return ended(not hand for hand in self.hands)

    def _pay_miss(self, seat: int, fits: set[str]) -> None:
        """T4.3: a winning club missed costs as many chips as lie on its double."""
        for club in fits.intersection(DOUBLES):
            if self.table[club]:
                self._put(seat, club, self.table[club])
                self.misses.append((len(self.laid), seat))
