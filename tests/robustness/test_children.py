"""Children end with their parent, also when that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.robustness.left_running import MARK, left_running

ROOT = Path(__file__).resolve().parents[2]
PARENT = """
import os, subprocess, sys
subprocess.run([sys.executable, "-m", "agents.isolation.children", str(os.getpid()), *sys.argv[1:]])
"""


def test_a_child_ends_with_a_parent_that_is_killed():
    mark = f"children-{os.getpid()}"
    command = [sys.executable, "-c", PARENT, "tests.robustness.sleeper"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, env={**os.environ, MARK: mark}
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"asleep\n"
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        assert parent.stdout.read() == b""  # whose other end the child had open
    assert left_running(mark) == []


def test_a_child_whose_parent_is_gone_already_ends_at_once():
    command = [sys.executable, "-m", "agents.isolation.children", "1", "tests.robustness.sleeper"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=False)
    assert (done.returncode, done.stdout) == (1, b"")
