"""Ctrl-C while several processes play matches."""

from __future__ import annotations

import pytest

from agents.arena import parallel_duplicates


def stop_after(patch: pytest.MonkeyPatch, tasks: int) -> None:
    """Let so many parts of matches be played, then press Ctrl-C."""
    play, left = parallel_duplicates.play_part, iter(range(tasks))

    def some(task):
        if next(left, None) is None:
            raise KeyboardInterrupt
        return play(task)

    patch.setattr(parallel_duplicates, "play_part", some)
