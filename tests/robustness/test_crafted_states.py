"""The state that a run goes on from: damaged or made by a stranger, it is refused and named."""

from __future__ import annotations

import json
import pickle
import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from train.config import DistilConfig, PPOConfig
from train.run import make_method
from train.run_state import RunState, read_state, save_state

_PPO = PPOConfig(width=8, games=4, pool_share=0.5)
_DISTIL = DistilConfig(width=8, games=4, memory=20, teacher="pimc:worlds=1")
_HUGE = 10**30


def learner_of(config, folder):
    """A learner that has learned nothing, but remembers."""
    learner = make_method(config, folder)
    if isinstance(config, DistilConfig):
        width, rng = learner.model.policy.network.shape.inputs, np.random.default_rng(1)
        rows = (rng.random((30, width)) < 0.1).astype(np.float32)
        learner._replay_buffer.add(rows, np.ones((30, 62), np.int8), rows[:, :62])
    return learner


@pytest.fixture(scope="module")
def states(tmp_path_factory):
    """A sound state of each method."""
    folder = tmp_path_factory.mktemp("sound")
    return {config: learner_of(config, folder).state() for config in (_PPO, _DISTIL)}


Change = Callable[[dict[str, Any], dict[str, Any]], None]


def setting(name: str, value: object) -> Change:
    """A number of the state replaced."""
    return lambda values, arrays: values.update({name: value})


def array(name: str, change: Callable[[np.ndarray], np.ndarray]) -> Change:
    """An array of the state changed."""
    return lambda values, arrays: arrays.update({name: change(arrays[name].copy())})


def without(name: str) -> Change:
    """A part of the state left out."""

    def change(values, arrays):
        values.pop(name, None)
        arrays.pop(name, None)

    return change


def shuffle(**changed: object) -> Change:
    """The state of a generator changed."""

    def change(values, arrays):
        values["shuffle"] = {**values["shuffle"], **changed}

    return change


def filled(value: float) -> Callable[[np.ndarray], np.ndarray]:
    """All of an array set to a value."""
    return lambda a: np.full_like(a, value)


_WEIGHTS = "network.read_card.weight"
PARTS = ("decisions", "updates", "shuffle", "draws", "chance", "pool", "sampler", "streams")
OF_PPO: dict[str, Change] = {
    **{f"no {name}": without(name) for name in (*PARTS, _WEIGHTS)},
    **{
        f"{name}={value!r}": setting(name, value)
        for name in ("decisions", "updates", "pool", "shuffle", "chance")
        for value in (-1, _HUGE, 1.5, True, None, "1", [], {})
    },
    "another kind of generator": shuffle(bit_generator="MT19937"),
    "no state within": shuffle(state=5),
    "a state of text": shuffle(state={"state": "1", "inc": 1}),
    "too large a state": shuffle(state={"state": 2**128, "inc": 1}),
    "a negative state": shuffle(state={"state": -1, "inc": 1}),
    "more within": shuffle(state={"state": 1, "inc": 1, "key": 1}),
    "more beside": shuffle(key=1),
    "a wrong flag": shuffle(has_uint32=2),
    "a sampler cut short": array("sampler", lambda a: a[:100]),
    "a sampler of ones": array("sampler", filled(255)),
    "a sampler of floats": array("sampler", lambda a: a.astype(np.float32)),
    "streams of zeros": array("streams", filled(0)),
    "too few streams": array("streams", lambda a: a[:1]),
    "streams of another kind": array("streams", lambda a: a.astype(np.int64)),
    "weights of another shape": array(_WEIGHTS, lambda a: a.T.copy()),
    "weights of another kind": array(_WEIGHTS, lambda a: a.astype(np.float64)),
    "weights of NaN": array(_WEIGHTS, filled(np.nan)),
    "infinite weights": array(_WEIGHTS, filled(np.inf)),
    "snapshots that are gone": setting("pool", 3),
    "a step without moments": lambda values, arrays: arrays.update(
        {"optimizer.step.read_card.bias": np.zeros((), np.float32)}
    ),
}
OF_DISTIL: dict[str, Change] = {
    **{f"no {name}": without(name) for name in ("chance_of_search", "remembered", "next")},
    **{
        f"{name}={value!r}": setting(name, value)
        for name in ("remembered", "next")
        for value in (-1, 21, _HUGE, None, "1")
    },
    "fewer remembered": setting("remembered", 3),
    "no features": without("memory.features.values"),
    "more values than places": array("memory.features.values", lambda a: np.append(a, a[:1])),
    "fewer values than places": array("memory.features.values", lambda a: a[:-1]),
    "values of another kind": array("memory.targets.values", lambda a: a.astype(np.float32)),
    "values of NaN": array("memory.targets.values", filled(np.nan)),
    "values in two dimensions": array("memory.targets.values", lambda a: a[:, None]),
    "places cut short": array("memory.masks.there", lambda a: a[:-1]),
    "places everywhere": array("memory.features.there", filled(255)),
}


@pytest.mark.parametrize(
    ("config", "change"),
    [
        *((_PPO, change) for change in OF_PPO.values()),
        *((_DISTIL, change) for change in OF_DISTIL.values()),
    ],
    ids=[*OF_PPO, *(f"distil: {name}" for name in OF_DISTIL)],
)
def test_a_state_that_does_not_fit_is_refused(config, change, states, tmp_path):
    values, arrays = dict(states[config].values), dict(states[config].arrays)
    change(values, arrays)
    path = tmp_path / "state.safetensors"
    save_state(RunState(values, arrays), path)
    with pytest.raises(ValueError, match=r": ") as caught:
        learner_of(config, tmp_path).restore(read_state(path))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("config", [_PPO, _DISTIL])
def test_a_sound_state_is_taken_up_and_kept_again(config, states, tmp_path):
    path = tmp_path / "state.safetensors"
    save_state(states[config], path)
    learner = learner_of(config, tmp_path)
    learner.restore(read_state(path))
    again = learner.state()
    assert again.values == states[config].values
    assert again.arrays.keys() == states[config].arrays.keys()
    for name, one in again.arrays.items():
        np.testing.assert_array_equal(one, states[config].arrays[name])


def head(text: bytes, length: int | None = None) -> bytes:
    """A safetensors file without data."""
    return struct.pack("<Q", len(text) if length is None else length) + text


def about(**metadata: object) -> bytes:
    """A file with this metadata and no arrays."""
    return head(json.dumps({"__metadata__": metadata}).encode())


_IS = {"format": "marriage-env training state", "version": "1"}
FILES = {
    "empty": b"",
    "short": b"abc",
    "text": b"Mariage\n" * 100,
    "a pickle": pickle.dumps({"a": 1}),
    "a header of all memory": head(b"{}", 2**63),
    "a header beyond the file": head(b"{}", 100),
    "no metadata": head(b"{}"),
    "nested lists": head(b"[" * 100_000),
    "another format": about(format="pt"),
    "another version": about(**{**_IS, "version": "2"}),
    "no numbers": about(**_IS),
    "numbers that are no JSON": about(**_IS, values="{"),
    "numbers in a list": about(**_IS, values="[]"),
    "numbers nested too deeply": about(**_IS, values="[" * 100_000),
    "a number twice": about(**_IS, values='{"pool": 1, "pool": 2}'),
    "NaN": about(**_IS, values='{"seconds": NaN}'),
    "metadata of another kind": about(**_IS, values={"pool": 1}),
    "an unknown kind of array": head(
        json.dumps({"a": {"dtype": "EVIL", "shape": [], "data_offsets": [0, 0]}}).encode()
    ),
    "a kind that numpy lacks": head(
        json.dumps({"a": {"dtype": "F8_E4M3", "shape": [0], "data_offsets": [0, 0]}}).encode()
    ),
}


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_a_file_that_holds_no_state_is_named(data, tmp_path):
    path = tmp_path / "state.safetensors"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"training state .*state.safetensors: ") as caught:
        read_state(path)
    assert "\n" not in str(caught.value)


def test_a_state_that_was_cut_short_is_named(states, tmp_path):
    whole, path = tmp_path / "whole", tmp_path / "state.safetensors"
    save_state(states[_PPO], whole)
    data = whole.read_bytes()
    for part in range(1, 20):
        path.write_bytes(data[: len(data) * part // 20])
        with pytest.raises(ValueError, match=r"state.safetensors: no safetensors, or cut short"):
            read_state(path)
