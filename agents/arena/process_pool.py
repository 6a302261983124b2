"""Tasks done by several processes, their results in order.

Processes rather than threads: a built-in agent can only be interrupted in a main thread (see
`agents.arena.misbehavior`), and most of the work holds the interpreter's lock.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from typing import TypeVar

from agents.isolation.children import end_with_parent
from marriage_env.core.arguments import as_int

Task = TypeVar("Task")
Result = TypeVar("Result")

_STOP_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


def check_workers(workers: int) -> None:
    """ValueError unless this can be a number of processes."""
    as_int("workers", workers, 1)


def map_in_processes(
    function: Callable[[Task], Result], tasks: Iterable[Task], workers: int
) -> Generator[Result, None, None]:
    """`function` of every task, computed by `workers` processes; one worker is this process itself.

    Tasks are taken as results are consumed, a few ahead. Closing the generator (or an exception in
    it) kills the processes at once, whatever they do. RuntimeError if one dies.
    """
    if workers == 1:
        yield from map(function, tasks)
        return
    before = active_children()
    with _stop_signals_blocked():  # one that came now would leave semaphores behind
        pool = ProcessPoolExecutor(workers, get_context("spawn"), _initialize_worker)
    waiting: deque[Future[Result]] = deque()
    try:
        for task in tasks:
            with _stop_signals_blocked():  # a worker that starts now inherits that
                waiting.append(pool.submit(function, task))
            if len(waiting) > 2 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as error:
        raise RuntimeError("a worker process died: out of memory, or an agent ended it") from error
    finally:
        for child in active_children():
            if child not in before:
                child.kill()  # workers ignore gentler signals
        pool.shutdown(cancel_futures=True)


@contextmanager
def _stop_signals_blocked() -> Iterator[None]:
    """Let stop signals wait; they may reach the whole process group at once."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # it starts with a change of the signals that are blocked
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _initialize_worker() -> None:
    """Ignore stop signals, which the parent handles, and never outlive the parent."""
    for number in _STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOP_SIGNALS)
    parent = parent_process()
    assert parent is not None
    assert parent.pid is not None
    end_with_parent(parent.pid)
