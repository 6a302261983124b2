"""`worker.py CHANNEL`: makes the agent of a factory and answers requests with its choices.

A message consists of the lengths of its two parts (`LENGTHS`), a JSON object, and raw bytes. This
file is started by path and needs only the standard library; it imports the factory by the parent's
`sys.path`.
"""

from __future__ import annotations

import base64
import importlib
import inspect
import json
import os
import pickle
import struct
import sys
import traceback
from collections.abc import Mapping
from typing import Any

LENGTHS = struct.Struct("<IQ")
KEYWORDS = ("num_players", "rules", "game")  # what a factory may take
_LONGEST = 1000  # characters of an error
Header = dict[str, Any]


def main(channel: int) -> None:
    """Serve until the connection closes."""
    own = os.getpid()
    try:
        hello = _read_header(channel)
        sys.path[:] = hello["path"]
        agent, answer = _begun(hello)
        _write(channel, own, answer)
        if agent is not None:
            _serve(channel, own, agent)
    except BaseException:  # the agent may have set up an interrupt that comes at any time
        traceback.print_exc()
    finally:  # do not wait for threads that the agent has started
        os._exit(1)


def _begun(hello: Header) -> tuple[Any, Header]:
    """The agent, or None if it cannot be made, and the first answer."""
    takes: list[str] = []
    try:
        make = getattr(importlib.import_module(hello["module"]), hello["factory"])
        takes = keywords_of(make)
        given = {name: pickle.loads(base64.b64decode(hello["match"][name])) for name in takes}
        agent = made_by(make, given)
        return agent, {"values": callable(getattr(agent, "values", None)), "takes": takes}
    except BaseException as error:
        return None, {"fault": error_text(error), "takes": takes}


def make_agent(module: str, factory: str, match: Mapping[str, Any]) -> Any:
    """The agent that a factory returns, called with those values of `match` that it takes.

    Raises ValueError if it returns no agent, and whatever the factory raises.
    """
    make = getattr(importlib.import_module(module), factory)
    return made_by(make, {name: match[name] for name in keywords_of(make)})


def keywords_of(make: Any) -> list[str]:
    """Those of KEYWORDS that a factory declares as parameters."""
    try:
        parameters = inspect.signature(make).parameters
    except (TypeError, ValueError):  # some callables written in C have no signature
        return []
    by_name = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    return [name for name in KEYWORDS if name in parameters and parameters[name].kind in by_name]


def made_by(make: Any, given: Mapping[str, Any]) -> Any:
    """The agent that a factory returns for these keywords; ValueError if it is no agent."""
    made = make(**given)
    if (
        isinstance(made, type)
        or not callable(getattr(made, "act", None))
        or not isinstance(getattr(made, "name", None), str)
    ):
        kind = f"the class {made.__name__}" if isinstance(made, type) else type(made).__name__
        raise ValueError(f"expected an object with a text `name` and a method `act`, got {kind}")
    return made


def error_text(error: BaseException) -> str:
    """The type and the text of an error, even if its class raises when asked for its text."""
    try:
        text = str(error)
    except Exception:
        text = "(an error that cannot be shown)"
    return f"{type(error).__name__}: {text}"[:_LONGEST]


def _serve(channel: int, own: int, agent: Any) -> None:
    """Answer requests until the connection closes."""
    import numpy as np

    views_type = np.dtype("u1")
    while True:
        request = _read_header(channel)
        if "views" in request:
            views_type = pickle.loads(base64.b64decode(request["views"]))
        views = np.empty(request["rows"], views_type)
        masks = np.empty((request["rows"], request["actions"]), np.int8)
        for array in views, masks:
            _read_into(channel, memoryview(array.view(np.uint8).reshape(-1).data))
        try:
            answer, data = _answer(agent, request, views, masks)
        except BaseException as error:
            answer, data = {"fault": error_text(error)}, b""
        _write(channel, own, {"number": request["number"], **answer}, data)


def _answer(agent: Any, request: Header, views: Any, masks: Any) -> tuple[Header, bytes]:
    """The agent's answer as an array; data are sent only if numeric and not too long."""
    import numpy as np

    generator = generator_from(request["generator"])
    chosen = np.asarray(getattr(agent, request["method"])(views, masks, generator))
    about = {
        "dtype": chosen.dtype.str,
        "shape": chosen.shape,
        "generator": state_of(generator),
    }
    sent = chosen.dtype.kind in "iuf" and chosen.nbytes <= request["most"]
    return about, chosen.tobytes() if sent else b""


def state_of(generator: Any) -> Header:
    """The state of a random generator, to be sent as JSON."""
    bits = generator.bit_generator
    state: Header = {"kind": type(bits).__name__, "state": bits.state}
    seed = bits.seed_seq
    if hasattr(seed, "n_children_spawned"):
        state["seed"] = {
            "entropy": seed.entropy,
            "spawn_key": seed.spawn_key,
            "pool_size": seed.pool_size,
            "n_children_spawned": seed.n_children_spawned,
        }
    return state


def generator_from(state: Mapping[str, Any]) -> Any:
    """A random generator in this state, which also spawns the same children as the original."""
    import numpy as np

    seed = np.random.SeedSequence(**state["seed"]) if "seed" in state else None
    bits = getattr(np.random, state["kind"])(seed)
    bits.state = state["state"]
    return np.random.Generator(bits)


def plain(value: Any) -> Any:
    """A NumPy number or array as Python's numbers and lists, for JSON."""
    return value.tolist()


def _write(channel: int, own: int, header: Header, data: bytes = b"") -> None:
    """Send a message; a process that the agent has forked ends here instead."""
    if os.getpid() != own:
        os._exit(0)
    text = json.dumps(header, default=plain).encode()
    left = memoryview(LENGTHS.pack(len(text), len(data)) + text + data)
    while left:
        left = left[os.write(channel, left) :]


def _read_header(channel: int) -> Header:
    """The JSON object of the next message, which describes the bytes that follow."""
    lengths = bytearray(LENGTHS.size)
    _read_into(channel, memoryview(lengths))
    text = bytearray(LENGTHS.unpack(lengths)[0])
    _read_into(channel, memoryview(text))
    header: Header = json.loads(text)
    return header


def _read_into(channel: int, view: Any) -> None:
    """Fill a buffer; if the connection has closed, end this process."""
    while view:
        got = os.readv(channel, [view])
        if got == 0:
            os._exit(0)
        view = view[got:]


if __name__ == "__main__":
    main(int(sys.argv[1]))
