"""The presets: the fields in which the accounts differ, and the defaults of the others."""

from dataclasses import asdict

import pytest

from marriage_env import Rules
from marriage_env.mariage.rules import PRESETS

DEFAULTS = {
    "rank_order": "queen_high",
    "follow": "beat",
    "table_marriage": "queen",
    "hearts_king_pays": False,
    "fool_beaten_by": "court",
    "faulty_pack_fine": False,
    "trick_prize": "per_trick",
    "point": "sequence",
    "fool_power": False,
    "point_stake": 0,
    "stake": 1,
    "contribution": "all",
    "sequence_order": "natural",
    "hearts_king_power": True,
    "declarations": "automatic",
    "box_awards": "deal",
    "offences": "queen",
    "box_put_back": True,
    "hand_marriage_pays": True,
    "queen_fine": 1,
    "revoke_fine": 1,
}
MODERN = {
    "follow": "suit",
    "table_marriage": "king",
    "fool_beaten_by": "hearts",
    "faulty_pack_fine": True,
}
CLASSIC = {"table_marriage": "taker", "fool_beaten_by": "hearts"}
LITERAL = {"box_awards": "round", "contribution": "point", "offences": "all"}
GUIMBARDE = {
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
}


@pytest.mark.parametrize(
    ("rules", "differs"),
    [
        (Rules(), {}),
        (Rules.typical(), {}),
        (Rules.modern(), MODERN),
        (Rules.classic(), CLASSIC),
        (Rules.literal(), LITERAL),
        (Rules.guimbarde(), GUIMBARDE),
    ],
    ids=["default", "typical", "modern", "classic", "literal", "guimbarde"],
)
def test_presets(rules: Rules, differs: dict[str, object]) -> None:
    """Presets: every field as in the table."""
    assert asdict(rules) == DEFAULTS | differs


def test_every_preset_goes_by_its_name() -> None:
    """Presets: the names that `preset` and `--rules` take, in the order of the table."""
    assert PRESETS == ("typical", "modern", "classic", "literal", "guimbarde")
    assert [Rules.preset(name) for name in PRESETS] == [getattr(Rules, name)() for name in PRESETS]
