"""An agent in a process of its own, and the set of those that a command runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.isolation.process import Failed, Process
from agents.isolation.worker import Header, state_of
from agents.misplay import Misplay, as_actions
from agents.protocol import Unloadable

_NUMBER = 16  # bytes of the longest numeric type
_MOST_SPAWNED = 1_000_000  # children of a seed in one call
# Windows cannot pass a connection on to a process; agents of factories run in the command there.
CAN_ISOLATE = os.name == "posix"


class IsolatedAgent:
    """An agent that runs in another process.

    `close` ends the process; it starts again when it is next needed. The same seed gives the same
    actions as in the command's own process, because the state of the random generator is sent along
    in both directions.

    Args:
        spec: the name of the agent.
        process: the process in which the agent has been made.
        begin: starts another such process.
    """

    def __init__(self, spec: str, process: Process, begin: Callable[[], Process]) -> None:
        self.name = spec
        self._process, self._begin = process, begin
        self._lock = Lock()

    def act(
        self,
        views: np.ndarray[Any, Any],
        masks: NDArray[np.int8],
        rng: np.random.Generator,
        seconds: float | None = None,
    ) -> NDArray[np.int64]:
        """One action for each view, (B,).

        Raises Misplay for an answer that is not B integers, and Overdue after `seconds`.
        """
        chosen = self._call("act", views, masks, rng, seconds, _NUMBER * len(masks))
        return as_actions(self.name, chosen, len(masks))

    def close(self) -> None:
        """End the process if it is running."""
        self._process.end()

    def _running(self) -> Process:
        """The process, started again if it has ended; Failed if that makes no agent."""
        if not self._process.alive or self._process.owner != os.getpid():
            self._process = self._begin()
        return self._process

    def _call(
        self,
        method: str,
        views: np.ndarray[Any, Any],
        masks: NDArray[np.int8],
        rng: np.random.Generator,
        seconds: float | None,
        most: int,
    ) -> NDArray[Any]:
        """The array that a method returns; zeros if not numeric, or of more than `most` bytes.

        Raises Misplay if it returns none.
        """
        try:
            with self._lock:
                process, state = self._running(), state_of(rng)
                answer, data = process.ask(method, views, masks, state, most, seconds)
                _set_state(rng, answer["generator"])
            return _array_of(answer, data)
        except Failed as error:
            raise Misplay(self.name, str(error), 0) from error
        except (ValueError, TypeError, KeyError, OverflowError) as error:
            self.close()
            raise Misplay(self.name, "sent an invalid answer", 0) from error


class IsolatedValuer(IsolatedAgent):
    """An `IsolatedAgent` that also searches: a `Valuer`."""

    def values(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """As `agents.protocol.Valuer`; Misplay for anything but numbers where actions are legal."""
        found = self._call("values", views, masks, rng, None, _NUMBER * masks.size)
        if found.shape != masks.shape or found.dtype.kind not in "iuf":
            what = f"gave values of {found.dtype} and shape {found.shape}: expected {masks.shape}"
            raise Misplay(self.name, what, 0)
        legal = masks == 1
        if not np.isfinite(found[legal]).all():
            row = int(np.flatnonzero((~np.isfinite(found) & legal).any(axis=1))[0])
            raise Misplay(self.name, "gave a legal action a value that is no number", row)
        return np.where(legal, found, -np.inf)


class AgentProcesses:
    """The agents from factories that a command runs, one process for each different one.

    Agents of the same spec differ if their factory takes keywords whose values differ. `close` ends
    all processes, and so does leaving a `with` block.
    """

    def __init__(self) -> None:
        self._agents: dict[tuple[str, tuple[Any, ...]], IsolatedAgent | Unloadable] = {}
        self._takes: dict[str, tuple[str, ...]] = {}

    def agent(
        self, spec: str, module: str, factory: str, match: Mapping[str, Any]
    ) -> IsolatedAgent:
        """The agent of a spec; Unloadable if its factory makes none, which is tried only once.

        `match` has a hashable value for each of `worker.KEYWORDS`.
        """
        takes = self._takes.get(spec)
        key = (spec, tuple(match[name] for name in takes or ()))
        if takes is None or key not in self._agents:
            begin = partial(Process, module, factory, match)
            found, self._takes[spec] = _begun(spec, begin)
            key = (spec, tuple(match[name] for name in self._takes[spec]))
            self._agents[key] = found
        found = self._agents[key]
        if isinstance(found, Unloadable):
            raise found
        return found

    def close(self) -> None:
        """End all processes."""
        for agent in self._agents.values():
            if isinstance(agent, IsolatedAgent):
                agent.close()
        self._agents.clear()
        self._takes.clear()

    def __enter__(self) -> AgentProcesses:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _begun(
    spec: str, begin: Callable[[], Process]
) -> tuple[IsolatedAgent | Unloadable, tuple[str, ...]]:
    """A running agent, or why there is none, and the keywords that its factory takes."""
    try:
        process = begin()
    except Failed as error:
        return Unloadable(f"agent {spec!r}: {error}"), error.takes
    kind = IsolatedValuer if process.has_values else IsolatedAgent
    return kind(spec, process, begin), process.takes


def _set_state(rng: np.random.Generator, state: Header) -> None:
    """Set a generator to the state it has in an answer, as if it had been used in this process."""
    bits = rng.bit_generator
    bits.state = state["state"]
    if "seed" in state:
        seed: Any = bits.seed_seq
        spawned = int(state["seed"]["n_children_spawned"]) - seed.n_children_spawned
        if not 0 <= spawned <= _MOST_SPAWNED:
            raise ValueError(f"{spawned} children of a seed")
        if spawned:
            seed.spawn(spawned)


def _array_of(answer: Header, data: bytes) -> NDArray[Any]:
    """The array of an answer; zeros of its type and shape if its data were not sent."""
    kind, shape = np.dtype(answer["dtype"]), tuple(map(int, answer["shape"]))
    if data:
        return np.frombuffer(data, kind).reshape(shape)
    return np.broadcast_to(np.zeros((), kind), shape)
