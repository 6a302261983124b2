"""A match that is kept in a folder, from which it goes on as if it had not been stopped."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from agents.arena.duplicate_statistics import DuplicateStatistics, concatenated, statistics_from
from agents.arena.setting import Setting, agent_generators
from eval.store.array_file import load_arrays, save_arrays
from eval.store.kept import ANEW, check_same, say_unknown
from marriage_env.files.json_text import check_object

FILE = "match.kept"
_SECONDS_TO_SAVE = 20.0
_ABOUT = {"settings": dict, "chances": list, "seconds": (int, float)}


class Played(NamedTuple):
    """What is played: one value, so that a stop at any moment finds all of it in step."""

    parts: tuple[DuplicateStatistics, ...] = ()
    states: tuple[Any, ...] = ()  # of both agents' chance after the last part
    seconds: float = 0.0  # that it took


@dataclass
class Progress:
    """A match on its way."""

    settings: dict[str, Any]  # all that the result depends on
    chances: tuple[np.random.Generator, np.random.Generator]  # A's and B's, in use
    played: Played = field(default_factory=Played)
    saved: float = field(default_factory=time.perf_counter)  # when, by that clock

    @property
    def deals(self) -> int:
        """How many deals are played."""
        return sum(len(part.gain) for part in self.played.parts)

    def add(self, part: DuplicateStatistics, seconds: float) -> None:
        """Take a part that was just played; a part that is stopped half-way leaves no trace."""
        states = tuple(chance.bit_generator.state for chance in self.chances)
        self.played = Played((*self.played.parts, part), states, seconds)

    def save(self, folder: Path) -> None:
        """Write everything into the folder, atomically."""
        parts, states, seconds = self.played
        about = {"settings": self.settings, "chances": list(states), "seconds": seconds}
        save_arrays(folder / FILE, about, concatenated(parts).arrays())
        self.saved = time.perf_counter()

    def save_now_and_then(self, folder: Path) -> None:
        """`save`, unless that was a moment ago."""
        if time.perf_counter() - self.saved > _SECONDS_TO_SAVE:
            self.save(folder)


def begun(
    settings: dict[str, Any], setting: Setting, folder: Path | None, fresh: bool = False
) -> Progress:
    """What the folder holds of this match, nothing if it is new or to begin anew.

    Raises ValueError naming what differs if it holds another one, or what is wrong with its file.
    """
    progress = Progress(settings, agent_generators(setting))
    if folder is None or fresh or not (folder / FILE).exists():
        return progress
    try:
        about, arrays = load_arrays(folder / FILE)
        check_object(about, _ABOUT, str(folder / FILE))
        check_same(about["settings"], settings, f"{folder} holds a match")
        part = statistics_from(arrays, setting, str(folder / FILE))
        for chance, state in zip(progress.chances, about["chances"], strict=True):
            chance.bit_generator.state = state
    except (KeyError, TypeError, OverflowError) as error:  # of a state that is none
        raise ValueError(f"{folder / FILE}: damaged (chance {error}); {ANEW}") from error
    progress.played = Played((part,), tuple(about["chances"]), about["seconds"])
    say_unknown(list(settings["made_of"]), setting.game, folder)
    return progress
