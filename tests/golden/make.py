"""Make the golden records anew: `python tests/golden/make.py`, from the repository root.

To be run only when the behaviour of the environment changes on purpose, and then together with a
new environment version: the files say what `marriage_v0` does, move by move, for good.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from pathlib import Path
from typing import Any

from marriage_env import (
    Accidents,
    Rules,
    marriage_v0,
    read_records,
    replay,
    replayed,
    write_records,
)
from marriage_env.commands.random_play import random_records
from marriage_env.mariage.record import Record
from marriage_env.mariage.rules import PRESETS

FOLDER = Path(__file__).parent
RECORDS, TRACES = FOLDER / "records.jsonl", FOLDER / "traces.json"
DEALS = 2
SEED = 1
RATES = Accidents(misdeal=0.5, faulty_pack=0.5, missed_deal=0.5)


def golden_records() -> list[Record]:
    """One match for each preset and number of players, every other one with accidents."""
    made = []
    for number, (preset, players) in enumerate(itertools.product(PRESETS, range(5, 11))):
        accidents = RATES if number % 2 else Accidents()
        rules = Rules.preset(preset)
        made += random_records(1, players, rules, accidents, DEALS, SEED + number)
    return made


def trace(record: Record) -> dict[str, Any]:
    """What a match looked like: who was asked, step by step, and all that every seat saw then.

    `seats` has a digit a step, `seen` eight hexadecimal digits, `chips` are the final ones. The
    last step is the one after the last action.
    """
    envs = itertools.chain(replay(record), [replayed(record)])
    steps = [(env.agent_selection[-1], _digest(env)) for env in envs]
    return {
        "seats": "".join(seat for seat, _ in steps),
        "seen": "".join(seen for _, seen in steps),
        "chips": replayed(record).chips.tolist(),
    }


def _digest(env: marriage_v0.raw_env) -> str:
    """Eight hexadecimal digits that stand for every seat's observation and mask."""
    seen = hashlib.sha256()
    for agent in env.possible_agents:
        observation = env.observe(agent)
        seen.update(observation["observation"].tobytes())
        seen.update(observation["action_mask"].tobytes())
    return seen.hexdigest()[:8]


def main() -> None:
    """Write both files."""
    write_records(RECORDS, golden_records())
    traces = [trace(record) for record in read_records(RECORDS)]
    text = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in traces)
    TRACES.write_text(f"[\n{text}\n]\n")
    print(f"{len(traces)} golden records in {FOLDER}")


if __name__ == "__main__":
    main()
