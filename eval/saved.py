"""What a tournament has played so far, in memory and in a file from which it can go on."""

from __future__ import annotations

import dataclasses
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eval.kept import ONE_GAME
from eval.sources import source_digest
from eval.tables import Fault, Field, Item, Task
from marriage_env import __version__

_FILE = "played.npz"


@dataclass
class Played:
    """Chips by item, in parts that follow one another, and who was sent away."""

    field: Field
    parts: dict[Item, list[NDArray[np.int32]]] = dataclasses.field(default_factory=dict)
    faults: list[Fault] = dataclasses.field(default_factory=list)

    @property
    def agents(self) -> tuple[int, ...]:
        """Who is still there."""
        gone = {fault.agent for fault in self.faults}
        return tuple(i for i, spec in enumerate(self.field.agents) if spec not in gone)

    def deals(self, item: Item) -> int:
        """How many deals of an item are played."""
        return sum(map(len, self.parts.get(item, [])))

    def add(self, task: Task, chips: NDArray[np.int32]) -> None:
        """Keep the result of a task, the next one of its item."""
        self.parts.setdefault(task.item, []).append(chips)

    def chips(self, item: Item) -> NDArray[np.int32]:
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
    """Write everything into the folder, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f".{_FILE}.unfinished"
    faults = [asdict(fault) for fault in played.faults if fault.record is not None]
    about = {"settings": _settings(played.field), "faults": faults}
    arrays: dict[str, Any] = {_key(item): played.chips(item) for item in played.parts}
    with open(unfinished, "wb") as file:  # by name, numpy would add a suffix
        np.savez(file, about=np.array(json.dumps(about)), **arrays)
    os.replace(unfinished, folder / _FILE)


def resumed(field: Field, folder: Path) -> Played:
    """What the folder holds of this tournament, nothing if it is new.

    Raises ValueError naming what differs if it holds another one's.
    """
    played, path = Played(field), folder / _FILE
    if not path.exists():
        return played
    with np.load(path, allow_pickle=False) as file:
        about = json.loads(str(file["about"]))
        wanted = _settings(field)
        kept = {**ONE_GAME, **about["settings"]}
        for name, value in wanted.items():
            if kept.get(name) != value:
                raise ValueError(
                    f"{folder} holds a tournament with {name}={kept.get(name)!r}, "
                    f"this one has {value!r}: choose another --out"
                )
        played.parts = {_item(key): [file[key]] for key in file.files if key != "about"}
    played.faults = [Fault(**fault) for fault in about["faults"]]
    return played


def _settings(field: Field) -> dict[str, Any]:
    """All that results depend on, as JSON has it."""
    setting = field.setting
    return {
        "version": __version__,
        "agents": list(field.agents),
        "sources": [source_digest(spec, setting.game) for spec in field.agents],
        "game": setting.game,
        "players": setting.num_players,
        "rules": asdict(setting.rules),
        "deals": setting.deals,
        "seed": setting.seed,
        "purpose": setting.purpose,
        "time_limit": field.time_limit,
    }


def _key(item: Item) -> str:
    """The name of an item in the file: "pair-0-2"."""
    return "-".join([item.kind, *map(str, item.agents)])


def _item(key: str) -> Item:
    """The item of a name."""
    kind, *agents = key.split("-")
    return Item(kind, tuple(map(int, agents)))
