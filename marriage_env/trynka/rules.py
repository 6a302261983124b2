"""`Rules`: every point that account B leaves open, as one frozen dataclass, and presets.

The engine reads the same settings as a numeric record (`RULES`), one number a field, with the
enumerations below for the named variants.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from marriage_env.core.arguments import shown
from marriage_env.core.rule_fields import (
    check_deals,
    check_fields,
    check_players,
    fill_rules,
    rules_record,
    variant_names,
)

MIN_PLAYERS, MAX_PLAYERS = 3, 10
LARGEST_HAND = 12  # 36 cards for three
_MAX_STAKE = 1000
# A winning club can be missed twice after each of the four cards of the rank below it, and every
# miss doubles what lies on its double (T4.3).
_MOST_MISSES = 8


class MarriageSaucer(IntEnum):
    """T3.2: how much the marriage takes from its saucer."""

    ALL = 0
    TWO = 1


class Offences(IntEnum):
    """T4.3: whether a card that could be laid may be missed."""

    MISS = 0
    NONE = 1


class Ends(IntEnum):
    """T5: when a deal is over."""

    FIRST_OUT = 0
    ALL_OUT = 1


_VARIANTS: dict[str, type[IntEnum]] = {
    "marriage_saucer": MarriageSaucer,
    "offences": Offences,
    "ends": Ends,
}
_CHIPS = {
    "card_stake": (0, _MAX_STAKE),
    "saucer_stake": (0, _MAX_STAKE),
    "out_pay": (0, _MAX_STAKE),
}


def variants(field: str) -> tuple[str, ...]:
    """The allowed names of a field with named variants, the default first; else ValueError."""
    if not isinstance(field, str) or field not in _VARIANTS:
        raise ValueError(f"field={shown(field)}: expected one of {', '.join(_VARIANTS)}")
    return variant_names(_VARIANTS[field])


@dataclass(frozen=True)
class Rules:
    """The settled rules of Trynka. Fields and clauses: docs/rules.md.

    Raises ValueError for a value that a field does not allow, naming field, value and what is
    allowed.
    """

    card_stake: int = 1  # T2, chips
    saucer_stake: int = 2  # T2, chips
    marriage_saucer: str = "all"  # T3.2
    offences: str = "miss"  # T4.3
    ends: str = "first_out"  # T5
    out_pay: int = 0  # T5, chips

    def __post_init__(self) -> None:
        check_fields(self, _VARIANTS, _CHIPS)

    @classmethod
    def typical(cls) -> Rules:
        """Account B, its gaps filled as card players expect: all defaults."""
        return cls()

    @classmethod
    def literal(cls) -> Rules:
        """Account B to the letter: the marriage takes two chips of its saucer and puts two back."""
        return cls(marriage_saucer="two")

    @classmethod
    def nain_jaune(cls) -> Rules:
        """Towards the French relative: whoever is out is paid for the cards of the others."""
        return cls(out_pay=1)

    @classmethod
    def preset(cls, name: str) -> Rules:
        """A preset by its name; ValueError names the presets there are."""
        if not isinstance(name, str) or name not in PRESETS:
            raise ValueError(f"rules {shown(name)}: expected one of {', '.join(PRESETS)}")
        made: Rules = getattr(cls, name)()
        return made


PRESETS = ("typical", "literal", "nain_jaune")


def check_match(num_players: object, rules: object, deals: object) -> int:
    """The number of deals of a valid match (default: one deal a player); else ValueError."""
    players = check_players(num_players, MIN_PLAYERS, MAX_PLAYERS)
    if not isinstance(rules, Rules):
        raise ValueError(f"rules={shown(rules)}: expected a marriage_env.trynka.Rules")
    staked = 6 * rules.card_stake + 2 * rules.saucer_stake
    fines = 6 * rules.card_stake * 2**_MOST_MISSES
    return check_deals(deals, players, (players + 1) * staked + fines + 52 * rules.out_pay + 1)


RULES = rules_record(Rules, _CHIPS)


def fill_record(record: Any, rules: Rules) -> None:
    """Write `rules` into a RULES record."""
    fill_rules(record, rules, _VARIANTS)
