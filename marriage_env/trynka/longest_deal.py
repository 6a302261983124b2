"""The most decisions that one deal can have, whatever everyone plays."""

from __future__ import annotations

from operator import index

from marriage_env.core.cards import pack_for
from marriage_env.trynka.rules import Rules, check_match

# T4.3: four seats can hold a card of the next rank, and the player of the last card is asked twice.
_PASSES = 5


def most_decisions(num_players: int, rules: Rules) -> int:
    """How often seats are to act in a deal at most, forced moves included.

    Every card is laid, and all who could have laid the next one may pass before it; besides, the
    player of the queen of clubs may stop (T4.1). ValueError for what is no number of players, or no
    rules.
    """
    check_match(num_players, rules, 1)
    cards = len(pack_for(index(num_players)))
    passes = _PASSES if rules.offences == "miss" else 0
    return cards * (1 + passes) + 1
