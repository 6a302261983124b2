"""Tasks done by a Ray cluster, their results in order.

Ray decides where a task runs, and does it again elsewhere if a process or a machine dies.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from agents.arena.ray_cluster import connected, cores_of, enter_folder

Task = TypeVar("Task")
Result = TypeVar("Result")


def map_on_cluster(
    function: Callable[[Task], Result], tasks: Iterable[Task], address: str
) -> Generator[Result, None, None]:
    """`function` of every task, computed by the cluster at an address of `ray_cluster`.

    Tasks are taken as results are consumed, about two ahead for each core. Closing the generator
    (or an exception in it) ends them at once. What a task raises is raised here; RuntimeError if
    tasks cannot be run.
    """
    with connected(address) as ray:
        remote = ray.remote(num_cpus=1)(_done)
        here, ahead = os.getcwd(), 2 * cores_of(ray)
        waiting: deque[Any] = deque()
        try:
            for task in tasks:
                waiting.append(remote.remote(here, function, task))
                if len(waiting) > ahead:
                    yield _result(ray, waiting.popleft())
            while waiting:
                yield _result(ray, waiting.popleft())
        finally:
            for one in waiting:
                ray.cancel(one, force=True)


@contextmanager
def task_errors(ray: Any) -> Iterator[None]:
    """Raise what a task raised, as it was there; RuntimeError if it could not be run."""
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise RuntimeError(
            f"the cluster could not do a task: {str(error).splitlines()[0]}"
        ) from error


def _result(ray: Any, reference: Any) -> Any:
    with task_errors(ray):
        return ray.get(reference)


def _done(folder: str, function: Callable[[Task], Result], task: Task) -> Result:
    enter_folder(folder)
    return function(task)
