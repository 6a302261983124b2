"""Work in processes: in order, ended at once, and honest about a process that dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children

import pytest

from agents.arena import process_pool
from agents.arena.process_pool import map_in_processes


def squared(number: int) -> int:
    """A task; later ones are done sooner."""
    time.sleep(0.02 / (number + 1))
    return number * number


def slow(number: int) -> int:
    """A task that takes an hour, after the first."""
    if number:
        time.sleep(3600)
    return number


def deadly(number: int) -> int:
    """A task that ends its process."""
    os._exit(number)


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_order(workers):
    assert list(map_in_processes(squared, range(12), workers)) == [n * n for n in range(12)]
    assert active_children() == []


def test_closing_ends_the_processes_whatever_they_do():
    results = map_in_processes(slow, range(5), 2)
    assert next(results) == 0
    start = time.monotonic()
    results.close()
    assert time.monotonic() - start < 30
    assert active_children() == []


def test_a_process_that_dies_is_told():
    with pytest.raises(RuntimeError, match="a worker process died"):
        list(map_in_processes(deadly, [3], 2))


def test_stop_signals_wait_until_the_pool_is_made(monkeypatch):
    """One in the midst of it would leave a semaphore that nobody removes."""
    blocked = []

    class Pool(process_pool.ProcessPoolExecutor):
        def __init__(self, *arguments):
            blocked.append(signal.pthread_sigmask(signal.SIG_BLOCK, []))
            super().__init__(*arguments)

    monkeypatch.setattr(process_pool, "ProcessPoolExecutor", Pool)
    assert list(map_in_processes(squared, [3], 2)) == [9]
    assert {signal.SIGINT, signal.SIGTERM, signal.SIGHUP} <= blocked[0]
    assert signal.SIGTERM not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_command_that_is_stopped_leaves_nothing_behind(tmp_path, number, status):
    """Ctrl-C reaches the whole group; a plain kill the command alone."""
    out = tmp_path / "kept"
    command = [sys.executable, "-m", "eval", "tournament", "random", "greedy", "--workers", "2"]
    command += ["--deals", "1000000", "--out", str(out)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as process:
        assert process.stderr is not None
        while b" deals/s" not in process.stderr.read1():
            assert process.poll() is None
        send = os.killpg if number == signal.SIGINT else os.kill
        send(process.pid, number)
        assert process.wait(60) == status
        said = process.stderr.read()
    assert b"Traceback" not in said
    assert said.rstrip().endswith(b"stopped")
    assert (out / "tournament.results").exists()
    wait_for_end_of(process.pid)


def wait_for_end_of(group: int) -> None:
    """Until no process of the group is left."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail(f"processes of group {group} are left")
