"""Locks that allow one writer at a time in a folder, or of a file, of results.

The lock is the system's (flock): it is released when the process that holds it ends in any way.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from marriage_env.files.storage import remove_unfinished

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_NAME = ".lock"
_PATIENCE = 3.0  # seconds: a process that was just killed may take a moment to be gone


class Busy(OSError):
    """Another process holds the lock."""


@contextmanager
def only_writer_in(folder: Path) -> Iterator[None]:
    """Lock a folder, made if need be, and remove the temporary files of killed writers.

    Raises Busy naming folder and process if another one holds the lock, OSError if the folder
    cannot be written. Where the file system has no locks, a line on stderr warns of it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _held(folder / _NAME, folder):
        remove_unfinished(folder)
        yield


@contextmanager
def only_writer_of(path: Path) -> Iterator[None]:
    """Lock a single file, whose folder is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _held(path.with_name(f".{path.name[:40]}{_NAME}"), path):
        remove_unfinished(path.parent, path.name[:40])
        yield


@contextmanager
def _held(lock: Path, what: Path) -> Iterator[None]:
    """Hold a lock file, and remove it afterwards."""
    descriptor = _acquired(lock, what)
    try:
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        yield
    finally:
        with suppress(OSError):
            lock.unlink()
        os.close(descriptor)


def _acquired(lock: Path, what: Path) -> int:
    """The descriptor of the lock file, once this process holds the lock."""
    end = time.monotonic() + _PATIENCE
    while True:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            free = _locked(descriptor, what)
            if free and _same_file(descriptor, lock):  # else its holder has just removed it
                return descriptor
            if not free and time.monotonic() > end:
                raise Busy(f"{what}: process {_holder(descriptor)} is writing there; {_ADVICE}")
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
        time.sleep(0.05)


_ADVICE = "wait for its end, or choose another place"


def _locked(descriptor: int, what: Path) -> bool:
    """Whether the lock was acquired; True, after a warning, where there are no locks."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        print(f"warning: {what}: no locks here ({error}): let one process write", file=sys.stderr)
    return True


def _same_file(descriptor: int, lock: Path) -> bool:
    try:
        named = os.stat(lock)
    except FileNotFoundError:
        return False
    opened = os.fstat(descriptor)
    return (named.st_dev, named.st_ino) == (opened.st_dev, opened.st_ino)


def _holder(descriptor: int) -> str:
    """The id of the process that wrote into a lock file."""
    return os.pread(descriptor, 20, 0).decode("ascii", "replace").strip() or "of unknown number"
