"""One of an agent among copies of another: what it gains, by seat, and how it behaves there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.arena.confidence_interval import t_interval
from agents.arena.decision_cost import microseconds
from agents.arena.duplicate import play_duplicates
from agents.arena.duplicate_statistics import concatenated, statistics_of
from agents.arena.misbehavior import supervised
from agents.arena.setting import Setting
from agents.isolation.agent import AgentProcesses
from agents.misplay import Misplay
from agents.protocol import Unloadable
from eval.match.result import seat_gains
from eval.report.habits import share_of
from eval.report.result import AmongCopiesResult, Disqualified
from marriage_env.game import game_named


@dataclass(frozen=True)
class AmongCopies:
    """A task: one of `agent` among copies of `among`, both by spec."""

    agent: str
    among: str
    setting: Setting
    time_limit: float | None = None  # of a decision, in seconds
    trusted: bool = False  # as `agents.load` has it


def play_among_copies(task: AmongCopies) -> AmongCopiesResult | Disqualified:
    """Gains, habits, and the cost of a decision; or which of the two agents cannot play."""
    with AgentProcesses() as processes:
        try:
            return _played(task, processes)
        except Misplay as error:
            return Disqualified(error.agent, error.what)
        except Unloadable as error:
            return Disqualified(task.agent, str(error))


def _played(task: AmongCopies, processes: AgentProcesses) -> AmongCopiesResult:
    """As `play_among_copies`; Misplay or Unloadable if one of the two does not play."""
    n, game = task.setting.num_players, task.setting.game
    agent = supervised(task.agent, task.setting, processes, task.time_limit, task.trusted)
    among = supervised(task.among, task.setting, processes, task.time_limit, task.trusted)
    count_habits, parts = game_named(game).statistics.habits, []
    habits: dict[str, NDArray[np.int64]] = {}  # by name (2,): how often, of how many chances
    for states in play_duplicates(agent, among, task.setting):
        parts.append(statistics_of(game, states))
        for name, counts in (count_habits(states) if count_habits else {}).items():
            habits[name] = habits.get(name, 0) + counts
    part = concatenated(parts)
    return AmongCopiesResult(
        agent=task.agent,
        among=task.among,
        players=n,
        deals=task.setting.deals,
        gain=t_interval(part.gain),
        by_distance=seat_gains(part),
        habits={name: share_of(int(did), int(could)) for name, (did, could) in habits.items()},
        microseconds=microseconds(agent, game, n),
    )
