"""Spec strings: the names by which training, evaluation and the README call agents."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.expert import ExpertAgent
from agents.greedy import GreedyAgent
from agents.ismcts import ISMCTSAgent
from agents.pimc import PIMCAgent
from agents.protocol import Agent
from agents.uniform import UniformAgent
from marriage_env import Rules


@dataclass(frozen=True)
class Entry:
    """A built-in agent: how it is made, and what it is in one line."""

    make: Callable[..., Agent]
    line: str
    options: tuple[str, ...] = ()

    def defaults(self) -> dict[str, Any]:
        """The options with their defaults, read off the signature."""
        parameters = inspect.signature(self.make).parameters
        return {name: parameters[name].default for name in self.options}


BUILT_IN: dict[str, Entry] = {
    "random": Entry(UniformAgent, "a uniformly random legal action"),
    "greedy": Entry(GreedyAgent, "what looks best at a glance"),
    "expert": Entry(
        ExpertAgent, "what a card should bring now against its worth in hand", ("withhold",)
    ),
    "pimc": Entry(
        PIMCAgent,
        "search over games drawn from the view, played out by expert, then exactly",
        ("worlds", "exact", "playout", "threads"),
    ),
    "ismcts": Entry(
        ISMCTSAgent,
        "one search tree over all games drawn, against strategy fusion",
        ("sims", "exact", "explore", "threads"),
    ),
}


def load(spec: str, num_players: int = 5, rules: Rules | None = None) -> Agent:
    """The agent that a spec string names, to play a game of `num_players` under `rules`.

    A spec is the name of a built-in agent, with options (`pimc:worlds=64,exact=2`), the path of a
    checkpoint (`runs/demo/final.zip`), or `package.module:factory` for a factory of one's own that
    takes nothing and gives an agent. Raises ValueError for an unknown spec or option, or for a
    checkpoint that was trained for another game.
    """
    name, colon, rest = spec.partition(":")
    if name in BUILT_IN:
        return _built_in(spec, BUILT_IN[name], rest)
    if spec.endswith(".zip"):
        from agents.learned import LearnedAgent  # torch loads only when it is asked for

        return LearnedAgent.from_checkpoint(Path(spec), num_players, rules or Rules.typical())
    if colon and "=" not in rest:
        return _from_factory(spec, name, rest)
    raise ValueError(
        f"agent {spec!r}: expected {', '.join(BUILT_IN)}, the path of a checkpoint (.zip), "
        "or package.module:factory"
    )


def _built_in(spec: str, entry: Entry, text: str) -> Agent:
    """A built-in agent with the options of its spec."""
    options: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if name not in entry.options or not equals:
            known = ", ".join(f"{key}={value}" for key, value in entry.defaults().items())
            raise ValueError(f"agent {spec!r}: option {part!r}; options: {known or 'none'}")
        options[name] = int(value) if value.lstrip("-").isdigit() else value
    try:
        return entry.make(**options)
    except ValueError as error:
        raise ValueError(f"agent {spec!r}: {error}") from error


def _from_factory(spec: str, module: str, factory: str) -> Agent:
    try:
        made = getattr(importlib.import_module(module), factory)()
    except (ImportError, AttributeError) as error:
        raise ValueError(f"agent {spec!r}: {error}") from error
    if not isinstance(made, Agent):
        raise ValueError(f"agent {spec!r}: expected an object with `name` and `act`, got {made!r}")
    return made
