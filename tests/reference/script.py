"""Helpers to write a deal by its hands and a line of play by card names."""

from __future__ import annotations

from .cards import DONE, WITHHOLD, card_action, full_pack, left, seats_from
from .model import Chance, Match

WORDS = {"WITHHOLD": WITHHOLD, "DONE": DONE}


def cards(names: str) -> list[str]:
    """Card names from a line of them."""
    return names.split()


def pack_of(hands: list[str], dealer: int, turned: str) -> list[str]:
    """The pack in dealing order that gives these hands (seat 0 first) and this turn-up."""
    players = len(hands)
    split = [cards(hand) for hand in hands]
    order = seats_from(left(dealer, players), players)
    pack = [card for seat in order for card in split[seat][:3]]
    pack += [card for seat in order for card in split[seat][3:]]
    pack.append(turned)
    return pack + sorted(full_pack(players) - set(pack))


def match_of(
    hands: list[str], turned: str, rules: dict[str, object] | None = None, dealer: int = 4
) -> Match:
    """A match of one deal with these hands."""
    return Match(len(hands), rules or {}, 1, [Chance(pack_of(hands, dealer, turned))], dealer)


def actions(names: str) -> set[int]:
    """Action numbers of cards and words."""
    return {WORDS[name] if name in WORDS else card_action(name) for name in names.split()}


def do(match: Match, line: str) -> list[int]:
    """Play `seat:card` items, each by the seat that is asked; the chips the last one moved."""
    moved: list[int] = []
    for item in line.split():
        seat, name = item.split(":")
        assert match.asked == int(seat), f"{item}: seat {match.asked} is asked"
        moved = match.step(actions(name).pop())
    return moved
