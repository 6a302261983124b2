"""One of an agent among copies of another in duplicate deals: many such matches, shared out."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents.arena.duplicate import Setting
from agents.arena.matchups import Fault, Field, Item, Task, compile_players, play, players_dismissed
from agents.arena.misplay_records import write_misplay
from agents.arena.process_pool import map_in_processes

_PARTS = 20  # tasks of every table of a match
_ALONE, _AMONG = Item("self", (1,)), Item("pair", (0, 1))


@dataclass(frozen=True)
class Match:
    """One of `a` among copies of `b`, both by spec."""

    a: str
    b: str
    setting: Setting
    trusted: bool = False  # as `agents.load` has it


def gains_of(
    matches: Sequence[Match], workers: int, time_limit: float | None, title: str
) -> Generator[NDArray[np.float64], None, None]:
    """Match by match, what A gains over B in each deal, (deals,) chips.

    The bar of progress has `title`. Raises ValueError for an agent that is unknown or does not fit
    the game, and for a misplay, whose record is then written.
    """
    listed = [(match, _tasks(match, time_limit)) for match in matches]
    tasks = [task for _, of_match in listed for task in of_match]
    with (
        players_dismissed(),
        tqdm(total=len(tasks), unit=" parts", desc=title) as bar,
        closing(map_in_processes(play, tasks, workers)) as results,
    ):
        for field in {task.field.agents: task.field for task in tasks}.values():
            compile_players(field)  # here alone, or every process would
        for match, of_match in listed:
            won: dict[Item, list[NDArray[np.int32]]] = {_ALONE: [], _AMONG: []}
            for task in of_match:
                won[task.item].append(_chips(next(results))[:, 0])
                bar.update()
            difference = np.concatenate(won[_AMONG]) - np.concatenate(won[_ALONE])
            yield difference / match.setting.num_players


def _tasks(match: Match, time_limit: float | None) -> list[Task]:
    """A match in parts."""
    field = Field((match.a, match.b), match.setting, time_limit, match.trusted)
    deals = match.setting.deals
    cuts = sorted({round(deals * part / _PARTS) for part in range(_PARTS + 1)})
    return [Task(field, item, *cut) for cut in pairwise(cuts) for item in (_ALONE, _AMONG)]


def _chips(result: NDArray[np.int32] | Fault) -> NDArray[np.int32]:
    """The chips of a task; ValueError for a misplay, when its record is written."""
    if isinstance(result, Fault):
        if result.record is None:
            raise ValueError(str(result))
        path = write_misplay(Path(), result.record)
        raise ValueError(f"{result} (record: {path})")
    return result
