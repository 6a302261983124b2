"""Stopping commands at every moment that matters, and how their results are read."""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path

import pytest

from marriage_env.files import storage


def killed_at_write(command: Callable[[], object], number: int) -> bool:
    """Run a command in a copy of this process that is killed at its write of that number.

    Before the file is synced, before it gets its name, or just after: by turns. False if the
    command ended before.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the copy has one thread and does not need the others
        child = os.fork()
    if child == 0:
        status = 3
        try:
            _silent()
            with pytest.MonkeyPatch.context() as patch:
                _kill_at(patch, number)
                status = 0 if command() == 0 else 4
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    assert os.WIFSIGNALED(ended) or os.waitstatus_to_exitcode(ended) == 0
    return os.WIFSIGNALED(ended)


def _silent() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


def _kill_at(patch: pytest.MonkeyPatch, number: int) -> None:
    """kill -9 at one of the steps of writing files."""
    steps = iter(range(10**9))

    def deadly(function: Callable[..., object], after: bool) -> Callable[..., object]:
        def step(*arguments: object, **options: object) -> object:
            if not after and next(steps) == number:
                os.kill(os.getpid(), signal.SIGKILL)
            result = function(*arguments, **options)
            if after and next(steps) == number:
                os.kill(os.getpid(), signal.SIGKILL)
            return result

        return step

    patch.setattr(storage.os, "fsync", deadly(os.fsync, after=False))
    patch.setattr(storage, "_publish", deadly(storage._publish, after=False))
    patch.setattr(storage, "sync_folder", deadly(storage.sync_folder, after=True))


@contextmanager
def stopped_at(patch: pytest.MonkeyPatch, module: object, name: str, number: int, by: int):
    """A signal comes when a function is called for the time of that number, from 0 on."""
    calls = iter(range(10**9))
    function = getattr(module, name)

    def step(*arguments: object, **options: object) -> object:
        if next(calls) == number:
            signal.raise_signal(by)
        return function(*arguments, **options)

    with patch.context() as inner:
        inner.setattr(module, name, step)
        yield


def nothing_unfinished(folder: Path) -> bool:
    """Whether no temporary file and no lock is left."""
    return not [one for one in folder.rglob("*") if one.name.startswith(".")]
