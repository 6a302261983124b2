"""`Rules`: the size of the game and its settled points, as one frozen dataclass, and presets.

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

MIN_PLAYERS, MAX_PLAYERS = 2, 3
LARGEST_HAND = 3
RANKS_OF_SUIT = 4
_MAX_CHIPS = 1000


class Follow(IntEnum):
    """S4.2: whether a player must beat, or only follow suit."""

    BEAT = 0
    SUIT = 1


class TableMarriage(IntEnum):
    """S5.5: who is paid for a marriage."""

    KING = 0
    QUEEN = 1


class Offences(IntEnum):
    """S5.3: whether the queen may be kept back."""

    QUEEN = 0
    NONE = 1


_VARIANTS: dict[str, type[IntEnum]] = {
    "follow": Follow,
    "table_marriage": TableMarriage,
    "offences": Offences,
}
COUNTS = {"suits": (2, 4), "hand_cards": (2, LARGEST_HAND)}
_CHIPS = {"queen_fine": (0, _MAX_CHIPS), "trick_prize": (0, _MAX_CHIPS)}


def variants(field: str) -> tuple[str, ...]:
    """The allowed names of a field with named variants, the default first; else ValueError."""
    if not isinstance(field, str) or field not in _VARIANTS:
        raise ValueError(f"field={shown(field)}: expected one of {', '.join(_VARIANTS)}")
    return variant_names(_VARIANTS[field])


@dataclass(frozen=True)
class Rules:
    """The rules of Small Mariage. Fields and clauses: docs/small_mariage.md.

    Raises ValueError for a value that a field does not allow, naming field, value and what is
    allowed.
    """

    suits: int = 3  # S1.1, of four cards each
    hand_cards: int = 2  # S3.2, cards of a hand
    follow: str = "beat"  # S4.2
    queen_fine: int = 1  # S5.3, chips to every other player
    table_marriage: str = "king"  # S5.5
    trick_prize: int = 1  # S6.1, chips from every other player
    offences: str = "queen"  # S5.3

    def __post_init__(self) -> None:
        check_fields(self, _VARIANTS, _CHIPS, COUNTS)

    @classmethod
    def typical(cls) -> Rules:
        """All defaults: whether to lay the queen or to keep it back is a question."""
        return cls()

    @classmethod
    def queen_paid(cls) -> Rules:
        """As Mariage's account A pays: keeping the queen back is hardly ever worth it."""
        return cls(table_marriage="queen")

    @classmethod
    def tiny(cls) -> Rules:
        """The smallest pack: for three players too it is solved within seconds."""
        return cls(suits=2)

    @classmethod
    def large(cls) -> Rules:
        """One card more in each hand: 25 times as many histories as `typical`."""
        return cls(hand_cards=3)

    @classmethod
    def preset(cls, name: str) -> Rules:
        """A preset by its name; ValueError names the presets there are."""
        if not isinstance(name, str) or name not in PRESETS:
            raise ValueError(f"rules {shown(name)}: expected one of {', '.join(PRESETS)}")
        made: Rules = getattr(cls, name)()
        return made


PRESETS = ("typical", "queen_paid", "tiny", "large")


def check_match(num_players: object, rules: object, deals: object) -> int:
    """The number of deals of a valid match (default: one deal a player); else ValueError.

    S1.1, S3.2: the pack must have a card to turn up besides the hands.
    """
    players = check_players(num_players, MIN_PLAYERS, MAX_PLAYERS)
    if not isinstance(rules, Rules):
        raise ValueError(f"rules={shown(rules)}: expected a marriage_env.small_mariage.Rules")
    pack, dealt = RANKS_OF_SUIT * rules.suits, players * rules.hand_cards
    if dealt >= pack:
        raise ValueError(
            f"hand_cards={rules.hand_cards}: expected at most {(pack - 1) // players} with "
            f"{players} players and suits={rules.suits}, so that a card is left to turn up"
        )
    most = rules.suits * (1 + (players - 1) * rules.queen_fine) + rules.trick_prize * players
    return check_deals(deals, players, most)


RULES = rules_record(Rules, _CHIPS)


def fill_record(record: Any, rules: Rules) -> None:
    """Write `rules` into a RULES record."""
    fill_rules(record, rules, _VARIANTS)
