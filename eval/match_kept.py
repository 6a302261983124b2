"""A match that is kept in a folder, from which it goes on as if it had not been stopped."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from agents.duplicate import Setting, chances_of
from eval.tally import Part, joined

_FILE = "match.npz"
_SECONDS_TO_SAVE = 20.0


@dataclass
class Progress:
    """What is played so far."""

    settings: dict[str, Any]  # all that the result depends on, as JSON has it
    parts: list[Part]
    chances: tuple[np.random.Generator, np.random.Generator]  # A's and B's, in use
    states: list[Any]  # of their chance after the last part
    seconds: float  # that it took
    saved: float  # when, by the clock of `time.perf_counter`

    @property
    def deals(self) -> int:
        """How many deals are played."""
        return sum(len(part["gain"]) for part in self.parts)

    def add(self, part: Part, seconds: float) -> None:
        """Take a part that was just played; a part that is stopped half-way leaves no trace."""
        self.parts.append(part)
        self.states = [chance.bit_generator.state for chance in self.chances]
        self.seconds = seconds

    def save(self, folder: Path) -> None:
        """Write everything into the folder, whole or not at all."""
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = folder / f".{_FILE}.unfinished"
        about = {"settings": self.settings, "chances": self.states, "seconds": self.seconds}
        with open(unfinished, "wb") as file:  # by name, numpy would add a suffix
            np.savez(file, about=np.array(json.dumps(about)), **joined(self.parts))  # type: ignore[arg-type]
        os.replace(unfinished, folder / _FILE)
        self.saved = time.perf_counter()

    def save_now_and_then(self, folder: Path) -> None:
        """`save`, unless that was a moment ago."""
        if time.perf_counter() - self.saved > _SECONDS_TO_SAVE:
            self.save(folder)


def begun(settings: dict[str, Any], setting: Setting, folder: Path | None) -> Progress:
    """What the folder holds of this match, nothing if it is new.

    Raises ValueError naming what differs if it holds another one.
    """
    progress = Progress(settings, [], chances_of(setting), [], 0.0, time.perf_counter())
    if folder is None or not (folder / _FILE).exists():
        return progress
    with np.load(folder / _FILE, allow_pickle=False) as file:
        about = json.loads(str(file["about"]))
        for name, value in settings.items():
            if about["settings"].get(name) != value:
                raise ValueError(
                    f"{folder} holds a match with {name}={about['settings'].get(name)!r}, "
                    f"this one has {value!r}: choose another --out"
                )
        progress.parts = [{name: file[name] for name in file.files if name != "about"}]
    progress.states, progress.seconds = about["chances"], about["seconds"]
    for chance, state in zip(progress.chances, progress.states, strict=True):
        chance.bit_generator.state = state
    return progress
