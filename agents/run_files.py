"""The files that a training run leaves in its folder, as others read them."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from marriage_env.game import GAMES
from marriage_env.json_text import check_object, read_json, read_object

CONFIG, CURVE = "config.json", "curve.json"
LATEST, BEST, FINAL = "latest.zip", "best.zip", "final.zip"
_NUMBER = (int, float)


def config_of(run: Path) -> dict[str, Any]:
    """The settings of a run, at least its game, players and rules; ValueError if there are none."""
    config = read_object(_file_of(run, CONFIG), {"players": str, "rules": str})
    config.setdefault("game", GAMES[0])  # runs of the time when there was one game
    check_object(config, {"game": str}, str(run / CONFIG))
    return config


def curve_of(run: Path) -> list[dict[str, Any]]:
    """The points of a run's learning curve, the first one first; ValueError if there is none.

    Each has `decisions`, `seconds` and `gains`: by opponent the gain and its interval, chips a
    duplicate deal.
    """
    file = _file_of(run, CURVE)
    points = read_json(file)
    if not isinstance(points, list):
        raise ValueError(f"{file}: expected a list of points")
    for number, point in enumerate(points, 1):
        where = f"{file}: point {number}"
        check_object(point, {"decisions": int, "seconds": _NUMBER, "gains": dict}, where)
        for opponent, gain in point["gains"].items():
            if not _is_gain(gain):
                raise ValueError(f"{where}: gain over {opponent!r}: expected three numbers")
    return points


def agent_of(run: Path) -> Path:
    """The checkpoint to play with: the last one that the run kept."""
    return run / FINAL if (run / FINAL).exists() else run / LATEST


def _file_of(run: Path, name: str) -> Path:
    """A file of a run; ValueError if it is not there."""
    if not (run / name).is_file():
        raise ValueError(f"{run}: there is no run in it (no {name})")
    return run / name


def _is_gain(value: Any) -> bool:
    """Whether a JSON value is a gain with both ends of its interval."""
    return (
        isinstance(value, list)
        and len(value) == 3
        and all(isinstance(one, _NUMBER) and math.isfinite(one) for one in value)
    )
