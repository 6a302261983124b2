"""What a game tells the score sheet (marriage_env.cli.score_sheet) about itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from marriage_env.core.events import Event


@dataclass(frozen=True)
class Sheet:
    """The words and figures of a game on a score sheet."""

    title: str
    example: str  # of chips that moved, as the notes explain it
    places: str  # what the places are called together in which chips lie on the table
    chips_in: Callable[[Any], dict[str, int]]  # how many lie where, by an environment
    dealt: Callable[[Event], str]  # what else is said of a deal, by its event
    headings: Callable[[Sequence[Event]], Iterator[str]]  # of every event of a pack, in order
