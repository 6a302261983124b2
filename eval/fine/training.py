"""Training an agent at a table, by the command of `train`, and how its conduct changed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from agents.arena.confidence_interval import Estimate, t_interval
from agents.learned.run_files import FINAL, curve_of
from agents.learned.run_offences import offence_rates
from eval.fine.result import Stretch, Table

_ROOT = Path(__file__).resolve().parent.parent.parent
_STRETCHES = 12


def train(table: Table, decisions: int, seed: int, folder: Path) -> Path:
    """The checkpoint of PPO at a table; a run that was stopped resumes, a finished one stays.

    Raises RuntimeError with the last line that training printed if it fails.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder, log = folder.resolve(), folder.with_suffix(".log").resolve()
    if not (folder / FINAL).exists():
        with open(log, "ab") as said:
            process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "train",
                    *arguments(table, decisions, seed),
                    "--out",
                    folder,
                ],
                cwd=_ROOT,
                stdout=said,
                stderr=said,
            )
            try:
                status = process.wait()
            finally:  # interrupted: training saves its state and ends
                process.terminate()
                process.wait()
        if status:
            last = log.read_text(encoding="utf-8", errors="replace").split("\n")[-2:]
            raise RuntimeError(f"training in {folder} failed: {' '.join(last).strip()}")
    return folder / FINAL


def arguments(table: Table, decisions: int, seed: int) -> list[str]:
    """The arguments of `python -m train` for a table, but for the folder."""
    options = {
        "players": table.players,
        "rules": table.rules,
        "decisions": decisions,
        "games": 256,
        "evaluations": 1,
        "evaluation-deals": 500,
        "seed": seed,
        "schedule": "sequential",  # one core a run
    }
    return ["ppo", *(part for name, value in options.items() for part in (f"--{name}", str(value)))]


def gain_over_expert(run: Path) -> Estimate:
    """What the trained agent gains in duplicate play, as training measured it."""
    return Estimate(*curve_of(run)[-1]["gains"]["expert"])


def seconds_of(run: Path) -> float:
    """How long training took."""
    return float(curve_of(run)[-1]["seconds"])


def conduct(run: Path) -> list[Stretch]:
    """Queens kept back and revokes while an agent learned, in stretches of equally many updates.

    ValueError if the run has logged none.
    """
    rows = offence_rates(run)
    if not rows:
        raise ValueError(f"{run}: expected a run that has logged its updates")
    parts = np.array_split(np.arange(len(rows)), max(1, min(_STRETCHES, len(rows) // 2)))
    return [_stretch([rows[i] for i in part]) for part in parts]


def _stretch(rows: Sequence[tuple[float, dict[str, float]]]) -> Stretch:
    decisions = float(np.mean([at for at, _ in rows]))
    return Stretch(decisions, *(_mean([rates[name] for _, rates in rows]) for name in
                                ("withheld", "revoked")))  # fmt: skip


def _mean(rates: Sequence[float]) -> Estimate | None:
    """The mean of shares, and its interval cut to what a share can be; None if there is none."""
    known = np.array([rate for rate in rates if not np.isnan(rate)])
    if not len(known):
        return None
    if len(known) < 2:
        return Estimate(float(known.mean()), 0.0, 1.0)
    found = t_interval(known)
    return Estimate(found.mean, max(0.0, found.low), min(1.0, found.high))
