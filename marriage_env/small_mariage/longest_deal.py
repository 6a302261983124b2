"""The most decisions that one deal can have, whatever everyone plays."""

from __future__ import annotations

from operator import index

from marriage_env.small_mariage.rules import Rules, check_match


def most_decisions(num_players: int, rules: Rules) -> int:
    """How often seats are to act in a deal at most, forced moves included.

    Every card is laid, and every queen may have been kept back before (S5.3). ValueError for what
    is no number of players, or no rules.
    """
    check_match(num_players, rules, 1)
    return rules.hand_cards * index(num_players) + rules.suits
