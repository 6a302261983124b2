"""Results kept in a JSON file from which the same command goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from marriage_env.game import GAMES
from marriage_env.storage import write_text

ONE_GAME = {"game": GAMES[0]}  # what results say that were kept when there was one game alone


def begun(settings: dict[str, Any], progress: dict[str, Any], path: Path | None) -> dict[str, Any]:
    """A result of these settings: the one in the file, or one with `progress` as it begins.

    Raises ValueError naming what differs if the file holds a result of other settings.
    """
    if path is None or not path.exists():
        return {**settings, **progress}
    kept: dict[str, Any] = {**ONE_GAME, **json.loads(path.read_text(encoding="utf-8"))}
    for name, value in settings.items():
        if kept.get(name) != value:
            raise ValueError(
                f"{path} holds a result with {name}={kept.get(name)!r}, this one has {value!r}: "
                "choose another --out"
            )
    return kept


def keep(result: dict[str, Any], path: Path | None) -> None:
    """Write a result whole or not at all; nowhere if there is no path."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, json.dumps(result, indent=1) + "\n")
