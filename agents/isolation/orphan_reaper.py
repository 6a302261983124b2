"""`orphan_reaper.py CHANNEL COMMAND…`: run a command, and kill its processes when stdin closes.

The command inherits the file descriptor CHANNEL. When it ends, or when standard input closes (which
also happens when the parent dies), its process and all that it started are killed, including those
that have left its session. Its output is read continuously and discarded except for the end; when
the command has ended, a JSON object on standard output says how, and what it printed last.

Uses only the standard library and is started by path, so that it starts at once.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import signal
import sys
from contextlib import suppress

try:
    import resource
except ImportError:  # Windows, where nothing is isolated
    resource = None  # type: ignore[assignment]

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_KEPT = 4000  # bytes of the command's output that are kept
_SECONDS = 1.0  # between checks of the parent: a forked process may keep the input open
_ENDING = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}


def main(arguments: list[str]) -> None:
    """Run the command until it ends or this process has to."""
    channel, command = int(arguments[0]), arguments[1:]
    wake = _wake_on_signals()
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)  # orphans among its processes become children of this one
    said, output = os.pipe()
    worker = _start(command, channel, output)
    for descriptor in (channel, output):
        os.close(descriptor)
    status, last = _watch(worker, said, wake)
    _kill_all(worker)
    report = {"status": status, "said": _drained(said, last).decode("utf-8", "replace")}
    os.write(1, json.dumps(report).encode())


def _wake_on_signals() -> int:
    """A file descriptor from which the numbers of arriving signals can be read."""
    wake, note = os.pipe()
    for descriptor in (wake, note):
        os.set_blocking(descriptor, False)
    signal.set_wakeup_fd(note)
    for number in (signal.SIGCHLD, *_ENDING):
        signal.signal(number, lambda number, frame: None)  # a handler does not outlive an exec
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    return wake


def _prctl(option: int, value: int) -> None:
    """Set an option of this process on Linux; elsewhere do nothing."""
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl is not None:
        prctl(option, value, 0, 0, 0)


def _start(command: list[str], channel: int, output: int) -> int:
    """Start the command in a session of its own and return its process id."""
    guard = os.getpid()
    worker = os.fork()
    if worker:
        return worker
    try:
        os.setsid()
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != guard:
            return os._exit(1)
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.set_inheritable(channel, True)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.execv(command[0], command)
    finally:
        os._exit(127)


def _watch(worker: int, said: int, wake: int) -> tuple[int | None, bytes]:
    """Wait until the worker ends or has to: its exit status, if it ended, and its last output."""
    parent, last, listened = os.getppid(), b"", [0, wake, said]
    while os.getppid() == parent:
        ready, _, _ = select.select(listened, [], [], _SECONDS)
        if said in ready:
            data = os.read(said, 65536)
            last = (last + data)[-_KEPT:]
            if not data:
                listened.remove(said)
        if wake in ready and not _ENDING.isdisjoint(os.read(wake, 512)):
            break
        ended, status = _reaped(worker)
        if ended:
            return status, last
        if 0 in ready:  # it was closed: nothing is ever written there
            break
    return None, last


def _reaped(worker: int) -> tuple[bool, int | None]:
    """Reap children that have ended: whether the worker is among them, and its exit status."""
    ended, status = False, None
    while True:
        try:
            pid, how = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended, status
        if pid == 0:
            return ended, status
        if pid == worker:
            ended, status = True, os.waitstatus_to_exitcode(how)


def _kill_all(worker: int) -> None:
    """Kill the worker and all processes that it has started, until none is left."""
    while True:
        for pid in _children(worker):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _children(worker: int) -> list[int]:
    """The children of this process; the worker's process group if the system lists none."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return [-worker]


def _drained(said: int, last: bytes) -> bytes:
    """The last output, including what has not been read yet."""
    os.set_blocking(said, False)
    while True:
        try:
            data = os.read(said, 65536)
        except BlockingIOError:
            return last
        if not data:
            return last
        last = (last + data)[-_KEPT:]


if __name__ == "__main__":
    main(sys.argv[1:])
