"""One deal told in words: who held what, what was laid, who paid whom and by which clause."""

from __future__ import annotations

import numpy as np

from agents.protocol import Agent
from marriage_env import Rules, marriage_v0
from marriage_env.random import child_seeds
from marriage_env.render.ansi import event_text


def annotated_deal(players: list[Agent], rules: Rules, seed: int) -> str:
    """Play one deal, `players[s]` in seat s, and tell it."""
    env = marriage_v0.raw_env(num_players=len(players), rules=rules, deals=1)
    env.reset(seed=seed)
    chance = np.random.default_rng(child_seeds(seed, 2)[1])
    lines = [f"dealer seat {env.dealer}, trump {env.trump}"]
    lines += [
        f"  seat {seat} ({player.name}): {' '.join(hand)}"
        for seat, (player, hand) in enumerate(zip(players, env.hands, strict=True))
    ]
    while not any(env.terminations.values()):
        agent = env.agent_selection
        mask = env.observe(agent)["action_mask"]
        player = players[int(agent.removeprefix("player_"))]
        env.step(int(player.act(env.view(agent), mask[np.newaxis], chance)[0]))
    trick = None
    for event in env.events:
        if event.trick is not None and event.trick != trick:
            trick = event.trick
            lines.append(f"trick {trick + 1}")
        elif event.trick is None and trick is not None:
            trick = None
            lines.append("settling")
        lines.append("  " + event_text(event))
    lines.append("chips: " + "  ".join(f"seat {s} {c:+d}" for s, c in enumerate(env.chips)))
    return "\n".join(lines)
