"""A table of Trynka for the clause tests: packs from readable hands, play from readable scripts.

Cards are named rank then suit ("QC", "TD"); seats are numbered 0..n-1, clockwise. Unless a test
says otherwise the last seat deals, so that seat 0 is the eldest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from marriage_env.compiler.jit import records
from marriage_env.core.cards import names_of
from marriage_env.core.rng import child_seeds, stream_of
from marriage_env.kernels.game_loops import book
from marriage_env.trynka import actions, engine
from marriage_env.trynka.events import NO_LOG
from marriage_env.trynka.rules import Rules, check_match
from marriage_env.trynka.state import CHANCE, PLACE_NAMES, Phase, new_states
from tests.rules.table import RANKS, cards_of

Hands = Mapping[int, str] | Sequence[str]
DOUBLES, SAUCERS = PLACE_NAMES[:6], PLACE_NAMES[6:]


class Table:
    """One match, seen from above."""

    def __init__(self, players: int, rules: Rules, deals: int) -> None:
        self.players = players
        self.states = new_states(1, players, rules, check_match(players, rules, deals))
        self.states["stream"][0] = stream_of(child_seeds(7, 1)[0])

    def begin(self, packs: Sequence[Sequence[str]], dealer: int) -> None:
        """Begin the match with these packs."""
        self.chance = records(len(packs), CHANCE)
        self.chance["given"], self.chance["pack"] = 1, -1
        for row, names in enumerate(packs):
            self.chance["pack"][row, : len(names)] = [actions.parse(name) for name in names]
        engine.reset(self.states, 0, self.chance, NO_LOG, dealer)

    @property
    def asked(self) -> int:
        """The seat that is asked; -1 when the match is over."""
        return int(self.states["seat"][0])

    @property
    def phase(self) -> str:
        """What it is asked for."""
        return Phase(int(self.states["phase"][0])).name

    @property
    def legal(self) -> set[str]:
        """The names of the actions that are open to it."""
        return set(actions.names(self.states["legal"][0]))

    @property
    def hands(self) -> list[set[str]]:
        """The cards of every seat."""
        return [set(names_of(hand)) for hand in self.states["hands"][0][: self.players]]

    @property
    def chips(self) -> list[int]:
        """The chips of every seat."""
        return [int(chips) for chips in self.states["table"]["chips"][0][: self.players]]

    @property
    def places(self) -> dict[str, int]:
        """The chips on every double and in every saucer."""
        places = self.states["table"]["places"][0]
        return {name: int(chips) for name, chips in zip(PLACE_NAMES, places, strict=True)}

    @property
    def bank(self) -> int:
        """All chips together: the players' and the table's."""
        return sum(self.chips) + sum(self.places.values())

    def shown(self, seat: int) -> set[str]:
        """What a seat has shown by declarations."""
        return set(names_of(self.states["table"]["shown"][0][seat]))

    def step(self, action: int) -> list[int]:
        """Make a move that is open; the chips moved since the move before, the first stakes too."""
        rewards = np.zeros(self.players, np.int64)
        assert engine.apply(self.states, 0, self.chance, NO_LOG, action)
        book(self.states, 0, rewards)
        return [int(chips) for chips in rewards]

    def play(self, script: str) -> list[int]:
        """Play tokens "seat:action", each by the seat that is asked; the chips they move."""
        before = self.chips
        for token in script.split():
            seat, name = token.split(":")
            assert self.asked == int(seat), f"{token}: {self.asked} is asked"
            assert name in self.legal, f"{token}: open are {sorted(self.legal)}"
            self.step(actions.parse(name))
            assert self.bank == 0
        return [now - then for now, then in zip(self.chips, before, strict=True)]


def declares(hand: Sequence[str]) -> bool:
    """Whether a hand has the marriage or three clubs in a row."""
    clubs = "".join(rank for rank in RANKS if f"{rank}C" in hand)
    return "QK" in clubs or any(RANKS[k : k + 3] in clubs for k in range(len(RANKS) - 2))


def hands_of(given: Hands, players: int, dealer: int) -> list[list[str]]:
    """Full hands: those given, filled up so that no more is declared than the six clubs.

    Clubs, from the ace, go to the last seat that has room and declares nothing with them; then
    seat 0 comes first and gets the lowest cards that are left, suits D H S.
    """
    by_seat = dict(given) if isinstance(given, Mapping) else dict(enumerate(given))
    hands = [by_seat.get(seat, "").split() for seat in range(players)]
    used = [card for hand in hands for card in hand]
    assert len(used) == len(set(used)), "a card is given twice"
    spare = [card for card in cards_of(players) if card not in used]
    total = len(cards_of(players))
    sizes = [
        total // players + ((seat - dealer - 1) % players < total % players)
        for seat in range(players)
    ]
    assert all(len(hand) <= size for hand, size in zip(hands, sizes, strict=True)), "too long"
    for club in reversed([card for card in spare if card[1] == "C"]):
        room = [seat for seat in range(players) if len(hands[seat]) < sizes[seat]]
        hands[next(s for s in reversed(room) if not declares([*hands[s], club]))].append(club)
        spare.remove(club)
    for hand, size in zip(hands, sizes, strict=True):
        missing = size - len(hand)
        hand += spare[:missing]
        del spare[:missing]
    return hands


def pack(given: Hands, players: int, dealer: int) -> list[str]:
    """The pack in dealing order that deals these hands."""
    hands = [hand[:] for hand in hands_of(given, players, dealer)]
    order = [(dealer + 1 + turn) % players for turn in range(players)]
    total = len(cards_of(players))
    return [hands[order[place % players]].pop(0) for place in range(total)]


def start(
    hands: Hands,
    players: int = 3,
    dealer: int | None = None,
    deals: int = 1,
    then: Sequence[Hands] = (),
    **rules: Any,
) -> Table:
    """A match begun with this deal; `then` has the later deals, `rules` the fields to change."""
    dealer = players - 1 if dealer is None else dealer
    table = Table(players, Rules(**rules), deals)
    packs = [pack(h, players, (dealer + k) % players) for k, h in enumerate([hands, *then])]
    table.begin(packs, dealer)
    return table
