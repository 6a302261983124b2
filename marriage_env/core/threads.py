"""Threads that share work, in every process that holds them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Part = TypeVar("Part")


class Team:
    """`size` threads, which begin with the first work and stay: new ones take turns on one core.

    A forked process has none of its parent's threads, so that the team begins anew in it; copies
    and pickles have threads of their own too.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0  # in which the pool has its threads

    def share(self, work: Callable[[Part], object], parts: Iterable[Part]) -> None:
        """Do `work` on every part and wait for all; raises what the first part that fails raises.

        No part may share work with the same team.
        """
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self._size), os.getpid()
        list(self._pool.map(work, parts))

    def close(self) -> None:
        """Let the threads go; the next work has new ones."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Team, (self._size,)
