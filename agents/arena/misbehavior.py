"""Agents under supervision: whatever one does wrong becomes a Misplay that names the decision."""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.lockstep import Player, play_games
from agents.arena.setting import Setting, seeded_games
from agents.isolation.agent import AgentProcesses, IsolatedAgent
from agents.isolation.process import Overdue
from agents.misplay import Misplay, as_actions
from agents.protocol import Agent
from agents.registry import load
from agents.spec import names_code
from marriage_env.core.rng import Purpose, child_seeds, seed_for

FIRST_SECONDS = 30.0  # in which somebody else's agent may compile its code, under a time limit
# Until the alarm rings again: Python drops an exception that is raised in a destructor.
_REPEAT_SECONDS = 20.0
_LEAST_SECONDS = 0.5  # of a call: a busy machine may delay any agent for a moment


class TimeIsUp(BaseException):
    """A time limit has passed. Not an Exception, so that code that catches those cannot go on."""


@contextmanager
def time_limit_of(seconds: float | None) -> Iterator[None]:
    """Raise TimeIsUp in the block once it has taken so long; None is no limit.

    Uses the system's alarm signal: it works in the main thread only, and interrupts nothing before
    the block is back in Python, so not a loop that never leaves compiled code.
    """
    if seconds is None:
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds, _REPEAT_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def check_limit(seconds: float | None) -> None:
    """ValueError unless this can be a time limit of a decision."""
    if seconds is not None and not 0 < seconds < math.inf:
        raise ValueError(f"time limit {seconds!r}: expected seconds, more than 0")


def supervised(
    spec: str,
    setting: Setting,
    processes: AgentProcesses,
    time_limit: float | None = None,
    trusted: bool = False,
) -> Supervised:
    """The agent of a spec, as `agents.load` makes it with `processes`, under supervision.

    Under a time limit it first plays deals that do not count, so that the time to compile its code
    is not charged to its decisions. ValueError as `agents.load`, and for an impossible limit.
    """
    check_limit(time_limit)
    agent = load(spec, setting.num_players, setting.rules, setting.game, processes, trusted)
    made = Supervised(agent, spec, time_limit)
    if time_limit is not None:
        made.warm_up(setting)
    return made


class Supervised:
    """An agent that raises Misplay, named by its spec, when it raises, is late or chooses nothing.

    Args:
        agent: the agent that chooses.
        spec: its name in messages.
        seconds: time limit of a decision; a batch of B decisions may take B times as long, and half
            a second in any case. An agent in a process of its own is killed when the time is up;
            any other is interrupted, which works in the main thread only: elsewhere ValueError.
    """

    def __init__(self, agent: Agent, spec: str, seconds: float | None = None) -> None:
        self.name = spec
        self._agent, self._seconds = agent, seconds
        self._check_thread()

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """The agent's choices, (B,); the `game` of a Misplay is the row of the decision."""
        self._check_thread()
        answer = self._actions_or_fault(views, masks, rng)
        if not isinstance(answer, str):
            return answer
        what, row = self._first_fault(views, masks, rng, answer)
        if isinstance(self._agent, IsolatedAgent):
            self._agent.close()
        raise Misplay(self.name, what, row)

    def warm_up(self, setting: Setting) -> None:
        """Play two deals that do not count; what goes wrong goes wrong again when it counts."""
        limit = self._seconds and FIRST_SECONDS
        foreign = names_code(self.name, setting.game)  # a search may ask somebody else's policy

        class Patient:
            name = self.name

            @staticmethod
            def act(views: Any, masks: Any, rng: Any) -> NDArray[np.int64]:
                if isinstance(self._agent, IsolatedAgent):
                    return self._agent.act(views, masks, rng, limit)
                with time_limit_of(limit if foreign else None):
                    return as_actions(self.name, self._agent.act(views, masks, rng), len(masks))

        of_deals, of_agent = child_seeds(seed_for(Purpose.WARM_UP, 0), 2)
        states = seeded_games(setting, child_seeds(of_deals, 2), 1)
        seating = np.zeros((2, setting.num_players), np.int64)
        with suppress(Exception, TimeIsUp):
            player = Player(Patient(), np.random.default_rng(of_agent))
            play_games(setting.game, [player], states, seating)

    def _check_thread(self) -> None:
        """ValueError if the agent has a limit that cannot be enforced here."""
        if self._seconds is None or isinstance(self._agent, IsolatedAgent):
            return
        if not hasattr(signal, "setitimer"):
            raise ValueError(
                f"time limit {self._seconds!r}: this system has no alarm to interrupt {self.name}"
            )
        if threading.current_thread() is not threading.main_thread():
            raise ValueError(
                f"time limit {self._seconds!r}: {self.name} can be interrupted in the main thread "
                "alone; expected None, or a package.module:factory, which has its own process"
            )

    def _actions_or_fault(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64] | str:
        """The agent's actions, or in words why there are none."""
        limit = self._seconds
        seconds = None if limit is None else max(limit * len(masks), _LEAST_SECONDS)
        try:
            if isinstance(self._agent, IsolatedAgent):
                return self._agent.act(views, masks, rng, seconds)
            with time_limit_of(seconds):
                return as_actions(self.name, self._agent.act(views, masks, rng), len(masks))
        except Misplay as error:
            return error.what
        except (TimeIsUp, Overdue):
            return f"took more than {limit:g} s a decision ({len(masks)} at once)"
        except KeyboardInterrupt:  # the user's Ctrl-C, which ends the command
            raise
        except BaseException as error:
            return f"raised {type(error).__name__}: {error}"

    def _first_fault(
        self,
        views: np.ndarray[Any, Any],
        masks: NDArray[np.int8],
        rng: np.random.Generator,
        fault: str,
    ) -> tuple[str, int]:
        """What goes wrong and in which row, when the agent is asked for one row at a time.

        The fault of the whole batch, and row 0, if all rows go well then.
        """
        for row in range(len(masks)):
            alone = self._actions_or_fault(views[row : row + 1], masks[row : row + 1], rng)
            if isinstance(alone, str):
                return alone, row
        return fault, 0
