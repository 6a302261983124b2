"""M2.3: chips of all players plus all boxes are constant, in random lawful play."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from marriage_env import Rules, marriage_v0

from .table import asked, bank, chips, mask

PRESETS = {
    "typical": Rules.typical(),
    "modern": Rules.modern(),
    "classic": Rules.classic(),
    "guimbarde": Rules.guimbarde(),
}
# Every preset with three numbers of players, every number with two presets.
TABLES = [
    (preset, players)
    for k, preset in enumerate(PRESETS)
    for players in range(5, 11)
    if (k + players) % 2
]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"offences": "all", "declarations": "voluntary"},
    {"offences": "all", "box_awards": "round", "declarations": "voluntary"},
    {"contribution": "point", "offences": "all"},
]


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_m2_3_constant(preset: str, players: int) -> None:
    """M2.3: the sum is nought after every step, and rewards add up to the final chips.

    Only the seat that is asked has anything in its mask. The five-player tables play two deals.
    """
    rules = replace(PRESETS[preset], **OPTIONS[players % 4])
    env = marriage_v0.raw_env(num_players=players, rules=rules, deals=2 if players == 5 else 1)
    rng = Random(f"{preset} {players}")
    env.reset(seed=rng.randrange(1000))
    totals = [0] * players
    assert bank(env) == 0
    while not all(env.terminations.values()):
        masks = [mask(env, seat) for seat in range(players)]
        assert [any(m) for m in masks] == [seat == asked(env) for seat in range(players)]
        env.step(rng.choice([a for a, bit in enumerate(masks[asked(env)]) if bit]))
        assert bank(env) == 0
        totals = [t + int(env.rewards[f"player_{seat}"]) for seat, t in enumerate(totals)]
    assert totals == chips(env)
