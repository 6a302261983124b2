"""Which sources and agents a stored result was made by, and whether they are still the same."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from eval.store.identity import engine_digest, identity_of
from marriage_env import __version__

START_OVER = "choose another --out, or start over with --fresh"


@dataclass(frozen=True)
class Provenance:
    """What results of some agents depend on besides the settings."""

    version: str  # of marriage_env
    engine: str  # SHA-256 of the sources of rules, environment and built-in agents
    made_of: dict[str, str]  # by spec, the digest of `identity_of`


def provenance_of(specs: list[str], game: str) -> Provenance:
    """The provenance of results that are about to be made."""
    agents = {spec: identity_of(spec, game).digest for spec in dict.fromkeys(specs)}
    return Provenance(__version__, engine_digest(), agents)


def check_same(stored: Mapping[str, Any], settings: Mapping[str, Any], what: str) -> None:
    """ValueError naming what differs unless `stored` has these settings; `what` says what it is."""
    wanted = json.loads(json.dumps(settings))
    provenance = {one.name for one in fields(Provenance)}
    for name in sorted(wanted, key=lambda name: name in provenance):  # first what the user chose
        held, value = stored.get(name), wanted[name]
        if held == value:
            continue
        if name == "made_of" and isinstance(held, dict) and held.keys() == value.keys():
            changed = next(spec for spec in value if held[spec] != value[spec])
            raise ValueError(f"{what} of {changed} as it was before it changed: {START_OVER}")
        if name == "engine":
            raise ValueError(f"{what} of other sources of this project: {START_OVER}")
        raise ValueError(f"{what} with {name}={held!r}, this one has {value!r}: {START_OVER}")


def note_unknown(specs: list[str], game: str, path: Path) -> None:
    """Say on stderr which agents may have changed unnoticed since the results in a file."""
    for spec in dict.fromkeys(specs):
        if unknown := identity_of(spec, game).unknown:
            print(
                f"note: {path} continues with stored results of {spec}: {unknown}; "
                "--fresh starts over if it has changed",
                file=sys.stderr,
            )
