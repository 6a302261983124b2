"""`python -m marriage_env warm`, and the cache in which it leaves compiled code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Prints the functions that are compiled, rather than read from the cache, by what follows.
LISTEN = """
from numba.core import event

class Listener(event.Listener):
    def on_start(self, given):
        function = given.data["dispatcher"].py_func
        print(f"{function.__module__}.{function.__qualname__}")

    def on_end(self, given):
        pass

event.register("numba:compile", Listener())
"""
CARDS = "from marriage_env.core.bits import lowest; lowest(6)"
# Every public call with valid arguments; the only code to compile is that of the tests' own policy.
PUBLIC_CALLS = """
from tests.robustness.public_calls import CALLS

for make in CALLS.values():
    function, arguments = make()
    result = function(**arguments)
    if hasattr(result, "close"):
        result.close()
"""


def run(cache: Path, *command: str, place: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """A command of Python in a place, with a cache of its own."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(place)}
    environment.pop("MARRIAGE_ENV_QUIET", None)
    return subprocess.run(
        [sys.executable, *command],
        env=environment, cwd=place, capture_output=True, text=True, check=True,
    )  # fmt: skip


def compiled(cache: Path, code: str, place: Path = ROOT) -> set[str]:
    """The functions that a process compiles when it runs the code."""
    return set(run(cache, "-c", LISTEN + code, place=place).stdout.split())


def test_an_environment_elsewhere_reads_what_the_first_has_compiled(tmp_path: Path) -> None:
    for name in ("first", "second"):
        shutil.copytree(
            ROOT / "marriage_env",
            tmp_path / name / "marriage_env",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    cache = tmp_path / "cache"
    assert compiled(cache, CARDS, tmp_path / "first")
    assert compiled(cache, CARDS, tmp_path / "second") == set()


@pytest.mark.slow
def test_nothing_public_compiles_after_warm(tmp_path: Path) -> None:
    said = run(tmp_path, "-m", "marriage_env", "warm", "--all")
    assert "functions compiled in" in said.stdout
    assert "1 of " in said.stderr
    assert "marriage_env:" not in said.stderr
    left = {name for name in compiled(tmp_path, PUBLIC_CALLS) if not name.startswith("tests.")}
    assert {name for name in left if "policy_rollout" not in name} == set()
    again = run(tmp_path, "-m", "marriage_env", "warm", "--all")
    assert again.stdout.startswith("0 functions compiled")
