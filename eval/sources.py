"""Which file stands behind a spec, so that kept results are never mixed with those of another."""

from __future__ import annotations

import hashlib
from importlib.machinery import PathFinder
from pathlib import Path

from agents.registry import BUILT_IN, PRETRAINED


def source_digest(spec: str, game: str = "mariage") -> str | None:
    """SHA-256 of the checkpoint or module behind a spec, None for an agent that needs no file.

    Of `search:policy=…` it is that of the policy.
    """
    name, _, rest = spec.partition(":")
    if name in BUILT_IN[game]:
        options = dict(part.partition("=")[::2] for part in rest.split(","))
        within = [options[option] for option in BUILT_IN[game][name].specs if option in options]
        return source_digest(within[0], game) if within else None
    path = checkpoint_path(spec, game) or _module_path(name)
    return hashlib.sha256(path.read_bytes()).hexdigest() if path and path.is_file() else None


def checkpoint_path(spec: str, game: str = "mariage") -> Path | None:
    """The file of the checkpoint that a spec names, None if it names none."""
    name, _, rest = spec.partition(":")
    if name == PRETRAINED.name:
        return PRETRAINED / f"{rest}.zip"
    return Path(spec) if spec.endswith(".zip") and name not in BUILT_IN[game] else None


def _module_path(name: str) -> Path | None:
    """The file of a module, found without importing its packages, which might do anything."""
    parts, folders, found = name.split("."), None, None
    for depth in range(len(parts)):
        found = PathFinder.find_spec(".".join(parts[: depth + 1]), folders)
        if found is None:
            return None
        folders = found.submodule_search_locations
    return Path(found.origin) if found and found.origin else None
