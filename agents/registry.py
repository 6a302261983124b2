"""Spec strings: the names by which training, evaluation and the README call agents."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

from agents.greedy import GreedyAgent
from agents.protocol import Agent
from agents.uniform import UniformAgent
from marriage_env import Rules

BUILT_IN: dict[str, Callable[[], Agent]] = {"random": UniformAgent, "greedy": GreedyAgent}


def load(spec: str, num_players: int = 5, rules: Rules | None = None) -> Agent:
    """The agent that a spec string names, to play a game of `num_players` under `rules`.

    A spec is `random` or `greedy`, the path of a checkpoint (`runs/demo/final.zip`), or
    `package.module:factory` for a factory of one's own that takes nothing and gives an agent.
    Raises ValueError for an unknown spec, or a checkpoint that was trained for another game.
    """
    if spec in BUILT_IN:
        return BUILT_IN[spec]()
    if spec.endswith(".zip"):
        from agents.learned import LearnedAgent  # torch loads only when it is asked for

        return LearnedAgent.from_checkpoint(Path(spec), num_players, rules or Rules.typical())
    module, colon, factory = spec.partition(":")
    if colon and "=" not in factory:
        return _from_factory(spec, module, factory)
    raise ValueError(
        f"agent {spec!r}: expected {', '.join(BUILT_IN)}, the path of a checkpoint (.zip), "
        "or package.module:factory"
    )


def _from_factory(spec: str, module: str, factory: str) -> Agent:
    try:
        made = getattr(importlib.import_module(module), factory)()
    except (ImportError, AttributeError) as error:
        raise ValueError(f"agent {spec!r}: {error}") from error
    if not isinstance(made, Agent):
        raise ValueError(f"agent {spec!r}: expected an object with `name` and `act`, got {made!r}")
    return made
