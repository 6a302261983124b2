"""The files in the folder of a training run, and reading them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from marriage_env.core.arguments import shown
from marriage_env.files.json_text import check_object, read_json, read_object
from marriage_env.game import DEFAULT_GAME

CONFIG, CURVE = "config.json", "curve.json"
LATEST, BEST, FINAL = "latest.zip", "best.zip", "final.zip"
STATE = "state.safetensors"  # what --resume continues from
_NUMBER = (int, float)
_SETTINGS = {"method": str, "players": str, "rules": str, "seed": int}
_MOST = 2**60  # larger numbers in a file are refused


def config_of(run: Path) -> dict[str, Any]:
    """The settings of a run, at least method, game, players, rules and seed; else ValueError."""
    config = read_object(_file_of(run, CONFIG), _SETTINGS)
    config.setdefault("game", DEFAULT_GAME)  # older runs do not name a game
    check_object(config, {"game": str}, str(run / CONFIG))
    return config


def curve_of(run: Path) -> list[dict[str, Any]]:
    """The points of a run's learning curve, one or more, the first one first; else ValueError.

    Each has `decisions`, `seconds` and `gains`: by opponent the gain and its interval, chips a
    duplicate deal.
    """
    file = _file_of(run, CURVE)
    points: list[dict[str, Any]] = read_json(file)
    check_points(points, str(file))
    if not points:
        raise ValueError(f"{run}: expected a run with a point on its learning curve")
    return points


def check_points(points: Any, where: str) -> None:
    """ValueError unless this is a learning curve, with the same opponents in every point."""
    if not isinstance(points, list):
        raise ValueError(f"{where}: expected a list of points, got {shown(points)}")
    for number, point in enumerate(points, 1):
        here = f"{where}: point {number}"
        check_object(point, {"decisions": int, "seconds": _NUMBER, "gains": dict}, here)
        if not 0 <= point["decisions"] < _MOST or not 0 <= point["seconds"] < _MOST:
            raise ValueError(f"{here}: expected decisions and seconds of at least 0")
        if point["gains"].keys() != points[0]["gains"].keys():
            raise ValueError(f"{here}: expected the opponents of the first point")
        for opponent, gain in point["gains"].items():
            if not _is_gain(gain):
                raise ValueError(f"{here}: gain over {shown(opponent)}: expected three numbers")


def point_file(run: Path, decisions: int) -> Path:
    """The checkpoint of the point of the curve after so many decisions, if the run keeps all."""
    return run / "points" / f"{decisions}.zip"


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
        and all(isinstance(one, _NUMBER) and not isinstance(one, bool) for one in value)
        and all(-_MOST < one < _MOST for one in value)
    )
