"""The most decisions that one deal can have, whatever everyone plays."""

from __future__ import annotations

from operator import index

from marriage_env.mariage.rules import HAND_SIZE, Rules, check_match

_QUEENS = 4
_PAYING_CARDS = 7  # M4.2-M4.4: one claim each of four boxes, a pair in each of three suits


def most_decisions(num_players: int, rules: Rules) -> int:
    """How often seats are to act in a deal at most, forced moves included.

    Every card is laid, and every queen may have been kept back before (M6.3). Under voluntary
    declarations (M4.6) all claim POINT and end their declarations besides. ValueError for what is
    no number of players, or no rules.
    """
    check_match(num_players, rules, 1)
    players = index(num_players)
    declarations = 2 * players + _PAYING_CARDS if rules.declarations == "voluntary" else 0
    return HAND_SIZE * players + _QUEENS + declarations
