"""Whether anything that a test has started still runs: processes are known by an inherited mark."""

from __future__ import annotations

import os
import time
from pathlib import Path

MARK = "MARRIAGE_ENV_STARTED_BY_TEST"
_SECONDS = 60.0
_HELPER = "resource_tracker"  # of multiprocessing, which serves the test's process to its end


def running(mark: str) -> list[str]:
    """The command lines of the processes that were started with a mark in their environment."""
    wanted, found = f"{MARK}={mark}".encode(), []
    for process in Path("/proc").iterdir():
        if not process.name.isdigit() or int(process.name) == os.getpid():
            continue
        try:
            if wanted in (process / "environ").read_bytes().split(b"\0"):
                line = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                if _HELPER not in line:
                    found.append(line)
        except OSError:  # it has ended, or is another user's
            continue
    return found


def left_running(mark: str) -> list[str]:
    """Those that do not end by themselves within a minute."""
    deadline = time.monotonic() + _SECONDS
    while (found := running(mark)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found
