"""The most that one deal can cost one seat, whatever everyone plays."""

from __future__ import annotations

from marriage_env.trynka.rules import LARGEST_HAND, Rules, check_match
from marriage_env.trynka.state import NUM_DOUBLES, NUM_PLACES

# T4.3: a winning club can be missed twice after each of the four cards of the rank below it. Each
# miss doubles what lies on its double, which T3.3 has made one stake.
_MISSES = 8


def most_lost(num_players: int, rules: Rules) -> int:
    """Chips that one deal takes from a seat at most, its stakes included; not what it wins.

    ValueError for what is no number of players, or no rules.
    """
    check_match(num_players, rules, 1)
    stakes = NUM_DOUBLES * rules.card_stake + (NUM_PLACES - NUM_DOUBLES) * rules.saucer_stake
    doubled = 2**_MISSES - 1 if rules.offences == "miss" else 0
    misses = NUM_DOUBLES * rules.card_stake * int(doubled)
    return stakes + misses + LARGEST_HAND * rules.out_pay
