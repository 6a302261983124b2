"""Asking an agent under watch: whatever it does wrong becomes a Misplay that names the decision."""

from __future__ import annotations

import argparse
import math
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.duplicate import Misplay, as_actions
from agents.protocol import Agent

_LEAST_SECONDS = 0.5  # of a call: a busy machine may hold anybody up for a moment


class Late(BaseException):
    """The time is up. No Exception, so that an agent that catches those cannot go on."""


@contextmanager
def at_most(seconds: float | None) -> Iterator[None]:
    """Raise Late in the block once it has taken so long; None is no limit.

    By an alarm of the system, so in the main thread alone, and not before the block is back in
    Python: a loop that never leaves compiled code is not interrupted.
    """
    if seconds is None:
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise Late

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def add_limit(parser: argparse.ArgumentParser) -> None:
    """The option that `check_limit` checks."""
    parser.add_argument(
        "--time-limit", type=float, metavar="SECONDS", help="of a decision, on average of a batch"
    )


def check_limit(seconds: float | None) -> None:
    """ValueError unless this can be a time limit of a decision here."""
    if seconds is None:
        return
    if not 0 < seconds < math.inf:
        raise ValueError(f"time limit {seconds!r}: expected seconds, more than 0")
    if not hasattr(signal, "setitimer"):
        raise ValueError(f"time limit {seconds!r}: this system has no alarm to interrupt an agent")


class Watched:
    """An agent that raises Misplay, named by its spec, when it raises, is late or chooses nothing.

    Args:
        agent: who is asked.
        spec: how it is called.
        seconds: limit of a decision; a batch of B decisions may take B times as long, and half a
            second in any case.
    """

    def __init__(self, agent: Agent, spec: str, seconds: float | None = None) -> None:
        self.name = spec
        self._agent, self._seconds = agent, seconds

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """What the agent chooses; the Misplay's `game` is the row of the decision."""
        wrong = self._fault(views, masks, rng)
        if isinstance(wrong, str):
            raise Misplay(self.name, *self._first_fault(views, masks, rng, wrong))
        return wrong

    def _fault(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64] | str:
        """The agent's actions, or in words why there are none."""
        limit = self._seconds
        try:
            with at_most(limit and max(limit * len(masks), _LEAST_SECONDS)):
                return as_actions(self.name, self._agent.act(views, masks, rng), len(masks))
        except Misplay as error:
            return error.what
        except Late:
            return f"took more than {limit:g} s a decision ({len(masks)} at once)"
        except (Exception, SystemExit) as error:  # a stranger's code may raise anything
            return f"raised {type(error).__name__}: {error}"

    def _first_fault(
        self,
        views: np.ndarray[Any, Any],
        masks: NDArray[np.int8],
        rng: np.random.Generator,
        wrong: str,
    ) -> tuple[str, int]:
        """What went wrong and in which row, found by asking one by one; row 0 if it hides then."""
        for row in range(len(masks)):
            alone = self._fault(views[row : row + 1], masks[row : row + 1], rng)
            if isinstance(alone, str):
                return alone, row
        return wrong, 0
