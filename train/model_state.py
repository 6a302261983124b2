"""A model's part of the run state: network, optimiser, counters, and the sampler of actions."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from agents.learned.network import weight_shapes, weights_of
from train.model import network_in
from train.policy import CardPolicy
from train.run_state import RunState

_MOMENTS = ("exp_avg", "exp_avg_sq")  # of Adam
_MAX_COUNT = 2**62


def model_state(model: MaskablePPO) -> RunState:
    """All that determines how a model made by `make_model` continues to learn."""
    policy = model.policy
    assert isinstance(policy, CardPolicy)
    arrays: dict[str, NDArray[Any]] = {"sampler": policy.sampler.get_state().numpy()}
    for name, weights in weights_of(policy.network).items():
        arrays[f"network.{name}"] = weights
    for name, weight in policy.network.named_parameters():
        for part, tensor in policy.optimizer.state.get(weight, {}).items():
            arrays[f"optimizer.{part}.{name}"] = tensor.cpu().numpy()
    return RunState({"decisions": model.num_timesteps, "updates": model._n_updates}, arrays)


def restore_model(model: MaskablePPO, saved: RunState) -> None:
    """Continue from `saved`; ValueError names what does not fit."""
    policy, network = model.policy, network_in(model)
    assert isinstance(policy, CardPolicy)
    shapes = weight_shapes(network.shape)
    weights = {name: saved.array(f"network.{name}", "f4", shapes[name]) for name in shapes}
    moments = {name: _moments(saved, name, shapes[name]) for name in shapes}
    sampler = saved.array("sampler", "u1", tuple(policy.sampler.get_state().shape))
    decisions, updates = (saved.integer(name, 0, _MAX_COUNT) for name in ("decisions", "updates"))
    try:
        policy.sampler.set_state(torch.from_numpy(sampler))
    except RuntimeError as error:
        raise ValueError("sampler: not the state of a torch generator") from error
    network.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
    for name, weight in network.named_parameters():
        if moments[name]:
            policy.optimizer.state[weight] = {
                part: torch.from_numpy(array).to(weight.device if array.ndim else "cpu")
                for part, array in moments[name].items()
            }
    model.num_timesteps, model._n_updates = decisions, updates


def _moments(saved: RunState, name: str, shape: tuple[int, ...]) -> dict[str, NDArray[np.float32]]:
    """Adam's moments of some weights; empty if they have had no gradient yet."""
    if f"optimizer.step.{name}" not in saved.arrays:
        return {}
    moments = {part: saved.array(f"optimizer.{part}.{name}", "f4", shape) for part in _MOMENTS}
    return {"step": saved.array(f"optimizer.step.{name}", "f4", ()), **moments}
