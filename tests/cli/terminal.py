"""A scripted player at a pseudo-terminal: what it types, and what it sees."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_PATIENCE = 300.0  # seconds: the first game of a machine is compiled
PROMPT = " > "


class Terminal:
    """A command in a pseudo-terminal of some width."""

    def __init__(
        self,
        arguments: Sequence[str],
        columns: int = 80,
        environment: Mapping[str, str] | None = None,
        encoding: str = "utf-8",
    ) -> None:
        self.screen = ""
        self._encoding = encoding
        self._controller, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        variables = {**os.environ, "TERM": "xterm", "PYTHONIOENCODING": encoding}
        variables = {**variables, **(environment or {})}
        variables.pop("COLUMNS", None)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "marriage_env", "play", *arguments],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            cwd=ROOT,
            env=variables,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(terminal)

    def until_asked(self) -> str:
        """What is shown up to the next prompt, or to the end; "" when the command has ended."""
        start, end = len(self.screen), time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            if self.screen[start:].endswith(PROMPT):
                return self.screen[start:]
            if not select.select([self._controller], [], [], 0.5)[0]:
                continue
            try:
                read = os.read(self._controller, 65536)
            except OSError:  # the other end is closed
                return self.screen[start:]
            if not read:
                return self.screen[start:]
            self.screen += read.decode(self._encoding, "replace")
        raise AssertionError(f"nothing was asked: {self.screen[-2000:]}")

    def type(self, text: str) -> None:
        """Type a line."""
        os.write(self._controller, f"{text}\n".encode(self._encoding))

    def press(self, key: bytes) -> None:
        """Press a key, such as Ctrl-C."""
        os.write(self._controller, key)

    def end(self) -> int:
        """Wait for the end of the command; its exit status."""
        self.until_asked()
        status = self._process.wait(timeout=60)
        os.close(self._controller)
        return status


def _take_terminal() -> None:
    """Make the pseudo-terminal the controlling one, so that Ctrl-C is a signal."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def choices_of(shown: str) -> list[str]:
    """What a screen offers: the numbers in [brackets] and the keys of other actions."""
    lines = plain(shown).splitlines()
    found: list[str] = []
    for line in lines:
        if line.startswith("  ") and "[" in line:
            found += [part.split("]")[0] for part in line.split("[")[1:]]
        key, colon, _ = line.strip().partition(": ")
        if line.startswith("  ") and colon and len(key) <= 2 and "[" not in line:
            found.append(key)
    return [one for one in found if len(one) <= 2]


def plain(shown: str) -> str:
    """A screen without the codes for colours."""
    text = ""
    for number, part in enumerate(shown.replace("\r", "").split("\x1b[")):
        text += part if number == 0 else part.partition("m")[2]
    return text
