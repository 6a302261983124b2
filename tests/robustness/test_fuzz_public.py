"""Public functions with wrong values: the documented errors and nothing else, and nothing moved.

Run with NUMBA_BOUNDSCHECK=1 an index outside an array shows as an IndexError of numba's, which
names no argument; without it as a crash, or not at all.
"""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import numpy as np
import pytest

from marriage_env.jit import JITTED
from tests.robustness.public_calls import CALLS, INTERNAL, PUBLIC, found, modules, short
from tests.robustness.wrong_values import candidates

# ValueError has IllegalAction and RecordError among its kinds.
DOCUMENTED = (TypeError, ValueError)
needs_compiler = pytest.mark.skipif(not JITTED, reason="unjitted, compiled functions look public")


def state_of(call: Any) -> Any:
    """What a refused call must leave alone: the bytes of the matches of the object called."""
    owner = getattr(call, "__self__", None)
    games = getattr(owner, "_games", owner)
    parts = [getattr(games, name, None) for name in ("_states", "states", "_streams", "learners")]
    return [part.tobytes() for part in parts if isinstance(part, np.ndarray)]


def try_call(name: str, argument: str, place: int) -> None:
    """Call with one argument replaced by the candidate at a place."""
    function, arguments = CALLS[name]()
    value = candidates(arguments[argument])[place]
    before, refusal = state_of(function), None
    try:
        result = function(**{**arguments, argument: value})
        if hasattr(result, "__next__"):
            list(islice(result, 3))
        if hasattr(result, "close"):
            result.close()
    except DOCUMENTED as error:
        refusal = error
    if refusal is not None:
        assert str(refusal), f"{name}({argument}={value!r}): an error that says nothing"
        assert state_of(function) == before, f"{name}({argument}={value!r}) moved: {refusal}"


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


def fuzz(name: str, share: float) -> None:
    """Try a share of the candidates for every argument, a different one for each."""
    _, arguments = CALLS[name]()
    chance = random.Random(name)
    for argument, valid in arguments.items():
        for place in range(len(candidates(valid))):
            if chance.random() < share:
                try_call(name, argument, place)


@pytest.mark.parametrize("name", CALLS)
def test_some_wrong_values_raise_documented_errors_and_move_nothing(name):
    fuzz(name, 0.1)


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS)
def test_wrong_values_raise_documented_errors_and_move_nothing(name):
    fuzz(name, 1.0)
