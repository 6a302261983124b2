"""Work that is shared out: among processes of this machine, or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

from agents.arena.process_pool import map_in_processes
from agents.arena.ray_tasks import map_on_cluster

Task = TypeVar("Task")
Result = TypeVar("Result")


def map_tasks(
    function: Callable[[Task], Result], tasks: Iterable[Task], workers: int, address: str = ""
) -> Generator[Result, None, None]:
    """`function` of every task, in order: by so many processes, or by the cluster at `address`."""
    if address:
        return map_on_cluster(function, tasks, address)
    return map_in_processes(function, tasks, workers)
