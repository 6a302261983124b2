"""Which file stands behind a spec, so that kept results are never mixed with those of another."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

from agents.registry import BUILT_IN, PRETRAINED


def source_digest(spec: str) -> str | None:
    """SHA-256 of the checkpoint or module behind a spec, None for an agent that needs no file.

    Of `search:policy=…` it is that of the policy.
    """
    name, _, rest = spec.partition(":")
    if name in BUILT_IN:
        options = dict(part.partition("=")[::2] for part in rest.split(","))
        within = [options[option] for option in BUILT_IN[name].specs if option in options]
        return source_digest(within[0]) if within else None
    path = _file(spec, name, rest)
    return hashlib.sha256(path.read_bytes()).hexdigest() if path and path.is_file() else None


def _file(spec: str, name: str, rest: str) -> Path | None:
    """The file behind a spec that names no built-in agent."""
    if spec.endswith(".zip"):
        return Path(spec)
    if name == PRETRAINED.name:
        return PRETRAINED / f"{rest}.zip"
    found = importlib.util.find_spec(name)
    return Path(found.origin) if found and found.origin else None
