"""The one way this project compiles a function.

What is compiled is kept on disk for later processes (`marriage_env.compiler.cache`), where it can
be found again: a function in a notebook cell, in `python -c`, from standard input or with a closure
is compiled anew in every process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import numba
import numpy as np
from numba.core import config as numba_config
from numba.core.dispatcher import Dispatcher

from marriage_env.compiler.cache import DiskCache, cache_folder, is_kept, say, say_uncached

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

config: Any = numba_config
JITTED = not config.DISABLE_JIT


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile `function` with numba: no Python objects, no interpreter lock, cached on disk."""
    if not JITTED:
        return function
    compiled: Any = numba.njit(nogil=True)(function)
    if is_kept(function):
        compiled._cache = DiskCache(function)
    return compiled  # type: ignore[no-any-return]


def is_compiled(function: object) -> bool:
    """Whether compiled code can call a function: `jit` made it."""
    return isinstance(function, Dispatcher) if JITTED else callable(function)


def announce_compilation(game: str) -> bool:
    """Say on stderr, once for each version of the sources, that a game's first use compiles.

    Returns True when it said so; `compilation_done` then remembers it.
    """
    if not JITTED:
        return False
    folder = cache_folder()
    if folder is not None and (folder / f"compiled_{game}").exists():
        return False
    later = "later starts skip this" if folder is not None else "as at every start"
    say(f"compiling {game} for this machine; {later} ...")
    return True


@contextmanager
def one_process_at_a_time(name: str) -> Iterator[None]:
    """Let one process at a time into the part that `name` stands for.

    A courtesy that saves work, so that nothing is wrong where there are no locks.
    """
    folder = cache_folder() if JITTED and fcntl is not None else None
    if folder is None:
        yield
        return
    try:
        lock = open(folder / f"{name}.lock", "w")  # noqa: SIM115 closed below
    except OSError:
        yield
        return
    with lock:
        with suppress(OSError):  # some network file systems know no locks
            fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            yield
        finally:
            with suppress(OSError):  # closing would not do: a process that was forked has it too
                fcntl.flock(lock, fcntl.LOCK_UN)


def compilation_done(game: str, seconds: float) -> None:
    """Mark the cache as filled and say how long it took."""
    say(f"compiled in {seconds:.0f} s")
    folder = cache_folder()
    if folder is not None:
        try:
            (folder / f"compiled_{game}").touch()
        except OSError as error:
            say_uncached(error)


def record_type(fields: list[Any]) -> np.dtype[Any]:
    """An aligned record of these fields without holes.

    numpy copies fields and leaves what lies between them as it was; so the holes are made fields of
    their own, and equal records have equal bytes.
    """
    aligned = np.dtype(fields, align=True)
    whole, end = [], 0
    for name, *rest in fields:
        kind, offset = aligned.fields[name][:2]  # type: ignore[index]
        if offset > end:
            whole.append((f"unused_{end}", "i1", offset - end))
        whole.append((name, *rest))
        end = offset + kind.itemsize
    if aligned.itemsize > end:
        whole.append((f"unused_{end}", "i1", aligned.itemsize - end))
    made = np.dtype(whole, align=True)
    assert made.itemsize == aligned.itemsize
    return made


def records(shape: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """`shape` zeroed records of `dtype` whose fields read as attributes, jitted or not."""
    made = np.zeros(shape, dtype)
    return made if JITTED else made.view(np.recarray)
