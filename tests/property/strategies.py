"""Hypothesis strategies: tables of every kind."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from marriage_env import Accidents, Rules
from marriage_env.mariage.rules import PRESETS, variants

# The same examples at every run: a failure is to be seen again.
steady = settings(derandomize=True, deadline=None, database=None)


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
any_rng = st.integers(0, 2**32 - 1).map(np.random.default_rng)
