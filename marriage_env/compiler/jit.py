"""`jit`, which compiles functions in this project, and what belongs to compiling.

Compiled code is cached on disk for later processes (`marriage_env.compiler.cache`), if the function
can be found again: a function from a notebook cell, `python -c` or standard input, or one with a
closure, is compiled anew in every process.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np
from numba.core import config as numba_config
from numba.core.cpu import CPUTargetOptions
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target

from marriage_env.compiler.cache import DiskCache, cache_folder, is_kept
from marriage_env.compiler.compiled_function import CompiledFunction
from marriage_env.compiler.notices import announced, is_silent, say, say_uncached

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

config: Any = numba_config
JITTED = not config.DISABLE_JIT


def _without_counting() -> dict[str, Any]:
    """The option that leaves numba's reference counting out, if this numba has it.

    numba counts references to every array that a compiled function is handed, by atomic operations
    that all threads share: 190 calls in `engine.apply`, two thirds of a bare move. Nothing here
    needs that, since the caller holds the arrays. The option is not documented: numba compiles its
    own helpers with it. Where it is missing, everything is compiled with counting, and only slower.
    """
    return {"_nrt": False} if hasattr(CPUTargetOptions, "_nrt") else {}


_OPTIONS = _without_counting()


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile `function` with numba: no Python objects, no interpreter lock, cached on disk.

    The function counts no references and so makes no arrays: numba refuses one that would, also by
    assigning an array to a slice of another one. Nor are its indices of arrays negative
    (`marriage_env.compiler.unsigned_indices`). `jit_allocating` is for functions that need either.
    """
    return _compiled(function, _OPTIONS, unsigned_indices=True)


def jit_allocating(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile `function` with numba: no Python objects, no interpreter lock, cached on disk.

    Unlike those of `jit`, the function may make arrays and take `a[-1]` for the last entry. It is
    the public one, and for functions that make arrays outside the loops that do the work.
    """
    return _compiled(function, {}, unsigned_indices=False)


def _compiled(
    function: Callable[..., Any], options: Mapping[str, Any], unsigned_indices: bool
) -> Callable[..., Any]:
    if not JITTED:
        return function
    cache = DiskCache(function) if is_kept(function) else None
    return CompiledFunction(function, options, cache, unsigned_indices)


def is_compiled(function: object) -> bool:
    """Whether compiled code can call a function: `jit` made it."""
    return isinstance(function, Dispatcher) if JITTED else callable(function)


@contextmanager
def compiling(game: str) -> Iterator[bool]:
    """Say on stderr, once for each version of the sources, that a game is compiled in the block.

    Gives False, and says nothing, if it has been compiled before.
    """
    folder = cache_folder() if JITTED else None
    marker = None if folder is None else folder / f"compiled_{game}_{_processor()}"
    if not JITTED or (marker is not None and marker.exists()):
        yield False
        return
    later = "as at every start" if marker is None else "later starts skip this"
    start = time.perf_counter()
    with announced(f"compiling {game} for this machine; {later} ..."):
        yield True
    if not is_silent():
        say(f"compiled in {time.perf_counter() - start:.0f} s")
    if marker is not None:
        try:
            marker.touch()
        except OSError as error:
            say_uncached(error)


def _processor() -> str:
    """What tells this processor from others whose users share a home: code is compiled for one."""
    codegen: Any = cpu_target.target_context.codegen()  # type: ignore[no-untyped-call]
    return hashlib.sha256(repr(codegen.magic_tuple()).encode()).hexdigest()[:16]


@contextmanager
def one_process_at_a_time(name: str) -> Iterator[None]:
    """Let one process at a time enter the block, among those that use the same `name`.

    It only saves work, so that nothing is wrong where the file system has no locks.
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
            with suppress(OSError):  # not by closing: a forked process has the descriptor too
                fcntl.flock(lock, fcntl.LOCK_UN)


def record_type(fields: list[Any]) -> np.dtype[Any]:
    """An aligned record dtype of these fields, without gaps.

    numpy copies fields and leaves the padding between them unchanged; so the padding is made of
    fields too, and equal records have equal bytes.
    """
    aligned = np.dtype(fields, align=True)
    whole, end = [], 0
    for name, *rest in fields:
        kind, offset = aligned.fields[name][:2]  # type: ignore[index]
        if offset > end:
            whole.append((f"unused_{end}", "i1", (offset - end,)))
        whole.append((name, *rest))
        end = offset + kind.itemsize
    if aligned.itemsize > end:
        whole.append((f"unused_{end}", "i1", (aligned.itemsize - end,)))
    made = np.dtype(whole, align=True)
    assert made.itemsize == aligned.itemsize
    return made


def records(shape: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """`shape` zeroed records of `dtype` whose fields read as attributes, jitted or not."""
    made = np.zeros(shape, dtype)
    return made if JITTED else made.view(np.recarray)
