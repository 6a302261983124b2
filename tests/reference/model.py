"""A slow reference model of Mariage, written clause by clause from the settled rules."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import BOXES, TRICKS, left
from .play import Play
from .purse import Purse
from .rules import Rules

AFTER_THE_END = TRICKS + 1  # M10.3: noticed when the deal is over


@dataclass
class Chance:
    """One pack in dealing order and the accidents that befall it (M10)."""

    pack: list[str]
    missed: bool = False
    misdeal: bool = False
    faulty: int = 0


class Match:
    """A match of so many deals that count (M8.3, M10.4)."""

    def __init__(
        self, players: int, rules: dict[str, object], deals: int, chance: list[Chance], dealer: int
    ) -> None:
        if not 5 <= players <= 10:
            raise ValueError("M1.1: 5 to 10 players")
        self.players = players
        self.rules = Rules.from_dict(rules)
        self.deals = deals
        self.dealer = dealer
        self.deal = 0
        self.purse = Purse(players)
        self._chance = iter(chance)
        self._booked = [0] * players
        self._begin_deal()

    # -- one deal -----------------------------------------------------------------------------

    def _next_chance(self) -> Chance:
        """M10.4: each new pack is the next one given."""
        drawn = next(self._chance, None)
        if drawn is None:
            raise ValueError("no pack is left")
        return drawn

    def _begin_deal(self) -> None:
        """M10: the missed deal, the stakes, the misdeal, the deal."""
        drawn = self._next_chance()
        if drawn.missed:  # M10.1
            self.purse.fine(self.dealer)
            self.dealer = left(self.dealer, self.players)
        self._stakes()
        self._after_stakes = self.purse.snapshot()
        if drawn.misdeal:  # M10.2, at most once: the new pack's own `misdeal` is not asked
            self.purse.fine(self.dealer)
            drawn = self._next_chance()
        self._faulty = drawn.faulty
        self._play = Play(self.rules, self.purse, self.dealer, drawn.pack)

    def _stakes(self) -> None:
        """M2.2: what each player puts into the boxes before a deal."""
        every_box = self.rules.contribution == "all" or self.deal == 0
        for seat in range(self.players):
            for box in BOXES if every_box else ("POINT",):
                self.purse.put(seat, box, self.rules.stake)

    def _void(self) -> None:
        """M10.3: all chips moved since the stakes go back; the same dealer deals a new pack."""
        self.purse.restore(self._after_stakes)
        self._fine_faulty_pack()
        self._faulty = 0  # at most one void a deal
        self._play = Play(self.rules, self.purse, self.dealer, self._next_chance().pack)

    def _fine_faulty_pack(self) -> None:
        """M10.3: the dealer's fine, which no return of chips undoes."""
        if self.rules.faulty_pack_fine:
            self.purse.fine(self.dealer)

    def _end_deal(self) -> None:
        """M4.7, M8: boxes won by the round, the tricks, then the next deal or the end."""
        if max(self.tricks) >= 2:  # M8.1
            pool = self.players * self.rules.point_stake  # M2.2: the tricks', not POINT's
            for seat, box in self._play.awards:
                kept = pool if box == "POINT" else 0
                self.purse.win_box(seat, box, self.rules.box_put_back, kept)
            self._trick_prize()
        if self._faulty == AFTER_THE_END:
            self._fine_faulty_pack()
        self.deal += 1
        if self.deal < self.deals:
            self.dealer = left(self.dealer, self.players)  # M3.1
            self._begin_deal()

    def _trick_prize(self) -> None:
        """M8.2: fines into POINT and a chip a trick out of it, or the pool."""
        if self.rules.trick_prize == "pool":
            self.purse.take(self._first_with_two(), "POINT", self.boxes["POINT"])
            return
        for seat in range(self.players):
            if self.tricks[seat] < 2:
                self.purse.put(seat, "POINT")
        for taker in self.takers:
            if self.tricks[taker] >= 2 and self.boxes["POINT"] > 0:
                self.purse.take(taker, "POINT", 1)

    def _first_with_two(self) -> int:
        """M8.2: the first player who took two tricks."""
        for done, taker in enumerate(self.takers):
            if taker in self.takers[:done]:
                return taker
        raise ValueError("nobody took two tricks")

    # -- asking and answering -----------------------------------------------------------------

    @property
    def asked(self) -> int | None:
        """The seat asked now."""
        return self._play.asked

    @property
    def phase(self) -> str:
        """DECLARE, TURN, QUEEN or OVER."""
        return self._play.phase

    def legal(self) -> set[int]:
        """The legal actions of the asked seat."""
        return self._play.legal()

    def step(self, action: int) -> list[int]:
        """Do an action; the chips moved for every seat since the step before."""
        self._play.act(action)
        complete = len(self.takers)
        if complete > 0 and complete == self._faulty:
            self._void()
        elif complete == TRICKS:
            self._end_deal()
        moved = [now - before for now, before in zip(self.chips, self._booked, strict=True)]
        self._booked = list(self.chips)
        return moved

    # -- what lies open to the tests ----------------------------------------------------------

    @property
    def chips(self) -> list[int]:
        """The chips of every seat, from 0 at the beginning of the match."""
        return self.purse.chips

    @property
    def boxes(self) -> dict[str, int]:
        """The chips in every box."""
        return self.purse.boxes

    @property
    def tricks(self) -> list[int]:
        """The tricks won in this deal by every seat."""
        return self._play.tricks

    @property
    def hands(self) -> list[set[str]]:
        """The cards still held."""
        return self._play.hands

    @property
    def trump(self) -> str:
        """The trump suit."""
        return self._play.trump

    @property
    def shown(self) -> list[set[str]]:
        """M4.5: the cards that every seat has shown by declarations in this deal."""
        return self._play.shown

    @property
    def known(self) -> list[set[str]]:
        """Cards known to be still held: shown, or queens openly kept back, and not yet played."""
        return self._play.known

    @property
    def laid(self) -> list[dict[int, str]]:
        """The cards of every trick to which a card has been laid, in the order of laying."""
        return [trick.cards for trick in self._play.trick_list if trick.cards]

    @property
    def takers(self) -> list[int]:
        """Who took each complete trick."""
        return self._play.takers

    @property
    def revokes(self) -> set[tuple[int, int]]:
        """M9.1: (trick, seat) of every revoke."""
        return self._play.revokes

    @property
    def kept(self) -> set[tuple[int, int, str]]:
        """M6.3: (trick, seat, suit) of every queen kept back."""
        return self._play.kept

    @property
    def marriages(self) -> set[tuple[int, int]]:
        """M6.4: (trick, seat of the queen's player) of every table marriage."""
        return self._play.marriages
