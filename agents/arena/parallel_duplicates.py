"""Many duplicate matches between agents given by spec, played by several processes or machines."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents.arena.agent_cache import agents_released
from agents.arena.matchups import Fault, Lineup, Matchup, MatchupPart, play_part, prepare_agents
from agents.arena.misplay_records import write_misplay
from agents.arena.setting import Setting
from agents.arena.shared_tasks import map_tasks

_PARTS = 20  # of every matchup of a match
_ONLY_B, _A_AMONG_B = Matchup("self", (1,)), Matchup("pair", (0, 1))


@dataclass(frozen=True)
class DuplicateMatch:
    """One of `a` among copies of `b`, both by spec."""

    a: str
    b: str
    setting: Setting
    trusted: bool = False  # as `agents.load` has it


def gains_by_match(
    matches: Sequence[DuplicateMatch],
    workers: int,
    time_limit: float | None,
    title: str,
    address: str = "",
) -> Generator[NDArray[np.float64], None, None]:
    """Match by match, what A gains over B in each deal, (deals,) chips.

    The progress bar has `title`; `workers` and `address` are those of `map_tasks`. Raises
    ValueError for an agent that is unknown or does not fit the game, and for a misplay, whose
    record is then written.
    """
    parts_by_match = [(match, _parts(match, time_limit)) for match in matches]
    parts = [part for _, of_match in parts_by_match for part in of_match]
    with (
        agents_released(),
        tqdm(total=len(parts), unit=" parts", desc=title) as bar,
        closing(map_tasks(play_part, parts, workers, address)) as results,
    ):
        for lineup in {part.lineup.agents: part.lineup for part in parts}.values():
            prepare_agents(lineup)  # here, so that not every process compiles the same code
        for match, of_match in parts_by_match:
            won: dict[Matchup, list[NDArray[np.int32]]] = {_ONLY_B: [], _A_AMONG_B: []}
            for part in of_match:
                won[part.matchup].append(_chips(next(results))[:, 0])
                bar.update()
            difference = np.concatenate(won[_A_AMONG_B]) - np.concatenate(won[_ONLY_B])
            yield difference / match.setting.num_players


def _parts(match: DuplicateMatch, time_limit: float | None) -> list[MatchupPart]:
    """A match in parts."""
    lineup = Lineup((match.a, match.b), match.setting, time_limit, match.trusted)
    deals = match.setting.deals
    cuts = sorted({round(deals * part / _PARTS) for part in range(_PARTS + 1)})
    return [
        MatchupPart(lineup, matchup, *cut)
        for cut in pairwise(cuts)
        for matchup in (_ONLY_B, _A_AMONG_B)
    ]


def _chips(result: NDArray[np.int32] | Fault) -> NDArray[np.int32]:
    """The chips of a part; ValueError for a fault, after its record, if any, is written."""
    if isinstance(result, Fault):
        if result.record is None:
            raise ValueError(str(result))
        path = write_misplay(Path(), result.record)
        raise ValueError(f"{result} (record: {path})")
    return result
