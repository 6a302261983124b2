"""Hypothesis strategies: tables of every kind."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st

from marriage_env import Accidents, Rules
from marriage_env.mariage.rules import PRESETS, variants

# The same examples at every run, so that a failure is seen again. It names its rules and seed, and
# whole matches shrink slowly.
steady = settings(
    derandomize=True, deadline=None, database=None, phases=(Phase.explicit, Phase.generate)
)


def _values(name: str, default: object) -> st.SearchStrategy[Any]:
    if isinstance(default, str):
        return st.sampled_from(variants(name))
    return st.booleans() if isinstance(default, bool) else st.integers(default, default + 1)


any_rules = st.one_of(
    st.sampled_from([Rules.preset(name) for name in PRESETS]),
    st.builds(Rules, **{field.name: _values(field.name, field.default) for field in fields(Rules)}),
)
any_players = st.integers(5, 10)
any_accidents = st.sampled_from([Accidents(), Accidents(0.3, 0.5, 0.3)])
