"""Lines on stderr about compiling; `MARRIAGE_ENV_QUIET=1` silences them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import parent_process

_SECOND = 10  # so many functions take about a second to compile


@dataclass
class _Said:
    """What this process has said."""

    why_uncached: str = ""
    compiled: int = 0  # functions compiled since the last announcement; -1: one is in force


_SAID = _Said()


def say(line: str) -> None:
    """Print a line on stderr, unless MARRIAGE_ENV_QUIET is set."""
    if os.environ.get("MARRIAGE_ENV_QUIET", "0") in ("", "0") and sys.stderr is not None:
        with suppress(OSError, ValueError):  # closed
            print(f"marriage_env: {line}", file=sys.stderr, flush=True)


def say_uncached(why: object) -> None:
    """Say why compiled code is not cached, once a process."""
    if not _SAID.why_uncached:
        _SAID.why_uncached = str(why)
        if parent_process() is None:  # else the parent has said it
            say(
                f"compiled code is not kept, so that every start compiles again: {why} "
                "(NUMBA_CACHE_DIR=FOLDER keeps it elsewhere, MARRIAGE_ENV_QUIET=1 silences this)"
            )


@contextmanager
def announced(line: str) -> Iterator[None]:
    """Say what is compiled in the block, so that `count_compiled` does not."""
    say(line)
    _SAID.compiled = -1
    try:
        yield
    finally:
        _SAID.compiled = 0


def count_compiled(name: str) -> None:
    """Say that functions are compiled for the first time, once that has taken about a second.

    Called for every function that is compiled rather than read from the cache; `name` is one of
    them, `agents.search.action_values.add_values`.
    """
    if _SAID.compiled < 0:
        return
    _SAID.compiled += 1
    if _SAID.compiled == _SECOND:
        later = "as at every start" if _SAID.why_uncached else "later starts skip this"
        say(f"compiling what is used for the first time ({name} and others); {later} ...")
