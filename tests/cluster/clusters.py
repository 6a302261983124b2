"""A Ray cluster of two nodes on this machine, and commands that use it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eval import CHECKOUT

_MEMORY = 128 * 1024**2  # bytes for objects, so that two nodes fit into a small /dev/shm


@contextmanager
def two_nodes() -> Iterator[str]:
    """Start a cluster with Ray's own tool; yields its address."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    options = {"num_cpus": 1, "object_store_memory": _MEMORY, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=options)
    try:
        cluster.add_node(num_cpus=1, object_store_memory=_MEMORY)
        yield cluster.address
    finally:
        cluster.shutdown()


def start(folder: Path, *command: str) -> subprocess.Popen[str]:
    """Start `python -m COMMAND` in a folder of its own; its stderr can be read."""
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), "MARRIAGE_ENV_QUIET": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def done(folder: Path, *command: str, status: int = 0) -> tuple[str, str]:
    """What such a command prints, on stdout and on stderr."""
    with start(folder, *command) as process:
        out, error = process.communicate()
    assert process.returncode == status, error
    return out, error
