"""The number of threads that torch uses, set for a block of code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch

_held = 0  # blocks of `hold_torch_threads` being executed


@contextmanager
def torch_threads(threads: int) -> Iterator[None]:
    """Let torch use so many threads in the block, and as many as before after it.

    With one thread torch uses the caller's alone. So a small network does not wait for others on a
    busy machine, and a forked process can compute at all: the threads of its parent do not exist
    there, and torch would wait for them forever.
    """
    before = torch.get_num_threads()
    if threads == before or _held:
        yield
        return
    torch.set_num_threads(threads)
    try:
        yield
    finally:
        torch.set_num_threads(before)


@contextmanager
def hold_torch_threads() -> Iterator[None]:
    """Keep the number of threads in the block: `torch_threads` changes nothing in it.

    The number is that of all Python threads. Were it changed by one while another one computes,
    the last bits of the other's results would depend on when.
    """
    global _held
    _held += 1
    try:
        yield
    finally:
        _held -= 1
