"""The engine against the reference model, action by action, under every variant of the rules."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from marriage_env import Rules
from marriage_env.mariage.rules import PRESETS, variants
from tests.property.differential import compare

NAMED = [field.name for field in fields(Rules) if field.type == "str"]
FLAGS = [field.name for field in fields(Rules) if field.type == "bool"]

ANY_RULES = st.one_of(
    st.sampled_from(PRESETS).map(Rules.preset),
    st.builds(
        Rules,
        **{name: st.sampled_from(variants(name)) for name in NAMED},
        **{name: st.booleans() for name in FLAGS},
        stake=st.integers(1, 5),
        point_stake=st.integers(0, 3),
        queen_fine=st.sampled_from([0, 1, 2, 1000]),
        revoke_fine=st.sampled_from([0, 1, 2, 1000]),
    ),
)
MATCHES = {
    "players": st.integers(5, 10),
    "rules": ANY_RULES,
    "deals": st.integers(1, 4),
    "accident_rate": st.sampled_from([0.0, 0.3]),
    "seed": st.integers(0, 2**32),
}
# A failure that hypothesis shrinks is printed as a record, which a person can read and replay.
SETTINGS = settings(
    deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=False
)


@SETTINGS
@given(**MATCHES)
def test_the_engine_agrees_with_the_reference_model(players, rules, deals, accident_rate, seed):
    assert compare(players, rules, deals, accident_rate, seed) >= 25 * deals


@pytest.mark.slow
@settings(SETTINGS, max_examples=3000)
@given(**MATCHES)
def test_the_engine_agrees_with_the_reference_model_at_length(
    players, rules, deals, accident_rate, seed
):
    assert compare(players, rules, deals, accident_rate, seed) >= 25 * deals


@pytest.mark.parametrize("field", NAMED)
def test_every_value_of_every_named_variant_agrees(field):
    for number, value in enumerate(variants(field)):
        for players in (5, 8):
            compare(players, Rules(**{field: value}), 3, 0.2, number)


@pytest.mark.parametrize("field", FLAGS)
@pytest.mark.parametrize("table_marriage", variants("table_marriage"))
def test_both_values_of_every_flag_agree(field, table_marriage):
    for value in (False, True):
        rules = Rules(**{field: value}, table_marriage=table_marriage, fool_beaten_by="hearts")
        compare(6, rules, 3, 0.3, 7)


def test_a_shrunken_failure_is_shown_as_a_record(monkeypatch):
    """Break the model on purpose: the failure must carry a record that a person can read."""
    from tests.reference import model

    monkeypatch.setattr(model.Match, "chips", property(lambda self: [0] * self.players))
    with pytest.raises(AssertionError, match=r'chips(.|\n)*"format": "marriage-env-record"'):
        compare(5, Rules.typical(), 1, 0.0, 1)
