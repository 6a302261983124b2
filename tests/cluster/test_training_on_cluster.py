"""Distillation on two nodes: actors and the learner are killed, and the run goes on."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from tests.cluster.clusters import done, start, two_nodes
from tests.train.short_runs import weights
from train.run_state import read_state

pytestmark = pytest.mark.slow
pytest.importorskip("ray", reason="Ray is missing: make .venv/with-ray")

# An update takes about a second on one core.
RUN = (
    *("--decisions", "14000", "--games", "64", "--width", "8", "--teacher", "pimc:worlds=16"),
    *("--evaluations", "2", "--evaluation-deals", "20", "--memory", "3000", "--replays", "2"),
)


@pytest.fixture(scope="module")
def address():
    with two_nodes() as found:
        yield found


def until(holds: Callable[[], bool], process) -> None:
    """Wait for something that a running command brings about."""
    deadline = time.monotonic() + 300
    while not holds():
        assert process.poll() is None, process.stderr.read()
        assert time.monotonic() < deadline
        time.sleep(0.05)


def updates_logged(folder: Path) -> int:
    """Updates that a run has made since it was started or resumed first."""
    file = folder / "progress.csv"
    return len(file.read_text().splitlines()) - 1 if file.exists() else 0


def updates_saved(folder: Path) -> int:
    """Updates in the saved state of a run."""
    file = folder / "state.safetensors"
    return read_state(file).integer("batches", 0, 10**6) if file.exists() else 0


def actors_of(process) -> dict[int, int]:
    """The process of each actor, from what the command says."""
    found: dict[int, int] = {}
    while len(found) < 2:
        line = process.stderr.readline()
        assert line, "the command ended"
        if told := re.match(r"actor (\d+): .*process (\d+)", line):
            found[int(told[1])] = int(told[2])
    return found


def test_killed_actors_and_a_killed_learner_change_nothing(address, tmp_path):
    command = ("train", "distil", *RUN, "--address", address, "--ahead", "4")
    _, said = done(tmp_path, *command, "--actors", "1", "--out", "whole")
    assert "actor 1: " in said
    assert "/s" in said

    parts = tmp_path / "parts"
    with start(tmp_path, *command, "--actors", "2", "--out", "parts") as process:
        actors = actors_of(process)
        until(lambda: updates_saved(parts) >= 2, process)
        os.kill(actors[2], signal.SIGKILL)
        killed_at = updates_logged(parts)
        until(lambda: updates_saved(parts) >= killed_at + 5, process)  # more than were in flight
        process.kill()
    logged, saved = updates_logged(parts), updates_saved(parts)
    assert 0 <= logged - saved <= 1  # the update at hand is lost, if it was not saved yet
    assert not (parts / "final.zip").exists()

    done(tmp_path, "train", "distil", "--resume", "parts", "--address", address, "--actors", "2")
    assert torch.equal(weights(tmp_path / "whole"), weights(parts))


def test_ctrl_c_saves_and_says_how_to_resume(address, tmp_path):
    command = ("train", "distil", *RUN, "--address", address, "--actors", "2", "--out", "run")
    with start(tmp_path, *command) as process:
        actors = actors_of(process)
        until(lambda: updates_logged(tmp_path / "run") >= 1, process)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Traceback" not in said
    assert f"python -m train distil --address {address} --actors 2 --resume run" in said
    assert updates_saved(tmp_path / "run") == updates_logged(tmp_path / "run")
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{actor}").exists() for actor in actors.values()):
        assert time.monotonic() < deadline, "actors are left"
        time.sleep(0.1)


def test_impossible_clusters_are_told(address, tmp_path):
    command = ("train", "distil", *RUN, "--out", "run")
    _, said = done(tmp_path, *command, "--address", address, "--actors", "3", status=2)
    assert "actors=3: expected 1 to 2, the cluster's CPUs" in said
    _, said = done(tmp_path, *command, "--address", "nowhere", status=2)
    assert "address='nowhere': expected auto, local or HOST:PORT" in said
