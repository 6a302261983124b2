"""What a run resumes from, as arrays and numbers: RLlib's own checkpoints are pickles."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.learned.network import Shape, network_of, weight_shapes
from train.rllib.algorithm import GamesPPO
from train.rllib.config import RLlibConfig
from train.run_state import RunState

_PREFIX = "network."  # of the module's attribute
_MOMENTS = ("exp_avg", "exp_avg_sq")  # of Adam
_MOST = 2**62


def learner_state(algorithm: GamesPPO) -> RunState:
    """Weights and optimiser of the learner, and the number of its next iteration."""
    arrays: dict[str, NDArray[Any]] = dict(algorithm.weights())
    ((_, optimizer),) = algorithm.optimizer_state().items()
    names = list(arrays)
    for number, moments in optimizer["state"]["state"].items():
        for part in (*_MOMENTS, "step"):
            arrays[f"optimizer.{part}.{names[number]}"] = np.asarray(moments[part], np.float32)
    return RunState({"iterations": algorithm.iterations}, arrays)


def restore_learner(algorithm: GamesPPO, settings: RLlibConfig, saved: RunState) -> None:
    """Continue from `saved`; ValueError names what does not fit."""
    shapes = {
        _PREFIX + name: shape
        for name, shape in weight_shapes(Shape.of(settings.game_range, settings.width)).items()
    }
    weights = {name: saved.array(name, "f4", shape) for name, shape in shapes.items()}
    optimizer = algorithm.optimizer_state()
    ((_, held),) = optimizer.items()
    held["state"]["state"] = {
        number: {
            **{part: saved.array(f"optimizer.{part}.{name}", "f4", shape) for part in _MOMENTS},
            "step": saved.array(f"optimizer.step.{name}", "f4", ()),
        }
        for number, (name, shape) in enumerate(shapes.items())
        if f"optimizer.step.{name}" in saved.arrays
    }
    iterations = saved.integer("iterations", 0, _MOST)
    algorithm.set_learner(weights, optimizer)
    algorithm.iterations = iterations


def weights_of_network(algorithm: GamesPPO) -> dict[str, NDArray[np.float32]]:
    """The weights by their names in `agents.learned.network`."""
    return {name.removeprefix(_PREFIX): array for name, array in algorithm.weights().items()}


def set_network(algorithm: GamesPPO, weights: dict[str, NDArray[np.float32]]) -> None:
    """Begin with these weights."""
    algorithm.set_learner({_PREFIX + name: array for name, array in weights.items()}, None)


def network_in(algorithm: GamesPPO, settings: RLlibConfig) -> Any:
    """A copy of the network that learns."""
    shape = Shape.of(settings.game_range, settings.width)
    return network_of(shape, weights_of_network(algorithm))
