"""The layout of observations belongs to the version in the environment's name.

Models of others are trained on raw observations and store no version of theirs: like every
environment of PettingZoo, a changed layout needs a new name (`marriage_v1`), not a new digest here.
"""

from __future__ import annotations

from hashlib import sha256

import pytest

from marriage_env.game import game_of

LAYOUTS = {"marriage_v0": "4b7d9a88f773e5f3", "trynka_v0": "003a399084fa49b2"}


@pytest.mark.parametrize(("env", "digest"), LAYOUTS.items())
def test_a_layout_never_changes_under_the_same_name(env, digest):
    game = game_of(env)
    told = [
        (block.name, block.shape(players), block.low, block.high)
        for players in game.players
        for block in game.layout.blocks
    ]
    assert sha256(repr(told).encode()).hexdigest()[:16] == digest
