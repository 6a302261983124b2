"""Connecting to a Ray cluster, or starting one on this machine. Needs the extra `ray`.

Machines of a cluster find the code and the files that specs name in the same folders as here: on a
shared file system, in a container image, or where `ray job submit --working-dir` unpacks them.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

AUTO, LOCAL = "auto", "local"
_CHECKOUT = Path(__file__).resolve().parents[2]
_MEMORY = 256 * 1024**2  # bytes for objects of a local cluster; Ray moves what exceeds it to disk
_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


def check_address(address: str) -> None:
    """ValueError unless this can be the address of a cluster, and Ray is installed."""
    if address not in (AUTO, LOCAL) and not re.fullmatch(r"[^\s:/]+:\d{1,5}", address):
        raise ValueError(f"address={address!r}: expected auto, local or HOST:PORT")
    if find_spec("ray") is None:
        raise ValueError(
            "--address needs Ray, the extra `ray`: pip install -c constraints.txt -e '.[ray]'"
        )


@contextmanager
def connected(address: str, cores: int | None = None) -> Iterator[Any]:
    """The module `ray`, connected to a cluster in the block; what the block started ends with it.

    Where this process is connected already, that connection is used, and stays.

    Args:
        address: "auto" for the cluster of this machine, or of the variable RAY_ADDRESS; HOST:PORT
            of its head; or "local" for a new one of this machine alone.
        cores: that a local cluster has at least, whatever this machine has.

    Raises ValueError for anything else and for a missing package, ConnectionError where no cluster
    answers.
    """
    check_address(address)
    with _signals_kept():
        ray = import_module("ray")
    if ray.is_initialized():
        yield ray
        return
    with _signals_kept():
        _connect(ray, address, cores)
    try:
        yield ray
    finally:
        ray.shutdown()


def enter_folder(folder: str) -> None:
    """Let this process of a cluster work in the folder of the command that it works for."""
    try:
        os.chdir(folder)
    except OSError as error:
        raise ValueError(
            f"{socket.gethostname()} has no folder {folder}: expected this checkout, and files "
            "that specs name, at the same place on every machine of the cluster"
        ) from error


def cores_of(ray: Any) -> int:
    """The CPUs of the connected cluster, at least 1."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def _connect(ray: Any, address: str, cores: int | None) -> None:
    options: dict[str, Any] = {}
    if address == LOCAL:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        options = {
            "num_cpus": max(cores or 1, os.cpu_count() or 1),
            "include_dashboard": False,
            "object_store_memory": _MEMORY,
        }
    folders = [str(_CHECKOUT), os.getcwd(), os.environ.get("PYTHONPATH", "")]
    path = os.pathsep.join(dict.fromkeys(filter(None, folders)))
    try:
        ray.init(
            address=address,
            runtime_env={"env_vars": {"PYTHONPATH": path}},
            log_to_driver=False,
            logging_level=logging.ERROR,
            **options,
        )
    except ConnectionError as error:
        raise ConnectionError(
            f"no Ray cluster answers at address={address!r}: start one by `ray start --head`, or "
            "use local"
        ) from error


@contextmanager
def _signals_kept() -> Iterator[None]:
    """Keep the handlers of stop signals, which Ray replaces."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler is not None:  # set by C code: it could not be restored
                signal.signal(number, handler)
