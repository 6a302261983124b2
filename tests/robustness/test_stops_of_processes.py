"""Real processes stopped at random moments, by all signals: nothing is left running, and the same
command comes to the result of one that nobody stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
TRAIN = ["--decisions", "4000", "--games", "60", "--width", "8", "--evaluations", "6"]
TRAIN += ["--evaluation-deals", "40"]
EXPLOIT = ["--decisions", "1500", "--deals", "60", "--search-deals", "20", "--worlds", "2"]


def command(name: str, out: Path) -> list[str]:
    """A command that keeps its results in a folder."""
    two, folder = ["--workers", "2"], ["--out", str(out)]
    known = {
        "match": ["eval", "match", "expert", "random", "--deals", "6000", *folder],
        "tournament": ["eval", "tournament", "random", "greedy", "--deals", "750", *two, *folder],
        "bench": ["eval", "bench", "expert", "--scale", "0.01", *two, f"--out={out}/suite.json"],
        "exploit": ["eval", "exploit", "greedy", *EXPLOIT, *two, *folder],
        "ppo": ["train", "ppo", *TRAIN, *folder],
        "record": ["marriage_env", "record", "--force", "--games=2000", f"--out={out}/g.jsonl"],
    }
    return [sys.executable, "-m", *known[name]]


def result(name: str, out: Path, printed: bytes) -> Any:
    """What must not depend on stops."""
    if name == "ppo":
        return [(p["decisions"], p["gains"]) for p in json.loads((out / "curve.json").read_bytes())]
    if name == "record":
        return (out / "g.jsonl").read_bytes()
    found = json.loads(printed)
    if name == "exploit":
        rows = [*found["tried"], found["greatest"]]
        return [(row["how"], row["gain"]) for row in rows]
    timeless = {key: value for key, value in found.items() if key not in ("seconds", "took")}
    return json.loads(json.dumps(timeless).replace(str(out), "OUT"))


def finished(name: str, out: Path) -> Any:
    """The result of a command that runs to its end."""
    more = ["--json"] if name not in ("ppo", "record") else []
    done = subprocess.run([*command(name, out), *more], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-2000:]
    return result(name, out, done.stdout)


def stopped(name: str, out: Path, number: int, seconds: float) -> int:
    """Stop a command after a while, unless it ends before; its exit status."""
    process = subprocess.Popen(
        command(name, out),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(number)
    return process.wait()


def running_in(out: Path) -> list[str]:
    """Processes that have the folder in their command line."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = place.read_bytes()
        except OSError:
            continue
        if os.fsencode(out) in line:
            found.append(line.decode(errors="replace"))
    return found


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("name", ["match", "tournament", "bench", "exploit", "ppo", "record"])
def test_stopped_at_random_moments(name: str, tmp_path: Path):
    for folder in ("whole", "out"):
        (tmp_path / folder).mkdir()
    start = time.monotonic()
    whole = finished(name, tmp_path / "whole")
    lasts, out = time.monotonic() - start, tmp_path / "out"
    chance = np.random.default_rng(len(name))
    for number in SIGNALS * 2:
        status = stopped(name, out, number, chance.uniform(0.5, lasts))
        assert status in (0, -number, 128 + number)
        deadline = time.monotonic() + 60
        while running_in(out) and time.monotonic() < deadline:
            time.sleep(0.2)
        assert not running_in(out)
    assert finished(name, out) == whole
