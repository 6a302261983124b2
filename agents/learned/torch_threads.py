"""How many threads torch computes with, for a while and for the calling code alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch


@contextmanager
def torch_threads(threads: int) -> Iterator[None]:
    """Let torch compute the block with so many threads; afterwards it has as many as before.

    With one thread torch needs none but the caller's. So a small network does not wait for others
    on a busy machine, and a forked process computes at all: it has none of its parent's threads,
    which torch would wait for without end.
    """
    before = torch.get_num_threads()
    if threads == before:
        yield
        return
    torch.set_num_threads(threads)
    try:
        yield
    finally:
        torch.set_num_threads(before)
