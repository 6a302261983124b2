"""Results kept on disk, from which the same command goes on, if they are whole and its own.

A kept result is gone on with only if everything that it depends on is the same (`settings`), the
agents themselves included (eval/identity.py).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eval.store.identity import engine_digest, identity_of
from marriage_env import __version__
from marriage_env.files.json_text import read_object
from marriage_env.files.storage import write_text

_CHECK = "sha256"
_MADE_OF = ("version", "engine", "made_of")
ANEW = "choose another --out, or begin anew with --fresh"


def add_fresh(parser: argparse.ArgumentParser) -> None:
    """`--fresh`: do not go on from what is kept."""
    parser.add_argument(
        "--fresh", action="store_true", help="begin anew, whatever results are kept there"
    )


def made_of(specs: list[str], game: str) -> dict[str, Any]:
    """What results of these agents depend on besides their settings, for `check_same`."""
    agents = {spec: identity_of(spec, game).digest for spec in dict.fromkeys(specs)}
    return {"version": __version__, "engine": engine_digest(), "made_of": agents}


def check_same(kept: Mapping[str, Any], settings: Mapping[str, Any], what: str) -> None:
    """ValueError naming what differs unless `kept` has these settings; `what` says what it is."""
    wanted = json.loads(json.dumps(settings))
    for name in sorted(wanted, key=lambda name: name in _MADE_OF):  # what the user chose first
        held, value = kept.get(name), wanted[name]
        if held == value:
            continue
        if name == "made_of" and isinstance(held, dict) and held.keys() == value.keys():
            changed = next(spec for spec in value if held[spec] != value[spec])
            raise ValueError(f"{what} of {changed} as it was before it changed: {ANEW}")
        if name == "engine":
            raise ValueError(f"{what} of other sources of this project: {ANEW}")
        raise ValueError(f"{what} with {name}={held!r}, this one has {value!r}: {ANEW}")


def say_unknown(specs: list[str], game: str, where: Path) -> None:
    """Say on stderr whose changes cannot all be seen, when results of theirs are gone on with."""
    for spec in dict.fromkeys(specs):
        if unknown := identity_of(spec, game).unknown:
            print(
                f"note: {where} goes on with kept results of {spec}: {unknown}; "
                "--fresh begins anew if it has changed",
                file=sys.stderr,
            )


def begun(
    settings: dict[str, Any], progress: dict[str, Any], path: Path | None, fresh: bool = False
) -> dict[str, Any]:
    """A result of these settings: the one in the file, or one with `progress` as it begins.

    Raises ValueError naming what differs if the file holds a result of other settings, or what is
    wrong with it.
    """
    if path is None or fresh or not path.exists():
        return {**settings, **progress}
    try:
        kept = read_object(path, {_CHECK: str, **dict.fromkeys(progress, object)})
    except ValueError as error:
        raise ValueError(f"{error}: no result that can be gone on with; {ANEW}") from error
    if kept.pop(_CHECK) != _digest(kept):
        raise ValueError(f"{path}: damaged (its checksum is not that of its contents); {ANEW}")
    check_same(kept, settings, f"{path} holds a result")
    if any(kept[name] for name in progress):
        say_unknown(list(settings.get("made_of", {})), settings["game"], path)
    return kept


def keep(result: dict[str, Any], path: Path | None) -> None:
    """Write a result atomically; nowhere if there is no path."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, json.dumps({**result, _CHECK: _digest(result)}, indent=1) + "\n")


def _digest(result: Mapping[str, Any]) -> str:
    """SHA-256 of a result as JSON has it."""
    plain = json.loads(json.dumps(result))
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()
