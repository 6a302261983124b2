"""The hardware and the versions with which something was measured."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path


def hardware_and_versions(packages: Sequence[str]) -> dict[str, str | int]:
    """Processor, number of cores, operating system, and versions of Python and some packages."""
    return {
        "processor": _processor(),
        "cores": len(all_cores()),
        "system": platform.platform(),
        "python": platform.python_version(),
        **{package: version(package) for package in packages},
    }


def all_cores() -> list[int]:
    """The cores that this process may use, as far as the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def _processor() -> str:
    """The name of the processor, as the system tells it."""
    facts = Path("/proc/cpuinfo")
    if facts.exists():
        for line in facts.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
