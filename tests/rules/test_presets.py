"""The presets: the fields in which the accounts differ, and the defaults of the others."""

import pytest

from marriage_env import Rules

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
}
MODERN = {
    "follow": "suit",
    "table_marriage": "king",
    "fool_beaten_by": "hearts",
    "faulty_pack_fine": True,
}
CLASSIC = {"table_marriage": "king", "hearts_king_pays": True, "fool_beaten_by": "hearts"}
GUIMBARDE = {
    "rank_order": "king_high",
    "follow": "suit",
    "table_marriage": "king",
    "fool_beaten_by": "hearts",
    "trick_prize": "pool",
    "point": "count",
    "fool_power": True,
    "point_stake": 1,
}


@pytest.mark.parametrize(
    ("rules", "differs"),
    [
        (Rules(), {}),
        (Rules.typical(), {}),
        (Rules.modern(), MODERN),
        (Rules.classic(), CLASSIC),
        (Rules.guimbarde(), GUIMBARDE),
    ],
    ids=["default", "typical", "modern", "classic", "guimbarde"],
)
def test_presets(rules: Rules, differs: dict[str, object]) -> None:
    """Presets: every field as in the table."""
    assert {name: getattr(rules, name) for name in DEFAULTS} == DEFAULTS | differs
