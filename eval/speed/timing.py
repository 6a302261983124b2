"""Measuring how often something can be done per second, on a fixed number of cores.

Both sides of a comparison use this, so it needs nothing but the standard library.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from eval.hardware import all_cores


@dataclass(frozen=True)
class Sample:
    """How much was done in how long."""

    count: int  # moves, copies, …
    seconds: float  # of wall-clock time, spent on what is measured alone
    core_share: float  # processor time over wall time of the whole loop; 1.0 is a core to itself


@dataclass(frozen=True)
class Meter:
    """Something that is ready to be measured again and again."""

    read: Callable[[float], Sample]  # for so many seconds, at least once
    setting: str = ""  # chosen by the peer itself


def repeat(
    work: Callable[[], Any],
    seconds: float,
    before: Callable[[], object] | None = None,
    count_of: Callable[[Any], int] = int,
) -> Sample:
    """Do `work` at least once and until it took `seconds`; it returns how much it did.

    `before`, called each time, and `count_of`, applied to what `work` returned, are not timed.
    """
    count, measured = 0, 0.0
    begun, processor = time.perf_counter(), time.process_time()
    while True:
        if before:
            before()
        start = time.perf_counter()
        given = work()
        measured += time.perf_counter() - start
        count += count_of(given)
        if measured >= seconds:
            break
    share = (time.process_time() - processor) / (time.perf_counter() - begun)
    return Sample(count, measured, share)


def pin(cores: list[int]) -> None:
    """Let the calling thread, and those it will start, use only these cores (Linux)."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)


@contextmanager
def pinned(cores: list[int]) -> Iterator[None]:
    """`pin` for a while."""
    before = all_cores()
    pin(cores)
    try:
        yield
    finally:
        pin(before)
