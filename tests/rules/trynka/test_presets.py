"""The presets and fields of Trynka's rules."""

from dataclasses import asdict

import pytest

from marriage_env.trynka.rules import PRESETS, Rules, check_match

DEFAULTS = {
    "card_stake": 1,
    "saucer_stake": 2,
    "marriage_saucer": "all",
    "offences": "miss",
    "ends": "first_out",
    "out_pay": 0,
}
CHANGED = {
    "typical": {},
    "literal": {"marriage_saucer": "two"},
    "nain_jaune": {"out_pay": 1},
}


def test_presets() -> None:
    """T2, T3.2, T4.3, T5: the fields of every preset."""
    assert set(PRESETS) == set(CHANGED)
    for name, changed in CHANGED.items():
        assert asdict(Rules.preset(name)) == {**DEFAULTS, **changed}


def test_no_such_preset() -> None:
    """A wrong name is told with the right ones."""
    with pytest.raises(ValueError, match="'classic': expected one of typical, literal"):
        Rules.preset("classic")


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ({"card_stake": True}, "card_stake=True: expected an integer from 0 to 1000"),
        ({"out_pay": 1001}, "out_pay=1001"),
        ({"saucer_stake": 1.0}, "saucer_stake=1.0"),
        ({"marriage_saucer": "three"}, "marriage_saucer='three': expected one of all, two"),
        ({"offences": None}, "offences=None: expected one of miss, none"),
        ({"ends": "last_out"}, "ends='last_out': expected one of first_out, all_out"),
    ],
)
def test_wrong_rules_are_named(field: dict[str, object], message: str) -> None:
    """The error names field, value and what is allowed."""
    with pytest.raises(ValueError, match=message):
        Rules(**field)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("deals", "message"),
    [(0, "deals=0: expected"), (True, "deals=True"), (10**8, "expected at most")],
)
def test_wrong_deals_are_named(deals: object, message: str) -> None:
    """T7: at least one deal, and no more than 32-bit chips can count."""
    with pytest.raises(ValueError, match=message):
        check_match(5, Rules(), deals)


def test_rules_of_another_kind_are_named() -> None:
    """Only Trynka's rules are."""
    with pytest.raises(
        ValueError, match=r"rules='typical': expected a marriage_env\.trynka\.Rules"
    ):
        check_match(5, "typical", None)
