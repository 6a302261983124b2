"""Training by RLlib: what it counts, its checkpoints, and what is lost when it dies."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from agents import load
from eval import CHECKOUT
from train.run_state import read_state

pytest.importorskip("tree", reason="RLlib is missing: run `make test-rllib`")
pytestmark = pytest.mark.slow

_SETTINGS = ("--players", "5", "--games", "64", "--minibatch", "256", "--num-env-runners", "2")
_PATIENCE = 300.0  # seconds: Ray starts slowly on a busy machine


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A folder with a short run, `run`, and what its command printed."""
    folder = tmp_path_factory.mktemp("rllib")
    return folder, _done(
        folder, "train", "rllib", *_SETTINGS, "--decisions", "3000", "--out", "run"
    )


def test_a_short_run_plays_no_illegal_action_and_says_so(finished):
    folder, printed = finished
    rows = _rows(folder / "run")
    assert len(rows) > 1
    assert all(row["illegal"] == "0" for row in rows)
    assert int(rows[-1]["decisions"]) >= 3000
    assert "a second; 0 illegal actions" in printed
    assert "decisions/s" in printed


def test_its_checkpoint_is_an_agent_by_spec(finished):
    folder, _ = finished
    for path in (folder / "run", folder / "run" / "final.zip"):
        assert load(f"rllib:{path}", 5).name == f"rllib:{path}"
    _done(folder, "eval", "match", "rllib:run", "random", "--deals", "20")


def test_a_finished_run_is_left_unchanged(finished):
    folder, _ = finished
    before = (folder / "run" / "final.zip").read_bytes()
    assert "it is left unchanged" in _done(folder, "train", "rllib", "--resume", "run")
    assert (folder / "run" / "final.zip").read_bytes() == before


def test_the_checkpoint_of_rllib_itself_is_not_loaded(finished):
    folder, _ = finished
    with pytest.raises(ValueError, match="are pickles, which can run code"):
        load(f"rllib:{folder / 'run' / 'rllib_checkpoint'}", 5)


def test_a_killed_run_loses_the_iteration_at_hand_and_ends_as_asked(tmp_path):
    """Killed are an actor, which Ray replaces, then the learner."""
    run = tmp_path / "run"
    with _started(
        tmp_path, "train", "rllib", *_SETTINGS, "--decisions", "20000", "--out", "run"
    ) as process:
        _await(lambda: (run / "state.safetensors").exists() and len(_rows(run)) >= 2)
        before = int(_rows(run)[-1]["iteration"])
        os.kill(_actors(process.pid)[0], signal.SIGKILL)
        _await(lambda: int(_rows(run)[-1]["iteration"]) >= before + 2)
        process.kill()
        process.communicate()
    logged, saved = int(_rows(run)[-1]["iteration"]), read_state(run / "state.safetensors")
    assert saved.values["iterations"] in (logged, logged + 1)
    assert not (run / "final.zip").exists()
    _done(tmp_path, "train", "rllib", "--resume", "run")
    rows = _rows(run)
    assert int(rows[-1]["decisions"]) >= 20_000
    assert all(row["illegal"] == "0" for row in rows)
    assert int(rows[logged]["iteration"]) > int(rows[logged - 1]["iteration"])
    assert (run / "final.zip").exists()


def test_ctrl_c_ends_after_the_iteration_and_says_how_to_resume(tmp_path):
    run = tmp_path / "run"
    with _started(
        tmp_path, "train", "rllib", *_SETTINGS, "--seconds", "3600", "--out", "run"
    ) as process:
        _await(lambda: (run / "rllib.csv").exists())
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=_PATIENCE)
    assert process.returncode == 130
    assert "to resume: python -m train rllib --resume run" in error
    assert "Traceback" not in error


def test_opponents_play_too_and_are_named_when_they_do_not_exist(tmp_path):
    """All seats but one are theirs, so that a match has fewer decisions to learn from."""
    options = ("--opponents", "greedy random", "--decisions", "300", "--out", "run")
    _done(tmp_path, "train", "rllib", *_SETTINGS, *options)
    first = int(_rows(tmp_path / "run")[0]["decisions"])
    assert 0 < first < 2 * 64 * 6
    error = _done(tmp_path, "train", "rllib", "--opponents", "nobody.zip", status=2)
    assert "nobody.zip" in error


def _started(folder: Path, *command: str) -> subprocess.Popen[str]:
    """`python -m COMMAND` in a folder, in a process group of its own."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(CHECKOUT),
        "MARRIAGE_ENV_QUIET": "1",
        "RAY_worker_niceness": "0",  # 15 by default: on a busy machine actors would wait for long
    }
    return subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def _done(folder: Path, *command: str, status: int = 0) -> str:
    """What a command prints on stderr, once it has ended with this status."""
    with _started(folder, *command) as process:
        _, error = process.communicate()
    assert process.returncode == status, error
    return error


def _rows(run: Path) -> list[dict[str, str]]:
    """The iterations that a run has logged."""
    if not (run / "rllib.csv").exists():
        return []
    with (run / "rllib.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def _await(happened: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    end = time.monotonic() + _PATIENCE
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.1)


def _actors(driver: int) -> list[int]:
    """The actors that play, of the Ray that a process has started."""
    parents, actors = {}, []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "stat").read_text().rpartition(")")[2].split()
            name = (folder / "cmdline").read_bytes()
        except OSError:
            continue  # it has ended
        parents[int(folder.name)] = int(words[1])
        if b"ray::GamesRunner" in name:
            actors.append(int(folder.name))
    return [actor for actor in actors if driver in _ancestors(actor, parents)]


def _ancestors(process: int, parents: dict[int, int]) -> set[int]:
    found = set()
    while process in parents:
        process = parents[process]
        found.add(process)
    return found
