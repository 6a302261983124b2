"""Chips of the players and of the boxes (M2)."""

from __future__ import annotations

from .cards import BOXES

Snapshot = tuple[list[int], dict[str, int]]


class Purse:
    """All chips of a match; players begin with 0 and may go below it (M2.3)."""

    def __init__(self, players: int) -> None:
        self.chips = [0] * players
        self.boxes = dict.fromkeys(BOXES, 0)

    def pay(self, payer: int, payee: int, amount: int = 1) -> None:
        """One player pays another."""
        self.chips[payer] -= amount
        self.chips[payee] += amount

    def collect(self, payee: int, amount: int = 1, spared: int | None = None) -> None:
        """Every other player pays `payee`, except the one who is spared."""
        for payer in range(len(self.chips)):
            if payer not in (payee, spared):
                self.pay(payer, payee, amount)

    def fine(self, payer: int, amount: int = 1) -> None:
        """A fine to every other player: one chip, whatever the stake is (M2.3), or what is set."""
        for payee in range(len(self.chips)):
            if payee != payer:
                self.pay(payer, payee, amount)

    def put(self, seat: int, box: str, amount: int = 1) -> None:
        """A player puts chips into a box."""
        self.chips[seat] -= amount
        self.boxes[box] += amount

    def take(self, seat: int, box: str, amount: int) -> None:
        """A player is paid out of a box."""
        self.put(seat, box, -amount)

    def win_box(self, seat: int, box: str, put_back: bool, kept: int = 0) -> None:
        """M4.1-M4.3: take the box, but for chips that are `kept` in it, and put one chip back."""
        self.take(seat, box, self.boxes[box] - kept)
        if put_back:
            self.put(seat, box)

    def snapshot(self) -> Snapshot:
        """Where every chip lies now."""
        return list(self.chips), dict(self.boxes)

    def restore(self, snapshot: Snapshot) -> None:
        """M10.3: every chip goes back to where it lay."""
        self.chips, self.boxes = list(snapshot[0]), dict(snapshot[1])
