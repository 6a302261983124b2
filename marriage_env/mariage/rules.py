"""`Rules`: every point on which the printed accounts differ, as one frozen dataclass, and presets.

The engine reads the same settings as a numeric record (`RULES`), one number a field, with the
enumerations below for the named variants.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from marriage_env.core.arguments import shown
from marriage_env.core.rule_fields import (
    AddedField,
    ChangedField,
    check_deals,
    check_fields,
    check_players,
    check_rates,
    fill_rules,
    rules_record,
    variant_names,
)

__all__ = [
    "PRESETS",
    "RULES",
    "Accidents",
    "Rules",
    "check_match",
    "fill_record",
    "variants",
]

MIN_PLAYERS, MAX_PLAYERS = 5, 10
HAND_SIZE = 5
_MAX_STAKE = _MAX_FINE = 1000
# More chips than one deal can move between players besides the stakes and fines that can be set.
_MAX_PAYMENTS = 1000


class RankOrder(IntEnum):
    """M1.2: rank inside a suit when taking tricks."""

    QUEEN_HIGH = 0
    KING_HIGH = 1


class Follow(IntEnum):
    """M5.2: whether a player must beat, or only follow suit."""

    BEAT = 0
    SUIT = 1


class TableMarriage(IntEnum):
    """M6.5: who is paid for a marriage laid to a trick."""

    QUEEN = 0
    KING = 1
    TAKER = 2


class FoolBeatenBy(IntEnum):
    """M7.1: which kings and queens beat the fool."""

    COURT = 0
    HEARTS = 1


class TrickPrize(IntEnum):
    """M8.2: how tricks are paid out of POINT."""

    PER_TRICK = 0
    POOL = 1


class Point(IntEnum):
    """M4.1: what wins the POINT box."""

    SEQUENCE = 0
    COUNT = 1


class SequenceOrder(IntEnum):
    """M4.1: the order in which sequences are reckoned."""

    NATURAL = 0
    RANK = 1


class Contribution(IntEnum):
    """M2.2: into which boxes the stake goes before a later deal."""

    ALL = 0
    POINT = 1


class Declarations(IntEnum):
    """M4.6: made for the players, or by their choice."""

    AUTOMATIC = 0
    VOLUNTARY = 1


class BoxAwards(IntEnum):
    """M4.7: boxes are paid at once, or at the end of the deal."""

    DEAL = 0
    ROUND = 1


class Offences(IntEnum):
    """M9.1: which unlawful plays are offered."""

    QUEEN = 0
    NONE = 1
    ALL = 2


_VARIANTS: dict[str, type[IntEnum]] = {
    "rank_order": RankOrder,
    "follow": Follow,
    "table_marriage": TableMarriage,
    "fool_beaten_by": FoolBeatenBy,
    "trick_prize": TrickPrize,
    "point": Point,
    "sequence_order": SequenceOrder,
    "contribution": Contribution,
    "declarations": Declarations,
    "box_awards": BoxAwards,
    "offences": Offences,
}
_CHIPS = {
    "stake": (1, _MAX_STAKE),
    "point_stake": (0, _MAX_STAKE),
    "queen_fine": (0, _MAX_FINE),
    "revoke_fine": (0, _MAX_FINE),
}


def variants(field: str) -> tuple[str, ...]:
    """The allowed names of a field with named variants, the default first; else ValueError."""
    if not isinstance(field, str) or field not in _VARIANTS:
        raise ValueError(f"field={shown(field)}: expected one of {', '.join(_VARIANTS)}")
    return variant_names(_VARIANTS[field])


@dataclass(frozen=True)
class Rules:
    """The settled rules of Mariage. Fields and clauses: docs/rules.md. Defaults are account A.

    Raises ValueError for a value that a field does not allow, naming field, value and what is
    allowed.
    """

    rank_order: str = "queen_high"  # M1.2
    hearts_king_power: bool = True  # M1.3
    fool_power: bool = False  # M1.3
    stake: int = 1  # M2.2, chips
    contribution: str = "all"  # M2.2
    point_stake: int = 0  # M2.2, chips
    point: str = "sequence"  # M4.1
    sequence_order: str = "natural"  # M4.1
    box_put_back: bool = True  # M4.1-M4.3
    hand_marriage_pays: bool = True  # M4.2, M4.4
    declarations: str = "automatic"  # M4.6
    box_awards: str = "deal"  # M4.7
    follow: str = "beat"  # M5.2
    queen_fine: int = 1  # M6.3, chips to every other player
    table_marriage: str = "queen"  # M6.5
    hearts_king_pays: bool = False  # M6.5, under table_marriage="king" alone
    fool_beaten_by: str = "court"  # M7.1
    trick_prize: str = "per_trick"  # M8.2
    offences: str = "queen"  # M9.1
    revoke_fine: int = 1  # M9.1, chips to every other player
    faulty_pack_fine: bool = False  # M10.3

    def __post_init__(self) -> None:
        check_fields(self, _VARIANTS, _CHIPS)

    @classmethod
    def typical(cls) -> Rules:
        """Account A, the fullest: all defaults."""
        return cls()

    @classmethod
    def modern(cls) -> Rules:
        """Account B."""
        return cls(
            follow="suit", table_marriage="king", fool_beaten_by="hearts", faulty_pack_fine=True
        )

    @classmethod
    def classic(cls) -> Rules:
        """Account C, the oldest wording."""
        return cls(table_marriage="taker", fool_beaten_by="hearts")

    @classmethod
    def literal(cls) -> Rules:
        """Account A to the letter, where the default takes the older custom."""
        return cls(contribution="point", box_awards="round", offences="all")

    @classmethod
    def guimbarde(cls) -> Rules:
        """An approach to the French ancestor, Guimbarde or La Mariée."""
        return cls(
            rank_order="king_high",
            follow="suit",
            table_marriage="king",
            fool_beaten_by="hearts",
            trick_prize="pool",
            point="count",
            fool_power=True,
            point_stake=1,
            box_put_back=False,
            hand_marriage_pays=False,
        )

    @classmethod
    def preset(cls, name: str) -> Rules:
        """A preset by its name; ValueError names the presets there are."""
        if not isinstance(name, str) or name not in PRESETS:
            raise ValueError(f"rules {shown(name)}: expected one of {', '.join(PRESETS)}")
        made: Rules = getattr(cls, name)()
        return made


# How the rules have changed since records of matches were first kept (marriage_env.records).
HISTORY = (
    AddedField("box_put_back", 2, True),
    AddedField("hand_marriage_pays", 2, True),
    AddedField("queen_fine", 2, 1),
    AddedField("revoke_fine", 2, 1),
    ChangedField(
        "point_stake", 2, 0, "it was staked before the declarations, and awarded for POINT"
    ),
)
PRESETS = ("typical", "modern", "classic", "literal", "guimbarde")


@dataclass(frozen=True)
class Accidents:
    """M10: rates per deal of the errors that no player chooses, each a probability, default 0."""

    misdeal: float = 0.0  # M10.2
    faulty_pack: float = 0.0  # M10.3
    missed_deal: float = 0.0  # M10.1

    def __post_init__(self) -> None:
        check_rates(self)


def check_match(num_players: object, rules: object, deals: object) -> int:
    """The number of deals of a valid match (default: one deal a player); else ValueError."""
    players = check_players(num_players, MIN_PLAYERS, MAX_PLAYERS)
    if not isinstance(rules, Rules):
        raise ValueError(f"rules={shown(rules)}: expected a marriage_env.Rules")
    return check_deals(deals, players, most_chips(players, rules))


def most_chips(num_players: int, rules: Rules) -> int:
    """More chips than one deal can add to or take from those of any player.

    All stakes, every payment in single chips, and the fines that can be set: four queens kept back,
    and every card a revoke.
    """
    staked = num_players * (5 * int(rules.stake) + int(rules.point_stake))
    others = num_players - 1
    fines = others * (4 * int(rules.queen_fine) + HAND_SIZE * int(rules.revoke_fine))
    return staked + fines + _MAX_PAYMENTS


RULES = rules_record(Rules, _CHIPS)


def fill_record(record: Any, rules: Rules) -> None:
    """Write `rules` into a RULES record."""
    fill_rules(record, rules, _VARIANTS)
