"""What an agent is made of, by which stored results of an agent that has changed are recognised.

Known are the spec and what is nested in it; the files that it names; and for a factory its module,
all modules of the same project that it imports, directly or not, and files that a string in any of
them names. Nothing of it is run. What a factory loads from elsewhere cannot be known, unless its
module declares a `version`, which is to change with it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import agents
import marriage_env
from agents.spec import (
    BuiltInSpec,
    CheckpointSpec,
    FactorySpec,
    SolutionSpec,
    Spec,
    parse_spec,
    specs_in,
)
from eval.store.project_sources import declares_version, file_of, is_file, project_sources


@dataclass(frozen=True)
class Identity:
    """A digest of all that an agent is known to be made of, and what is unknown, in words."""

    digest: str
    unknown: str = ""


def identity_of(spec: str, game: str) -> Identity:
    """The identity of the agent that a spec names; that of the text if it names none."""
    found = hashlib.sha256(spec.encode("utf-8", "surrogateescape"))
    for file in sorted(_named_files(spec, game)):
        found.update(_of_file(file))
    unknown = []
    for module in _modules(spec, game):
        for file in sorted(project_sources(module)):
            found.update(_of_file(file))
        own = file_of(module)
        if own is not None and not declares_version(own):
            unknown.append(f"what {module} reads besides is unknown, for it declares no `version`")
    return Identity(found.hexdigest(), "; ".join(unknown))


@cache
def engine_digest() -> str:
    """SHA-256 of the sources of rules, environment and built-in agents."""
    found = hashlib.sha256()
    for package in (marriage_env, agents):
        root = Path(str(package.__file__)).parent
        for file in sorted(root.rglob("*.py")):
            found.update(str(file.relative_to(root)).encode())
            found.update(_of_file(file))
    return found.hexdigest()


def checkpoint_path(spec: str, game: str) -> Path | None:
    """The file of the checkpoint that a spec names, None if it names none."""
    found = _parsed_spec(spec, game)
    return found.path if isinstance(found, CheckpointSpec) else None


def _parsed_spec(spec: str, game: str) -> Spec | None:
    """None for a text that names no agent."""
    try:
        return parse_spec(spec, game)
    except ValueError:
        return None


def _named_files(spec: str, game: str) -> set[Path]:
    """Files that a spec names anywhere."""
    found = _parsed_spec(spec, game)
    if found is None:
        return set()
    files = set()
    for one in specs_in(found):
        if isinstance(one, CheckpointSpec | SolutionSpec):
            files.add(one.path)
        elif isinstance(one, BuiltInSpec):
            files |= {Path(value) for _, value in one.options if isinstance(value, str)}
    return {file for file in files if is_file(file)}


def _modules(spec: str, game: str) -> list[str]:
    """The modules of the factories in a spec."""
    found = _parsed_spec(spec, game)
    specs = () if found is None else specs_in(found)
    return [one.module for one in specs if isinstance(one, FactorySpec)]


def _of_file(file: Path) -> bytes:
    """The digest of a file's contents."""
    found = hashlib.sha256()
    with open(file, "rb") as opened:
        while part := opened.read(1 << 20):
            found.update(part)
    return found.digest()
