"""Spec strings: the names by which training, evaluation and the README call agents."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from agents.game_agents import BuiltIn, agents_of
from agents.isolation.agent import CAN_ISOLATE, Guests
from agents.isolation.worker import make_agent, words_for
from agents.protocol import Agent, Unloadable
from marriage_env.core.arguments import shown
from marriage_env.game import game_named

_NUMBER = re.compile("-?[0-9]{1,18}")
PRETRAINED = Path(__file__).parent / "pretrained"


def load(
    spec: str,
    num_players: int = 5,
    rules: Any = None,
    game: str = "mariage",
    guests: Guests | None = None,
    trusted: bool = False,
) -> Agent:
    """The agent that a spec string names, to play a game of `num_players` under `rules`.

    A spec is the name of a built-in agent, with options (`pimc:worlds=64,exact=2`), `pretrained:5`
    or `pretrained:any` for the checkpoints that come with the project, the path of a checkpoint
    (`runs/demo/final.zip`), or `package.module:factory` for a factory of one's own that takes
    nothing and gives an agent. What a factory makes plays in this process and may do all that your
    code may; with `guests` it plays in a process of its own, which they end. Reading a checkpoint
    of `train` runs no code; a zip file of Stable-Baselines3's MaskablePPO can, and is read only if
    you say that it is `trusted`. Global generators stay as they are.

    Raises ValueError for an unknown spec or option; Unloadable, a ValueError, for a file or factory
    that gives no agent: damaged, not trusted, trained for another game.
    """
    if not isinstance(spec, str):
        raise ValueError(f"agent {shown(spec)}: expected a text")
    match = game_named(game).match(num_players, rules, None, None)
    num_players, rules = match.num_players, match.rules
    name, colon, rest = spec.partition(":")
    if name in agents_of(game).built_in:
        return _built_in(
            spec, agents_of(game).built_in[name], rest, num_players, rules, game, guests, trusted
        )
    if name == "pretrained" or spec.endswith(".zip"):
        from agents.learned.agent import load_agent  # torch loads only when it is asked for

        path = Path(spec) if name != "pretrained" else _pretrained(spec, rest)
        try:
            return load_agent(path, num_players, rules, spec, game, trusted)
        except ValueError as error:
            raise Unloadable(str(error)) from error
    if colon and "=" not in rest:
        return _from_factory(spec, name, rest, guests)
    expected = [*agents_of(game).built_in]
    if agents_of(game).pretrained:
        expected.append("pretrained:NAME")
    expected.append("the path of a checkpoint (.zip)")
    raise ValueError(f"agent {spec!r}: expected {', '.join(expected)}, or package.module:factory")


def names_code(spec: str, game: str = "mariage") -> bool:
    """Whether a spec names a factory, whose module `load` runs, or an agent made with one."""
    name, colon, rest = spec.partition(":")
    if name in agents_of(game).built_in:
        parts = [part.partition("=") for part in rest.split(",")]
        needed = agents_of(game).built_in[name].specs
        return any(names_code(value, game) for option, _, value in parts if option in needed)
    return bool(colon) and name != PRETRAINED.name and not spec.endswith(".zip")


def _pretrained(spec: str, name: str) -> Path:
    """The file of a checkpoint that comes with the project."""
    names = sorted(path.stem for path in PRETRAINED.glob("*.zip"))
    if name not in names:
        raise ValueError(f"agent {spec!r}: expected pretrained:{', pretrained:'.join(names)}")
    return PRETRAINED / f"{name}.zip"


def _built_in(
    spec: str,
    entry: BuiltIn,
    text: str,
    num_players: int,
    rules: Any,
    game: str,
    guests: Guests | None,
    trusted: bool,
) -> Agent:
    """A built-in agent with the options of its spec."""
    options: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if name in entry.specs and equals:
            options[name] = load(value, num_players, rules, game, guests, trusted)
        elif name in entry.options and equals:
            options[name] = int(value) if _NUMBER.fullmatch(value) else value
        else:
            raise ValueError(f"agent {spec!r}: option {part!r}; options: {entry.options_text()}")
    for name in entry.specs:
        if name not in options:
            raise ValueError(f"agent {spec!r}: expected {name}=AGENT among its options")
    try:
        return entry.make(**options)
    except ValueError as error:
        raise ValueError(f"agent {spec!r}: {error}") from error


def _from_factory(spec: str, module: str, factory: str, guests: Guests | None) -> Agent:
    """What a factory makes, here or as a guest; Unloadable if that is no agent."""
    if guests is not None and CAN_ISOLATE:
        return guests.agent(spec, module, factory)
    try:
        made: Agent = make_agent(module, factory)
    except (Exception, SystemExit) as error:  # a factory may raise anything
        raise Unloadable(f"agent {spec!r}: {words_for(error)}") from error
    return made
