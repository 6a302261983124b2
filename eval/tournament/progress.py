"""A tournament as far as it is played, which can be stored and continued."""

from __future__ import annotations

import dataclasses
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.matchups import KINDS, Fault, Lineup, Matchup, MatchupPart
from eval.store.provenance import provenance_of
from eval.store.result_file import ResultFile
from marriage_env.files.json_text import check_object

FILE = "tournament.results"
_FAULT = {"agent": str, "what": str, "deal": int, "record": dict, "path": str}


@dataclass
class Progress:
    """Chips by matchup, in parts that follow one another, and the agents that were left out."""

    lineup: Lineup
    parts: dict[Matchup, list[NDArray[np.int32]]] = dataclasses.field(default_factory=dict)
    faults: list[Fault] = dataclasses.field(default_factory=list)

    @property
    def agents(self) -> tuple[int, ...]:
        """The agents that still play, as places in `lineup.agents`."""
        gone = {fault.agent for fault in self.faults}
        return tuple(i for i, spec in enumerate(self.lineup.agents) if spec not in gone)

    def deals(self, matchup: Matchup) -> int:
        """How many deals of a matchup are played."""
        return sum(map(len, self.parts.get(matchup, [])))

    def add(self, part: MatchupPart, chips: NDArray[np.int32]) -> None:
        """Add the result of a part, the next one of its matchup."""
        # One assignment, so that an interrupt never finds it half done.
        self.parts[part.matchup] = [*self.parts.get(part.matchup, []), chips]

    def chips(self, matchup: Matchup) -> NDArray[np.int32]:
        """All deals of a matchup, (deals, agents)."""
        return np.concatenate(self.parts[matchup])

    def leave_out(self, fault: Fault) -> None:
        """Play without an agent that cannot be made now; what it has played before stays."""
        if fault.agent not in {one.agent for one in self.faults}:
            self.faults.append(fault)

    def disqualify(self, fault: Fault) -> None:
        """Add the fault and drop all tables of the agent."""
        self.faults.append(fault)
        gone = self.lineup.agents.index(fault.agent)
        self.parts = {
            matchup: parts for matchup, parts in self.parts.items() if gone not in matchup.agents
        }


def settings_of(lineup: Lineup) -> dict[str, Any]:
    """All that the results of a tournament depend on."""
    setting = lineup.setting
    return {
        **asdict(provenance_of(list(lineup.agents), setting.game)),
        "agents": list(lineup.agents),
        "game": setting.game,
        "players": setting.num_players,
        "rules": asdict(setting.rules),
        "deals": setting.deals,
        "seed": setting.seed,
        "purpose": setting.purpose,
        "time_limit": lineup.time_limit,
    }


def save(progress: Progress, file: ResultFile) -> None:
    """Store all that is played, and the agents that were disqualified."""
    faults = [asdict(fault) for fault in progress.faults if fault.record is not None]
    arrays = {_key(matchup): progress.chips(matchup) for matchup in progress.parts}
    file.save({**file.settings, "faults": faults}, arrays)


def stored_progress(lineup: Lineup, file: ResultFile, fresh: bool) -> Progress:
    """The progress to continue from; nothing is played if the file is new or to be ignored.

    Raises ValueError naming what differs if the file is of another tournament, or what is wrong
    with it.
    """
    progress = Progress(lineup)
    stored = file.load(fresh)
    if stored is None:
        return progress
    check_object(stored.content, {"faults": list}, str(file.path))
    for key, chips in stored.arrays.items():
        matchup = _item(key, len(lineup.agents))
        if matchup is None or not _fits(chips, matchup, lineup.setting.deals):
            raise ValueError(f"{file.path}: damaged (chips {key!r})")
        progress.parts[matchup] = [chips]
    for fault in stored.content["faults"]:
        check_object(fault, _FAULT, f"{file.path}: fault")
        if fault["agent"] not in lineup.agents:
            raise ValueError(f"{file.path}: damaged (fault of {fault['agent']!r}, no participant)")
        progress.faults.append(Fault(*(fault[name] for name in _FAULT)))
    return progress


def _fits(chips: NDArray[Any], matchup: Matchup, most_deals: int) -> bool:
    """Whether an array can be the chips of a matchup's first deals."""
    return (
        chips.dtype.str == "<i4"
        and chips.shape[1:] == (len(matchup.agents),)
        and 0 < len(chips) <= most_deals
    )


def _key(matchup: Matchup) -> str:
    """The name of a matchup in the file: "pair-0-2"."""
    return "-".join([matchup.kind, *map(str, matchup.agents)])


def _item(key: str, agents: int) -> Matchup | None:
    """The matchup of a name, None if it is none of so many agents."""
    kind, *places = key.split("-")
    if kind not in KINDS or not places or not all(place.isdecimal() for place in places):
        return None
    matchup = Matchup(kind, tuple(map(int, places)))
    return matchup if max(matchup.agents) < agents else None
