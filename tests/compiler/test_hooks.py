"""Hooks (marriage_env.compiler.hooks): a wrong one is refused when a module is imported."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from numba.core.errors import TypingError

from marriage_env.compiler import sources
from marriage_env.compiler.cache import cache_root
from marriage_env.compiler.hooks import compiled_with
from marriage_env.compiler.jit import JITTED, jit

KERNEL = """
from marriage_env.compiler.hooks import hook
from marriage_env.compiler.jit import jit

@hook
def change(x, step):
    "Another x."

@hook
def measure(x):
    "How large x is."

def twice(x):
    return change(change(x, 1), 1)

def size(x):
    return measure(twice(x))

def alone(x):
    return change(x, 1) + measure(x)
"""


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A module with hooks, and a cache of its own."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path / "code"))
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "kernel_with_hooks.py").write_text(KERNEL)
    yield imported_anew()
    sys.modules.pop("kernel_with_hooks")


def imported_anew() -> ModuleType:
    """The module as a new process imports it."""
    sys.modules.pop("kernel_with_hooks", None)
    importlib.invalidate_caches()
    for known in (sources._found, sources._root_of, sources._roots_of_module):
        known.cache_clear()
    return importlib.import_module("kernel_with_hooks")


@jit
def plus(x, step):
    return x + step


@jit
def times(x, step):
    return x * (step + 1)


@jit
def magnitude(x):
    return abs(x)


HOOKS = {"change": plus, "measure": magnitude}


def test_copies_call_what_they_are_given_and_each_other(kernel: ModuleType) -> None:
    functions = (kernel.twice, kernel.size)
    adding = compiled_with("adding", functions, HOOKS)
    doubling = compiled_with("doubling", functions, {**HOOKS, "change": times})
    assert (adding.size(-5), doubling.size(-5)) == (3, 20)
    assert (adding.twice(1), doubling.twice(1)) == (3, 4)


@pytest.mark.parametrize(
    ("hooks", "sentence"),
    [
        ({"chnage": plus, "measure": magnitude}, "hook 'chnage' is unknown: kernel_with_hooks"),
        ({**HOOKS, "other": plus}, "hook 'other' is unknown: kernel_with_hooks declares change, m"),
        ({"change": plus}, "hook 'measure' is missing: kernel_with_hooks declares change, measure"),
        ({**HOOKS, "change": None}, "hook 'change' of kernel_with_hooks: expected a function comp"),
        ({**HOOKS, "change": magnitude}, "takes (x, step); magnitude takes (x)"),
    ],
)
def test_a_wrong_hook_is_refused(
    kernel: ModuleType, hooks: dict[str, object], sentence: str
) -> None:
    with pytest.raises(TypeError, match=re.escape(sentence)):
        compiled_with("game", (kernel.twice, kernel.size), hooks)  # type: ignore[arg-type]


@pytest.mark.skipif(not JITTED, reason="without numba's JIT every function will do")
def test_a_hook_that_is_not_compiled_is_refused(kernel: ModuleType) -> None:
    with pytest.raises(TypeError, match="'measure' of kernel_with_hooks: expected a function comp"):
        compiled_with("game", (kernel.twice, kernel.size), {**HOOKS, "measure": abs})


def test_a_function_left_out_is_refused(kernel: ModuleType) -> None:
    with pytest.raises(TypeError, match="size calls twice, which needs hooks: give twice to"):
        compiled_with("game", (kernel.size,), HOOKS)
    kernel.middle = eval("lambda x: size(x)", vars(kernel))
    kernel.top = eval("lambda x: middle(x)", vars(kernel))
    with pytest.raises(TypeError, match="<lambda> calls size, which needs hooks: give size to"):
        compiled_with("game", (kernel.top,), HOOKS)


def test_functions_of_two_modules_are_refused(kernel: ModuleType) -> None:
    with pytest.raises(TypeError, match="are functions of two modules"):
        compiled_with("game", (kernel.twice, imported_anew), HOOKS)


@pytest.mark.skipif(not JITTED, reason="without numba's JIT nothing is compiled")
def test_a_function_that_is_compiled_already_is_refused(kernel: ModuleType) -> None:
    with pytest.raises(TypeError, match="not a plain function: leave @jit to compiled_with"):
        compiled_with("game", (jit(kernel.twice),), HOOKS)


def test_a_hook_that_was_not_replaced_cannot_be_called(kernel: ModuleType) -> None:
    sentence = re.escape("kernel_with_hooks.change is a hook that has not been replaced")
    with pytest.raises(NotImplementedError, match=sentence):
        kernel.twice(1)
    if JITTED:
        with pytest.raises(TypingError, match=sentence):
            jit(kernel.twice)(1)


@pytest.mark.skipif(not JITTED, reason="nothing is compiled without numba's JIT")
def test_copies_under_one_name_are_told_apart_by_their_hooks_on_disk(kernel: ModuleType) -> None:
    for hits in (0, 1):
        for change, value in ((plus, 7), (times, 9)):
            copy = compiled_with("game", (kernel.alone,), {**HOOKS, "change": change}).alone
            assert copy(3) == value
            assert sum(copy.stats.cache_hits.values()) == hits
        kernel = imported_anew()


@pytest.mark.skipif(not JITTED, reason="nothing is compiled without numba's JIT")
def test_a_copy_with_a_closure_is_not_kept_on_disk(kernel: ModuleType) -> None:
    def adding(number: int) -> Callable[[int, int], int]:
        return jit(lambda x, step: x + step * number)

    for number in (1, 2):
        copy = compiled_with("game", (kernel.alone,), {**HOOKS, "change": adding(number)}).alone
        assert copy(3) == 6 + number
    root = cache_root()
    assert root is not None
    assert not [*root.rglob("*alone*")]
