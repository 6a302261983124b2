"""What something was measured on and with."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from eval.timing import all_cores


def machine(packages: Sequence[str]) -> dict[str, Any]:
    """Processor, cores, system, and the versions of Python and of some packages."""
    return {
        "processor": _processor(),
        "cores": len(all_cores()),
        "system": platform.platform(),
        "python": platform.python_version(),
        **{package: version(package) for package in packages},
    }


def _processor() -> str:
    """The name of the processor, as the system tells it."""
    facts = Path("/proc/cpuinfo")
    if facts.exists():
        for line in facts.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
