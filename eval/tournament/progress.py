"""What a tournament has played so far, in memory and in a file from which it can go on."""

from __future__ import annotations

import dataclasses
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.matchups import KINDS, Fault, Lineup, Matchup, MatchupPart
from eval.store.array_file import load_arrays, save_arrays
from eval.store.kept import check_same, made_of, say_unknown
from marriage_env.files.json_text import check_object

FILE = "played.kept"
_FAULT = {"agent": str, "what": str, "deal": int, "record": dict, "path": str}


@dataclass
class Played:
    """Chips by item, in parts that follow one another, and who was sent away."""

    field: Lineup
    parts: dict[Matchup, list[NDArray[np.int32]]] = dataclasses.field(default_factory=dict)
    faults: list[Fault] = dataclasses.field(default_factory=list)

    @property
    def agents(self) -> tuple[int, ...]:
        """Who is still there."""
        gone = {fault.agent for fault in self.faults}
        return tuple(i for i, spec in enumerate(self.field.agents) if spec not in gone)

    def deals(self, item: Matchup) -> int:
        """How many deals of an item are played."""
        return sum(map(len, self.parts.get(item, [])))

    def add(self, task: MatchupPart, chips: NDArray[np.int32]) -> None:
        """Keep the result of a task, the next one of its item."""
        self.parts[task.matchup] = [
            *self.parts.get(task.matchup, []),
            chips,
        ]  # at once: see `match_kept`

    def chips(self, item: Matchup) -> NDArray[np.int32]:
        """All deals of an item, (deals, agents)."""
        return np.concatenate(self.parts[item])

    def leave_out(self, fault: Fault) -> None:
        """Play without an agent that cannot be made now; what it has played before is kept."""
        if fault.agent not in {one.agent for one in self.faults}:
            self.faults.append(fault)

    def send_away(self, fault: Fault) -> None:
        """Remember the fault and forget all tables of the agent."""
        self.faults.append(fault)
        gone = self.field.agents.index(fault.agent)
        self.parts = {item: parts for item, parts in self.parts.items() if gone not in item.agents}


def save(played: Played, folder: Path) -> None:
    """Write everything into the folder, atomically."""
    faults = [asdict(fault) for fault in played.faults if fault.record is not None]
    about = {"settings": _settings(played.field), "faults": faults}
    save_arrays(folder / FILE, about, {_key(item): played.chips(item) for item in played.parts})


def resumed(field: Lineup, folder: Path, fresh: bool = False) -> Played:
    """What the folder holds of this tournament, nothing if it is new or to begin anew.

    Raises ValueError naming what differs if it holds another one's, or what is wrong with its file.
    """
    played, path = Played(field), folder / FILE
    if fresh or not path.exists():
        return played
    about, arrays = load_arrays(path)
    check_object(about, {"settings": dict, "faults": list}, str(path))
    check_same(about["settings"], _settings(field), f"{folder} holds a tournament")
    for key, chips in arrays.items():
        item = _item(key, len(field.agents))
        if item is None or not _fits(chips, item, field.setting.deals):
            raise ValueError(f"{path}: damaged (chips {key!r})")
        played.parts[item] = [chips]
    for fault in about["faults"]:
        check_object(fault, _FAULT, f"{path}: fault")
        if fault["agent"] not in field.agents:
            raise ValueError(f"{path}: damaged (fault of {fault['agent']!r}, who does not play)")
        played.faults.append(Fault(*(fault[name] for name in _FAULT)))
    say_unknown(list(field.agents), field.setting.game, folder)
    return played


def _fits(chips: NDArray[Any], item: Matchup, most_deals: int) -> bool:
    """Whether an array can be the chips of an item's first deals."""
    return (
        chips.dtype.str == "<i4"
        and chips.shape[1:] == (len(item.agents),)
        and 0 < len(chips) <= most_deals
    )


def _settings(field: Lineup) -> dict[str, Any]:
    """All that results depend on, as JSON has it."""
    setting = field.setting
    return {
        **made_of(list(field.agents), setting.game),
        "agents": list(field.agents),
        "game": setting.game,
        "players": setting.num_players,
        "rules": asdict(setting.rules),
        "deals": setting.deals,
        "seed": setting.seed,
        "purpose": setting.purpose,
        "time_limit": field.time_limit,
    }


def _key(item: Matchup) -> str:
    """The name of an item in the file: "pair-0-2"."""
    return "-".join([item.kind, *map(str, item.agents)])


def _item(key: str, agents: int) -> Matchup | None:
    """The item of a name, None if it is none of so many agents."""
    kind, *places = key.split("-")
    if kind not in KINDS or not places or not all(place.isdecimal() for place in places):
        return None
    item = Matchup(kind, tuple(map(int, places)))
    return item if max(item.agents) < agents else None
