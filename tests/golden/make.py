"""Make the golden records anew: `python tests/golden/make.py`, from the repository root.

To be run only when the behaviour of an environment changes on purpose, and, once it is released,
together with a new environment version: the files say what `marriage_v0`, `trynka_v0` and
`small_mariage_v0` do, move by move, for good.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from numpy.random import SeedSequence

from marriage_env import (
    Accidents,
    Rules,
    read_records,
    replay,
    replayed,
    small_mariage_v0,
    trynka_v0,
    write_records,
)
from marriage_env.cli.random_play import random_records
from marriage_env.interfaces.aec import GameEnv
from marriage_env.mariage.rules import PRESETS
from marriage_env.records.parse import Record
from marriage_env.small_mariage.rules import PRESETS as SMALL_PRESETS
from marriage_env.small_mariage.rules import Rules as SmallRules
from marriage_env.trynka.rules import Rules as TrynkaRules
from tests.play import play_out

FOLDER = Path(__file__).parent
RECORDS, TRACES = FOLDER / "records.jsonl", FOLDER / "traces.json"
# Records of version 1, of the rules of their time, are never made anew.
OLD_RECORDS, OLD_TRACES = FOLDER / "records_of_version_1.jsonl", FOLDER / "traces_of_version_1.json"
TRYNKA_RECORDS, TRYNKA_TRACES = FOLDER / "trynka_records.jsonl", FOLDER / "trynka_traces.json"
SMALL_RECORDS, SMALL_TRACES = FOLDER / "small_records.jsonl", FOLDER / "small_traces.json"
DEALS = 2
SEED = 1
SMALL_SEED, SMALL_DEALS = 200, 6
TRYNKA_SEED = 100  # a queen of clubs whose player keeps the king is among its matches
RATES = Accidents(misdeal=0.5, faulty_pack=0.5, missed_deal=0.5)


def golden_records() -> list[Record]:
    """One match for each preset and number of players, every other one with accidents."""
    made = []
    for number, (preset, players) in enumerate(itertools.product(PRESETS, range(5, 11))):
        accidents = RATES if number % 2 else Accidents()
        rules = Rules.preset(preset)
        made += random_records(
            1, players, rules, accidents, DEALS, SeedSequence(SEED + number), game="mariage"
        )
    return made


# One after another for 3, 4, … players.
TRYNKA_RULES = (
    TrynkaRules.typical(),
    TrynkaRules.literal(),
    TrynkaRules.nain_jaune(),
    TrynkaRules(ends="all_out", offences="none", card_stake=2),
)


def golden_records_of_trynka() -> list[Record]:
    """One match for each number of players, the rules in turn."""
    made = []
    for players, rules in zip(range(3, 11), itertools.cycle(TRYNKA_RULES)):
        env = trynka_v0.raw_env(num_players=players, rules=rules, deals=DEALS)
        env.reset(seed=TRYNKA_SEED + players)
        for _ in play_out(env, random.Random(TRYNKA_SEED + players)):
            pass
        made.append(env.record())
    return made


SMALL_KINDS = [
    *((n, SmallRules.preset(name)) for name in SMALL_PRESETS for n in (2, 3)),
    (2, SmallRules(suits=4, follow="suit", queen_fine=0)),
    (3, SmallRules(suits=4, hand_cards=3, table_marriage="queen", offences="none", trick_prize=2)),
]


def golden_records_of_small_mariage() -> list[Record]:
    """One match for each preset and number of players, and of other rules."""
    made = []
    for number, (players, rules) in enumerate(SMALL_KINDS):
        env = small_mariage_v0.raw_env(num_players=players, rules=rules, deals=SMALL_DEALS)
        env.reset(seed=SMALL_SEED + number)
        for _ in play_out(env, random.Random(SMALL_SEED + number)):
            pass
        made.append(env.record())
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


def _digest(env: GameEnv) -> str:
    """Eight hexadecimal digits that stand for every seat's observation and mask."""
    seen = hashlib.sha256()
    for agent in env.possible_agents:
        observation = env.observe(agent)
        seen.update(observation["observation"].tobytes())
        seen.update(observation["action_mask"].tobytes())
    return seen.hexdigest()[:8]


def write(records: Iterable[Record], path: Path, traces: Path) -> None:
    """Write records, and what they looked like."""
    number = write_records(path, records)
    write_traces(path, traces)
    print(f"{number} golden records in {path}")


def write_traces(path: Path, traces: Path) -> None:
    """Write what the matches of a file of records looked like."""
    seen = [trace(record) for record in read_records(path)]
    text = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in seen)
    traces.write_text(f"[\n{text}\n]\n")


def main() -> None:
    """Write all files."""
    write(golden_records(), RECORDS, TRACES)
    write_traces(OLD_RECORDS, OLD_TRACES)
    write(golden_records_of_trynka(), TRYNKA_RECORDS, TRYNKA_TRACES)
    write(golden_records_of_small_mariage(), SMALL_RECORDS, SMALL_TRACES)


if __name__ == "__main__":
    main()
