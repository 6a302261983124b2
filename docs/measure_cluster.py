"""Labelled decisions per second of distillation: one process, two, and a local Ray cluster.

Measures all by turns, so that other load on the machine affects them alike, and writes the table of
docs/cluster.md: `python -m docs.measure_cluster --seconds 60 --rounds 3`
"""

from __future__ import annotations

import argparse
import csv
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from eval.hardware import hardware_and_versions
from marriage_env.files.storage import write_text

_PAGE = Path(__file__).parent / "cluster.md"
_REGION = re.compile(r"(<!-- cluster_speed -->\n).*?(<!-- end -->)", re.DOTALL)
_TEACHER = "pimc:worlds=16"
# The options of every run that is part of a way to train.
WAYS: dict[str, tuple[tuple[str, ...], ...]] = {
    "one process": ((),),
    "one process, search in two threads": (("--teacher", f"{_TEACHER},threads=2"),),
    "two processes (a run of its own in each)": (("--seed", "1"), ("--seed", "2")),
    "Ray, 1 actor": (("--address", "local", "--actors", "1"),),
    "Ray, 2 actors": (("--address", "local", "--actors", "2"),),
    "Ray, 4 actors": (("--address", "local", "--actors", "4"),),
}


def rate_of(runs: Sequence[tuple[str, ...]], options: Sequence[str]) -> float:
    """Decisions per second of runs that go on at the same time, evaluations apart."""
    with ExitStack() as held:
        folders, processes = [], []
        for i, more in enumerate(runs):
            folders.append(Path(held.enter_context(TemporaryDirectory())) / str(i))
            command = [sys.executable, "-m", "train", "distil", *options, *more]
            processes.append(
                subprocess.Popen([*command, "--out", str(folders[-1])], stderr=subprocess.DEVNULL)
            )
        failed = [process.args for process in processes if process.wait()]
        if failed:
            raise RuntimeError(f"failed: {failed}")
        return sum(_rate(folder) for folder in folders)


def _rate(folder: Path) -> float:
    with (folder / "progress.csv").open(newline="") as file:
        last = list(csv.DictReader(file))[-1]
    seconds = float(last["time/seconds"]) - float(last["time/evaluate_seconds"])
    return float(last["time/decisions"]) / seconds


def table(rates: Mapping[str, Sequence[float]]) -> str:
    """The medians and ranges of all ways, and their ratios to the first."""
    base = float(np.median(next(iter(rates.values()))))
    lines = ["| way | labelled decisions/s | range | of one process |", "|---|---|---|---|"]
    for way, found in rates.items():
        middle = float(np.median(found))
        between = f"{min(found):,.0f} to {max(found):,.0f}"
        lines.append(f"| {way} | {middle:,.0f} | {between} | {middle / base:.2f} |")
    return "\n".join(lines)


def main() -> None:
    """Measure, print the table, and write it into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="of each way in a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=64, help="matches of a batch")
    parser.add_argument("--dry", action="store_true", help="leave the page as it is")
    asked = parser.parse_args()
    options = ["--seconds", str(asked.seconds), "--games", str(asked.games)]
    options += ["--teacher", _TEACHER, "--evaluations", "1", "--evaluation-deals", "2"]
    rates: defaultdict[str, list[float]] = defaultdict(list)
    for number in range(asked.rounds):
        for way, runs in WAYS.items():
            rates[way].append(rate_of(runs, options))
            print(f"round {number + 1}, {way}: {rates[way][-1]:,.0f}/s", file=sys.stderr)
    command = (
        f"python -m docs.measure_cluster --seconds {asked.seconds:g} --rounds {asked.rounds} "
        f"--games {asked.games}"
    )
    machine = ", ".join(
        f"{name} {value}" for name, value in hardware_and_versions(("ray",)).items()
    )
    text = f"{table(rates)}\n\n`{command}` ({machine})\n"
    print(text)
    if not asked.dry:
        page = _PAGE.read_text(encoding="utf-8")
        write_text(_PAGE, _REGION.sub(lambda found: found[1] + text + found[2], page))


if __name__ == "__main__":
    main()
