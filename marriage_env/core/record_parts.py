"""Reading what every game's records have in common: packs, dealers, and actions by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from marriage_env.core.cards import NUM_CARDS, RANKS, SUITS, card_name
from marriage_env.core.decks import packs_of
from marriage_env.core.record_errors import RecordError, is_int, list_of, short

_CARD_OF = {card_name(card): card for card in range(NUM_CARDS)}


@dataclass(frozen=True)
class Part:
    """One pack that was dealt, and the actions that were played with it."""

    deal: int  # 0-based
    void: bool  # found faulty in play (M10.3)
    dealer: int
    packs: int  # packs taken so far, misdealt ones and this one included
    actions: list[int]


def dealer_of(dealer: object, players: int) -> int:
    """The dealer's seat."""
    if not is_int(dealer) or not 0 <= dealer < players:  # type: ignore[operator]
        raise RecordError(f"dealer={short(dealer)}: expected a seat from 0 to {players - 1}")
    return dealer  # type: ignore[return-value]


@cache
def _names_of(whole: tuple[int, ...]) -> frozenset[str]:
    return frozenset(map(card_name, whole))


def pack_of(names: object, players: int, whole: tuple[int, ...]) -> list[int]:
    """The card ids of a pack in dealing order; `whole` has those of all its cards."""
    pack = list_of(names, "pack")
    for name in pack:
        if not isinstance(name, str) or name not in _CARD_OF:
            raise RecordError(
                f"pack: {short(name)} is no card, expected a rank of {RANKS} and a suit of "
                f"{SUITS}, such as 'QH'"
            )
    known = _names_of(whole)
    if len(pack) != len(known) or not known.issuperset(pack) or len(set(pack)) != len(pack):
        try:
            packs_of(pack, players, whole)  # raises a message that says what is wrong
        except ValueError as error:
            raise RecordError(str(error).replace("deck", "pack", 1)) from error
    return [_CARD_OF[name] for name in pack]


def actions_of(names: object, numbers: Mapping[str, int]) -> list[int]:
    """The numbers of actions from their names; `numbers` has a game's, in ascending order."""
    moves = []
    for place, name in enumerate(list_of(names, "actions"), 1):
        if not isinstance(name, str) or name not in numbers:
            words = ", ".join(list(numbers)[NUM_CARDS:])
            raise RecordError(
                f"{short(name)} is no action: expected a card such as 'QH' or one of {words}",
                action=place,
            )
        moves.append(numbers[name])
    return moves
