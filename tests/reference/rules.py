"""The fields on which the printed accounts differ, and the presets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from .cards import FOOL, HEARTS_KING, HEARTS_QUEEN, KING_HIGH, QUEEN_HIGH, RANKS, rank

CHOICES = {
    "rank_order": {"queen_high", "king_high"},
    "follow": {"beat", "suit"},
    "table_marriage": {"queen", "king", "taker"},
    "fool_beaten_by": {"court", "hearts"},
    "trick_prize": {"per_trick", "pool"},
    "point": {"sequence", "count"},
    "contribution": {"all", "point"},
    "sequence_order": {"natural", "rank"},
    "declarations": {"automatic", "voluntary"},
    "box_awards": {"deal", "round"},
    "offences": {"queen", "none", "all"},
}


@dataclass(frozen=True)
class Rules:
    """The fields with the defaults of the table of presets."""

    rank_order: str = "queen_high"
    follow: str = "beat"
    table_marriage: str = "queen"
    hearts_king_pays: bool = False
    fool_beaten_by: str = "court"
    faulty_pack_fine: bool = False
    trick_prize: str = "per_trick"
    point: str = "sequence"
    fool_power: bool = False
    point_stake: int = 0
    stake: int = 1
    contribution: str = "all"
    sequence_order: str = "natural"
    hearts_king_power: bool = True
    declarations: str = "automatic"
    box_awards: str = "deal"
    offences: str = "queen"
    box_put_back: bool = True
    hand_marriage_pays: bool = True
    queen_fine: int = 1
    revoke_fine: int = 1

    def __post_init__(self) -> None:
        """Refuse a value that no clause knows, so that a typing slip is not read as a rule."""
        for field, allowed in CHOICES.items():
            if getattr(self, field) not in allowed:
                raise ValueError(f"{field}={getattr(self, field)!r} is not one of {allowed}")
        if self.stake < 1 or self.point_stake < 0:
            raise ValueError("M2.2: stake is at least 1, point_stake at least 0")
        if not (0 <= self.queen_fine <= 1000 and 0 <= self.revoke_fine <= 1000):
            raise ValueError("M6.3, M9.1: a fine is from 0 to 1000 chips")

    @staticmethod
    def from_dict(fields: dict[str, object]) -> Rules:
        """The rules named in a dict; what is missing has its default."""
        return Rules(**cast("dict[str, Any]", fields))

    def height(self, card: str) -> int:
        """M1.2: the place of a card inside its suit when taking tricks."""
        order = QUEEN_HIGH if self.rank_order == "queen_high" else KING_HIGH
        return order.index(rank(card))

    def top_cards(self) -> list[str]:
        """M1.3: the cards above every suit, from the highest."""
        tops = [HEARTS_QUEEN]
        if self.hearts_king_power:
            tops.append(HEARTS_KING)
        if self.fool_power:
            tops.append(FOOL)
        return tops

    def place_in_sequence(self, card: str) -> int:
        """M4.1: the place of a card in the order in which sequences are reckoned."""
        return RANKS.index(rank(card)) if self.sequence_order == "natural" else self.height(card)


PRESETS: dict[str, dict[str, object]] = {
    "typical": {},
    "modern": {
        "follow": "suit",
        "table_marriage": "king",
        "fool_beaten_by": "hearts",
        "faulty_pack_fine": True,
    },
    "classic": {"table_marriage": "taker", "fool_beaten_by": "hearts"},
    "literal": {"box_awards": "round", "contribution": "point", "offences": "all"},
    "guimbarde": {
        "rank_order": "king_high",
        "follow": "suit",
        "table_marriage": "king",
        "fool_beaten_by": "hearts",
        "trick_prize": "pool",
        "point": "count",
        "fool_power": True,
        "point_stake": 1,
        "box_put_back": False,
        "hand_marriage_pays": False,
    },
}
