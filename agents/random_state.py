"""Keeping the state of global random generators while a library uses or seeds them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import torch


@contextmanager
def keep_random_state() -> Iterator[None]:
    """Restore the global generators of Python, numpy and torch after the block."""
    of_python, of_numpy = random.getstate(), np.random.get_state()  # noqa: NPY002
    of_torch = torch.get_rng_state()
    # Asking for the state of a GPU that is not in use would initialise it.
    has_cuda = torch.cuda.is_initialized()  # type: ignore[no-untyped-call]
    of_cuda = torch.cuda.get_rng_state_all() if has_cuda else []
    try:
        yield
    finally:
        random.setstate(of_python)
        np.random.set_state(of_numpy)  # noqa: NPY002
        torch.set_rng_state(of_torch)
        if of_cuda:
            torch.cuda.set_rng_state_all(of_cuda)
