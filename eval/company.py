"""One of an agent among copies of another: what it gains, by seat, and how it behaves there."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from agents import load
from agents.cost import microseconds
from agents.duplicate import Setting, play_duplicates
from eval.conduct import WITH_HABITS, conduct, rate
from eval.significance import t_interval
from eval.tally import by_distance, joined, tally


class Company(NamedTuple):
    """Who sits among whose copies, and the deals."""

    agent: str
    among: str
    setting: Setting


def in_company(task: Company) -> dict[str, Any]:
    """Gain, gain by distance from the dealer, habits, and the microseconds of a decision."""
    n, rules, game = task.setting.num_players, task.setting.rules, task.setting.game
    agent, among = load(task.agent, n, rules, game), load(task.among, n, rules, game)
    parts, habits = [], []
    for states in play_duplicates(agent, among, task.setting):
        parts.append(tally(states))
        habits.append(conduct(states) if game in WITH_HABITS else {})
    part = joined(parts)
    gain = t_interval(part["gain"])
    counts = {name: np.sum([one[name] for one in habits], axis=0) for name in habits[0]}
    return {
        "agent": task.agent,
        "among": task.among,
        "players": n,
        "deals": task.setting.deals,
        "gain": gain.mean,
        "ci95": [gain.low, gain.high],
        "by_distance": by_distance(part),
        "habits": {name: rate(int(did), int(could)) for name, (did, could) in counts.items()},
        "microseconds": microseconds(agent, n, game),
    }
