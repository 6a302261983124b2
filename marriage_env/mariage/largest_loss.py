"""The most that one deal can cost one seat, whatever everyone plays."""

from __future__ import annotations

from operator import index

from marriage_env.mariage.rules import HAND_SIZE, Rules, check_match

_QUEENS = 4
_BOXES = 5
_ACCIDENTS = 3  # M10: a missed deal, a misdeal, a faulty pack
# M4.2, M4.4: two chips for the hearts of another player, one for each of three other suits.
_HAND_MARRIAGES = 5
# M6.5, M7.1 and M8.2: a chip for each marriage, for the fool, and for too few tricks.
_SMALL = _QUEENS + 1 + 1


def most_lost(num_players: int, rules: Rules) -> int:
    """Chips that one deal takes from a seat at most, its stakes included; not what it wins.

    ValueError for what is no number of players, or no rules.
    """
    check_match(num_players, rules, 1)
    stakes = _BOXES * rules.stake + rules.point_stake
    put_back = _BOXES  # M4.1-M4.3, into boxes that were empty
    to_each = _ACCIDENTS
    if rules.offences != "none":
        to_each += _QUEENS * rules.queen_fine
    if rules.offences == "all":
        to_each += HAND_SIZE * rules.revoke_fine
    return stakes + put_back + _HAND_MARRIAGES + _SMALL + (index(num_players) - 1) * to_each
