"""Modules whose compiled functions are kept in a cache of the test's own."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from marriage_env.compiler import notices, sources
from marriage_env.compiler.cache import cache_root

PLUS = """
from marriage_env.compiler.jit import jit

@jit
def plus(x):
    return x + 1
"""


def as_a_new_process(*modules: str) -> None:
    """Forget what a process remembers of sources and what it has said."""
    for known in (sources._found, sources._root_of, sources._roots_of_module):
        known.cache_clear()
    notices._SAID.why_uncached, notices._SAID.compiled = "", 0
    for name in [*sys.modules]:
        if name.partition(".")[0] in modules:
            del sys.modules[name]
    importlib.invalidate_caches()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of the test's own, and a folder to import from."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("MARRIAGE_ENV_QUIET", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path / "code"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # edits come faster than a clock's tick
    (tmp_path / "code").mkdir()
    as_a_new_process()
    yield tmp_path / "code"
    as_a_new_process("plain", "outer", "other")


def imported(name: str) -> ModuleType:
    """A module as a new process imports it."""
    as_a_new_process("plain", "outer", "other")
    return importlib.import_module(name)


def entries() -> list[Path]:
    """All that is kept on disk."""
    root = cache_root()
    assert root is not None
    return sorted(root.rglob("*.nbc"))


def hits(function: Callable[..., object]) -> int:
    """How many versions of a function came from the disk."""
    return sum(function.stats.cache_hits.values())  # type: ignore[attr-defined]
