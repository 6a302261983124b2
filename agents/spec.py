"""Spec strings: the texts by which commands, training and the README name agents, read here alone.

    spec    = NAME | NAME ":" option {"," option}     a built-in agent of the game
            | "pretrained:" NAME                      a checkpoint that comes with the project
            | "solution:" PATH                        a solution that `eval solve` has stored
            | "rllib:" PATH                           a run of `train rllib`, or a checkpoint of it
            | PATH ".zip"                             any other checkpoint
            | MODULE ":" FACTORY                      what a function or class of one's own gives
    option  = KEY "=" value
    value   = text without a comma, not beginning with "(" | "(" text ")"

The value of some options is itself a spec (`search:policy=AGENT`). Parentheses round a value keep
its commas from ending it, and every "(" in it needs its ")":
`search:policy=(pimc:worlds=8,exact=2),worlds=4`. Without a comma they can be left out:
`search:policy=pimc:worlds=8,worlds=4` searches 4 worlds by a policy that searches 8.

`parse_spec` gives one of four dataclasses, and `str` of it the canonical text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from agents.game_agents import BuiltIn, agents_of
from marriage_env.core.arguments import shown

PRETRAINED = Path(__file__).parent / "pretrained"  # <name>.zip, named by specs as "pretrained:NAME"
SOLUTION, RLLIB = "solution", "rllib"
_NUMBER = re.compile("-?[0-9]{1,18}")


@dataclass(frozen=True)
class BuiltInSpec:
    """A built-in agent with its options, in the order given."""

    name: str
    options: tuple[tuple[str, int | str | Spec], ...] = ()

    def __str__(self) -> str:
        options = ",".join(f"{key}={_value_text(value)}" for key, value in self.options)
        return f"{self.name}:{options}" if options else self.name


@dataclass(frozen=True)
class CheckpointSpec:
    """A file of a learned agent."""

    text: str  # "pretrained:5", "rllib:PATH", or the path

    def __str__(self) -> str:
        return self.text

    @property
    def is_rllib(self) -> bool:
        """Whether it names a run of `train rllib`."""
        return self.text.startswith(f"{RLLIB}:")

    @property
    def path(self) -> Path:
        """Where the file is, or the folder of a run of `train rllib`."""
        folder, colon, name = self.text.partition(":")
        if self.is_rllib:
            return Path(name)
        is_pretrained = bool(colon) and folder == PRETRAINED.name
        return PRETRAINED / f"{name}.zip" if is_pretrained else Path(self.text)


@dataclass(frozen=True)
class SolutionSpec:
    """A file with the solution of a game."""

    path: Path

    def __str__(self) -> str:
        return f"{SOLUTION}:{self.path}"


@dataclass(frozen=True)
class FactorySpec:
    """A callable of a module that gives an agent."""

    module: str
    factory: str

    def __str__(self) -> str:
        return f"{self.module}:{self.factory}"


Spec: TypeAlias = BuiltInSpec | CheckpointSpec | SolutionSpec | FactorySpec


def parse_spec(text: str, game: str) -> Spec:
    """The spec in a text, of an agent for a game; runs nothing and reads no file.

    Raises ValueError for a text that names no agent, and for a wrong option, also inside a value.
    """
    if not isinstance(text, str):
        raise ValueError(f"agent {shown(text)}: expected a text")
    built_in = agents_of(game).built_in
    name, _, rest = text.partition(":")
    if name in built_in:
        return _built_in_spec(text, name, rest, game)
    if name == PRETRAINED.name:
        names = sorted(path.stem for path in PRETRAINED.glob("*.zip"))
        if rest not in names:
            raise ValueError(f"agent {text!r}: expected pretrained:{', pretrained:'.join(names)}")
        return CheckpointSpec(text)
    if name == SOLUTION and rest:
        return SolutionSpec(Path(rest))
    if text.endswith(".zip") or (name == RLLIB and rest):
        return CheckpointSpec(text)
    if rest and "=" not in rest:
        return FactorySpec(name, rest)
    expected = [*built_in, *(["pretrained:NAME"] if agents_of(game).pretrained else [])]
    expected += ["the path of a checkpoint (.zip)", "solution:FILE", "rllib:RUN"]
    raise ValueError(f"agent {text!r}: expected {', '.join(expected)}, or package.module:factory")


def specs_in(spec: Spec) -> Iterator[Spec]:
    """A spec, and all those in values of its options."""
    yield spec
    if isinstance(spec, BuiltInSpec):
        for _, value in spec.options:
            if not isinstance(value, int | str):
                yield from specs_in(value)


def names_code(text: str, game: str) -> bool:
    """Whether loading a spec runs code that it names: a factory, also in an option.

    False for a text that names no agent: loading it runs nothing.
    """
    try:
        spec = parse_spec(text, game)
    except ValueError:
        return False
    return any(isinstance(one, FactorySpec) for one in specs_in(spec))


def _built_in_spec(text: str, name: str, rest: str, game: str) -> BuiltInSpec:
    """The spec of a built-in agent with the options `rest`."""
    entry = agents_of(game).built_in[name]
    options: dict[str, int | str | Spec] = {}
    for key, value in _options(text, rest, entry):
        if key in entry.specs:
            options[key] = parse_spec(value, game)
        else:
            options[key] = int(value) if _NUMBER.fullmatch(value) else value
    for key in entry.specs:
        if key not in options:
            raise ValueError(f"agent {text!r}: expected {key}=AGENT among its options")
    return BuiltInSpec(name, tuple(options.items()))


def _options(text: str, rest: str, entry: BuiltIn) -> Iterator[tuple[str, str]]:
    """Key and value of each option, without the parentheses of values."""
    while rest:
        end = _end_of_option(text, rest)
        option, rest = rest[:end], rest[end + 1 :]
        if not option:
            continue
        key, equals, value = option.partition("=")
        if not equals or key not in (*entry.options, *entry.specs):
            options = entry.options_text()
            raise ValueError(f"agent {text!r}: option {option!r}; options: {options}")
        yield key, value[1:-1] if value.startswith("(") else value


def _end_of_option(text: str, rest: str) -> int:
    """Where the first option ends: at a comma outside parentheses, or at the end."""
    comma, begin = rest.find(","), rest.find("=") + 1
    in_parentheses = begin > 0 and (comma < 0 or begin < comma) and rest[begin:].startswith("(")
    if not in_parentheses:
        return comma if comma >= 0 else len(rest)
    depth = 0
    for place in range(begin, len(rest)):
        depth += (rest[place] == "(") - (rest[place] == ")")
        if depth == 0:
            if rest[place + 1 : place + 2] in ("", ","):
                return place + 1
            break
    raise ValueError(f"agent {text!r}: expected {rest[begin:]!r} to end its parentheses, once")


def _value_text(value: int | str | Spec) -> str:
    """A value as a spec has it, in parentheses where it needs them."""
    text = str(value)
    return f"({text})" if "," in text or text.startswith("(") else text
