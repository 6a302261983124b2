"""The command's end of the connection to an agent in a process of its own.

Nothing that comes from that process is trusted: lengths are checked before anything is read, and
what is read is JSON and numbers, never a pickle.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from agents.isolation.worker import KEYWORDS, LENGTHS, Header, plain

START_SECONDS = 120.0  # to import a module and make an agent, on a busy machine
_END_SECONDS = 10.0  # to kill all its processes
_GRACE = 2.0  # for a process that has closed its connection to end
_LONGEST_HEADER = 1 << 16  # bytes
_SHOWN = 300  # characters of an agent's output in messages
_HERE = Path(__file__).parent


class Failed(Exception):
    """What the agent did instead of answering, in words that follow its name.

    Args:
        what: the words.
        takes: the keywords that its factory takes, as far as they are known.
    """

    def __init__(self, what: str, takes: tuple[str, ...] = ()) -> None:
        super().__init__(what)
        self.takes = takes


class Overdue(Exception):
    """The agent did not answer within its time limit."""


class Process:
    """The process of a running agent; it ends with `end`, with this object, and with the program.

    After Failed or Overdue it has ended, unless `alive` says that the agent only raised. Raises
    Failed if the factory makes no agent, or not within START_SECONDS. The factory gets those values
    of `match` (by KEYWORDS) that it declares as parameters: `takes`.
    """

    def __init__(self, module: str, factory: str, match: Mapping[str, Any]) -> None:
        self.owner, self.alive = os.getpid(), True
        self._number, self._views_type = 0, None
        self._channel, theirs = socket.socketpair()
        with theirs:
            self._reaper = _started(theirs.fileno())
        self._end = weakref.finalize(self, _ended, self._reaper, self._channel, self.owner, 0.0)
        hello: Header = {
            "module": module,
            "factory": factory,
            "match": {name: _pickled(match[name]) for name in KEYWORDS},
            "path": [os.path.abspath(folder) for folder in sys.path],
        }
        try:
            about, _ = self._exchanged(hello, [], 0, START_SECONDS)
        except Overdue:
            raise Failed(f"was not ready within {START_SECONDS:g} s") from None
        told = about.get("takes")
        self.takes = tuple(name for name in KEYWORDS if isinstance(told, list) and name in told)
        if "fault" in about:
            self.end()
            raise Failed(_shown(about["fault"]), self.takes)
        self.has_values = about.get("values") is True

    def ask(
        self,
        method: str,
        views: np.ndarray[Any, Any],
        masks: np.ndarray[Any, Any],
        generator: Header,
        most: int,
        seconds: float | None,
    ) -> tuple[Header, bytes]:
        """Call a method of the agent: the answer's header, and at most `most` bytes of data.

        Raises Failed, and Overdue after `seconds` (None: no limit).
        """
        self._number += 1
        request: Header = {
            "number": self._number,
            "method": method,
            "rows": len(masks),
            "actions": masks.shape[1],
            "generator": generator,
            "most": most,
        }
        if views.dtype is not self._views_type:
            request["views"] = _pickled(views.dtype)
            self._views_type = views.dtype
        data = [_bytes_of(views), _bytes_of(masks)]
        answer, given = self._exchanged(request, data, most, seconds)
        if answer.get("number") != self._number:
            self.end()
            raise Failed("sent an answer to another request")
        if "fault" in answer:
            raise Failed(f"raised {_shown(answer['fault'])}")
        return answer, given

    def end(self, grace: float = 0.0) -> str:
        """Kill all the agent's processes; how it ended, if it did so within `grace` seconds."""
        if not self.alive:
            return ""
        self.alive = False
        self._end.detach()
        return _ended(self._reaper, self._channel, self.owner, grace)

    def _exchanged(
        self, header: Header, data: list[memoryview], most: int, seconds: float | None
    ) -> tuple[Header, bytes]:
        """Send a message and read the next one."""
        deadline = None if seconds is None else time.monotonic() + seconds
        try:
            self._send(header, data, deadline)
            return self._receive(most, deadline)
        except TimeoutError:
            self.end()
            raise Overdue from None
        except (EOFError, OSError):
            raise Failed(self.end(_GRACE)) from None
        except Failed:
            self.end()
            raise
        except BaseException:  # Ctrl-C: a later request would get the answer to this one
            self.end()
            raise

    def _send(self, header: Header, data: list[memoryview], deadline: float | None) -> None:
        """Write a message; TimeoutError after the deadline."""
        text = json.dumps(header, default=plain).encode()
        lengths = LENGTHS.pack(len(text), sum(map(len, data)))
        for part in (memoryview(lengths + text), *data):
            self._channel.settimeout(_left(deadline))
            self._channel.sendall(part)

    def _receive(self, most: int, deadline: float | None) -> tuple[Header, bytes]:
        """Read a message; TimeoutError after the deadline, Failed if it is wrong or too long."""
        longs, size = LENGTHS.unpack(self._read(LENGTHS.size, deadline))
        if longs > _LONGEST_HEADER or size > most:
            raise Failed("sent an invalid answer")
        text, data = self._read(longs, deadline), self._read(size, deadline)
        try:
            header = json.loads(text)
        except (ValueError, RecursionError):
            header = None
        if not isinstance(header, dict):
            raise Failed("sent an invalid answer")
        return header, data

    def _read(self, size: int, deadline: float | None) -> bytes:
        """Read `size` bytes; EOFError if the connection closes before."""
        buffer = bytearray(size)
        view = memoryview(buffer)
        while view:
            self._channel.settimeout(_left(deadline))
            got = self._channel.recv_into(view)
            if not got:
                raise EOFError
            view = view[got:]
        return bytes(buffer)


def _started(channel: int) -> subprocess.Popen[bytes]:
    """The reaper of a worker that serves on this file descriptor."""
    worker = [sys.executable, str(_HERE / "worker.py"), str(channel)]
    return subprocess.Popen(
        [sys.executable, "-I", "-S", str(_HERE / "orphan_reaper.py"), str(channel), *worker],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        pass_fds=[channel],
        start_new_session=True,
    )


def _ended(
    reaper: subprocess.Popen[bytes], channel: socket.socket, owner: int, grace: float
) -> str:
    """Let the reaper kill its processes, and read how the worker ended."""
    channel.close()
    if os.getpid() != owner:  # a forked process, whose parent keeps using the agent
        for file in (reaper.stdin, reaper.stdout):
            if file is not None:
                file.close()
        reaper.returncode = 0  # it is not a child of this process
        return ""
    with suppress(subprocess.TimeoutExpired):
        reaper.wait(grace)
    try:
        said, _ = reaper.communicate(timeout=_END_SECONDS)
    except subprocess.TimeoutExpired:
        reaper.kill()
        said, _ = reaper.communicate()
    return _how(said)


def _how(said: bytes) -> str:
    """How a process ended, from its reaper's report."""
    try:
        report = json.loads(said)
    except ValueError:
        return "ended its process, and the one that guards it"
    status = report["status"]
    if status is None:
        how = "closed its connection"
    elif status < 0:
        how = f"ended its process by {_signal_name(-status)}"
    else:
        how = f"ended its process with exit status {status}"
    lines = _shown(report["said"].strip().rpartition("\n")[2])
    return f"{how}; the last line it printed: {lines}" if lines else how


def _signal_name(number: int) -> str:
    """SIGKILL for 9."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _shown(said: object) -> str:
    """An agent's output on one line, without characters that control a terminal."""
    text = " ".join(str(said).split())
    printable = "".join(c if c.isprintable() else "?" for c in text)
    return printable if len(printable) <= _SHOWN else f"{printable[:_SHOWN]} ..."


def _pickled(value: object) -> str:
    """A value of ours as JSON can have it."""
    return base64.b64encode(pickle.dumps(value)).decode()


def _bytes_of(array: np.ndarray[Any, Any]) -> memoryview:
    """The bytes of an array, in C order."""
    return memoryview(np.ascontiguousarray(array).view(np.uint8).reshape(-1).data)


def _left(deadline: float | None) -> float | None:
    """Seconds until the deadline, None without one; TimeoutError if it has passed."""
    if deadline is None:
        return None
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
