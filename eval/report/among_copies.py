"""One of an agent among copies of another: what it gains, by seat, and how it behaves there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from agents.arena.decision_cost import microseconds
from agents.arena.duplicate import play_duplicates
from agents.arena.duplicate_statistics import concatenated, statistics_of
from agents.arena.estimate import t_interval
from agents.arena.setting import Setting
from agents.arena.supervision import supervised
from agents.isolation.agent import Guests
from agents.misplay import Misplay
from agents.protocol import Unloadable
from eval.match.command import seat_rows
from eval.report.habits import rate
from marriage_env.game import game_named


class Company(NamedTuple):
    """Who sits among whose copies, and the deals."""

    agent: str
    among: str
    setting: Setting
    time_limit: float | None = None  # of a decision, in seconds
    trusted: bool = False  # as `agents.load` has it


@dataclass(frozen=True)
class NoCompany:
    """Who did what no player may, so that there are no figures."""

    agent: str
    why: str


def in_company(task: Company) -> dict[str, Any] | NoCompany:
    """Gain, gain by distance from the dealer, habits, and the microseconds of a decision."""
    with Guests() as guests:
        try:
            return _in_company(task, guests)
        except Misplay as error:
            return NoCompany(error.agent, error.what)
        except Unloadable as error:
            return NoCompany(task.agent, str(error))


def _in_company(task: Company, guests: Guests) -> dict[str, Any]:
    """As `in_company`; Misplay or Unloadable if one of the two does not play."""
    n, game = task.setting.num_players, task.setting.game
    agent = supervised(task.agent, task.setting, guests, task.time_limit, task.trusted)
    among = supervised(task.among, task.setting, guests, task.time_limit, task.trusted)
    count_habits = game_named(game).statistics.habits
    parts, habits = [], []
    for states in play_duplicates(agent, among, task.setting):
        parts.append(statistics_of(game, states))
        habits.append(count_habits(states) if count_habits is not None else {})
    part = concatenated(parts)
    gain = t_interval(part.gain)
    counts = {name: np.sum([one[name] for one in habits], axis=0) for name in habits[0]}
    return {
        "agent": task.agent,
        "among": task.among,
        "players": n,
        "deals": task.setting.deals,
        "gain": gain.mean,
        "ci95": gain.ci95,
        "by_distance": seat_rows(part),
        "habits": {name: rate(int(did), int(could)) for name, (did, could) in counts.items()},
        "microseconds": microseconds(agent, game, n),
    }
