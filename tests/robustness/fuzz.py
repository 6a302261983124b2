"""Calls with one argument replaced by a wrong value: a documented error, and nothing moved."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np

from tests.robustness.wrong_values import candidates

# ValueError has IllegalAction and RecordError among its kinds.
DOCUMENTED = (TypeError, ValueError)
# Makes a function and valid arguments by name, both anew.
MakeCall = Callable[[], tuple[Callable[..., Any], dict[str, Any]]]


def state_of(call: Any) -> list[bytes]:
    """What a refused call must leave alone: the bytes of the matches of the object called."""
    owner = getattr(call, "__self__", None)
    games = getattr(owner, "_games", owner)
    parts = [getattr(games, name, None) for name in ("_states", "states", "_streams", "learners")]
    return [part.tobytes() for part in parts if isinstance(part, np.ndarray)]


def try_call(name: str, make: MakeCall, argument: str, place: int) -> None:
    """Call with one argument replaced by the candidate at a place."""
    function, arguments = make()
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


def fuzz(name: str, make: MakeCall, share: float) -> None:
    """Try a share of the candidates for every argument, a different one for each."""
    _, arguments = make()
    chance = random.Random(name)
    for argument, valid in arguments.items():
        for place in range(len(candidates(valid))):
            if chance.random() < share:
                try_call(name, make, argument, place)
