"""A match as far as it is played, which can be stored and continued."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from agents.arena.duplicate_statistics import DuplicateStatistics, concatenated, statistics_from
from agents.arena.setting import Setting, agent_generators
from eval.store.provenance import START_OVER
from eval.store.result_file import ResultFile
from marriage_env.files.json_text import check_object

FILE = "match.results"
_FIELDS = {"rngs": list, "seconds": (int, float)}


class Played(NamedTuple):
    """What is played. It is replaced as a whole, so that an interrupt never finds it half updated.

    `states` are those of both agents' random generators after the last part.
    """

    parts: tuple[DuplicateStatistics, ...] = ()
    states: tuple[Any, ...] = ()
    seconds: float = 0.0  # of playing


@dataclass
class Progress:
    """A match in progress."""

    rngs: tuple[np.random.Generator, np.random.Generator]  # A's and B's, in use
    file: ResultFile
    played: Played

    @property
    def deals(self) -> int:
        """How many deals are played."""
        return sum(len(part.gain) for part in self.played.parts)

    def add(self, part: DuplicateStatistics, seconds: float) -> None:
        """Add a part that was just played."""
        states = tuple(rng.bit_generator.state for rng in self.rngs)
        self.played = Played((*self.played.parts, part), states, seconds)

    def save(self) -> None:
        """Store all that is played."""
        if self.file.path is not None and self.played.parts:
            parts, states, seconds = self.played
            content = {**self.file.settings, "rngs": list(states), "seconds": seconds}
            self.file.save(content, concatenated(parts).arrays())


def stored_progress(setting: Setting, file: ResultFile, fresh: bool) -> Progress:
    """The progress to continue from; nothing is played if the file is new or to be ignored.

    Raises ValueError naming what differs if the file holds another match, or what is wrong with it.
    """
    progress = Progress(agent_generators(setting), file, Played())
    stored = file.load(fresh)
    if stored is None:
        return progress
    content = stored.content
    check_object(content, _FIELDS, str(file.path))
    part = statistics_from(stored.arrays, setting, str(file.path))
    try:
        for rng, state in zip(progress.rngs, content["rngs"], strict=True):
            rng.bit_generator.state = state
    except (KeyError, TypeError, OverflowError) as error:  # no state of a generator
        raise ValueError(
            f"{file.path}: damaged (random generator: {error}); {START_OVER}"
        ) from error
    progress.played = Played((part,), tuple(content["rngs"]), content["seconds"])
    return progress
