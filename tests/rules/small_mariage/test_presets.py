"""The presets and fields of Small Mariage's rules."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from marriage_env.small_mariage.largest_loss import most_lost
from marriage_env.small_mariage.rules import PRESETS, Rules, check_match, variants

DEFAULTS = {
    "suits": 3,
    "hand_cards": 2,
    "follow": "beat",
    "queen_fine": 1,
    "table_marriage": "king",
    "trick_prize": 1,
    "offences": "queen",
}
CHANGED: dict[str, dict[str, object]] = {
    "typical": {},
    "queen_paid": {"table_marriage": "queen"},
    "tiny": {"suits": 2},
    "large": {"hand_cards": 3},
}


def test_presets() -> None:
    """The fields of every preset."""
    assert set(PRESETS) == set(CHANGED)
    for name, changed in CHANGED.items():
        assert asdict(Rules.preset(name)) == {**DEFAULTS, **changed}
    with pytest.raises(ValueError, match="'classic': expected one of typical, queen_paid"):
        Rules.preset("classic")


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ({"suits": 5}, "suits=5: expected an integer from 2 to 4"),
        ({"suits": True}, "suits=True"),
        ({"hand_cards": 1}, "hand_cards=1: expected an integer from 2 to 3"),
        ({"queen_fine": -1}, "queen_fine=-1: expected an integer from 0 to 1000"),
        ({"trick_prize": 1001}, "trick_prize=1001"),
        ({"follow": "any"}, "follow='any': expected one of beat, suit"),
        ({"table_marriage": "taker"}, "table_marriage='taker': expected one of king, queen"),
        ({"offences": "all"}, "offences='all': expected one of queen, none"),
    ],
)
def test_wrong_rules_are_named(field: dict[str, object], message: str) -> None:
    """The error names field, value and what is allowed."""
    with pytest.raises(ValueError, match=message):
        Rules(**field)  # type: ignore[arg-type]


def test_variants() -> None:
    """The named values of a field, the default first."""
    assert variants("table_marriage") == ("king", "queen")
    with pytest.raises(ValueError, match="field='suits': expected one of follow"):
        variants("suits")


@pytest.mark.parametrize(
    ("deals", "message"),
    [(0, "deals=0: expected"), (True, "deals=True"), (10**9, "expected at most")],
)
def test_wrong_deals_are_named(deals: object, message: str) -> None:
    """S6.2: at least one deal, and no more than 32-bit chips can count."""
    with pytest.raises(ValueError, match=message):
        check_match(2, Rules(queen_fine=1000), deals)


def test_rules_of_another_kind_are_named() -> None:
    """Only those of Small Mariage are taken."""
    with pytest.raises(ValueError, match=r"expected a marriage_env\.small_mariage\.Rules"):
        check_match(2, "typical", None)


def test_the_largest_loss() -> None:
    """Both queens of a hand kept back, a chip for each marriage, and the prize."""
    assert most_lost(3, Rules(queen_fine=5)) == 2 * 2 * 5 + 3 + 1
    assert most_lost(2, Rules(queen_fine=5, offences="none")) == 3 + 1
