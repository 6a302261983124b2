"""Validation of the packs and the dealer that users pass to `reset`, for every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from marriage_env.core.arguments import as_int, shown
from marriage_env.core.cards import card_name, parse_card


def check_dealer(dealer: object, num_players: int) -> int:
    """The seat of the first dealer, -1 (by lot) for None; ValueError for a wrong one."""
    if dealer is None:
        return -1
    return as_int("dealer", dealer, 0, num_players - 1, ", or None", "a seat")


def _check_pack(pack: object, num_players: int, whole: Sequence[int], where: str) -> list[int]:
    """The card ids of a whole pack in dealing order; ValueError names a wrong card."""
    if isinstance(pack, str) or not isinstance(pack, Sequence):
        raise ValueError(f"{where}={shown(pack)}: expected a list of card names")
    cards = []
    for name in pack:
        try:
            cards.append(parse_card(name))
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from error
    for card, times in Counter(cards).items():
        if card not in whole:
            raise ValueError(
                f"{where}: {card_name(card)} is not in the pack of {len(whole)} cards "
                f"for {num_players} players"
            )
        if times > 1:
            raise ValueError(f"{where}: {card_name(card)} stands {times} times in the pack")
    if len(cards) != len(whole):
        raise ValueError(
            f"{where}: {len(cards)} cards, expected the {len(whole)} of the pack "
            f"for {num_players} players"
        )
    return cards


def packs_of(deck: object, num_players: int, whole: Sequence[int]) -> list[list[int]]:
    """One pack, or a list of packs, as lists of card ids in dealing order; ValueError if wrong.

    `whole`: the ids of all cards of the game's pack.
    """
    if isinstance(deck, str) or not isinstance(deck, Sequence):
        raise ValueError(f"deck={shown(deck)}: expected a list of card names, or a list of packs")
    if not deck or isinstance(deck[0], str) or not isinstance(deck[0], Sequence):
        return [_check_pack(deck, num_players, whole, "deck")]
    return [
        _check_pack(pack, num_players, whole, f"deck[{index}]") for index, pack in enumerate(deck)
    ]
