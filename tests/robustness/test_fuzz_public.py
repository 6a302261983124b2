"""Public functions with wrong values: the documented errors and nothing else, and nothing moved.

Run with NUMBA_BOUNDSCHECK=1 an index outside an array shows as an IndexError of numba's, which
names no argument; without it as a crash, or not at all.
"""

from __future__ import annotations

import pytest

from marriage_env.compiler.jit import JITTED
from tests.robustness.fuzz import fuzz
from tests.robustness.public_calls import CALLS, INTERNAL, PUBLIC, found, modules, short

needs_compiler = pytest.mark.skipif(not JITTED, reason="unjitted, compiled functions look public")


def test_every_module_is_public_or_internal():
    parents = {short(name).split(".")[0] for name in modules()} - {"marriage_env"}
    public = {short(name).split(".")[0] for name in PUBLIC}
    assert parents - public - set(INTERNAL) == set()


@needs_compiler
def test_everything_public_is_called():
    assert found() - {name.partition("@")[0] for name in CALLS} == set()


@pytest.mark.parametrize("name", CALLS)
def test_valid_arguments_are_valid(name):
    function, arguments = CALLS[name]()
    result = function(**arguments)
    if hasattr(result, "close"):
        result.close()


@pytest.mark.parametrize("name", CALLS)
def test_some_wrong_values_raise_documented_errors_and_move_nothing(name):
    fuzz(name, CALLS[name], 0.1)


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS)
def test_wrong_values_raise_documented_errors_and_move_nothing(name):
    fuzz(name, CALLS[name], 1.0)
