"""Lines on stderr about compiling; `MARRIAGE_ENV_QUIET=1` silences them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import parent_process

_SECOND = 10  # so many functions take about a second to compile
_OWN = "marriage_env.", "agents.", "train.", "eval."
_OPTIMIZED = 10  # a game's function for calls from Python takes as long as so many for other calls


@dataclass
class _Said:
    """What this process has said."""

    why_uncached: str = ""
    weight: int = 0  # of the functions compiled so far, in tenths of a second
    silent: bool = False  # an announcement is in force
    compiled: int = 0  # functions


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
    if not _SAID.silent:
        say(line)
    with compiled_silently():
        yield


@contextmanager
def compiled_silently() -> Iterator[Callable[[], int]]:
    """Announce nothing in the block; gives a function that counts what was compiled in it."""
    before, silent, _SAID.silent = _SAID.compiled, _SAID.silent, True
    try:
        yield lambda: _SAID.compiled - before
    finally:
        _SAID.silent, _SAID.weight = silent, 0


def is_silent() -> bool:
    """Whether an announcement is in force."""
    return _SAID.silent


def why_uncached() -> str:
    """Why compiled code is not kept; empty if it is, as far as is known."""
    return _SAID.why_uncached


def count_compiled(name: str, optimized: bool = False) -> None:
    """Say that functions are compiled for the first time, before that takes about a second.

    Called for every function that is compiled rather than read from the cache, before it is.
    `name` is one of them, `agents.search.action_values.add_values`; `optimized` are those that
    Python calls, with all that they call merged into them.
    """
    _SAID.compiled += 1
    if _SAID.silent:
        return
    known = _SAID.weight
    own = name.startswith(_OWN)
    _SAID.weight += _OPTIMIZED if optimized and own else 1
    if known < _SECOND <= _SAID.weight:
        later = "as at every start" if _SAID.why_uncached else "later starts skip this"
        say(f"compiling what is used for the first time ({name} and others); {later} ...")
