"""What all tests share."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

try:
    import torch
except ModuleNotFoundError:  # the tests of the environment alone need none
    torch = None

# For `make coverage`: unjitted, every example takes a hundred times as long.
settings.register_profile("few", max_examples=10)
# What is said while functions are compiled comes in a new clone's first run alone.
os.environ.setdefault("MARRIAGE_ENV_QUIET", "1")


@pytest.fixture(autouse=True)
def _one_torch_thread() -> None:
    """Small networks on shared cores: a second thread costs more than it brings."""
    if torch is not None:
        torch.set_num_threads(1)


@pytest.fixture(autouse=True, scope="session")
def _ctrl_c_is_heard() -> None:
    """A shell's background jobs begin with Ctrl-C ignored, and so would all that they start."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
