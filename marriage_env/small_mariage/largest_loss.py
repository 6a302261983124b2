"""The most that one deal can cost one seat, whatever everyone plays."""

from __future__ import annotations

from operator import index

from marriage_env.small_mariage.rules import Rules, check_match


def most_lost(num_players: int, rules: Rules) -> int:
    """Chips that one deal takes from a seat at most; not what it wins.

    ValueError for what is no number of players, or no rules.
    """
    check_match(num_players, rules, 1)
    queens = min(rules.suits, rules.hand_cards) if rules.offences == "queen" else 0
    fines = (index(num_players) - 1) * queens * rules.queen_fine  # S5.3
    return int(fines + rules.suits + rules.trick_prize)  # S5.5: a chip for each marriage; S6.1
