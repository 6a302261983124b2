"""A table of Small Mariage for tests: hands and play from readable texts.

Cards are named rank then suit ("QC"); seats are numbered clockwise from 0. Unless a test says
otherwise the last seat deals, so that seat 0 is the eldest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marriage_env import small_mariage_v0
from marriage_env.small_mariage import actions
from marriage_env.small_mariage.rules import Rules


def full_pack(suits: int) -> list[str]:
    """S1.1: the pack of so many suits."""
    return [rank + suit for suit in "CDHS"[:suits] for rank in "JQKA"]


class Table:
    """One match, seen from above."""

    def __init__(
        self, players: int, rules: Rules, packs: Sequence[Sequence[str]], dealer: int
    ) -> None:
        self.players = players
        self.env = small_mariage_v0.raw_env(players, rules, deals=len(packs))
        self.env.reset(seed=1, options={"deck": [list(pack) for pack in packs], "dealer": dealer})

    @property
    def asked(self) -> int:
        """The seat to act; -1 when the match is over."""
        return -1 if all(self.env.terminations.values()) else int(self.env.agent_selection[-1])

    @property
    def phase(self) -> str:
        """What it is to do."""
        return str(self.env.phase.name)

    @property
    def legal(self) -> set[str]:
        """The names of its legal actions."""
        return set(actions.names(self.env._states["legal"][0]))

    @property
    def chips(self) -> list[int]:
        """The chips of every seat."""
        chips: list[int] = self.env.chips.tolist()
        return chips

    def play(self, script: str) -> list[int]:
        """Play tokens "seat:action", each by the seat to act; the chips they move."""
        before = self.chips
        for token in script.split():
            seat, name = token.split(":")
            assert self.asked == int(seat), f"{token}: seat {self.asked} is to act"
            assert name in self.legal, f"{token}: legal are {sorted(self.legal)}"
            self.env.step(actions.parse(name))
            assert sum(self.chips) == 0
        return [now - then for now, then in zip(self.chips, before, strict=True)]


def pack(hands: Sequence[str], turned: str, dealer: int, suits: int) -> list[str]:
    """The pack that deals these hands, one a seat, and turns up this card."""
    order = [(dealer + 1 + k) % len(hands) for k in range(len(hands))]
    dealt = [card for seat in order for card in hands[seat].split()] + [turned]
    return dealt + [card for card in full_pack(suits) if card not in dealt]


def start(hands: Sequence[str], turned: str, dealer: int | None = None, **rules: Any) -> Table:
    """A match of one deal begun with these hands; `rules` has the fields to change."""
    dealer = len(hands) - 1 if dealer is None else dealer
    made = Rules(**{"hand_cards": len(hands[0].split()), "suits": 4, **rules})
    return Table(len(hands), made, [pack(hands, turned, dealer, made.suits)], dealer)
