"""The sweep behind the defaults: one setting changed at a time, the same budget, one yardstick."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from agents import load
from agents.arena.duplicate import Setting, measure_gain
from marriage_env.core.rng import Purpose
from marriage_env.files.json_text import check_object, read_json
from marriage_env.files.locks import only_writer_of
from marriage_env.files.storage import write_text
from train.config import Config, DMCConfig, PPOConfig
from train.run import train

# The settings that the defaults were chosen from.
BASES: dict[str, Config] = {
    "ppo": PPOConfig(epochs=4, width=128, evaluations=1),
    "dmc": DMCConfig(epochs=1, learning_rate=1e-3, evaluations=1),
}
VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ppo", {}),
    ("ppo", {"epochs": 2}),
    ("ppo", {"minibatch": 512}),
    ("ppo", {"minibatch": 2048}),
    ("ppo", {"learning_rate": 1.5e-3}),
    ("ppo", {"learning_rate": 6e-3}),
    ("ppo", {"entropy": 0.05}),
    ("ppo", {"gae_lambda": 0.9}),
    ("ppo", {"width": 64}),
    ("ppo", {"width": 256}),
    ("ppo", {"pool_share": 0.2}),
    ("dmc", {}),
    ("dmc", {"epochs": 4}),
    ("dmc", {"learning_rate": 3e-3}),
)


def sweep(out: Path, runs: Path, decisions: int, deals: int, seed: int) -> None:
    """Train every variant and add its gain over the expert to `out`; done ones are left out.

    Raises ValueError if `out` is no file of a sweep, OSError if it cannot be written.
    """
    with only_writer_of(out):
        _sweep(out, runs, decisions, deals, seed)


def _sweep(out: Path, runs: Path, decisions: int, deals: int, seed: int) -> None:
    """The sweep, by the only one who writes `out`."""
    rows = read_json(out) if out.exists() else []
    for row in rows if isinstance(rows, list) else [rows]:
        check_object(row, {"method": str, "changes": dict}, f"{out}: not of a sweep")
    for number, (method, changes) in enumerate(VARIANTS):
        if any((row["method"], row["changes"]) == (method, changes) for row in rows):
            continue
        config = replace(BASES[method], decisions=decisions, seed=seed, **changes)
        print(f"{number + 1} of {len(VARIANTS)}: {method} {changes}", file=sys.stderr)
        folder = runs / f"{method}-{number}"
        start = time.process_time()
        train(config, folder)
        seconds = time.process_time() - start
        setting = Setting(deals=deals, seed=seed, purpose=Purpose.SWEEP)
        gain = measure_gain(load(str(folder / "final.zip")), load("expert"), setting)
        row = {"method": method, "changes": changes, "decisions": decisions, "seed": seed}
        row |= {"cpu_seconds": round(seconds, 1), "gain": [gain.mean, gain.low, gain.high]}
        rows.append(row)
        write_text(out, json.dumps(rows, indent=1))
