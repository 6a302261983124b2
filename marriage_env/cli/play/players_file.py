"""Who sits at the table of a match that is played in the terminal: a small file beside its record.

The record says what was played (marriage_env.records), this file says by whom, so that a match
goes on with the same players and in the same language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from marriage_env.cli.play.wording import LANGUAGES
from marriage_env.core.arguments import is_integer, shown
from marriage_env.files.json_text import parse_json
from marriage_env.files.storage import write_text

_FORMAT, _VERSION = "marriage-env-players", 1
# Agents that come with the project, with numbers as options: to make them runs no code of others.
_OURS = re.compile(r"[a-z_]+(:(any|[0-9]+|[a-z_]+=[0-9]+(,[a-z_]+=[0-9]+)*))?")


@dataclass(frozen=True)
class Players:
    """The player's seat and language, and the specs of the agents."""

    seat: int
    language: str
    # One for all other seats, or one for each, by seat; none: the usual ones
    opponents: tuple[str, ...]
    hints: str  # the agent that gives hints


def path_beside(record: Path) -> Path:
    """The file of the players of a match: match.players.json for match.jsonl."""
    return record.with_name(f"{record.stem}.players.json")


def write_players(record: Path, players: Players) -> None:
    """Write the file beside that of the record, atomically."""
    entries = {"format": _FORMAT, "version": _VERSION, **asdict(players)}
    write_text(path_beside(record), json.dumps(entries, ensure_ascii=False, indent=1) + "\n")


def read_players(record: Path) -> Players:
    """The players of a match; ValueError naming the file and what is wrong with it."""
    path = path_beside(record)
    try:
        entries = parse_json(path.read_bytes())
    except FileNotFoundError as error:
        raise ValueError(
            f"{path} is missing, which says who plays: give --seat and --opponents"
        ) from error
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
    if not isinstance(entries, dict) or entries.get("format") != _FORMAT:
        raise ValueError(f"{path}: expected a file with format {_FORMAT!r}")
    if entries.get("version") != _VERSION:
        raise ValueError(f"{path}: version={shown(entries.get('version'))}: expected {_VERSION}")
    return _checked(path, entries)


def _checked(path: Path, entries: dict[str, object]) -> Players:
    seat, language = entries.get("seat"), entries.get("language")
    opponents, hints = entries.get("opponents"), entries.get("hints")
    if not is_integer(seat):
        raise ValueError(f"{path}: seat={shown(seat)}: expected an integer")
    if language not in LANGUAGES:
        raise ValueError(f"{path}: language={shown(language)}: expected {' or '.join(LANGUAGES)}")
    if not isinstance(opponents, list) or not all(isinstance(one, str) for one in opponents):
        raise ValueError(f"{path}: opponents={shown(opponents)}: expected a list of specs")
    if not isinstance(hints, str):
        raise ValueError(f"{path}: hints={shown(hints)}: expected a spec")
    return Players(seat, language, tuple(opponents), hints)  # type: ignore[arg-type]


def given_anew(path: Path, players: Players, given: Mapping[str, Any]) -> Players:
    """The players of a match that goes on; what its user has `given` again is not None.

    Agents whose files or code the project does not bring are loaded only if the user names them
    again: ValueError names one that was not.
    """
    for name, stored in (("opponents", players.opponents), ("hints", (players.hints,))):
        foreign = [spec for spec in stored if not _OURS.fullmatch(spec)]
        if given[name] is None and foreign:
            raise ValueError(
                f"{path_beside(path)} names the agent {shown(foreign[0])}, which is not the "
                f"project's: if you trust it, name it again: --{name} {' '.join(stored)}"
            )
    return replace(players, **{name: value for name, value in given.items() if value is not None})
