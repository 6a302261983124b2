"""Checkpoints: a learned agent in one file. Reading one runs no code.

The settings say the format's version, the range of games, the version of the features, the
width of the network and what made it; the tensors are the network's weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.learned.archive import SETTINGS, TENSORS, Archive, blamed, check_file, opened, pack
from agents.learned.game_range import GameRange
from agents.learned.network import (
    MOST_UNITS,
    CardNetwork,
    Shape,
    network_of,
    weight_shapes,
    weights_of,
)
from marriage_env.core.arguments import is_integer, shown
from marriage_env.files.storage import writing

FORMAT, VERSION = "marriage-env checkpoint", 1
# More than the widest network of any game takes; reading one takes at most four times its size.
MOST_BYTES = 64 * 1024**2
_FIELDS = {
    "format", "version", "env", "features_version", "players", "rules", "width", "made_by",
}  # fmt: skip
# The members of Stable-Baselines3's own files that are unpickled.
_FOREIGN = {"data", "policy.pth"}


class IsSB3Model(ValueError):
    """The file is a model of Stable-Baselines3, which can run code when it is loaded."""


@dataclass(frozen=True)
class Checkpoint:
    """A network, the games it was trained for, and what made it, as plain JSON values."""

    network: CardNetwork
    game_range: GameRange
    made_by: Mapping[str, Any]


def save_checkpoint(checkpoint: Checkpoint, path: Path) -> None:
    """Write a checkpoint atomically."""
    settings = {
        "format": FORMAT,
        "version": VERSION,
        **checkpoint.game_range.to_dict(),
        "width": checkpoint.network.shape.units,
        "made_by": dict(checkpoint.made_by),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    with writing(path) as file:
        pack(settings, weights_of(checkpoint.network), file)


def read_checkpoint(path: Path, name: str = "") -> Checkpoint:
    """The checkpoint in a file, which errors call `name` or its path.

    Raises ValueError saying what is wrong with it, `IsSB3Model` for one of Stable-Baselines3.
    """
    what = f"checkpoint {name or path}"
    with blamed(what):
        foreign = is_sb3_model(path)
    if foreign:
        raise IsSB3Model(
            f"{what}: a model of Stable-Baselines3, which can run code when it is loaded: "
            "if you trust who made it, use --trust, or agents.load(..., trusted=True)"
        )
    with blamed(what), opened(path, MOST_BYTES) as archive:
        return _checkpoint_in(archive)


def is_sb3_model(path: Path) -> bool:
    """Whether a file is a zip with the members of Stable-Baselines3; ValueError if it is no zip."""
    check_file(path, 2**40)
    with path.open("rb") as file:
        return set(Archive(file).names) >= _FOREIGN


def _checkpoint_in(archive: Archive) -> Checkpoint:
    """What an archive holds."""
    if sorted(archive.names) != [SETTINGS, TENSORS]:
        raise ValueError(f"expected {SETTINGS} and {TENSORS} in it, got {shown(archive.names)}")
    settings = archive.settings()
    if settings.get("format") != FORMAT:
        raise ValueError(f"its format is {shown(settings.get('format'))}, expected {FORMAT!r}")
    if not is_integer(version := settings.get("version")) or version != VERSION:
        raise ValueError(f"its format has version {shown(version)}, expected {VERSION}")
    if settings.keys() != _FIELDS:
        odd = sorted(settings.keys() ^ _FIELDS)
        raise ValueError(f"{SETTINGS}: missing or not expected: {shown(odd)}")
    if not isinstance(settings["made_by"], dict):
        raise ValueError(f"made_by: expected an object, got {shown(settings['made_by'])}")
    game_range = GameRange.from_dict(settings)
    shape = Shape.of(game_range, _width(settings["width"]))
    network = network_of(shape, archive.tensors(weight_shapes(shape)))
    return Checkpoint(network, game_range, settings["made_by"])


def _width(given: Any) -> int:
    """The units of a layer."""
    if not is_integer(given) or not 2 <= given <= MOST_UNITS or given % 2:
        raise ValueError(
            f"width: expected an even integer from 2 to {MOST_UNITS}, got {shown(given)}"
        )
    return int(given)
