"""The one way this project compiles a function, with a cache that notices edits in any file.

numba's own cache watches the file of the function, not the files of the functions it calls. So the
cache folder is named by a digest of the sources of `marriage_env` and of the function's package.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import numba
import numpy as np
from numba.core import config as numba_config
from numba.core.caching import FunctionCache

from marriage_env.clean_cache import MARK

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

config: Any = numba_config
JITTED = not config.DISABLE_JIT
_PACKAGE = Path(__file__).resolve().parent


def _package_of(source: Path) -> Path:
    """The outermost folder around `source` that is a package (or its plain folder)."""
    folder = source.parent
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
    return folder


@cache
def cache_folder(package: Path = _PACKAGE) -> Path:
    """Where the compiled functions of `package` are kept; `NUMBA_CACHE_DIR` moves it."""
    digest = hashlib.sha256()
    digest.update(f"{sys.version} {numba.__version__} {np.__version__}".encode())
    digest.update(f"boundscheck={config.BOUNDSCHECK}".encode())
    for root in sorted({_PACKAGE, package}):
        for file in sorted(root.rglob("*.py")):
            digest.update(file.read_bytes())
    if os.environ.get("NUMBA_CACHE_DIR"):
        base = Path(os.environ["NUMBA_CACHE_DIR"])
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "marriage_env"
    return base / digest.hexdigest()[:16]


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile `function` with numba: no Python objects, no interpreter lock, cached on disk."""
    if not JITTED:
        return function
    compiled: Any = numba.njit(nogil=True)(function)
    package = _package_of(Path(function.__code__.co_filename).resolve())
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder(package))
    try:
        compiled._cache = _SharedCache(function)  # type: ignore[no-untyped-call]
        compiled._cache.mark = cache_folder(package) / MARK
    finally:
        config.CACHE_DIR = before
    return compiled  # type: ignore[no-any-return]


def compiled_with(
    name: str,
    functions: Sequence[Callable[..., Any]],
    others: Mapping[str, Callable[..., Any]],
    compiler: Callable[[Callable[..., Any]], Callable[..., Any]] = jit,
) -> SimpleNamespace:
    """Functions of one module, by name, compiled with `others` in place of its globals so named.

    numba finds the functions that a function calls in its globals, so these are copies with globals
    of their own. Closures would do the same, but numba's cache on disk would never find them again;
    there `name` tells one set of copies from another.
    """
    own = {**functions[0].__globals__, **others}
    for function in functions:
        copy = FunctionType(function.__code__, own, function.__name__)
        copy.__doc__, copy.__qualname__ = function.__doc__, f"{name}.{function.__name__}"
        own[function.__name__] = compiler(copy)
    return SimpleNamespace(**{each.__name__: own[each.__name__] for each in functions})


class _SharedCache(FunctionCache):  # type: ignore[misc]
    """numba's cache, safe for processes that compile at the same time.

    numba reads a function's index, adds to it and writes it back; two processes that do so at once
    give two versions of a function the same file, and a later one runs the wrong code.
    """

    mark: Path  # says whose the folder is: `make clean` removes no other

    def save_overload(self, sig: Any, data: Any) -> None:
        with alone():
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
            with suppress(OSError):
                self.mark.touch()


def announce_compilation(game: str) -> bool:
    """Say on stderr, once for each version of the sources, that a game's first use compiles.

    Returns True when it said so; `compilation_done` then remembers it.
    """
    if not JITTED or (cache_folder() / f"compiled_{game}").exists():
        return False
    print(
        f"marriage_env: compiling {game} for this machine; later starts skip this ...",
        file=sys.stderr,
        flush=True,
    )
    return True


@contextmanager
def alone(name: str = "save") -> Iterator[None]:
    """Let one process at a time into the part that `name` stands for."""
    if fcntl is None:
        yield
        return
    try:
        cache_folder().mkdir(parents=True, exist_ok=True)
        lock = open(cache_folder() / f"{name}.lock", "w")  # noqa: SIM115 closed below
    except OSError:  # a cache that cannot be written cannot be spoilt
        yield
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        lock.close()


def compilation_done(game: str, seconds: float) -> None:
    """Mark the cache as filled and say how long it took."""
    print(f"marriage_env: compiled in {seconds:.0f} s", file=sys.stderr, flush=True)
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"compiled_{game}").touch()
    except OSError as error:
        print(f"marriage_env: cannot keep the compiled engine: {error}", file=sys.stderr)


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
