"""Functions that compiled code calls: one version for all integers, and no machine code."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import event

import marriage_env
from marriage_env.compiler.jit import JITTED

pytestmark = pytest.mark.skipif(not JITTED, reason="nothing is compiled without numba's JIT")
MODULE = """
from marriage_env.compiler.jit import jit

@jit
def twice(x):
    return x + x

@jit
def four_times(x):
    return twice(twice(x))

@jit
def eight_times(x):
    return four_times(twice(x))
"""


FUNCTIONS = """
from enum import IntEnum

from marriage_env.compiler.jit import jit


class Number(IntEnum):
    THREE = 3


@jit
def half(x):
    if x < 0:
        raise ValueError("a negative number")
    return x // 2


@jit
def halves(small, unsigned):
    return half(small[0]) + half(unsigned[0]) + half(9) + half(Number.THREE) + half(True)


@jit
def half_of(numbers):
    return half(numbers[0])
"""


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module of `FUNCTIONS` of which no compiled code is on disk."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "fresh_functions.py").write_text(FUNCTIONS)
    sys.modules.pop("fresh_functions", None)
    return importlib.import_module("fresh_functions")


def test_one_version_serves_all_integers(fresh: Any) -> None:
    small, unsigned = np.array([-1], np.int8), np.array([2**32 - 1], np.uint32)
    small[0] = 127
    assert fresh.halves(small, unsigned) == 63 + (2**31 - 1) + 4 + 1 + 0
    versions = [(numba.int64,), (numba.boolean,)]
    assert [*fresh.half.merged][:2] == versions
    assert not fresh.half.overloads


def test_what_int64_does_not_hold_keeps_its_type(fresh: Any) -> None:
    assert fresh.half_of(np.array([5], np.uint64)) == 2
    assert fresh.half_of(np.array([5.0])) == 2.0
    kept = {(numba.uint64,), (numba.float64,)}
    assert kept <= set(fresh.half.merged)


def test_errors_pass_through_callers(fresh: Any) -> None:
    with pytest.raises(ValueError, match="a negative number"):
        fresh.half_of(np.array([-1]))


def test_functions_of_numba_itself_call_ours(fresh: Any) -> None:
    half = fresh.half

    @numba.njit
    def own(x):  # type: ignore[no-untyped-def]
        return half(x) + 1

    assert own(8) == 5
    assert half(8) == 4


def test_callees_are_found_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By another caller, in the next process."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "merged_callees.py").write_text(MODULE)
    compiled = []
    for called in ("four_times", "eight_times"):
        sys.modules.pop("merged_callees", None)
        module = importlib.import_module("merged_callees")
        with event.install_recorder("numba:compile") as recorder:
            assert getattr(module, called)(3) == {"four_times": 12, "eight_times": 24}[called]
        names = [each.data["dispatcher"].__name__ for _, each in recorder.buffer if each.is_start]
        compiled.append(names)
    assert compiled == [["four_times", "twice"], ["eight_times", "four_times"]]


ALLOCATING = """
import numpy as np

from marriage_env.compiler.jit import jit_allocating


@jit_allocating
def ones(size):
    return np.ones(size)


print(ones(3).sum())
"""


def test_arrays_are_made_by_code_from_the_disk(tmp_path: Path) -> None:
    """In a process that compiles nothing, and so sets nothing of numba up."""
    script = tmp_path / "allocating.py"
    script.write_text(ALLOCATING)
    places = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(Path.cwd())}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, str(script)], env={**os.environ, **places}, capture_output=True
        )
        assert (done.returncode, done.stdout) == (0, b"3.0\n"), done.stderr


@marriage_env.jit
def ends(values, back):
    return values[-1], values[back]


def test_the_public_jit_takes_negative_indices_as_python_does() -> None:
    """Those of the project's own functions are unsigned; strangers' functions may count back."""
    assert ends(np.arange(5), -2) == (4, 3)
