"""A team of threads that share work and survive forks, copies and pickles of their owner."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Part = TypeVar("Part")


class Team:
    """`size` threads, which start with the first work and are kept for later work.

    A forked process has none of its parent's threads, so that the team starts new ones in it;
    copies and pickles start threads of their own too.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0  # in which the pool has its threads

    def share(self, work: Callable[[Part], object], parts: Iterable[Part]) -> None:
        """Call `work` with every part and wait for all; raises the error of the first that fails.

        `work` must not call this team.
        """
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self._size), os.getpid()
        list(self._pool.map(work, parts))

    def close(self) -> None:
        """End the threads; the next work starts new ones."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Team, (self._size,)
